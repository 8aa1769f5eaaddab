"""The server without a browser: what several test files ask of it."""

import random

from kreuzspinne.game import Game
from kreuzspinne.position import Position

HERE = "http://127.0.0.1"
XPAT2 = {"variant": "spider4:runs=hand", "deal": "xpat2:42"}
SOME = ["spider4", "spider4:runs=hand", "spider1", "gypsy", "scorpion", "spiderette2", "simplesimon", "fredsspider"]


def start(client, **wanted):
    reply = client.post("/api/games", json={**XPAT2, **wanted})
    assert reply.status_code == 201, reply.text
    return reply.json()


def change(client, state, verb, **more):
    return client.post(f"/api/games/{state['id']}/{verb}", json={"turn": state["turn"], **more})


def put(games, line):
    """A game that begins at a position."""
    return games.put(Game(Position.read(line, fragment=True)))


def wander(game, seed, length):
    """Play at random, now and then backwards; yields the verb after each step."""
    dice = random.Random(seed)
    for _ in range(length):
        moves = game.position.moves
        verb = dice.choices(["play", "undo", "redo", "restart"], [12, 3, 2, 0.2])[0]
        if (verb == "play" and not moves) or (verb == "undo" and not game.can_undo) or (
                verb == "redo" and not game.can_redo):
            continue
        yield verb, str(dice.choice(moves)) if verb == "play" else None


def refused(reply, status, error=None):
    told = reply.json()
    assert reply.status_code == status, told
    assert error in (None, told["error"])
    assert not told["message"][0].islower(), told
    assert told["message"][-1] in ".?!", told
    assert "Traceback" not in reply.text
    return told
