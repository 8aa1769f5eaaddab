"""Games so small that the naive oracle tries everything, and what the solver says of them.

`python tests/tiny.py 5000` compares so many, of every combination of switches, and counts what they were.
"""

import random
import sys
import time
from collections import Counter
from functools import lru_cache
from itertools import pairwise, product
from unittest import mock

import duel

from kreuzspinne.cards import ACE, KING, SUITS, make
from kreuzspinne.errors import KreuzspinneError
from kreuzspinne.notation import Move
from kreuzspinne.position import place
from kreuzspinne.rules import CARDS, SWITCHES, contradiction
from kreuzspinne.solver import proof, search
from kreuzspinne.variants import VARIANTS, change

MOST_POSITIONS = 1500
"""A game in which the oracle reaches more without a win is too large, and another one is dealt."""
ROOM = 40 * MOST_POSITIONS
"""For a game that is won: the oracle may come upon the win long before the complete search does."""
WITH_STOCK, WITHOUT = ["spiderette4", "scorpion", "gypsy", "irmgard"], ["simplesimon", "mrsmop"]
"""Games that lend their names (and the weights their families have learned); all their switches are drawn."""


@lru_cache
def combinations(base):
    """Every set of switches that can stand together in this game, as values by name."""
    variant = VARIANTS[base]
    sets = (dict(zip(SWITCHES, values, strict=True)) for values in product(*(of.values() for of in SWITCHES.values())))
    return [values for values in sets if contradiction(variant.rules._replace(**values), variant.stock) is None]


def tiny_game(rng):
    """A position of two to four columns and some eight to twenty-six cards, under switches drawn by chance."""
    base = rng.choice(WITH_STOCK if rng.random() < 0.6 else WITHOUT)
    variant = change(VARIANTS[base], **rng.choice(combinations(base)))
    pieces, piles, suits = (single_cards if variant.rules.goal == CARDS else runs)(rng)
    count = rng.choice([2, 3, 3, 3, 4])
    stock = dealt_later(pieces, count + 1, rng) if base in WITH_STOCK else []
    columns = [[] for _ in range(count)]
    for piece in pieces:
        rng.choice(columns).extend(piece)
    openly = rng.random() < 0.4
    rules = variant.rules._replace(columns=count, cards=13 * len(suits), piles=len(suits))
    return place(variant._replace(rules=rules, suits=suits),
                 [(cards, 0 if openly or not cards else rng.randrange(len(cards))) for cards in columns], stock, piles)


def single_cards(rng):
    """A pack of aces to fours, or a whole one whose lower cards are up: cards in any order, piles, suits."""
    suits = rng.choice(["sh", "shd", "ss", "ssh", "sshh", "shdc"])
    low = rng.random() < 0.5
    ranks = range(1, rng.choice([3, 4, 4, 4]) + 1) if low else range(rng.choice([10, 11, 12]), KING + 1)
    codes = [SUITS.index(suit) for suit in suits]
    cards = [[make(suit, rank)] for suit in codes for rank in ranks]
    rng.shuffle(cards)
    return cards, [] if low else [make(suit, ranks[0] - 1) for suit in codes], suits


def runs(rng):
    """One or two runs that have still to leave, in pieces: these in any order, piles, suits."""
    suits = rng.choice(["s", "ss", "sh"])
    codes = [SUITS.index(suit) for suit in suits]
    left = rng.randrange(1, len(suits) + 1)
    pieces = [piece for suit in codes[:left] for piece in cut(suit, rng.choice([1, 2, 3, 4 if left > 1 else 12]), rng)]
    rng.shuffle(pieces)
    return pieces, [make(suit, ACE) for suit in codes[left:]], suits


def cut(suit, cuts, rng):
    """A run, cut so many times."""
    run = [make(suit, rank) for rank in range(KING, 0, -1)]
    places = [0, *sorted(rng.sample(range(1, KING), cuts)), KING]
    return [run[a:b] for a, b in pairwise(places)]


def dealt_later(pieces, most, rng):
    """Take cards for the stock off the ends of pieces, which may vanish: some, not all."""
    stock = []
    for _ in range(rng.randrange(1, min(1 + most, sum(map(len, pieces))))):
        piece = rng.choice([piece for piece in pieces if piece])
        stock.append(piece.pop())
    return stock


def brute_force(board, most):
    """
    Can the oracle win, and how many positions does it reach? Every position once; none for what was not found out.

    Tables without a stock whose columns have only changed places are counted once, but every one of them is tried.
    """
    first = duel.oracle_table(str(board))
    seen, queue, different = {first.line()}, [first], set()
    while queue:
        if len(seen) > most:
            return None, None
        table = queue.pop()
        if table.won():
            return True, None
        columns = [str(column) for column in table.columns]
        different.add((len(table.stock), *(columns if table.stock else sorted(columns)), *sorted(table.piles)))
        for move in table.moves():
            after, _ = table.play(move)
            line = after.line()
            if line not in seen:
                seen.add(line)
                queue.append(after)
    return False, len(different)


def solved(board):
    """What `solve` says, also of a pack of four ranks, which it would refuse."""
    with mock.patch.object(search, "check_pack"):
        return search.solve(board, nodes=10**8, shorter=len(board.stock) == 0)


def disagreement(board, winnable, reached):
    """What the solver says that the oracle does not; "" if they agree."""
    return wrong_verdict(board, winnable) or ("" if board.is_won else wrong_search(board, winnable, reached))


def wrong_verdict(board, winnable):
    """What `solve` says wrongly."""
    try:
        verdict = solved(board)
    except (KreuzspinneError, RuntimeError) as error:       # a line that the engine does not accept
        return f"solve fails: {error}"
    if verdict.verdict != ("solved" if winnable else "unsolvable"):
        return f"solve says {verdict.verdict}"
    return no_win(board, verdict.moves) if winnable else ""


def wrong_search(board, winnable, reached):
    """What the complete search finds wrongly, and whether it meets as many positions as the oracle."""
    for glance in (True, False):        # the last one, without a glance, meets what the oracle reaches
        complete = proof.make_search(board, ROOM, glance)
        status = proof.explore(complete, board.rules, 10**9)
        if status != (proof.FOUND if winnable else proof.EXHAUSTED):
            return f"the complete search ends with {status}"
    if winnable:
        return no_win(board, [Move.unpack(code) for code in proof.line(complete)])
    met = int(complete.registers[proof.SEEN])
    return "" if met == reached else f"the complete search meets {met} positions, the oracle {reached}"


def no_win(board, line):
    """The moves, if they are no win by the oracle's rules; "" if they are one."""
    return "" if oracle_wins(board, line) else f"no win: {' '.join(map(str, line))}"


def oracle_wins(board, line):
    """Does the oracle allow every move of this line, and is the game won after it?"""
    table = duel.oracle_table(str(board))
    for move in line:
        if str(move) not in table.moves():
            return False
        table, _ = table.play(str(move))
    return table.won()


def kinds(board, winnable):
    """What this game has, for the counters that show that nothing goes untested."""
    switches = board.variant.switches
    having = {f"{switch}={value}" for switch, value in switches.items()}
    having |= {"stock"} if board.stock else {"no stock"}
    having |= {"face down"} if any(board.column(column)[1] for column in range(board.rules.columns)) else {"all open"}
    having |= {"two runs"} if switches["goal"] == "runs" and board.rules.piles - len(board.piles) > 1 else set()
    return {f"{kind}, {'won' if winnable else 'not won'}" for kind in having}


def compare(games, seed):
    """Compare so many games; counts by kind, and a line for each disagreement."""
    rng, seen, wrong = random.Random(seed), Counter(), []
    while seen["games"] < games:
        board = tiny_game(rng)
        winnable, reached = brute_force(board, MOST_POSITIONS)
        if winnable is None:
            seen["too large"] += 1
            continue
        found = disagreement(board, winnable, reached)
        if found:
            wrong.append(f"{board}: {found}, the oracle {'wins' if winnable else 'does not win'}")
        seen.update(kinds(board, winnable))
        seen["games"] += 1
    return seen, wrong


def main(games, seed="tiny"):
    """Compare so many games and print what they were."""
    search.warm_up()
    begun = time.perf_counter()
    seen, wrong = compare(int(games), seed)
    for kind, count in sorted(seen.items()):
        print(f"{count:6} {kind}")
    print(*wrong, f"{len(wrong)} disagreements, {time.perf_counter() - begun:.0f} s", sep="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
