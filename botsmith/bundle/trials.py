"""What can only be proven by running: every trial is a child process with a clean environment.

isolated: the bundle under `python -I` in an empty folder answers recorded input.
same_answers: its answers are those of the modules run from the project.
engine: the kernels of a compiled bundle run in C, if this machine has a compiler.
deterministic: two builds under different hash seeds give the same bytes.
startup: milliseconds that a start costs over an empty script; reported, never a failed build.
"""

import os
import statistics
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from time import perf_counter

import botsmith
from botsmith.bundle.assemble import Bundle
from botsmith.bundle.failures import Failure, Refused
from botsmith.bundle.linemap import locate_last_frame
from botsmith.bundle.literals import marker
from botsmith.bundle.modules import read_source
from botsmith.bundle.recorded import recorded_lines
from common.native import Unusable, find_compiler

PATIENCE = 60.0  # seconds for one child
STARTUP_LIMIT_MS = 100.0
STARTUP_RUNS = 5
WORKSHOP = Path(botsmith.__file__).resolve().parent.parent


@dataclass(frozen=True)
class Ran:
    """A finished child: its exit status, None if it was stopped for its time, and what it wrote."""

    status: int | None
    out: bytes
    err: str


@dataclass(frozen=True)
class Startup:
    """Median milliseconds over an empty script: of the bundle, and of it without its main part."""

    total_ms: float
    unpack_ms: float


def run_child(arguments: list[str], cwd: Path, stdin: str, extra: dict[str, str]) -> Ran:
    """Runs this Python. Environment variables of Python and Botsmith come from `extra` alone."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "BOTSMITH_"))
    }
    try:
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=cwd,
            input=stdin.encode(),
            capture_output=True,
            env=kept | extra,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        return Ran(None, error.stdout or b"", (error.stderr or b"").decode("utf-8", "replace"))
    return Ran(done.returncode, done.stdout, done.stderr.decode("utf-8", "replace"))


def trial_failures(bundle: Bundle) -> list[Failure]:
    """All trials but the start-up, two children at a time."""
    with ThreadPoolExecutor(max_workers=2) as pool:
        builds = [pool.submit(build_again, bundle, seed) for seed in ("1", "2")]
        try:
            told = "\n".join(recorded_lines(bundle.order.root, bundle.order.entry.game)) + "\n"
        except Refused as refused:
            failures = refused.failures
        else:
            from_modules = pool.submit(run_modules, bundle, told)
            ran, failures = run_isolated(bundle, told)
            if not failures:
                failures = difference(bundle, ran, from_modules.result())
                failures += engine_failures(bundle, ran)
        return failures + build_differences(bundle, [build.result() for build in builds])


def fixed_work() -> dict[str, str]:
    """The environment in which a bot's answers do not depend on the clock."""
    return {"BOTSMITH_SEED": "1", "BOTSMITH_ITERATIONS": "20"}


def run_isolated(bundle: Bundle, told: str) -> tuple[Ran, list[Failure]]:
    """The bundle's run in an empty folder, and what was wrong with it apart from its answers."""
    name = bundle.order.file_name
    with tempfile.TemporaryDirectory(prefix="botsmith-") as folder:
        file, empty, temporary = (Path(folder) / part for part in (name, "empty", "tmp"))
        write_text(file, bundle.text)
        empty.mkdir()
        temporary.mkdir()
        places = {variable: str(temporary) for variable in ("TMPDIR", "TEMP", "TMP")}
        stats = {"BOTSMITH_STATS": "1"} if bundle.order.flavour == "compiled" else {}
        ran = run_child(["-I", str(file)], empty, told, fixed_work() | places | stats)
        left = sorted(path.name for place in (empty, temporary) for path in place.iterdir())
    place = locate_last_frame(bundle.text, ran.err) or name
    last = (ran.err.strip().splitlines() or ["nothing on stderr"])[-1]
    if ran.status is None:
        text = f"still running {PATIENCE:.0f} s after its input ended: end quietly at end of input"
        return ran, [Failure("isolated", place, text)]
    if ran.status != 0:
        return ran, [Failure("isolated", place, f"exit status {ran.status} under -I: {last}")]
    if not ran.out.strip():
        return ran, [Failure("isolated", place, f"no answer to recorded input: {last}")]
    if "Traceback" in ran.err:
        return ran, [Failure("isolated", place, f"an exception on recorded input: {last}")]
    if left:
        text = f"left behind in its folders: {', '.join(left)}"
        return ran, [Failure("isolated", name, text)]
    return ran, []


def run_modules(bundle: Bundle, told: str) -> Ran:
    """The same bot from its modules; from a copy if parameters are overridden."""
    order = bundle.order
    arguments = ["-m", order.entry.module]
    quiet = fixed_work() | {"PYTHONDONTWRITEBYTECODE": "1"}
    if not order.changes:
        return run_child(arguments, order.root, told, quiet)
    with tempfile.TemporaryDirectory(prefix="botsmith-") as folder:
        for source in [*bundle.modules, read_source(order.root, order.entry.path)]:
            file = Path(folder) / source.path
            file.parent.mkdir(parents=True, exist_ok=True)
            write_text(file, source.text)
        return run_child(arguments, Path(folder), told, quiet)


def engine_failures(bundle: Bundle, ran: Ran) -> list[Failure]:
    """What kept the kernels of a compiled bundle from C in a turn, on a machine with a compiler."""
    if bundle.order.flavour != "compiled":
        return []
    try:
        find_compiler()
    except Unusable:
        return []
    lines = ran.err.splitlines()
    engines = {line for line in lines if line.startswith("[PDATA] engine = ")}
    if engines == {"[PDATA] engine = c"}:
        return []
    said = [line for line in lines if not line.startswith("[PDATA]")]
    text = f"not every turn was played in C: {said[-1] if said else 'nothing said why'}"
    return [Failure("engine", bundle.order.file_name, text)]


def difference(bundle: Bundle, one: Ran, other: Ran) -> list[Failure]:
    """Where the bundle's answers and the modules' first differ, if they do."""
    where = bundle.order.entry.path
    if other.status != 0:
        last = (other.err.strip().splitlines() or ["nothing on stderr"])[-1]
        text = f"'python -m {bundle.order.entry.module}' ends with {other.status}: {last}"
        return [Failure("same_answers", where, text)]
    pairs = zip_longest(one.out.splitlines(), other.out.splitlines())
    for number, (ours, theirs) in enumerate(pairs, start=1):
        if ours != theirs:
            shown = [
                None if line is None else line.decode("utf-8", "replace") for line in (ours, theirs)
            ]
            text = f"answer line {number}: the bundle says {shown[0]!r}, the modules {shown[1]!r}"
            advice = "is something read from the clock, from a folder or from a set's order?"
            return [Failure("same_answers", where, f"{text}: {advice}")]
    return []


def build_again(bundle: Bundle, hash_seed: str) -> Ran:
    """The same order built by a new Python with this hash seed; `out` is the bundle."""
    environment = {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(WORKSHOP)}
    request = bundle.order.request()
    return run_child(["-m", "botsmith.bundle.assemble"], WORKSHOP, request, environment)


def build_differences(bundle: Bundle, builds: list[Ran]) -> list[Failure]:
    """Builds that failed or whose bytes are not those of this bundle."""
    failures = []
    for build in builds:
        if build.status != 0:
            last = (build.err.strip().splitlines() or ["no message"])[-1]
            text = f"a second build ended with {build.status}: {last}"
            failures.append(Failure("deterministic", bundle.order.file_name, text))
        elif build.out != bundle.text.encode():
            lines = zip_longest(build.out.splitlines(), bundle.text.encode().splitlines())
            number = next((at for at, (one, two) in enumerate(lines, 1) if one != two), 0)
            text = (
                "a second build differs: did a source change in between? if not, report this fault"
            )
            where = f"{bundle.order.file_name}:{number}"
            failures.append(Failure("deterministic", where, text))
    return failures


def measure_startup(bundle: Bundle) -> Startup:
    """Start-up times without input, medians of interleaved runs."""
    without_main = bundle.text[: bundle.text.rindex(marker(bundle.main.path))]
    with tempfile.TemporaryDirectory(prefix="botsmith-") as folder:
        files = [Path(folder) / name for name in ("empty.py", "unpack.py", "bundle.py")]
        for file, text in zip(files, ("", without_main, bundle.text), strict=True):
            write_text(file, text)
        rounds = [[timed_start(file) for file in files] for _ in range(STARTUP_RUNS)]
    empty, unpack, total = (statistics.median(column) for column in zip(*rounds, strict=True))
    return Startup(total - empty, unpack - empty)


def timed_start(file: Path) -> float:
    """Milliseconds of a script that is given no input."""
    began = perf_counter()
    run_child(["-I", str(file)], file.parent, "", {})
    return (perf_counter() - began) * 1000.0


def write_text(file: Path, text: str) -> None:
    """Writes a file with LF line ends, in place: a browser tool may be watching it."""
    with open(file, "w", encoding="utf-8", newline="\n") as out:
        out.write(text)
