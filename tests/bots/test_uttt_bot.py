"""The ultimate tic-tac-toe bots: what they follow, what they say, how they search."""

import json
from typing import Any, TypeVar

import pytest

from bots.uttt import search_alphabeta, search_mcts, search_network
from bots.uttt.bot_alphabeta import AlphaBetaBot
from bots.uttt.bot_mcts import MctsBot
from bots.uttt.bot_network import NetworkBot
from bots.uttt.chances import Chances, fill_chances, rate_position
from bots.uttt.params import Params
from bots.uttt.protocol import read_turn, to_cell
from bots.uttt.rules import BOARDS, State, legal_cells, outcome, play
from bots.uttt.tables import FULL, HAS_LINE, LINES
from botsmith.compiler.compile import native_engine
from common.engine import Engine, Engines
from common.kernel import assign
from common.rng import make_dice
from common.search.alphabeta_kernel import PROVEN
from common.search.mcts_tree import best_move
from common.stdio import UnreadableInput
from common.zobrist import fill_keys
from contests.uttt.referee import UtttReferee
from tests.bots.talking import reader
from tests.bots.test_uttt import random_game
from tests.cutting import after_checks, work
from tests.matches import recorded

OurBot = TypeVar("OurBot", MctsBot, AlphaBetaBot, NetworkBot)

BOTS = [MctsBot, AlphaBetaBot, NetworkBot]
SEARCHES: dict[type, Any] = {
    MctsBot: search_mcts,
    AlphaBetaBot: search_alphabeta,
    NetworkBot: search_network,
}
RECORDED = recorded("uttt")


def make_bot(kind: type[OurBot], seed: int = 1) -> OurBot:
    bot = kind(Params(), Engines(SEARCHES[kind].Memory))
    bot.prepare(seed)
    bot.read_start(reader())
    return bot


def winning_position() -> tuple[UtttReferee, str]:
    """Player 0 has two boards in line and is sent to a third one that he can win."""
    referee = UtttReferee.from_seed(1)
    state = referee.position
    for board in (0, 1):
        state.marks[board] = 0b000000111
    state.won[0] = 0b011
    state.open = FULL & ~0b011
    state.marks[2] = 0b000010001
    state.marks[BOARDS + 4] = 0b000000100
    state.forced = 2
    return referee, "2 8"


# ---- What it follows


@pytest.mark.parametrize("kind", BOTS)
def test_over_a_whole_game_the_bot_knows_the_position(kind):
    referee = UtttReferee.from_seed(4)
    bots = [make_bot(kind, seed) for seed in (1, 2)]
    while not referee.over:
        bot = bots[referee.player]
        bot.read_turn(reader(*referee.inputs(referee.player)))
        place = referee.position
        assert legal_cells(bot.known.position) == legal_cells(place)
        assert (bot.known.position.marks, bot.known.position.won) == (place.marks, place.won)
        referee.apply({referee.player: bot.answer(work(20))})
    assert referee.result().end in ("three aligned", "no valid action left")


@pytest.mark.parametrize("kind", BOTS)
def test_a_position_that_cannot_be_right_is_mended(kind, capsys):
    bot = make_bot(kind)
    for number, turn in enumerate(turn for turn in RECORDED.turns if 0 in turn.inputs):
        bot.read_turn(reader(*turn.inputs[0]))
        report = read_turn(reader(*turn.inputs[0]))
        assert legal_cells(bot.known.position) == sorted(report.cells)
        line = bot.answer(work(8))[0]
        assert to_cell(*map(int, line.split())) in report.cells
        if number == 20:
            break
    assert "does not fit to what was known" in capsys.readouterr().err


@pytest.mark.parametrize("kind", BOTS)
def test_with_the_recorded_answers_nothing_has_to_be_mended(kind, capsys, monkeypatch):
    turns = [turn for turn in RECORDED.turns if 0 in turn.inputs]
    monkeypatch.setenv("BOTSMITH_PLAYED", json.dumps([turn.outputs[0] for turn in turns]))
    bot = make_bot(kind)
    for turn in turns:
        bot.read_turn(reader(*turn.inputs[0]))
        bot.answer(work(8))
    assert capsys.readouterr().err == ""


def test_after_an_unreadable_turn_the_next_one_is_played(capsys):
    bot = make_bot(AlphaBetaBot)
    bot.read_turn(reader("4 4", "2", "3 3", "5 5"))
    assert legal_cells(bot.known.position) == [36, 44]
    with pytest.raises(UnreadableInput, match=r"line 3: row col: expected 0\.\.8 twice"):
        bot.read_turn(reader("4 4", "2", "3 9", "5 5"))
    assert len(bot.fallback()) == 1
    bot.read_turn(reader("0 0", "3", "1 1", "1 2", "2 0"))
    assert bot.answer(work(30))[0] in ("1 1", "1 2", "2 0")


@pytest.mark.parametrize(
    ("lines", "what"),
    [
        (["4", "1", "3 3"], "line 1: opponentRow opponentCol: expected 2 integers"),
        (["-1 0", "1", "3 3"], "line 1: opponentRow opponentCol: expected 0..8 twice"),
        (["4 4", "0"], "line 2: validActionCount: expected 1..81, got 0"),
        (["4 4", "2", "1 1"], "input ended after line 3"),
    ],
)
def test_bad_input_is_named_with_its_line(lines, what):
    with pytest.raises(UnreadableInput) as raised:
        read_turn(reader(*lines))
    assert what in str(raised.value)


# ---- What it says


@pytest.mark.parametrize("kind", BOTS)
def test_cut_anywhere_the_answer_is_legal_and_a_win_is_taken(kind):
    referee, win = winning_position()
    for checks in (1, 2, 3, 5, 9, 17, 40):
        bot = make_bot(kind)
        assign(bot.known.position, referee.position)
        bot.known.cells = legal_cells(bot.known.position)
        line = bot.answer(after_checks(checks))[0]
        assert to_cell(*map(int, line.split())) in legal_cells(referee.position)
        if checks >= 17:
            assert line == win


@pytest.mark.parametrize("kind", BOTS)
def test_it_tells_of_its_work_and_explains_it(kind):
    bot = make_bot(kind)
    bot.read_turn(reader("-1 -1", "81", *(f"{r} {c}" for r in range(9) for c in range(9))))
    line = bot.answer(work(300))[0]
    stats = bot.stats()
    assert stats["iterations"] == 300
    assert float(stats["simulated_turns"]) >= 300
    assert stats["engine"] == "python"
    report = json.loads(bot.explain())
    (unit,) = report["units"]
    assert report["turn"] == 0
    assert unit["moves"][0]["move"] == unit["line"][0] == line
    opened = 81 - 1 if kind is NetworkBot else 0  # a visit for each child, none for the iteration
    assert sum(row["visits"] for row in unit["moves"]) == 300 + opened


@pytest.mark.parametrize("kind", [MctsBot, NetworkBot])
def test_the_tree_is_kept_below_the_moves_that_were_played(kind):
    referee = UtttReferee.from_seed(2)
    bot = make_bot(kind)
    visits = []
    for _ in range(6):
        if referee.player == 0:
            bot.read_turn(reader(*referee.inputs(0)))
            referee.apply({0: bot.answer(work(200))})
            tree = bot.engine.memory.tree
            visits.append(tree.visits[tree.root])
        else:
            referee.apply({1: [bot.describe()["line"][1]]})
    fresh = 201 if kind is NetworkBot else 200
    assert visits[0] == fresh
    assert all(count > fresh for count in visits[1:])


# ---- Evaluation and proofs


def chances() -> Chances:
    made = Chances()
    fill_chances(made, Params().slip)
    return made


def test_the_chances_of_a_board():
    made = chances()

    def even(x: int, o: int) -> float:
        return made.even[made.threes[x] + 2 * made.threes[o]]

    for line in LINES:
        assert (even(line, 0), even(0, line)) == (1.0, 0.0)
    assert even(0b110001101, 0b001110010) == 0.0, "a full board without a line"
    assert even(0b11, 0) > even(0b1, 0) > even(0, 0) > even(0, 0b1) > even(0, 0b11)
    assert even(1 << 4, 0) > even(1, 0) > even(2, 0), "centre, corner, edge"
    for mask in range(FULL + 1):
        for other in (0, 0b1, 0b110, 0b100010000):
            if mask & other == 0 and not (HAS_LINE[mask] and HAS_LINE[other]):
                assert 0.0 <= even(mask, other) + even(other, mask) <= 1.0


def test_a_position_is_worth_the_opposite_to_the_opponent():
    made, params = chances(), Params()
    for seed in range(20):
        state = State()
        for cell in random_game(seed)[:25]:
            play(state, cell)
        mirror = State()
        assign(mirror, state)
        for board in range(BOARDS):
            mirror.marks[board] = state.marks[BOARDS + board]
            mirror.marks[BOARDS + board] = state.marks[board]
        mirror.won[0], mirror.won[1] = state.won[1], state.won[0]
        mirror.player = 1 - state.player
        assert rate_position(state, made, params) == rate_position(mirror, made, params)


def solved(state: State) -> int:
    """What player 0 gets, by looking at all games: 1, 0 or -1."""
    cells = legal_cells(state)
    if not cells:
        return outcome(state)
    values = []
    for cell in cells:
        child = State()
        assign(child, state)
        play(child, cell)
        values.append(solved(child))
    return max(values) if state.player == 0 else min(values)


def late_positions() -> list[State]:
    """Positions of random games with at most 8 free cells."""
    found = []
    for seed in range(60):
        state = State()
        for cell in random_game(seed):
            free = sum(
                (FULL & ~(state.marks[board] | state.marks[BOARDS + board])).bit_count()
                for board in range(BOARDS)
                if state.open >> board & 1
            )
            if free <= 8:
                found.append(state)
                break
            play(state, cell)
    return found[:12]


@pytest.mark.parametrize("number", range(1, 12, 2))
def test_both_searches_prove_what_all_games_say(number):
    state = late_positions()[number]
    expected = solved(state)
    mcts = search_mcts.Memory()
    assign(mcts.start, state)
    mcts.dice = make_dice(number)
    search_mcts.begin(mcts, -1, -1)
    search_mcts.think(mcts, 20_000)
    assert mcts.tree.proof[mcts.tree.root] == 2 + expected
    deep = search_alphabeta.Memory()
    assign(deep.start, state)
    fill_keys(deep.keys.of, 1)
    search_alphabeta.begin(deep)
    assert not search_alphabeta.think(deep, 200_000)
    value = deep.search.value if state.player == 0 else -deep.search.value
    assert (value > PROVEN) - (value < -PROVEN) == expected
    for cell in (best_move(mcts.tree), deep.search.answer):
        child = State()
        assign(child, state)
        play(child, cell)
        assert solved(child) == expected


# ---- C


@pytest.mark.parametrize("kind", BOTS)
def test_c_searches_as_cpython_does(kind, require):
    require("gcc")
    module = SEARCHES[kind]
    engines = [Engine(module.Memory), native_engine(module.Memory, module.ENTRIES)]
    for seed in (0, 2, 5):
        cells = random_game(seed)
        report = []
        for engine in engines:
            bot = kind(Params(), Engines(module.Memory, module.ENTRIES))
            bot.engine = engine
            bot.seed = seed
            for cell in cells[: 8 * seed]:
                play(bot.known.position, cell)
            report.append((bot.find(work(100 if kind is NetworkBot else 700)), bot.describe()))
        assert report[0] == report[1]
