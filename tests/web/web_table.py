"""A page with the table on it, as a person handles it: pointer, finger, keys; and what it was sent."""

import json

ZOOM = {"desktop": {"viewport": {"width": 1280, "height": 800}},
        "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True,
                  "device_scale_factor": 2},
        "landscape": {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True,
                      "device_scale_factor": 2},
        "zoomed": {"viewport": {"width": 640, "height": 400}, "device_scale_factor": 2}}  # 1280 × 800 at 200 %

AGES = 150_000
"""Milliseconds in which even a machine that must compile every kernel has an answer of the solver."""

WON = """
dc1 ce2 cd1 cf1 bc1 ba1 ea3 eb1 eg1 ac5 ea1 fe2 ef3 fc4 ga2 fg1 de2 ed1 + fe2 ge1 gc2 ge1 df1 gd1
gc1 ge1 gd1 dg4 ce1 ae1 da1 ac3 fd2 ea8 ge3 ef1 + ad10 cb1 cf3 ga1 eg3 fc4 bd2 + gc5 ea1 ca9 fg1 +
ed1 fg2 be1 bg1 ab1 gd4 dc8 cb10 ae12
"""
"""A line that wins Spiderette in one suit, deal own:1."""

CARDS = """
(place) => {
  const box = document.querySelectorAll("#columns li")[place].getBoundingClientRect();
  return [...document.querySelectorAll("#cards .card")]
    .map((node) => ({ node, at: node.getBoundingClientRect() }))
    .filter(({ at }) => Math.abs(at.left - box.left) < 2 && at.top > box.top - 2)
    .sort((a, b) => a.at.top - b.at.top)
    .map(({ node, at }) => ({ card: node.dataset.card ?? "", id: node.dataset.mark ?? "",
                              x: at.left, y: at.top, w: at.width, h: at.height }));
}
"""


class Table:
    """One page, looking at one game."""

    def __init__(self, browser, address, *, size="desktop", lang="en", calm=True, game=None, workers="block",
                 **more):
        """`game`: a session that the page is to find as that of its last visit; `calm`: no animations;
        `workers`: "allow" lets the page be kept by its service worker, which hides requests from a test."""
        self.context = browser.new_context(locale=lang, service_workers=workers,
                                           reduced_motion="reduce" if calm else "no-preference", **ZOOM[size], **more)
        self.touch = size in ("phone", "landscape")
        self.page = self.context.new_page()
        self.faults, self._replies = [], []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._listen)
        self.page.on("response", lambda reply: self._replies.append(reply))
        self._address = address
        if game:
            self.page.add_init_script(f"localStorage.setItem('kreuzspinne.game', '{_visit(game)}')")

    def _listen(self, message):
        refusal = "Failed to load resource" in message.text  # the browser notes every reply that is a no
        blocked = "Service Worker registration blocked" in message.text
        if message.type in ("error", "warning") and not (refusal or blocked):
            self.faults.append(message.text)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.context.close()

    def open(self, link=""):
        """Go to the page, with a game's link; wait until the cards lie."""
        self.page.goto(f"{self._address}/{link}")
        self.page.wait_for_selector("#table[data-turn]")
        return self

    # What a person sees

    def text(self, name):
        return self.page.inner_text(f"#{name}")

    def points(self):
        return int(self.text("score").split("/")[0])

    def moves(self):
        return int(self.text("moves"))

    def cards(self, letter):
        """The cards of a column, lowest first; "" face down."""
        return [card["card"] for card in self.boxes(letter)]

    def boxes(self, letter):
        return self.page.evaluate(CARDS, ord(letter) - ord("a"))

    def wait_for(self, turn):
        self.page.wait_for_selector(f"#table[data-turn='{turn}']")

    def turn(self):
        return int(self.page.get_attribute("#table", "data-turn"))

    def replies(self):
        """Every answer of the server that was JSON."""
        found = []
        for reply in self._replies:
            if reply.headers.get("content-type") == "application/json":
                found.append((reply.url, json.loads(reply.body())))
        return found

    # What a person does

    def grip(self, letter, count=1):
        """Where to take hold of the `count` top cards of a column (of an empty one: its place)."""
        boxes = self.boxes(letter)
        if not boxes:
            slot = self.page.locator("#columns li").nth(ord(letter) - ord("a")).bounding_box()
            return slot["x"] + slot["width"] / 2, slot["y"] + 20
        box = boxes[-count]
        return box["x"] + box["w"] / 2, box["y"] + 7

    def drag(self, source, target):
        """Drag from one point to another with the mouse."""
        mouse = self.page.mouse
        mouse.move(*source)
        mouse.down()
        mouse.move((source[0] + target[0]) / 2, (source[1] + target[1]) / 2, steps=3)
        mouse.move(*target, steps=3)
        mouse.up()

    def press(self, point):
        """One click, or one tap."""
        (self.page.touchscreen.tap if self.touch else self.page.mouse.click)(*point)

    def drag_move(self, move):
        """Play a move of the notation by dragging; a row is dealt by a click on the stock."""
        turn = self.turn()
        if move == "+":
            self.page.click("#stock")
        elif move.endswith("^"):
            self.drag(self.grip(move[0]), self.middle("#piles li >> nth=2"))
        else:
            self.drag(self.grip(move[0], int(move[2:])), self.grip(move[1]))
        self.wait_for(turn + 1)

    def press_move(self, move):
        """The same by two clicks or taps."""
        turn = self.turn()
        if move == "+":
            self.press(self.middle("#stock"))
        else:
            self.press(self.grip(move[0], int(move[2:])))
            self.page.wait_for_selector("#cards .picked")
            self.press(self.grip(move[1]))
        self.wait_for(turn + 1)

    def key_move(self, move):
        """The same by keys: letters for the columns, arrows for the number of cards."""
        turn, key = self.turn(), self.page.keyboard.press
        if move == "+":
            key("d")
        elif move.endswith("^"):
            key("Escape")
            self.step_to(move[0])
            key("t")
        else:
            self.step_to(move[0])
            while (short := int(move[2:]) - self.page.locator("#cards .ring").count()):
                key("ArrowUp" if short > 0 else "ArrowDown")
            key("Enter")
            self.step_to(move[1])
            key("Enter")
        self.wait_for(turn + 1)

    def step_to(self, letter):
        """Go to a column with the arrow keys, as one who starts at whichever has the focus."""
        wanted = ord(letter) - ord("a")
        self.page.keyboard.press("Home")
        for _ in range(wanted):
            self.page.keyboard.press("ArrowRight")
        assert self.page.evaluate("document.activeElement.dataset.index") == str(wanted)

    def middle(self, selector):
        box = self.page.locator(selector).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _visit(session):
    return json.dumps({"id": session.id, "variant": session.view.variant.name, "deal": session.game.deal_name})
