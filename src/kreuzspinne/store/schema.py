"""
The tables of the file, as the steps that lead from each version to the next.

A step that was published never changes: files of its version exist. What changes is said by a new step at the end.
Times are milliseconds since 1970; `seconds` is time spent playing, as the pages report it.
"""

APPLICATION = 0x4B726575
"""SQLite's mark for whose file this is: ``Kreu``."""

STEPS: list[tuple[str, ...]] = [
    (
        """
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
        """,
        "CREATE INDEX games_by_change ON games (state, changed)",
        """
        CREATE TABLE events (
            game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
            turn INTEGER NOT NULL CHECK (turn > 0),
            kind TEXT NOT NULL,
            detail TEXT NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (game, turn)
        ) STRICT, WITHOUT ROWID
        """,
        # No reference to the game: a result stays when its game is thrown away.
        """
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
        ) STRICT
        """,
        "CREATE INDEX results_by_end ON results (ended)",
        "CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
    ),
    (
        "ALTER TABLE results ADD COLUMN machine INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE results ADD COLUMN hints_chance INTEGER NOT NULL DEFAULT 0",
    ),
]
"""The statements of each step; a file of version n has seen the first n."""
