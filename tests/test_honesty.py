"""A small sample of studies/play/honesty.py: other unseen cards change no choice and no word; and it would notice."""

import sys
from pathlib import Path

import pytest

pytest.importorskip("numba")
sys.path.append(str(Path(__file__).parent.parent / "studies" / "play"))
import honesty

from kreuzspinne.game import start_position
from kreuzspinne.player.coach import Reason

FEW, NARROW = 3, 8


@pytest.mark.parametrize("game", ["spider4", "spiderette1", "gypsy", "scorpion", "spider3x3"])
def test_unseen_cards_change_nothing_that_is_said(game):
    found = list(honesty.compared(game, FEW, NARROW))
    assert len(found) == FEW
    assert [view for view, changed in found if changed] == []
    assert all("?" in str(view) for view, _ in found)


@pytest.mark.parametrize("what", ["choose", "explain", "cautions"])
def test_whatever_is_said_differently_is_noticed(monkeypatch, what):
    """As if it had looked at the cards: asked once more, it has something else to say."""
    view = start_position("spider4", "own", "1").view()
    before = honesty.said(view, NARROW)
    assert honesty.said(view, NARROW) == before
    own = getattr(honesty, what)
    other = {"choose": lambda said: said._replace(value=said.value + 1),
             "explain": lambda said: said._replace(reasons=said.reasons[1:]),
             "cautions": lambda said: [*said, Reason("warn_deal_before_building", {})]}[what]
    monkeypatch.setattr(honesty, what, lambda *asked, **options: other(own(*asked, **options)))
    assert honesty.said(view, NARROW) != before
