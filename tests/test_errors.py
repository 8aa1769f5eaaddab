"""Every code has its sentence in both languages, every sentence its code, and both speak of the same facts."""

import ast
import json
import os
import pickle
import re
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest
from tables import board, run

from kreuzspinne import deals, notation, record, score, store, variants
from kreuzspinne.cards import SUITS, card
from kreuzspinne.errors import KreuzspinneError
from kreuzspinne.formats import read_game, read_position, write_position
from kreuzspinne.game import Game
from kreuzspinne.i18n import LANGUAGES, Speaker, _catalogue, codes
from kreuzspinne.notation import Move
from kreuzspinne.player.chance import chance
from kreuzspinne.player.coach.moments import decisions
from kreuzspinne.position import Position, View, check_pack, place
from tools import catalogues

SOURCES = Path(__file__).parent.parent / "src" / "kreuzspinne"
MODULES = {path.relative_to(SOURCES).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
           for path in sorted(SOURCES.rglob("*.py"))}
CODE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)+|ambiguous")


# --- what the sources raise, read from their text

class Raised(NamedTuple):
    """A place where a code is given out."""

    code: str
    place: str
    facts: frozenset[str] | None
    """Names of the facts that come with it; None where more may come."""


def error_classes() -> set[str]:
    """Names of all classes of errors, and of the one for warnings."""
    bases = {node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
             for tree in MODULES.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    found = {"KreuzspinneError"}
    while more := {name for name, parents in bases.items() if parents & found} - found:
        found |= more
    return found | {"Warning"}


CLASSES = error_classes()
REASONS = re.compile(r"Reason\b|str \| None")
"""What a function that decides on a code says that it returns."""


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def values(node: ast.expr, scope: ast.AST, tree: ast.Module) -> set[str]:
    """Every text that an expression can be, as far as the source shows it."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return {node.value}
    if isinstance(node, ast.IfExp):
        return values(node.body, scope, tree) | values(node.orelse, scope, tree)
    if isinstance(node, ast.Dict):
        return set().union(*(values(value, scope, tree) for value in node.values))
    if isinstance(node, ast.Subscript):
        return values(node.value, scope, tree)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
        return values(node.func.value, scope, tree).union(*(values(part, scope, tree) for part in node.args[1:]))
    if isinstance(node, ast.Name):
        own = [] if scope is tree else [*ast.walk(scope)]
        return set().union(*(values(value, scope, tree) for value in assigned(node.id, [*own, *tree.body])))
    return set()


def assigned(name: str, nodes: Iterable[ast.AST]) -> Iterator[ast.expr]:
    for node in nodes:
        goals = node.targets if isinstance(node, ast.Assign) else []
        if any(isinstance(goal, ast.Name) and goal.id == name for goal in goals):
            yield node.value


def called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def keys(node: ast.expr, scope: ast.AST) -> frozenset[str] | None:
    """The keys of a dict that is written out, or named."""
    if isinstance(node, ast.Name):
        found = [keys(value, scope) for value in assigned(node.id, ast.walk(scope))]
        return found[0] if len(found) == 1 else None
    if not isinstance(node, ast.Dict):
        return None
    own = {key.value for key in node.keys if isinstance(key, ast.Constant)}
    inner = [keys(value, scope) for key, value in zip(node.keys, node.values, strict=True) if key is None]
    return None if None in inner else frozenset(own.union(*inner))


def raised() -> list[Raised]:
    """Every code that is given out anywhere."""
    found: dict[tuple[int, int, str, str], Raised] = {}
    for module, tree in MODULES.items():
        for scope in (*functions(tree), tree):
            for node in ast.walk(scope):
                facts: frozenset[str] | None
                if isinstance(node, ast.Call) and called(node) in CLASSES and node.args:
                    first = node.args[0]
                    if called(node) == "Warning":
                        facts = keys(node.args[1], scope)
                    else:
                        names = {word.arg for word in node.keywords}
                        facts = None if None in names else frozenset(filter(None, names))
                elif returns(scope, "Reason") and isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple):
                    first, second = node.value.elts
                    known = keys(second, scope)
                    facts = None if known is None else known | {"move"}         # `explain.find` adds the move
                elif returns(scope, "str | None") and isinstance(node, ast.Return) and node.value:
                    first, facts = node.value, None
                else:
                    continue
                for code in values(first, scope, tree):
                    if CODE.fullmatch(code):
                        found.setdefault((node.lineno, node.col_offset, module, code),
                                         Raised(code, f"{module}:{node.lineno}", facts))
    return list(found.values())


def returns(scope: ast.AST, annotation: str) -> bool:
    return isinstance(scope, ast.FunctionDef) and scope.returns is not None and ast.unparse(scope.returns) == annotation


RAISED = raised()
BY_CODE = {one.code: [each for each in RAISED if each.code == one.code] for one in RAISED}


def messages(*domains: str) -> set[str]:
    """The codes of some catalogues."""
    sources = [path for path in catalogues.catalogues() if path.stem in domains]
    return {str(message.id) for path in sources for message in catalogues.read(path) if message.id}


def placeholders(code: str, language: str) -> set[str]:
    template = _catalogue(language)[code]
    return {re.split(r"[.\[]", field)[0] for _, field, _, _ in Formatter().parse(template) if field is not None}


def test_the_search_finds_what_is_known_to_be_raised():
    """A code for each way in which sources give one out."""
    known = {"bad_card", "cards_missing", "run_broken_by_rank", "wrong_suit", "deal_too_few_cards",
             "stock_out_of_reach", "stock_never_dealt", "unknown_variant_near",
             "web_wrong_origin", "plain_file_denied", "kpat_no_xml",
             "plain_unknown_near", "deal_needs_order_by_suit", "space_takes_nothing", "web_not_understood"}
    assert known <= BY_CODE.keys()
    assert len(BY_CODE) > 130


def test_every_place_that_raises_is_understood():
    """No code comes from where this file cannot follow it."""
    strange = []
    for module, tree in MODULES.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and called(node) in CLASSES and node.args and module != "errors.py":
                places = {each.place for each in RAISED}
                if f"{module}:{node.lineno}" not in places:
                    strange.append((module, ast.unparse(node)))
    assert sorted(strange) == [
        ("apps/cli/commands.py", "RecordError(error.code, **error.facts)"),     # another error, about a file
        ("apps/web/server.py", "BadRequest(code, 403)"),                # from Guard._fault
        ("explain.py", "IllegalMove(code, move=text, **facts)"),        # from explain.refusal
        ("variants.py", "VariantError(code, variant=name)"),            # from rules.contradiction
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_a_sentence(language):
    assert sorted(BY_CODE.keys() - codes(language)) == []


def test_every_sentence_about_errors_has_a_code():
    assert sorted(messages("errors", "formats", "store") - BY_CODE.keys()) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_speak_of_facts_that_are_given(language):
    wanting = [(each.code, each.place, sorted(missing)) for each in RAISED if each.facts is not None
               and (missing := placeholders(each.code, language) - each.facts)]
    assert wanting == []


def test_contradictions_speak_of_the_variant_alone():
    contradictions = [each.code for each in RAISED if each.place.startswith("rules.py")]
    assert len(contradictions) >= 4
    for language in LANGUAGES:
        assert all(placeholders(code, language) <= {"variant"} for code in contradictions)


def test_both_languages_speak_of_the_same_facts_in_their_own_words():
    for code in BY_CODE:
        english, german = (_catalogue(language)[code] for language in ("en", "de"))
        assert placeholders(code, "en") == placeholders(code, "de"), code
        assert english != german, code


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_end_with_a_full_stop(language):
    for code in sorted(BY_CODE):
        template = _catalogue(language)[code]
        assert template.endswith((".", "?", "{reason:error}")), code
        assert "\n" not in template, code
        assert template == template.strip(), code
        assert template[0].isupper() or template[0] in "“„{", code


@pytest.mark.parametrize("language", LANGUAGES)
def test_quotation_marks_are_those_of_the_language(language):
    wrong = {"en": "„\"'", "de": "”\"'"}[language]
    for code in sorted(BY_CODE):
        assert not set(wrong) & set(_catalogue(language)[code]), code


@pytest.mark.parametrize("language", LANGUAGES)
def test_text_that_somebody_wrote_stands_in_quotation_marks(language):
    """And so do moves and steps: what is quoted is not the program's own word."""
    begin, end = {"en": "“”", "de": "„“"}[language]
    for code in sorted(BY_CODE):
        for word in ("text", "scheme", "step", "happened"):
            quoted = re.findall(rf"(.)\{{{word}\}}(.)", _catalogue(language)[code])
            assert all(marks == (begin, end) for marks in quoted) or code == "fc_solve_free_cells", code


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_has_two_colons(language):
    """But for labels of the page and the help, which are no sentences; a quotation may have its own."""
    for code, template in _catalogue(language).items():
        text = re.sub(r"`[^`]*`|„[^“]*“|“[^”]*”", "", template)
        while (shorter := re.sub(r"{[^{}]*}", "", text)) != text:
            text = shorter
        if not code.startswith(("ui_", "plain_help_")):
            sentences = re.split(r"(?<=[.!?])\s", text)
            assert all(len(re.findall(r":(?=\s|$)", sentence)) <= 1 for sentence in sentences), code


# --- all of them, raised

Example = Callable[[], Any]

GYPSY, SPIDER = "gypsy", "spider4"
HEAD = '[Game "spiderette1"]\n[Start "{}"]\n\n'
START = str(Game.deal("spiderette1", "own:1").start)
TWO_WAYS = {"a": "9s8s7s", "b": "Ks", "c": "Qh"}


def tried(columns: dict[str, str], move: str, name: str = SPIDER, stock: str = "", piles: str = "") -> Example:
    """Play a move on a small table."""
    return lambda: board(name, columns, stock, piles).play(move)


def played(text: str) -> Example:
    """Replay a record whose head is given."""
    return lambda: record.replay(record.read(HEAD.format(START) + text))


def written(text: str) -> Example:
    return lambda: record.read(text)


def placed(line: str, *, fragment: bool = False) -> Example:
    return lambda: Position.read(line, fragment=fragment)


def packed(change: Callable[[str], str]) -> Example:
    """Read the start of a deal with something changed."""
    return lambda: Position.read(change(START))


FULL = dict.fromkeys("bcdefghij", "Kh")
EXAMPLES: dict[str, tuple[Example, str]] = {
    "bad_card": (placed("spider4 1s/-/-/-/-/-/-/-/-/- - -", fragment=True), "1s"),
    "bad_column": (placed("spider4 Ks|/-/-/-/-/-/-/-/-/- - -", fragment=True), "Ks|"),
    "bad_move": (lambda: Move.read("ab0"), "ab0"),
    "bad_step": (lambda: notation.Step.read("ab1=Qx"), "ab1=Qx"),
    "bad_position": (placed("spider4 - -"), "spider4 - -"),
    "position_too_long": (placed("spider4 " + "Ks" * 3000), "6008"),
    "bad_record": (written("ab1 {"), "{"),
    "after_result": (written("* ab1"), "ab1"),
    "bracket_without_line": (written("ab1 ) *"), "character 5"),
    "remark_before_step": (written("! *"), "!"),
    "record_too_long": (written("ab1 " * 250_001), "1000004"),
    "side_lines_too_deep": (written("ab1 (" * 51), "50"),
    "mark_twice": (written("ab1 !!! *"), "ab1"),
    "not_in_a_record": (lambda: record.write(record.Record({}, [], [], "draw")), "draw"),
    "tag_twice": (written('[Game "gypsy"]\n[Game "gypsy"]\n*'), "Game"),
    "unfinished_record": (written("ab1 (ab1 "), "win"),
    "unknown_variant": (lambda: variants.read("xyzzy"), "xyzzy"),
    "unknown_variant_near": (lambda: variants.read("spyder4"), "spyder4"),
    "unknown_switch": (lambda: variants.read("spider4:suits=2"), "suits=2"),
    "unknown_value": (lambda: variants.read("spider4:deal=often"), "often"),
    "switch_twice": (lambda: variants.read("spider4:deal=any:deal=full"), "deal"),
    "stock_never_dealt": (lambda: variants.read("spider4:deal=none"), "spider4:deal=none"),
    "deal_without_stock": (lambda: variants.read("simplesimon:deal=any"), "simplesimon:deal=any"),
    "runs_leave_but_cards_go_up": (lambda: variants.read("spider4:goal=cards"), "spider4:goal=cards"),
    "runs_never_come_back": (lambda: variants.read("spider4:back=yes"), "spider4:back=yes"),
    "more_runs_than_columns": (lambda: variants.read("spider4decks:runs=stay"), "spider4decks:runs=stay"),
    "unknown_scheme": (lambda: score.points(board(SPIDER, {}), "golf"), "golf"),
    "wrong_columns": (placed("spider4 -/- - -"), "10"),
    "too_many_cards": (placed("simplesimon " + "Ks" * 53 + "/-" * 9 + " - -", fragment=True), "53"),
    "too_many_piles": (placed("simplesimon -" + "/-" * 9 + " - AsAsAsAsAs", fragment=True), "5"),
    "pile_is_no_run": (placed("simplesimon -" + "/-" * 9 + " - 2s", fragment=True), "two of spades"),
    "unseen_card_open": (placed("simplesimon ?" + "/-" * 9 + " - -", fragment=True), "nobody"),
    "unseen_cards": (packed(lambda line: re.sub(r" [^ |]+ -$", " 3? -", line)), "3 cards"),
    "turns_unseen_card": (tried({"a": "2?|9h", "b": "Th"}, "ab1"), "ab1"),
    "pack_not_whole": (packed(lambda line: re.sub(r"(?<=[ /])Ts|Ts(?=[ /])", "9s", line, count=1)), "nine of spades"),
    "cards_too_many": (lambda: check_pack(place(variants.read("simplesimon"), [([card("Ks")], 0)] + [((), 0)] * 9, (),
                                                [card("A" + suit) for suit in SUITS])), "king of spades"),
    "cards_missing": (placed("spiderette1 -/-/-/-/-/-/- - AsAsAs"), "ace of spades"),
    "unknown_source": (lambda: deals.read("minesweeper:1"), "minesweeper"),
    "game_not_in_source": (lambda: Game.deal("scorpion", "kpat:1"), "scorpion"),
    "bad_deal_number": (lambda: deals.read("xpat2:" + "9" * 12), "9" * 12),
    "record_of_many": (lambda: from_the_command_line("solve", SPIDER, "--deals", "own:1-2", "--record", "a"),
                       "--record"),
    "records_of_play": (lambda: from_the_command_line("study", "chance", SPIDER, "--deals", "own:1", "--records", "a"),
                        "--records"),
    "deal_without_game": (lambda: from_the_command_line("solve", "-", "--deal", "own:1"), "--deal"),
    "bad_deal_range": (lambda: from_the_command_line("solve", SPIDER, "--deals", "own:9"), "own:9"),
    "deal_range_reversed": (lambda: from_the_command_line("solve", SPIDER, "--deals", "own:9-1"), "own:9-1"),
    "too_many_deals": (lambda: from_the_command_line("solve", SPIDER, "--deals", "own:1-99999999"), "99999999"),
    "solver_not_installed": (lambda: without_solver(), "numba"),
    "bad_seed_character": (lambda: deals.read("own:a\tb"), "U+0009"),
    "empty_seed": (lambda: deals.read("own:"), "number"),
    "seed_too_long": (lambda: deals.read("own:" + "a" * 201), "201"),
    "ambiguous": (tried(TWO_WAYS, "ad"), "ad3"),
    "game_won": (tried({}, "ab1"), "won"),
    "no_such_column": (tried({"a": "Ks"}, "ao1"), "15"),
    "column_empty": (tried({"a": "Ks"}, "ba1"), "2"),
    "same_column": (tried({"a": "Ks"}, "aa1"), "1"),
    "too_few_cards": (tried({"a": "Ks"}, "ab5"), "5"),
    "cards_face_down": (tried({"a": "Kh|Ks"}, "ab2"), "2"),
    "run_broken_by_suit": (tried({"a": "9h8s"}, "ab2"), "eight of spades"),
    "run_broken_by_rank": (tried({"a": "9h7s"}, "ab2"), "seven of spades"),
    "wrong_rank": (tried({"a": "9h", "b": "Jh"}, "ab1"), "nine of hearts"),
    "nothing_on_an_ace": (tried({"a": "9h", "b": "Ah"}, "ab1"), "ace of hearts"),
    "wrong_suit": (tried({"a": "9h", "b": "Ts"}, "ab1", "scorpion"), "ten of spades"),
    "same_colour": (tried({"a": "9h", "b": "Td"}, "ab1", GYPSY), "ten of diamonds"),
    "other_colour": (tried({"a": "9h", "b": "Ts"}, "ab1", "gypsy:build=colour"), "ten of spades"),
    "space_takes_kings": (tried({"a": "9h"}, "ab1", "scorpion"), "nine of hearts"),
    "space_takes_nothing": (tried({"a": "9h"}, "ab1", "spider4:space=none"), "nine of hearts"),
    "no_stock": (tried({"a": "9h"}, "+", "simplesimon"), "stock"),
    "stock_empty": (tried({"a": "9h"}, "+"), "stock"),
    "deal_needs_full_columns": (tried({"a": "9h8h", **FULL, "d": ""}, "+", stock="As"), "4"),
    "deal_too_few_cards": (tried({"a": "9h"}, "+", stock="As"), "10 columns"),
    "deal_spaces_stay_empty": (tried({"a": "9h"}, "+", "spider4:space=none", stock="As"), "nothing fills"),
    "deal_needs_order_by_suit": (tried({"c": "9h8s"}, "+", "spider4:deal=ordered-suit", stock="As"), "column 3"),
    "deal_needs_order_by_rank": (tried({"c": "9h7s"}, "+", "spider4:deal=ordered-rank", stock="As"), "column 3"),
    "deal_only_when_stuck": (tried({"a": "9h", "b": "Th"}, "+", "scorpion:deal=stuck", stock="As"), "ab1"),
    "runs_never_return": (tried({"a": "2h"}, "^Asa", piles="As"), "undo"),
    "never_back": (tried({"a": "2h"}, "^Asa", "carlton", piles="As"), "foundations"),
    "back_after_stock": (tried({"a": "2h"}, "^Asa", "giant", "Ks", piles="As"), "1 card"),
    "not_on_a_pile": (tried({"a": "2h"}, "^Asa", GYPSY, piles="Ad"), "ace of spades"),
    "piles_full": (tried({"a": "As"}, "a^", GYPSY, piles="AsAsAhAhAdAdAcAc"), "ace of spades"),
    "pile_needs_lower_card": (tried({"a": "5s"}, "a^", GYPSY), "four of spades"),
    "runs_leave_by_themselves": (tried({"a": "5s"}, "a^"), "column 1"),
    "runs_stay": (tried({"a": "5s"}, "a^", "spider4:runs=stay"), "stay"),
    "run_lacks_ace": (tried({"a": "5s"}, "a^", "spider4:runs=hand"), "ace of spades"),
    "run_too_short": (tried({"a": run("s", "5")}, "a^", "spider4:runs=hand"), "king of spades"),
    "nothing_to_undo": (lambda: Game.deal(SPIDER, "own:1").undo(), "take back"),
    "nothing_to_redo": (lambda: Game.deal(SPIDER, "own:1").redo(), "taken back"),
    "tag_missing": (lambda: record.replay(record.read('[Game "gypsy"]\n*')), "Start"),
    "tags_differ": (lambda: record.replay(record.read(f'[Game "spider1"]\n[Start "{START}"]\n*')), "spider1"),
    "step_not_legal": (played("+ ab13 *"), "ab13"),
    "consequence_differs": (played("+=As *"), "+=As"),
    "deal_differs": (lambda: record.replay(record.of_game(Game.deal(SPIDER, "own:1"), Deal="own:2")), "own:2"),
    "result_differs": (played("win"), "win"),
    "chance_of_fragment": (lambda: chance(board(SPIDER, {"a": "Ks", "b": "3?|9h"}).view()), "3 cards"),
    "review_of_open_game": (lambda: decisions(Game.deal(SPIDER, "own:1")), "open"),
    # from the files of other programs, those with a text or a card in them
    "unknown_format": (lambda: read_game(b"\0"), "fc-solve"),
    "not_utf8": (lambda: read_game(b"[Game \xff"), "7"),
    "no_position_format": (lambda: write_position(board(SPIDER, {}), "golf"), "golf"),
    "format_needs_variant": (lambda: read_game(b": 4S TD 9C"), "fc-solve"),
    "solvitaire_no_card": (lambda: read_position(b'{"tableau piles": [["99"]]}', "simplesimon"), "99"),
    "solvitaire_no_json": (lambda: read_position(b'{"tableau piles"', "simplesimon"), "JSON"),
    "fc_solve_no_card": (lambda: read_position(b": 4S TX 9C", "simplesimon"), "TX"),
    "xpat2_other_game": (lambda: read_game(b"Klondike".ljust(92, b"\0") + b"\0\0\x74\x1a" + bytes(64)), "Klondike"),
    "kpat_no_xml": (lambda: read_game(b"<?xml version='1.0'?>\n<ksol"), "2"),
    "kpat_declares": (lambda: read_game(b"<!DOCTYPE lolz []><ksol/>"), "lolz"),
    # from the store
    "store_old_sqlite": (lambda: with_store(None, patch.object(store.file, "OLDEST_SQLITE", (99, 0))), "SQLite"),
    "store_foreign": (lambda: with_store(b"Lieber Opa, " * 99), "games"),
    "store_newer": (lambda: with_store(None, patch.object(store.file, "STEPS", []), again=True), "games"),
    "store_damaged": (lambda: with_store(None, patch.object(store.file, "_pragma", damaged), again=True), "games"),
    "store_no_access": (lambda: store.Store(Path(__file__) / "games"), "games"),
    "store_nothing_there": (lambda: from_the_command_line("stats", "--data", "no/such/file"), "no/such/file"),
    "store_busy": (lambda: failing("SQLITE_BUSY"), ":memory:"),
    "store_full": (lambda: failing("SQLITE_FULL"), ":memory:"),
    "store_conflict": (lambda: store.Store().games.remove("x", course()), "elsewhere"),
    "store_game_over": (lambda: course(("end", "lost"), ("undo", "")), "ended"),
    "store_too_many_turns": (lambda: after(store.course.MOST_TURNS), "20000"),
    "store_bad_event": (lambda: course(("cheat", "")), "cheat"),
    "store_bad_mark": (lambda: course(("mark", "0 " + "x" * 99)), "80"),
    "store_no_node": (lambda: course(("go", "7")), "7"),
    "store_game_broken": (lambda: store.course.replayed(Game.deal(SPIDER, "own:1"), [store.Event("play", "aa1")]),
                          "event 1"),
    "store_bad_setting": (lambda: store.Store().settings.put({"a b": 1}), "a b"),
    "store_too_many_settings": (lambda: store.Store().settings.put({f"a{i}": i for i in range(101)}), "100"),
    "store_import_foreign": (lambda: store.read_export(b"[]"), "damaged"),
    "store_import_newer": (lambda: store.read_export(b'{"format": "kreuzspinne-games", "version": 9}'), "9"),
    "store_import_too_long": (lambda: store.read_export(b" " * 16_000_001), "16000000"),
    "store_import_bad_game": (lambda: imported(deal="xpat2:x"), "Game 1"),
    "store_import_bad_result": (lambda: imported(scheme="golf"), "Result 1"),
}


TEACHING = ("bad_move", "bad_card", "solvitaire_no_card", "fc_solve_no_card")
"""These say how cards are written."""


def from_the_command_line(*arguments: str) -> None:
    """The error that a command ends with."""
    from kreuzspinne.apps.cli import _parser

    speaker = Speaker("en", letters=True)
    options = _parser(speaker).parse_args(arguments)
    if arguments[0] == "solve":
        from kreuzspinne.apps.cli import ranges, solving

        solving._record_file(options)
        list(ranges.numbered(options.start, options.deals))
        return
    options.run(options, speaker)


def with_store(content: bytes | None, *changes: Any, again: bool = False) -> None:
    """Open a store on a file with this content (`again`: one that was made before), with something changed."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        file = Path(folder, "games")
        if again:
            store.Store(file).close()
        if content:
            file.write_bytes(content)
        for change in changes:
            stack.enter_context(change)
        store.Store(file).close()


def damaged(db: Any, name: str) -> Any:
    """What SQLite would say of a torn file."""
    return "torn" if name.startswith("quick_check") else db.execute(f"PRAGMA {name}").fetchone()[0]


def failing(name: str) -> None:
    """A store whose file fails in this way."""
    error = sqlite3.OperationalError()
    error.sqlite_errorname = name
    with store.Store().file._told():
        raise error


def course(*events: tuple[str, str]) -> store.Course:
    """A new game in which this happened."""
    made = store.Course(Game.deal(SPIDER, "own:1"))
    for event in events:
        made.apply(store.Event(*event))
    return made


def after(turn: int) -> None:
    made = course()
    made.turn = turn
    made.apply(store.Event("restart"))


def imported(**changes: str) -> None:
    """Read a file of one game and one result, in which something is changed."""
    kept = store.Store()
    made = course()
    kept.games.add("x", made)
    kept.games.append("x", made, made.apply(store.Event("end", "lost")), ends=True)
    text = json.loads(store.write_export(kept.games, kept.results))
    for part in ("games", "results"):
        text[part][0].update({key: value for key, value in changes.items() if key in text[part][0]})
    store.read_export(json.dumps(text).encode())


def without_solver() -> None:
    """As it is where the solver's libraries are not installed."""
    import sys

    from kreuzspinne.apps.cli import commands

    away = [name for name in sys.modules if name.startswith(("kreuzspinne.solver", "kreuzspinne.apps.cli.solving"))]
    with patch.dict(sys.modules):
        for name in away:
            del sys.modules[name]
        sys.modules["numba"] = None  # type: ignore[assignment]
        commands.solve(None, None)  # type: ignore[arg-type]


def caught(example: Example) -> KreuzspinneError:
    with pytest.raises(KreuzspinneError) as found:
        example()
    return found.value


def test_every_error_of_the_engine_has_an_example():
    warnings = {"stock_out_of_reach", "stock_behind_a_space"}
    assert sorted(messages("errors", "store") - EXAMPLES.keys() - warnings) == []
    assert sorted(EXAMPLES.keys() - BY_CODE.keys()) == []


@pytest.mark.parametrize("code", EXAMPLES)
def test_sentences_of_errors_that_are_raised(code):
    """It is this error, it says so in a sentence, and the sentence has what it is about in it."""
    example, word = EXAMPLES[code]
    error = caught(example)
    assert error.code == code, error
    assert code in str(error)
    said = {language: Speaker(language).error(error) for language in LANGUAGES}
    assert word.lower() in said["en"].lower()
    assert said["en"] != said["de"]
    for sentence in said.values():
        assert sentence.endswith((".", "?"))
        assert sentence[0].isupper() or not sentence[0].isalpha()
        assert sentence.isprintable()
        assert "  " not in sentence
        assert not re.search(r"[{}]|None|\bTrue\b|\bFalse\b", sentence) or code == "bad_record"
        unquoted = re.sub(r"[“„][^”“]*[”“]|\([^)]*\)", "", sentence)
        assert code in TEACHING or not re.search(rf"\b[A2-9TJQK][{SUITS}]\b", unquoted), "cards are spoken, not spelt"
    assert word in said["de"] or word not in error.facts.values()


@pytest.mark.parametrize("code", EXAMPLES)
def test_errors_travel_between_processes(code):
    error = caught(EXAMPLES[code][0])
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert again.code == error.code
    assert str(again) == str(error)
    assert Speaker("de").error(again) == Speaker("de").error(error)


def test_columns_have_numbers_or_letters():
    error = caught(tried({"a": "9h", "d": "Jh"}, "ad1"))
    assert "column 4" in Speaker("en").error(error)
    assert "column d" in Speaker("en", letters=True).error(error)
    assert "Spalte 4" in Speaker("de").error(error)
    assert "Spalte d" in Speaker("de", letters=True).error(error)


@pytest.mark.parametrize("count", [1, 2, 5])
def test_one_and_many(count):
    """Words agree with their number, in both languages."""
    error = caught(tried({"a": "Kh|" + run("s")[:2 * count]}, "ab13"))
    assert error.code == "too_few_cards"
    english, german = (Speaker(language).error(error) for language in ("en", "de"))
    assert f"{count + 1} cards" in english
    assert f"{count + 1} Karten" in german
    trapped = caught(tried({"a": run("s")[:2 * count]}, "+", stock="As"))
    assert ("1 card is" in Speaker("en").error(trapped)) == (count == 1)
    assert ("liegt nur noch 1 Karte" in Speaker("de").error(trapped)) == (count == 1)


def test_what_would_do_something_to_a_terminal_is_taken_out():
    for text in ("\x1b[2J", "a\u202eb", "\x07", "x\x00y", "\u2028"):
        for example in (lambda text=text: Move.read(text), lambda text=text: variants.read("spider4:" + text),
                        lambda text=text: View.read(text), lambda text=text: deals.read(text + ":1"),
                        lambda text=text: score.points(board(SPIDER, {}), text)):
            for language in LANGUAGES:
                assert Speaker(language).error(caught(example)).isprintable()


def test_a_code_without_a_sentence_is_a_fault_of_the_program():
    with pytest.raises(LookupError):
        Speaker("en").error(KreuzspinneError("no_such_code"))


def test_the_language_is_the_environments_unless_one_is_asked_for(monkeypatch):
    from kreuzspinne.i18n import choose_language

    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "de_AT.UTF-8")
    assert choose_language() == "de"
    assert choose_language("en") == "en"
    assert choose_language("fr") == "en"
    monkeypatch.setenv("LC_ALL", "C")
    assert choose_language() == "en"
    assert os.environ["LANG"] == "de_AT.UTF-8"


LONG = {
    "a game": lambda text: variants.read(text),
    "a switch": lambda text: variants.read("spider4:" + text),
    "a value": lambda text: variants.read("spider4:deal=" + text),
    "a move": Move.read,
    "zeros in a move": lambda text: Move.read("ab" + "0" * len(text) + "1"),
    "a step": notation.Step.read,
    "cards of a step": lambda text: record.replay(record.read(HEAD.format(START) + "+=" + "As" * len(text) + " *")),
    "runs of a step": lambda text: record.replay(record.read(HEAD.format(START) + "+" + ",a^" * len(text) + " *")),
    "runs of a step that is not legal": lambda text: played("ab13" + ",a^" * len(text) + " *")(),
    "a tag": lambda text: record.read(f'[{text} "a"]\n' * 2 + "*"),
    "a tag's value": lambda text: record.replay(record.read(f'[Game "{text}"]\n[Start "{START}"]\n*')),
    "a start": lambda text: record.replay(record.read(f'[Game "gypsy"]\n[Start "{text}"]\n*')),
    "a result": lambda text: record.read("* " + text),
    "a word": lambda text: record.read("{" + text),
    "a position": View.read,
    "cards": lambda text: notation.read_cards(text),
    "a column": lambda text: notation.read_column(text + "|"),
    "a source": lambda text: deals.read(text + ":1"),
    "a number": lambda text: deals.read("xpat2:" + text),
    "a scheme": lambda text: score.points(board(SPIDER, {}), text),
    "a format": lambda text: write_position(board(SPIDER, {}), text),
    "a file": lambda text: read_game(text.encode()),
    "a save": lambda text: read_game(text.encode().ljust(92, b"\0") + b"\0\0\x74\x1a" + bytes(64)),
}


@pytest.mark.parametrize("what", LONG)
def test_long_texts_get_a_short_answer(what):
    """Whoever sends a hundred thousand characters gets a sentence back, not all of them."""
    for text in ("x" * 100_000, "9" * 50_000, "ä" * 3000):
        try:
            LONG[what](text)
        except KreuzspinneError as error:
            found = error
        else:
            continue
        assert all(len(Speaker(language).error(found)) < 600 for language in LANGUAGES), found.code
        assert len(str(found)) < 1000, "the text for programmers, too"
