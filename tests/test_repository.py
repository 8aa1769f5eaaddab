"""What the tree itself must hold to: catalogues in step, and no traces of the machine it was made on."""

import re
from pathlib import Path
from string import Formatter

import pytest

from kreuzspinne.i18n import DOMAINS, LANGUAGES
from tools import catalogues

ROOT = Path(__file__).parent.parent
MACHINE = re.compile(r"(?<![\w.~-])/(?:work|root|home/\w+|Users/\w+)/")
REGISTRY = re.compile(r"(?:pypi|files|registry|deb)\.(?:org|pythonhosted|npmjs|debian)\b")


def files() -> list[Path]:
    """Every text of the tree; hidden folders are the tools' own, but for the one of the CI."""
    inside = [path for path in ROOT.rglob("*") if path.is_file()]
    kept = [path for path in inside if is_ours(path.relative_to(ROOT))]
    return [path for path in kept if b"\0" not in path.read_bytes()[:8000]]


def is_ours(path: Path) -> bool:
    folders = path.parts[:-1]
    made = {"__pycache__", "node_modules", "build", "dist"}
    return not any((part.startswith(".") and part != ".ci") or part in made for part in folders)


def found(pattern: re.Pattern[str], paths: list[Path]) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}: {match.group()}"
        for path in paths
        for match in pattern.finditer(path.read_text(encoding="utf-8", errors="replace"))
    ]


def test_no_paths_of_a_machine():
    assert found(MACHINE, files()) == []


def test_no_addresses_of_registries():
    assert found(REGISTRY, files()) == []


def test_requirements_name_no_source():
    locks = [path for path in files() if "requirements" in path.parts or re.search(r"\block\b", path.name)]
    assert locks
    source = re.compile(r"\w+://|--(?:index|extra-index|find-links|trusted-host)|^-[if]\b", re.MULTILINE)
    assert found(source, locks) == []


@pytest.mark.parametrize("name", ["run", "solve", "test"])
def test_requirements_are_hashed(name):
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
    assert lines
    hashed = re.compile(r"[\w.-]+==\S+( ; .*?)?(\s+--hash=sha256:[0-9a-f]{64})+")
    assert [line for line in lines if not hashed.fullmatch(line)] == []


@pytest.mark.parametrize(("small", "large"), [("run", "solve"), ("solve", "test")])
def test_requirements_contain_each_other(small, large):
    def pins(name: str) -> set[str]:
        text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
        return set(re.findall(r"^[\w.-]+==\S+", text, re.MULTILINE))

    assert pins(small) < pins(large)


# The catalogues


def sources(language: str) -> list[Path]:
    return [path for path in catalogues.catalogues() if path.parts[-3] == language]


def messages(language: str) -> dict[tuple[str, str], set[str]]:
    """Placeholders of each message, by domain and code."""
    return {
        (path.stem, message.id if isinstance(message.id, str) else message.id[0]): placeholders(message.string)
        for path in sources(language)
        for message in catalogues.read(path)
        if message.id
    }


def placeholders(texts: str | tuple[str, ...]) -> set[str]:
    several = (texts,) if isinstance(texts, str) else texts
    return {field for text in several for _, field, _, _ in Formatter().parse(text) if field is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_domain_has_a_catalogue(language):
    assert sorted(path.stem for path in sources(language)) == sorted(DOMAINS)


@pytest.mark.parametrize("source", catalogues.catalogues(), ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_compiled_catalogue_is_in_step(source):
    assert source.with_suffix(".mo").read_bytes() == catalogues.compiled(source), "python tools/catalogues.py mends it"


@pytest.mark.parametrize("source", catalogues.catalogues(), ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_no_message_is_empty_or_doubtful(source):
    doubtful = [message.id for message in catalogues.read(source) if message.fuzzy or not message.string]
    assert [code for code in doubtful if code] == []


def test_languages_say_the_same_with_the_same_facts():
    first, *others = (messages(language) for language in LANGUAGES)
    for other in others:
        assert {key: first.get(key) for key in first | other} == {key: other.get(key) for key in first | other}


def test_no_code_is_in_two_domains():
    for language in LANGUAGES:
        codes = [code for _, code in messages(language)]
        assert sorted(codes) == sorted(set(codes))


def test_compiling_does_not_know_the_day(tmp_path):
    source = tmp_path / "de" / "LC_MESSAGES" / "errors.po"
    source.parent.mkdir(parents=True)
    source.write_text('msgid "a"\nmsgstr "ä"\n', encoding="utf-8")
    assert b"2000-01-01" in catalogues.compiled(source)
    assert "ä".encode() in catalogues.compiled(source)
