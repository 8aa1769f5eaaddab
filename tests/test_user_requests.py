"""docs/user-requests.md names a test, or a reason, for every case that concerns the page; and the tests are there."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
TABLE = TESTS.parent / "docs" / "user-requests.md"
CASES = [*range(1, 9), *range(10, 13), 14, 15, 18, *range(21, 25), 27, *range(32, 35), *range(41, 49), *range(50, 53),
         54, 55, *range(57, 61)]


def rows():
    lines = re.findall(r"^\| (\d+) \|(.*)\|(.*)\|(.*)\|$", TABLE.read_text(encoding="utf-8"), re.MULTILINE)
    return {int(case): (re.findall(r"`([^`]+\.py)::(\w+)`", held), note.strip()) for case, _, held, note in lines}


@cache
def functions(file):
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_every_case_is_listed():
    said = TABLE.read_text(encoding="utf-8").partition("|")[0]
    missing = {int(number) for number in re.findall(r"\b\d+\b", said)}
    assert set(CASES) - missing == set(rows())


@pytest.mark.parametrize("case", sorted(rows()))
def test_every_case_has_tests_that_exist_or_a_reason(case):
    held, note = rows()[case]
    assert held or note
    for file, name in held:
        assert name in functions(file), f"{file} has no {name}"
