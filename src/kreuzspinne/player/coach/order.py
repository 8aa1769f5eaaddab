"""Which reasons are told before others, and which need not be told beside others."""

from collections.abc import Iterable

from .case import Reason

ORDER = (
    "why_wins", "why_plan_wins", "why_sure_win", "why_run_leaves", "why_banks_and_turns", "why_banks_and_empties",
    "why_banks",
    "why_ace_up", "why_two_for_one", "why_makes_run", "why_joins_run", "why_turns", "why_turns_last", "why_empties",
    "why_king_to_space", "why_one_for_one", "why_plan_turns", "why_plan_empties", "why_carries",
    "why_tidies_by_column", "why_tidies_by_space", "why_fills_gap", "why_hidden_space",
    "why_ready_to_deal", "why_fills_for_deal", "why_nothing_turns", "why_back", "why_safe_up",
    "why_nears_run", "why_way_back", "why_digs_deep", "why_digs_deep_last", "why_outs", "why_sure_turns",
    "why_waits", "why_opens", "why_lifts_cap", "why_nearest_space", "why_supports", "why_room_below",
    "why_market", "why_keeps_mess", "why_plan_builds", "why_row_fits", "why_row_covers", "why_spread", "why_up",
    "why_free", "why_plan_deals", "why_all_known",
)  # fmt: skip
"""Every reason there is, the more important one before the others."""

SAID_BY = {
    "why_turns": {"why_banks_and_turns"}, "why_turns_last": {"why_banks_and_turns"},
    "why_empties": {"why_banks_and_empties"}, "why_hidden_space": {"why_empties"},
    "why_plan_empties": {"why_hidden_space"},
    "why_plan_builds": {"why_tidies_by_column", "why_tidies_by_space"}, "why_one_for_one": {"why_two_for_one"},
    "why_nearest_space": {"why_turns_last"}, "why_sure_turns": {"why_two_for_one"},
    "why_supports": {"why_lifts_cap", "why_makes_run", "why_joins_run"},
}  # fmt: skip
"""Reasons that need not be given beside others, which say the same or more."""


NEAR = 6
"""Moves after which what a plan leads to is still told before what the move itself does."""


OF_THE_CARD_TURNED = {"why_outs", "why_sure_turns", "why_digs_deep", "why_digs_deep_last", "why_nearest_space"}
"""What is said of the column in which a plan turns a card is as far away as that."""


def ordered(reasons: Iterable[Reason]) -> list[Reason]:
    """The reasons that are worth telling, the most important first."""
    given = {reason.code: reason for reason in reasons}
    told = [reason for code, reason in given.items() if not SAID_BY.get(code, set()) & given.keys()]
    far = {code for code, reason in given.items() if is_far(reason)}
    if "why_plan_turns" in far:
        far |= OF_THE_CARD_TURNED
    return sorted(told, key=lambda reason: (reason.code in far, ORDER.index(reason.code)))


def is_far(reason: Reason) -> bool:
    """Does it speak of what comes only after many more moves? A forced win is worth hearing of all the same."""
    return reason.code != "why_plan_wins" and reason.facts.get("moves", 0) > NEAR
