"""What holds for every test."""

import io
import os
import sys

import pytest

from kreuzspinne.apps.cli import main


@pytest.fixture(scope="session", autouse=True)
def own_data(tmp_path_factory):
    """No test touches the games of whoever runs it; programs that a test starts inherit this."""
    before = os.environ.get("KREUZSPINNE_DATA")
    os.environ["KREUZSPINNE_DATA"] = str(tmp_path_factory.mktemp("data"))
    yield
    if before is None:
        del os.environ["KREUZSPINNE_DATA"]
    else:
        os.environ["KREUZSPINNE_DATA"] = before


@pytest.fixture
def english(capsys):
    """Run a command in English on what is given to it; exit code, lines printed, complaints but for the wait."""
    def run(*arguments, data=b""):
        stdin, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(data), "utf-8")
        try:
            code = main(["--lang", "en", *arguments])
        finally:
            sys.stdin = stdin
        out, err = capsys.readouterr()
        return code, out.splitlines(), [line for line in err.splitlines() if "compiled" not in line]
    return run
