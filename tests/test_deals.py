"""Deal numbers against the real programs, the published shuffle against a second writing of it, and bad numbers."""

import json
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest

from kreuzspinne import deals
from kreuzspinne.cards import SUIT_SIZE, name, rank, suit
from kreuzspinne.deals import Dealt
from kreuzspinne.deals.numbers import below
from kreuzspinne.errors import DealError
from kreuzspinne.variants import VARIANTS, Variant, read

FILES = sorted((Path(__file__).parent / "deals").glob("*.jsonl"))

# A program's own word for a game, where leaving out the hyphens does not give the name in the catalogue.
GAMES = {
    "spider": "spider4", "spider-1-suit": "spider1", "spider-2-suits": "spider2", "spider-3-suits": "spider3",
    "spider-4-suits": "spider4", "relaxed-spider": "spider4:deal=any", "spiderette": "spiderette4",
    "will-o-the-wisp": "willothewisp", "big-spider": "bigspider4", "big-spider-1-suit": "bigspider1",
    "big-spider-2-suits": "bigspider2", "spider-4-decks": "spider4decks", "spider-three-decks": "spider3decks",
    "fred-s-spider": "fredsspider", "gypsy-3-decks": "gypsy3decks",
}

OFFERED = [(source, game) for source in deals.SOURCES for game in deals.games(source)]
FOREIGN = [source for source in deals.SOURCES if source != "own"]


def text(dealt: Dealt) -> tuple[str, str]:
    """Tableau and stock as the vectors write them."""
    columns = ("".join(map(name, cards[:down])) + "|" * (down > 0) + "".join(map(name, cards[down:]))
               for cards, down in dealt.columns)
    return "/".join(columns), "".join(map(name, dealt.stock)) or "-"


def flat(dealt: Dealt) -> list[int]:
    return [card for cards, _ in dealt.columns for card in cards] + list(dealt.stock)


def number_for(source: str) -> str:
    return "the same for all" if source == "own" else "4711"


# --- the real programs

@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_programs_deals_are_reproduced_card_for_card(file: Path) -> None:
    """This also settles from which end of the pack each program deals (user request 42)."""
    about, *vectors = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    variant = read(GAMES.get(about["game"], about["game"].replace("-", "")))
    assert vectors
    for vector in vectors:
        dealt = deals.deal(variant, about["source"], vector["number"])
        assert text(dealt) == (vector["tableau"], vector["stock"]), vector["number"]


def test_vectors_are_all_there() -> None:
    assert len(FILES) == 50


def test_spider_42_as_xpat2_prints_it() -> None:
    columns = ("3s jd 5d 8d 9c QC", "8s 5s 5d js 4C", "ts ks 8h 6d 3H", "ah ac 6h 4s 5h KH", "2s 9c 3d th QH",
               "5c jd 4h 4d 9D", "7s 9s 7d jc 3h JH", "7s 9d 2d td 8C", "tc kc 3s 2c 5C", "6s qh 8c 7h 6h 8H")
    stock = ("JH 2H 9H TH 2H 6C TC 2S AS 6S  3C JC QS KD TD 8D 5H AC 4S 9H  2C 7H 5S 6D 7C KD AH AD 6C QD "
             "AD 8S KH JS 9S 3D TS 4C 7C 2D  QS QC KS KC 4D 4H 3C QD 7D AS")
    dealt = deals.deal(VARIANTS["spider4"], "xpat2", "42")
    assert [[name(card).upper() for card in cards] for cards, _ in dealt.columns] == [
        column.upper().split() for column in columns]
    assert [down for _, down in dealt.columns] == [column.count(" ") for column in columns]
    assert [name(card).upper() for card in dealt.stock] == stock.split()


def test_open_cards_of_xpat2_gypsy_1() -> None:
    dealt = deals.deal(VARIANTS["gypsy"], "xpat2", "1")
    assert [name(cards[-1]) for cards, _ in dealt.columns] == ["6c", "5s", "4s", "Jh", "Ac", "Kd", "6c", "5d"]


def xpat2_order(seed: int) -> list[str]:
    """XPat2's cards under `-rng 0`, in the order drawn: the description, followed line by line."""
    ring = {0: seed}
    previous, current = seed, 1
    for i in range(1, 55):
        ring[21 * i % 55] = current
        previous, current = current, (previous - current) % 1_000_000_000
    a, b, draws = 0, 24, []
    for _ in range(165 + 104):
        a, b = (a + 54) % 55, (b + 54) % 55
        ring[a] = (ring[a] - ring[b]) % 1_000_000_000
        draws.append(ring[a])
    pack = [r + s for _ in range(2) for r in "A23456789TJQK" for s in "cshd"]
    return [pack.pop(draws[165 + i] % (104 - i)) for i in range(104)]


@pytest.mark.parametrize("number", [0, 42, 730236748, 999999999])
def test_old_generator_of_xpat2(number: int) -> None:
    dealt = deals.deal(VARIANTS["spider4"], "xpat2", f"rng0-{number}")
    array = [name(card) for card in flat(dealt)]
    assert array[54:] + array[53::-1] == xpat2_order(number)
    assert dealt != deals.deal(VARIANTS["spider4"], "xpat2", str(number))


def test_kpat_knows_normandy_by_both_names() -> None:
    assert deals.deal(VARIANTS["normandy"], "kpat", "42") == deals.deal(VARIANTS["gypsy"], "kpat", "42")


def test_fewer_suits_only_recolour_a_kpat_deal() -> None:
    ranks = [[rank(card) for card in flat(deals.deal(VARIANTS[game], "kpat", "42"))]
             for game in ("spider1", "spider2", "spider3", "spider4")]
    assert ranks[0] == ranks[1] == ranks[2] == ranks[3]


@pytest.mark.parametrize("number", ["1", "31999"])
def test_simple_simon_is_the_same_in_pysol_kpat_and_by_its_microsoft_number(number: str) -> None:
    variant = VARIANTS["simplesimon"]
    dealt = deals.deal(variant, "kpat", number)
    assert deals.deal(variant, "pysol", number) == dealt
    assert deals.deal(variant, "pysol", f"ms{number}") == dealt


def test_pysol_changes_its_generator_at_32000() -> None:
    variant = VARIANTS["spider4"]
    assert deals.deal(variant, "pysol", "31999") == deals.deal(variant, "pysol", "ms31999")
    assert deals.deal(variant, "pysol", "32000") != deals.deal(variant, "pysol", "ms32000")


def test_every_range_of_microsoft_numbers_has_deals_of_its_own() -> None:
    numbers = ["ms5", f"ms{2 ** 31 + 5}", f"ms{2 ** 32 + 5}"]  # the same state of the generator but for the top bit
    assert len({deals.deal(VARIANTS["spider4"], "pysol", number) for number in numbers}) == 3


def test_hypotenuse_descends_in_pysol_and_its_rows_end_level() -> None:
    dealt = deals.deal(VARIANTS["hypotenuse"], "pysol", "4711")
    eternal = deals.deal(VARIANTS["eternaltriangle"], "pysol", "4711")
    assert [len(cards) for cards, _ in dealt.columns] == list(range(10, 0, -1))
    assert [down for _, down in dealt.columns] == list(range(9, -1, -1))
    # Both games deal the same 55 cards in the same order; these come 1, 2, … 10 in a row, those 9, 8, … 1 and 10.
    order = [dealt.columns[column][0][row - column] for row in range(10) for column in range(row + 1)]
    again = [eternal.columns[column][0][row] for row in range(9) for column in range(row + 1, 10)]
    assert order == again + [cards[-1] for cards, _ in eternal.columns]
    assert dealt.stock == eternal.stock


# --- own deals

def own(suits: str, layout: tuple[tuple[int, int], ...], seed: str) -> tuple[str, str]:
    """The published shuffle written down a second time, without any of the package's code."""
    digests = [sha256(f"kreuzspinne:1:{seed}:{block}".encode()).hexdigest() for block in range(100)]
    words = [int(digest[i:i + 8], 16) for digest in digests for i in range(0, 64, 8)]
    pack = [rank + suit for suit in suits for rank in "A23456789TJQK"]
    for i in range(len(pack) - 1, 0, -1):
        while words[0] >= 2 ** 32 // (i + 1) * (i + 1):
            del words[0]
        j = words.pop(0) % (i + 1)
        pack[i], pack[j] = pack[j], pack[i]
    columns: list[list[str]] = [[] for _ in layout]
    while any(len(column) < down + up for column, (down, up) in zip(columns, layout, strict=True)):
        for column, (down, up) in zip(columns, layout, strict=True):
            if len(column) < down + up:
                column.append(pack.pop(0))
    written = ("".join(column[:down]) + "|" * (down > 0) + "".join(column[down:])
               for column, (down, _) in zip(columns, layout, strict=True))
    return "/".join(written), "".join(pack) or "-"


@pytest.mark.parametrize("seed", ["0", "18446744073709551615", "hello world", "Grüße, Spinne!", "a:b",
                                  "👨‍👩‍👧", "x" * 200])
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_own_deals_follow_the_published_shuffle(variant: Variant, seed: str) -> None:
    assert text(deals.deal(variant, "own", seed)) == own(variant.suits, variant.layout, seed)


@pytest.mark.parametrize(("game", "seed", "tableau", "stock"), [
    ("spider4", "0",
     "9d7d7s8h8d|Qs/2dKs2cAcTh|8s/5dTcKcTdKd|Js/As5s2h4d5c|Ah/5cJh5sTs|Qs/2s4s3c9h|4d/Ac5h3h9h|9d/3c6d4c3d|4c/"
     "2d7h8c6s|Kh/6hAhJd3h|9s",
     "4sJc3s7sQd6s3s7dJhAsJc5h7cTcQhKh9sAd6c6h2h7cQhKs5dTh4h8hAdQdJs4h8dTsTdQc9cJd8sKd8cQc2s7hKc2c6c6d3d9c"),
    ("spider1", "18446744073709551615",
     "7s6s7s3sQs|Ks/9s8s2s6s3s|Ks/Qs3s7s8sTs|6s/3sKs5s4s9s|2s/9sTsQs5s|Js/TsTs2sAs|8s/KsQs4s9s|Ks/TsQs8s7s|5s/"
     "5sJs5sTs|5s/4s8sAs2s|Qs",
     "3sJsJsAsJsAs8s9s4s6s9sJs6s6s8s7sAs8s4s4s5sQs6sAs7s2s9sKsKs6s3s7sTsJsTs9s3sQs3sJs2sAs2s5s2sKs7sAs4s4s"),
    ("spiderette4", "hello world",
     "4h/8d|6s/6hTd|4s/2c2h5c|7s/2dJcAc7c|8c/Jd3dKc5sKh|Qh/9c5dJhJsTsAh|Qs",
     "4c4dAs9d9hThQc3h2sKdAdQd9s6d7h8s3c5h8h7dKs3s6cTc"),
    ("irmgard", "Grüße, Spinne!",
     "6d/Qd|Jh/3c5h|2c/4cTc9s|As/4d7cAh9d|5h/9hKc2h|6d/Ks2c|Kd/Qc|4s/6s",
     "Jd5c4s5d2sJcJh3hTc8cTh5cTsQsAd4h7h9dKs9hAc8sQhAh4cKh3d4h3h4d8c8h8dTs7d6h2s8dJs8s2d5s5d9cJdAsJsKh2dQs7h7d3sKd"
     "Jc9s9c3dQc7sAdQd7s7cTdKc6cTh6cAcQh2h3c6s5s6h8h3sTd"),
])
def test_published_own_deals(game: str, seed: str, tableau: str, stock: str) -> None:
    """These cards must never change."""
    assert text(deals.deal(VARIANTS[game], "own", seed)) == (tableau, stock)


def test_below_passes_over_words_that_would_favour_some_cards() -> None:
    words = iter([2 ** 32 - 1, 2 ** 32 - 1, 2 ** 32 - 2, 7, 2 ** 32 - 1, 8])
    assert below(words, 3) == (2 ** 32 - 2) % 3  # 2^32 - 1 is a multiple of three: that word alone will not do
    assert below(words, 5) == 2
    assert below(words, 2) == 1
    assert list(words) == [8]


def test_own_shuffle_favours_no_card_and_no_place() -> None:
    """Chi-square over the cards at four places in 1560 fixed deals: 30 each expected, 51 degrees of freedom."""
    places: list[Counter[int]] = [Counter() for _ in range(4)]
    variant = VARIANTS["scorpion"]
    for seed in range(1560):
        cards = flat(deals.deal(variant, "own", str(seed)))
        for counts, place in zip(places, (0, 17, 40, 51), strict=True):
            counts[cards[place]] += 1
    for counts in places:
        assert len(counts) == 52
        assert 20 < sum((count - 30) ** 2 for count in counts.values()) / 30 < 95


def test_new_numbers_are_short_and_differ() -> None:
    numbers = {deals.new_own_number() for _ in range(20)}
    assert len(numbers) > 1
    for number in numbers:
        assert len(number) <= 9
        assert deals.canonical("own", number) == number


# --- every game of every source

@pytest.mark.parametrize(("source", "game"), OFFERED)
def test_every_deal_is_a_whole_pack_on_the_games_table(source: str, game: str) -> None:
    variant = VARIANTS[game]
    dealt = deals.deal(variant, source, number_for(source))
    counts = Counter(flat(dealt))
    per_suit = Counter(suit(card) for card in counts.elements())
    assert len(flat(dealt)) == variant.rules.cards
    assert all(count == per_suit[suit(card)] // SUIT_SIZE for card, count in counts.items())
    assert all(number % SUIT_SIZE == 0 for number in per_suit.values())
    assert len(dealt.columns) == variant.rules.columns
    assert len(dealt.stock) == variant.stock
    assert all(0 <= down < len(cards) for cards, down in dealt.columns)
    if source == "own":
        assert per_suit == Counter("shdc".index(letter) for letter in variant.suits * SUIT_SIZE)
        assert tuple((down, len(cards) - down) for cards, down in dealt.columns) == variant.layout


@pytest.mark.parametrize(("source", "game"), OFFERED)
def test_deals_depend_on_number_alone(source: str, game: str) -> None:
    variant = VARIANTS[game]
    once = deals.deal(variant, source, number_for(source))
    assert deals.deal(variant, source, number_for(source)) == once
    assert hash(once) == hash(deals.deal(variant, source, number_for(source)))
    assert deals.deal(variant, source, "1") != once


@pytest.mark.parametrize("source", deals.SOURCES)
def test_switches_do_not_change_a_deal(source: str) -> None:
    plain, switched = read("spider4"), read("spider4:deal=ordered-suit:runs=hand")
    assert deals.deal(switched, source, "42") == deals.deal(plain, source, "42")


@pytest.mark.parametrize("source", deals.SOURCES)
def test_sources_deal_games_of_the_catalogue_each_listed_once(source: str) -> None:
    games = deals.games(source)
    assert set(games) <= VARIANTS.keys()
    assert len(set(games)) == len(games)


# --- names of deals

@pytest.mark.parametrize(("written", "source", "number"), [
    ("xpat2:42", "xpat2", "42"),
    (" XPat2 : 000000042 ", "xpat2", "42"),
    ("xpat2:RNG0-0730236748", "xpat2", "rng0-730236748"),
    ("pysol:ms100000", "pysol", "ms100000"),
    ("pysol:MS007", "pysol", "ms7"),
    ("pysol:100000000000000000000", "pysol", "100000000000000000000"),
    ("kpat:2147483647", "kpat", "2147483647"),
    ("aisleriot:4294967295", "aisleriot", "4294967295"),
    ("own:hello world", "own", "hello world"),
    ("hello world", "own", "hello world"),
    (" hello  world\n", "own", "hello  world"),
    ("own:a:b", "own", "a:b"),
    ("own:xpat2:42", "own", "xpat2:42"),
    ("007", "own", "7"),
    ("000", "own", "0"),
    ("18446744073709551615", "own", "18446744073709551615"),
    ("+5", "own", "+5"),
    ("-5", "own", "-5"),
    ("1_000", "own", "1_000"),
    ("ms100000", "own", "ms100000"),
    ("４２", "own", "４２"),
    ("²", "own", "²"),
])
def test_read_is_tolerant_and_gives_the_canonical_number(written: str, source: str, number: str) -> None:
    assert deals.read(written) == (source, number)
    assert deals.read(f"{source}:{number}") == (source, number)


@pytest.mark.parametrize(("source", "written"), [
    ("xpat2", "0042"), ("xpat2", "RNG0-042"), ("pysol", "Ms042"), ("kpat", "042"), ("aisleriot", "042"),
    ("own", "042"), ("own", " 42 "),
])
def test_numbers_written_otherwise_deal_the_same(source: str, written: str) -> None:
    variant, number = VARIANTS["spider4"], deals.canonical(source, written)
    assert number != written
    assert deals.deal(variant, source, written) == deals.deal(variant, source, number)


# --- what does not exist

@pytest.mark.parametrize("source", ["", "XPat2", "nosuch", "own ", "..own", "os", "x" * 10_000, "\ud800", "\0"])
def test_unknown_source(source: str) -> None:
    for call in (lambda: deals.deal(VARIANTS["spider4"], source, "1"), lambda: deals.canonical(source, "1"),
                 lambda: deals.games(source)):
        with pytest.raises(DealError) as caught:
            call()
        assert caught.value.code == "unknown_source"
        assert caught.value.facts["sources"] == list(deals.SOURCES)
        assert len(str(caught.value).encode()) < 500


@pytest.mark.parametrize("written", [":42", "xpatt2:42", "note: hello", "https://example.org", "pysol ms:1"])
def test_a_colon_needs_a_known_source_before_it(written: str) -> None:
    with pytest.raises(DealError) as caught:
        deals.read(written)
    assert caught.value.code == "unknown_source"


@pytest.mark.parametrize(("source", "game"), [
    ("xpat2", "spider2"), ("pysol", "spider3"), ("pysol", "normandy"), ("kpat", "scorpion"),
    ("aisleriot", "simplesimon"),
])
def test_game_not_in_source(source: str, game: str) -> None:
    with pytest.raises(DealError) as caught:
        deals.deal(VARIANTS[game], source, "1")
    assert caught.value.code == "game_not_in_source"
    assert caught.value.facts == {"source": source, "variant": game, "games": list(deals.games(source))}


BAD = ["", " ", "-1", "+5", "1_000", "1 000", " 5", "5 ", "5\n", "4.2", "1e3", "0x10", "12abc", "４２", "²", "½", "ⅷ",
       "٣", "\ud800", "\0", "ms", "ms-5", "ms+5", "ms 5", "rng0-", "rng0--1", "rng0-４", "rng1-5", "MSms5",
       "9" * 30, "9" * 5000, "0" * 5000, "1" * 1_000_000]


@pytest.mark.parametrize("source", FOREIGN)
@pytest.mark.parametrize("number", BAD, ids=range(len(BAD)))
def test_bad_deal_number(source: str, number: str) -> None:
    for call in (lambda: deals.deal(VARIANTS["spider4"], source, number), lambda: deals.canonical(source, number)):
        with pytest.raises(DealError) as caught:
            call()
        assert caught.value.code == "bad_deal_number"
        assert set(caught.value.facts) == {"source", "number", "lowest", "highest"}
        assert len(str(caught.value).encode()) < 500


@pytest.mark.parametrize(("source", "lowest", "highest"), [
    ("xpat2", "0", "999999999"), ("xpat2", "rng0-0", "rng0-999999999"),
    ("pysol", "1", "100000000000000000000"), ("pysol", "ms1", "ms8589934591"),
    ("kpat", "1", "2147483647"), ("aisleriot", "0", "4294967295"), ("own", "0", "18446744073709551615"),
])
def test_bounds_of_numbers(source: str, lowest: str, highest: str) -> None:
    prefix = highest.rstrip("0123456789")
    assert deals.canonical(source, lowest) == lowest
    assert deals.canonical(source, highest) == highest
    too_far = [prefix + str(int(highest.removeprefix(prefix)) + 1)]
    if lowest.endswith("1"):
        too_far.append(prefix + "0")
    for number in too_far:
        with pytest.raises(DealError) as caught:
            deals.deal(VARIANTS["spider4"], source, number)
        assert caught.value.facts == {"source": source, "number": number, "lowest": lowest, "highest": highest}


@pytest.mark.parametrize("seed", ["", " ", "\t\n", "own:", "own: \u3000"])
def test_empty_seed(seed: str) -> None:
    with pytest.raises(DealError) as caught:
        deals.read(seed)
    assert caught.value.code == "empty_seed"


@pytest.mark.parametrize("length", [201, 5000, 1_000_000])
def test_seed_too_long(length: int) -> None:
    for letter in "x0":
        with pytest.raises(DealError) as caught:
            deals.read(letter * length)
        assert caught.value.code == "seed_too_long"
        assert caught.value.facts == {"length": length, "longest": 200}


@pytest.mark.parametrize(("seed", "character", "place"), [
    ("two\nlines", "U+000A", 4), ("a\tb", "U+0009", 2), ("nul\0l", "U+0000", 4), ("\ud800", "U+D800", 1),
    ("a\u2028b", "U+2028", 2), ("a\x85b", "U+0085", 2), ("x\x7f", "U+007F", 2),
])
def test_bad_seed_character(seed: str, character: str, place: int) -> None:
    with pytest.raises(DealError) as caught:
        deals.deal(VARIANTS["spider4"], "own", seed)
    assert caught.value.code == "bad_seed_character"
    assert caught.value.facts == {"character": character, "place": place}


@pytest.mark.parametrize("source", FOREIGN)
def test_a_sources_name_alone_is_not_an_own_deal(source: str) -> None:
    with pytest.raises(DealError) as caught:
        deals.read(source)
    assert caught.value.code == "bad_deal_number"
    assert caught.value.facts["source"] == source
