"""Broken answers, a few thousand a game: our referees judge as the oracles do, in good time.

The campaign puts a million to each: docs/fuzzing.md.
"""

import pytest

from botsmith.referees import referee_for
from botsmith.referees.base import Lines, Match, Referee
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
from tests.fuzz.judging import OURS, Bench, check_opening, our_reading, our_setup, wanted_reading
from tests.fuzz.mutations import LINES, Mutator
from tests.fuzz.oracles import read_setup

FEW = 4  # golden matches that the short version reads
TURN_SHARE = 20  # of so many lines one is also played
BROKEN = {"csb": 0.04, "kutulu": 0.06, "olymbits": 0.06, "stratego": 0.2, "tororo": 0.1}


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


def judge_turns(game: str, count: int, most: int | None) -> Count:
    """Whole matches with broken answers among legal ones."""
    dice = dice_for(game, "turns")
    mutator, matches = Mutator(dice), golden_matches(game, most)
    seeds = answers_of(matches)
    found = Count(f"{game} turns")

    def answer(bench: Bench, seat: int) -> Lines:
        if dice.random() < 0.002:
            return []
        lines = []
        for _ in range(bench.referee.reply_lines(seat) + (dice.random() < 0.02)):
            legal = dice.choice(bench.legal(seat))
            is_broken = dice.random() < BROKEN.get(game, 0.1)
            lines.append(mutator.line(legal, seeds) if is_broken else legal)
        return lines[dice.random() < 0.002 :]

    while found.total < count:
        match = dice.choice(matches)
        referee = new_match(match)
        with no_hang() as shown:
            if game == "stratego":
                setups = {seat: list(match.extra["init_out"][str(seat)]) for seat in range(2)}
                if dice.random() < 0.2:
                    at = dice.randrange(2)
                    setups[0][at] = mutator.line(setups[0][at], seeds)
                check_opening(referee, setups)
            bench = Bench(referee)
            while not referee.over and found.total < count:
                outputs: dict[int, Lines] = {}
                shown.text = outputs
                for seat in bench.begin_turn():
                    outputs[seat] = answer(bench, seat)
                    found.add("good" if bench.is_good(seat, outputs[seat]) else "out")
                    if referee.ends_turn(seat, outputs[seat]):
                        break
                try:
                    bench.apply(outputs)
                except AssertionError as error:
                    raise AssertionError(f"{outputs!r:.2000}: {error}") from error
    return found


def new_match(match: Match) -> Referee:
    """A recorded match from its beginning, which may go on otherwise than it did."""
    kind = referee_for(match.game)
    if match.game == "olymbits":  # whose config lists the runs of the match as it was
        return kind.from_seed(int(match.seed), match.players)
    return kind.from_config(match.config, match.seed, match.players)


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


@pytest.mark.parametrize("game", contests(OURS))
def test_an_answer_is_judged_as_the_rules_say(game: str) -> None:
    assert judge_turns(game, 200, FEW).total >= 200


@pytest.mark.campaign
@pytest.mark.parametrize("game", contests(OURS))
def test_a_million_lines_are_read_as_the_rules_say(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = [judge_lines(game, INPUTS, None)]
    assert found[0].total == INPUTS
    if game == "stratego":
        found.append(judge_setups(INPUTS // 4, None))
    found.append(judge_turns(game, INPUTS // TURN_SHARE, None))
    with capsys.disabled():
        print("", *(count.report() for count in found), sep="\n")
