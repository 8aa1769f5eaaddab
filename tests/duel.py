"""Engine and oracle side by side: what both must agree on at every ply, and games that go somewhere."""

import random
from collections import Counter

import naive
from kreuzspinne import table
from kreuzspinne.game import Game
from kreuzspinne.position import Position, View
from kreuzspinne.variants import VARIANTS


def oracle_game(name):
    """The oracle's dict of switches for a game's name; only the catalogue's data are read."""
    base, *switches = name.split(":")
    catalogue = VARIANTS[base]
    changes = dict(switch.split("=") for switch in switches)
    return {**catalogue.switches, **changes, "centred": bool(catalogue.rules.centred)}


def oracle_table(line):
    name, tail = line.split(" ", 1)
    return naive.Table.read(oracle_game(name), tail)


def happened(before, move, after, step):
    """What kinds of things a step was or did, for the counters that show that nothing goes untested."""
    made, *left = step.split(",")
    kinds = {"deal" if move == "+" else "back" if move[0] == "^" else "up" if move[1] == "^" else "move"}
    kinds |= {"won"} if after.won() else set()
    kinds |= {"run left"} if left else set()
    kinds |= {"two runs left"} if len(left) > 1 else set()
    kinds |= {"two runs left one column"} if len({run[0] for run in left}) < len(left) else set()
    kinds |= {"turned under a run"} if any("=" in run for run in left) else set()
    kinds |= {"run left after a deal"} if left and move == "+" else set()
    kinds |= {"turned"} if move != "+" and "=" in made else set()
    kinds |= {"twin piles"} if len(set(after.piles)) < len(after.piles) else set()
    if move == "+":
        kinds |= {"short row"} if len(before.stock) < len(before.columns) else set()
        kinds |= {"dealt into a space"} if any(column.empty for column in before.columns) else set()
    elif move[1] == "^":
        kinds |= {"run taken"} if before.game["goal"] == "runs" else set()
    elif move[0] != "^":
        source, target, cards = parts(before, move)
        if target.empty:
            kinds |= {"space filled"}
            kinds |= {"whole column into a space"} if len(cards) == len(source.open + source.down) else set()
        kinds |= {"out of sequence"} if not naive.is_sequence("any", cards) else set()
        kinds |= {"run left the source"} if any(run[0] == move[0] for run in left) else set()
    return kinds


def runs_on_each_other(after):
    """Is nothing left but complete runs, and the game not won, because one lies on another?"""
    runs = [column.open[i:i + 13] for column in after.columns for i in range(0, len(column.open), 13)]
    whole = all(naive.is_complete_run(run) for run in runs) and not any(column.down for column in after.columns)
    return whole and not after.stock and any(len(column.open) > 13 for column in after.columns)


def parts(before, move):
    """Source and target of a move between columns, and the cards that move."""
    source, target = (before.columns[naive.LETTERS.index(letter)] for letter in move[:2])
    return source, target, source.open[-int(move[2:]):]


def inclination(before, move, style):
    """How readily a player who wants to get somewhere makes this move; `style` makes some dealers, some movers."""
    if move == "+":
        return style["+"]
    if move[0] == "^":
        return style["back"]
    if move[1] == "^":
        return style["up"]
    source, target, cards = parts(before, move)
    whole = len(cards) == len(source.open)
    wish = 4.0
    if not whole:
        under = source.open[-len(cards) - 1]
        if naive.lies_on(before.game["build"], cards[0], under):
            wish = 0.3 if under[1] == cards[0][1] else 1.5
    if target.empty:
        wish = min(wish, 1.0) if source.down or not whole else 0.05
    elif target.open[-1][1] == cards[0][1]:
        wish *= 12
    return wish * 3 if whole and source.down else wish


STYLES = [{"+": 0.4, "up": 60, "back": 0.5}, {"+": 6, "up": 30, "back": 2}, {"+": 1, "up": 3, "back": 9},
          {"+": 1, "up": 400, "back": 0.01}]


class Duel:
    """One game, played by the engine and by the oracle."""

    def __init__(self, start, seen=None):
        self.game = Game(start)
        self.name = start.variant.name
        self.oracle = naive.Table.read(oracle_game(self.name), str(start).split(" ", 1)[1])
        self.seen = Counter() if seen is None else seen
        """How often each kind of thing happened."""
        self.lines = [str(start)]

    @property
    def position(self):
        return self.game.position

    def check(self):
        """Everything the two must agree on before the next move; returns the legal moves."""
        position, oracle = self.position, self.oracle
        engine, expected = [str(move) for move in position.moves], oracle.moves()
        assert sorted(engine) == sorted(expected), f"moves of {position}"
        assert len(set(engine)) == len(engine)
        assert position.is_won == oracle.won(), f"won: {position}"
        line = str(position)
        assert line == f"{self.name} {oracle.line()}"
        again = Position.read(line, fragment=True)
        assert again == position
        assert str(again) == line
        view = position.view()
        assert view.moves == position.moves
        assert View.read(line) == view
        self.check_undo()
        self.seen["runs, one on another"] += runs_on_each_other(oracle)
        return expected

    def check_undo(self):
        """Apply and undo leave every byte as it was, for every legal move."""
        before, rules = self.position.table, self.position.rules
        t = bytearray(before)
        for move in self.position.moves:
            trace = table.apply(t, rules, move.code)
            table.undo(t, rules, move.code, trace)
            assert t == before, f"undo of {move} on {self.position}"

    def check_every_step(self):
        """Every legal move shows the same and leads to the same position."""
        for text in self.oracle.moves():
            after, step = self.oracle.play(text)
            engine_step, engine_after = self.position.advance(self.position.find(text))
            assert str(engine_step) == step, f"{text} on {self.position}"
            assert str(engine_after) == f"{self.name} {after.line()}", f"{text} on {self.position}"
            self.seen.update(happened(self.oracle, text, after, step))

    def play(self, text):
        """The same move on both sides: same step, same position."""
        after, step = self.oracle.play(text)
        context = f"{text} on {self.position}"
        assert str(self.game.play(text)) == step, context
        assert str(self.position) == f"{self.name} {after.line()}", context
        self.seen.update(happened(self.oracle, text, after, step))
        self.oracle = after
        self.lines.append(str(self.position))

    def play_on(self, plies, seed):
        """Goes on by chance, with a bias for moves that lead somewhere, to the end of the game or for `plies` moves."""
        rng = random.Random(seed)
        style = rng.choice(STYLES)
        for _ in range(plies):
            moves = self.check()
            if not moves:
                break
            wishes = [inclination(self.oracle, move, style) for move in moves]
            self.play(rng.choices(moves, wishes)[0])
        self.check()
        self.seen["game"] += 1

    def take_back_everything(self):
        """Undo to the start and redo to the end show the same positions."""
        for line in reversed(self.lines[:-1]):
            self.game.undo()
            assert str(self.position) == line
        for line in self.lines[1:]:
            self.game.redo()
            assert str(self.position) == line


def plans(game):
    """What the late positions of a game can be made for."""
    if game["goal"] == "cards":
        return ["anything"]
    found = ["anything", "the last move", "a card face down under a run"]
    found += ["a row completes a run"] if game["deal"] != "none" else []
    found += ["runs on each other"] if game["runs"] != "auto" else []
    return found + (["a run under a loose move"] if game["move"] == "loose" else [])


def late_position(variant, rng, plan=None):
    """A whole pack in a position near the end of a game: few cards left, runs nearly complete, some face down."""
    game = oracle_game(variant.name)
    columns = [[] for _ in range(variant.rules.columns)]
    if game["goal"] == "cards":
        stock, piles, down = late_cards(game, variant.suits, columns, rng)
    else:
        stock, piles, down = late_runs(game, variant.suits, columns, rng, plan or rng.choice(plans(game)))
    parts = []
    for i, column in enumerate(columns):
        hidden = down.get(i, rng.choice([0, 0, 1, 2, rng.randrange(1 + len(column))]))
        hidden = min(hidden, max(0, len(column) - 1))
        parts.append(naive.Column(column[:hidden], column[hidden:]))
    return Position.read(f"{variant.name} {naive.Table(game, parts, stock, piles).line()}")


def late_cards(game, suits, columns, rng):
    """Foundations nearly full; the rest lies in falling order, where it fits."""
    floor = rng.choice([7, 9, 11, 12])
    heights = [(suit, min(13, rng.randrange(floor, 15))) for suit in suits]
    rest = [naive.RANKS[rank] + suit for suit, height in heights for rank in range(height, 13)]
    rng.shuffle(rest)
    rest.sort(key=lambda card: rng.choice([0, 0, 0, 2]) - naive.RANKS.index(card[0]))
    stock = []
    if game["deal"] != "none" and rest and rng.random() < 0.6:
        count = rng.randrange(1, 1 + min(len(rest), len(columns) + 3))
        rest, stock = rest[:-count], rest[-count:]
    for card in rest:
        fits = [column for column in columns if column and naive.lies_on(game["build"], card, column[-1])]
        rng.choice(fits or [column for column in columns if not column] or columns).append(card)
    return stock, [naive.RANKS[height - 1] + suit for suit, height in heights], {}


def late_runs(game, suits, columns, rng, plan):
    """Most runs have left (or lie complete, where they need not leave); the others are cut in pieces."""
    suits = rng.sample(suits, len(suits))
    count = {"anything": rng.choice([1, 2, 3]), "the last move": 1, "runs on each other": 2}.get(plan, 3)
    done, suits = suits[count:], suits[:count]
    piles, stock, pieces, down = [], [], [], {}
    for suit in done:
        if game["runs"] == "auto" or (game["runs"] == "hand" and rng.random() < 0.5):
            piles.append("A" + suit)
        else:
            pieces.append(run_of(suit))
    first, second = run_of(suits[0]), run_of(suits[-1])
    for suit in suits if plan == "anything" else suits[1:-1]:
        run = run_of(suit)
        if plan == "anything" and game["deal"] != "none" and rng.random() < 0.3:
            stock.append(run.pop())
        cut = rng.choice([1, 2, 3, rng.randrange(1, len(run))])
        if plan == "a run under a loose move" and rng.random() < 0.5:
            first = run + first
        else:
            pieces += [run[:-cut], run[-cut:]]
    rng.shuffle(pieces)
    ending = plan in ("the last move", "runs on each other")
    for piece in pieces:
        min(columns if ending else rng.sample(columns, 2), key=len).extend(piece)
    a, b, c = rng.sample(range(len(columns)), 3)
    cut = rng.randrange(1, 13)
    if ending:
        a, b, *_ = sorted(range(len(columns)), key=lambda column: len(columns[column]))
        down = dict.fromkeys(range(len(columns)), 0)
    if plan == "the last move":
        columns[a] += first[:-cut]
        columns[b] += first[-cut:]
    elif plan == "runs on each other":
        columns[a] += first + second
    elif plan == "a card face down under a run":
        columns[a] += second[-cut:]
        down[a] = len(columns[a])
        columns[a] += first[:-cut]
        columns[b] += first[-cut:]
        down[b] = 0
        columns[c] += second[:-cut]
    elif plan == "a run under a loose move":
        a = max(range(len(columns)), key=lambda column: len(columns[column]))
        b = rng.choice([column for column in range(len(columns)) if column != a])
        down[a] = rng.choice([0, len(columns[a])])
        columns[a] += first + second[-cut:]
        columns[b] += second[:-cut]
    elif plan == "a row completes a run":
        stock.append(first.pop())
        a = (len(columns) - 1) // 2 if game["centred"] else 0
        down[a] = rng.choice([0, len(columns[a])])
        columns[a] += first
        columns[b] += second
        if game["deal"] == "full":
            fill(columns, columns[a])
    return stock, piles, down


def run_of(suit):
    return [rank + suit for rank in reversed(naive.RANKS)]


def fill(columns, untouched):
    """No space, so that a row may be dealt: every empty column takes a card from the longest."""
    for column in columns:
        if not column:
            longest = max((other for other in columns if other is not untouched), key=len)
            column.append(longest.pop())
