"""How cards and table look in a real browser: what can be chosen, what fits on which screen, what moves."""

import struct
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from kreuzspinne import variants

XPAT2 = "#spider4:runs=hand/xpat2:42"
RUN = "KsQsJsTs9s8s7s6s5s4s3s2s"
WON = f"spider4 {RUN}/As/-/-/-/-/-/-/-/- - AsAsAhAhAdAdAc"
TALL = f"spider4 2c3c4c5c6c|{'KhQhJhTh9h8h7h6h5h4h3h2hAh'}KdQdJd/-/-/-/-/-/-/-/-/- - -"
SIZES = ["desktop", "phone", "landscape", "zoomed"]
TABLES = sorted({(len(rules.layout), rules.rules.piles) for rules in map(variants.read, variants.VARIANTS)})

MEASURE = """
async ([big, tables]) => {
  const { measure, fan } = await import("/static/layout.js");
  const { width, height } = document.getElementById("table").getBoundingClientRect();
  return tables.map(([columns, piles]) => {
    const sizes = measure(width, height, columns, piles, big);
    return { ...sizes, bottom: height, right: width, tops: [[6, 30], [0, 104], [12, 60]].map((it) => fan(sizes, ...it)),
             first: fan(sizes, 0, 1)[0], piles: Array.from({ length: piles }, (_, index) => sizes.pile(index)) };
  });
}
"""


def choose(page, **choices):
    page.click("#open-menu")
    page.click("#show-look")
    for name, value in choices.items():
        page.locator(f"#look label:has([name={name}][value={value}])").click()
    page.click("#look .main")


def ink(page, suit):
    return page.eval_on_selector(f"#cards svg.{suit}", "one => getComputedStyle(one).color")


@pytest.mark.parametrize(("size", "lang"), [("desktop", "en"), ("phone", "de"), ("landscape", "de")])
def test_a_deck_is_chosen_and_remembered(table, size, lang):
    page = table(size=size, lang=lang).open(XPAT2).page
    page.keyboard.press("d")
    page.wait_for_selector("#table[data-turn='1']")
    assert ink(page, "h") == ink(page, "d") != ink(page, "s")
    choose(page, deck="skat")
    skat = [ink(page, suit) for suit in "shdc"]
    assert len(set(skat)) == 4
    choose(page, deck="english")
    english = [ink(page, suit) for suit in "shdc"]
    assert len(set(english)) == 4
    assert english != skat
    page.reload()
    page.wait_for_selector("#table[data-turn]")
    assert [ink(page, suit) for suit in "shdc"] == english


def test_the_system_decides_until_the_player_does(table):
    page = table().open(XPAT2).page
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.emulate_media(color_scheme="dark", contrast="more")
    page.wait_for_function(f"() => {ground} === 'rgb(0, 0, 0)'")
    choose(page, theme="light", contrast="normal")
    assert page.evaluate(ground) == light
    page.reload()
    page.wait_for_selector("#table[data-turn]")
    assert page.evaluate(ground) == light


def test_what_was_remembered_and_is_no_choice_is_forgotten(table):
    page = table().open(XPAT2).page
    for kept in ('{"deck": "tarot", "theme": "dark"}', "{", "null", "7"):
        page.evaluate("(kept) => localStorage.setItem('kreuzspinne.look', kept)", kept)
        page.reload()
        page.wait_for_selector("#table[data-turn]")
        assert page.get_attribute("html", "data-deck") == "two"


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_large_print_is_larger_and_stays_readable(table, put, size):
    spider = table(size=size, game=put(TALL)).open()
    height = "document.querySelector('#cards .corner text').getBBox().height"
    before = spider.page.evaluate(height)
    choose(spider.page, size="large")
    factor = 1.5 if size == "desktop" else 1  # on a phone it is as large as a card is wide anyhow
    assert spider.page.evaluate(height) >= factor * before
    assert float(spider.page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)")) == 18


@pytest.mark.parametrize("big", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_every_table_fits_every_screen(table, size, big):
    page = table(size=size).open(XPAT2).page
    for shape, sizes in zip(TABLES, page.evaluate(MEASURE, [big, TABLES]), strict=True):
        assert sizes["w"] >= 26, shape
        assert sizes["columns"][0] >= 0
        assert sizes["columns"][-1] + sizes["w"] <= sizes["right"]
        assert all(right - left >= sizes["w"] for left, right in pairwise(sizes["columns"])), shape
        for tops in sizes["tops"]:
            assert tops[-1] + sizes["h"] <= sizes["bottom"], shape
            assert tops == sorted(tops)
        for pile in [*sizes["piles"], sizes["stock"]]:
            assert 0 <= pile["x"] <= sizes["right"] - sizes["w"], shape
            assert 0 <= pile["y"] <= sizes["bottom"] - sizes["h"], shape


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize(("size", "strip"), [("desktop", 22), ("phone", 22), ("landscape", 14), ("zoomed", 14)])
def test_a_covered_card_can_be_read(table, put, size, strip, lang):
    spider = table(size=size, lang=lang, game=put(TALL)).open()
    boxes, floor = spider.boxes("a"), spider.page.locator("#table").bounding_box()
    assert boxes[-1]["y"] + boxes[-1]["h"] <= floor["y"] + floor["height"]
    steps = [below["y"] - above["y"] for above, below in pairwise(boxes[5:])]
    assert min(steps) >= strip
    indices = spider.page.evaluate(
        "() => [...document.querySelectorAll('#cards .corner > path')].map((one) => one.getBoundingClientRect())"
        ".map(({ y, height, right }) => ({ y, height, right }))")
    for index, above, below in zip(indices, boxes[5:], boxes[6:], strict=False):
        assert above["y"] <= index["y"]
        assert index["y"] + index["height"] <= below["y"] + 1
        assert index["height"] >= 8
        assert index["right"] <= above["x"] + above["w"]


@pytest.mark.parametrize("size", ["phone", "landscape"])
def test_a_finger_finds_every_button(table, size):
    page = table(size=size, lang="de").open(XPAT2).page

    def small(selector):
        return page.eval_on_selector_all(selector, """all => all
            .map((one) => [one.id || one.innerText, one.getBoundingClientRect().height])
            .filter(([, high]) => high && high < 44)""")

    assert small("#tools button, #open-menu, #stock, .column") == []
    reach = page.eval_on_selector("#copy", "one => parseFloat(getComputedStyle(one, '::after').height)")
    assert reach >= 44
    page.click("#open-menu")
    assert small("#menu button, #menu label") == []
    page.click("#show-look")
    assert small("#look label, #look button") == []
    choice = page.locator("#look label").last
    choice.scroll_into_view_if_needed()
    choice.click()
    assert choice.locator("input").is_checked()


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("game", ["#gypsy/xpat2:42", XPAT2])
@pytest.mark.parametrize("size", ["landscape", "zoomed"])
def test_a_low_screen_shows_everything_beside_the_columns(table, size, game, lang):
    page = table(size=size, lang=lang).open(game).page
    screen = page.viewport_size
    for button in page.locator("#tools button:visible, #open-menu").all():
        box = button.bounding_box()
        assert 0 <= box["x"] <= screen["width"] - box["width"]
        assert 0 <= box["y"] <= screen["height"] - box["height"]
    cut = page.eval_on_selector_all("#tools span",
        "all => all.filter((one) => one.scrollWidth > one.parentElement.clientWidth).map((one) => one.innerText)")
    assert cut == []
    cards = page.locator("#columns li").first.bounding_box()
    assert cards["width"] >= (52 if size == "landscape" else 40)
    stock, pile = page.locator("#stock").bounding_box(), page.locator("#piles li").last.bounding_box()
    assert stock["x"] + stock["width"] <= cards["x"]
    assert pile["x"] >= page.locator("#columns li").last.bounding_box()["x"] + cards["width"]


def test_foundations_at_the_side_take_and_give_back(table, put):
    gypsy = table(size="landscape", game=put("gypsy 6c/7d2s/8s/-/-/-/-/- 3h4h5h6h7h8h9hTh As5h")).open()
    gypsy.drag(gypsy.grip("b"), gypsy.middle("#piles li >> nth=7"))
    gypsy.wait_for(1)
    assert gypsy.cards("b") == ["7d"]
    x, y = gypsy.middle("#piles li >> nth=0")
    second = gypsy.page.locator("#piles li >> nth=1").bounding_box()
    gypsy.drag((x, second["y"] + 8), gypsy.grip("a"))
    gypsy.wait_for(2)
    assert gypsy.cards("a") == ["6c", "5h"]
    gypsy.press(gypsy.middle("#stock"))
    gypsy.wait_for(3)
    assert y > 0


LONGEST = {"score": "1000 / 2000", "moves": "1234", "clock": "10:04:05", "cheats": "1040"}
"""What can come to stand in the head, in its longest form."""

TOO_WIDE = """
(longest) => {
  for (const [id, text] of Object.entries(longest)) document.getElementById(id).textContent = text;
  const wide = (one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).display !== "inline";
  const out = (one) => one.getBoundingClientRect().right > innerWidth;
  return [...document.querySelectorAll("html, body, header, #facts, #facts *, #deal, footer, #tools, #tools *")]
    .filter((one) => one.getClientRects().length && (wide(one) || out(one)))
    .map((one) => one.id || one.outerHTML.slice(0, 60));
}
"""


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("print_size", ["normal", "large"])
@pytest.mark.parametrize("size", SIZES)
def test_head_and_foot_are_never_wider_than_the_screen(table, size, print_size, lang):
    """With everything that can be shown there: a phone once lost the right edge of the table to the clock."""
    page = table(size=size, lang=lang).open(XPAT2).page
    choose(page, clock="on", size=print_size)
    page.wait_for_selector("#clock-fact:visible")
    assert page.evaluate(TOO_WIDE, LONGEST) == []
    assert page.evaluate("innerWidth") == page.viewport_size["width"]


OUTSIDE = """
(name) => {
  const frame = document.getElementById(name).getBoundingClientRect();
  return [...document.querySelectorAll(`#${name} :is(button, input, select, label, p, dd, li)`)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((one) => { const { left, right } = one.getBoundingClientRect();
      return right > left && (left < frame.left || right > frame.right); })
    .map((one) => one.id || one.outerHTML.slice(0, 80));
}
"""


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("print_size", ["normal", "large"])
def test_nothing_in_a_window_is_cut_off_on_a_phone(table, print_size, lang):
    """A button of the window for a new game once began outside of it."""
    page = table(size="phone", lang=lang).open(XPAT2).page
    choose(page, size=print_size)
    page.keyboard.press("d")
    page.wait_for_selector("#table[data-turn='1']")
    for name in ("start", "look", "shelf", "lines", "statistics", "help"):
        if name == "start":
            page.click("#new")
        else:
            page.click("#open-menu")
            page.click(f"#show-{name}")
        page.wait_for_selector(f"#{name}[open]")
        page.wait_for_load_state("networkidle")
        assert page.evaluate(OUTSIDE, name) == [], name
        page.keyboard.press("Escape")


@pytest.mark.parametrize("size", ["desktop", "phone", "landscape", "zoomed"])
def test_what_ends_a_long_window_is_in_sight(table, size):
    """At its top and at its end, in large print as well: nobody has to look for the button."""
    page = table(size=size, lang="de").open(XPAT2).page
    choose(page, size="large", caution="on")
    for button in ("#start-now", "#look .main"):
        page.click("#new" if button == "#start-now" else "#open-menu")
        if button != "#start-now":
            page.click("#show-look")
        page.wait_for_selector(button)
        for place in (0, 9999):
            page.evaluate("(top) => { document.querySelector('dialog[open]').scrollTop = top; }", place)
            assert page.eval_on_selector(button, """one => {
                const { left, top, width, height } = one.getBoundingClientRect();
                const inner = top >= 0 && top + height <= innerHeight;
                return inner && one.contains(document.elementFromPoint(left + width / 2, top + height / 2)); }""")
        page.keyboard.press("Escape")


# Motion


FLY = "spider4 5h3d|KsQsJsTs9s8s7s6s5s4s3s2s/3c|As/4h/4c/5c/5d/6h/6c/7d/7h 2c3c4c5c6c7c8c9cTcJc -"


MOVES = ["d", "du", "ba", "bau", "cf"]
"""Rows, runs, one card, and the same taken back, by the keys that play them."""

WATCHED = """() => { window.ends = []; window.keyframes = []; const animate = Element.prototype.animate;
    Element.prototype.animate = function (...all) { const motion = animate.apply(this, all);
      window.ends.push(motion.effect.getComputedTiming().endTime);
      window.keyframes.push(...motion.effect.getKeyframes()); return motion; }; }"""

SLOW = """() => { let late = 0; const now = performance.now.bind(performance); performance.now = () => now() + late;
    const json = Response.prototype.json;
    Response.prototype.json = function () { late += 60; return json.call(this); }; }"""


def moved(table, put, keys, *more):
    """A page on which the moves of these keys were played, and how its cards moved."""
    spider = table(calm=False, game=put(FLY)).open()
    for script in (WATCHED, *more):
        spider.page.evaluate(script)
    for key in keys:
        spider.page.keyboard.press(key)
    spider.wait_for(len(keys.removeprefix("b").removeprefix("c")))
    return spider.page


@pytest.mark.parametrize("keys", MOVES)
def test_cards_move_only_by_what_a_compositor_can_do(table, put, keys):
    page = moved(table, put, keys)
    keyframes = page.evaluate("window.keyframes")
    assert keyframes
    assert set().union(*keyframes) <= {"transform", "offset", "computedOffset", "easing", "composite"}
    assert page.evaluate("document.getAnimations().length") == 0
    assert page.eval_on_selector_all("#cards .card", "all => all.every((one) => one.children.length === 1)")


@pytest.mark.parametrize("keys", MOVES)
def test_a_moves_cards_arrive_soon_however_many_they_are(table, put, keys):
    """Within 140 ms, whatever turns over on the way."""
    ends = moved(table, put, keys).evaluate("window.ends")
    assert ends
    assert max(ends) <= 140


@pytest.mark.parametrize("keys", ["d", "ba"])
def test_what_a_slow_machine_takes_longer_its_cards_move_shorter(table, put, keys):
    ends = moved(table, put, keys, SLOW).evaluate("window.ends")
    assert max(ends) <= 140 - 30
    assert max(ends) >= 80


@pytest.mark.parametrize(("calm", "motion", "moves"), [
    (True, "auto", False), (False, "auto", True), (True, "on", True), (False, "off", False),
])
def test_motion_is_the_systems_choice_or_the_players(table, calm, motion, moves):
    page = table(calm=calm).open(XPAT2).page
    choose(page, motion=motion)
    page.evaluate("""() => { window.moved = 0; const animate = Element.prototype.animate;
        Element.prototype.animate = function (...all) { window.moved += 1; return animate.apply(this, all); }; }""")
    page.keyboard.press("d")
    page.wait_for_selector("#table[data-turn='1']")
    assert (page.evaluate("window.moved") > 0) is moves


def test_whoever_acts_need_not_wait_for_cards_in_flight(table):
    spider = table(calm=False).open(XPAT2)
    spider.page.evaluate("""() => { const animate = Element.prototype.animate;
        Element.prototype.animate = function (frames, { delay, ...more }) {
          return animate.call(this, frames, { ...more, delay, duration: 60000 }); }; }""")
    spider.page.keyboard.press("d")
    spider.page.wait_for_function("() => document.getAnimations().length >= 10")
    spider.page.keyboard.press("ArrowRight")
    spider.wait_for(1)


@pytest.mark.parametrize("calm", [False, True])
def test_a_win_is_celebrated_until_the_player_goes_on(table, put, calm):
    spider = table(calm=calm, game=put(WON)).open()
    spider.drag_move("ba1")
    expect(spider.page.locator("#feast .visitor")).to_have_count(1)
    assert (spider.page.locator("#feast .spark").count() > 0) is not calm
    spider.page.mouse.click(5, 400)
    expect(spider.page.locator("#feast > *")).to_have_count(0)
    spider.page.reload()
    spider.page.wait_for_selector("#table[data-turn]")
    assert spider.page.locator("#feast > *").count() == 0


# Pictures


def saved(page, kind, tmp_path):
    page.click("#open-menu")
    with page.expect_download() as download:
        page.click(f"#picture-{kind}")
    download.value.save_as(tmp_path / "picture")
    return download.value.suggested_filename, (tmp_path / "picture").read_bytes()


@pytest.mark.parametrize(("size", "lang"), [("desktop", "de"), ("phone", "en")])
def test_a_picture_needs_nothing_else(table, tmp_path, size, lang):
    page = table(size=size, lang=lang).open(XPAT2).page
    page.wait_for_selector("#court-hK", state="attached")
    name, body = saved(page, "svg", tmp_path)
    assert name == "spider4-runs-hand-xpat2-42-0.svg"
    root = ElementTree.fromstring(body)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    everything = list(root.iter())
    names = {one.get("id") for one in everything} - {None}
    used = {one.get("href") for one in everything} - {None}
    assert used <= {f"#{name}" for name in names}
    assert not any("style" in one.attrib or one.tag.endswith("style") for one in everything)
    ranks = [one.text for one in everything if one.get("data-rank")]
    assert sorted(ranks) == sorted(["D", "4", "3", "K", "D", "9", "B", "8", "5", "8"] if lang == "de" else
                                   ["Q", "4", "3", "K", "Q", "9", "J", "8", "5", "8"])
    assert "xpat2:42" in root.find("{http://www.w3.org/2000/svg}title").text


def test_a_picture_in_pixels(table, tmp_path):
    page = table().open(XPAT2).page
    name, body = saved(page, "png", tmp_path)
    assert name.endswith(".png")
    assert body.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", body[16:24])
    assert width > 2000
    assert height > 800
