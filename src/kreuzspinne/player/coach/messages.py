"""Decisions, chances and reviews as JSON, for another process or for whoever reads the command line's data."""

from typing import Any

from ...cards import card, name
from ...notation import PLACES, Move
from ...position import View
from ..belief import STOCK, Belief
from ..chance import Chance, Difference
from .case import Reason
from .moments import Decision, Moment, Review

Data = dict[str, Any]
STOCK_NAME = "stock"


def write_belief(belief: Belief) -> Data:
    """The view, and every hidden card whose name is known: its column (or ``stock``), its place there, the card."""
    known = [[STOCK_NAME if column == STOCK else PLACES[column], index, name(code)]
             for (column, index), code in sorted(belief.known.items())]
    return {"view": str(belief.view), "known": known}


def read_belief(data: Data) -> Belief:
    """:raises KreuzspinneError: it is no view"""
    known = {(STOCK if place == STOCK_NAME else PLACES.index(place), index): card(text)
             for place, index, text in data.get("known", ())}
    return Belief(View.read(data["view"]), known=known)


def write_decision(decision: Decision) -> Data:
    """A decision: no more than what its player knew."""
    return {"ply": decision.ply, **write_belief(decision.belief), "played": _write(decision.played)}


def read_decision(data: Data) -> Decision:
    """:raises KreuzspinneError: it is no view, or these are no moves"""
    return Decision(data["ply"], read_belief(data), _read(data["played"]))


def write_chance(chance: Chance) -> Data:
    """A chance with its interval."""
    return {**chance._asdict(), "share": chance.share, **chance.interval._asdict()}


def read_chance(data: Data) -> Chance:
    """The chance that was written."""
    return Chance(data["wins"], data["games"], data["is_proven"])


def write_moment(moment: Moment) -> Data:
    """A moment of a review."""
    return {
        "ply": moment.ply, "view": str(moment.view), "played": _write(moment.played), "better": _write(moment.better),
        "before": write_chance(moment.before), "after": write_chance(moment.after),
        "loss": {**moment.loss._asdict(), "share": moment.loss.share, **moment.loss.interval._asdict()},
        "reasons": [reason._asdict() for reason in moment.reasons]}


def read_moment(data: Data) -> Moment:
    """:raises KreuzspinneError: it is no view, or these are no moves"""
    loss = data["loss"]
    return Moment(
        data["ply"], View.read(data["view"]), _read(data["played"]), _read(data["better"]),
        read_chance(data["before"]), read_chance(data["after"]),
        Difference(loss["only_first"], loss["only_second"], loss["games"], loss["is_proven"]),
        tuple(Reason(**reason) for reason in data["reasons"]))


def write_review(review: Review) -> Data:
    """Everything that a review found."""
    return {"moments": [write_moment(moment) for moment in review.moments], "decisions": review.decisions,
            "doubted": review.doubted, "end": write_chance(review.end) if review.end else None}


def read_review(data: Data) -> Review:
    """:raises KreuzspinneError: a moment is none"""
    end = data["end"]
    return Review(tuple(map(read_moment, data["moments"])), data["decisions"], data["doubted"],
                  read_chance(end) if end else None)


def _write(moves: tuple[Move, ...]) -> list[str]:
    return [str(move) for move in moves]


def _read(texts: list[str]) -> tuple[Move, ...]:
    return tuple(map(Move.read, texts))
