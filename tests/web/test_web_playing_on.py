"""Playing on for somebody: at which pace, how it ends, what is counted, and who is never in its way."""

import pytest
from playwright.sync_api import expect
from test_web_review import HIDES
from web_client import change, put, refused, start
from web_table import AGES

from kreuzspinne.apps.web.player_process import PlayerProcess
from kreuzspinne.i18n.coaching import Adviser
from kreuzspinne.player.coach import advise

LINK = "#spider4/own:7"
NEARLY = "spider4 KsQsJsTs9s8s7s6s5s4s3s/2s/As/-/-/-/-/-/-/- - AsAsAsAsAsAsAs"
"""Two moves win."""
STUCK = "spider4 Ks/Ks/Kh/Kh/Kd/Kd/Kc/Kc/Ks/Ks - -"
TO_AND_FRO = "spider4 9s/Ts/Tc/Kh/Kd/Kd/Kc/Kc/Ks/Ks - -"
"""The nine can lie on either ten, and nothing else can move."""


@pytest.fixture(autouse=True)
def by_rules_of_thumb(monkeypatch):
    """The player would be compiled first, which takes a minute; one test asks for it."""
    def plan(self, view, patience):
        self.is_missing = True

    monkeypatch.setattr(PlayerProcess, "plan", plan)


# --- the server

def test_a_move_is_played_and_counted(client, own_games):
    state = start(client, variant="spider4", deal="own:7")
    view = own_games.find(state["id"]).view
    assert change(client, state, "think").json() == {"state": "move", "message": ""}
    after = change(client, state, "play-on").json()
    assert (after["turn"], after["ply"], after["machine"]) == (1, 1, 1)
    assert after["step"]["kind"] == "machine"
    assert after["step"]["move"] == str(advise(view, quick=True).move)
    assert after["step"]["transfers"]
    back = change(client, after, "undo").json()
    assert (back["ply"], back["machine"], back["undos"]) == (0, 1, 1), "what was played for somebody stays counted"


def test_thinking_changes_nothing_and_tells_no_move(client, own_games):
    state = start(client, variant="spider4", deal="own:7")
    for _ in range(3):
        assert change(client, state, "think").json() == {"state": "move", "message": ""}
    assert own_games.find(state["id"]).turn == 0


@pytest.mark.parametrize("lang", ["de", "en"])
def test_reasons_are_told_if_they_are_wanted(client, own_games, lang):
    state = start(client, variant="spider4", deal="own:7")
    view = own_games.find(state["id"]).view
    reasons = Adviser(view.variant, lang).reasons(advise(view, quick=True).reasons)
    body = {"turn": 0, "why": True}
    told = client.post(f"/api/games/{state['id']}/play-on?lang={lang}", json=body).json()["message"]
    assert reasons
    assert told.endswith({"de": "Warum: ", "en": "Why: "}[lang] + " ".join(reasons))
    again = change(client, start(client, variant="spider4", deal="own:7"), "play-on").json()
    assert not set(reasons) & {again["message"]}


def test_the_hint_and_the_move_agree(client):
    """The plan of a hint is the one that is played on, to its end."""
    state = start(client, variant="spider4", deal="own:7")
    hint = change(client, state, "hint", level="move").json()
    assert change(client, hint["game"], "play-on").json()["step"]["move"] == hint["move"]


def test_it_waits_for_the_player_to_be_loaded(client, monkeypatch):
    state = start(client, variant="spider4", deal="own:7")
    monkeypatch.setattr(PlayerProcess, "plan", lambda self, view, patience: None)
    told = change(client, state, "think").json()
    assert told["state"] == "thinking"
    assert told["message"].endswith(".")
    wanted = state["moves"][-1]
    monkeypatch.setattr(PlayerProcess, "plan", lambda self, view, patience: (view.find(wanted),))
    assert change(client, state, "think").json()["state"] == "move"
    monkeypatch.setattr(PlayerProcess, "plan", lambda self, view, patience: pytest.fail("it was asked anew"))
    assert change(client, state, "play-on").json()["step"]["move"] == wanted


def test_it_wins_and_the_win_is_none_of_the_players(client, own_games):
    state = client.get(f"/api/games/{put(own_games, NEARLY).id}").json()
    while change(client, state, "think").json()["state"] == "move":
        state = change(client, state, "play-on", why=True).json()
    assert state["state"] == state["outcome"]["state"] == "won"
    assert state["message"].endswith(state["outcome"]["message"]), "no reasons after the end"
    assert state["machine"] == state["ply"] == 2
    assert change(client, state, "think").json()["state"] == "over"
    refused(change(client, state, "play-on"), 422, "web_knows_no_move")
    (line,) = client.get("/api/statistics").json()["variants"]
    assert (line["played"], line["won"], line["helped"], line["machine"]) == (1, 0, 1, 2)


def test_where_nothing_leads_on_it_says_so(client, own_games):
    state = client.get(f"/api/games/{put(own_games, STUCK).id}").json()
    assert change(client, state, "think").json() == {"state": "over", "message": "There is no legal move."}
    told = refused(change(client, state, "play-on"), 422, "web_knows_no_move")
    assert (told["game"]["turn"], told["game"]["machine"]) == (0, 0)


def test_it_never_walks_in_a_circle(client, own_games, monkeypatch):
    """Even if whoever advises would go to and fro for ever."""
    def to_and_fro(self, view, patience):
        return (view.moves[0],)

    monkeypatch.setattr(PlayerProcess, "plan", to_and_fro)
    state = client.get(f"/api/games/{put(own_games, TO_AND_FRO).id}").json()
    for _ in range(10):
        thought = change(client, state, "think").json()
        if thought["state"] != "move":
            break
        state = change(client, state, "play-on").json()
    assert thought["state"] == "over"
    assert thought["message"].startswith("I find no move that leads on")
    assert state["machine"] < 4


@pytest.mark.parametrize("verb", ["think", "play-on"])
def test_what_comes_too_late_is_refused(client, verb):
    state = start(client, variant="spider4", deal="own:7")
    change(client, state, "play", move="+")
    told = refused(change(client, state, verb), 409, "web_stale")
    assert (told["game"]["turn"], told["game"]["machine"]) == (1, 0)


@pytest.mark.parametrize("body", [{}, {"turn": 0, "why": 1}, {"turn": 0, "move": "bf1"}, {"turn": "0"}])
def test_what_is_no_wish_to_play_on(client, body):
    state = start(client, variant="spider4", deal="own:7")
    refused(client.post(f"/api/games/{state['id']}/play-on", json=body), 400, "web_not_understood")


def test_a_game_that_was_given_up_is_not_played_on(client):
    over = change(client, start(client, variant="spider4", deal="own:7"), "give-up").json()
    refused(change(client, over, "play-on"), 422, "store_game_over")


def test_moves_of_the_machine_cost_as_hints_do(client, own_games):
    """In a tournament; the variant's own scheme counts no effort."""
    def points(state):
        return {score["scheme"]: score["points"] for score in state["scores"]}

    states = [client.get(f"/api/games/{put(own_games, NEARLY).id}").json() for _ in range(2)]
    helped = change(client, states[0], "play-on").json()
    alone = change(client, states[1], "play", move=helped["step"]["move"]).json()
    assert points(alone)["tournament"] - points(helped)["tournament"] == 20
    assert points(alone)["xpat2-spider"] == points(helped)["xpat2-spider"]


def test_a_player_that_is_there_plays(client, own_games, monkeypatch):
    """However long it takes to be compiled the first time."""
    pytest.importorskip("numba")
    monkeypatch.undo()
    state = client.get(f"/api/games/{put(own_games, NEARLY).id}").json()
    try:
        for _ in range(AGES // 1000):
            if change(client, state, "think").json()["state"] != "thinking":
                break
        assert change(client, state, "play-on").json()["machine"] == 1
    finally:
        client.app.state.server.close()


# --- the page

def play_on(spider, pace="step", why=False):
    """Begin by the menu, as one for whom the bar remembers this."""
    spider.page.evaluate("([pace, why]) => { document.getElementById('playon-pace').value = pace;"
                         " document.getElementById('playon-why').checked = why; }", [pace, why])
    spider.page.click("#open-menu")
    spider.page.click("#show-playon")


def with_clock(spider):
    """A page whose time stands still, until a test lets it pass."""
    spider.page.clock.install(time=0)
    spider.open(LINK)
    spider.page.clock.pause_at(3_600_000)
    return spider


def is_over(spider):
    expect(spider.page.locator("#playon")).to_be_hidden()
    expect(spider.page.locator("#tools")).to_be_visible()
    expect(spider.page.locator(".moved")).to_have_count(0)
    assert spider.page.get_attribute("#message", "aria-live") == "polite"


@pytest.mark.parametrize(("size", "lang"), [("desktop", "en"), ("phone", "de")])
def test_move_by_move_until_it_is_stopped(table, size, lang):
    spider = table(size=size, lang=lang).open(LINK)
    play_on(spider)
    spider.wait_for(1)
    expect(spider.page.locator("#playon-main")).to_have_text({"en": "Next move", "de": "Nächster Zug"}[lang])
    expect(spider.page.locator("#playon-main")).to_be_focused()
    moved = {"en": "Nine of spades", "de": "Pik-Neun"}[lang]
    expect(spider.page.locator("#message")).to_contain_text(moved)
    spider.page.keyboard.press("Enter")
    spider.wait_for(2)
    spider.page.click("#playon-main")
    spider.wait_for(3)
    assert spider.moves() == 3
    spider.page.click("#playon-stop")
    is_over(spider)
    expect(spider.page.locator("#message")).to_have_text({
        "en": "Stopped, it is your turn again. Moves made for you: 3.",
        "de": "Angehalten, du bist wieder am Zug. Für dich gezogen: 3."}[lang])
    spider.page.keyboard.press("u")                 # they can be taken back like any other
    spider.wait_for(4)
    assert spider.moves() == 2


def test_the_key_begins_pauses_and_goes_on_and_escape_stops(table):
    spider = with_clock(table())
    play_on(spider, "slow")
    main = spider.page.locator("#playon-main")
    expect(main).to_have_text("Pause")
    spider.wait_for(1)
    spider.page.keyboard.press("p")
    expect(main).to_have_text("Go on")
    spider.page.clock.run_for(60_000)
    assert spider.turn() == 1
    spider.page.keyboard.press("p")
    expect(main).to_have_text("Pause")
    spider.page.clock.run_for(1000)
    spider.wait_for(2)
    spider.page.keyboard.press("Escape")
    is_over(spider)
    expect(spider.page.locator("#columns li button[tabindex='0']")).to_be_focused()
    spider.page.clock.run_for(60_000)
    assert spider.turn() == 2


def test_another_pace_is_taken_up_at_once_and_remembered(table):
    spider = with_clock(table())
    play_on(spider, "step")
    spider.wait_for(1)
    spider.page.select_option("#playon-pace", "slow")
    expect(spider.page.locator("#playon-main")).to_have_text("Pause")
    spider.page.clock.run_for(100)
    spider.wait_for(2)
    spider.page.clock.run_for(2000)
    assert spider.turn() == 2
    spider.page.clock.run_for(1000)
    spider.wait_for(3)
    spider.page.select_option("#playon-pace", "step")
    expect(spider.page.locator("#playon-main")).to_have_text("Next move")
    spider.page.clock.run_for(60_000)
    assert spider.turn() == 3
    spider.page.reload()
    assert spider.page.input_value("#playon-pace") == "step"


def test_a_move_of_ones_own_ends_it(table, games):
    spider = table().open(LINK)
    play_on(spider)
    spider.wait_for(1)
    spider.page.keyboard.press("d")
    spider.wait_for(2)
    is_over(spider)
    expect(spider.page.locator("#message")).to_contain_text("A row dealt")
    session = games.find(spider.page.evaluate("JSON.parse(localStorage.getItem('kreuzspinne.game')).id"))
    assert (session.turn, session.course.counts["machine"]) == (2, 1)


def test_it_waits_while_cards_are_held_or_a_window_is_read(table):
    spider = with_clock(table())
    play_on(spider)
    spider.wait_for(1)
    spider.press(spider.grip("j"))
    expect(spider.page.locator("#cards .picked")).to_have_count(1)
    spider.page.click("#playon-main")
    spider.page.clock.run_for(5000)
    assert spider.turn() == 1
    spider.press(spider.grip("j"))                  # the card is put back
    expect(spider.page.locator("#cards .picked")).to_have_count(0)
    spider.page.clock.run_for(1000)
    spider.wait_for(2)
    spider.page.keyboard.press("?")
    spider.page.wait_for_selector("#help[open]")
    spider.page.evaluate("document.getElementById('playon-main').click()")
    spider.page.clock.run_for(5000)
    assert spider.turn() == 2
    spider.page.keyboard.press("Escape")            # closes the window, and no more
    spider.page.clock.run_for(1000)
    spider.wait_for(3)


def test_it_wins_and_says_whose_win_it_is(table, put):
    spider = table(game=put(NEARLY)).open()
    play_on(spider, "fast")
    expect(spider.page.locator("#over-title")).to_contain_text("Won!")
    expect(spider.page.locator("#over-title")).to_be_focused()
    expect(spider.page.locator("#over-says")).to_contain_text(
        "Moves made for you: 2; the game counts as won with help.")
    is_over(spider)
    expect(spider.page.locator("#feast > *")).to_have_count(0)
    spider.page.click("#over-close")
    spider.page.click("#open-menu")
    spider.page.click("#show-statistics")
    facts = spider.page.locator("#standings section").filter(has_text="Spider").locator("dl div")
    assert int(facts.filter(has_text="Won with help").first.locator("dd").inner_text()) >= 1
    assert spider.page.locator(".bars .helped").count() >= 1


def test_the_ladder_is_not_climbed_with_help(alone, own_games):
    spider = alone(game=put(own_games, NEARLY.replace("spider4", "spider1"))).open()
    play_on(spider, "fast")
    expect(spider.page.locator("#over-title")).to_contain_text("Won!")
    expect(spider.page.locator("#over-buttons .next")).to_have_count(0)
    assert own_games.store.settings.all().get("ladder") is None


def test_the_end_of_what_it_knows_is_said(table, put):
    spider = table(game=put(STUCK), lang="de").open()
    play_on(spider, "fast")
    expect(spider.page.locator("#message")).to_have_text("Es gibt keinen erlaubten Zug.")
    is_over(spider)


def test_two_pages_on_one_game(table, games):
    first = table().open(LINK)
    play_on(first)
    first.wait_for(1)
    session = games.find(first.page.evaluate("JSON.parse(localStorage.getItem('kreuzspinne.game')).id"))
    second = table(game=session).open()
    second.page.keyboard.press("d")
    second.wait_for(2)
    first.page.click("#playon-main")
    first.wait_for(2)
    is_over(first)
    expect(first.page.locator("#message.refused")).to_be_visible()
    assert session.course.counts["machine"] == 1


def test_a_listener_hears_each_move_once_and_is_not_flooded(table):
    spider = table().open(LINK)
    play_on(spider, "step", why=True)
    spider.wait_for(1)
    message = spider.page.locator("#message")
    expect(message).to_contain_text("Why: ")
    assert message.get_attribute("aria-live") == "polite"
    spider.page.evaluate("""() => {
      window.told = [];
      new MutationObserver(() => told.push(message.textContent)).observe(message, { childList: true });
    }""")
    spider.page.click("#playon-main")
    spider.wait_for(2)
    expect(message).to_contain_text("Eight of spades")
    assert len(spider.page.evaluate("told")) == 1
    spider.page.evaluate("() => { window.fetch = () => new Promise(() => {}); }")
    spider.page.select_option("#playon-pace", "fast")
    assert message.get_attribute("aria-live") == "off"
    spider.page.keyboard.press("p")
    assert message.get_attribute("aria-live") == "polite"


def test_who_wants_no_motion_sees_what_was_moved(table):
    spider = table().open(LINK)
    play_on(spider)
    spider.wait_for(1)
    assert spider.page.evaluate("document.getAnimations().length") == 0
    assert spider.page.evaluate("[...document.querySelectorAll('.moved')].map((one) => one.dataset.card)") == ["9s"]


CAN_BE_READ = """
() => {
  const pace = document.getElementById("playon-pace"), { width } = pace.getBoundingClientRect();
  Object.assign(pace.style, { flex: "none", width: "max-content" });
  return pace.getBoundingClientRect().width <= width + 0.5;
}
"""


@pytest.mark.parametrize(("size", "lang"), [("phone", "de"), ("phone", "en"), ("landscape", "de"), ("zoomed", "de")])
def test_the_bar_fits_and_a_finger_finds_it(table, size, lang):
    spider = table(size=size, lang=lang).open(LINK)
    play_on(spider, "step", why=True)
    spider.wait_for(1)
    boxes = spider.page.evaluate("""() => [...document.querySelectorAll("#playon :is(select, label, button)")]
      .map((one) => { const { left, right, top, bottom, height } = one.getBoundingClientRect();
        return [left >= 0 && top >= 0, right <= innerWidth, bottom <= innerHeight, height >= 44,
          one.scrollWidth <= one.clientWidth + 1]; })""")
    assert len(boxes) == 4
    assert all(map(all, boxes)), boxes
    assert spider.page.evaluate(CAN_BE_READ), "the pace, in whole words"
    assert spider.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert spider.page.evaluate(HIDES, ".moved") == []
    box = spider.page.locator("#message span")
    assert box.evaluate("(one) => { const { top, bottom } = one.getBoundingClientRect();"
                        " return top >= 0 && bottom <= innerHeight; }")
