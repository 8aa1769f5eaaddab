"""A look back on a finished game: its moments in words, on the table, and who may ask for it."""

import time
from functools import partial

import pytest
from playwright.sync_api import expect
from test_web_secrets import named_cards
from web_client import change, put, refused, start

from kreuzspinne.apps.web import quests, solving
from kreuzspinne.game import Game
from kreuzspinne.i18n import Speaker
from kreuzspinne.notation import PLACES
from kreuzspinne.player.coach.moments import Review
from kreuzspinne.store.looking_back import decisions_of
from tools.made_up import IsCompiling, IsWorking, LooksBack, moments

AGES = 500
"""Seconds in which even a machine that must compile every kernel has an answer."""
HIDES = """
(marked) => {
  const box = document.querySelector("#message").getBoundingClientRect();
  return [...document.querySelectorAll(marked)].map((one) => one.getBoundingClientRect()).filter((one) =>
    one.left < box.right && one.right > box.left && one.top < box.bottom && one.bottom > box.top);
}
"""
"""Where marked cards lie that what is said hides."""
PLAYED = ["bf1", "+", "+", "+"]
"""Of Spider, own:7: a turned card, then three rows."""
LOST = "spiderette1 Ks|Qs/-/-/-/-/-/- - -"


@pytest.fixture
def quick(monkeypatch):
    """Whoever looks back; a test may say how."""
    one = type("One", (LooksBack,), {})
    monkeypatch.setattr(solving, "ReviewProcess", one)
    return one


def finished(client, moves=PLAYED):
    state = start(client, variant="spider4", deal="own:7")
    for move in moves:
        state = change(client, state, "play", move=move).json()
    return change(client, state, "give-up").json()


def answer(client, game, lang="en"):
    """Ask for a look back, and wait until it is over."""
    job = client.post(f"/api/games/{game['id']}/review", json={}, headers={"Accept-Language": lang}).json()
    return answered(client, job, lang)


def answered(client, told, lang="en"):
    begun = time.monotonic()
    while not told["is_over"]:
        assert time.monotonic() - begun < AGES, told
        time.sleep(0.05)
        told = client.get(f"/api/solver/{told['id']}", params={"lang": lang}).json()
    return told


# --- the server

@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(("lang", "title", "played", "chances", "end"), [
    ("en", "Before move 2", "Played: a row was dealt.",
     "about 34 games of 100 (25–44), with what was played 12 (7–20)", "7 of 100"),
    ("de", "Vor Zug 2", "Gespielt: eine Reihe gegeben.",
     "etwa 34 von 100 Spielen (25–44), mit dem gespielten 12 (7–20)", "7 von 100"),
])
def test_moments_in_words(client, lang, title, played, chances, end):
    told = answer(client, finished(client), lang)
    worst, second = told["review"]["moments"]
    assert (worst["title"], worst["played"]) == (title, played)
    assert chances in worst["chances"]
    assert worst["better"].startswith({"en": "Move the ", "de": "Lege "}[lang])
    assert {"en": "nine of spades", "de": "Pik-Neun"}[lang] in second["played"].replace("Nine", "nine")
    assert end in told["message"] == told["review"]["message"]


@pytest.mark.usefixtures("quick")
def test_moments_are_lines_of_the_game_that_leave_it(client):
    game = finished(client)
    for moment in answer(client, game)["review"]["moments"]:
        assert moment["moves"][:moment["ply"]] == PLAYED[:moment["ply"]]
        assert moment["moves"][moment["ply"]] != PLAYED[moment["ply"]]
        body = {"moves": " ".join(moment["moves"])}
        assert client.post(f"/api/games/{game['id']}/look", json=body).status_code == 200


def test_what_both_plans_share_is_played(client, quick):
    """What is told and lit is the first move that differs."""
    def shared(made):
        review, own = moments(made), made[0].played[0]
        later = next(move for move in made[1].view.moves if not move.is_deal)
        moment = review.moments[1]._replace(played=(own, made[1].played[0]), better=(own, later))
        return review._replace(moments=(moment,))

    quick.find = staticmethod(shared)
    (moment,) = answer(client, finished(client))["review"]["moments"]
    assert (moment["ply"], moment["title"]) == (1, "Before move 2")
    assert moment["played"] == "Played: a row was dealt."
    assert moment["moves"][0] == PLAYED[0]
    assert len(moment["moves"]) == 2


@pytest.mark.parametrize(("lang", "sentence"), [("en", "that is proven"), ("de", "das ist bewiesen")])
def test_what_is_proven_is_said_without_figures(client, quick, lang, sentence):
    quick.find = staticmethod(partial(moments, is_proven=True))
    for moment in answer(client, finished(client), lang)["review"]["moments"]:
        assert sentence in moment["chances"]
        assert "100" not in moment["chances"]


def test_where_nothing_stands_out_that_is_said(client, quick):
    quick.find = staticmethod(lambda made: Review((), 3, 1))
    told = answer(client, finished(client))
    assert told["review"]["moments"] == []
    assert told["message"].startswith("No decision stands out")


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize(("works", "done", "code"), [(IsWorking, 0.25, "web_looking_back"),
                                                      (IsCompiling, None, "web_compiling")])
def test_how_far_it_has_come_is_told(client, monkeypatch, works, done, code, lang):
    """As long as the player is only being compiled, that is said instead of 0 %."""
    working = works()
    monkeypatch.setattr(solving, "ReviewProcess", lambda: working)
    job = client.post(f"/api/games/{finished(client)['id']}/review", json={}).json()
    assert working.has_told.wait(AGES)
    told = client.get(f"/api/solver/{job['id']}", params={"lang": lang}).json()
    client.post(f"/api/solver/{job['id']}/stop", json={})
    assert (told["done"], told["is_over"]) == (done, False)
    assert told["message"].startswith(Speaker(lang).say(code, share=25, seconds=0).split("25")[0])


def test_nothing_is_said_of_a_game_that_is_open(client, own_games):
    state = start(client)
    told = refused(client.post(f"/api/games/{state['id']}/review", json={}), 422, "web_not_over")
    assert named_cards(told) == set()
    game = put(own_games, LOST)
    game.give_up(0)
    refused(client.post(f"/api/games/{game.id}/review", json={}), 422)


def test_the_player_looks_back_in_its_process(client, own_games, monkeypatch):
    """However long it takes to be compiled the first time."""
    pytest.importorskip("numba")
    monkeypatch.setattr(quests, "LOOK_BACK", {"games": 4, "effort": 4})
    game = finished(client, PLAYED[:1])
    told = answer(client, game)
    assert told["review"], told["message"]
    assert told["moves"] == PLAYED[:1]


def test_a_look_back_ends_when_it_is_stopped(client):
    pytest.importorskip("numba")
    job = client.post(f"/api/games/{finished(client)['id']}/review", json={}).json()
    told = client.post(f"/api/solver/{job['id']}/stop", json={}).json()
    assert (told["is_over"], told["review"]) == (True, None)


# --- the page

def over_game(games):
    """The same game, for a page to find."""
    session = games.put(Game.deal("spider4", "own:7"))
    for turn, move in enumerate(PLAYED):
        session.play(turn, move)
    session.give_up(len(PLAYED))
    return session


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(("size", "lang"), [("desktop", "en"), ("phone", "de"), ("landscape", "de")])
def test_the_moments_are_looked_at_on_the_table(table, games, size, lang):
    session = over_game(games)
    (source, target, count), = moments(decisions_of(session.course)).moments[0].better
    spider = table(size=size, lang=lang, game=session).open()
    page = spider.page
    page.click({"en": "#over-buttons >> text=Look back", "de": "#over-buttons >> text=Rückblick"}[lang])
    expect(page.locator("#solver-moments li")).to_have_count(2)
    expect(page.locator("#solver-answer")).to_contain_text("7")
    page.click("#solver-moments li:first-child button")
    expect(page.locator("#look-at")).to_have_text({
        "en": "Your game before move 2: better is what is lit",
        "de": "Dein Spiel vor Zug 2: besser wäre, was leuchtet"}[lang])
    lit = page.evaluate("[...document.querySelectorAll('.better')].map((one) => one.dataset.card)")
    assert sorted(lit) == sorted([*spider.cards(PLACES[source])[-count:], spider.cards(PLACES[target])[-1]])
    expect(page.locator("#message")).to_contain_text("34")
    box = page.locator("#message span")
    assert box.evaluate("(one) => one.scrollHeight <= one.clientHeight + 1"
                        " && one.getBoundingClientRect().top >= 0")
    assert page.evaluate(HIDES, ".better") == []
    assert page.evaluate("""() => [...document.querySelectorAll("#looking button")].every((one) => {
      const { left, right, height } = one.getBoundingClientRect();
      return left >= 0 && right <= innerWidth && height >= 44 && one.scrollWidth <= one.clientWidth + 1; })""")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".better")).to_have_count(0)
    expect(page.locator("#look-at")).to_have_text({
        "en": "Better than your game: move 2 of 2", "de": "Besser als dein Spiel: Zug 2 von 2"}[lang])
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#look-at")).to_have_text({"en": "Your game: move 0", "de": "Dein Spiel: Zug 0"}[lang])
    page.click("#look-review")
    expect(page.locator("#solver-moments li")).to_have_count(2)
    page.click("#solver-close")
    expect(page.locator("#looking")).to_be_hidden()
    assert session.turn == len(PLAYED) + 1, "nothing of it counts"


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("size", ["desktop", "phone", "landscape", "zoomed"])
def test_the_way_out_of_a_long_list_is_in_sight(table, games, size):
    page = table(size=size, lang="de", game=over_game(games)).open().page
    page.click("#over-buttons >> text=Rückblick")
    expect(page.locator("#solver-moments li")).to_have_count(2)
    for place in (0, 9999):
        page.evaluate("(top) => { document.getElementById('solver').scrollTop = top; }", place)
        assert page.eval_on_selector("#solver-close", """one => {
            const { left, top, width, height } = one.getBoundingClientRect();
            return one.contains(document.elementFromPoint(left + width / 2, top + height / 2)); }""")


@pytest.mark.usefixtures("quick")
def test_it_can_be_asked_for_when_the_panel_is_gone(table, games, monkeypatch):
    """Behind the question whether the game could have been won."""
    monkeypatch.setattr(quests, "verdict", lambda *_: lambda ask: quests.Found("web_not_decided", {"seconds": 1}))
    session = over_game(games)
    page = table(game=session).open().page
    page.click("#over-close")
    page.click("#open-menu")
    page.click("#show-solver")
    page.click("#solver-review")
    expect(page.locator("#solver-moments li")).to_have_count(2)
    expect(page.locator("#solver-review")).to_be_hidden()
