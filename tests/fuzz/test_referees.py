"""Broken answers, a few thousand a game: our referees read them as the oracles do, in good time.

The campaign puts a million to each: docs/fuzzing.md.
"""

import pytest

from tests.fuzz.campaign import (
    FAILED,
    INPUTS,
    Count,
    answers_of,
    as_failed,
    contests,
    dice_for,
    failed_lines,
    golden_matches,
    no_hang,
)
from tests.fuzz.judging import OURS, our_reading, our_setup, wanted_reading
from tests.fuzz.mutations import LINES, Mutator
from tests.fuzz.oracles import read_setup

FEW = 4  # golden matches that the short version reads


def judge_lines(game: str, count: int, most: int | None) -> Count:
    """Lines read by the referee's parser and by the oracle."""
    dice = dice_for(game, "lines")
    mutator, seeds = Mutator(dice), answers_of(golden_matches(game, most))
    found = Count(f"{game} answers")
    with no_hang() as shown:
        for line in (*failed_lines(game), *LINES, *seeds[: count // 4]):
            shown.text = line
            assert our_reading(game, line) == wanted_reading(game, line), as_failed(game, line)
    for first in range(0, count, 1000):
        with no_hang() as shown:
            for _ in range(min(1000, count - first)):
                shown.text = line = mutator.line(dice.choice(seeds), seeds)
                reading = our_reading(game, line)
                assert reading == wanted_reading(game, line), as_failed(game, line)
                found.add("refused" if reading is None else "accepted")
    return found


def judge_setups(count: int, most: int | None) -> Count:
    """Setups of stratego."""
    dice = dice_for("setups")
    matches = golden_matches("stratego", most)
    mutator = Mutator(dice)
    seeds = [match.extra["init_out"][seat][1] for match in matches for seat in ("0", "1")]
    found = Count("stratego setups")
    with no_hang() as shown:
        for _ in range(count):
            shown.text = line = mutator.line(dice.choice(seeds), seeds)
            player = dice.randrange(2)
            reading = our_setup(line, player)
            assert reading == read_setup(line, player), repr(line)
            found.add("refused" if reading is None else "accepted")
    return found


@pytest.mark.parametrize("game", contests(OURS))
def test_a_line_is_read_as_the_rules_say(game: str) -> None:
    assert judge_lines(game, 2_000, FEW).total == 2_000


def test_what_ever_failed_is_kept_and_judged_first(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = {game: failed_lines(game) for game in OURS}
    assert sum(map(len, kept.values())) == len(FAILED.read_text().splitlines()) >= 4
    monkeypatch.setattr("tests.fuzz.test_referees.our_reading", lambda *_: "wrong")
    with pytest.raises(AssertionError, match='keep it in failed.jsonl: {"game": "csb", "line"'):
        judge_lines("csb", 1, 1)


def test_a_setup_is_read_as_the_rules_say() -> None:
    assert judge_setups(300, FEW).total == 300


@pytest.mark.campaign
@pytest.mark.parametrize("game", contests(OURS))
def test_a_million_lines_are_read_as_the_rules_say(game, capsys):
    found = [judge_lines(game, INPUTS, None)]
    assert found[0].total == INPUTS
    if game == "stratego":
        found.append(judge_setups(INPUTS // 4, None))
    with capsys.disabled():
        print("", *(count.report() for count in found), sep="\n")
