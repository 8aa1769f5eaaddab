"""Modules import downwards only, and whoever needs no kernel starts without NumPy."""

import ast
import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCES = Path(__file__).parent.parent / "src" / "kreuzspinne"
LAYERS = [
    "law", "cards", "errors", "rules", "variants", "layout", "foundations", "table", "notation", "explain", "position",
    "outcome", "perft", "deals", "game", "record", "score", "formats", "solver", "player", "i18n", "store", "study",
    "apps",
]  # fmt: skip
PURE = {*LAYERS[: LAYERS.index("formats") + 1], "i18n"}
"""Layers that run wherever a Python does, a browser's too: nothing but the standard library."""
KERNELS = {"solver", "player"}
"""The only layers that may know NumPy and Numba."""


def layer(path: Path) -> str:
    """`__init__` and `__main__` of the package itself stand on everything."""
    name = path.relative_to(SOURCES).parts[0].removesuffix(".py")
    return "apps" if name.startswith("__") else name


def imports(path: Path) -> Iterator[str]:
    """Full names of what a module imports, in functions too; relative ones made absolute."""
    package = ("kreuzspinne", *path.relative_to(SOURCES).parts[:-1])
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else ()
            names = [*above, *filter(None, [node.module])]
            yield from (".".join([*names, alias.name]) for alias in node.names)


@pytest.mark.parametrize("path", sorted(SOURCES.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCES)))
def test_imports_go_down(path):
    own = layer(path)
    for name in imports(path):
        top, *inner = name.split(".")
        if top == "kreuzspinne" and inner[0] in LAYERS:
            assert LAYERS.index(inner[0]) <= LAYERS.index(own), f"{own} imports {name}"
        elif top != "kreuzspinne":
            assert own not in PURE or top in sys.stdlib_module_names, f"{own} imports {name}"
            assert own in KERNELS or top not in {"numpy", "numba"}, f"{own} imports {name}"


def test_every_module_has_a_place():
    assert {layer(path) for path in SOURCES.rglob("*.py")} <= set(LAYERS)


@pytest.mark.parametrize("module", ["kreuzspinne", "kreuzspinne.game", "kreuzspinne.apps.cli", "kreuzspinne.apps.web"])
def test_starts_without_numpy(module):
    code = f"import sys, {module}; print(*sorted({{'numpy', 'numba'}} & set(sys.modules)))"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).split() == []


ROOT = SOURCES.parent.parent
SCRIPTS = [path for folder in ("studies", "benchmarks", "tools") for path in sorted(ROOT.glob(f"{folder}/**/*.py"))]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_scripts_import_what_there_is(path):
    """Nobody else notices when something moves from under a study."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "kreuzspinne":
            module = importlib.import_module(node.module)
            missing = [alias.name for alias in node.names if not hasattr(module, alias.name)
                       and importlib.util.find_spec(f"{node.module}.{alias.name}") is None]
            assert missing == []
