"""Real bots on real pipes, given broken input: an answer, or one clear line and status 2."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from botsmith.setup import ROOT
from tests.fuzz.campaign import INPUTS, Count, contests, dice_for, golden_matches
from tests.fuzz.mutations import Mutator
from tests.fuzz.oracles import READERS, read_setup
from tests.fuzz.players import Recorded

FEW: dict[str, int | None] = {"stratego": 6}
CAMPAIGN = INPUTS // 20_000
SECONDS = 120.0  # a busy machine is no hang


def broken_input(recorded: Recorded, dice: Random) -> bytes:
    """The first lines and a few turns as bytes; sometimes cut, or no UTF-8, or with other ends."""
    mutator = Mutator(dice)
    start = recorded.start
    if start and dice.random() < 0.6:
        start = mutator.block(start, recorded.lines)
    turns = [list(turn) for turn in recorded.turns[: dice.randint(1, 4)]]
    at = dice.randrange(len(turns))
    turns[at] = mutator.block(turns[at], recorded.lines)
    ending = dice.choice(("\n", "\n", "\n", "\r\n", "\r"))
    text = "".join(line + ending for block in (start, *turns) for line in block)
    data = text.encode("utf-8", "surrogatepass")
    roll = dice.random()
    if roll < 0.3:
        data = data[: dice.randrange(len(data) + 1)]
    elif roll < 0.6 and data:
        place = dice.randrange(len(data))
        data = (
            data[:place]
            + dice.choice((b"\xff", b"\xfe\xff\x00", b"\xc3", b"\x80" * 40))
            + (data[place:])
        )
    return data


def told_to_a_process(game: str, data: bytes, folder: Path) -> str:
    """What a bot of ours did with its input: its last status in a word."""
    environment = {**os.environ, "BOTSMITH_ITERATIONS": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", f"bots.{game}.main"],
        input=data,
        capture_output=True,
        timeout=SECONDS,
        cwd=folder,
        env=environment,
    )
    errors = done.stderr.decode("utf-8")
    assert "Traceback" not in errors, errors
    assert done.returncode in (0, 2), errors
    if done.returncode == 2:
        assert errors.splitlines()[-1].startswith("unreadable input: "), errors
    lines = done.stdout.decode("ascii").splitlines()
    if game == "stratego":
        assert lines[0] == "bot-start"
        setups = lines[1:2]
        assert all(read_setup(line, 0) or read_setup(line, 1) for line in setups)
        lines = lines[2:]
    assert all(READERS[game](line) is not None for line in lines), lines
    return f"status {done.returncode}"


def tell(game: str, count: int, folder: Path) -> Count:
    """Broken inputs for as many processes."""
    dice = dice_for(game, "processes")
    everything = Recorded.all_of(golden_matches(game, FEW.get(game, 2)))
    found = Count(f"{game} processes")
    for _ in range(count):
        data = broken_input(dice.choice(everything), dice)
        try:
            found.add(told_to_a_process(game, data, folder))
        except Exception as error:
            raise AssertionError(f"{data[:3000]!r}") from error
    return found


@pytest.mark.parametrize("game", contests(READERS))
def test_a_process_answers_or_says_why_not(game: str, tmp_path: Path) -> None:
    assert tell(game, 1, tmp_path).total == 1


@pytest.mark.campaign
@pytest.mark.parametrize("game", contests(READERS))
def test_many_processes_answer_or_say_why_not(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = tell(game, CAMPAIGN, tmp_path)
    assert found.total == CAMPAIGN
    with capsys.disabled():
        print("", found.report(), sep="\n")
