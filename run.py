#!/usr/bin/env python3
"""
Runs Kreuzspinne from its checkout with nothing but Python installed.

    python3 run.py [...]         the `kreuzspinne` command; without arguments the game opens in the browser
    python3 run.py test [...]    ruff, mypy and every test; arguments go to pytest
    python3 run.py bench [...]   the benchmarks
    python3 run.py setup [WHAT]  only installs what WHAT needs: run, solve, bench, test or all

The environment is `.venv` in the checkout. It is whole exactly while it holds a stamp: the stamp goes before anything
is installed and comes back after, so whatever was interrupted, moved or left behind by another Python is made anew.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

ROOT = os.path.dirname(os.path.realpath(__file__))
VENV = os.path.join(ROOT, ".venv")
STAMP = os.path.join(VENV, "kreuzspinne.stamp")
REQUIREMENTS = os.path.join(ROOT, "requirements")
WINDOWS = os.name == "nt"
SCRIPTS = os.path.join(VENV, "Scripts" if WINDOWS else "bin")
PYTHON = os.path.join(SCRIPTS, "python.exe" if WINDOWS else "python")
COMMAND = os.path.join(SCRIPTS, "kreuzspinne")

OLDEST = (3, 11)
SETS = {"run": ["run"], "solve": ["run", "solve"], "test": ["run", "solve", "test"]}
"""The sets of requirements, and what each contains: `requirements/test.txt` lists all of `solve.txt` too."""
WHAT = {"run": "run", "bench": "solve", "solve": "solve", "test": "test", "all": "test"}
HELPED = ("web", "play", "hint", "watch")
"""Commands whose help is better with NumPy and Numba, and that do without where these cannot be had."""
SOLVING = ("solve", "study", "review")
"""Commands that are nothing without them."""

# The shell's exec, as pip writes it: a line `#!` may hold neither a blank nor a long path.
# Processes that the solver starts import this file once more: that must not run the command again.
LAUNCHER = """#!/bin/sh
'''exec' {python} "$0" "$@"
' '''
if __name__ == "__main__":
    import sys

    from kreuzspinne.apps.cli import main

    sys.exit(main())
"""
WINDOWS_LAUNCHER = '@"%~dp0python.exe" "%~dp0kreuzspinne" %*\r\n'

TEXTS = {
    "old": (
        "Kreuzspinne needs Python 3.11 or later; this is Python {version}.",
        "Kreuzspinne braucht Python 3.11 oder neuer; dies ist Python {version}.",
    ),
    "venv": (
        "This Python cannot make an environment; on Debian and Ubuntu this helps: apt install python{version}-venv",
        "Dieses Python kann keine Umgebung anlegen; unter Debian und Ubuntu hilft: apt install python{version}-venv",
    ),
    "make": ("Making the environment .venv …", "Die Umgebung .venv wird angelegt …"),
    "install": (
        "Installing requirements/{name}.txt in .venv; this happens once …",
        "requirements/{name}.txt wird in .venv installiert, das geschieht nur einmal …",
    ),
    "failed": (
        "The installation failed, pip says why above; "
        "once that is mended (mostly the way to the internet), the same command goes on.",
        "Die Installation ist misslungen, den Grund nennt pip darüber; "
        "ist er behoben (meist der Weg ins Internet), setzt derselbe Befehl sie fort.",
    ),
    "without": (
        "Without NumPy and Numba, which could not be installed, hints are simpler, and solver, chance to win and look "
        "back are missing; this tries again: python3 run.py setup solve",
        "Ohne NumPy und Numba, die sich nicht installieren ließen, sind Tipps einfacher, und Löser, Gewinnchance und "
        "Rückblick fehlen; noch einmal versucht es: python3 run.py setup solve",
    ),
    "broken": (
        "The environment could not be made: {reason}",
        "Die Umgebung ließ sich nicht anlegen: {reason}",
    ),
    "what": ("setup knows {known}, not “{word}”.", "setup kennt {known}, nicht „{word}“."),
    "ready": ("Ready: {python}", "Fertig: {python}"),
}


def say(key: str, **facts: object) -> str:
    """The sentence for `key`, in German if the environment is German, else in English."""
    tags = [os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    if WINDOWS:
        import locale

        tags.append(locale.getlocale()[0])
    tag = next(filter(None, tags), "")
    return TEXTS[key][tag.lower()[:2] in ("de", "ge")].format(**facts)


def refuse(key: str, status: int = 1, **facts: object) -> SystemExit:
    """The end of the program: one sentence on standard error."""
    tell(key, **facts)
    return SystemExit(status)


def tell(key: str, **facts: object) -> None:
    # Standard error, so that `python3 run.py deal spider4 | …` passes on nothing but the position.
    print(say(key, **facts), file=sys.stderr, flush=True)


# The stamp


def digest(name: str) -> str:
    """What an installed set depends on: its requirements and the launcher."""
    from hashlib import sha256

    with open(os.path.join(REQUIREMENTS, name + ".txt"), "rb") as file:
        return sha256(file.read() + LAUNCHER.encode()).hexdigest()


def maker() -> list[str]:
    """The Python that makes an environment, and where: with another one of these it is of no use."""
    return [f"python {sys.implementation.cache_tag}{getattr(sys, 'abiflags', '')}", f"place {VENV}"]


def stamped() -> list[str]:
    """Lines of the stamp; none if there is no whole environment of this Python in this place."""
    try:
        with open(STAMP, encoding="utf-8") as file:
            lines = file.read().splitlines()
    except (OSError, UnicodeDecodeError):
        return []
    return lines if lines[:2] == maker() and os.path.exists(PYTHON) and os.path.exists(COMMAND) else []


def is_ready(name: str) -> bool:
    """Whether the requirements of set `name`, as they are now, are installed."""
    return f"{name} {digest(name)}" in stamped()


def given_up(name: str) -> str:
    """The line of the stamp that says that set `name`, as it is now, could not be installed."""
    return f"no {name} {digest(name)}"


def write_stamp(lines: list[str]) -> None:
    with open(STAMP, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


# The environment


def prepare(name: str, otherwise: str = "failed") -> None:
    """Makes sure that the requirements of set `name` are installed; `otherwise` is said if they cannot be."""
    if is_ready(name):
        return
    with open(os.path.join(ROOT, "run.py"), "rb") as lock:
        wait_for_others(lock.fileno())
        try:
            if not is_ready(name):
                install(name, stamped() or make(), otherwise)
        except OSError as error:
            raise refuse("broken", reason=error) from error


def prepare_help() -> None:
    """Makes sure that one can play, with help if possible; what could not be installed once is not waited for again."""
    prepare("run")
    if given_up("solve") in stamped():
        tell("without")
    else:
        try:
            prepare("solve", "without")
        except SystemExit:
            if not is_ready("run"):
                raise


def wait_for_others(lock: int) -> None:
    """Takes the lock, as long as the file is open: two starts at once must not both install."""
    if not WINDOWS:
        import fcntl

        fcntl.flock(lock, fcntl.LOCK_EX)


def make() -> list[str]:
    """A new `.venv`, whatever there was before, and its stamp: still empty."""
    import shutil
    import subprocess

    try:
        import venv
        from ensurepip import bootstrap  # noqa: F401  Debian takes it out, and venv notices only half-way
    except ImportError as error:
        raise refuse("venv", version=f"{sys.version_info[0]}.{sys.version_info[1]}") from error
    tell("make")
    if os.path.islink(VENV) or os.path.isfile(VENV):
        os.remove(VENV)
    elif os.path.exists(VENV):
        shutil.rmtree(VENV)
    try:
        venv.EnvBuilder(with_pip=True, symlinks=not WINDOWS).create(VENV)
    except subprocess.CalledProcessError as error:
        raise refuse("broken", reason=(error.output or b"").decode(errors="replace").strip() or error) from error
    return []


def install(name: str, before: list[str], otherwise: str) -> None:
    """Installs set `name`, or says `otherwise`; `before` is the stamp of what is there already."""
    import subprocess

    tell("install", name=name)
    if before:
        os.remove(STAMP)
    pip = [PYTHON, "-I", "-m", "pip", "install", "--require-hashes", "--only-binary", ":all:", "--no-input"]
    pip += ["--disable-pip-version-check"] + ([] if sys.stderr.isatty() else ["--quiet"])
    requirements = os.path.join(REQUIREMENTS, name + ".txt")
    failed = subprocess.call([*pip, "-r", requirements], stdout=sys.stderr, env={**os.environ, "PIP_USER": "0"})
    if failed:
        # A pip that gave up has left every package whole; one that was killed may not have.
        if before and failed > 0:
            write_stamp([line for line in before if line != given_up(name)] + [given_up(name)])
        raise refuse(otherwise)
    link()
    write_stamp([*maker(), *(f"{part} {digest(part)}" for part in SETS[name])])


def link() -> None:
    """
    Lets the environment find the sources and gives it the `kreuzspinne` command.

    What `pip install -e` would do, without a build backend to download first.
    """
    import shlex
    import sysconfig

    packages = sysconfig.get_path("purelib", "venv", {"base": VENV, "platbase": VENV})
    # Relative, because a .pth file is read in whatever encoding the locale has, and the path to here may have umlauts.
    with open(os.path.join(packages, "kreuzspinne.pth"), "w", encoding="ascii") as file:
        file.write(os.path.relpath(os.path.join(ROOT, "src"), packages) + "\n")
    with open(COMMAND, "w", encoding="utf-8", newline="\n") as file:
        file.write(LAUNCHER.format(python=shlex.quote(PYTHON.replace("\\", "/"))))
    os.chmod(COMMAND, 0o755)
    if WINDOWS:
        with open(COMMAND + ".cmd", "w", encoding="ascii", newline="") as file:
            file.write(WINDOWS_LAUNCHER)


# What it is asked to do


def start(*arguments: str) -> int:
    """Becomes the environment's Python (on Windows: waits for it, the console would not)."""
    if not WINDOWS:
        os.execv(PYTHON, [PYTHON, *arguments])
    import subprocess

    child = subprocess.Popen([PYTHON, *arguments])
    while True:
        try:
            return child.wait()
        except KeyboardInterrupt:
            continue


def play(*arguments: str) -> int:
    # NumPy and Numba are a hundred times what the game itself needs.
    verb = command_in(arguments)
    if verb in HELPED:
        prepare_help()
    else:
        prepare("solve" if verb in SOLVING else "run")
    return start(COMMAND, *(arguments or ["web"]))


def command_in(arguments: Sequence[str]) -> str:
    """The command that is meant: the first word, or `web` where there are only options."""
    rest = list(arguments)
    while rest and rest[0].split("=")[0] in ("--lang", "--json"):
        del rest[: 2 if rest[0] == "--lang" else 1]
    if not rest or (rest[0].startswith("-") and rest[0] not in ("-h", "--help")):
        return "web"
    return rest[0]


def bench(*arguments: str) -> int:
    prepare("solve")
    os.chdir(ROOT)
    return start("-m", "benchmarks", *arguments)


def test(*arguments: str) -> int:
    """
    Runs every check even after one has failed; pytest comes last, so that its summary is the last line.

    The test files are shared out among the cores; ``test -n0 …`` runs them one after the other.
    """
    prepare("test")
    os.chdir(ROOT)
    status = check("ruff", "check") | check("mypy")
    if status:
        print("run.py: ruff or mypy found something, see above; now the tests", flush=True)
    return check("pytest", "--numprocesses=auto", "--maxprocesses=4", "--dist=loadfile", *arguments) or status


def check(*command: str) -> int:
    import subprocess

    print("run.py:", *command, flush=True)
    return subprocess.call([PYTHON, "-m", *command])


def setup(*arguments: str) -> int:
    for word in arguments:
        if word not in WHAT:
            raise refuse("what", 2, known=", ".join(WHAT), word=word)
    for word in arguments or ["run"]:
        prepare(WHAT[word])
    tell("ready", python=os.path.relpath(PYTHON))
    return 0


VERBS = {"test": test, "bench": bench, "setup": setup}


def main(arguments: list[str]) -> int:
    if sys.version_info < OLDEST:
        raise refuse("old", version=".".join(map(str, sys.version_info[:3])))
    try:
        verb = VERBS.get(arguments[0]) if arguments else None
        return verb(*arguments[1:]) if verb else play(*arguments)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
