PRAGMA application_id = 1265788277;
PRAGMA user_version = 2;
BEGIN TRANSACTION;
CREATE TABLE events (
            game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
            turn INTEGER NOT NULL CHECK (turn > 0),
            kind TEXT NOT NULL,
            detail TEXT NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (game, turn)
        ) STRICT, WITHOUT ROWID
        ;
INSERT INTO "events" VALUES('fixture',1,'play','bi1',1700000080000);
INSERT INTO "events" VALUES('fixture',2,'play','+',1700000100000);
INSERT INTO "events" VALUES('fixture',3,'undo','',1700000120000);
INSERT INTO "events" VALUES('fixture',4,'mark','1 vor dem Geben',1700000140000);
INSERT INTO "events" VALUES('fixture',5,'hint','where',1700000160000);
INSERT INTO "events" VALUES('fixture',6,'machine','+',1700000180000);
CREATE TABLE games (
            id TEXT PRIMARY KEY,
            variant TEXT NOT NULL,
            start TEXT NOT NULL,
            deal TEXT NOT NULL,
            state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'won', 'lost', 'abandoned')),
            turn INTEGER NOT NULL DEFAULT 0,
            ply INTEGER NOT NULL DEFAULT 0,
            points INTEGER NOT NULL DEFAULT 0,
            seconds REAL NOT NULL DEFAULT 0,
            began INTEGER NOT NULL,
            changed INTEGER NOT NULL,
            clocked INTEGER NOT NULL
        ) STRICT
        ;
INSERT INTO "games" VALUES('fixture','spider4:runs=hand','spider4:runs=hand 3sJd5d8d9c|Qc/8s5s5dJs|4c/TsKs8h6d|3h/AhAc6h4s5h|Kh/2s9c3dTh|Qh/5cJd4h4d|9d/7s9s7dJc3h|Jh/7s9d2dTd|8c/TcKc3s2c|5c/6sQh8c7h6h|8h Jh2h9hTh2h6cTc2sAs6s3cJcQsKdTd8d5hAc4s9h2c7h5s6d7cKdAhAd6cQdAd8sKhJs9s3dTs4c7c2dQsQcKsKc4d4h3cQd7dAs -','xpat2:42','open',6,2,12,61.5,1700000020000,1700000180000,1700000180000);
CREATE TABLE results (
            game TEXT PRIMARY KEY,
            variant TEXT NOT NULL,
            deal TEXT NOT NULL,
            result TEXT NOT NULL CHECK (result IN ('won', 'lost', 'abandoned')),
            points INTEGER NOT NULL,
            scheme TEXT NOT NULL,
            moves INTEGER NOT NULL,
            tries INTEGER NOT NULL,
            undos INTEGER NOT NULL,
            cheats INTEGER NOT NULL,
            hints_where INTEGER NOT NULL,
            hints_move INTEGER NOT NULL,
            hints_why INTEGER NOT NULL,
            seconds REAL NOT NULL,
            began INTEGER NOT NULL,
            ended INTEGER NOT NULL
        , machine INTEGER NOT NULL DEFAULT 0, hints_chance INTEGER NOT NULL DEFAULT 0) STRICT
        ;
INSERT INTO "results" VALUES('w','spider4','own:1','won',990,'xpat2-spider',120,150,10,3,1,0,2,600.5,1600000000000,1600000700000,0,0);
INSERT INTO "results" VALUES('l','spider4','own:2','lost',90,'xpat2-spider',60,70,1,0,0,0,0,0.0,1600000800000,1600000900000,12,3);
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO "settings" VALUES('deck','"german"');
INSERT INTO "settings" VALUES('step','2');
CREATE INDEX games_by_change ON games (state, changed);
CREATE INDEX results_by_end ON results (ended);
COMMIT;
