"""Rule pages say in words what the data say in numbers, in both languages, for every game and every changed switch."""

import re
from collections import Counter
from contextlib import suppress
from functools import cache
from itertools import pairwise
from math import ceil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kreuzspinne.cards import SUIT_SIZE
from kreuzspinne.errors import VariantError
from kreuzspinne.i18n import LANGUAGES, Speaker, rules_page
from kreuzspinne.i18n.blocks import markdown as written
from kreuzspinne.i18n.rules_layout import layout_blocks
from kreuzspinne.i18n.rules_page import switch_meaning, title
from kreuzspinne.i18n.teller import Teller
from kreuzspinne.rules import AUTO, SWITCHES
from kreuzspinne.variants import ALIASES, VARIANTS, Layout, Variant, change, read
from tools import catalogues, rule_pages

BOTH = pytest.mark.parametrize("language", LANGUAGES)
EVERY_GAME = pytest.mark.parametrize("name", VARIANTS)

ENGLISH = "zero one two three four five six seven eight nine ten eleven twelve"
GERMAN = "null eine zwei drei vier fünf sechs sieben acht neun zehn elf zwölf"
WORDS = {"en": ENGLISH.split(), "de": GERMAN.split()}

markdown, plain = cache(rules_page.markdown), cache(rules_page.plain)


@cache
def changed(name: str) -> list[Variant]:
    """The game and every legal one that differs from it in one switch."""
    found = [VARIANTS[name]]
    for switch, values in SWITCHES.items():
        for value in values.values():
            with suppress(VariantError):
                found.append(change(VARIANTS[name], **{switch: value}))
    return list(dict.fromkeys(found))


def word(number: int, language: str) -> str:
    return WORDS[language][number] if number <= 12 else str(number)


def number(text: str, language: str) -> int:
    return int(text) if text.isdigit() else WORDS[language].index(text)


def section(page: str, code: str, language: str) -> str:
    """What stands under a heading."""
    heading = f"## {Speaker(language).say('page_head_' + code)}\n"
    assert page.count(heading) <= 1
    return page.partition(heading)[2].partition("\n## ")[0].strip()


@BOTH
@EVERY_GAME
def test_every_page_is_whole(name, language):
    for variant in changed(name):
        page, text = markdown(variant, language), plain(variant, language)
        assert page.startswith(f"# {title(variant, language)}\n\n")
        assert not re.search(r"[{}]|  |None|\.\.|\s[,.;:]|,,| \n", page), variant.name
        assert all(line[-1] in ".:|" or line[0] == "#" for line in page.splitlines() if line), variant.name
        assert not re.search(r"[*`#|]", text)
        assert max(map(len, text.splitlines())) <= 78
        assert page.endswith("\n")
        assert not page.endswith("\n\n")


@BOTH
@EVERY_GAME
def test_both_renderings_say_the_same(name, language):
    def said(text: str) -> Counter[str]:
        return Counter(re.findall(r"[\w’]+", text))

    for variant in changed(name):
        page = markdown(variant, language)
        heads = said(" ".join(Speaker(language).say(f"page_{head}") for head in ("switch", "value", "meaning")))
        assert said(page) - heads == said(plain(variant, language)), variant.name


@EVERY_GAME
def test_languages_differ(name):
    for variant in changed(name):
        pages = [markdown(variant, language) for language in LANGUAGES]
        paragraphs = [{line for line in page.splitlines() if len(line) > 40} for page in pages]
        assert not paragraphs[0] & paragraphs[1]
        assert not re.search(r"\b(the|of|and|you|with)\b", pages[LANGUAGES.index("de")].partition("\n")[2])
        assert not re.search(r"\b(der|die|und|mit|du|eine)\b", pages[LANGUAGES.index("en")])


@BOTH
@EVERY_GAME
def test_every_switch_is_explained(name, language):
    for variant in changed(name):
        page = markdown(variant, language)
        for switch, value in variant.switches.items():
            assert f"| `{switch}` | `{value}` | {switch_meaning(switch, value, language)} |\n" in page


@BOTH
@EVERY_GAME
def test_changed_switches_are_named(name, language):
    usual = VARIANTS[name].switches
    assert not section(markdown(VARIANTS[name], language), "changed", language)
    for variant in changed(name)[1:]:
        for switch, value in variant.switches.items():
            told = f"`{switch}={value}`" in section(markdown(variant, language), "changed", language)
            assert told == (value != usual[switch])


# The numbers


@BOTH
@EVERY_GAME
def test_true_numbers(name, language):
    for variant in changed(name):
        page = markdown(variant, language)
        columns, aim = word(len(variant.layout), language), word(len(variant.suits), language)
        cards = len(variant.suits) * SUIT_SIZE
        for phrase in {"en": [f"A patience with {cards} cards in {columns} columns", f" {cards} cards"],
                       "de": [f"Eine Patience mit {cards} Karten in {columns} Spalten", f" {cards} Karten"]}[language]:
            assert phrase in page
        runs = {"en": (f"Complete {aim} runs", f"There are {aim} foundations"),
                "de": (f"Bring {aim} volle Folgen", f"Es gibt {aim} Zielstapel")}[language]
        assert [phrase in page for phrase in runs] == [variant.switches["goal"] == goal for goal in ("runs", "cards")]


TIMES = {"en": {1: "once", 2: "twice"}, "de": {1: "einmal", 2: "zweimal"}}


@BOTH
@EVERY_GAME
def test_true_pack(name, language):
    variant = VARIANTS[name]
    told = section(markdown(variant, language), "cards", language)
    counts = Counter(variant.suits)
    for count in set(counts.values()):
        times = TIMES[language].get(count, f"{word(count, language)}{' times' if language == 'en' else 'mal'}")
        assert re.search(rf"\b{times}\b", told)
    if set(counts) != set("shdc"):
        for suit in "shdc":
            assert (Speaker(language).suit("shdc".index(suit)) in told) == (suit in counts)
    if 1 < len(counts) < 4:
        assert all(f"{count * SUIT_SIZE} {Speaker(language).suit('shdc'.index(suit))}" in told
                   for suit, count in counts.items())


STOCK = {
    "en": (r"The stock has (\w+) cards", r"enough for (\w+) rows?\.",
           r"There are (\w+) rows, the last of them short: (\w+) cards? for columns? (\d+)(?: to (\d+))?",
           r"The stock has only (\w+) cards.*each on columns (\d+) to (\d+)"),
    "de": (r"Der Talon hat (\w+) Karten", r"genug für (\w+) Reihen?\.",
           r"Es sind (\w+) Reihen, die letzte davon ist kurz: (\w+) Karten? für (?:die )?Spalten? (\d+)(?: bis (\d+))?",
           r"Der Talon hat nur (\w+) Karten.*je eine offene Karte auf die Spalten (\d+) bis (\d+)"),
}


@BOTH
@EVERY_GAME
def test_true_stock(name, language):
    variant = VARIANTS[name]
    columns, stock = len(variant.layout), len(variant.suits) * SUIT_SIZE - sum(map(sum, variant.layout))
    told = section(markdown(variant, language), "stock", language)
    if not stock:
        assert told == ""
        return
    size, even, short, only = (re.search(pattern, told) for pattern in STOCK[language])
    last = stock % columns
    left = (columns - last) // 2 if variant.rules.centred else 0
    if stock < columns:
        assert (number(only[1], language), int(only[2]), int(only[3])) == (stock, left + 1, left + last)
        return
    assert number(size[1], language) == stock
    if last:
        assert [number(short[i], language) for i in (1, 2)] == [ceil(stock / columns), last]
        assert (int(short[3]), int(short[4])) == (left + 1, left + last)
    else:
        assert number(even[1], language) == stock // columns


# The layout, read back from the words

MIXED = {"en": r"(\w+) cards? face down and (\w+) open on top",
         "de": r"(\w+) verdeckte Karten? und darauf (\w+) offene"}
OPEN = {"en": r"(\w+) open cards?", "de": r"(\w+) offene Karten?"}
HEIGHT = {"en": r"(\w+) cards?", "de": r"(\w+) Karten?"}
PLACES = {"en": r"Columns? (\d+)(?: (?:to|and) (\d+))?(?: each)? gets? (.*)\.",
          "de": r"(?:Die )?Spalten? (\d+)(?: (?:bis|und) (\d+))? bekomm(?:t|en)(?: je)? (.*)\."}
STAIRS = {"en": r"Column (\d+) gets (\w+) cards?, and each column after it one (more|fewer), (?:up|down) to (\w+) in "
                r"column (\d+)\.",
          "de": r"Spalte (\d+) bekommt (\w+) Karten?, jede weitere eine (mehr|weniger), Spalte (\d+) also (?:noch )?"
                r"(\w+)\."}
EACH = {"en": r"Each of the (\w+) columns gets (.*?)\.", "de": r"Jede der (\w+) Spalten bekommt (.*?)\."}
STAIRCASE = {"en": r"The (\w+) columns form a staircase", "de": r"Die (\w+) Spalten bilden eine Treppe"}
ALL_OPEN = {"en": "All cards lie open.", "de": "Alle Karten liegen offen."}
SUMS = {"en": (r"That makes (\w+) cards", r"(\w+) of them face down", r"The other (\w+) form the stock",
               "there is no stock"),
        "de": (r"Zusammen sind das (\w+) Karten", r"(\w+) davon verdeckt", r"Die übrigen (\w+) bilden den Talon",
               "einen Talon gibt es nicht")}


def column(text: str, language: str, all_open: bool) -> tuple[int, int]:
    if mixed := re.fullmatch(MIXED[language], text):
        return number(mixed[1], language), number(mixed[2], language)
    if shown := re.fullmatch(OPEN[language], text):
        return 0, number(shown[1], language)
    return standing(number(re.fullmatch(HEIGHT[language], text)[1], language), all_open)


def standing(height: int, all_open: bool) -> tuple[int, int]:
    return (0, height) if all_open else (height - 1, 1)


def read_layout(told: str, language: str) -> Layout:
    """The layout that a page describes."""
    all_open = ALL_OPEN[language] in told
    if stairs := re.search(STAIRCASE[language], told):
        return tuple(standing(height + 1, all_open) for height in range(number(stairs[1], language)))
    if each := re.search(EACH[language], told):
        return (column(each[2], language, all_open),) * number(each[1], language)
    layout: list[tuple[int, int]] = []
    for line in re.findall(r"^- (.*)$", told, re.MULTILINE) or [told.partition(". ")[0] + "."]:
        if stairs := re.fullmatch(STAIRS[language], line):
            words = list(stairs.groups())
            if language == "en":
                words[3], words[4] = words[4], words[3]
            first, start, more, last, end = words
            step = 1 if more in ("more", "mehr") else -1
            part = [standing(height, all_open) for height in
                    range(number(start, language), number(end, language) + step, step)]
        else:
            first, last, what = re.fullmatch(PLACES[language], line).groups()
            last = last or first
            part = [column(what, language, all_open)] * (int(last) - int(first) + 1)
        layout += part
        assert (int(first) + len(part) - 1, len(layout)) == (int(last), int(last))
    return tuple(layout)


@BOTH
@EVERY_GAME
def test_layout_can_be_read_back(name, language):
    variant = VARIANTS[name]
    told = section(markdown(variant, language), "deal", language)
    assert read_layout(told, language) == variant.layout
    down, up = (sum(column) for column in zip(*variant.layout, strict=True))
    stock = len(variant.suits) * SUIT_SIZE - down - up
    for pattern, value in zip(SUMS[language], (down + up, down, stock), strict=False):
        match = re.search(pattern, told)
        assert (number(match[1], language) if match else 0) == value
    assert (SUMS[language][3] in told) == (stock == 0)


columns = st.tuples(st.integers(0, 3), st.integers(1, 3))
heights = st.lists(st.integers(1, 6), min_size=1, max_size=15)
layouts = st.one_of(
    st.lists(columns, min_size=1, max_size=15).map(tuple),
    heights.map(lambda some: tuple((0, height) for height in some)),
    heights.map(lambda some: tuple((height - 1, 1) for height in some)),
)


@BOTH
@given(layout=layouts)
def test_any_layout_can_be_read_back(language, layout):
    spider = VARIANTS["spider4"]
    variant = spider._replace(layout=layout, rules=spider.rules._replace(columns=len(layout)))
    assert read_layout(written(layout_blocks(Teller(variant, language))), language) == layout


# The examples

CARD = re.compile(r"the (\w+) of (\w+)")


def pleases(policy: str, lower: str, upper: str) -> bool:
    """The suits of two neighbours, once more."""
    red = {"hearts", "diamonds"}
    return {"suit": lower == upper, "alternate": (lower in red) != (upper in red),
            "colour": (lower in red) == (upper in red)}.get(policy, True)


@EVERY_GAME
def test_examples_of_building_are_true(name):
    for variant in changed(name):
        told = section(markdown(variant, "en"), "moves", "en")
        policy = variant.switches["build"]
        if example := re.search(r"So (the eight .*?) may lie on (.*?), but not on (.*?)\.", told):
            (_, lower), *_ = CARD.findall(example[1])
            for accepted, cards in ((True, example[2]), (False, example[3])):
                assert all(rank == "nine" and pleases(policy, lower, suit) == accepted
                           for rank, suit in CARD.findall(cards))
            assert len(CARD.findall(f"{example[2]}, {example[3]}")) == len(set(variant.suits))
        elif "no card may ever lie on another" in told:
            assert (policy, len(set(variant.suits))) == ("alternate", 1)
        else:
            assert policy == "any" or len(set(variant.suits)) == 1
            assert "may lie on any nine" in told


@EVERY_GAME
def test_examples_of_runs_are_true(name):
    for variant in changed(name):
        told = section(markdown(variant, "en"), "moves", "en")
        policy = variant.switches["move"]
        example = re.search(r"If a column ends with (.*?), (?:all three|you may)(.*)\.", told)
        if example is None:
            assert len(set(variant.suits)) == 1
            continue
        run = CARD.findall(example[1])
        assert len(run) == 3
        if policy == "loose":
            targets = re.match(r" move all three onto (.*)", example[2])[1]
            assert all(pleases(variant.switches["build"], run[0][1], suit) for _, suit in CARD.findall(targets))
            continue
        assert [rank for rank, _ in run] == ["nine", "eight", "seven"]
        assert all(pleases(policy, lower, upper) for (_, upper), (_, lower) in pairwise(run))
        if wrong := re.search(r"with (the nine .*?) in place of (the nine .*?), only", example[2]):
            assert not pleases(policy, run[1][1], CARD.findall(wrong[1])[0][1])
            assert CARD.findall(wrong[2]) == run[:1]
        else:
            assert policy == "rank" or len(set(variant.suits)) == 1


# The rules

TRAP = {"en": "The stock trap", "de": "Die Talonfalle"}


@BOTH
@pytest.mark.parametrize(("name", "said"), [
    ("spider4", "23"), ("spiderette4", "20"), ("spider4:runs=hand", "23"), ("bigspider4", "26"),
    ("giant:deal=full", ""), ("spider4:space=none", ""), ("gypsy:space=none:deal=full", ""),
])
def test_trap_is_explained(name, said, language):
    told = section(markdown(read(name), language), "stock", language)
    assert TRAP[language] in told
    assert f" {said} " in told or not said


@BOTH
@pytest.mark.parametrize("name", ["spider4:deal=any", "spider4:deal=ordered-suit", "gypsy", "gypsy:deal=full", "mrsmop",
                                  "spider4:runs=stay", "scorpion:deal=stuck"])
def test_no_trap_where_there_is_none(name, language):
    assert TRAP[language] not in markdown(read(name), language)


@BOTH
def test_hopeless_switches_are_called_so(language):
    variant = read("spider4:build=alternate")
    assert Teller(variant, language).tell("page_warn_alternate") in markdown(variant, language)


@pytest.mark.parametrize(("name", "highest"), [
    ("spider4", 990), ("spider4:runs=hand", 1000), ("spider4:runs=stay", 1000), ("gypsy", 1000), ("spidike", 500),
    ("gypsy3decks", 1500), ("scorpion", 100), ("simplesimon", 48), ("bigspider4", 144), ("openspider", 550),
])
def test_highest_score(name, highest):
    assert f"The highest possible score is {highest}." in section(markdown(read(name), "en"), "score", "en")
    assert f"Höchstens sind {highest} Punkte möglich." in section(markdown(read(name), "de"), "score", "de")


@EVERY_GAME
def test_bonus_only_for_runs_that_may_lie(name):
    for variant in changed(name):
        told = section(markdown(variant, "en"), "score", "en")
        assert "after the third" not in told or variant.rules.runs != AUTO


@BOTH
def test_left_out_reserve_is_mentioned(language):
    assert "eserve" in title(VARIANTS["missmilligan"], language)
    assert "eserve" in markdown(VARIANTS["missmilligan"], language).partition("##")[0].partition("\n")[2]


@BOTH
def test_gypsy_has_its_other_names(language):
    beginning = markdown(VARIANTS["gypsy"], language).partition("##")[0]
    assert all(name in beginning for name in ("Normandy", "Double Easthaven", "`normandy`", "`doubleeasthaven`"))


@BOTH
@pytest.mark.parametrize("alias", ALIASES)
def test_other_names_are_told(alias, language):
    assert f"`{alias}`" in markdown(read(alias), language).partition("##")[0]


# Titles and sentences


def test_english_titles_are_those_of_the_catalogue():
    assert {name: title(variant, "en") for name, variant in VARIANTS.items()} == {
        name: variant.title for name, variant in VARIANTS.items()}


@BOTH
def test_no_title_twice(language):
    games = {game.name: game for name in VARIANTS for game in changed(name)}
    titles = Counter(title(game, language) for game in games.values())
    assert [text for text, count in titles.items() if count > 1] == []


@pytest.mark.parametrize(("name", "english", "german"), [
    ("spider2", "Spider, two suits", "Spider mit zwei Farben"),
    ("spider4:deal=any", "Relaxed Spider", "Entspanntes Spider"),
    ("spider4:runs=hand:deal=ordered-rank", "Spider as in XPat2, relaxed 2", "Spider wie in XPat2, relaxed 2"),
    ("gypsy:back=no:space=king", "Gypsy (space=king, back=no)", "Gypsy (space=king, back=no)"),
])
def test_titles(name, english, german):
    assert (title(read(name), "en"), title(read(name), "de")) == (english, german)


@BOTH
def test_meanings_are_sentences(language):
    meanings = [switch_meaning(switch, value, language) for switch, values in SWITCHES.items() for value in values]
    assert len(set(meanings)) == len(meanings)
    assert all(re.fullmatch(r"[A-ZÄÖÜ][^.]+\.", meaning) for meaning in meanings)



def invented() -> list[Variant]:
    """Two columns alike, one alone, and a stock of one card or two: what no game of the catalogue has."""
    spider = VARIANTS["spider4"]
    layouts = [((1, 1), (1, 1), (0, 3), *((1, 2),) * 7), *(((0, 10),) * 9 + ((0, 14 - stock),) for stock in (1, 2))]
    return [spider._replace(layout=layout) for layout in layouts]


def test_no_sentence_is_left_over(monkeypatch):
    told: set[str] = set()
    say = Speaker.say
    monkeypatch.setattr(Speaker, "say", lambda speaker, code, /, **facts: told.add(code) or say(speaker, code, **facts))
    named = ("spider4:deal=ordered-suit:runs=hand", "spider4:deal=ordered-rank:runs=hand")
    for variant in [*(game for name in VARIANTS for game in changed(name)), *map(read, named), *invented()]:
        rules_page.markdown(variant, "en")
    source = next(path for path in catalogues.catalogues() if path.parts[-3:] == ("en", "LC_MESSAGES", "rules.po"))
    assert {message.id for message in catalogues.read(source) if message.id} - told == set()


# The files


def test_pages_in_docs_are_up_to_date():
    folder = Path(rule_pages.FOLDER)
    assert {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()} == rule_pages.pages(), (
        "python tools/rule_pages.py mends it")
