"""Won, lost, open: positions whose verdict can be worked out by hand. (Against the oracle: test_requests.py.)"""

import pytest
from tables import board, run, with_switch

from kreuzspinne.outcome import SEARCH_LIMIT, Outcome, outcome

HALVES = {"a": run("s", "K", "8"), "b": run("s", "7", "A")}
STUCK_COLUMNS = dict(zip("abcdefg", ["Ks", "Kh", "Js", "Jh", "9s", "9h", "7s"], strict=True))


@pytest.mark.parametrize(("name", "columns", "stock", "piles", "state"), [
    # nothing is left, or only what need not leave
    ("spiderette4", {}, "", "AsAhAdAc", "won"),
    ("spiderette4:runs=hand", {"c": run("s"), "e": run("h")}, "", "AdAc", "won"),
    ("spiderette4:runs=stay", {"a": run("s"), "b": run("h"), "c": run("d"), "d": run("c")}, "", "", "won"),
    ("gypsy", {}, "", "KsKh", "won"),
    # a run that was put there whole leaves with the next move
    ("spiderette4", {"a": run("s")}, "", "", "open"),
    ("spiderette4", {"a": run("s"), "b": "9h"}, "", "", "open"),
    # something new is one move away, or two
    ("spiderette4", {"a": "5h|9s", "b": "Th"}, "", "", "open"),
    ("spiderette4", {"a": "5h|9s", "b": "Tc8h", "c": "9d"}, "", "", "open"),
    ("spiderette4", HALVES, "", "", "open"),
    ("spiderette4:runs=hand", {**HALVES, "c": "9h"}, "", "", "open"),
    ("spiderette4:runs=stay", HALVES, "", "", "open"),
    # cards go round in circles and nothing comes of it
    ("spiderette4", {"a": "9s", "b": "7s"}, "", "", "lost"),
    ("spiderette4", STUCK_COLUMNS, "", "", "lost"),
    ("spiderette4:runs=stay", {**HALVES, "c": "9h"}, "", "", "lost"),
    ("spiderette4", {"a": "9s", "b": "Th", "c": "Td"}, "", "", "lost"),
    ("scorpion", {"a": "5h|9s", "b": "Th"}, "", "", "lost"),
    ("scorpion", {"a": "5h|9s", "b": "Ts"}, "", "", "open"),
    # a row can be dealt, at once or after the spaces are filled, or never
    ("spiderette4", STUCK_COLUMNS, "2c", "", "open"),
    ("spiderette4", {"a": "KsJs9s7s", "b": "KhJh9h7h"}, "2c", "", "open"),
    ("spiderette4", {"a": "KsJs9s", "b": "KhJh9h"}, "2c", "", "lost"),
    ("spiderette4:deal=any", {"a": "KsJs9s", "b": "KhJh9h"}, "2c", "", "open"),
    ("spiderette4:deal=ordered-suit", {"a": "KsJs9s", "b": "KhJh9h"}, "2c", "", "open"),
    ("spiderette4:space=none", {"a": "KsJs9s7s", "b": "KhJh9h7h"}, "2c", "", "lost"),
    ("spiderette4:deal=stuck", STUCK_COLUMNS, "2c", "", "open"),
    ("spiderette4:deal=stuck", {**STUCK_COLUMNS, "a": ""}, "2c", "", "lost"),
    # single cards
    ("gypsy", {"a": "As"}, "", "", "open"),
    ("gypsy", {"a": "3s", "b": "2s"}, "", "As", "open"),
    ("gypsy", {"a": "3s"}, "", "As", "lost"),
    ("gypsy", {"a": "3s", "b": "4h"}, "", "AsAh2h", "lost"),
    ("carlton", {"a": "9h8s"}, "", "As", "lost"),
    ("gypsy:space=king", {"a": "3h|5d", "b": "5c4h"}, "", "3d", "lost"),
    ("gypsy:space=king", {"a": "3h|6d", "b": "5c4h"}, "", "5d", "open"),
    ("gypsy:back=no:space=king", {"a": "3h|4c", "b": "6d"}, "", "5s", "lost"),
    ("gypsy:space=king", {"a": "3h|4d", "b": "6d"}, "", "5s", "open"),
])
def test_verdicts(name, columns, stock, piles, state):
    position = board(name, columns, stock, piles)
    found = outcome(position)
    assert (found.state, found.complete) == (state, True)
    assert outcome(position.view()) == found


def test_a_verdict_says_what_was_searched():
    assert outcome(board("spiderette4", {"a": "9s"})) == Outcome("lost", 1)
    assert outcome(board("spiderette4", {}, piles="As")) == Outcome("won", 0)
    lost = outcome(board("spiderette4", {"a": "KsJs9s", "b": "KhJh9h"}))
    assert lost == Outcome("lost", lost.searched)
    assert 1 < lost.searched < SEARCH_LIMIT


@pytest.mark.parametrize("limit", [0, 1, 7])
def test_a_search_that_is_cut_claims_nothing(limit):
    position = board("spiderette4", {"a": "KsJs9s", "b": "KhJh9h"})
    assert outcome(position, limit) == Outcome("open", limit, complete=False)


def test_something_new_is_found_before_the_limit():
    assert outcome(board("spiderette4", {"a": "5h|9s", "b": "Th"}), limit=1) == Outcome("open", 1)


def test_the_switch_decides():
    """The same cards, lost under one rule and open under another."""
    start = board("spiderette4", {"a": "5d|9s8h", "b": "Tc", **dict.fromkeys("cdefg", "Ks")})
    assert outcome(start).state == "lost"
    assert outcome(with_switch(start, "spiderette4:move=rank")).state == "open"
    assert outcome(with_switch(start, "spiderette4:move=loose")).state == "open"
    assert outcome(with_switch(start, "spiderette4:build=alternate:move=rank")).state == "lost"
