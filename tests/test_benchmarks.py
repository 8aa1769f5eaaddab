"""The benchmarks run and are listed; how fast things are is no matter for tests."""

import json
import re
import sys
from itertools import repeat
from pathlib import Path

import pytest

from benchmarks import __main__ as bench
from benchmarks import live, tables
from benchmarks.cases import BENCHMARKS, Benchmark
from benchmarks.clock import FEWEST, measure
from kreuzspinne import Position

TEXT = (Path(__file__).parent.parent / "docs" / "performance.md").read_text(encoding="utf-8")
ELSEWHERE = {"python", "start", "deal", "page", "perft", "web"}
"""Benchmarks that start other processes, or compile."""


def samples(*numbers):
    """A benchmark's samples: these, the last one again and again."""
    yield from numbers
    yield from repeat(numbers[-1])


def benchmark(least, target=None, unit="ms"):
    return Benchmark("name", "what", unit, target, lambda: samples(9, least))


@pytest.mark.parametrize("name", sorted(BENCHMARKS.keys() - ELSEWHERE))
def test_takes_samples(name):
    assert next(BENCHMARKS[name].samples()) > 0


def test_the_first_sample_only_warms_up():
    timing = measure(samples(1, 7, 3, 5), seconds=0)
    assert (timing.least, timing.median, timing.samples) == (3, 5, FEWEST)


@pytest.mark.parametrize(
    ("unit", "seconds", "target", "value", "share", "verdict"),
    [("ms", 0.5, 1000, 500, 0.5, "ok"), ("µs", 3e-6, 2, 3, 1.5, "slow"), ("million/s", 5e-8, 10, 20, 0.5, "ok"),
     ("million/s", 2e-7, 10, 5, 2, "slow"), ("ms", 0.5, None, 500, None, "")],
)  # fmt: skip
def test_result(unit, seconds, target, value, share, verdict):
    found = bench.Result(benchmark(seconds, target, unit), measure(samples(seconds), 0), 0.25)
    assert found.value == pytest.approx(value)
    assert found.share == (share and pytest.approx(share))
    assert found.loops == pytest.approx(seconds / 0.25)
    assert found.verdict == verdict


@pytest.mark.parametrize(("least", "status"), [(0.5, 0), (2, 1)])
def test_status_says_whether_targets_are_met(least, status, capsys):
    assert bench.report([benchmark(least, 1000)], as_json=True) == status
    (result,) = json.loads(capsys.readouterr().out)["results"]
    assert result["verdict"] == ["ok", "slow"][status]


def test_what_is_not_installed_is_left_out(capsys):
    def missing():
        raise ModuleNotFoundError(name="numba")
        yield

    assert bench.report([benchmark(1)._replace(samples=missing)], as_json=False) == 0
    assert "numba" in capsys.readouterr().err


def test_an_unknown_name_is_bad_usage(monkeypatch):
    monkeypatch.setattr("sys.argv", ["benchmarks", "nonsense"])
    with pytest.raises(SystemExit) as ended:
        bench.main()
    assert ended.value.code == 2


ANSWERS = {
    "won": ("Foundations: H-K C-K D-K S-K\n\n====================\n\nThis game is solveable.\n"
            "Total number of states checked is 95.\nThis scan generated 147 states.\n", ("solved", 95)),
    "not won": ("I could not solve this game.\nTotal number of states checked is 45.\n", ("unknown", 45)),
    "stopped": ("Iterations count exceeded.\nTotal number of states checked is 100000.\n", ("unknown", 100_000)),
    "nothing": ("", ("unknown", 0)),
    "another sentence": ("Is This game is solveable. or not?\n", ("unknown", 0)),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_another_solvers_answer_is_read(name):
    output, expected = ANSWERS[name]
    assert live.read(output) == expected


PRETENDED = """#!{python}
import sys
assert "simple_simon" in sys.argv and "Foundations" in sys.stdin.read()
print("This game is solveable.")
print("Total number of states checked is 7.")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a script is no program there")
def test_another_solver_is_run_where_there_is_one(monkeypatch, tmp_path, capsys):
    pytest.importorskip("numba")
    from benchmarks import solver
    row = json.loads((solver.PEERS / "simplesimon.jsonl").read_text().splitlines()[1])
    lost = solver.Answer(row["id"], "unsolvable", 0.5, 0, 9, 0.6)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert solver.beside([row], [lost], 5) == 0
    assert "not installed" in capsys.readouterr().out
    program = tmp_path / live.PROGRAM
    program.write_text(PRETENDED.format(python=sys.executable))
    program.chmod(0o755)
    assert solver.beside([row], [lost], 60) == 1
    said = capsys.readouterr().out
    assert f"missed {row['id']}" in said
    assert "1 of 1 solved" in said
    assert solver.beside([row], [lost._replace(verdict="solved")], 60) == 0


def test_the_document_names_every_benchmark():
    assert re.findall(r"^\| `([a-z-]+)` \|", TEXT, re.MULTILINE) == list(BENCHMARKS)


def test_the_late_table_is_a_whole_position():
    assert str(Position.read(tables.LATE)) == tables.LATE
