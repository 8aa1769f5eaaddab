"""Which reasons are told before others, and which need not be told beside others."""

from collections.abc import Iterable

from .case import Reason

ORDER = (
    "why_wins", "why_plan_wins", "why_run_leaves", "why_banks_and_turns", "why_banks_and_empties", "why_banks",
    "why_ace_up", "why_two_for_one", "why_makes_run", "why_turns", "why_turns_last", "why_empties",
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
    "why_supports": {"why_lifts_cap"},
}  # fmt: skip
"""Reasons that need not be given beside others, which say the same or more."""


def ordered(reasons: Iterable[Reason]) -> list[Reason]:
    """The reasons that are worth telling, the most important first."""
    given = {reason.code: reason for reason in reasons}
    told = [code for code in given if not SAID_BY.get(code, set()) & given.keys()]
    return [given[code] for code in sorted(told, key=ORDER.index)]
