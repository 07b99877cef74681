"""Tries a bundle in the last stage of a build: makes its proofs, most of which run it.

Every run is a child process with a clean environment.

tokens: the bundle holds the text of its sources
isolated: the bundle in an empty folder answers recorded input
same_answers: the modules and the bundle, in CPython and in C, give the same answers
equal_memory: C and CPython agree in the whole memory
engine: the kernels run in C in every turn; without a compiler the last two are skipped
"""

import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf
from pathlib import Path
from time import perf_counter

from botsmith.bundle.assemble import Bundle
from botsmith.bundle.failures import Failure
from botsmith.bundle.inputs import Given, outdated_golden
from botsmith.bundle.kernels import kernel_failures, run_kernels, search_module
from botsmith.bundle.modules import Source, is_script
from botsmith.bundle.pasted import FRAME, source_places
from botsmith.bundle.tokens import lost_names, token_failures
from botsmith.compiler.fit import NO_ANSWER
from botsmith.leagues import league_line, league_of, league_read_by, leagues_of
from botsmith.runs import (
    COMPILING,
    PATIENCE,
    SHOWN,
    STEPS_MS,
    Form,
    Ran,
    difference,
    play,
    run_child,
    run_isolated,
    write_text,
)
from botsmith.steady import STUCK
from botsmith.workspace import game_of
from common.native import Unusable, find_compilers

NEED_COMPILER = ("engine", "equal_memory")
STARTUP_RUNS = 2
STARTUP_LIMIT_MS = 100.0
STARTUP_WORK = 2.0  # seconds of the processor
NO_INPUT = "no input"
Announce = Callable[[str], object]


@dataclass(frozen=True)
class Asked:
    """The options of a bundle's trials.

    inputs: files of recorded standard input; without any, those of bots/NAME/input/ or of the
    contest
    seconds: processor time that a run may take
    announce: is called with the name of each proof when it begins
    written: is called with the file when it is written, before its proofs
    is_ascii: True if the sources may hold only ASCII, and no tabs
    is_checked: True if the kernels were checked before
    also: more forms of the bot, which must give the same answers
    python: the interpreter that plays
    is_save: True to leave out the measurement of the bundle's start
    """

    inputs: tuple[Path, ...] = ()
    seconds: float = PATIENCE
    announce: Announce = str
    written: Callable[[Path], object] = str
    is_ascii: bool = False
    is_checked: bool = False
    also: tuple[Form, ...] = ()
    python: str = sys.executable
    is_save: bool = False


USUAL = Asked()


@dataclass(kw_only=True)
class Trials:
    """The results of a bundle's trials.

    skipped: proofs that this machine cannot try, each with the reason
    unproven: proofs that are impossible here, each with the reason
    warnings: remarks that fail no proof
    is_endless: True if no form of the bot ends by itself
    startup_ms: ms that a start without input takes longer than an empty script; None if not
    measured
    """

    failures: list[Failure] = field(default_factory=list)
    skipped: dict[str, str] = field(default_factory=dict)
    unproven: dict[str, str] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    is_endless: bool = False
    startup_ms: float | None = None


def prove(bundle: Bundle, inputs: Sequence[Given], asked: Asked, missing: str = "") -> Trials:
    """Returns the results of all proofs of a bundle. missing: why this machine cannot play it"""
    failures = token_failures(bundle)
    failures += lost_names(bundle.text, bundle.sources) if bundle.pieces else []
    if missing:
        trials = Trials(unproven=dict.fromkeys(("isolated", "same_answers"), missing))
    else:
        trials = try_out(bundle, inputs, asked)
    trials.failures = failures + trials.failures
    if not (trials.failures or trials.unproven or asked.is_save):
        asked.announce("startup")
        trials.startup_ms = measure_startup(bundle, asked.python)
    return trials


def try_out(bundle: Bundle, inputs: Sequence[Given], asked: Asked = USUAL) -> Trials:
    """Returns the results of all trials that run the bundle, two child processes at a time."""
    target = bundle.target
    with (
        tempfile.TemporaryDirectory(prefix="botsmith-") as folder,
        ThreadPoolExecutor(max_workers=2) as pool,
    ):
        root = target.root
        if target.changes:  # the author's project has other parameters
            root = Path(folder)
            for source in bundle.sources:
                file = root / source.path
                file.parent.mkdir(parents=True, exist_ok=True)
                write_text(file, source.text)
        trial = Trial(bundle, asked, root, pool)
        found, played = trial.found, None
        if inputs and (search := search_module(bundle.sources, target.entry.game)):
            played = trial.try_kernels(search, inputs[0])
        for given in inputs or [Given(NO_INPUT, "", is_strict=False)]:
            if not found.failures:
                trial.try_answers(given, played)
            played = None
        if not inputs:
            found.unproven.setdefault("same_answers", NO_INPUT)
        if found.failures and not found.is_endless and any(g.is_strict for g in inputs):
            found.failures = [*outdated_golden(target.root, target.entry.game), *found.failures]
    return found


class Trial:
    """Plays the forms of one bot and compares them.

    root: the folder of a project with the bundle's sources
    forms: the bundle first; the modules as their author runs them second
    found: the results so far
    """

    def __init__(self, bundle: Bundle, asked: Asked, root: Path, pool: ThreadPoolExecutor) -> None:
        self.bundle, self.asked, self.root, self.pool = bundle, asked, root, pool
        self.found = Trials()
        entry = bundle.target.entry
        roots = (str((root / entry.path).parent), str(root))
        roots = roots if is_script(bundle.sources[-1]) else roots[::-1]
        ours = Form("the bundle", bundle.target.file_name, bundle.text)
        modules = Form("the modules", str(root / entry.path), None, roots, f"bots.{entry.game}")
        self.forms = [ours, modules, *asked.also]

    def play(
        self, form: Form, given: Given, step_ms: float = STEPS_MS[0], is_shaken: bool = False
    ) -> Future[Ran]:
        """Begins a run in CPython, and returns its future."""
        seconds, python = self.asked.seconds, self.asked.python
        return self.pool.submit(play, form, given.text, step_ms, seconds, is_shaken, python)

    def try_answers(self, given: Given, played: Ran | None = None) -> None:
        """Plays the same input in all forms.

        played: the run of the bundle, if there was one
        """
        found, bundle, seconds = self.found, self.bundle, self.asked.seconds
        names = ", ".join(form.name for form in self.forms)
        self.asked.announce(f"same_answers: {names}; {given.name}")
        for step_ms in STEPS_MS:
            jobs = [self.play(form, given, step_ms) for form in self.forms[played is not None :]]
            ours, *others = [*([played] if played else []), *(job.result() for job in jobs)]
            if ours.kind != STUCK:
                break
            played = None
        found.is_endless = ours.status is None and others[0].status is None
        found.failures += isolated_failures(bundle, ours, given, seconds)
        found.warnings += league_warnings(bundle, given, ours)
        found.warnings += remarks(bundle, ours, given)
        if found.failures:
            return
        for form, theirs in zip(self.forms[1:], others, strict=True):
            if said := difference(self.forms[0].name, ours, form.name, theirs):
                if unsteady := self.unsteadiness(given, others[0], step_ms):
                    found.unproven["same_answers"] = unsteady
                    return
                if theirs.is_dead and not ours.is_dead:
                    said = f"{form.name}: {theirs.last}; {said}"
                elif ours.is_dead:
                    said = f"{said}; the bundle ends by {ours.last}"
                where, text = bundle.target.entry.path, f"{given.name}: {said}"
                found.failures.append(Failure("same_answers", where, text))
                return
        if why := no_proof_words(bundle, ours, given, seconds):
            found.unproven["same_answers"] = f"{given.name}: {why}"

    def unsteadiness(self, given: Given, before: Ran, step_ms: float) -> str:
        """Returns the difference between two runs of the modules; "" if there is none."""
        form = self.forms[1]
        self.asked.announce(f"same_answers: {form.name} again; {given.name}")
        jobs = [self.play(form, given, step_ms, is_shaken) for is_shaken in (True, False)]
        for job in jobs:
            if said := difference(form.name, before, "once more", job.result()):
                advice = "are threads, id() or a set of objects in play?"
                return f"{given.name}: two runs differ: {said}: {advice}"
        return ""

    def try_kernels(self, search: Source, given: Given) -> Ran:
        """Tries a bot with kernels on the wall clock. Returns the bundle's run in CPython.

        search: the module with its kernels' memory
        """
        found, bundle, asked = self.found, self.bundle, self.asked
        name = bundle.target.file_name
        asked.announce(f"isolated: {self.forms[0].name} in CPython; {given.name}")
        python = self.play(self.forms[0], given).result()
        if python.status is None:  # the other two would be as well
            found.failures += isolated_failures(bundle, python, given, asked.seconds)
            found.is_endless = True
            return python
        asked.announce("equal_memory, engine: compiled, and played in both engines")
        words = name, bundle.text, given.text, {"BOTSMITH_STATS": "1"}, asked.python
        in_c = self.pool.submit(run_isolated, *words)
        if not (missing := why_no_compiler()):
            twins = run_kernels(bundle, given.text, self.root)
            found.failures += kernel_failures(search, twins)
            if twins.status == NO_ANSWER:
                return python
        failures = isolated_failures(bundle, python, given, asked.seconds)
        failures = failures or isolated_failures(bundle, in_c.result(), given, COMPILING)
        said = difference("the bundle in CPython", python, "the kernels in C", in_c.result())
        if said and not failures:
            failures = [Failure("same_answers", bundle.target.entry.path, said)]
        found.failures += failures
        if bundle.target.engine != "c" or failures:
            return python
        if not missing:
            found.failures += engine_failures(bundle, in_c.result())
            return python
        found.skipped = dict.fromkeys(NEED_COMPILER, f"skipped: {missing}")
        if os.environ.get("BOTSMITH_REQUIRE") == "all":
            text = f"{missing}, and BOTSMITH_REQUIRE=all allows no skip"
            found.failures += [Failure(proof, name, text) for proof in NEED_COMPILER]
        return python


def no_proof_words(bundle: Bundle, ran: Ran, given: Given, seconds: float) -> str:
    """Returns why a run proves nothing although all forms ran alike; "" if it proves something."""
    place = last_place(bundle, ran.err)
    at = f" at {place}" if place else ""
    if ran.is_waiting:
        return f"still running {seconds:g} s after its input ended{at}: end at the end of input"
    if ran.status is None:
        return f"still running after {seconds:g} s of the processor{at}: does each loop end?"
    if not given.text:  # who asks for nothing
        return ""
    if ran.is_dead and (not ran.is_over or not ran.out.strip()):
        return f"it ends by an exception, and so do its modules: {ran.last}{at}"
    return "" if ran.out.strip() else "it gives no answer, and no exception"


def league_warnings(bundle: Bundle, given: Given, ran: Ran) -> list[str]:
    """Returns a warning if the input is of a lower league, or if the bot only reads a lower
    league's input.
    """
    game, name = game_of(bundle.target.entry.game, bundle.target.root), bundle.target.entry.name
    if league := league_of(game, given.text):
        return [f"{given.name}: {league_line(game, league)}"]
    if ran.is_sound or ran.kind in ("", STUCK) or not leagues_of(game):
        return []
    with tempfile.TemporaryDirectory(prefix="botsmith-") as folder:
        file = Path(folder) / bundle.target.file_name
        write_text(file, bundle.text)
        league = league_read_by(game, [sys.executable, str(file)])
    return [f"{name} reads {league_line(game, league)}"] if league else []


def why_no_compiler() -> str:
    """Returns why there is no C compiler here; "" if there is one."""
    try:
        find_compilers()
    except Unusable as error:
        return str(error)
    return ""


def isolated_failures(bundle: Bundle, ran: Ran, given: Given, seconds: float) -> list[Failure]:
    """Returns the faults of a run of the bundle, apart from its answers."""
    if not given.is_strict:
        return []
    if ran.cut:
        text = ran.cut
    elif ran.is_waiting:
        text = f"still running {seconds:g} s after its input ended: end at the end of input"
    elif ran.status is None:
        text = f"still running after {seconds:g} s of the processor, here: does each loop end?"
    elif not ran.is_sound or ran.kind not in ("", "EOFError") and len(ran.lines) < given.asked:
        text = f"exit status {ran.status} under -I: {ran.last}"
    elif not ran.out.strip():
        text = f"no answer to recorded input: {ran.last}"
    elif "Traceback" in ran.err and not ran.kind:
        text = f"an exception on recorded input: {ran.last}"
    elif ran.left:
        text = f"left behind in its folders: {', '.join(ran.left)}"
        return [Failure("isolated", bundle.target.file_name, text)]
    else:
        return []
    place = last_place(bundle, ran.err) or bundle.target.file_name
    return [Failure("isolated", place, text)]


def remarks(bundle: Bundle, ran: Ran, given: Given) -> list[str]:
    """Returns remarks on a run with an author's own input that need not be mistakes."""
    if given.is_strict or ran.status is None:
        return []
    name, said = bundle.target.entry.name, []
    if not ran.is_sound and not ran.is_dead:
        how = f"status {ran.status}"
        said.append(f"{name} ends on {given.name} before all is read, as its modules do: {how}")
    if ran.left:
        said.append(f"{name} leaves in its folder: {', '.join(ran.left)}; a site may not allow it")
    return said


def last_place(bundle: Bundle, traceback: str) -> str | None:
    """Returns `file:line` of the innermost source line that a traceback names; None without any.

    A refusal by common/kernel.py counts at the line of the class that it refuses.
    """
    own = f'{bundle.target.file_name}"'
    lines = [int(line) for form, line in FRAME.findall(traceback) if own in form]
    places = source_places(bundle.text, bundle.pieces) if lines else {}
    found = [places[line] for line in reversed(lines) if line in places]
    found = [place for place in found if place.path != "common/kernel.py"] or found
    return f"{found[0].path}:{found[0].line}" if found else None


def engine_failures(bundle: Bundle, ran: Ran) -> list[Failure]:
    """Returns a failure for each reason why the kernels did not play in C in some turn."""
    lines = ran.err.splitlines()
    engines = {line for line in lines if line.startswith("[PDATA] engine = ")}
    if engines == {"[PDATA] engine = c"}:
        return []
    said = [line for line in lines if not line.startswith("[PDATA]")]
    why = said[-1][:SHOWN] if said else "nothing said why"  # it may hold a line of source
    return [Failure("engine", bundle.target.file_name, f"not every turn was played in C: {why}")]


def measure_startup(bundle: Bundle, python: str = sys.executable) -> float | None:
    """Returns the ms that a start without input takes longer than an empty script. If the first try
    is over the limit it returns the shorter of two, because a disturbance only makes a run longer.

    Returns None for a bot that does not end at the end of its input.
    """
    times: list[float] = []
    with tempfile.TemporaryDirectory(prefix="botsmith-") as folder:
        file = Path(folder) / "bundle.py"
        while len(times) < STARTUP_RUNS and min(times, default=inf) > STARTUP_LIMIT_MS:
            began = [perf_counter()]
            for text in (bundle.text, ""):
                write_text(file, text)
                words = ["-I", str(file)]
                ran = run_child(words, file.parent, "", {}, work=STARTUP_WORK, python=python)
                if ran.status is None:
                    return None
                began.append(perf_counter())
            full, empty = (1000.0 * (b - a) for a, b in pairwise(began))
            times.append(full - empty)
    return min(times)
