"""What the server never tells: a card that its player cannot see."""

import json
import random
import re
from itertools import islice

import pytest
from web_client import SOME, change, start, wander

from kreuzspinne import cards
from kreuzspinne.apps.web.games import Session
from kreuzspinne.apps.web.player_process import PlayerProcess
from kreuzspinne.apps.web.telling import Narrator, every_card
from kreuzspinne.game import Game
from kreuzspinne.i18n import Speaker
from kreuzspinne.position import place
from kreuzspinne.store import Course

SPOKEN = {name: card for card, name in every_card(Speaker("en")).items()}
CARD = re.compile(rf"(?<![A-Za-z0-9])[A2-9TJQK][shdc](?![A-Za-z0-9])|(?i:{'|'.join(SPOKEN)})")


def named_cards(reply):
    """Every card that a reply names anywhere, in notation or in words."""
    text = json.dumps({key: value for key, value in reply.items() if key != "id"})
    return {SPOKEN.get(found.lower(), found) for found in CARD.findall(text)}


def may_be_known(position):
    """Cards that lie open, and those on the foundations."""
    view = position.view()
    known = {cards.name(card) for column in view.columns for card in column.open}
    for top in view.piles:
        known |= {cards.name(cards.make(cards.suit(top), rank)) for rank in range(1, 14)}
    return known


@pytest.mark.parametrize("variant", SOME)
def test_only_open_cards_are_ever_named(client, own_games, variant):
    state = start(client, variant=variant, deal="own:7")
    game = own_games.find(state["id"]).game
    for verb, move in islice(wander(game, 7, 200), 120):
        reply = change(client, state, verb, **({"move": move} if move else {}))
        assert reply.status_code == 200, reply.text
        state = reply.json()
        assert named_cards(state) <= may_be_known(game.position), (verb, state["message"])
        for shown, column in zip(state["columns"], game.position.view().columns, strict=True):
            assert shown["open"] == [cards.name(card) for card in column.open]


@pytest.mark.parametrize("variant", SOME)
def test_playing_on_names_no_hidden_card(client, own_games, monkeypatch, variant):
    monkeypatch.setattr(PlayerProcess, "plan", lambda self, view, patience: (random.Random(3).choice(view.moves),))
    state = start(client, variant=variant, deal="own:7")
    game = own_games.find(state["id"]).game
    for _ in range(60):
        thought = change(client, state, "think").json()
        assert named_cards(thought) <= may_be_known(game.position)
        if thought["state"] != "move":
            break
        state = change(client, state, "play-on").json()
        assert named_cards(state) <= may_be_known(game.position), state["message"]


def test_what_is_kept_names_no_card(client, own_games):
    """Trees, lists and exports name moves, deals and numbers; a game under way has no start in them."""
    state = start(client, variant="spider4", deal="own:7")
    for verb, move in islice(wander(own_games.find(state["id"]).game, 7, 200), 100):
        state = change(client, state, verb, **({"move": move} if move else {})).json()
    for path in (f"/api/games/{state['id']}/tree", "/api/games", "/api/statistics", "/api/settings", "/api/export"):
        reply = client.get(path)
        assert reply.status_code == 200
        assert named_cards(reply.json()) == set(), path


@pytest.mark.parametrize("variant", SOME)
def test_a_reply_does_not_depend_on_hidden_cards(variant):
    game = Game.deal(variant, "own:11")
    dice = random.Random(11)
    for verb, move in wander(game, 11, 60):
        getattr(game, verb)(*([move] if move else []))
        told = [told_of(other) for other in (game.position, with_other_hidden_cards(game.position, dice))]
        assert told[0] == told[1]


def told_of(position):
    return Narrator("de").state(Session(Course(Game(position)), "same"))


def with_other_hidden_cards(position, dice):
    hidden = list(position.hidden)
    dice.shuffle(hidden)
    columns = []
    stock = [hidden.pop() for _ in position.stock]
    for column in range(position.rules.columns):
        lying, down = position.column(column)
        columns.append(([hidden.pop() for _ in range(down)] + list(lying[down:]), down))
    return place(position.variant, columns, stock, list(position.piles))


def test_a_refusal_tells_no_hidden_card_either(client, own_games):
    state = start(client)
    game = own_games.find(state["id"]).game
    for source in "abcdefghij":
        for target in "abcdefghij^":
            for count in ("", "1", "2", "5", "6"):
                move = source + target + (count if target != "^" else "")
                reply = change(client, state, "play", move=move)
                if reply.status_code == 422:
                    assert named_cards(reply.json()) <= may_be_known(game.position) | {"As", "Ah", "Ad", "Ac"}, move
                else:
                    state = change(client, reply.json(), "undo").json()
