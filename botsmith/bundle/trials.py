"""What can only be proven by running: every trial is a child process with a clean environment.

isolated: the bundle in an empty folder answers recorded input.
same_answers: the modules and the bundle, in CPython and in C, agree.
equal_memory: C and CPython agree in the whole memory.
engine: the kernels run in C in every turn. Without a compiler the last two are skipped.
deterministic: a build under another hash seed gives the same bytes.
"""

import os
import pickle
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

from botsmith.bundle.assemble import Bundle
from botsmith.bundle.failures import Failure, Refused
from botsmith.bundle.kernels import NO_ANSWER, REFUSED, WORKSHOP, child_arguments, search_module
from botsmith.bundle.modules import Entry, Source, is_script, module_name
from botsmith.bundle.packages import missing_here
from botsmith.bundle.pasted import FRAME, source_places
from botsmith.errors import BadInput
from botsmith.golden import recorded_file, recorded_match
from botsmith.leagues import league_line, league_of, league_read_by, leagues_of
from botsmith.paths import PROGRAM
from botsmith.referees import games
from botsmith.runs import (
    COMPILING,
    FIXED_WORK,
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

WITH_STATS = {"BOTSMITH_STATS": "1"}
NEED_COMPILER = ("engine", "equal_memory")
SUBSET = "common/kernel.py"
TURNS = 8  # of a recorded match
RECORDED = 6  # matches, where a contest's own are recorded anew
UNRECORDED = {"probe": ["0"] * TURNS}  # bots of no contest: any lines will do
NO_INPUT = "no input"
Tell = Callable[[str], object]


@dataclass(frozen=True)
class Given:
    """Recorded standard input.

    name: where it is from
    text: whole
    is_strict: a bot of this contest takes it, so an exception is a mistake
    asked: how many answers it asks for, 0 if nobody knows
    """

    name: str
    text: str
    is_strict: bool
    asked: int = 0


@dataclass(frozen=True)
class Asked:
    """The options of a bundle's trials.

    inputs: files of recorded standard input; without any, those of bots/NAME/input/ or of the
    contest
    seconds: of the processor that a run may take
    tell: is told which proof is under way
    written: is told the file that was written before its proofs
    is_ascii: the sources may hold nothing but ASCII, and no tabs
    is_checked: somebody has asked what of the kernels is refused
    also: other forms of the bot that have to answer alike
    python: the interpreter that plays
    is_save: True leaves out what says nothing of the bot: how long the bundle takes to start, and
    one more build, which says that the builder is deterministic
    """

    inputs: tuple[Path, ...] = ()
    seconds: float = PATIENCE
    tell: Tell = str
    written: Callable[[Path], object] = str
    is_ascii: bool = False
    is_checked: bool = False
    also: tuple[Form, ...] = ()
    python: str = sys.executable
    is_save: bool = False


USUAL = Asked()


@dataclass
class Trials:
    """The results of a bundle's trials.

    skipped: proofs that this machine cannot try, and why
    unproven: proofs that nothing here can give, and why
    warnings: what else there is to be said
    is_endless: it does not end, in whatever form
    """

    failures: list[Failure] = field(default_factory=list)
    skipped: dict[str, str] = field(default_factory=dict)
    unproven: dict[str, str] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    is_endless: bool = False


def try_out(bundle: Bundle, asked: Asked = USUAL) -> Trials:
    """Returns all trials but the start-up, two children at a time."""
    target, trials = bundle.target, Trials()
    with (
        tempfile.TemporaryDirectory(prefix="botsmith-") as folder,
        ThreadPoolExecutor(max_workers=2) as pool,
    ):
        if missing := missing_here([*bundle.modules, bundle.main], asked.python):
            trials.unproven = dict.fromkeys(("isolated", "same_answers"), missing)
            return trials
        inputs = inputs_of(target.root, target.entry, asked.inputs)
        root = project_folder(bundle, Path(folder))
        forms = [*forms_of(bundle, root), *asked.also]
        if inputs and search_module(bundle.modules, target.entry.game):
            try_kernels(bundle, forms[0], inputs[0], root, asked, pool, trials)
        for given in inputs or [Given(NO_INPUT, "", is_strict=False)]:
            if not trials.failures:
                try_answers(bundle, forms, given, asked, pool, trials)
        if not inputs:
            trials.unproven.setdefault("same_answers", NO_INPUT)
        if trials.failures and not trials.is_endless and any(g.is_strict for g in inputs):
            outdated = outdated_golden(target.root, target.entry.game)
            trials.failures = [*outdated, *trials.failures]
        if trials.failures:
            return trials
        if asked.is_save:
            trials.skipped["deterministic"] = "skipped: `build` tries it"
            return trials
        asked.tell("deterministic: one more build")
        trials.failures = build_differences(bundle, build_again(bundle))
    return trials


def forms_of(bundle: Bundle, root: Path) -> list[Form]:
    """Returns the ways to run a bot: the bundle, and the modules as their author runs them.

    root: of a project with the bundle's sources
    """
    entry = bundle.target.entry
    roots = (str((root / entry.path).parent), str(root))
    roots = roots if is_script(bundle.main) else roots[::-1]
    return [
        Form("the bundle", bundle.target.file_name, bundle.text),
        Form("the modules", str(root / entry.path), None, roots, f"bots.{entry.game}"),
    ]


def try_answers(
    bundle: Bundle,
    forms: Sequence[Form],
    given: Given,
    asked: Asked,
    pool: ThreadPoolExecutor,
    trials: Trials,
) -> None:
    """Plays the same input in all forms. The first one is the bundle, the second the modules."""
    asked.tell(f"same_answers: {', '.join(form.name for form in forms)}; {given.name}")
    for step_ms in STEPS_MS:
        jobs = [
            pool.submit(play, form, given.text, step_ms, asked.seconds, python=asked.python)
            for form in forms
        ]
        ours, *others = [job.result() for job in jobs]
        if ours.kind != STUCK:
            break
    trials.is_endless = ours.status is None and others[0].status is None
    trials.failures += isolated_failures(bundle, ours, given, asked.seconds)
    trials.warnings += league_warnings(bundle, given, ours)
    trials.warnings += remarks(bundle, ours, given)
    if trials.failures:
        return
    for form, theirs in zip(forms[1:], others, strict=True):
        if said := difference(forms[0].name, ours, form.name, theirs):
            unsteady = unsteadiness(forms[1], given, others[0], step_ms, asked, pool)
            if unsteady:
                trials.unproven["same_answers"] = unsteady
            else:
                where = bundle.target.entry.path
                if theirs.is_dead and not ours.is_dead:
                    said = f"{form.name}: {theirs.last}; {said}"
                elif ours.is_dead:
                    said = f"{said}; the bundle ends by {ours.last}"
                trials.failures.append(Failure("same_answers", where, f"{given.name}: {said}"))
            return
    if why := unanswered(bundle, ours, given, asked.seconds):
        trials.unproven["same_answers"] = f"{given.name}: {why}"


def unanswered(bundle: Bundle, ran: Ran, given: Given, seconds: float) -> str:
    """Returns why a run proves nothing, though all forms ran alike; "" if it does."""
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
    """Returns a warning if the input is of a lower league, or the bot reads a lower one's alone."""
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


def unsteadiness(
    form: Form, given: Given, before: Ran, step_ms: float, asked: Asked, pool: ThreadPoolExecutor
) -> str:
    """Says how a form differs from itself when it runs again; "" if it does not."""
    asked.tell(f"same_answers: {form.name} again; {given.name}")
    jobs = [
        pool.submit(play, form, given.text, step_ms, asked.seconds, is_shaken, asked.python)
        for is_shaken in (True, False)
    ]
    for job in jobs:
        if said := difference(form.name, before, "once more", job.result()):
            advice = "are threads, id() or a set of objects in play?"
            return f"{given.name}: two runs differ: {said}: {advice}"
    return ""


def try_kernels(
    bundle: Bundle,
    form: Form,
    given: Given,
    root: Path,
    asked: Asked,
    pool: ThreadPoolExecutor,
    trials: Trials,
) -> None:
    """Tries a bot with kernels on the wall clock; `form` is the bundle."""
    search = search_module(bundle.modules, bundle.target.entry.game)
    assert search is not None
    name = bundle.target.file_name
    asked.tell(f"isolated: {form.name} in CPython; {given.name}")
    python = play(form, given.text, work=asked.seconds, python=asked.python)
    if python.status is None:  # the other two would be as well
        trials.failures += isolated_failures(bundle, python, given, asked.seconds)
        trials.is_endless = True
        return
    asked.tell("kernels, equal_memory, engine: compiled, and played in both engines")
    in_c: Future[Ran] = pool.submit(run_isolated, name, bundle.text, given.text, WITH_STATS)
    played = pool.submit(run_kernels, bundle, search, given.text, root)
    trials.failures += kernel_failures(search, played.result())
    if played.result().status == NO_ANSWER:
        return
    failures = isolated_failures(bundle, python, given, asked.seconds)
    failures = failures or isolated_failures(bundle, in_c.result(), given, COMPILING)
    said = difference("the bundle in CPython", python, "the kernels in C", in_c.result())
    if said and not failures:
        failures = [Failure("same_answers", bundle.target.entry.path, said)]
    trials.failures += failures
    if bundle.target.engine != "c" or failures:
        return
    try:
        find_compilers()
    except Unusable as missing:
        trials.skipped = dict.fromkeys(NEED_COMPILER, f"skipped: {missing}")
        if os.environ.get("BOTSMITH_REQUIRE") == "all":
            text = f"{missing}, and BOTSMITH_REQUIRE=all allows no skip"
            trials.failures += [Failure(proof, name, text) for proof in NEED_COMPILER]
    else:
        trials.failures += engine_failures(bundle, in_c.result())


def inputs_of(root: Path, entry: Entry, files: Sequence[Path]) -> list[Given]:
    """Returns the recorded input that a bot is tried with; none for a contest that nobody knows
    here.

    Refused where the contest has a referee and no recorded match. BadInput for a file that cannot
    be read.
    """
    own = sorted((root / entry.path).parent.glob("input/*.txt"))
    found = [Given(str(file), text_of(file), is_strict=False) for file in files or own]
    if found:
        return found
    game = entry.game
    golden = root / "tests" / "golden" / game_of(game, root)
    if game not in UNRECORDED and game_of(game, root) not in games() and not golden.exists():
        return []
    return [recorded_input(root, game)]


def text_of(file: Path) -> str:
    """Returns a file of recorded input. BadInput if there is none."""
    try:
        return file.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        what = getattr(error, "strerror", "") or "no UTF-8"
        raise BadInput(f"{file}: {what}; expected recorded standard input") from None


def recorded_input(root: Path, game: str) -> Given:
    """Returns the first lines to seat 0 in the contest's first recorded match.

    Raises Refused without one.
    """
    lines, turns = UNRECORDED.get(game, []), 0
    if not lines:
        try:
            match = recorded_match(root, game, 1)
        except BadInput as error:
            # Without recorded input neither of the two proofs that need it holds.
            where, _, text = str(error).removeprefix(f"{root}/").partition(":")
            proofs = ("isolated", "same_answers")
            raise Refused([Failure(proof, where, text.strip()) for proof in proofs]) from error
        asked = [turn for turn in match.turns if 0 in turn.inputs][:TURNS]
        turns = sum(0 in turn.outputs for turn in asked)
        lines = [line for turn in asked for line in turn.inputs[0]]
        lines = [*match.init_inputs.get(0, []), *lines]
    return Given("recorded input", "".join(f"{line}\n" for line in lines), True, turns)


def outdated_golden(root: Path, game: str) -> list[Failure]:
    """Returns a failure if the contest's rules are no longer those of the recorded match that
    bundles are
    tried with: then its lines mean nothing to the bot.
    """
    if game in UNRECORDED:
        return []
    with tempfile.TemporaryDirectory(prefix="botsmith-") as folder:
        file = Path(folder) / "match.jsonl.gz"
        file.write_bytes(recorded_file(root, game, 1))
        words = ["-P", "-m", "botsmith", "verify", game, str(file)]
        ran = run_child(words, root, "", {"PYTHONPATH": str(WORKSHOP)})
    refused = f"botsmith: {file}"
    if ran.lines[-1:] == ["equal 0 of 1 matches"]:
        difference = ran.lines[0].removeprefix(f"{file}, match 0 ")
    elif ran.status == 2 and ran.last.startswith(refused):
        difference = ran.last.removeprefix(refused).lstrip(", :").removeprefix("match 0: ")
    else:  # it is repeated, or nobody could be asked
        return []
    again = f"{PROGRAM} golden {game} --record {RECORDED}"
    text = f"no longer what the rules play: {difference}; if they are right, record anew: `{again}`"
    return [Failure("isolated", f"tests/golden/{game}", text)]


def project_folder(bundle: Bundle, folder: Path) -> Path:
    """Returns a project that holds the bundle's sources: the one that there is, or a copy with
    changes.
    """
    if not bundle.target.changes:
        return bundle.target.root
    for source in [*bundle.modules, bundle.main]:
        file = folder / source.path
        file.parent.mkdir(parents=True, exist_ok=True)
        write_text(file, source.text)
    return folder


def run_kernels(bundle: Bundle, search: Source, told: str, root: Path) -> Ran:
    """Returns the checker's word on the kernels, and a match in which CPython and C play every
    turn.
    """
    try:
        find_compilers()
    except Unusable:
        words = ["check", module_name(search.path)]
    else:
        words = ["compare", module_name(search.path), bundle.target.entry.module]
    with tempfile.TemporaryDirectory(prefix="botsmith-") as folder:
        places = {variable: folder for variable in ("TMPDIR", "TEMP", "TMP")}
        return run_child(child_arguments(root, words), root, told, FIXED_WORK | places)


def refused_kernels(bundle: Bundle) -> list[Failure]:
    """Returns what the checker says against a bot's kernels; nothing for a bot without any."""
    search = search_module(bundle.modules, bundle.target.entry.game)
    if search is None:
        return []
    root, words = bundle.target.root, ["check", module_name(search.path)]
    return kernel_failures(search, run_child(child_arguments(root, words), root, "", {}))


def kernel_failures(search: Source, ran: Ran) -> list[Failure]:
    """Returns the checker's refusals, or where an answer is none, or where C and CPython differ."""
    if ran.status == 0:
        return []
    where, separator, what = ran.last.partition(": ")
    is_place = separator and where.split(":")[0].endswith(".py")
    failure = (where, what) if is_place else (search.path, ran.last)
    proof = {REFUSED: "kernels", NO_ANSWER: "isolated"}.get(ran.status or 0, "equal_memory")
    return [Failure(proof, *failure)]


def isolated_failures(
    bundle: Bundle, ran: Ran, given: Given, seconds: float = PATIENCE
) -> list[Failure]:
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

    What common/kernel.py refuses is a mistake in the class that it is called for.
    """
    places = source_places(bundle.text, bundle.pieces)
    own = f'{bundle.target.file_name}"'
    lines = [int(line) for form, line in FRAME.findall(traceback) if own in form]
    found = [places[line] for line in reversed(lines) if line in places]
    found = [place for place in found if place.path != SUBSET] or found
    return f"{found[0].path}:{found[0].line}" if found else None


def engine_failures(bundle: Bundle, ran: Ran) -> list[Failure]:
    """Returns the reasons why the kernels did not play in C in a turn."""
    lines = ran.err.splitlines()
    engines = {line for line in lines if line.startswith("[PDATA] engine = ")}
    if engines == {"[PDATA] engine = c"}:
        return []
    said = [line for line in lines if not line.startswith("[PDATA]")]
    why = said[-1][:SHOWN] if said else "nothing said why"  # it may hold a line of source
    text = f"not every turn was played in C: {why}"
    return [Failure("engine", bundle.target.file_name, text)]


def build_again(bundle: Bundle) -> Ran:
    """Returns the same target built by a new Python with another hash seed; `out` is the bundle."""
    hash_seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    target = pickle.dumps(bundle.target).hex()
    start = f"import sys; sys.path.append({str(WORKSHOP)!r}); "
    start += "from botsmith import paths; paths.leave_folder(); "
    start += "from botsmith.bundle.assemble import main; main()"
    return run_child(["-P", "-c", start], WORKSHOP, target, {"PYTHONHASHSEED": hash_seed})


def build_differences(bundle: Bundle, build: Ran) -> list[Failure]:
    """Returns a failure if a second build fails, or if its bytes are not those of this bundle."""
    where = bundle.target.file_name
    if build.status != 0:
        text = f"a second build ended with {build.status}: {build.last}"
    elif build.out != bundle.text.encode():
        lines = zip_longest(build.out.splitlines(), bundle.text.encode().splitlines())
        where += f":{next((n for n, (a, b) in enumerate(lines, 1) if a != b), 0)}"
        text = "a second build differs: did a source change in between?"
    else:
        return []
    return [Failure("deterministic", where, text)]
