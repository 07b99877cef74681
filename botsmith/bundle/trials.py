"""What can only be proven by running: every trial is a child process with a clean environment.

isolated: the bundle under `python -I` in an empty folder answers recorded input.
same_answers: modules, stickytape's own bundle of them and the flat one in CPython and in C agree.
kernels: the checker takes them. equal_memory: C and CPython agree in the whole memory.
engine: the kernels run in C in every turn. Without a compiler the last two are skipped.
deterministic: two builds under different hash seeds give the same bytes.
"""

import ast
import os
import pickle
import sys
import tempfile
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

import stickytape

from botsmith.arena.record import encode_match
from botsmith.bundle.assemble import Bundle
from botsmith.bundle.failures import Failure, Refused
from botsmith.bundle.kernels import REFUSED, WORKSHOP, child_arguments, search_module
from botsmith.bundle.modules import Source, module_name
from botsmith.bundle.pasted import FRAME, source_places
from botsmith.children import run
from botsmith.errors import BadInput
from botsmith.golden import recorded_match
from botsmith.programs import module_words
from common.native import Unusable, find_compiler

PATIENCE = 60.0  # seconds for one child
FIXED_WORK = {"BOTSMITH_SEED": "1", "BOTSMITH_ITERATIONS": "20"}
WITHOUT_C = {"BOTSMITH_ENGINE": "python"}
WITH_STATS = {"BOTSMITH_STATS": "1"}
NEED_COMPILER = ("engine", "equal_memory")
SUBSET = "common/kernel.py"
LOOP = "common/loop.py"
UNSTEADY = ("random", "time", "datetime", "secrets")
TURNS = 8  # of a recorded match
RECORDED = 6  # matches, where a contest's own are recorded anew
UNRECORDED = {"probe": ["0"] * TURNS}  # bots of no contest: any lines will do


@dataclass(frozen=True)
class Ran:
    """A finished child: its exit status, None if it was stopped for its time, and what it wrote.

    left: what stands in its folders now.
    """

    status: int | None
    out: bytes
    err: str
    left: tuple[str, ...] = ()

    @property
    def lines(self) -> list[str]:
        """The answers."""
        return self.out.decode("utf-8", "replace").splitlines()

    @property
    def last(self) -> str:
        """The last line on stderr."""
        return (self.err.strip().splitlines() or ["nothing on stderr"])[-1]


@dataclass
class Trials:
    """What came of a bundle's trials. skipped: proofs that this machine cannot try, and why."""

    failures: list[Failure] = field(default_factory=list)
    skipped: dict[str, str] = field(default_factory=dict)


def run_child(arguments: list[str], cwd: Path, stdin: str, extra: dict[str, str]) -> Ran:
    """Runs this Python. Environment variables of Python and Botsmith come from `extra` alone."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "BOTSMITH_"))
    }
    command = [sys.executable, *arguments]
    done = run(command, stdin, seconds=PATIENCE, cwd=cwd, env=kept | extra)
    return Ran(done.status, done.out, done.complaint)


def try_out(bundle: Bundle) -> Trials:
    """All trials but the start-up, two children at a time."""
    target, trials = bundle.target, Trials()
    with (
        tempfile.TemporaryDirectory(prefix="botsmith-") as folder,
        ThreadPoolExecutor(max_workers=2) as pool,
    ):
        builds = [pool.submit(build_again, bundle, seed) for seed in ("1", "2")]
        try:
            told = "\n".join(recorded_lines(target.root, target.entry.game)) + "\n"
        except Refused as refused:
            trials.failures += refused.failures
        else:
            root = project_folder(bundle, Path(folder))
            try_answers(bundle, told, root, pool, trials)
            if trials.failures:
                outdated = outdated_golden(target.root, target.entry.game)
                trials.failures = [*outdated, *trials.failures]
        trials.failures += build_differences(bundle, [build.result() for build in builds])
    return trials


def try_answers(
    bundle: Bundle, told: str, root: Path, pool: ThreadPoolExecutor, trials: Trials
) -> None:
    """The trials that play recorded input. root: a project with the bundle's sources."""
    modules = module_words(bundle.target.entry.module, root)
    quiet = FIXED_WORK | WITHOUT_C | {"PYTHONDONTWRITEBYTECODE": "1"}
    entry = bundle.target.entry
    script = stickytape.script(str(root / entry.path), add_python_paths=[str(root)])
    flat = pool.submit(run_isolated, bundle.target.file_name, bundle.text, told, WITHOUT_C)
    in_c = pool.submit(run_isolated, bundle.target.file_name, bundle.text, told, WITH_STATS)
    others = {
        "the modules": pool.submit(run_child, modules, root, told, quiet),
        "the modules in stickytape's bundle": pool.submit(
            run_isolated, "stickytape.py", script, told, WITHOUT_C
        ),
        "the kernels in C": in_c,
    }
    search = search_module(bundle.modules, entry.game)
    if search:
        played = pool.submit(run_kernels, bundle, search, told, root)
        trials.failures += kernel_failures(search, played.result())
    failures = isolated_failures(bundle, flat.result()) or isolated_failures(bundle, in_c.result())
    if unsteady := chance_of(bundle):
        trials.skipped["same_answers"] = f"skipped: {unsteady}"
        trials.failures += failures
    else:
        trials.failures += failures or differences(bundle, flat.result(), others)
    if not search or bundle.target.engine != "c" or failures:
        return
    try:
        find_compiler()
    except Unusable as missing:
        trials.skipped = dict.fromkeys(NEED_COMPILER, f"skipped: {missing}")
        if os.environ.get("BOTSMITH_REQUIRE") == "all":
            text = f"{missing}, and BOTSMITH_REQUIRE=all allows no skip"
            name = bundle.target.file_name
            trials.failures += [Failure(proof, name, text) for proof in NEED_COMPILER]
    else:
        trials.failures += engine_failures(bundle, in_c.result())


def chance_of(bundle: Bundle) -> str:
    """Why two runs of a bot need not agree: it has a clock or dice, and none of the fixed work that
    common/loop.py gives; "" if they must.
    """
    if any(source.path == LOOP for source in bundle.modules):
        return ""
    for source in bundle.modules:
        for node in ast.walk(ast.parse(source.text)):
            names = [alias.name for alias in getattr(node, "names", ()) if hasattr(alias, "name")]
            for name in (*names, getattr(node, "module", None)):
                if name in UNSTEADY:
                    return f"{source.path} imports {name}, so no two runs need to agree"
    return ""


def recorded_lines(root: Path, game: str) -> list[str]:
    """What seat 0 was told first in the contest's first recorded match. Refused without one."""
    if game in UNRECORDED:
        return UNRECORDED[game]
    try:
        match = recorded_match(root, game, 1)
    except BadInput as error:
        # Without recorded input neither of the two proofs that need it holds.
        where, _, text = str(error).removeprefix(f"{root}/").partition(":")
        proofs = ("isolated", "same_answers")
        raise Refused([Failure(proof, where, text.strip()) for proof in proofs]) from error
    asked = [turn.inputs[0] for turn in match.turns if 0 in turn.inputs][:TURNS]
    return [*match.init_inputs.get(0, []), *(line for turn in asked for line in turn)]


def outdated_golden(root: Path, game: str) -> list[Failure]:
    """A failure if the contest's rules are no longer those of the recorded match that bundles are
    tried with: then its lines mean nothing to the bot.
    """
    if game in UNRECORDED:
        return []
    with tempfile.TemporaryDirectory(prefix="botsmith-") as folder:
        file = Path(folder) / "match.jsonl.gz"
        file.write_bytes(encode_match(recorded_match(root, game, 1)))
        words = ["-P", "-m", "botsmith", "verify", game, str(file)]
        ran = run_child(words, root, "", {"PYTHONPATH": str(WORKSHOP)})
    refused = f"botsmith: {file}"
    if ran.lines[-1:] == ["equal 0 of 1 matches"]:
        difference = ran.lines[0].removeprefix(f"{file}, match 0 ")
    elif ran.status == 2 and ran.last.startswith(refused):
        difference = ran.last.removeprefix(refused).lstrip(", :").removeprefix("match 0: ")
    else:  # it is repeated, or nobody could be asked
        return []
    again = f"python3 -m botsmith golden {game} --record {RECORDED}"
    text = f"no longer what the rules play: {difference}; if they are right, record anew: `{again}`"
    return [Failure("isolated", f"tests/golden/{game}", text)]


def project_folder(bundle: Bundle, folder: Path) -> Path:
    """A project that holds the bundle's sources: the one that there is, or a copy with changes."""
    if not bundle.target.changes:
        return bundle.target.root
    for source in [*bundle.modules, bundle.main]:
        file = folder / source.path
        file.parent.mkdir(parents=True, exist_ok=True)
        write_text(file, source.text)
    return folder


def run_isolated(name: str, text: str, told: str, extra: dict[str, str]) -> Ran:
    """A program of one file, in an empty folder, with a temporary folder of its own."""
    with tempfile.TemporaryDirectory(prefix="botsmith-") as folder:
        file, empty, temporary = (Path(folder) / part for part in (name, "empty", "tmp"))
        write_text(file, text)
        empty.mkdir()
        temporary.mkdir()
        places = {variable: str(temporary) for variable in ("TMPDIR", "TEMP", "TMP")}
        ran = run_child(["-I", str(file)], empty, told, FIXED_WORK | places | extra)
        left = sorted(path.name for place in (empty, temporary) for path in place.iterdir())
    return Ran(ran.status, ran.out, ran.err, tuple(left))


def run_kernels(bundle: Bundle, search: Source, told: str, root: Path) -> Ran:
    """The checker's word on the kernels, and a match in which CPython and C play every turn."""
    try:
        find_compiler()
    except Unusable:
        words = ["check", module_name(search.path)]
    else:
        words = ["compare", module_name(search.path), bundle.target.entry.module]
    with tempfile.TemporaryDirectory(prefix="botsmith-") as folder:
        places = {variable: folder for variable in ("TMPDIR", "TEMP", "TMP")}
        return run_child(child_arguments(root, words), root, told, FIXED_WORK | places)


def kernel_failures(search: Source, ran: Ran) -> list[Failure]:
    """What the checker refused, or where C and CPython differ."""
    if ran.status == 0:
        return []
    where, separator, what = ran.last.partition(": ")
    is_place = separator and where.split(":")[0].endswith(".py")
    failure = (where, what) if is_place else (search.path, ran.last)
    return [Failure("kernels" if ran.status == REFUSED else "equal_memory", *failure)]


def isolated_failures(bundle: Bundle, ran: Ran) -> list[Failure]:
    """What was wrong with a run of the bundle, apart from its answers."""
    place = last_place(bundle, ran.err) or bundle.target.file_name
    if ran.status is None:
        text = f"still running {PATIENCE:.0f} s after its input ended: end quietly at end of input"
    elif ran.status != 0:
        text = f"exit status {ran.status} under -I: {ran.last}"
    elif not ran.out.strip():
        text = f"no answer to recorded input: {ran.last}"
    elif "Traceback" in ran.err:
        text = f"an exception on recorded input: {ran.last}"
    elif ran.left:
        place = bundle.target.file_name
        text = f"left behind in its folders: {', '.join(ran.left)}"
    else:
        return []
    return [Failure("isolated", place, text)]


def last_place(bundle: Bundle, traceback: str) -> str | None:
    """`file:line` of the innermost line of the sources that a traceback names; None without any.

    What common/kernel.py refuses is a mistake in the class that it is called for.
    """
    places = source_places(bundle.text, bundle.pieces)
    lines = [int(line) for form, line in FRAME.findall(traceback) if form.startswith("File")]
    found = [places[line] for line in reversed(lines) if line in places]
    found = [place for place in found if place.path != SUBSET] or found
    return f"{found[0].path}:{found[0].line}" if found else None


def engine_failures(bundle: Bundle, ran: Ran) -> list[Failure]:
    """What kept the kernels from C in a turn."""
    lines = ran.err.splitlines()
    engines = {line for line in lines if line.startswith("[PDATA] engine = ")}
    if engines == {"[PDATA] engine = c"}:
        return []
    said = [line for line in lines if not line.startswith("[PDATA]")]
    text = f"not every turn was played in C: {said[-1] if said else 'nothing said why'}"
    return [Failure("engine", bundle.target.file_name, text)]


def differences(bundle: Bundle, flat: Ran, others: dict[str, Future[Ran]]) -> list[Failure]:
    """Where the bundle's answers in CPython first differ from those of others, if they do."""
    where = bundle.target.entry.path
    for name, job in others.items():
        other = job.result()
        if other.status != 0:
            text = f"{name} end with status {other.status}: {other.last}"
            return [Failure("same_answers", where, text)]
        pairs = zip_longest(flat.lines, other.lines)
        for number, (ours, theirs) in enumerate(pairs, start=1):
            if ours != theirs:
                said = f"the bundle says {ours!r}, {name} say {theirs!r}"
                advice = "is something read from the clock, from a folder or from a set's order?"
                text = f"answer line {number}: {said}: {advice}"
                return [Failure("same_answers", where, text)]
    return []


def build_again(bundle: Bundle, hash_seed: str) -> Ran:
    """The same target built by a new Python with this hash seed; `out` is the bundle."""
    target = pickle.dumps(bundle.target).hex()
    start = f"import sys; sys.path.append({str(WORKSHOP)!r}); "
    start += "from botsmith import paths; paths.leave_folder(); "
    start += "from botsmith.bundle.assemble import main; main()"
    return run_child(["-P", "-c", start], WORKSHOP, target, {"PYTHONHASHSEED": hash_seed})


def build_differences(bundle: Bundle, builds: list[Ran]) -> list[Failure]:
    """Builds that failed or whose bytes are not those of this bundle."""
    failures = []
    for build in builds:
        where = bundle.target.file_name
        if build.status != 0:
            text = f"a second build ended with {build.status}: {build.last}"
        elif build.out != bundle.text.encode():
            lines = zip_longest(build.out.splitlines(), bundle.text.encode().splitlines())
            where += f":{next((n for n, (a, b) in enumerate(lines, 1) if a != b), 0)}"
            text = "a second build differs: did a source change in between?"
        else:
            continue
        failures.append(Failure("deterministic", where, text))
    return failures


def write_text(file: Path, text: str) -> None:
    """Writes a file with LF line ends, in place: a browser tool may be watching it."""
    with open(file, "w", encoding="utf-8", newline="\n") as out:
        out.write(text)
