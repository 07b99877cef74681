"""How many iterations a turn two releases of a bot do, turn by turn.

    python benchmarks/two_releases.py OLD NEW [BOT ...] [--rounds N]

OLD, NEW  folders of bundles, such as dist/ of two checkouts; BOT: names in both, all by default

In each round both bundles play the first recorded match, at the contest's time and with no margin
kept, as `bench` does. They take turns, so that the machine is as fast for one as for the other.
Prints the medians of a turn's iterations, and NEW in parts of OLD: the median over all turns, and
the medians of the rounds from the least to the greatest; then the same by millisecond of processor
time, which other work on the machine disturbs less.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Self

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from botsmith import setup  # noqa: E402

if __name__ == "__main__":
    setup.enter()

from botsmith.arena.matches.bots import needed_game  # noqa: E402
from botsmith.arena.process.stderr import ASKED  # noqa: E402
from botsmith.bench import TURNS, measured_questions, wait_for_children  # noqa: E402
from botsmith.children import child_environment  # noqa: E402
from botsmith.errors import BadInput  # noqa: E402
from botsmith.golden import recorded_match  # noqa: E402
from botsmith.referees.base import Match  # noqa: E402

MARK = b"[PDATA] iterations = "
ENGINE = b"[PDATA] engine = "

Turn = tuple[float, float]  # iterations, and those in 1 ms of processor


def processor_ms(process: int) -> float:
    """Returns the time that a process's main thread has run, as Linux tells."""
    return int(Path(f"/proc/{process}/schedstat").read_text().split()[0]) / 1e6


class Player:
    """A bundle that plays a recorded match, one turn at a time. Use as a context."""

    def __init__(self, path: Path, match: Match) -> None:
        played = json.dumps([turn.outputs[0] for turn in match.turns if 0 in turn.outputs])
        words = {ASKED: "1", "BOTSMITH_PLAYED": played, "BOTSMITH_MARGIN": "0"}
        pipe = subprocess.PIPE
        command = [sys.executable, "-I", str(path.resolve())]
        self.path = path
        self.process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=pipe, env=child_environment(words)
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def send(self, number: int, lines: Sequence[str], owed: int) -> float:
        """Writes the lines of turn `number` and reads the answer; returns ms of processor time.
        Raises BadInput if the bundle ends.
        """
        assert self.process.stdin and self.process.stdout
        before = processor_ms(self.process.pid)
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        self.process.stdin.flush()
        if not all([self.process.stdout.readline() for _ in range(owed)]):
            raise BadInput(f"{self.path}: it ended in turn {number}")
        return processor_ms(self.process.pid) - before

    def play(self, number: int, lines: Sequence[str], owed: int) -> Turn:
        """Plays a turn and returns the figures that it reports; waits for C after turn 0. Raises
        BadInput if C did not play another turn.
        """
        assert self.process.stderr
        spent = self.send(number, lines, owed)
        line = next(row for row in self.process.stderr if row.startswith(MARK))
        engine = next(row for row in self.process.stderr if row.startswith(ENGINE))
        if number == 0:
            wait_for_children(self.process.pid)
        elif engine.strip() != ENGINE + b"c":
            raise BadInput(f"{self.path}: C did not play turn {number}")
        iterations = float(line.removeprefix(MARK))
        return iterations, iterations / spent


def round_of(old: Path, new: Path) -> list[tuple[Turn, Turn]]:
    """Plays a match with both bundles; returns the figures of both for every turn but the first."""
    match = recorded_match(ROOT, needed_game(new.name), TURNS + 1)
    with Player(old, match) as one, Player(new, match) as other:
        turns: list[tuple[Turn, Turn]] = []
        for number, (lines, owed) in enumerate(measured_questions(match)):
            order = (one, other) if number % 2 else (other, one)
            done = {player: player.play(number, lines, owed) for player in order}
            turns.append((done[one], done[other]))
    return turns[1:]


def show(name: str, rounds: Sequence[Sequence[tuple[Turn, Turn]]]) -> str:
    """Returns a row of the table."""
    turns = [turn for each in rounds for turn in each]
    cells = [name, *(f"{median(turn[side][0] for turn in turns):,.0f}" for side in (0, 1))]
    for part in (0, 1):
        ratios = [[new[part] / old[part] for old, new in each] for each in rounds]
        all_of = median(ratio for each in ratios for ratio in each)
        medians = [median(each) for each in ratios]
        cells.append(f"{all_of:.3f} ({min(medians):.3f} .. {max(medians):.3f})")
    return f"| {' | '.join(cells)} |"


def main(words: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("old", type=Path, metavar="OLD", help="folder of bundles")
    parser.add_argument("new", type=Path, metavar="NEW", help="folder of bundles")
    parser.add_argument("bots", nargs="*", metavar="BOT")
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args(words)
    old, new = options.old, options.new
    names = options.bots or sorted(path.stem for path in new.glob("*.py") if path.stem != "probe")
    for path in (folder / f"{name}.py" for name in names for folder in (old, new)):
        if not path.is_file():
            raise BadInput(f"no bundle {path}")
    print("| bot | old | new | new / old, by turn | by processor time |")
    print("| --- " * 5 + "|", flush=True)
    for name in names:
        paths = (old / f"{name}.py", new / f"{name}.py")
        print(show(name, [round_of(*paths) for _ in range(options.rounds)]), flush=True)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except BadInput as error:
        sys.exit(f"two_releases: {error}")
