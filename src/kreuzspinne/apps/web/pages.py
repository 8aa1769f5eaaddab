"""Rules and hand-written pages as HTML, from the Markdown of the message catalogues' package."""

import re
from functools import cache
from html import escape
from importlib.resources import files
from itertools import pairwise

from markdown_it import MarkdownIt

from ...i18n import Speaker, rules_page
from ...rules import CARDS
from ...variants import read

_NAME = re.compile(r"[a-z0-9-]{1,40}")


def rules(variant: str, language: str, note: str = "") -> str:
    """
    The rules of a game as a page that leads on to the one on its family; `note` is a sentence on the running game.

    :raises VariantError: no such game
    """
    game = read(variant)
    heading, _, text = rules_page.markdown(game, language).partition("\n\n")
    family = "gypsy" if game.rules.goal == CARDS else "spider"
    further = Speaker(language).say("web_further", page=family)
    return _page("\n\n".join(filter(None, [heading, further, note, text])), language)


def refusal(sentence: str, language: str) -> str:
    """A page that says why there is none, with the way back."""
    return _frame("Kreuzspinne", f"<h1>Kreuzspinne</h1>\n<p>{escape(sentence)}</p>\n", language)


def written(name: str, language: str) -> str | None:
    """The hand-written page `name`, or None if there is none."""
    if not _NAME.fullmatch(name):
        return None
    file = files("kreuzspinne.i18n").joinpath("pages", f"{name}.{language}.md")
    return _page(file.read_text("utf-8"), language) if file.is_file() else None


@cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _page(text: str, language: str) -> str:
    title = next((line.lstrip("# ") for line in text.splitlines() if line.startswith("#")), "")
    return _frame(f"{title} – Kreuzspinne", _html(text), language)


def _frame(title: str, body: str, language: str) -> str:
    back = Speaker(language).say("web_to_the_game")
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n"
        '<link rel="stylesheet" href="/static/page.css">\n<link rel="icon" href="/static/icon.svg">\n</head>\n'
        f'<body>\n<nav class="back"><a href="/">{escape(back)}</a></nav>\n<main class="page">\n'
        f"{body}</main>\n</body>\n</html>\n"
    )


def _html(text: str) -> str:
    """Markdown as HTML: headings can be linked to, keys reach tables, and links between pages stay on the server."""
    renderer = _markdown()
    tokens = renderer.parse(text)
    for token, content in pairwise(tokens):
        if token.type == "heading_open":
            token.attrSet("id", _anchor(content.content))
        if token.type == "table_open":
            token.attrSet("tabindex", "0")  # on a narrow screen it is moved sideways, by keys too
        for child in content.children or ():
            if child.type == "link_open":
                child.attrSet("href", _address(str(child.attrGet("href"))))
    return str(renderer.renderer.render(tokens, renderer.options, {}))


def _anchor(heading: str) -> str:
    return re.sub(r"[^\w]+", "-", heading.lower()).strip("-")


def _address(link: str) -> str:
    """``spider#aim`` and ``spider.en.md#aim`` mean the page of that name."""
    page = re.fullmatch(r"([a-z0-9-]+?)(?:\.(?:de|en))?(?:\.md)?(#.*)?", link)
    return f"/pages/{page[1]}{page[2] or ''}" if page else link
