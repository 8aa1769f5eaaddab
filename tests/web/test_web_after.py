"""What comes after a game, and what the solver says on the page: desktop and phone, both languages."""

import re

import pytest
from playwright.sync_api import expect
from test_web_kept import SIZES, menu
from test_web_look import choose
from test_web_secrets import may_be_known, named_cards
from web_table import AGES

from kreuzspinne.apps.web import quests
from kreuzspinne.apps.web.solving import Solving
from kreuzspinne.game import start_position

SIMON = "#simplesimon/own:1"
ALMOST = "spider1 KsQsJsTs9s8s7s6s5s4s3s2s/As/-/-/-/-/-/-/-/- - " + "As" * 7
STUCK = "spiderette1 KsQs9s/KsTs/Ks8s/KsJs6s/Ks5s/Ks3s/Ks - -"
STUCK_LONG = "spider4 7h6s/7d/2c/2c/2c/2c/2c/2c/2c/2c - -"
ONE_ROW = "spiderette1 KsQs9s/KsTs/Ks8s/KsJs6s/Ks5s/Ks3s/Ks As -"

WORDS = {
    "en": {"checked": "the solver has checked it", "open": "Your game is still open", "yes": "Yes, in ", "over": "over",
           "stuck": "No move leads on", "won": "Won!", "stopped": "stopped", "next": "Next step: Spider, two suits",
           "none": "there was none", "look": "Solution, not your game", "yours": "Up to here your game"},
    "de": {"checked": "das hat der Löser geprüft", "open": "Dein Spiel ist noch offen", "yes": "Ja, in ",
           "over": "zu Ende", "stuck": "Hier führt kein Zug mehr weiter", "won": "Gewonnen!", "stopped": "abgebrochen",
           "next": "Nächste Stufe: Spider mit zwei Farben", "none": "war keine", "look": "Lösungsweg, nicht dein Spiel",
           "yours": "Bis hierher dein Spiel"},
}


@pytest.fixture
def endless(monkeypatch):
    """Whatever is asked is not answered until somebody stops it."""
    hard = start_position("spider4", "own", "1")

    def quest(*_):
        return lambda ask: [ask(hard, seconds=0.0) for _ in iter(int, 1)]

    monkeypatch.setattr(quests, "verdict", quest)
    monkeypatch.setattr(quests, "winnable_deal", quest)


@pytest.fixture
def jobs(monkeypatch):
    """Every job that a server begins."""
    begun = []
    begin = Solving._begin

    def keep(self, *given):
        reply = begin(self, *given)
        begun.append(next(reversed(self._jobs.values())))
        return reply

    monkeypatch.setattr(Solving, "_begin", keep)
    return begun


@pytest.fixture
def lying(table, put):
    """A page that finds a position as its last game."""
    return lambda line, **options: table(game=put(line), **options).open()


def new_game(spider, winnable):
    spider.page.click("#new")
    spider.page.wait_for_selector("#start[open]")
    spider.page.set_checked("#only-winnable", winnable)


def give_up_and_ask(spider):
    menu(spider, "solver")
    for _ in range(2):
        spider.page.click("#solver .give-up")


def answered(spider, **options):
    """Simple Simon was given up, and the solver has said how it is won."""
    simon = spider(**options).open(SIMON)
    give_up_and_ask(simon)
    expect(simon.page.locator("#solver-look")).to_be_visible(timeout=AGES)
    return simon


# Only games that can be won


@pytest.mark.parametrize(("size", "lang"), SIZES)
def test_a_game_that_can_be_won(alone, own_games, size, lang):
    spider = alone(size=size, lang=lang).open("#spiderette4/own:1")
    new_game(spider, winnable=True)
    spider.page.click("#start-now")
    expect(spider.page.locator("#message")).to_contain_text(WORDS[lang]["checked"], timeout=AGES)
    assert not spider.page.is_visible("#solver")
    assert not spider.page.is_visible("#start")
    assert re.search(r"#spiderette4/own%3A\d+$", spider.page.url)
    assert own_games.store.settings.all()["winnable"] is True
    position = own_games.find(spider.page.evaluate("JSON.parse(localStorage['kreuzspinne.game']).id")).game.position
    searched = [reply for url, reply in spider.replies() if "/api/solver/" in url]
    told = [reply for _, reply in spider.replies() if "columns" in reply and reply["deal"] == spider.text("number")]
    assert len(searched) > 0 < len(told)
    assert all(named_cards(reply) == set() and reply["moves"] == [] for reply in searched)
    assert all(named_cards(reply) <= may_be_known(position) for reply in told)


def test_the_wish_is_remembered_and_can_be_taken_back(alone):
    spider = alone().open(SIMON)
    new_game(spider, winnable=True)
    spider.page.click("#start .close")
    spider.page.reload()
    spider.page.wait_for_selector("#table[data-turn]")
    spider.page.click("#new")
    expect(spider.page.locator("#only-winnable")).to_be_checked()
    with spider.page.expect_response("**/api/settings"):
        spider.page.uncheck("#only-winnable")
    with spider.page.expect_request(re.compile("/api/(games|solver/deal)$")) as asked:
        spider.page.click("#start-now")
    assert asked.value.url.endswith("/api/games")


def test_a_number_is_played_as_it_is(alone):
    spider = alone().open(SIMON)
    new_game(spider, winnable=True)
    spider.page.fill("#choose-number", "7")
    spider.page.click("#start-now")
    expect(spider.page.locator("#number")).to_have_text("own:7")


@pytest.mark.parametrize(("size", "lang"), SIZES)
def test_none_was_found(alone, monkeypatch, size, lang):
    monkeypatch.setattr(quests, "CANDIDATE", {"nodes": 1})
    monkeypatch.setattr(quests, "MOST_DEALS", 2)
    spider = alone(size=size, lang=lang).open(SIMON)
    new_game(spider, winnable=True)
    spider.page.click("#start-now")
    expect(spider.page.locator("#solver-answer")).to_contain_text(WORDS[lang]["none"], timeout=AGES)
    spider.page.click("#solver-close")
    assert spider.page.is_visible("#start")
    assert spider.text("number") == "own:1"


@pytest.mark.parametrize("way", ["button", "Escape", "leave"])
def test_the_search_is_stopped(alone, endless, jobs, way):
    spider = alone().open(SIMON)
    new_game(spider, winnable=True)
    spider.page.click("#start-now")
    expect(spider.page.locator("#solver-works")).to_be_visible()
    expect(spider.page.locator("#solver-says")).to_contain_text(re.compile("prepared|being tried"))
    if way == "leave":
        spider.page.goto("about:blank")
    else:
        with spider.page.expect_response("**/stop"):
            spider.page.click("#solver-close") if way == "button" else spider.page.keyboard.press("Escape")
        assert not spider.page.is_visible("#solver")
        assert spider.page.is_visible("#start")
    jobs[0]._thread.join(AGES / 1000)
    assert jobs[0].found.code == "web_solver_stopped"
    if way != "leave":          # a busy browser may not get round to its last words; then the job ends as forgotten
        assert not jobs[0].is_abandoned, "it was stopped, and not forgotten"


def test_a_solver_that_is_busy_says_so(alone, endless):
    first, second = alone().open(SIMON), alone(lang="de").open(SIMON)
    give_up_and_ask(first)
    expect(first.page.locator("#solver-says")).to_contain_text(re.compile("prepared|searching"))
    give_up_and_ask(second)
    expect(second.page.locator("#solver-answer")).to_contain_text("sucht gerade nach etwas anderem")


# Could it have been won?


@pytest.mark.parametrize(("size", "lang"), SIZES)
def test_nothing_is_asked_while_the_game_is_open(table, size, lang):
    simon = table(size=size, lang=lang).open(SIMON)
    menu(simon, "solver")
    expect(simon.page.locator("#solver-says")).to_contain_text(WORDS[lang]["open"])
    simon.page.click("#solver-close")
    assert not [url for url, _ in simon.replies() if "verdict" in url or "solver" in url]


@pytest.mark.parametrize(("size", "lang"), SIZES)
def test_the_way_is_looked_at(table, size, lang):
    simon = answered(table, size=size, lang=lang)
    page, words = simon.page, WORDS[lang]
    expect(page.locator("#solver-answer")).to_contain_text(words["yes"])
    before = {letter: simon.cards(letter) for letter in "abcdefghij"}
    address = page.url
    page.click("#solver-look")
    expect(page.locator("#look-at")).to_contain_text(words["look"])
    expect(page.locator("#look-on")).to_be_focused()
    assert not page.is_visible("#tools")
    for button, move in (("on", 1), ("on", 2), ("back", 1), ("first", 0)):
        page.click(f"#look-{button}")
        expect(page.locator("#look-at")).to_contain_text(re.compile(rf"\b{move}\b \S+ \d+"))
    assert {letter: simon.cards(letter) for letter in before} == before
    page.keyboard.press("End")
    expect(page.locator("#look-on")).to_be_disabled()
    assert all(simon.cards(letter) == [] for letter in before)
    assert page.locator("#table.won").count() == 0
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#look-on")).to_be_enabled()
    page.keyboard.press("Escape")
    expect(page.locator("#looking")).to_be_hidden()
    expect(page.locator("#over-title")).to_contain_text(words["over"])
    assert {letter: simon.cards(letter) for letter in before} == before
    assert page.url == address


def test_no_card_can_be_moved_while_looking(table):
    simon = answered(table)
    page = simon.page
    page.click("#solver-look")
    page.wait_for_selector("#table[data-turn='0']")
    said = simon.text("look-at")
    with page.expect_response("**/look"):
        for key in ("a", "b", "d", "u", "t", "n", "?", ":", "Enter"):
            page.keyboard.press(key)  # Enter presses the button that has the focus: one move on
    expect(page.locator("#look-at")).not_to_have_text(said)
    simon.press(simon.grip("a"))
    simon.drag(simon.grip("a"), simon.grip("b"))
    assert page.locator("#cards .picked").count() == 0
    assert page.locator("dialog[open]").count() == 0
    assert not [url for url, _ in simon.replies() if url.endswith(("/play", "/undo"))]


@pytest.mark.parametrize(("size", "lang"), SIZES)
def test_the_last_fork_begins_where_the_player_was(table, size, lang):
    simon = table(size=size, lang=lang).open(SIMON)
    simon.page.keyboard.press(":")
    move = str(start_position("simplesimon", "own", "1").moves[0])
    simon.page.fill("#typed", move)
    simon.page.keyboard.press("Enter")
    simon.wait_for(1)
    give_up_and_ask(simon)
    expect(simon.page.locator("#solver-fork")).to_be_visible(timeout=AGES)
    simon.page.click("#solver-fork")
    expect(simon.page.locator("#solver-answer")).to_contain_text(re.compile(r"\b[01]\b"), timeout=AGES)
    expect(simon.page.locator("#solver-fork")).to_be_hidden()
    ply = re.search(r"\b[01]\b", simon.text("solver-answer"))[0]
    simon.page.click("#solver-look")
    expect(simon.page.locator("#look-at")).to_contain_text(WORDS[lang]["yours" if ply == "1" else "look"])
    expect(simon.page.locator("#look-at")).to_contain_text(re.compile(rf"\b{ply}\b \S+ \d+"))


def test_a_game_that_is_gone_is_said(alone, own_games):
    simon = alone().open(SIMON)
    give_up_and_ask(simon)
    expect(simon.page.locator("#solver-look")).to_be_visible(timeout=AGES)
    kept = own_games.store.games.shelf(("abandoned",))[0]
    own_games.remove(kept.id, kept.turn)
    simon.page.click("#solver-look")
    expect(simon.page.locator("#message")).to_contain_text("does not know this game any more")


# What comes next


@pytest.mark.parametrize(("size", "lang"), SIZES)
def test_won_what_comes_next(lying, size, lang):
    spider = lying(ALMOST, size=size, lang=lang)
    page = spider.page
    spider.key_move("ba1")
    expect(page.locator("#over-title")).to_be_focused()
    expect(page.locator("#over-title")).to_contain_text(WORDS[lang]["won"])
    expect(page.locator("#over .next")).to_have_text(WORDS[lang]["next"])
    page.keyboard.press("Tab")
    expect(page.locator("#over .next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#over")).to_be_hidden()
    assert "#spider2/own" in page.url


def test_won_statistics_and_another_game(lying):
    spider = lying(ALMOST)
    spider.key_move("ba1")
    spider.page.get_by_role("button", name="Statistics", exact=True).click()
    expect(spider.page.locator("#statistics")).to_be_visible()
    spider.page.click("#statistics .close")
    spider.page.get_by_role("button", name="Another game").click()
    expect(spider.page.locator("#over")).to_be_hidden()
    assert "#spider1/own" in spider.page.url


def test_a_win_that_is_taken_back_is_no_longer_celebrated(lying):
    spider = lying(ALMOST)
    spider.key_move("ba1")
    expect(spider.page.locator("#over")).to_be_visible()
    spider.page.keyboard.press("u")
    expect(spider.page.locator("#over")).to_be_hidden()


@pytest.mark.parametrize(("size", "lang"), SIZES)
def test_stuck_is_said_and_undo_offered(lying, size, lang):
    spider = lying(ONE_ROW, size=size, lang=lang)
    page = spider.page
    assert not page.is_visible("#over")
    spider.key_move("+")
    expect(page.locator("#over-title")).to_contain_text(WORDS[lang]["stuck"])
    page.click("#over .main")
    expect(page.locator("#over")).to_be_hidden()
    assert page.evaluate("document.activeElement.className") == "column", "the focus is not lost with the panel"
    page.keyboard.press("r")
    page.click("#over .give-up")
    page.click("#over .give-up")
    expect(page.locator("#over-title")).to_contain_text(WORDS[lang]["over"])
    expect(page.locator("#over-title")).to_be_focused()
    expect(page.locator("#over")).not_to_have_attribute("data-kind", "stuck")


@pytest.mark.parametrize("size", ["desktop", "phone", "landscape", "zoomed"])
@pytest.mark.parametrize("print_size", ["normal", "large"])
def test_the_panel_hides_no_word_of_the_message(lying, size, print_size):
    spider = lying(STUCK_LONG, size=size, lang="de")
    choose(spider.page, size=print_size)
    spider.page.wait_for_function("""() => { const [said, panel] = ["message", "over"].map((id) =>
      document.getElementById(id).getBoundingClientRect());
      return panel.top >= 0 && (said.right <= panel.left || panel.right <= said.left
        || said.bottom <= panel.top || panel.bottom <= said.top); }""")


def test_the_panel_can_be_put_away(lying):
    spider = lying(STUCK)
    expect(spider.page.locator("#over")).to_be_visible()
    spider.page.click("#over-close")
    expect(spider.page.locator("#over")).to_be_hidden()
    assert spider.page.evaluate("document.activeElement.className") == "column"


def test_a_pack_that_is_not_whole_is_refused_in_words(lying):
    spider = lying(STUCK)
    for _ in range(2):
        spider.page.click("#over .give-up")
    spider.page.click("#over .main")
    expect(spider.page.locator("#solver-answer")).to_contain_text(re.compile(r"[Cc]ards?|king"))
