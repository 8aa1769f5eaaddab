"""The coach: every reason is true of its position, hidden cards change nothing, obvious moves are found."""

import os
import random
import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest
from coach_truth import CLAIMS, Told
from tables import board, play_on, run

from kreuzspinne.game import Game
from kreuzspinne.i18n import LANGUAGES, codes
from kreuzspinne.i18n.coaching import LEVELS, Adviser
from kreuzspinne.notation import Move
from kreuzspinne.player.coach import Reason, advise, ahead, cautions
from kreuzspinne.player.coach.advice import SOURCES, explain, reasons
from kreuzspinne.player.coach.candidates import shortened
from kreuzspinne.player.coach.case import Case
from kreuzspinne.player.coach.order import ORDER, SAID_BY, ordered
from kreuzspinne.player.coach.sight import Sight
from kreuzspinne.position import Position, View
from kreuzspinne.variants import VARIANTS

POSITIONS = Path(__file__).with_name("coach_positions.txt")
WARNINGS = {"warn_last_space", "warn_deal_before_turning", "warn_deal_before_tidying", "warn_deal_before_building",
            "warn_split", "warn_cap"}
WANDERINGS = int(os.environ.get("WANDERINGS", "6"))
"""Plans by chance at each position: a few, or by hand (WANDERINGS=200) many."""
QUICK = [True, False]
"""By rules of thumb, and by the player."""


class Example(NamedTuple):
    """A position with an obvious move."""

    about: str
    view: View
    moves: list[str]
    codes: set[str]


def examples() -> list[Example]:
    lines = POSITIONS.read_text(encoding="utf-8").splitlines()
    parts = [line.split(" | ") for line in lines if not line.startswith("#")]
    return [Example(about, View.read(position), moves.split(), {f"why_{code}" for code in told.split()})
            for about, position, moves, told in parts]


EXAMPLES = examples()


# --- obvious moves

@pytest.mark.parametrize("quick", QUICK)
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.about)
def test_the_obvious_move(example, quick):
    advice = advise(example.view, quick=quick)
    assert advice.state == "move"
    assert advice.move in example.view.moves
    assert str(advice.move) in example.moves
    if quick:
        assert example.codes <= {reason.code for reason in advice.reasons}


def test_every_kind_of_reason_is_told_somewhere():
    told = set().union(*(example.codes for example in EXAMPLES))
    elsewhere = {"why_two_for_one", "why_wins", "why_nothing_turns", "why_way_back", "why_digs_deep_last",
                 "why_plan_builds", "why_joins_run", "why_plan_deals", "why_plan_empties", "why_row_fits",
                 "why_row_covers", "why_spread", "why_free", "why_all_known", "why_sure_win"}
    assert told | elsewhere == set(ORDER)


def told(position, *plan):
    """Every reason for a plan, by its code."""
    return {reason.code: reason.facts for reason in reasons(Case(Sight(position.view()), [*map(Move.read, plan)]))}


def test_one_space_for_two_cards():
    position = board("spider4", {"b": "3s4s|Ts", "c": "5s6s|9h", **dict.fromkeys("defghij", "Kd")})
    facts = told(position, "ba1")["why_two_for_one"]
    assert facts == {"columns": ["b", "c"], "space": "a"}


def test_a_space_that_comes_back():
    position = board("spider4", {"b": "Jh|Ts", "c": "Jd", **dict.fromkeys("defghij", "Kd")})
    assert told(position, "ba1")["why_way_back"] == {"card": "Ts", "columns": ["c"]}


def test_a_plan_has_no_ways_round():
    """Neither of the moves can be left out by itself; whoever plays on stops at a table that comes again."""
    position = board("spider4", {"a": "8d", "d": "7h|8s", "e": "9h", **dict.fromkeys("bcfghij", "Kd")})
    plan = tuple(map(Move.read, ("ae1", "ea1", "ae1", "ea1", "de1")))
    assert shortened(Sight(position.view()), plan) == plan[-1:]


@pytest.mark.parametrize("plan", [("ba1", "dc1"), ("be1", "dc1", "ea1"), ("ae12", "be1", "dc1")])
def test_a_plan_that_wins_is_only_shortened_to_one_that_wins(plan):
    """Each of its moves can be made after the others as well; without it, though, nothing is won."""
    position = board("simplesimon", {"a": run("s", last="2"), "b": "As", "c": run("h", last="2"), "d": "Ah"},
                     piles="AdAc")
    moves = tuple(map(Move.read, plan))
    assert shortened(Sight(position.view()), moves) == moves
    assert told(position, *plan)["why_plan_wins"] == {"moves": len(plan)}


LADDER = {"a": run("s", last="5"), "b": "2s3s|4s", "c": "As"}
"""Without spaces to wait in, the two has to lie below the three."""


@pytest.mark.parametrize(("name", "columns", "stock", "sure"), [
    ("spiderette4", {"a": "2sAs|" + run("s", last="3")}, "", True),
    ("spiderette4:deal=any", {"a": run("s", last="3")}, "2sAs", True),
    ("spiderette4", {"a": "AsTsJs2s|KsQs" + run("s", first="9", last="3")}, "", True),
    ("spiderette4", LADDER, "", True),
    ("spiderette4:space=none", LADDER, "", False),
    ("spiderette4", {"a": "3sAs4s5s2s|" + run("s", last="6")}, "", False),         # too many to look at them all
])
def test_a_win_is_proved_for_every_order_of_the_hidden_cards(name, columns, stock, sure):
    pytest.importorskip("numba")
    position = board(name, columns, stock, "AhAdAc")
    advice = advise(position.view())
    assert advice.state == "move"
    found = [reason for reason in advice.reasons if reason.code == "why_sure_win"]
    assert bool(found) == sure
    for reason in found:
        assert CLAIMS[reason.code](Told(position, advice.plan, reason.facts))
    assert "why_sure_win" not in {reason.code for reason in advise(position.view(), quick=True).reasons}


def test_what_is_proved_stays_proved_as_the_plan_goes_on():
    pytest.importorskip("numba")
    position = board("spiderette4:deal=any", {"a": "KsQs", "b": run("s", first="J", last="3")}, "2sAs", "AhAdAc")
    advice = advise(position.view())
    assert len(advice.plan) > 1
    view = position.view()
    for _ in advice.plan[1:]:
        assert advice.reasons[0].code == "why_sure_win"
        view, advice = ahead(view, advice)
    assert advice.reasons[0].code == "why_sure_win"


def test_a_way_back_that_the_plan_closes_is_none():
    position = board("spider4", {"b": "KhTs", "c": "Jd", "d": "Qs", **dict.fromkeys("efghij", "Kd")})
    assert told(position, "ba1")["why_way_back"] == {"card": "Ts", "columns": ["c"]}
    assert "why_way_back" not in told(position, "ba1", "cd1")
    assert "why_way_back" in told(position, "ba1", "ac1")                   # the plan goes it itself


@pytest.mark.parametrize(("column", "opens"), [("JhTh", False), ("JcTh", True), ("KhTh", True), ("Th", True)])
def test_a_place_is_opened_for_what_lies_worse_now(column, opens):
    position = board("spider4", {"a": "KsJh", "b": "Qh", "c": column, **dict.fromkeys("defghij", "Kd")})
    assert ("why_opens" in told(position, "ab1")) == opens
    assert "why_opens" not in told(position, "ab1", "ba1")


def test_what_is_many_moves_away_is_told_last():
    far, near = ({"column": "a", "moves": moves} for moves in (33, 2))
    others = [Reason("why_outs", {"helping": 3, "unseen": 9}), Reason("why_keeps_mess", {"column": "a"})]
    codes_of = [[one.code for one in ordered([Reason("why_plan_turns", facts), *others])] for facts in (far, near)]
    assert codes_of == [["why_keeps_mess", "why_plan_turns", "why_outs"], ["why_plan_turns", "why_outs",
                                                                          "why_keeps_mess"]]


def test_nothing_about_the_column_of_a_far_turn_is_told_before_the_turn():
    """Or a sentence would count cards that only later lie there."""
    column = {"column": "a", "down": 1}
    told = [Reason(code, column) for code in ("why_digs_deep", "why_digs_deep_last", "why_nearest_space", "why_spread")]
    codes = [one.code for one in ordered([*told, Reason("why_plan_turns", {"column": "a", "moves": 7})])]
    assert codes[:2] == ["why_spread", "why_plan_turns"]


def test_an_out_takes_only_what_does_not_lie_on_its_like_yet():
    """A fresh reader counted: 28 more would only take cards that lie just as well already."""
    position = Position.read(
        "spider1 QsKs4s6s|7s/Qs7s2s3s|5s/JsTs5s2s|KsTs9s/4s3s5s3s|5s/4s|2s/2s7sJs|3s2sAsAs2sAs/8sQs4s|As/5s4s|As/"
        "4s8sKs6s|Ts9s/3s8s5s9s|8sKsQsJsTs9s8s7s6s5s4s "
        "AsJs6s7sTs6sJs6s3s8s9sKs7sJs3s2sAsQsQs9sQs7sKs6sTsJsKs9s8sTs As")
    assert told(position, "ge1")["why_outs"] == {"helping": 33, "unseen": 63}


def test_an_ace_takes_no_card():
    ranks = dict(zip("abcdefghij", ("As", "2s", "3s", "4s", "6s", "7s", "9s", "Ts", "Kh", "Kd"), strict=True))
    assert told(board("spider4", ranks, "2s" * 10), "+")["why_spread"] == {"different": 8}


def test_a_run_on_which_others_lie_does_not_move_as_one():
    """In Scorpion all that lies on a card travels along, whatever it is."""
    covered = board("scorpion", {"a": "Kh", "b": "Qh4s", "c": "Js"})
    free = board("scorpion", {"a": "Kh", "b": "Qh", "c": "Js4s"})
    assert {"why_joins_run"} == {"why_joins_run", "why_makes_run"} & told(covered, "ba2").keys()
    assert {"why_makes_run"} == {"why_joins_run", "why_makes_run"} & told(free, "ba1").keys()


def test_the_last_move():
    position = board("spider4", {"a": "3s2sAs", "b": "KsQsJsTs9s8s7s6s5s4s"}, piles="AsAhAhAdAdAcAc")
    assert "why_wins" in told(position, "ab3")


# --- truth

def stretch(name, plies, seed):
    """Positions of a game played half by the coach, half by chance, with the coach's advice."""
    rng = random.Random(f"{name} {seed}")
    game = play_on(Game.deal(name, f"own:{seed}"), rng.randrange(12), f"{name} {seed}")
    for _ in range(plies):
        advice = advise(game.position.view(), quick=True)
        yield game.position, advice
        if not advice.plan:
            return
        game.play(advice.move if rng.random() < 0.6 else rng.choice(game.position.moves))


@pytest.mark.parametrize("name", VARIANTS)
def test_every_reason_is_true(name):
    """Those that are told, and those that are not, for the coach's plan and for any other move."""
    rng = random.Random(name)
    for position, advice in stretch(name, 8, 1):
        plans = [[move] for move in rng.sample(position.moves, min(4, len(position.moves)))]
        for plan in [advice.plan, *plans] if advice.plan else plans:
            for reason in _all_reasons(Case(Sight(position.view()), plan)):
                assert CLAIMS[reason.code](Told(position, plan, reason.facts)), (str(position), plan, reason)


def wandering(position, rng):
    """Moves by chance up to the first that shows something: a plan that nobody would recommend, four moves at most."""
    plan = []
    for _ in range(4):
        move = rng.choice(position.moves)
        plan.append(move)
        step, position = position.advance(str(move))
        if step.revealed or move.is_deal or not position.moves:
            break
    return plan


@pytest.mark.parametrize("name", VARIANTS)
def test_no_reason_is_spoiled_by_a_later_move_of_its_plan(name):
    """Plans by chance give away what they began with; then it is no reason."""
    rng = random.Random(f"wandering {name}")
    for position, _ in stretch(name, 6, 5):
        for _ in range(WANDERINGS if position.moves else 0):
            plan = wandering(position, rng)
            for reason in _all_reasons(Case(Sight(position.view()), plan)):
                told = Told(position, plan, reason.facts)
                assert CLAIMS[reason.code](told), (str(position), [*map(str, plan)], reason)


def _all_reasons(case):
    return [reason for source in SOURCES for reason in source(case)]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.about)
def test_every_reason_for_an_obvious_move_is_true(example):
    position = filled(example.view)
    advice = advise(example.view, quick=True)
    for reason in advice.reasons:
        assert CLAIMS[reason.code](Told(position, advice.plan, reason.facts)), reason


def filled(view):
    """A position with this view; where the pack is not whole, with kings, which go nowhere and take nothing here."""
    unseen = Sight(view).unseen or {61: 104}
    cards = iter(Counter(unseen).elements())
    return Position(view.variant, bytes(next(cards) if code == 127 else code for code in view.table))


def test_each_claim_has_its_check():
    assert CLAIMS.keys() == set(ORDER)
    assert SAID_BY.keys() | set().union(*SAID_BY.values()) <= set(ORDER)


# --- honesty

def shuffled(position, rng):
    """The same view, other cards behind it."""
    hidden = list(position.hidden)
    rng.shuffle(hidden)
    t = bytearray(position.table)
    for place, code in enumerate(position.view().table):
        if code == 127:
            t[place] = hidden.pop()
    return Position(position.variant, bytes(t))


@pytest.mark.parametrize("name", VARIANTS)
def test_hidden_cards_change_nothing(name):
    rng = random.Random(name)
    for position, advice in stretch(name, 3, 2):
        other = shuffled(position, rng)
        assert advise(other.view(), quick=True) == advice
        for language in LANGUAGES:
            adviser = Adviser(position.variant, language)
            assert adviser.advice(other.view(), advice) == adviser.advice(position.view(), advice)
        for move in position.moves[:3]:
            assert cautions(other.view(), move) == cautions(position.view(), move)


# --- sentences

def test_every_reason_and_warning_has_its_sentence():
    for language in LANGUAGES:
        assert {code for code in codes(language) if re.match("(why|warn)_", code)} == {*ORDER, *WARNINGS}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", VARIANTS)
def test_sentences(name, language):
    """Whole sentences, nothing left unfilled."""
    for position, advice in stretch(name, 4, 3):
        adviser = Adviser(position.variant, language)
        said = [adviser.advice(position.view(), advice, level) for level in LEVELS]
        said += adviser.reasons(_all_reasons(Case(Sight(position.view()), advice.plan)) if advice.plan else [])
        for sentence in said:
            assert re.fullmatch(r"[A-ZÄÖÜ0-9].*[.]", sentence), sentence
            assert not re.search(r"[{}|_]|  |\d\d\d\d", sentence), sentence


@pytest.mark.parametrize(("language", "words"), [
    ("de", "Lege den Pik-Buben aus Spalte 1 auf die Pik-Dame in Spalte 2. Das macht in Spalte 2 eine Folge aus zwei "
           "Karten, Pik-Dame bis Pik-Bube, die du als Ganzes bewegen kannst. In Spalte 1 deckst du eine Karte auf; "
           "eine bleibt dort verdeckt."),
    ("en", "Move the jack of spades from column 1 onto the queen of spades in column 2. That makes a run of two cards "
           "in column 2, queen of spades to jack of spades, which you can move as one. You turn a card in column 1; "
           "one stays face down there."),
])
def test_a_whole_advice(language, words):
    position = board("spider4", {"a": "3h4h|Js", "b": "Qs", **dict.fromkeys("cdefghij", "Ad")})
    adviser = Adviser(position.variant, language)
    advice = advise(position.view(), quick=True)
    assert adviser.advice(position.view(), advice) == words


@pytest.mark.parametrize(("card", "words"), [
    ("As", "das Pik-Ass das Pik-Ass dem Pik-Ass"), ("5s", "die Pik-Fünf die Pik-Fünf der Pik-Fünf"),
    ("Jh", "der Herz-Bube den Herz-Buben dem Herz-Buben"), ("Qd", "die Karo-Dame die Karo-Dame der Karo-Dame"),
    ("Kc", "der Kreuz-König den Kreuz-König dem Kreuz-König"),
])
def test_german_cards(card, words):
    adviser = Adviser(VARIANTS["spider4"], "de")
    assert " ".join(adviser.bent(card, case) for case in ("nom", "acc", "dat")) == words


@pytest.mark.parametrize(("level", "words"), [
    ("where", "Look at column 1."), ("move", "Move the queen of hearts from column 1 onto the king of spades in column "
                                             "2.")])
def test_levels_tell_no_more_than_they_should(level, words):
    position = board("spider4", {"a": "Qh", "b": "Ks", **dict.fromkeys("cdefghij", "As")})
    adviser = Adviser(position.variant, "en")
    assert adviser.advice(position.view(), advise(position.view(), quick=True), level) == words


# --- where there is no move

@pytest.mark.parametrize(("columns", "state"), [
    ({**dict.fromkeys("abcdefghij", "Ks")}, "no_move"),
    ({"a": "2d|Kd6h5s", "b": "Kc6d", **dict.fromkeys("cdefghij", "As")}, "lost"),
    ({"a": "Ks7h6s5h", "b": "Kh7h6c", "c": "Kd7h6d", "d": "Kc7h", "e": "Qs7h", "f": "Qh7h",
      **dict.fromkeys("ghij", "As")}, "none"),                       # too much to be sure
])
def test_where_nothing_leads_on(columns, state):
    position = board("spider4", columns)
    advice = advise(position.view(), quick=True)
    assert (advice.state, advice.plan) == (state, ())


def test_a_won_game():
    assert advise(Position.read("spider4 -/-/-/-/-/-/-/-/-/- - AsAsAhAhAdAdAcAc").view()).state == "won"


def test_an_empty_column_is_proposed():
    """Where only that turns a card."""
    position = board("spider4", {"b": "4h|9s", **dict.fromkeys("cdefghij", "Kd")})
    assert str(advise(position.view(), quick=True).move) == "ba1"


def test_a_run_on_a_hidden_card_that_is_one_higher_is_seen():
    """The six lies on a hidden seven of its suit; that is no reason to leave it there."""
    position = board("spider4", {"a": "2h7s|6s", "b": "7h", **dict.fromkeys("cdefghij", "As")})
    assert str(advise(position.view(), quick=True).move) == "ab1"


# --- warnings

FULL = dict.fromkeys("cdefghij", "Kd")


@pytest.mark.parametrize(("columns", "stock", "move", "code"), [
    ({"b": "4h|9s5s", **FULL}, "", "ba1", "warn_last_space"),
    ({"a": "4h|Js", "b": "Qs", **FULL}, "2s" * 10, "+", "warn_deal_before_turning"),
    ({"a": "9d7s6h", "b": "7h6s", "c": "7d", **dict.fromkeys("defghij", "Kd")}, "2s" * 10, "+",
     "warn_deal_before_tidying"),
    ({"a": "8h4h", "b": "5h", "c": "Td", **dict.fromkeys("defghij", "Ad")}, "2s" * 10, "+",
     "warn_deal_before_building"),
    ({"a": "4h|9s8s", "b": "9d", **FULL}, "", "ab1", "warn_split"),
    ({"a": "4h5cAd", "b": "4d|2s", **FULL}, "", "ab1", "warn_cap"),
])
def test_warnings(columns, stock, move, code):
    position = board("spider4", columns, stock)
    found = cautions(position.view(), position.find(move))
    assert [one.code for one in found] == [code]
    for language in LANGUAGES:
        assert Adviser(position.variant, language).reasons(found)[0].endswith(".")


@pytest.mark.parametrize(("columns", "stock", "move"), [
    ({"b": "4h|5s", **FULL}, "", "ba1"),                             # it turns a card
    ({"a": "9c5s", "b": "6s", **FULL}, "", "ab1"),
    ({"a": "9s8s", "b": "9d", "c": "8d", **dict.fromkeys("defghij", "Kd")}, "", "ab1"),   # 8d now fits the nine
    ({**dict.fromkeys("abcdefghij", "Kd")}, "2s" * 10, "+"),
    ({"b": "9s5s", "c": "8s", **dict.fromkeys("defghij", "Kd")}, "", "ba1"),          # column c can be emptied next
    ({"b": "9s5s", **FULL}, "2s" * 10, "ba1"),                                        # else no row is dealt
])
def test_no_warning_without_need(columns, stock, move):
    position = board("spider4", columns, stock)
    found = [one.code for one in cautions(position.view(), position.find(move))]
    assert found in ([], ["warn_split"] if columns.get("c") == "8d" else [])


def test_reasons_are_plain_data():
    """Facts are texts and numbers, cards and columns in the notation's own words: any program can read them."""
    for _, advice in stretch("spider2", 6, 4):
        for reason in advice.reasons:
            assert isinstance(reason, Reason)
            for fact in reason.facts.values():
                assert isinstance(fact, int | float | str | list)


def test_explaining_a_given_plan():
    position = board("spider4", {"a": "3h|Js", "b": "Qs", **FULL})
    advice = explain(position.view(), [Move.read("ab1")])
    assert (advice.state, str(advice.move), advice.columns) == ("move", "ab1", (0,))


def test_a_plan_is_followed_to_its_end():
    """Asked anew after each move, the coach went to and fro between plans that are worth the same."""
    followed = 0
    for number in range(1, 10):
        position = Game.deal("simplesimon", f"own:{number}").position
        advice = advise(position.view(), quick=True)
        plan = advice.plan
        for move in plan[:-1]:
            going_on = ahead(position.view(), advice)
            position = position.play(move)
            assert going_on
            view, advice = going_on
            assert view == position.view()
            assert advice.move in position.moves
            followed += 1
        assert advice.plan == plan[-1:]
        assert ahead(position.view(), advice) is None
    assert followed > 5
