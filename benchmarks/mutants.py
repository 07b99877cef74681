"""Mutation testing: one small change of the source at a time, which the tests have to notice.

    python benchmarks/mutants.py FILE [--modules WORD,..] [--count N] [--minutes M] [--jobs J]

Of each module that benchmarks/mutants.toml names, and whose path holds one of the WORDs, N mutants
are chosen: the same ones in every run, spread over the kinds of change (OPERATORS). Each runs the
module's tests, in a copy of the tree, until one fails. FILE gets a JSON line for each mutant as
soon as it is judged; a mutant that FILE has, of the same module and (if it survived) the same
tests, is not run again. So the same command goes on after M minutes or Ctrl-C. At the end it
prints the survivors, and the table behind docs/mutants.md.

killed      a test failed, or the tests hung or could not be loaded
equivalent  benchmarks/equivalents.toml says why no test can notice it
survived    the rest: a test is missing, or code is not needed
"""

import argparse
import ast
import hashlib
import os
import queue
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain, groupby, zip_longest
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from botsmith import setup  # noqa: E402

if __name__ == "__main__":
    setup.enter("dev")

import psutil  # noqa: E402
from cosmic_ray.ast import ast_nodes, get_ast  # noqa: E402
from cosmic_ray.mutating import mutate_code  # noqa: E402
from cosmic_ray.operators.provider import OperatorProvider  # noqa: E402

from benchmarks.kept_rows import keep_row, read_rows  # noqa: E402
from botsmith.arena.process.tree import kill_tree  # noqa: E402
from botsmith.errors import BadInput  # noqa: E402

PLAN = ROOT / "benchmarks" / "mutants.toml"
EQUIVALENTS = ROOT / "benchmarks" / "equivalents.toml"
COMPARISON, BINARY = "ReplaceComparisonOperator_", "ReplaceBinaryOperator_"
UNARY = "ReplaceUnaryOperator_Delete_"
OPERATORS = {  # cosmic-ray's names; a choice takes from each kind in turn
    "comparison": [
        COMPARISON + pair
        for pair in "Lt_LtE LtE_Lt Gt_GtE GtE_Gt Eq_NotEq NotEq_Eq Is_IsNot IsNot_Is".split()
    ],
    "arithmetic": [
        BINARY + pair
        for pair in "Add_Sub Sub_Add Mul_Add Div_Mul FloorDiv_Mul Mod_FloorDiv LShift_RShift"
        " RShift_LShift BitAnd_BitOr BitOr_BitAnd BitXor_BitOr".split()
    ],
    "number": ["NumberReplacer"],
    "logic": [
        *("AddNot", "ReplaceAndWithOr", "ReplaceOrWithAnd", UNARY + "Not", UNARY + "USub"),
        *("ReplaceTrueWithFalse", "ReplaceFalseWithTrue", UNARY + "Invert"),
        *("ReplaceBreakWithContinue", "ReplaceContinueWithBreak", "ZeroIterationForLoop"),
        "ExceptionReplacer",
    ],
    "C": ["C"],  # our own: in a docstring that is C
}
C_TOKENS = dict(
    zip(
        "< <= > >= == != && || + - / % & << >>".split(),
        "<= < >= > != == || && - + * / | >> <<".split(),
        strict=True,
    )
)
C_TOKEN = re.compile(r"//.*|(?<= )(?:[<>=!]=|[-+/%<>&]|&&|\|\||<<|>>)(?= )|(?<![\w.])\d+(?!\w)")
TALK = {"print", "say", "log", "warn"}  # calls whose arguments only people read
SHORTEST = 60.0  # seconds until the tests count as hung, or SLOWER times what they take unchanged
SLOWER = 5.0
MEMORY = 4 << 30  # bytes of address space
# Tests see no process but their own: a mutant of common/native.py may end all that it sees.
ALONE = [
    *["prlimit", f"--as={MEMORY}"],
    *"unshare --user --map-root-user --pid --fork --kill-child --mount-proc".split(),
]
JUDGED = ("killed", "equivalent", "survived")
KEY = ("module", "place", "line", "becomes")

Key = tuple[str, str, str, str]  # KEY of a mutant
Rows = dict[Key, dict[str, Any]]


@dataclass(frozen=True)
class Mutant:
    """`line`, stripped, of function `place` ("" outside of any) turns into `becomes`.

    text: the whole module with the change. row: of the line, from 1.
    """

    module: str
    operator: str
    place: str
    line: str
    becomes: str
    row: int
    text: str

    @property
    def key(self) -> Key:
        """Returns the key of the mutant in equivalents.toml, which edits of other lines do not
        change.
        """
        return self.module, self.place, self.line, self.becomes

    def __str__(self) -> str:
        return f"{self.module}:{self.row} {self.place}: `{self.line}` -> `{self.becomes}`"


def ignored_spans(tree: ast.AST) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Returns the spans without mutants: annotations, decorators, errors that are raised, talk, and
    zip's
    `strict`, which checks what other code sees to.
    """
    found: list[ast.AST | None] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found += node.decorator_list
        if isinstance(node, ast.FunctionDef):
            found.append(node.returns)
        elif isinstance(node, ast.arg | ast.AnnAssign):
            found.append(node.annotation)
        elif isinstance(node, ast.Raise) or isinstance(node, ast.keyword) and node.arg == "strict":
            found.append(node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            found += [node] if node.func.id in TALK else []
    return [
        ((node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0))
        for node in found
        if isinstance(node, ast.expr | ast.stmt | ast.keyword)
    ]


def function_at(tree: ast.AST, row: int) -> str:
    """Returns the innermost function or class that holds a line, as "Class.method"."""
    names: list[str] = []
    for node in ast.walk(tree):  # outer ones first
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            if node.lineno <= row <= (node.end_lineno or 0):
                names.append(node.name)
    return ".".join(names)


def c_changes(source: str) -> list[tuple[int, int, str]]:
    """Start, end and new text of all changes of the C in docstrings."""
    found = []
    for text in re.finditer(r'r""".*?"""', source, re.DOTALL):
        for token in C_TOKEN.finditer(source, *text.span()) if "#include" in text[0] else ():
            if token[0].isdigit():
                new = [str(int(token[0]) + more) for more in (1, -1)]
            else:
                new = [C_TOKENS[token[0]]] if token[0] in C_TOKENS else []  # or a comment
            found += [(*token.span(), one) for one in new]
    return found


def places(source: str, kind: str) -> Iterator[tuple[str, str, int]]:
    """(rank, operator, occurrence) of all changes of one kind. The rank is a hash of the change
    that no other line takes part in: sorted by it, the choice is the same after edits elsewhere.
    """
    spans, lines = ignored_spans(ast.parse(source)), source.splitlines()
    seen: Counter[tuple[str, str]] = Counter()
    nodes = list(ast_nodes(get_ast(source)))
    for name in OPERATORS[kind]:
        if kind == "C":
            rows = [source.count("\n", 0, start) + 1 for start, _, _ in c_changes(source)]
            positions = [(row, 0) for row in rows]
        else:
            operator = OperatorProvider()[name]()
            found = chain.from_iterable(map(operator.mutation_positions, nodes))
            positions = [start for start, _ in found]
        for occurrence, start in enumerate(positions):
            if not any(low <= start < high for low, high in spans):
                change = (name, lines[start[0] - 1].strip())
                seen[change] += 1
                rank = hashlib.sha256(repr((*change, seen[change])).encode()).hexdigest()
                yield rank, name, occurrence


def made(module: str, source: str, name: str, occurrence: int) -> Mutant | None:
    """Returns the mutant, or None if the change makes no difference or no Python."""
    tree = ast.parse(source)
    try:
        if name == "C":
            low, high, new = c_changes(source)[occurrence]
            text = source[:low] + new + source[high:]
        else:
            text = mutate_code(source, OperatorProvider()[name](), occurrence)
        if ast.dump(ast.parse(text)) == ast.dump(tree):
            return None
    except (SyntaxError, AttributeError):  # the latter: cosmic-ray cannot replace `sqlite3.Error`
        return None
    pairs = enumerate(zip(source.splitlines(), text.splitlines(), strict=False), 1)
    row, before, after = next((row, old, new) for row, (old, new) in pairs if old != new)
    return Mutant(module, name, function_at(tree, row), before.strip(), after.strip(), row, text)


def choose(module: str, source: str, count: int) -> list[Mutant]:
    """`count` mutants of a module, or all there are: a kind's best rank in turn."""
    kinds = [[place[1:] for place in sorted(places(source, kind))] for kind in OPERATORS]
    found: dict[Key, Mutant] = {}
    for place in chain.from_iterable(zip_longest(*kinds)):
        if place is not None and len(found) < count:
            mutant = made(module, source, *place)
            if mutant is not None:
                found.setdefault(mutant.key, mutant)
    return list(found.values())


class Copy:
    """A copy of the tree, as git lists it, in which mutants come and go."""

    def __init__(self, folder: Path) -> None:
        self.tree, self.scratch = folder / "tree", folder / "scratch"
        self.limits: dict[tuple[str, ...], float] = {}  # seconds, by tests
        self.tree.mkdir(parents=True)
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout
        for name in filter(None, listed.decode().split("\0")):
            if (ROOT / name).exists():
                (self.tree / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, self.tree / name)
        (self.tree / ".venv").symlink_to(ROOT / ".venv")

    def test(self, tests: tuple[str, ...], seconds: float, is_mutant: bool) -> tuple[str, str]:
        """Runs the tests until one fails: ("killed" or "survived", what failed)."""
        options = ["-x", "-q", "--no-header", "--tb=no", "-p", "no:cacheprovider", "-p", "no:anyio"]
        marks = ["-m", "not campaign", "--basetemp", str(self.scratch)]
        # What stays unchanged has its bytecode from the run without a mutant; two mutants within
        # the same second could be taken for each other by theirs.
        environment = {**os.environ, **({"PYTHONDONTWRITEBYTECODE": "1"} if is_mutant else {})}
        with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
            child = psutil.Popen(
                [*ALONE, sys.executable, "-m", "pytest", *options, *marks, *tests],
                cwd=self.tree,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
            try:
                status = child.wait(seconds)
            except psutil.TimeoutExpired:
                return "killed", f"hung for {seconds:.0f} s"
            finally:
                if child.is_running():
                    kill_tree(child.pid)
                    child.wait()
            output.seek(0)
            text = output.read()
        failed = re.search(r"^(?:FAILED|ERROR) (\S+)", text, re.MULTILINE)
        if status == 0 and re.search(r"^\d+ passed", text, re.MULTILINE):  # and not by os._exit
            return "survived", ""
        return "killed", failed[1] if failed else f"status {status}: {text[-200:].strip()}"

    def limit(self, tests: tuple[str, ...]) -> float:
        """Returns the seconds that the tests may take. Raises BadInput if they fail without a
        mutant.
        """
        if tests not in self.limits:
            started = time.monotonic()
            outcome, by = self.test(tests, 600.0, is_mutant=False)
            if outcome != "survived":
                raise BadInput(f"{by}: has to pass without any mutant")
            self.limits[tests] = max(SHORTEST, SLOWER * (time.monotonic() - started))
        return self.limits[tests]

    def judge(self, mutant: Mutant, tests: tuple[str, ...]) -> tuple[str, str]:
        """Returns the fate of a mutant, and the test that decided it."""
        seconds = self.limit(tests)
        path = self.tree / mutant.module
        original = path.read_bytes()
        for stale in path.parent.glob(f"__pycache__/{path.stem}.*.pyc"):
            stale.unlink()
        try:
            path.write_text(mutant.text, encoding="utf-8")
            return self.test(tests, seconds, is_mutant=True)
        finally:
            path.write_bytes(original)


def digest(*paths: str) -> str:
    """Returns a hash of files of the tree; of a test's name, only the file counts, of an option
    nothing.
    """
    names = dict.fromkeys(path.partition("::")[0] for path in paths if path[0] != "-")
    return hashlib.sha256(b"".join((ROOT / name).read_bytes() for name in names)).hexdigest()[:16]


def entry(row: Any) -> tuple[Key, dict[str, Any]]:
    """Returns a mutant and its row, from a line of FILE."""
    module, place, before, becomes = (row[name] for name in KEY)
    return (module, place, before, becomes), row


def judged(file: Path) -> Rows:
    """Returns the mutants judged so far. BadInput if the file holds something else."""
    return read_rows(file, entry, "a row of this program")


def equivalents() -> dict[Key, str]:
    """Returns the reasons why mutants are equivalent."""
    modules = tomllib.loads(EQUIVALENTS.read_text(encoding="utf-8"))
    return {
        (module, row["place"], row["line"], row["becomes"]): row["why"]
        for module, rows in modules.items()
        for row in rows
    }


def plan(words: list[str]) -> dict[str, tuple[str, ...]]:
    """Returns the tests of each module whose path holds one of the words."""
    tests = tomllib.loads(PLAN.read_text(encoding="utf-8"))["tests"]
    found = {
        module: tuple(names)
        for module, names in tests.items()
        if any(word in module for word in words)
    }
    if not found:
        raise BadInput(f"--modules {','.join(words)}: no path in {PLAN.name} holds one of these")
    return found


@dataclass(frozen=True)
class Work:
    """A mutant, the tests that are to notice it, and hashes of its module and of those tests."""

    mutant: Mutant
    tests: tuple[str, ...]
    source_hash: str
    tests_hash: str

    def holds(self, row: dict[str, Any] | None) -> bool:
        """Returns True if a row still tells the truth about this mutant."""
        return (
            row is not None
            and row["source"] == self.source_hash
            and (row["outcome"] == "killed" or row["tests"] == self.tests_hash)
        )

    def row(self, outcome: str, by: str, seconds: float) -> dict[str, Any]:
        """Returns a line of FILE."""
        mutant = self.mutant
        return {
            **dict(zip(KEY, mutant.key, strict=True)),
            "row": mutant.row,
            "operator": mutant.operator,
            "outcome": outcome,
            "by": by,
            "seconds": round(seconds, 1),
            "source": self.source_hash,
            "tests": self.tests_hash,
        }


def all_work(modules: dict[str, tuple[str, ...]], count: int) -> list[Work]:
    """Returns the chosen mutants of all these modules."""
    return [
        Work(mutant, tests, digest(module), digest(*tests))
        for module, tests in modules.items()
        for mutant in choose(module, (ROOT / module).read_text(encoding="utf-8"), count)
    ]


def run(file: Path, work: list[Work], minutes: float, jobs: int) -> None:
    """Tests mutants until the time is up; writes and prints each result at once. Raises BadInput if
    FILE is no list of results.
    """
    for tool in ("prlimit", "unshare"):
        if not shutil.which(tool):
            raise BadInput(f"no {tool} here: expected the commands of util-linux, on Linux")
    deadline, is_over = time.monotonic() + 60.0 * minutes, threading.Event()
    copies: queue.SimpleQueue[Copy] = queue.SimpleQueue()

    def judge(one: Work) -> None:
        if is_over.is_set() or time.monotonic() > deadline:
            return
        copy, started = copies.get(), time.monotonic()
        try:
            outcome, by = copy.judge(one.mutant, one.tests)
        finally:
            copies.put(copy)
        if is_over.is_set():  # Ctrl-C has reached the tests too
            return
        keep_row(file, one.row(outcome, by, time.monotonic() - started))
        print(f"{outcome:8} {one.mutant}  ({by})", flush=True)

    with tempfile.TemporaryDirectory(prefix="mutants-") as folder, ThreadPoolExecutor(jobs) as pool:
        for number in range(jobs):
            copies.put(Copy(Path(folder, str(number))))
        try:
            list(pool.map(judge, work))
        except BaseException:
            is_over.set()
            raise


def markdown(work: list[Work], known: Rows, reasons: dict[Key, str]) -> str:
    """Returns the table by module, then the mutants that survived, those to run and stale
    reasons.
    """
    head = ("module", *JUDGED, "to run")
    totals, left = Counter[str](), []
    lines = [f"| {' | '.join(head)} |", "| --- " * len(head) + "|"]
    for module, group in groupby(work, lambda one: one.mutant.module):
        counts: Counter[str] = Counter()
        for one in group:
            row = known.get(one.mutant.key)
            outcome = row["outcome"] if row is not None and one.holds(row) else "to run"
            if outcome != "killed" and one.mutant.key in reasons:
                outcome = "equivalent"
            counts[outcome] += 1
            left += [f"* {outcome}: {one.mutant}"] if outcome not in JUDGED[:2] else []
        lines.append(f"| {module} | {' | '.join(str(counts[name]) for name in head[1:])} |")
        totals += counts
    lines.append(f"| all | {' | '.join(str(totals[name]) for name in head[1:])} |")
    return "\n".join([*lines, "", *left])


def main(words: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("file", type=Path, help="the mutants judged so far, as JSON lines")
    parser.add_argument("--modules", default="", help="parts of paths, with commas [all]")
    parser.add_argument("--count", type=int, default=20, help="mutants of a module [20]")
    parser.add_argument("--minutes", type=float, default=10.0, help="begin none later [10]")
    parser.add_argument("--jobs", type=int, default=1, help="mutants at once [1]")
    options = parser.parse_args(words)
    if options.count < 1 or options.jobs < 1:
        raise BadInput("--count and --jobs: expected 1 or more")
    known, reasons = judged(options.file), equivalents()
    work = all_work(plan(options.modules.split(",")), options.count)
    open_work = [
        one
        for one in work
        if one.mutant.key not in reasons and not one.holds(known.get(one.mutant.key))
    ]
    if open_work:
        run(options.file, open_work, options.minutes, options.jobs)
    print(markdown(work, judged(options.file), reasons))


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except BadInput as error:
        sys.exit(f"mutants: {error}")
    except KeyboardInterrupt:
        sys.exit("mutants: interrupted; the same command goes on")
