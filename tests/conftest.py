"""What holds for every test."""

import os

import pytest


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
