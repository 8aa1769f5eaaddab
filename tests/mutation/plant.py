"""
Plants every fault of `faults.py` in a copy of the sources, one at a time, and names those that no test notices.

``python tests/mutation/plant.py [--only TEXT] [--jobs N]``: some ten minutes on two cores; exit 1 if a fault survives.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from faults import FAULTS, Fault

ROOT = Path(__file__).parents[2]
TESTS = ["tests/test_perft.py", "tests/test_oracle.py"]
"""Both together notice every fault; the first one alone most of them, in a few seconds."""


def occurrences(fault: Fault, source: Path = ROOT / "src") -> int:
    """How often the text that the fault replaces stands in its file: it must be once."""
    return (source / "kreuzspinne" / fault.file).read_text(encoding="utf-8").count(fault.old)


def passes(source: Path) -> bool:
    """Do the tests pass with the package from `source`?"""
    environment = {**os.environ, "PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1", "PERFT_SEQUENCES": "3000",
                   "NO_SHRINKING": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *TESTS]
    found = subprocess.run([sys.executable, "-c", "import kreuzspinne; print(kreuzspinne.__file__)"], cwd=source,
                           env=environment, capture_output=True, text=True)
    if found.returncode == 0 and not found.stdout.startswith(str(source)):
        sys.exit(f"The tests would run {found.stdout.strip()}, not the copy in {source}")
    try:
        run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600)
    except subprocess.TimeoutExpired:
        return False
    if run.returncode not in (0, 1, 2):  # passed, failed, or the package could not even be imported
        sys.exit(run.stdout + run.stderr)
    return run.returncode == 0


def survives(snapshot: Path, fault: Fault | None) -> bool:
    """Do the tests pass with this fault planted in a copy of the snapshot (or with none)?"""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder).resolve() / "src"
        shutil.copytree(snapshot, source)
        if fault:
            path = source / "kreuzspinne" / fault.file
            path.write_text(path.read_text(encoding="utf-8").replace(fault.old, fault.new), encoding="utf-8")
        return passes(source)


def plant(snapshot: Path, fault: Fault) -> bool:
    alive = survives(snapshot, fault)
    print("SURVIVES" if alive else "noticed ", fault.file, "|", fault.old.strip(), "->", fault.new.strip(), flush=True)
    return alive


def plant_all(snapshot: Path, faults: list[Fault], jobs: int) -> int:
    """Exit code: 0 all noticed, 1 some survive, 2 nothing can be said."""
    lost = [fault for fault in faults if occurrences(fault, snapshot) != 1]
    for fault in lost:
        print("found", occurrences(fault, snapshot), "times instead of once:", fault.file, "|", fault.old)
    if lost:
        return 2
    if not survives(snapshot, None):
        print("the tests fail without any fault")
        return 2
    with ThreadPoolExecutor(jobs) as pool:
        alive = sum(pool.map(lambda fault: plant(snapshot, fault), faults))
    print(f"{len(faults)} faults, {alive} survive")
    return 1 if alive else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="only faults whose file or text contains this")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    faults = [fault for fault in FAULTS if options.only in fault.file or options.only in fault.old]
    with tempfile.TemporaryDirectory() as folder:  # the sources may change while the tests run
        snapshot = Path(folder) / "src"
        shutil.copytree(ROOT / "src", snapshot, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
        return plant_all(snapshot, faults, options.jobs)


if __name__ == "__main__":
    sys.exit(main())
