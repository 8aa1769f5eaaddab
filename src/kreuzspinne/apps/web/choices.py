"""What can be chosen for a new game."""

from ... import deals, variants
from ...i18n import Speaker, rules_page
from .protocol import Catalogue, Choice, Group

READY = (
    "spider1", "spider2", "spider4", "spider4:runs=hand", "spider4:deal=any", "spider4:deal=ordered-suit:runs=hand",
    "spider4:deal=ordered-rank:runs=hand", "gypsy", "spiderette4", "simplesimon", "scorpion",
)
"""Offered first: the games most people look for, and XPat2's Spider with its two relaxations."""


def catalogue(language: str) -> Catalogue:
    """Every game with the sources that deal it, in one language."""
    say = Speaker(language).say
    sources = {source: frozenset(deals.games(source)) for source in deals.SOURCES}

    def choice(name: str) -> Choice:
        variant = variants.read(name)
        offered = [source for source, games in sources.items() if variant.base in games]
        return Choice(variant.name, rules_page.title(variant, language), offered)

    ready = [choice(name) for name in READY]
    others = sorted((choice(name) for name in variants.VARIANTS if name not in READY), key=lambda one: one.title)
    return Catalogue([Group(say("web_group_ready"), ready), Group(say("web_group_all"), others)])
