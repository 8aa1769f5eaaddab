"""Points on the page, by the scheme that the player chose."""

import pytest
from test_web_look import choose
from test_web_store import played
from web_client import change, start

from kreuzspinne.score import points

RUN = "KsQsJsTs9s8s7s6s5s4s3s2s"
XPAT2 = "#spider4:runs=hand/xpat2:42"


def test_a_state_has_the_points_of_every_scheme_that_fits(client, own_games):
    state = played(client, start(client), "bi1", "+")
    assert [score["scheme"] for score in state["scores"]] == ["xpat2-spider", "windows", "aisleriot", "tournament"]
    assert state["scores"][0] == state["score"]
    game = own_games.find(state["id"]).game
    for score in state["scores"]:
        assert score["points"] == points(game.position, score["scheme"], game.tries)


def test_a_tournament_counts_what_was_peeked_at(client):
    state = played(client, start(client), "bi1", "+")

    def tournament(state):
        return next(score["points"] for score in state["scores"] if score["scheme"] == "tournament")

    before = tournament(state)
    undone = change(client, state, "undo").json()
    assert tournament(undone) == max(0, 1000 * undone["score"]["points"] // 1000 - 5 * 10)
    again = change(client, undone, "redo").json()
    assert tournament(again) == before


@pytest.mark.parametrize(("size", "lang"), [("desktop", "en"), ("phone", "de")])
def test_a_scheme_is_chosen_and_remembered(table, size, lang):
    spider = table(size=size, lang=lang).open(XPAT2)
    own = spider.text("score")
    assert own == "0 / 1000"
    for name, shown in (("windows", "500"), ("tournament", "0 / 2000"), ("xpat2", own), ("own", own),
                        ("windows", "500")):
        choose(spider.page, scheme=name)
        assert spider.text("score") == shown
    title = spider.page.get_attribute("#score", "title")
    assert title == {"en": "as Windows does", "de": "wie Windows"}[lang]
    spider.page.reload()
    spider.page.wait_for_selector("#table[data-turn]")
    assert spider.text("score") == "500"
    spider.key_move("bi1")
    assert spider.text("score") == "499"


def test_where_a_scheme_does_not_fit_the_games_own_counts(table):
    gypsy = table().open("#gypsy/xpat2:1")
    own = gypsy.text("score")
    choose(gypsy.page, scheme="windows")
    assert gypsy.text("score") == own == "0 / 1000"
    assert gypsy.page.get_attribute("#score", "title") == "as the game is known"


@pytest.mark.parametrize(("size", "lang", "shown"), [
    ("desktop", "en", {"own": "Score: 990 / 990", "windows": "Score: 1299 (as Windows does)",
                       "aisleriot": "Score: 96 / 96 (as Aisleriot does)"}),
    ("phone", "de", {"own": "Punkte: 990 / 990", "windows": "Punkte: 1299 (wie Windows)"}),
])
def test_a_win_names_the_points_that_are_shown(table, put, size, lang, shown):
    """By the scheme that was chosen, and by another one as soon as it is chosen."""
    spider = table(size=size, lang=lang, game=put(f"spider4 {RUN}/As/-/-/-/-/-/-/-/- - AsAsAhAhAdAdAc")).open()
    choose(spider.page, scheme="windows")
    (spider.press_move if spider.touch else spider.drag_move)("ba1")
    for scheme, phrase in [("windows", shown["windows"]), *shown.items()]:
        choose(spider.page, scheme=scheme)
        assert spider.text("over-says").split(" · ")[0] == phrase
        assert phrase.split(": ")[1].startswith(spider.text("score"))
        assert str(spider.points()) not in spider.text("message")


@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_scheme_is_explained_when_it_is_chosen(table, lang):
    page = table(lang=lang).open(XPAT2).page
    page.click("#open-menu")
    page.click("#show-look")
    said = set()
    for radio in page.locator("#schemes label").all():
        radio.click()
        shown = page.locator("#schemes small:visible")
        assert shown.count() == 1
        said.add(shown.inner_text())
    assert len(said) == 5
    assert all(text.endswith(".") for text in said)
