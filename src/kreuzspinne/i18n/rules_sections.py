"""Aim, foundations, stock, end and score of a game in words."""

from ..cards import KING
from ..rules import ALTERNATE, AUTO, CARDS, FULL, HAND, KINGS, LATE, LOOSE, NO, NOTHING, RUNS, STAY, STUCK
from ..score import default_scheme, highest
from .rules_layout import rows
from .teller import Teller


def aim(teller: Teller) -> list[str]:
    """What to do, when the game is won, and what makes that hopeless."""
    rules = teller.variant.rules
    if rules.goal == CARDS:
        return [teller.tell("page_aim_cards")]
    sentences = [teller.tell("page_aim_" + teller.variant.switches["runs"])]
    if rules.runs != AUTO:
        sentences.append(teller.tell("page_won_lying_stock" if teller.variant.stock else "page_won_lying"))
    return [" ".join(sentences), *_warnings(teller)]


def _warnings(teller: Teller) -> list[str]:
    """Combinations of switches that are allowed, but leave no hope."""
    return [teller.tell("page_warn_alternate")] if teller.variant.rules.build == ALTERNATE else []


def foundations(teller: Teller) -> list[str]:
    """What goes up, and whether it comes back."""
    rules, switches = teller.variant.rules, teller.variant.switches
    if rules.goal == CARDS:
        back = "yes" if rules.back == LATE and not teller.variant.stock else switches["back"]
        return [teller.tell("page_up_cards") + " " + teller.tell("page_back_" + back)]
    dealt = "_dealt" if rules.runs == AUTO and teller.variant.stock else ""
    return [teller.tell("page_up_" + switches["runs"] + dealt)]


def stock(teller: Teller) -> list[str]:
    """How far the stock goes, when a row may be dealt, and the trap in that; nothing where there is no stock."""
    rules, size = teller.variant.rules, teller.variant.stock
    if not size:
        return []
    whole = size >= rules.columns
    more = {
        "page_dealing_short": rules.deal == FULL and whole and size % rules.columns,
        "page_dealing_onto": rules.deal != FULL and whole,
        "page_dealing_advice": rules.deal != STUCK and whole,
    }
    dealing = ["page_dealing_" + teller.variant.switches["deal"], *(code for code, said in more.items() if said)]
    return [rows(teller), " ".join(map(teller.tell, dealing)), *_trap(teller)]


def _trap(teller: Teller) -> list[str]:
    """How the stock can get out of reach, if it can."""
    rules = teller.variant.rules
    if rules.deal != FULL:
        return []
    if rules.space == NOTHING:
        return [teller.tell("page_trap_none")]
    king = [teller.tell("page_trap_king")] if rules.space == KINGS else []
    if rules.goal == RUNS:
        trap = {AUTO: ["page_trap_auto"], HAND: ["page_trap_hand"]}.get(rules.runs, [])
    else:
        trap = ["page_trap_cards" if rules.back in (NO, LATE) else "page_trap_back"]
    return [teller.tell(code, safe=rules.columns + KING) for code in trap] + king


def end(teller: Teller) -> list[str]:
    """Won and lost."""
    rules, variant = teller.variant.rules, teller.variant
    cards = rules.goal == CARDS
    news = {
        "page_news_turn": variant.face_down, "page_news_deal": variant.stock, "page_news_card": cards,
        "page_news_run": not cards and rules.runs != STAY, "page_news_win": not cards and rules.runs != AUTO,
    }
    won = teller.tell("page_end_" + ("cards" if cards else variant.switches["runs"]))
    lost = teller.tell("page_end_lost", news=[teller.tell(code) for code, possible in news.items() if possible])
    return [f"{won} {lost}"]


def score(teller: Teller) -> list[str]:
    """The usual way to count, and how far it goes."""
    scheme = default_scheme(teller.variant)
    parts = {"xpat2-spider": _xpat2_spider, "xpat2-gypsy": _xpat2_gypsy, "aisleriot": _aisleriot}[scheme](teller)
    worth = [teller.tell("page_point_" + what, each=each) for what, each in parts]
    return [teller.tell("page_score", scheme=scheme, points=worth, most=highest(teller.variant))]


Parts = list[tuple[str, int]]
"""What is counted, and how many points each is worth."""


def _turned(teller: Teller, each: int) -> Parts:
    return [("turned", each)] if teller.variant.face_down else []


def _xpat2_spider(teller: Teller) -> Parts:
    lying = [("lying", 2)] if teller.variant.rules.runs != AUTO else []
    return [*_turned(teller, 10), ("column", 15), ("pair", 2), ("run", 50), *lying]


def _xpat2_gypsy(teller: Teller) -> Parts:
    return [("up", 5), ("full", 60), ("contrast", 2)]


def _aisleriot(teller: Teller) -> Parts:
    rules = teller.variant.rules
    scorpion = 4 if rules.move == LOOSE else 0
    gone = [("gone", KING - 1 + scorpion)] if rules.runs != STAY else []
    alone = [("alone", scorpion)] if scorpion and rules.runs != AUTO else []
    return [*(_turned(teller, 3) if scorpion else []), ("pair", 1), *gone, *alone]
