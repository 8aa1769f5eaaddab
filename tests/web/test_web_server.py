"""What the server tells of a game, and the way of its cards."""

import pytest
from web_client import SOME, change, put, start, wander

from kreuzspinne import cards, deals, variants
from kreuzspinne.apps.web.choices import READY
from kreuzspinne.apps.web.games import Session
from kreuzspinne.apps.web.journey import Journey
from kreuzspinne.apps.web.order import likely_first
from kreuzspinne.apps.web.telling import Narrator
from kreuzspinne.game import Game
from kreuzspinne.notation import PLACES
from kreuzspinne.position import View, place
from kreuzspinne.store import Course


def test_a_game_by_number_is_the_one_of_that_program(client):
    state = start(client)
    assert [column["open"] for column in state["columns"]] == [
        [card] for card in ("Qc", "4c", "3h", "Kh", "Qh", "9d", "Jh", "8c", "5c", "8h")]
    assert [column["down"] for column in state["columns"]] == [5, 4, 4, 5, 4, 4, 5, 4, 4, 5]
    assert state["stock"] == {"cards": 50, "rows": 5, "spoken": "Deal a row; in the stock: 50 cards, 5 rows"}
    assert (state["deal"], state["source"], state["number"]) == ("xpat2:42", "xpat2", "42")
    assert state["score"] == {"points": 0, "scheme": "xpat2-spider", "highest": 1000}


@pytest.mark.parametrize("deal", ["", "own", "own:", " own: "])
def test_a_new_own_game_says_its_number(client, deal):
    state = start(client, deal=deal)
    again = start(client, deal=state["deal"])
    assert state["source"] == "own"
    assert state["number"].isdigit()
    assert again["columns"] == state["columns"]


@pytest.mark.parametrize("source", deals.SOURCES)
def test_every_source_gives_a_new_game_with_its_number(client, source):
    variant = deals.games(source)[0]
    state = start(client, variant=variant, deal=source)
    assert state["source"] == source
    assert start(client, variant=variant, deal=state["deal"])["columns"] == state["columns"]


def test_every_game_offered_can_be_had_from_its_sources(client):
    groups = client.get("/api/variants").json()["groups"]
    offered = [variant for group in groups for variant in group["variants"]]
    assert {variant["name"] for variant in offered} == {*READY, *variants.VARIANTS}
    for variant in offered:
        for source in variant["sources"]:
            assert start(client, variant=variant["name"], deal=source)["variant"] == variant["name"]


@pytest.mark.parametrize("lang", ["de", "en"])
def test_a_game_without_a_number_is_announced_without_one(client, own_games, lang):
    session = put(own_games, "spider4 7h6s/7d/2c/Kc/Kc/Kc/Kc/Kc/Kc/Kc 2c3c4c5c6c7c8c9cTcJc -")
    said = client.get(f"/api/games/{session.id}", params={"lang": lang}).json()["message"]
    assert said == {"de": "Spider, eine Ausgangslage ohne Nummer.", "en": "Spider, a start without a number."}[lang]


def test_a_move_tells_what_it_did(client):
    state = start(client)
    after = change(client, state, "play", move="bi").json()
    assert after["step"] == {"kind": "play", "move": "bi1",
                             "transfers": [{"source": "b", "target": "i", "count": 1}]}
    assert after["columns"][1] == {"down": 3, "open": ["Js"], "spoken": "Column 2: 3 face down, jack of spades"}
    assert after["message"] == ("Four of clubs from column 2 to column 9. Turned in column 2: jack of spades.")
    assert (after["ply"], after["turn"], after["can_undo"]) == (1, 1, True)


def test_undo_redo_restart(client):
    first = start(client)
    played = change(client, change(client, first, "play", move="bi1").json(), "play", move="+").json()
    undone = change(client, played, "undo").json()
    assert (undone["ply"], undone["cheats"], undone["can_redo"]) == (1, 10, True)
    assert undone["message"] == "Taken back: the row dealt."
    redone = change(client, undone, "redo").json()
    assert (redone["cheats"], redone["columns"]) == (0, played["columns"])
    anew = change(client, redone, "restart").json()
    assert (anew["ply"], anew["columns"]) == (0, first["columns"])
    back = change(client, anew, "undo").json()
    assert (back["ply"], back["columns"]) == (2, played["columns"])


def test_speaks_both_languages(client):
    state = start(client)
    for options in ({"headers": {"Accept-Language": "de-AT,de;q=0.9"}}, {"params": {"lang": "de"}}):
        told = client.get(f"/api/games/{state['id']}", **options).json()
        assert told["columns"][2]["spoken"] == "Spalte 3: 4 verdeckt, Herz-Drei"
    for options in ({"headers": {"Accept-Language": "fr"}}, {"params": {"lang": "xx"}}, {}):
        told = client.get(f"/api/games/{state['id']}", **options).json()
        assert told["columns"][2]["spoken"] == "Column 3: 4 face down, three of hearts"


def test_columns_are_spoken_in_stretches(own_games):
    session = put(own_games, "spider4 2s3s4s5s6s|9h8h7hQc/-/-/-/-/-/-/-/-/- - -")
    columns = Narrator("de").state(session).columns
    assert columns[0].spoken == "Spalte 1: 5 verdeckt, Herz-Neun bis Herz-Sieben, Kreuz-Dame"
    assert columns[1].spoken == "Spalte 2: leer"


def test_the_trap_is_warned_of_before_the_move(own_games):
    run = "KsQsJsTs9s8s7s6s5s4s3s2s"
    session = put(own_games, f"spider4 {run}/As/3h/-/-/-/-/-/-/- 2c3c4c5c6c7c8c9cTcJc -")
    state = Narrator("en").state(session)
    assert list(state.warnings) == ["ba1"]
    assert "stock" in state.warnings["ba1"]


def test_won_and_lost_are_said(own_games):
    session = put(own_games, "spider4 KsQsJsTs9s8s7s6s5s4s3s2s/As/-/-/-/-/-/-/-/- - AsAsAsAsAsAsAs")
    session.play(0, "ba1")
    won = Narrator("de").state(session)
    assert (won.outcome.state, won.moves) == ("won", [])
    assert won.message.endswith("Gewonnen! 1 Zug.")
    stuck = "spider4 5s|9s/5h|9h/5d|9d/5c|9c/5s|9s/5h|9h/5d|9d/5c|9c/5s|Ks/5s|Ks - -"
    lost = Narrator("en").state(put(own_games, stuck))
    assert lost.outcome.state == "lost"
    assert lost.message.endswith("Lost. No move is left.")


def test_a_long_search_is_asked_for_apart(client):
    state = start(client)
    verdict = client.get(f"/api/games/{state['id']}/outcome").json()
    assert verdict == {"state": "open", "searched": 1, "complete": True, "message": ""}


def test_better_moves_come_first():
    view = View.read("spider4 8s/9h/9s/-/8h7h/-/-/-/-/- - -")
    moves = [str(move) for move in likely_first(view)]
    assert moves.index("ac1") < moves.index("ab1") < moves.index("ad1")
    assert moves.index("eb2") < moves.index("ec2") < moves.index("ed2")


# The way of the cards


@pytest.mark.parametrize("variant", SOME)
@pytest.mark.parametrize("seed", range(3))
def test_transfers_lead_from_one_table_to_the_next(variant, seed):
    game = Game.deal(variant, f"own:{seed}")
    session = Session(Course(game))
    for verb, move in wander(game, seed, 150):
        before = session.view
        getattr(session, verb)(session.turn, *([move] if move else []))
        step = Narrator("en").state(session).step
        if step.transfers:
            assert walked(before, step.transfers) == shape(session.view), (verb, session.step)
        else:
            assert verb in ("restart", "undo")


def shape(view):
    return [len(view.column(column)[0]) for column in range(view.rules.columns)], view.stock, len(view.piles)


def walked(view, transfers):
    heights, stock, piles = shape(view)
    for way in transfers:
        for name, sign in ((way.source, -1), (way.target, 1)):
            if name == "+":
                stock += sign * way.count
            elif name in PLACES:
                heights[PLACES.index(name)] += sign * way.count
            else:
                assert 0 <= int(name[1:]) <= piles
        piles += way.founds - way.ends
    return heights, stock, piles


def test_a_run_that_left_goes_to_the_foundation_of_its_suit():
    view = View.read("spider2 9s/KsQsJsTs9s8s7s6s5s4s3s2s/As/-/-/-/-/-/-/- - AsAhAh")
    step = place(view.variant, [view.column(i) for i in range(10)], (), list(view.piles)).step("cb1")
    journey = Journey(view, step)
    assert [(way.source, way.target, way.count, way.founds) for way in journey.transfers] == [
        ("c", "b", 1, False), ("b", "^1", 13, True)]
    assert [cards.name(gone.ace) for gone in journey.gone] == ["As"]
