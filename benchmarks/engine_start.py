"""When C takes over: starts of bundles, fed with a recorded match as fast as they answer.

    python benchmarks/engine_start.py [BOT ...] [--cases CASE,..] [--starts N]

BOT      as in `bench`: a name in dist/, all unless told, or a .py file named after its bot
CASE     idle: the whole machine; busy1, busy2: one, two busy processes on two cores; core: bot and
         compiler on one core; core1, core2: on one core, with one, two busy processes there

Busy processes have the bot's priority and its session, so that nothing but the number of processes
shares the cores out. The clock of a turn runs here as in the arena: from the start of writing its
input to the arrival of the answer; what a game asks before its first turn is not timed. A start
ends with the first turn that C has played, or with the last recorded turn.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from botsmith import setup  # noqa: E402

if __name__ == "__main__":
    setup.enter()

from botsmith.arena.bots import child_environment  # noqa: E402
from botsmith.arena.stderr import ASKED, MARK  # noqa: E402
from botsmith.bench import Bundle, choose_bots  # noqa: E402
from botsmith.errors import BadInput  # noqa: E402
from botsmith.golden import recorded_match  # noqa: E402
from botsmith.referees import referee_for  # noqa: E402
from botsmith.referees.base import Match  # noqa: E402

CASES = {"idle": (2, 0), "busy1": (2, 1), "busy2": (2, 2)}  # cores, busy processes
CASES |= {"core": (1, 0), "core1": (1, 1), "core2": (1, 2)}
MOST_TURNS = 40
IN_TIME = 3  # the turn in which C has to play at the latest
# A busy process, until nobody waits for it any more.
BUSY_TEXT = "import os; parent = os.getppid()\nwhile os.getppid() == parent: pass"
BUSY = [sys.executable, "-I", "-S", "-c", BUSY_TEXT]


@dataclass(frozen=True)
class Start:
    """One start. turn: the first that C played, from 1, else 0; arrived_ms: from the process's
    start to that turn's answer. turn_ms: times of the answers; limits_ms: what they may take.
    """

    turn: int
    arrived_ms: float
    turn_ms: list[float]
    limits_ms: list[float]

    @property
    def late(self) -> list[bool]:
        """Of each answer, whether it took too long."""
        return [used > limit for used, limit in zip(self.turn_ms, self.limits_ms, strict=True)]


def game_of(bundle: Bundle) -> str:
    """The game that a bundle plays."""
    return bundle.path.stem.split("_")[0]


def encode(lines: Sequence[str]) -> bytes:
    """Lines as a bot reads them."""
    return "".join(f"{line}\n" for line in lines).encode()


def opening(game: str, match: Match) -> list[tuple[bytes, int]]:
    """What seat 0 reads and answers before its first turn, as told_turns."""
    questions = referee_for(game).from_seed(1, match.players).opening(0)
    return [(encode(question.lines), question.owed) for question in questions]


def told_turns(match: Match, is_opened: bool) -> list[tuple[bytes, int]]:
    """A match as seat 0 sees it: what it reads before each answer, and the answer's lines.

    is_opened: it has read the match's first lines.
    """
    lines = [] if is_opened else list(match.init_inputs.get(0, []))
    turns: list[tuple[bytes, int]] = []
    for turn in match.turns:
        lines += turn.inputs.get(0, [])
        if 0 in turn.inputs and 0 in turn.outputs and len(turns) < MOST_TURNS:
            turns.append((encode(lines), len(turn.outputs[0])))
            lines = []
    return turns


@contextmanager
def shared_cores(cores: int, busy: int) -> Iterator[None]:
    """Processes that are started inside have so many cores, with busy processes on these."""
    everywhere = os.sched_getaffinity(0)
    few = set(sorted(everywhere)[:cores])
    with ExitStack() as stack:
        os.sched_setaffinity(0, few)
        stack.callback(os.sched_setaffinity, 0, everywhere)
        for _ in range(busy):
            process = subprocess.Popen(BUSY)
            stack.callback(process.wait)
            stack.callback(process.kill)
        yield


def start(bundle: Bundle, match: Match) -> Start:
    """Plays a bundle until C plays. BadInput if it ends before."""
    played = json.dumps([turn.outputs[0] for turn in match.turns if 0 in turn.outputs])
    words = child_environment({ASKED: "1", "BOTSMITH_PLAYED": played})
    pipe = subprocess.PIPE
    limits = referee_for(game_of(bundle)).limits
    turn_ms: list[float] = []
    limits_ms: list[float] = []
    number = 0
    born = perf_counter()
    command = [sys.executable, "-I", str(bundle.path)]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=words) as process:
        assert process.stderr

        def ask(text: bytes, owed: int) -> bool:
            """Whether the bot has answered."""
            assert process.stdin and process.stdout
            process.stdin.write(text)
            process.stdin.flush()
            return all([process.stdout.readline() for _ in range(owed)])

        opened = [ask(*question) for question in opening(game_of(bundle), match)]
        for question in told_turns(match, bool(opened)):
            begun = perf_counter()
            has_answered = ask(*question)
            turn_ms.append((perf_counter() - begun) * 1000.0)
            limits_ms.append(limits.turn_ms if limits_ms else limits.first_ms)
            said = next((line for line in process.stderr if line.startswith(MARK)), b"")
            if not has_answered or not said:
                raise BadInput(f"{bundle.name}: it ended in turn {len(turn_ms)}")
            if said.startswith(MARK + b"c"):
                number = len(turn_ms)
                break
        arrived = (perf_counter() - born) * 1000.0
        process.send_signal(signal.SIGTERM)
    return Start(number, arrived, turn_ms, limits_ms)


def row(bot: str, case: str, starts: Sequence[Start]) -> str:
    """A row of the table."""
    turns = sorted(one.turn or MOST_TURNS + 1 for one in starts)
    typical = (turns[len(turns) // 2], turns[-1])
    shown = [str(turn) if turn <= MOST_TURNS else "never" for turn in typical]
    good = sum(turn <= IN_TIME for turn in turns)
    arrived = [one.arrived_ms for one in starts]
    first = [one.turn_ms[0] for one in starts]
    cells = [
        f"`{bot}`",
        case,
        " ".join(shown),
        f"{good} of {len(starts)}",
        f"{median(arrived):.0f} {max(arrived):.0f}",
        f"{median(first):.0f} {max(first):.0f}",
        f"{sum(one.late[0] for one in starts)}",
        f"{sum(sum(one.late[1:]) for one in starts)} of {sum(len(one.late) - 1 for one in starts)}",
    ]
    return f"| {' | '.join(cells)} |"


HEAD = (
    "bot",
    "case",
    "C's first turn: median, last",
    f"by turn {IN_TIME}",
    "ms from the start to its answer: median, most",
    "first answer, ms: median, most",
    "late first answers",
    "late answers after it",
)


def main(words: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("bots", nargs="*", metavar="BOT")
    parser.add_argument("--cases", default=",".join(CASES), help=f"with commas [{','.join(CASES)}]")
    parser.add_argument("--starts", type=int, default=20)
    options = parser.parse_args(words)
    cases = options.cases.split(",")
    if unknown := [case for case in cases if case not in CASES]:
        raise BadInput(f"--cases {unknown[0]}: expected some of {' '.join(CASES)}, with commas")
    if len(os.sched_getaffinity(0)) < 2:
        raise BadInput("this machine has one core: expected two, one of them for this program")
    bundles = [bundle for bundle in choose_bots(options.bots) if not bundle.engine]
    print(f"| {' | '.join(HEAD)} |", "| --- " * len(HEAD) + "|", sep="\n", flush=True)
    if hasattr(os, "SCHED_RESET_ON_FORK"):  # the clock here is not to wait for a core
        os.sched_setscheduler(0, os.SCHED_RR | os.SCHED_RESET_ON_FORK, os.sched_param(1))
    for bundle in bundles:
        match = recorded_match(ROOT, game_of(bundle), MOST_TURNS)
        for case in cases:
            starts = []
            for _ in range(options.starts):
                with shared_cores(*CASES[case]):
                    starts.append(start(bundle, match))
            print(row(bundle.name, case, starts), flush=True)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except BadInput as error:
        sys.exit(f"engine_start: {error}")
