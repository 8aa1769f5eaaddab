"""Processes that the server starts: nothing of them is left when they are closed, whatever they were doing."""

import subprocess
import time
from threading import Event

import pytest

from kreuzspinne.apps.web import chances, player_process
from kreuzspinne.apps.web.chances import Chances
from kreuzspinne.apps.web.jobs import Job
from kreuzspinne.apps.web.other_process import OtherProcess
from kreuzspinne.apps.web.player_process import PlayerProcess
from kreuzspinne.game import Game
from kreuzspinne.player.belief import Belief

MUTE = "json.tool"
"""A module that reads its input to the end, and says nothing before."""
VIEW = Game.deal("spider4", "own:7").position.view()
AGES = 60


@pytest.fixture
def started(monkeypatch):
    """Every process that was started; whoever is asked never answers."""
    pytest.importorskip("numba")
    processes = []

    class Kept(subprocess.Popen):
        def __init__(self, *arguments, **settings):
            super().__init__(*arguments, **settings)
            processes.append(self)

    monkeypatch.setattr(subprocess, "Popen", Kept)
    monkeypatch.setattr(player_process, "WORKER", MUTE)
    monkeypatch.setattr(chances, "WORKER", MUTE)
    return processes


def asked_for_a_plan():
    player = PlayerProcess()
    assert player.plan(VIEW, 0.0) is None
    return player.close


def asked_for_a_chance():
    counting = Chances()
    assert counting.chance(Belief(VIEW)) is None
    return counting.close


def asked_for_nothing():
    return OtherProcess(MUTE).close


def a_job():
    class Mute(OtherProcess):
        def __init__(self):
            super().__init__(MUTE)

        def ask(self, question, limits, listen):
            return self.answer(question, "answer", listen)

    is_asking = Event()

    def quest(ask):
        is_asking.set()
        return ask({})

    job = Job(quest, "web_judging", process=Mute)
    assert is_asking.wait(AGES)
    return job.stop


@pytest.mark.parametrize("user", [asked_for_a_plan, asked_for_a_chance, asked_for_nothing, a_job])
def test_nothing_is_left_of_a_process_that_is_closed(started, user):
    close = user()
    begun = time.monotonic()
    while not started and time.monotonic() - begun < AGES:
        time.sleep(0.01)
    for _ in range(2):
        close()
        (process,) = started
        assert process.returncode is not None
        assert process.stdin.closed
        assert process.stdout.closed
