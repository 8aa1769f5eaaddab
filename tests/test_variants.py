"""Names of games: every switch of every game, alone and in pairs, reads back to itself or contradicts the others."""

import itertools
import random

import pytest

from kreuzspinne import variants
from kreuzspinne.errors import VariantError
from kreuzspinne.game import Game
from kreuzspinne.position import Position
from kreuzspinne.variants import ALIASES, SWITCHES, VARIANTS

ALL = list(VARIANTS.values())
every_game = pytest.mark.parametrize("variant", ALL, ids=lambda variant: variant.name)
VALUES = [(switch, value) for switch, values in SWITCHES.items() for value in values]


def stands(switches, variant):
    """May these values stand together? The rules of DESIGN section 4, once more and without the program."""
    if (switches["deal"] == "none") != (variant.stock == 0):
        return False
    if switches["goal"] == "cards":
        return switches["runs"] == "stay"
    return switches["back"] == "no" and (switches["runs"] != "stay" or len(variant.suits) <= len(variant.layout))


def canonical(variant, switches):
    changed = [f":{switch}={switches[switch]}" for switch in SWITCHES if switches[switch] != variant.switches[switch]]
    return variant.base + "".join(changed)


@every_game
def test_every_pair_of_changes(variant):
    """The name is canonical whatever the order, switches as in the catalogue are left out, contradictions refused."""
    rng, refused = random.Random(variant.name), 0
    for first, second in itertools.combinations_with_replacement(VALUES, 2):
        changes = dict([first, second])
        if first[0] == second[0] and first != second:
            with pytest.raises(VariantError, match="switch_twice"):
                variants.read(f"{variant.name}:{'='.join(first)}:{'='.join(second)}")
            continue
        written = [f"{switch}={value}" for switch, value in changes.items()]
        rng.shuffle(written)
        name = ":".join([variant.name, *written])
        switches = {**variant.switches, **changes}
        if not stands(switches, variant):
            with pytest.raises(VariantError) as caught:
                variants.read(name)
            assert caught.value.facts == {"variant": canonical(variant, switches)}
            refused += 1
            continue
        read = variants.read(name)
        assert read.name == canonical(variant, switches)
        assert read.switches == switches
        assert variants.read(read.name) == read
        assert (read.base, read.layout, read.suits) == (variant.base, variant.layout, variant.suits)
    assert refused


@every_game
def test_any_switches_at_once_in_any_order(variant):
    rng = random.Random(variant.name)
    for _ in range(40):
        switches = {switch: rng.choice(list(values)) for switch, values in SWITCHES.items()}
        if rng.random() < 0.7:
            if switches["deal"] == "none" or not variant.stock:
                switches["deal"] = variant.switches["deal"]
            switches["runs"] = "stay" if switches["goal"] == "cards" else rng.choice(["auto", "hand"])
            switches["back"] = switches["back"] if switches["goal"] == "cards" else "no"
        written = [f"{switch}={value}" for switch, value in switches.items()]
        rng.shuffle(written)
        name = ":".join([variant.name, *written])
        if stands(switches, variant):
            assert variants.read(name).name == canonical(variant, switches)
            line = str(Game.deal(name, "own:1").start)
            assert line.startswith(canonical(variant, switches) + " ")
            assert Position.read(line).variant == variants.read(name)
        else:
            with pytest.raises(VariantError):
                variants.read(name)


@every_game
def test_data_of_a_game_fit_together(variant):
    rules = variant.rules
    assert rules.columns == len(variant.layout) <= 15
    assert rules.cards == 13 * len(variant.suits) == 13 * rules.piles
    assert set(variant.suits) <= set("shdc")
    assert all(up >= 1 and down >= 0 for down, up in variant.layout)
    assert variant.stock == rules.cards - sum(down + up for down, up in variant.layout) >= 0
    assert variant.base == variant.name
    assert variants.read(variant.name) is variants.read(variant.name)
    assert variants.read(variant.name) == variant
    assert stands(variant.switches, variant)
    assert variant.title


def test_the_catalogue_is_as_promised():
    promised = {"spider1", "spider2", "spider3", "spider4", "gypsy", "spiderette1", "spiderette2", "spiderette4",
                "willothewisp", "simplesimon", "scorpion", "doublescorpion-open", "wasp", "openspider", "blackwidow",
                "tarantula", "mrsmop", "bigspider1", "bigspider2", "bigspider4", "spider3x3", "babyspiderette", "giant",
                "irmgard", "normandy", "doublescorpion", "triplescorpion", "scorpionii", "fredsspider", "spidike"}
    assert promised <= set(VARIANTS)
    assert len({variant[1:4] for variant in ALL}) == len(VARIANTS), "no game twice"


@pytest.mark.parametrize("alias", ALIASES)
def test_other_names_are_read_and_never_written(alias):
    variant = variants.read(alias)
    assert variant.name == variants.read(ALIASES[alias]).name == ALIASES[alias]
    assert alias not in VARIANTS
    assert variants.read(f"{alias}:space=none").name == variants.read(f"{ALIASES[alias]}:space=none").name


@pytest.mark.parametrize("name", [
    "", ":", "spider4:", "spider4:deal", "spider4:deal=", "spider4:=any", "spider4:deal=any=full", "Spider4",
    "spider4 ", " spider4", "spider4::deal=any", "spider4:deal=ANY", "spider4:columns=9", "spider4:deal = any",
    "spider5", "relaxedspider:deal=full", "spider4:runs=auto:runs=hand", "spider4:suits=s", "spider4;deal=any",
    "spider4:deal=any:" * 40,
])
def test_what_is_no_game(name):
    with pytest.raises(VariantError):
        variants.read(name)


@pytest.mark.parametrize(("name", "near"), [("spidr4", "spider4"), ("gipsy", "gypsy"), ("scorpoin", "scorpion"),
                                            ("bettle", "beetle"), ("Spider4", "spider4")])
def test_a_name_that_is_nearly_right_gets_a_proposal(name, near):
    with pytest.raises(VariantError) as caught:
        variants.read(name)
    assert caught.value.facts == {"variant": name, "near": near}


def test_xpat2s_spider():
    assert variants.read("xpat2spider").switches == {"build": "any", "move": "suit", "space": "any", "deal": "full",
                                                     "runs": "hand", "goal": "runs", "back": "no"}
    assert variants.read("spider4:runs=hand:deal=ordered-suit").name == "spider4:deal=ordered-suit:runs=hand"
