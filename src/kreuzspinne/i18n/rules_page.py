"""The rule page of any game, made from its data, so that it cannot contradict the program."""

from collections.abc import Callable

from ..errors import VariantError
from ..rules import NEVER, RUNS
from ..variants import ALIASES, VARIANTS, Variant, read
from . import Speaker, blocks, codes
from .blocks import Block, Bullets, Heading, Paragraph, Table
from .rules_layout import foreign_layout, foreign_suits, layout_blocks, pack, ranks
from .rules_moves import moves
from .rules_sections import aim, end, foundations, score, stock
from .teller import Teller


def title(variant: Variant, language: str) -> str:
    """The game's name for people; switches that differ from the catalogue are added."""
    speaker = Speaker(language)
    if "title_" + variant.name in codes(language):
        return speaker.say("title_" + variant.name)
    base = speaker.say("title_" + variant.base)
    return speaker.say("title_changed", title=base, switches=", ".join(variant.name.split(":")[1:]))


def title_of(name: str, language: str) -> str:
    """The title of a game by its name; the name itself where it is a game of another version."""
    try:
        return title(read(name), language)
    except VariantError:
        return name


def switch_meaning(switch: str, value: str, language: str) -> str:
    """One sentence that says what a value of a switch means, in whatever game."""
    return Speaker(language).say(f"switch_{switch}_{value}")


def markdown(variant: Variant, language: str) -> str:
    """The rules of a game as a page in Markdown."""
    return blocks.markdown(page(variant, language))


def plain(variant: Variant, language: str) -> str:
    """The rules of a game as text for a terminal."""
    return blocks.plain(page(variant, language))


def page(variant: Variant, language: str) -> list[Block]:
    """The rules of a game, section by section."""
    teller = Teller(variant, language)
    found: list[Block] = [Heading(title(variant, language), 1), *_paragraphs(_beginning(teller)), *_changed(teller)]
    for name, write in _SECTIONS.items():
        if blocks_of := write(teller):
            found += [Heading(teller.tell("page_head_" + name)), *blocks_of]
    return found


def _paragraphs(texts: list[str]) -> list[Block]:
    return [Paragraph(text) for text in texts]


def _beginning(teller: Teller) -> list[str]:
    """What kind of game it is, what it is called, and what is known of it elsewhere."""
    lead = [teller.tell("page_lead_" + _kind(teller.variant))]
    if not teller.variant.face_down and teller.variant.rules.deal == NEVER:
        lead.append(teller.tell("page_lead_open"))
    aliases = [f"`{alias}`" for alias, name in ALIASES.items() if name == teller.variant.name]
    names = [teller.tell("page_name_also" if aliases else "page_name", aliases=aliases)]
    known = [f"page_{kind}_{teller.variant.base}" for kind in ("names", "note")]
    notes = [teller.tell(code) for code in known if code in codes(teller.language)]
    return [" ".join(lead), " ".join(names + notes)]


def _kind(variant: Variant) -> str:
    if variant.rules.goal != RUNS:
        return "cards"
    return "stay" if variant.switches["runs"] == "stay" else "runs"


def _changed(teller: Teller) -> list[Block]:
    """Where the game differs from the one in the catalogue."""
    usual = VARIANTS[teller.variant.base].switches
    items = [teller.tell("page_changed_switch", switch=switch, value=value, usual=usual[switch],
                         meaning=switch_meaning(switch, value, teller.language))
             for switch, value in teller.variant.switches.items() if value != usual[switch]]
    if not items:
        return []
    return [Heading(teller.tell("page_head_changed")), Paragraph(teller.tell("page_changed")), Bullets(items)]


def _cards(teller: Teller) -> list[Block]:
    return [Paragraph(" ".join([pack(teller), ranks(teller), *foreign_suits(teller)]))]


def _deal(teller: Teller) -> list[Block]:
    return [*layout_blocks(teller), *_paragraphs(foreign_layout(teller))]


def _switches(teller: Teller) -> list[Block]:
    head = [teller.tell("page_" + word) for word in ("switch", "value", "meaning")]
    rows = [(f"`{switch}`", f"`{value}`", switch_meaning(switch, value, teller.language))
            for switch, value in teller.variant.switches.items()]
    # Whatever the others are, a space may always be filled in another way.
    space = "any" if VARIANTS[teller.variant.base].switches["space"] == "king" else "king"
    return [Paragraph(teller.tell("page_switches", example=f"{teller.variant.base}:space={space}")), Table(head, rows)]


def _plain_section(write: Callable[[Teller], list[str]]) -> Callable[[Teller], list[Block]]:
    return lambda teller: _paragraphs(write(teller))


_SECTIONS: dict[str, Callable[[Teller], list[Block]]] = {
    "aim": _plain_section(aim),
    "cards": _cards,
    "deal": _deal,
    "moves": lambda teller: [Paragraph(teller.tell("page_top")), Bullets(moves(teller))],
    "up": _plain_section(foundations),
    "stock": _plain_section(stock),
    "end": _plain_section(end),
    "score": _plain_section(score),
    "switches": _switches,
}
"""The sections of a page in their order."""
