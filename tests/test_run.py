"""What run.py decides, without installing anything."""

import ast
import os
import shlex
import subprocess
import sys
import sysconfig
from pathlib import Path
from types import SimpleNamespace

import pytest

import run

ROOT = Path(__file__).parent.parent


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A checkout of its own, with an environment that looks whole but holds no stamp."""
    venv = tmp_path / "check out" / ".venv"
    scripts = venv / "bin"
    scripts.mkdir(parents=True)
    requirements = tmp_path / "check out" / "requirements"
    requirements.mkdir()
    for name in run.SETS:
        (requirements / f"{name}.txt").write_text(f"{name}==1\n")
    for name in ("python", "kreuzspinne"):
        (scripts / name).write_text("")
    places = {"ROOT": venv.parent, "VENV": venv, "STAMP": venv / "stamp", "REQUIREMENTS": requirements,
              "PYTHON": scripts / "python", "COMMAND": scripts / "kreuzspinne"}  # fmt: skip
    for name, place in places.items():
        monkeypatch.setattr(run, name, str(place))
    (venv.parent / "run.py").write_text("")
    return SimpleNamespace(root=venv.parent, venv=venv, requirements=requirements, scripts=scripts)


@pytest.fixture
def pip(checkout, monkeypatch):
    """Commands that would have been run; `status` is what they end with."""
    calls = SimpleNamespace(commands=[], status=0, made=0)

    def call(command, **_):
        calls.commands.append(command)
        calls.stamped = os.path.exists(run.STAMP)
        return calls.status

    def make():
        calls.made += 1
        return []

    monkeypatch.setattr(subprocess, "call", call)
    monkeypatch.setattr(run, "make", make)
    monkeypatch.setattr(run, "link", lambda: None)
    return calls


@pytest.fixture
def english(monkeypatch):
    monkeypatch.setenv("LC_ALL", "C")


def stamp(*names):
    run.write_stamp([*run.maker(), *(f"{name} {run.digest(name)}" for name in names)])


# Words


@pytest.mark.parametrize(
    ("environment", "word"),
    [
        ({"LANG": "de_DE.UTF-8"}, "braucht"),
        ({"LANG": "de_AT"}, "braucht"),
        ({"LANG": "en_GB.UTF-8"}, "needs"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "needs"),
        ({"LC_MESSAGES": "de_CH", "LANG": "fr_FR"}, "braucht"),
        ({}, "needs"),
    ],
)
def test_speaks_the_language_of_the_environment(monkeypatch, environment, word):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert word in run.say("old", version="3.8.18")


def test_both_languages_state_the_same_facts():
    def fields(text):
        return [part.partition("}")[0] for part in text.split("{")[1:]]

    for english, german in run.TEXTS.values():
        assert fields(english) == fields(german)
        assert english != german


# Pythons that cannot


def test_an_old_python_can_read_the_program():
    ast.parse((ROOT / "run.py").read_text(encoding="utf-8"), feature_version=(3, 8))


@pytest.mark.parametrize("version", [(3, 8, 18), (3, 10, 13)])
def test_an_old_python_gets_one_sentence(monkeypatch, capsys, english, version):
    monkeypatch.setattr(sys, "version_info", version)
    with pytest.raises(SystemExit) as end:
        run.main(["deal", "spider4"])
    assert end.value.code == 1
    written = capsys.readouterr()
    assert written.out == ""
    assert written.err == f"Kreuzspinne needs Python 3.11 or later; this is Python {'.'.join(map(str, version))}.\n"


@pytest.mark.parametrize("missing", ["venv", "ensurepip"])
def test_a_python_without_ensurepip_names_the_package(checkout, monkeypatch, capsys, english, missing):
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(SystemExit) as end:
        run.make()
    assert end.value.code == 1
    assert capsys.readouterr().err.splitlines() == [
        "This Python cannot make an environment; on Debian and Ubuntu this helps: "
        f"apt install python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    ]
    assert checkout.venv.exists(), "nothing is taken away that cannot be made again"


# Who is asked to do what


@pytest.mark.parametrize(
    ("arguments", "prepared", "started"),
    [
        ([], "help", ["kreuzspinne", "web"]),
        *((list(words), "help", ["kreuzspinne", *words]) for words in (
            ["web"], ["--no-browser"], ["--port", "8080"], ["--lang", "de"], ["play", "spider4"], ["hint", "spider4"],
            ["--lang=de", "--json", "watch", "spider1"])),
        *((list(words), "run", ["kreuzspinne", *words]) for words in (
            ["deal", "spider4", "--json"], ["games"], ["rules", "web"], ["--help"], ["-h"])),
        *((list(words), "solve", ["kreuzspinne", *words]) for words in (
            ["solve", "spider4"], ["review", "record"], ["study", "play", "spider4"], ["--lang", "de", "solve"])),
        (["bench"], "solve", ["-m", "benchmarks"]),
        (["bench", "perft"], "solve", ["-m", "benchmarks", "perft"]),
    ],
)
def test_verbs(checkout, monkeypatch, arguments, prepared, started):
    prepares = []
    monkeypatch.setattr(run, "prepare", prepares.append)
    monkeypatch.setattr(run, "prepare_help", lambda: prepares.append("help"))
    monkeypatch.setattr(run, "start", lambda *command: ["kreuzspinne" if c == run.COMMAND else c for c in command])
    monkeypatch.chdir(checkout.root)
    assert run.main(arguments) == started
    assert prepares == [prepared]


@pytest.mark.parametrize(
    ("arguments", "prepared"),
    [([], ["run"]), (["test"], ["test"]), (["all"], ["test"]), (["bench", "run"], ["solve", "run"])],
)
def test_setup_only_installs(checkout, monkeypatch, arguments, prepared):
    prepares = []
    monkeypatch.setattr(run, "prepare", prepares.append)
    assert run.main(["setup", *arguments]) == 0
    assert prepares == prepared


def test_setup_refuses_what_it_does_not_know(checkout, pip, capsys, english):
    with pytest.raises(SystemExit) as end:
        run.main(["setup", "test", "moon"])
    assert end.value.code == 2
    assert "“moon”" in capsys.readouterr().err
    assert pip.commands == []


@pytest.mark.parametrize(("failing", "status"), [(None, 0), ("ruff", 1), ("mypy", 2), ("pytest", 5)])
def test_every_check_runs_and_pytest_is_last(checkout, pip, monkeypatch, capsys, failing, status):
    stamp("run", "solve", "test")
    monkeypatch.chdir(checkout.root)

    def call(command):
        pip.commands.append(command[2:])
        return status if command[2] == failing else 0

    monkeypatch.setattr(subprocess, "call", call)
    assert run.main(["test", "-k", "perft"]) == status
    assert [command[0] for command in pip.commands] == ["ruff", "mypy", "pytest"]
    assert pip.commands[-1][-2:] == ["-k", "perft"], "a caller's own arguments come last, so that -n0 holds"
    assert capsys.readouterr().out.splitlines()[-1] == "run.py: " + " ".join(pip.commands[-1])


def test_an_interruption_is_no_traceback(checkout, monkeypatch):
    def interrupted(name, otherwise=""):
        raise KeyboardInterrupt

    monkeypatch.setattr(run, "prepare", interrupted)
    assert run.main([]) == 130


# The stamp


def test_ready_is_what_the_stamp_says(checkout):
    assert not run.is_ready("run")
    stamp("run", "solve")
    assert run.is_ready("run")
    assert run.is_ready("solve")
    assert not run.is_ready("test")


def test_changed_requirements_are_not_ready(checkout):
    stamp("run", "solve")
    (checkout.requirements / "solve.txt").write_text("solve==2\n")
    assert run.is_ready("run")
    assert not run.is_ready("solve")


def python_changed(checkout, monkeypatch):
    monkeypatch.setattr(run, "maker", lambda: ["python cpython-399", f"place {run.VENV}"])


def python_gone(checkout, monkeypatch):
    (checkout.scripts / "python").unlink()
    (checkout.scripts / "python").symlink_to(checkout.root / "gone")


def command_gone(checkout, monkeypatch):
    (checkout.scripts / "kreuzspinne").unlink()


def stamp_spoilt(checkout, monkeypatch):
    Path(run.STAMP).write_bytes(b"\xff\x00")


@pytest.mark.parametrize("fault", [python_changed, python_gone, command_gone, stamp_spoilt])
def test_a_broken_environment_is_made_anew(checkout, pip, monkeypatch, fault):
    stamp("run")
    fault(checkout, monkeypatch)
    run.prepare("run")
    assert pip.made == 1


def test_a_moved_environment_is_made_anew(checkout, pip, monkeypatch):
    stamp("run")
    lines = run.stamped()
    monkeypatch.setattr(run, "VENV", run.VENV + "2")
    assert lines[1] != run.maker()[1]
    run.prepare("run")
    assert pip.made == 1


def test_what_is_ready_is_left_alone(checkout, pip):
    stamp("run", "solve", "test")
    before = Path(run.STAMP).stat()
    for name in run.SETS:
        run.prepare(name)
    assert pip.commands == []
    assert Path(run.STAMP).stat().st_mtime_ns == before.st_mtime_ns


@pytest.mark.parametrize("name", run.SETS)
def test_a_large_set_brings_the_small_ones(checkout, pip, name):
    run.prepare(name)
    assert [part for part in run.SETS if run.is_ready(part)] == run.SETS[name]
    [command] = pip.commands
    assert "--require-hashes" in command
    assert command[-1] == str(checkout.requirements / f"{name}.txt")


def test_no_stamp_while_installing(checkout, pip):
    stamp("run")
    run.prepare("test")
    assert not pip.stamped
    assert pip.made == 0, "a whole environment is added to"


@pytest.mark.parametrize(("status", "kept"), [(1, True), (-9, False)])
def test_a_failed_installation_keeps_only_what_was_whole(checkout, pip, capsys, english, status, kept):
    stamp("run")
    pip.status = status
    with pytest.raises(SystemExit) as end:
        run.prepare("test")
    assert end.value.code == 1
    assert run.is_ready("run") == kept
    assert not run.is_ready("test")
    assert "pip says why above" in capsys.readouterr().err


WITHOUT = "Without NumPy and Numba, which could not be installed, hints are simpler, and"


@pytest.fixture
def no_solver(checkout, pip, monkeypatch):
    """What the solver needs cannot be had; what play needs can."""
    def call(command, **_):
        pip.commands.append(command)
        return 1 if command[-1].endswith("solve.txt") else 0

    monkeypatch.setattr(subprocess, "call", call)
    return pip


def installed(pip):
    return [Path(command[-1]).stem for command in pip.commands]


def test_play_brings_its_help(checkout, pip):
    run.prepare_help()
    assert run.is_ready("solve")
    assert installed(pip) == ["run", "solve"], "what play needs stands even if the rest fails"
    run.prepare_help()
    assert len(pip.commands) == 2


def test_without_its_help_one_plays_all_the_same(no_solver, capsys, english):
    run.prepare_help()
    assert run.is_ready("run")
    assert capsys.readouterr().err.splitlines()[-1].startswith(WITHOUT)


def test_what_cannot_be_installed_is_not_waited_for_again(no_solver, capsys, english):
    for _ in range(3):
        run.prepare_help()
    assert installed(no_solver) == ["run", "solve"]
    assert capsys.readouterr().err.count(WITHOUT) == 3


def test_whoever_asks_for_it_tries_again(no_solver, pip, monkeypatch):
    run.prepare_help()
    for _ in range(2):
        with pytest.raises(SystemExit):
            run.prepare("solve")
    assert run.stamped().count(run.given_up("solve")) == 1
    monkeypatch.setattr(subprocess, "call", lambda command, **_: 0)
    run.prepare("solve")
    assert run.is_ready("solve")
    assert run.given_up("solve") not in run.stamped()


def test_other_requirements_are_tried_again(no_solver, checkout):
    run.prepare_help()
    (checkout.requirements / "solve.txt").write_text("solve==2\n")
    run.prepare_help()
    assert installed(no_solver) == ["run", "solve", "solve"]


def test_an_installation_that_was_killed_is_no_play_without_help(checkout, pip, monkeypatch):
    stamp("run")
    pip.status = -9
    with pytest.raises(SystemExit):
        run.prepare_help()


def test_every_command_is_known_to_the_program():
    """Whoever renames a command there does it in run.py, too."""
    from kreuzspinne.apps import cli

    assert {*run.HELPED, *run.SOLVING} <= set(cli._VERBS)


def test_a_failed_first_installation_leaves_no_stamp(checkout, pip):
    pip.status = 1
    with pytest.raises(SystemExit):
        run.prepare("run")
    assert not os.path.exists(run.STAMP)


def test_a_full_disk_is_a_sentence(checkout, monkeypatch, capsys, english):
    def full():
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(run, "make", full)
    with pytest.raises(SystemExit) as end:
        run.prepare("run")
    assert end.value.code == 1
    assert capsys.readouterr().err == "The environment could not be made: [Errno 28] No space left on device\n"


# The command


def test_the_launcher_starts_python_from_any_place(tmp_path):
    """Blanks and quotation marks in the path included; the shell reads the head, Python the rest."""
    folder = tmp_path / "it's here, \"über\" $HOME"
    folder.mkdir()
    (folder / "python").symlink_to(sys.executable)
    package = folder / "kreuzspinne" / "apps"
    package.mkdir(parents=True)
    (package / "cli.py").write_text("import sys\n\ndef main():\n    print(sys.argv[1:])\n    return 3\n")
    command = folder / "kreuzspinne.sh"
    command.write_text(run.LAUNCHER.format(python=shlex.quote(str(folder / "python"))), encoding="utf-8")
    command.chmod(0o755)
    done = subprocess.run([command, "a b", ""], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (3, "['a b', '']\n", "")


def test_processes_of_the_launcher_do_not_run_the_command_again(tmp_path):
    """A new process imports the file that was started; only the first one is to do what was asked."""
    package = tmp_path / "kreuzspinne" / "apps"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package.parent / "__init__.py").touch()
    (package / "cli.py").write_text(
        "from concurrent.futures import ProcessPoolExecutor\nfrom multiprocessing import get_context\n\n"
        "def main():\n"
        "    with ProcessPoolExecutor(2, mp_context=get_context('spawn')) as pool:\n"
        "        print(sum(pool.map(abs, [-1, -2])))\n"
        "    return 4\n")
    command = tmp_path / "command"
    command.write_text(run.LAUNCHER.format(python=shlex.quote(sys.executable)), encoding="utf-8")
    command.chmod(0o755)
    done = subprocess.run([command], capture_output=True, text=True, check=False, timeout=20,
                          env={**os.environ, "PYTHONPATH": str(tmp_path)})
    assert (done.returncode, done.stdout, done.stderr) == (4, "3\n", "")


def test_an_environment_with_an_older_launcher_is_not_ready(checkout, monkeypatch):
    stamp("run", "solve", "test")
    monkeypatch.setattr(run, "LAUNCHER", run.LAUNCHER + "\n")
    assert not any(run.is_ready(name) for name in run.SETS)


def test_the_environment_finds_the_sources(checkout):
    packages = Path(sysconfig.get_path("purelib", "venv", {"base": run.VENV, "platbase": run.VENV}))
    packages.mkdir(parents=True)
    run.link()
    link = (packages / "kreuzspinne.pth").read_text().strip()
    assert not os.path.isabs(link)
    assert (packages / link).resolve() == checkout.root / "src"
    assert os.access(run.COMMAND, os.X_OK)


# Windows, as far as another system can tell


def test_windows_gets_a_command_too(checkout, monkeypatch):
    Path(sysconfig.get_path("purelib", "venv", {"base": run.VENV, "platbase": run.VENV})).mkdir(parents=True)
    monkeypatch.setattr(run, "WINDOWS", True)
    run.link()
    assert (checkout.scripts / "kreuzspinne.cmd").read_bytes() == b'@"%~dp0python.exe" "%~dp0kreuzspinne" %*\r\n'


def test_windows_waits_for_the_program(monkeypatch):
    monkeypatch.setattr(run, "WINDOWS", True)
    monkeypatch.setattr(run, "PYTHON", sys.executable)
    assert run.start("-c", "raise SystemExit(7)") == 7
