"""The Barrage Stratego bot: lines, bad input, equal engines, cut anywhere."""

import io
import json
import os
import subprocess

import pytest

from bots.stratego import protocol
from bots.stratego.bot import READY_S, StrategoBot
from bots.stratego.params import Params
from bots.stratego.rules import PIECES, UNKNOWN, place_of
from bots.stratego.search import ENTRIES, Memory
from common.clock import Deadline
from common.engine import Engines
from common.native import Compiled
from contests.stratego.lines import parse_setup
from contests.stratego.referee import READY_MS
from tests.bots.stratego_table import InC, Table, engine_in_c, situations
from tests.bots.talking import reader, run_bot
from tests.cutting import after_checks
from tests.matches import recorded

MATCH = recorded("stratego")
INIT = MATCH.init_inputs[0]
STATES = [turn.inputs[0][0] for turn in MATCH.turns]
OURS = [number for number, turn in enumerate(MATCH.turns) if 0 in turn.outputs]


def talk(lines: list[str], **environment: str) -> subprocess.CompletedProcess[str]:
    """What the bot says to these lines, eight iterations a turn, in CPython unless said."""
    fixed = {"BOTSMITH_SEED": "1", "BOTSMITH_ENGINE": "python"}
    text = "".join(f"{line}\n" for line in lines)
    return run_bot("stratego.main", text, **{**fixed, **environment})


def test_the_bot_says_it_is_ready_sets_up_and_answers_its_own_turns_only():
    done = talk([*INIT, *STATES[:7]], BOTSMITH_STATS="1", BOTSMITH_EXPLAIN="1", BOTSMITH_ENGINE="")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "bot-start"
    parse_setup(lines[1], 0)
    moves = [json.loads(line) for line in lines[2:]]
    assert len(moves) == sum(number < 7 for number in OURS)
    assert all(set(move) == {"From", "To"} for move in moves)
    printed = done.stderr.splitlines()
    assert printed.count("[PDATA] iterations = 8") == len(moves)
    thoughts = [json.loads(line) for line in printed if line.startswith("{")]
    assert [thought["turn"] for thought in thoughts] == OURS[: len(moves)]
    units = [thought["units"][0] for thought in thoughts]
    assert all(unit["line"] and unit["moves"] for unit in units)


def with_board(more: int) -> str:
    """The first state with cells too many."""
    state = json.loads(STATES[0])
    state["Board"] += state["Board"][:more]
    return json.dumps(state)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{no json", "expected GameState as JSON"),
        ('{"Board":[]}', "with the key ActivePlayer"),
        (with_board(1), "expected a Board of 100 cells, got 101 cells"),
        (STATES[0].replace('"Rank":"Spy"', '"Rank":"Colonel"'), "Rank as a rank's name"),
    ],
)
def test_an_unreadable_state_is_one_clear_line_and_the_match_goes_on(line, said):
    first = OURS[1]
    done = talk([*INIT, *STATES[:first], line, STATES[first]])
    assert done.returncode == 0
    (trouble,) = done.stderr.splitlines()
    assert said in trouble
    assert f"line {first + 2}:" in trouble


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("hello", "line 1: expected GameInit as JSON, got hello"),
        (INIT[0].replace('"You":0', '"You":7'), "line 1: expected You as a number of 0..1, got 7"),
        (INIT[0].replace('"Spy",', ""), "line 1: expected AvailablePieces Bomb Flag General"),
    ],
)
def test_an_unreadable_start_is_one_clear_line_and_status_2(line, said):
    done = talk([line])
    assert (done.returncode, done.stdout) == (2, "bot-start\n")
    (trouble,) = done.stderr.splitlines()
    assert trouble.startswith(f"unreadable input: {said}")


def test_cut_anywhere_the_answer_is_legal():
    situation = situations("defend")[0]
    for looks in range(1, 20):
        table = Table(situation, 1, Engines(Memory, ENTRIES))
        (line,) = table.bot.answer(after_checks(looks))
        assert line
        table = Table(situation, 1, Engines(Memory, ENTRIES))
        table.bot_move(looks)


def test_c_and_cpython_find_the_same_moves(require):
    require("gcc")
    for situation in situations("win", "fight", "defend")[::4]:
        moves = set()
        for engines in (Engines(Memory, ENTRIES), InC(engine_in_c())):
            table = Table(situation, 3, engines)
            table.bot_move(300)
            moves.add(table.bot.explain())
            assert table.bot.stats()["iterations"] == 300
        assert len(moves) == 1


def test_without_time_the_bot_falls_back_on_a_legal_move():
    bot = StrategoBot(Params(), Engines(Memory, ENTRIES), io.StringIO())
    bot.prepare(1)
    lines = reader(*INIT, STATES[0])
    bot.read_start(lines)
    bot.read_turn(lines)
    (line,) = bot.answer(Deadline(10.0, 0.0, started=0.0, now=lambda: 1.0))
    assert json.loads(line)["From"] != json.loads(line)["To"]


def test_it_tells_the_likeliest_rank_of_each_hidden_piece_and_no_bomb_has_moved():
    bot = StrategoBot(Params(), Engines(Memory, ENTRIES), io.StringIO())
    bot.prepare(1)
    lines = reader(*INIT, *STATES)
    bot.read_start(lines)
    has_moved = False
    for _ in range(6):
        bot.read_turn(lines)
        bot.answer(Deadline(10.0, 0.0, iterations=20))
        beliefs = json.loads(bot.explain())["beliefs"]
        game = bot.view.game
        hidden = [at for at in range(PIECES) if game.rank[at] == UNKNOWN and game.cell[at]]
        assert beliefs.keys() == {"{},{}".format(*place_of(game.cell[at])) for at in hidden}
        for at in hidden:
            rank, percent, _ = beliefs["{},{}".format(*place_of(game.cell[at]))].split()
            assert rank in protocol.NAMES[1:] and 100 // 8 <= int(percent) <= 100
            assert not game.has_moved[at] or rank not in ("Bomb", "Flag")
            has_moved = has_moved or game.has_moved[at]
    assert has_moved


def test_a_slow_compiler_is_not_waited_for_longer_than_the_start_allows(tmp_path, monkeypatch):
    (tmp_path / "cc").write_text("#!/bin/sh\nexec sleep 60\n")
    (tmp_path / "cc").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    assert READY_S + 1.0 < READY_MS / 1000.0 - 1.0
    monkeypatch.setattr("bots.stratego.bot.READY_S", 0.0)
    engines = Compiled(Memory, ENTRIES)
    said = io.StringIO()
    bot = StrategoBot(Params(), engines, said)
    try:
        bot.prepare(1)
        assert said.getvalue() == "bot-start\n"
        assert engines.child != 0, "the compiler still runs, and nobody waits for it"
        bot.read_start(lines := reader(*INIT, *STATES))
        bot.read_turn(lines)
        (line,) = bot.answer(Deadline(60.0, 10.0, lines.started))
        assert bot.engine is engines.python
        assert set(json.loads(line)) == {"From", "To"}
        assert engines.child != 0
    finally:
        engines._clean_up(True)


def test_an_unknown_key_is_one_clear_line_and_does_not_matter():
    states = [state.replace('{"Board"', '{"Wind":3,"Board"') for state in STATES[:5]]
    done = talk([*INIT, *states])
    assert done.stdout == talk([*INIT, *STATES[:5]]).stdout
    (trouble,) = done.stderr.splitlines()
    assert trouble == "line 2: GameState has an unknown key 'Wind', which is ignored"
