"""How many iterations a turn two releases of a bot do, in turn.

    python benchmarks/two_releases.py OLD NEW [BOT ...] [--rounds N]

OLD, NEW  folders of bundles, such as dist/ of two checkouts; BOT: names in both, all unless told

Each round runs both bundles over the first recorded match, at the contest's time and with no margin
kept, as `bench` does. Prints medians over the rounds of a run's median iterations a turn, and NEW
in parts of OLD, taken round by round: by turn, and by millisecond of processor time, which other
work on the machine disturbs less.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from botsmith import setup  # noqa: E402

if __name__ == "__main__":
    setup.enter()

from botsmith.arena.matches.bots import child_environment, needed_game  # noqa: E402
from botsmith.arena.process.stderr import ASKED  # noqa: E402
from botsmith.bench import TURNS, asked, opening, wait_for_children  # noqa: E402
from botsmith.errors import BadInput  # noqa: E402
from botsmith.golden import recorded_match  # noqa: E402

MARK = b"[PDATA] iterations = "
ENGINE = b"[PDATA] engine = "

Run = tuple[float, float]  # medians over the turns: iterations, and those in 1 ms of processor


def processor_ms(process: int) -> float:
    """The time that a process's main thread has run, as Linux tells."""
    return int(Path(f"/proc/{process}/schedstat").read_text().split()[0]) / 1e6


def run(path: Path) -> Run:
    """Plays a bundle over a recorded match. BadInput if it ends, or if C does not play."""
    match = recorded_match(ROOT, needed_game(path.name), TURNS + 1)
    played = json.dumps([turn.outputs[0] for turn in match.turns if 0 in turn.outputs])
    words = {ASKED: "1", "BOTSMITH_PLAYED": played, "BOTSMITH_MARGIN": "0"}
    questions = opening(match)
    counts: list[Run] = []
    pipe = subprocess.PIPE
    command = [sys.executable, "-I", str(path.resolve())]
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=pipe, env=child_environment(words)
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        try:
            for number, (lines, owed) in enumerate([*questions, *asked(match)], -len(questions)):
                before = processor_ms(process.pid)
                process.stdin.write("".join(f"{line}\n" for line in lines).encode())
                process.stdin.flush()
                said = [process.stdout.readline() for _ in range(owed)]
                if not all(said):
                    raise BadInput(f"{path}: it ended in turn {number}")
                spent = processor_ms(process.pid) - before
                if number >= 0:
                    told = next(iter(row for row in process.stderr if row.startswith(MARK)))
                    engine = next(iter(row for row in process.stderr if row.startswith(ENGINE)))
                    iterations = float(told.removeprefix(MARK))
                if number == 0:
                    wait_for_children(process.pid)
                elif number > 0:
                    if engine.strip() != ENGINE + b"c":
                        raise BadInput(f"{path}: C did not play turn {number}")
                    counts.append((iterations, iterations / spent))
        finally:
            process.kill()
    return median(row[0] for row in counts), median(row[1] for row in counts)


def show(name: str, old: Sequence[Run], new: Sequence[Run]) -> str:
    """A row of the table."""
    cells = [name, *(f"{median(row[0] for row in runs):,.0f}" for runs in (old, new))]
    for part in (0, 1):
        ratios = sorted(one[part] / other[part] for one, other in zip(new, old, strict=True))
        cells.append(f"{median(ratios):.3f} ({ratios[0]:.3f} .. {ratios[-1]:.3f})")
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
        runs = [(run(old / f"{name}.py"), run(new / f"{name}.py")) for _ in range(options.rounds)]
        print(show(name, *zip(*runs, strict=True)), flush=True)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except BadInput as error:
        sys.exit(f"two_releases: {error}")
