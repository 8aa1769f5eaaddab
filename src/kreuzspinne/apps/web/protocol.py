"""
What the browser and the server say to each other: JSON over HTTP, one typed struct a message.

The server knows the game and its rules; the browser gets what the player may see (`State`), the legal moves as
texts, and each move's consequences as facts. No face-down card, no card of the stock and no start position is sent.

======  ==================================  ===================  ==========================================
method  path                                body                 reply
======  ==================================  ===================  ==========================================
GET     ``/``                                                    the page
GET     ``/worker.js``                                           the script that keeps the page itself
GET     ``/static/NAME``                                         scripts, style, icon
GET     ``/rules/VARIANT``                                       the rules of a game, as a page; with
                                                                 ``?game=ID`` also how that game was laid out
GET     ``/pages/NAME``                                          a hand-written page (spider, gypsy, glossary)
GET     ``/api/texts/LANG``                                      `Texts`: the words of the page
GET     ``/api/variants``                                        `Catalogue`: games, and sources of their deals
GET     ``/api/variants/NAME``                                   `Choice`: a game with these switches
GET     ``/api/games``                                           `Shelf`: games to go on with; with ``?state=``
                                                                 ``ended`` those that are over, ``all`` both
POST    ``/api/games``                      `NewGame`            201, `State`
GET     ``/api/games/ID``                                        `State`
POST    ``/api/games/ID/play``              `Play`               `State`
POST    ``/api/games/ID/undo``              `Turn`               `State`
POST    ``/api/games/ID/redo``              `Turn`               `State`
POST    ``/api/games/ID/restart``           `Turn`               `State`
POST    ``/api/games/ID/go``                `Go`                 `State`, at another place of its tree
POST    ``/api/games/ID/mark``              `Mark`               `State`, with a bookmark more, or less
POST    ``/api/games/ID/give-up``           `Turn`               `State`: the game is over, and counted
POST    ``/api/games/ID/delete``            `Turn`               `Shelf`: the game is gone, counted if under way
POST    ``/api/games/ID/hint``              `WantedHint`         `Hint`: as much of the coach's advice
POST    ``/api/games/ID/chance``            `WantedChance`       `ToldChance`: the chance to win, counted if told
POST    ``/api/games/ID/think``             `Turn`               `Thought`: has the player that never peeks a move?
POST    ``/api/games/ID/play-on``           `WantedMove`         `State`: it has made its move for whoever plays
POST    ``/api/games/ID/clock``             `Clock`              `Clock`: the time played, as it is believed
GET     ``/api/games/ID/tree``                                   `Tree`: every line that was played
GET     ``/api/games/ID/record``                                 the game as a record, a file of text: what its
                                                                 player may see, and all once it is over
POST    ``/api/records``                    `Saved`              201, `State`: the game of such a file, or of
                                                                 another program's
GET     ``/api/games/ID/outcome``                                `Verdict`, after as long a search as it takes
POST    ``/api/games/ID/verdict``           `NoMore`             202, `Thinking`: could it have been won?
POST    ``/api/games/ID/fork``              `NoMore`             202, `Thinking`: up to which move?
POST    ``/api/games/ID/review``            `NoMore`             202, `Thinking`: where was the chance given away?
POST    ``/api/games/ID/look``              `Look`               `State`, of a place that is only looked at
POST    ``/api/solver/deal``                `WantedDeal`         202, `Thinking`: a deal that can be won
GET     ``/api/solver/JOB``                                      `Thinking`: how far that has come
POST    ``/api/solver/JOB/stop``            `NoMore`             `Thinking`: it has ended
GET     ``/api/statistics``                                      `Standing`
POST    ``/api/statistics/clear``           `NoMore`             `Standing`: an empty one
GET     ``/api/settings``                                        `SettingsState`
POST    ``/api/settings``                   `SettingsChange`     `SettingsState`
GET     ``/api/export``                                          games and results as a file of JSON
POST    ``/api/import``                     such a file          `TakenIn`
======  ==================================  ===================  ==========================================

The language of sentences is ``?lang=de``, else the first that is offered of ``Accept-Language``.

Every change names the `turn` it was made at, a number that grows with each change of the game, taken back or not. (The
number of moves would not do: after an undo and another move it is the same, and the table is not.) What was meant for
an older turn is refused with 409 and the present state; so two pages on one game never overwrite each other, nor do
two servers on one file.

Each change is in the store before it is answered, and a game is found again by its id as long as nobody deletes it,
whether the server was stopped or killed. A change may carry `seconds`, the time played as the page has counted it
(while it was visible); it only ever grows, and no faster than time goes by at the server.

A server for other machines (``--host``) asks for a key, which stands in the address that it prints (``/?key=…``) and
then in a cookie.

Whatever is refused is answered by a `Refusal` whose sentence says why, and has changed nothing: 400 not understood,
403 from another page or without the key, 404 no such game or page, 405 not by this method, 409 too late, or the coach
warns of it (which counts as a hint), 413 too long, 415 not JSON, 422 against the rules, or no such game or deal, 429
too often, 500 a fault of this program, 503 the file cannot be written or read now. To a browser that opens an address
as a page (its ``Accept`` names ``text/html``) the sentence comes as one.

The solver knows every card, so nothing is asked of it about a game that is open. It does one thing at a time (429),
and stops when nobody asks how far it has come.

The messages about games that are not on the table, results and settings stand in `protocol_kept`, those about the
solver in `protocol_solving`, about hints in `protocol_hinting`, about playing on in `protocol_playing`.
"""

from typing import Annotated

from msgspec import Meta, Struct

Seconds = Annotated[float, Meta(ge=0)]


class NewGame(Struct, forbid_unknown_fields=True):
    """A game to start; `deal` is ``source:number``, or a source alone for a new number."""

    variant: str
    deal: str = "own"


class Turn(Struct, forbid_unknown_fields=True, kw_only=True):
    """The turn at which something was asked for, and the time played until then."""

    turn: int
    seconds: Seconds | None = None


class Play(Turn, forbid_unknown_fields=True, kw_only=True):
    """A move in the notation."""

    move: str
    careful: bool = False
    """If the coach would warn of the move, only say so (`Refusal` with ``caution``)."""


class Go(Turn, forbid_unknown_fields=True, kw_only=True):
    """The place of the tree to go to."""

    node: int


class Mark(Turn, forbid_unknown_fields=True, kw_only=True):
    """A name for a place of the tree (null: where the game stands); an empty name takes the bookmark away."""

    name: str
    node: int | None = None


class Clock(Struct, forbid_unknown_fields=True):
    """Time played."""

    seconds: Seconds


class Score(Struct, frozen=True):
    """Points by a scheme; `highest` is null where there is no bound worth naming."""

    points: int
    scheme: str
    highest: int | None


class Column(Struct, frozen=True):
    """One column: how many cards lie face down, which lie open (lowest first), and the whole in words."""

    down: int
    open: list[str]
    spoken: str


class Stock(Struct, frozen=True):
    """What is left of the stock, and the same in words."""

    cards: int
    rows: int
    spoken: str


class Pile(Struct, frozen=True):
    """One foundation: its top card, the card under it ("" for none), and its suit in words."""

    card: str
    under: str
    suit: str


class Transfer(Struct, frozen=True, omit_defaults=True):
    """`count` cards that changed their place: a column's letter, ``+`` the stock, ``^0`` the first foundation."""

    source: str
    target: str
    count: int
    founds: bool = False
    """The foundation is a new one: those after it move up by one place."""
    ends: bool = False
    """The foundation is none any more: those after it close up."""

    def back(self) -> "Transfer":
        """The same, taken back."""
        return Transfer(self.target, self.source, self.count, self.ends, self.founds)


class Bookmark(Struct, frozen=True):
    """A place of the tree that has a name."""

    node: int
    ply: int
    name: str


class Hints(Struct, frozen=True):
    """How often each level of a hint was asked for."""

    where: int
    move: int
    why: int


class Change(Struct, frozen=True):
    """What happened last, for the animation: `kind` is new, play, machine, undo, redo, restart, go, mark, hint or
    end."""

    kind: str
    move: str = ""
    transfers: list[Transfer] = []
    """In their order; none where the table is to be laid anew."""


class Verdict(Struct, frozen=True):
    """Won, lost or open; `complete` is false while the search for a way on has not ended."""

    state: str
    searched: int
    complete: bool
    message: str


class State(Struct, frozen=True, kw_only=True):
    """A game as its player may see it."""

    id: str
    variant: str
    title: str
    deal: str
    source: str
    number: str
    turn: int
    ply: int
    can_undo: bool
    can_redo: bool
    cheats: int
    """XPat2's count of cards seen by moves that were taken back."""
    state: str
    """open, won, lost or abandoned: how the game counts (once won it stays won, whatever is taken back)."""
    seconds: float
    """Time played, as far as pages have told."""
    node: int
    """Where the game stands in its tree."""
    bookmarks: list[Bookmark]
    undos: int
    hints: Hints
    machine: int
    """Moves that were made for the player."""
    chances: int
    """How often the chance to win was told."""
    score: Score
    """By the variant's own scheme, which results and statistics are kept in."""
    scores: list[Score]
    """By every scheme that fits the variant, its own first."""
    columns: list[Column]
    stock: Stock
    has_stock: bool
    """Is there a stock in this game, be it empty by now?"""
    piles: list[Pile]
    pile_places: int
    """Foundations there can be."""
    takes_up: bool
    """Do cards or runs go up when the player says so?"""
    up: int
    """Cards that go up at once: one, or a run."""
    moves: list[str]
    """Every legal move; of the moves of the same cards, the better one first. None once the game was given up."""
    warnings: dict[str, str]
    """Legal moves that the player should think about twice, and why."""
    step: Change
    outcome: Verdict
    message: str
    """What happened last, in words."""


class Refusal(Struct, frozen=True, omit_defaults=True):
    """A no: its code, the sentence, and where it concerns a game, its present state."""

    error: str
    message: str
    game: State | None = None


class Texts(Struct, frozen=True):
    """The page's words: sentences by code, spoken names of cards, the corner signs of ranks."""

    lang: str
    texts: dict[str, str]
    cards: dict[str, str]
    ranks: dict[str, str]


class Choice(Struct, frozen=True):
    """A game to choose, with its switches in the name, and the sources that deal it."""

    name: str
    title: str
    sources: list[str]
    suits: int
    kin: str
    """What it is called without the number of its suits, if there are others of that name; else nothing."""
    switches: dict[str, str]


class SwitchValue(Struct, frozen=True):
    """A value of a switch: its name for people, and what it means in one sentence."""

    name: str
    title: str
    meaning: str


class Switch(Struct, frozen=True):
    """A rule that can be chosen."""

    name: str
    title: str
    values: list[SwitchValue]


class Group(Struct, frozen=True):
    """Games that are offered together."""

    title: str
    variants: list[Choice]


class Catalogue(Struct, frozen=True):
    """All there is to choose from."""

    groups: list[Group]
    switches: list[Switch]
    ladder: list[str]
    """Games from the easiest on, to be won one after the other."""


class Node(Struct, frozen=True):
    """A place of the tree: the move that leads to it from its parent; the start (0) has no move and the parent -1."""

    node: int
    parent: int
    move: str
    ply: int
    name: str


class Tree(Struct, frozen=True):
    """Every line that was played in a game; parents come before their children."""

    turn: int
    node: int
    nodes: list[Node]
