"""
What the documents say happens: the command lines of console blocks print what stands below them, tables name what
there is, links lead somewhere.

In a console block `…` stands for anything. The Python examples of README.md and LIESMICH.md are doctests, which pytest
collects itself; those of the other documents are run here.
"""

import doctest
import io
import re
import shlex
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

import pytest
import test_layers

from kreuzspinne import record
from kreuzspinne.apps.cli import main
from kreuzspinne.rules import SWITCHES
from kreuzspinne.variants import VARIANTS

ROOT = Path(__file__).parent.parent
READMES = {"README.md": "en_GB.UTF-8", "LIESMICH.md": "de_DE.UTF-8"}
"""With the language of the system in which their examples were run."""
DOCUMENTS = sorted([*READMES, *(str(path.relative_to(ROOT)) for path in (ROOT / "docs").glob("*.md"))])
PROGRAMS = (["kreuzspinne"], ["python3", "run.py"])


class Example(NamedTuple):
    """A command line of a console block, and what the document shows below it."""

    document: str
    line: int
    command: str
    output: str


def text_of(document):
    return (ROOT / document).read_text(encoding="utf-8")


def examples(document):
    text = text_of(document)
    for block in re.finditer(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        for example in re.finditer(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block[1], re.MULTILINE):
            line = text.count("\n", 0, block.start(1) + example.start()) + 1
            yield Example(document, line, example[1], example[2])


def run(command, monkeypatch):
    """What a command line prints, of all programs in a pipe: a terminal shows the errors too."""
    shown, passed = io.StringIO(), ""
    for number, program in enumerate(programs := piped(command), 1):
        output = shown if number == len(programs) else io.StringIO()
        monkeypatch.setattr("sys.stdin", io.StringIO(passed))
        with redirect_stdout(output), redirect_stderr(shown):
            main(program)
        passed = output.getvalue()
    return shown.getvalue()


def piped(command):
    """The arguments of each program in a pipe."""
    words = shlex.shlex(command, posix=True, punctuation_chars="|")
    words.whitespace_split = True
    programs = [[]]
    for word in words:
        if word == "|":
            programs.append([])
        else:
            programs[-1].append(word)
    return [arguments(program) for program in programs]


def arguments(program):
    for name in PROGRAMS:
        if program[: len(name)] == name:
            return program[len(name) :]
    raise AssertionError(f"not a program of this project: {program}")


def allowed(output):
    return re.compile(".*".join(map(re.escape, output.split("…"))), re.DOTALL)


@pytest.mark.parametrize(
    "example",
    [example for document in DOCUMENTS for example in examples(document)],
    ids=lambda example: f"{example.document}:{example.line}",
)
def test_command_line_prints_what_is_shown(example, monkeypatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("LC_ALL", READMES.get(example.document, "en_GB.UTF-8"))
    monkeypatch.setenv("COLUMNS", "80")
    shown = run(example.command, monkeypatch)
    assert allowed(example.output).fullmatch(shown), shown


@pytest.mark.parametrize("document", [document for document in DOCUMENTS if document not in READMES])
def test_python_examples(document):
    failures, _ = doctest.testfile(str(ROOT / document), module_relative=False, encoding="utf-8")
    assert failures == 0


@pytest.mark.parametrize("document", READMES)
def test_there_are_examples(document):
    assert len(list(examples(document))) > 8
    assert text_of(document).count(">>> ") > 20


def test_both_readmes_show_the_same_examples():
    def commands(document):
        return [re.sub(r" --lang \w+", "", example.command) for example in examples(document)]

    assert commands("README.md") == commands("LIESMICH.md")
    assert code(text_of("README.md")) == code(text_of("LIESMICH.md"))


def code(text):
    """The statements of the Python examples, without their comments and languages."""
    lines = re.findall(r"^(?:>>>|\.\.\.) (.*?)(?: *#.*)?$", text, re.MULTILINE)
    return [re.sub(r'Speaker\("(en|de)"\)', "Speaker", line) for line in lines]


@pytest.mark.parametrize("document", READMES)
def test_the_tables_name_every_game_once(document):
    (table,) = re.findall(r"^\| \S+ \| \S+ \|\n\|---\|---\|\n((?:\|.*\n)+)", text_of(document), re.MULTILINE)
    assert sorted(re.findall(r"`([^`]+)`", table)) == sorted(VARIANTS)


@pytest.mark.parametrize("document", READMES)
def test_the_tables_name_every_switch_and_value(document):
    rows = re.findall(r"^\| `([a-z]+)` \| .* \| ((?:`[a-z-]+` ?)+) \|$", text_of(document), re.MULTILINE)
    assert {switch: re.findall(r"[a-z-]+", values) for switch, values in rows} == {
        switch: list(values) for switch, values in SWITCHES.items()
    }


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_somewhere(document):
    targets = re.findall(r"\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)", text_of(document))
    assert [target for target in targets if not (ROOT / document).parent.joinpath(target).exists()] == []


def test_the_example_record_is_canonical():
    text = text_of("docs/example-record.txt")
    assert record.write(record.read(text)) == text


def test_the_architecture_names_every_layer_in_its_order():
    assert re.findall(r"^\| `([a-z0-9]+)` \|", text_of("docs/architecture.md"), re.MULTILINE) == test_layers.LAYERS


def test_the_notation_names_every_switch_value_in_its_order():
    rows = re.findall(r"^\| `([a-z]+)` \| `([a-z-]+)` \|", text_of("docs/notation.md"), re.MULTILINE)
    assert rows == [(switch, value) for switch, values in SWITCHES.items() for value in values]


@pytest.mark.parametrize(("language", "place"), [("en", 1), ("de", 2)])
def test_the_glossary_has_every_word_of_the_pages(language, place):
    page = text_of(f"src/kreuzspinne/i18n/pages/glossary.{language}.md")
    rows = [row.split("|")[place].strip() for row in text_of("docs/glossary.md").splitlines() if row.startswith("| ")]
    assert [word for word in re.findall(r"^### (.*)", page, re.MULTILINE) if word not in rows] == []
