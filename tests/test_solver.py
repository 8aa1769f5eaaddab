"""The solver: scores by difference are scores, verdicts are true, nothing that is no answer is given as one."""

import json
import random
from collections import Counter
from functools import reduce
from itertools import islice, product
from pathlib import Path
from unittest import mock

import duel
import numpy as np
import pytest
import tiny as small

from kreuzspinne import table
from kreuzspinne.cards import KING, make
from kreuzspinne.errors import PositionError
from kreuzspinne.game import start_position
from kreuzspinne.notation import Move
from kreuzspinne.position import Position, place
from kreuzspinne.rules import CARDS, LOOSE, NEVER, RUNS, SUIT
from kreuzspinne.solver import checkpoint, children, evaluation, hopeless, knot, opinions, plan, proof, scoring, tangle
from kreuzspinne.solver.kernel import array, perft
from kreuzspinne.solver.lines import shorten
from kreuzspinne.solver.search import Beam, Search, pack_of, solve, winning_moves
from kreuzspinne.variants import VARIANTS, read

HERE = Path(__file__).parent
FEW_NODES = 3_000_000


def played_on(game, plies, seed):
    """A table some moves into a game: runs are preferred, so that some complete."""
    rng = random.Random(seed)
    board = start_position(game, "own", str(seed))
    for _ in range(plies):
        moves = board.moves
        if not moves:
            break
        across = [move for move in moves if not move.is_deal and (move.count > 1 or move.goes_up)]
        board = board.after(rng.choice(across if across and rng.random() < 0.6 else moves))
        yield board


@pytest.mark.parametrize("game", VARIANTS)
def test_children_are_scored_by_difference_as_they_are_from_scratch(game):
    rng = np.random.default_rng(5)
    weights = evaluation.finished(rng.integers(-500, 500, (1, evaluation.FEATURES)))[0]
    checked = 0
    for seed in range(40):
        if checked > 150:
            break
        for board in islice(played_on(game, 150, seed), 0, None, 5):
            rules = board.rules
            known = evaluation.tables(rules, board.stock, board.variant.suits)
            memory = checkpoint.make_memory(rules, 4, 2, 2, 1, 1)
            memory.t[:] = array(board)
            memory.registers[children.BAR] = checkpoint.NOTHING
            children.expand(memory.t, memory.prefix, memory.columns, memory.places, memory.piles, memory.candidates,
                        memory.todo, memory.registers, known, weights, rules, 0)
            for key, score, _, move in memory.candidates[:memory.registers[children.CANDIDATES]].copy():
                after = bytearray(board.table)
                table.apply(after, rules, int(move) & ~children.SUPER)
                child = array(Position(board.variant, bytes(after)))
                fresh = scoring.measure(child, memory.prefix, memory.columns, memory.places, memory.piles, known,
                                        weights, rules)
                assert (key, score) == fresh[:2]
                checked += 1
    assert checked > 100


@pytest.mark.parametrize("game", ["spider1", "spider4", "gypsy", "scorpion", "irmgard", "spider4decks", "tarantula"])
def test_compiled_law_is_the_interpreted_law(game):
    for board in islice(played_on(game, 60, 3), 0, None, 15):
        expected = sum(len(board.after(first).after(second).moves)
                       for first in board.moves for second in board.after(first).moves)
        assert perft(board, 3) == expected


@pytest.mark.parametrize("runs", [8, 9, 12])
def test_sequences_are_counted_where_many_runs_leave_at_once(runs):
    """A row of aces lies ready; it completes more runs than a trace can hold."""
    run = "".join(f"{rank}s" for rank in "KQJT98765432")
    columns = "/".join([run] * runs + ["-"] * (13 - runs))
    board = Position.read(f"bigspider1:deal=any {columns} {'As' * runs} -", fragment=True)
    assert len(board.after(next(move for move in board.moves if move.is_deal)).piles) == runs
    expected = sum(len(board.after(move).moves) for move in board.moves)
    assert (perft(board, 1), perft(board, 2)) == (len(board.moves), expected)


SOLVED = ["spider1", "spider2", "spider3", "spider4", "spider4:runs=hand", "spider4:deal=any", "openspider",
          "blackwidow", "tarantula", "mrsmop", "simplesimon", "spiderette1", "babyspiderette", "willothewisp", "wasp",
          "gypsy", "normandy", "giant", "fredsspider", "grandmothersgame", "spider3x3", "phantomblockade"]


@pytest.mark.parametrize("game", SOLVED)
def test_wins_are_played_to_the_end_by_the_oracle(game):
    solved = 0
    for number in range(1, 4):
        start = start_position(game, "own", str(number))
        verdict = solve(start, nodes=FEW_NODES)
        if verdict.is_solved:
            solved += 1
            oracle = duel.oracle_table(str(start))
            for move in verdict.moves:
                assert str(move) in oracle.moves()
                oracle, _ = oracle.play(str(move))
            assert oracle.won()
    assert solved >= 1


def test_the_same_budget_gives_the_same_answer():
    start = start_position("spider4", "own", "7")
    one, two = (solve(start, nodes=400_000) for _ in range(2))
    assert one._replace(seconds=0) == two._replace(seconds=0)
    assert solve(start, nodes=1).verdict == "unknown"


SIGNATURE = [line.split() for line in (HERE / "solver_signature.txt").read_text().splitlines()]


@pytest.mark.parametrize(("game", "deal", "verdict", "nodes", "moves"), SIGNATURE, ids=lambda value: value)
def test_the_solvers_signature(game, deal, verdict, nodes, moves):
    """Nodes on fixed deals: whoever changes what the search does, on purpose, writes the new ones down."""
    found = solve(start_position(game, *deal.split(":")), nodes=2_000_000, shorter=False)
    assert (found.verdict, found.nodes, len(found.moves)) == (verdict, int(nodes), int(moves))


FACTS = [json.loads(line) for line in (HERE / "facts/simplesimon.jsonl").read_text().splitlines()][1:]


def test_no_known_verdict_is_contradicted():
    decided = 0
    for row in FACTS:
        verdict = solve(start_position("simplesimon", "kpat", row["number"]), nodes=600_000).verdict
        assert verdict in ("unknown", row["verdict"]), row["number"]
        decided += verdict != "unknown"
    assert decided >= 0.7 * len(FACTS)


def wins_by_brute_force(board):
    """Can the oracle reach a win? Every position once."""
    first = duel.oracle_table(str(board))
    seen, queue = {first.line()}, [first]
    while queue:
        oracle = queue.pop()
        if oracle.won():
            return True
        for move in oracle.moves():
            after, _ = oracle.play(move)
            if after.line() not in seen:
                seen.add(after.line())
                queue.append(after)
    return False


def tiny(game, rng):
    """A game of the same rules that is small enough for brute force: three columns and a dozen cards."""
    variant = read(game)
    if variant.rules.goal == CARDS:
        cards = [make(suit, rank) for suit in (0, 1, rng.choice([1, 2])) for rank in range(1, 5)]
        piles = 3
    else:
        cards, piles = [make(0, rank) for rank in range(1, 14)], 1
    rng.shuffle(cards)
    stock = cards[:rng.choice([0, 3])] if variant.rules.deal != NEVER else []
    rest = cards[len(stock):]
    columns = [rest[column::3] for column in range(3)]
    rules = variant.rules._replace(columns=3, cards=len(cards), piles=piles)
    small = variant._replace(rules=rules, layout=((0, 1),) * 3)
    return place(small, [(cards, rng.randrange(len(cards))) for cards in columns], stock)


TINY = ["spider4", "spider4:deal=any", "spider4:runs=hand", "spider4:space=none", "simplesimon", "blackwidow",
        "scorpion", "wasp", "scorpion:runs=stay", "gypsy", "giant", "missmilligan", "spidike", "lexingtonharp",
        "eclipse"]


ONE_SIDED = {"spider4:space=none"}
"""Here chance deals no winnable game that is small enough."""


@pytest.mark.parametrize("game", TINY)
def test_complete_search_and_brute_force_agree_on_tiny_games(game):
    rng = random.Random(game)
    seen = {True: 0, False: 0}
    for _ in range(40):
        board = tiny(game, rng)
        expected = wins_by_brute_force(board)
        search = proof.make_search(board, 100_000)
        assert proof.explore(search, board.rules, 10**9) == (proof.FOUND if expected else proof.EXHAUSTED), board
        if expected:
            won = board
            for code in proof.line(search):
                won = won.play(str(Move.unpack(code)))
            assert won.is_won
        seen[expected] += 1
    assert (seen[False] and seen[True]) or game in ONE_SIDED, seen


def test_a_table_that_looks_hopeless_is_never_won():
    """Every switch that the glance looks at, with and without a stock."""
    seen = dict.fromkeys(TINY, 0)
    for game in TINY:
        rng = random.Random(game)
        for _ in range(60):
            board = tiny(game, rng)
            if hopeless.is_hopeless(array(board), board.rules):
                seen[game] += 1
                assert not wins_by_brute_force(board), board
    assert sum(count > 0 for count in seen.values()) >= 5, seen


def is_tangled(board):
    """Does counting say that the cards of this table never all come loose?"""
    return tangle.is_tangled(array(board), board.rules, tangle.make_tangle(board.rules, tangle.can_count(board)))


def test_a_table_that_is_tangled_is_never_won():
    """Tiny tables under all switches, of which chance deals some for each way to build that can be counted."""
    rng, seen = random.Random("tangled"), Counter()
    for _ in range(8000):
        board = small.tiny_game(rng)
        if not board.stock and is_tangled(board):
            winnable, _ = small.brute_force(board, small.MOST_POSITIONS)
            assert not winnable, board
            seen[board.variant.switches["build"]] += winnable is False
    assert min(seen[build] for build in ("any", "suit", "colour")) >= 5, seen


def is_knotted(board):
    """Is there a card of this table that never gets onto its parent?"""
    return knot.is_knotted(array(board), board.rules, knot.make_knot(knot.can_knot(board)))


def test_a_table_that_is_knotted_is_never_won():
    """Tiny tables with and without a stock, where any card may go to a space, only kings, or none."""
    rng, seen = random.Random("knotted"), Counter()
    those = {base: [values for values in small.combinations(base)
                    if (values["build"], values["move"], values["goal"]) == (SUIT, LOOSE, RUNS)]
             for base in small.WITH_STOCK + small.WITHOUT}
    for _ in range(1500):
        with mock.patch.object(small, "combinations", those.get):
            board = small.tiny_game(rng)
        winnable, reached = small.brute_force(board, small.MOST_POSITIONS)
        if winnable is not None:
            assert not (winnable and is_knotted(board)), board
            assert not small.disagreement(board, winnable, reached), board
            seen[board.variant.switches["space"], is_knotted(board), bool(board.stock)] += 1
    assert len(seen) == 12, seen


@pytest.mark.parametrize("game", [
    "spiderette4", "simplesimon", "babyspiderette", "willothewisp", "scorpion", "wasp"])
def test_no_table_on_the_way_to_a_win_shows_a_sign_of_being_lost(game):
    asked = 0
    for number in range(1, 13):
        board = start_position(game, "own", str(number))
        for move in solve(board, nodes=200_000, shorter=False).moves:
            board = board.play(str(move))
            asked += not board.stock
            assert not is_tangled(board), board
            assert not is_knotted(board), board
    assert asked > 20


def test_a_tangle_is_seen_at_once():
    """Three kings lie on cards that kings cannot lie on, in the only columns there are: none of them moves."""
    variant = read("simplesimon")
    variant = variant._replace(rules=variant.rules._replace(columns=3, cards=39, piles=3), suits="shd")
    columns = [[make(suit, rank) for rank in range(KING - 1, 0, -1)] + [make(suit, KING)] for suit in range(3)]
    assert is_tangled(place(variant, [(cards, 0) for cards in columns], (), ()))
    columns[0] = [make(0, rank) for rank in range(KING, 0, -1)]
    assert not is_tangled(place(variant, [(cards, 0) for cards in columns], (), ()))


@pytest.mark.parametrize("game", [
    "spiderette1", "spider4", "scorpion", "simplesimon:runs=stay", "simplesimon:build=alternate",
    "simplesimon:build=suit:move=colour", "gypsy"])
def test_hosts_are_not_counted_where_that_would_prove_nothing(game):
    start = start_position(game, "own", "1")
    assert not tangle.can_count(start)
    assert knot.can_knot(start) == (game == "scorpion")


def test_a_run_may_leave_that_could_not_travel():
    """Cards of one suit do not travel under ``move=alternate``, and yet they leave when their run is whole."""
    variant = read("simplesimon:build=suit:move=alternate")
    variant = variant._replace(rules=variant.rules._replace(columns=3, cards=39, piles=3), suits="shd")
    spades, hearts, diamonds = ([make(suit, rank) for rank in range(KING, 1, -1)] for suit in range(3))
    covered = [*hearts[:-1], make(1, 1), make(1, 2), make(2, 1), make(0, 1)]
    board = place(variant, [(spades, 0), (covered, 0), (diamonds, 0)], (), ())
    assert not hopeless.is_hopeless(array(board), board.rules)
    won = board
    for move in ("ba1", "bc1", "ba1", "bc1", "ab1", "cb1"):
        won = won.play(move)
    assert won.is_won


@pytest.mark.parametrize("game", ["spiderette4", "simplesimon", "scorpion", "spider4"])
def test_a_beam_makes_no_more_nodes_than_it_has_room_for(game):
    """A level adds at most two nodes a state it keeps, however many it drops as hopeless."""
    for number in range(1, 5):
        task = Beam(start_position(game, "own", str(number)), plan.Attempt(plan.BEAM, 8))
        registers = task.memory.registers
        while not task.is_over:
            before = registers[checkpoint.NODES]
            task.advance(1)
            assert registers[checkpoint.NODES] - before <= 2 * registers[checkpoint.WIDTH] + 2
            assert registers[checkpoint.NODES] <= len(task.memory.nodes)


@pytest.mark.parametrize("game", ["gypsy", "irmgard", "yeastdough", "spider4", "spiderette4"])
def test_a_beam_without_room_for_nodes_writes_no_further(game):
    """Cards that go up by themselves have nodes too; where a level needs more than there are, the beam ends."""
    start = start_position(game, "own", "2")
    line = solve(start, nodes=3_000_000, shorter=False).moves
    late = [reduce(Position.after, line[:-left], start) for left in (40, 70)]
    ended = 0
    for position, room in product(late, range(20, 200)):
        task = Beam(position, plan.Attempt(plan.BEAM, 8))
        nodes = np.full((room + 100, 2), 77, np.int32)
        nodes[:room] = task.memory.nodes[:room]
        task.memory = task.memory._replace(nodes=nodes[:room])
        while not task.is_over:
            task.advance(1)
        assert (nodes[room:] == 77).all()
        assert task.memory.registers[checkpoint.NODES] <= room
        ended += task.found is None
    assert ended > 100


def test_the_narrowest_beams_have_room_for_their_probes():
    for game in ("spiderette4", "scorpion", "simplesimon"):
        start = start_position(game, "own", "8")
        assert all(attempt.size >= attempt.probe for attempt in islice(plan.beams(start, 1000, 0), 20))


def test_a_complete_search_takes_turns_with_the_beams():
    verdict = solve(start_position("spiderette4", "own", "8"), nodes=1_500_000)
    tried = [word.split()[0] for word in verdict.tried]
    assert verdict.verdict == "unknown"
    assert tried[:plan.COMPLETE_AFTER] == ["beam"] * plan.COMPLETE_AFTER
    assert tried.count("complete") == 2         # a small one, and the one that goes on


@pytest.mark.parametrize(("game", "number", "wanted"), [("spiderette4", "225", 0.025), ("spiderette4", "8", 0.34)])
def test_where_wide_beams_soon_die_the_complete_search_gets_nearly_all(game, number, wanted):
    search = Search(start_position(game, "own", number))
    search.run(nodes=2_000_000)
    share = search.spent[plan.BEAM] / sum(search.spent.values())
    assert 0.7 * wanted < share < 1.5 * wanted


def test_after_many_beams_the_complete_search_gets_nearly_all():
    start = start_position("spiderette4", "own", "8")
    beams = list(islice(plan.beams(start, 300 << 20, 0), plan.LATE + 2))
    assert [beam.late for beam in beams] == [False] * plan.LATE + [True] * 2
    assert plan.parts_after(beams[plan.LATE], expanded=10**9) == plan.LATE_PARTS
    assert plan.parts_after(beams[plan.LATE - 1]._replace(size=plan.WIDE), expanded=10**9) == plan.PARTS


@pytest.mark.parametrize(("field", "places"), [("visited", proof.MOST_MOVES // 2), ("depths", 2), ("stack", 5)])
def test_a_proof_that_finds_no_room_is_none(field, places):
    for row in [row for row in FACTS if row.get("positions", 0) > 50][:3]:
        search = proof.make_search(start_position("simplesimon", "kpat", row["number"]), 10)
        full = search._replace(**{field: getattr(search, field)[:places]})
        assert proof.explore(full, read("simplesimon").rules, 10**6) == proof.FULL_MEMORY


@pytest.mark.parametrize("positions", [10**6, 10**7])
def test_a_complete_search_takes_the_memory_it_was_given(positions):
    search = proof.make_search(start_position("spiderette4", "own", "1"), positions)
    taken = sum(field.nbytes for field in search if hasattr(field, "nbytes"))
    assert 0 < taken - positions * proof.POSITION_BYTES < 6_000_000     # the rest does not grow with the memory


def test_a_position_without_a_whole_pack_is_refused():
    with pytest.raises(PositionError, match="cards_missing"):
        solve(Position.read("spider4 Ks/-/-/-/-/-/-/-/-/- - -", fragment=True))
    with pytest.raises(PositionError, match="unseen"):
        solve(Position.read("spiderette1 1?|Ks/-/-/-/-/-/- - AsAsAs", fragment=True))


def test_shortening_never_lengthens_and_still_wins():
    start = start_position("spider4", "own", "3")
    line = list(solve(start, nodes=FEW_NODES, shorter=False).moves)
    short = shorten(start, line)
    assert 0 < len(short) < len(line)
    board = start
    for move in short:
        board = board.play(str(move))
    assert board.is_won


def test_winning_moves_of_a_nearly_won_game():
    board = Position.read("spiderette1 KsQsJsTs9s8s7s6s5s4s3s2s/As/-/-/-/-/- - AsAsAs")
    verdicts = winning_moves(board, nodes=20_000)
    assert {str(move) for move, verdict in verdicts.items() if verdict.is_solved} == {str(move) for move in board.moves}
    assert verdicts[board.find("ba")].moves == ()


def test_stop_and_memory_limit_end_in_unknown():
    hard = start_position("spiderette4", "own", "8")
    assert solve(hard, seconds=60, stop=lambda: True).verdict == "unknown"
    assert solve(hard, nodes=300_000, memory=2_000_000).verdict in ("unknown", "solved")


def test_a_complete_search_visits_what_the_oracle_reaches():
    for row in [row for row in FACTS if row.get("positions", 10**9) < 100]:
        start = start_position("simplesimon", "kpat", row["number"])
        search = proof.make_search(start, 10_000, glance=False)
        assert proof.explore(search, start.rules, 10**9) == proof.EXHAUSTED
        assert search.registers[proof.SEEN] == row["positions"]
        assert pack_of(start) == "shdc"


def test_a_search_is_taken_up_again_where_it_stopped():
    start = start_position("spider4", "own", "2")
    at_once = solve(start, nodes=2_000_000, shorter=False)
    search = Search(start)
    parts = [search.run(nodes=40_000, shorter=False) for _ in range(50)]
    assert parts[0].verdict == "unknown"
    assert (parts[-1].verdict, parts[-1].moves, parts[-1].tried) == (at_once.verdict, at_once.moves, at_once.tried)
    assert search.run(nodes=40_000) == parts[-1]


ACCENTS = [
    2.171153, 2.141072, 0.470545, 0.493754, 1.768883, 1.49354, 1.33448, 0.721684, 1.197343, 1.19909,
    1.148029, 0.559479, 0.888819, 0.834439, 1.460999,
]


def test_an_opinion_is_the_same_everywhere():
    """Whatever NumPy is there: the search's answers depend on it, and stay the same for a budget in nodes."""
    found = [round(float(factor), 6) for factor in dict.fromkeys(opinions._accents(2))]
    assert found == ACCENTS
