"""What can be chosen for a new game."""

import re

from ... import deals, variants
from ...i18n import Speaker, rules_page
from ...rules import CARDS, LOOSE, SWITCHES
from ...variants import Variant
from .protocol import Catalogue, Choice, Group, Switch, SwitchValue

READY = (
    "spider1", "spider2", "spider4", "spider4:runs=hand", "spider4:deal=any", "spider4:deal=ordered-suit:runs=hand",
    "spider4:deal=ordered-rank:runs=hand", "gypsy", "spiderette4", "simplesimon", "scorpion",
)
"""Offered first: the games most people look for, and XPat2's Spider with its two relaxations."""

FAMILIES = ("two_decks", "more_decks", "one_deck", "scorpion", "gypsy")
LADDER = ("spider1", "spider2", "spider3", "spider4")
ONE_DECK = 52


def catalogue(language: str) -> Catalogue:
    """Every game with the sources that deal it, in one language."""
    say = Speaker(language).say
    groups = [Group(say("web_group_ready"), [choice(name, language) for name in READY])]
    for family in FAMILIES:
        names = [name for name, variant in variants.VARIANTS.items()
                 if name not in READY and _family(variant) == family]
        groups.append(Group(say("web_group_" + family), [choice(name, language) for name in names]))
    switches = [Switch(switch, say("web_switch_" + switch), [_value(switch, value, language) for value in values])
                for switch, values in SWITCHES.items()]
    return Catalogue(groups, switches, list(LADDER))


def choice(name: str, language: str) -> Choice:
    """
    One game with its switches.

    :raises VariantError: no such game, or switches that contradict each other
    """
    variant = variants.read(name)
    offered = [source for source in deals.SOURCES if variant.base in deals.games(source)]
    return Choice(variant.name, rules_page.title(variant, language), offered, len(set(variant.suits)), _kin(variant),
                  variant.switches)


def _value(switch: str, value: str, language: str) -> SwitchValue:
    title = Speaker(language).say(f"web_switch_{switch}_{value}")
    return SwitchValue(value, title, rules_page.switch_meaning(switch, value, language))


def _family(variant: Variant) -> str:
    if variant.rules.goal == CARDS:
        return "gypsy"
    if variant.rules.move == LOOSE:
        return "scorpion"
    decks = variant.rules.cards / ONE_DECK
    return "one_deck" if decks == 1 else "two_decks" if decks == 2 else "more_decks"


def _kin(variant: Variant) -> str:
    """``spider1`` and ``spider4`` differ in their suits alone."""
    named = re.fullmatch(r"([a-z]+)\d", variant.base)
    return named[1] if named else ""
