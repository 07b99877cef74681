"""The match that docs/games/kutulu.md links to: a YELL holds two explorers, and both are killed."""

from pathlib import Path

from bots.kutulu.protocol import EFFECT_YELL
from botsmith.arena.store.record import read_matches
from contests.kutulu.referee import EFFECT_NUMBERS

RECORD = Path(__file__).resolve().parents[2] / "docs" / "games" / "kutulu_yell.jsonl.gz"
YELL = EFFECT_NUMBERS[EFFECT_YELL]
IN_PLAY = 5  # the index in an explorer's row of the state
BOT = 2


def test_the_explorers_that_the_bot_holds_are_out_a_turn_later():
    (match,) = read_matches(RECORD)
    before, yelled, after = (match.turns[turn].state for turn in (55, 56, 57))
    casts = {(caster, victim) for kind, _, caster, victim, *_ in yelled["e"] if kind == YELL}
    assert casts >= {(BOT, 0), (BOT, 3)}
    living = [[row[IN_PLAY] for row in state["p"]] for state in (before, yelled, after)]
    assert living == [[1, 1, 1, 1], [1, 1, 1, 1], [0, 1, 1, 0]]
