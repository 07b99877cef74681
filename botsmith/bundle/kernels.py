"""Checks a bot's kernels on the author's machine, and compares them in CPython and in C.

Code that imports a bot's modules runs in a process of its own: `refusals` and `twins` of
botsmith/compiler/.
"""

import ast
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from botsmith.bundle.assemble import Bundle
from botsmith.bundle.failures import Failure, Refused
from botsmith.bundle.modules import Entry, Import, Source, find_sources, module_name
from botsmith.bundle.symbols import bindings
from botsmith.compiler.fit import NO_ANSWER, REFUSED
from botsmith.errors import BadInput
from botsmith.paths import HOME, PACKAGE
from botsmith.runs import FIXED_WORK, Ran, run_child

WORKSHOP = Path(PACKAGE).parent


def search_module(modules: Iterable[Source], game: str) -> Source | None:
    """Returns the module of a bot with its kernels' memory and entries; None if there is none."""
    for source in modules:
        if source.path.startswith(f"bots/{game}/"):
            bound = bindings(source.tree.body)
            names = {name for name, node in bound if not isinstance(node, Import)}
            if {"Memory", "ENTRIES"} <= names:
                return source
    return None


def child_arguments(root: Path, call: str) -> list[str]:
    """Returns Python's arguments to call a function of `refusals` or `twins` in a process of its
    own.

    The process uses the `bots` and `common` of the project. The function's result is its exit
    status.
    """
    paths = [str(root), HOME, str(WORKSHOP)]
    start = f"import sys; sys.path += {paths}; import bots, common; "
    start += "from botsmith import paths; paths.leave_folder(); "
    start += f"from botsmith.compiler import {call.partition('.')[0]}; "
    return ["-B", "-I", "-c", f"{start} sys.exit({call})"]


def refused_kernels(bundle: Bundle) -> list[Failure]:
    """Returns the checker's refusals of a bot's kernels; [] for a bot without kernels."""
    search = search_module(bundle.sources, bundle.target.entry.game)
    if search is None:
        return []
    root, call = bundle.target.root, f"refusals.check({module_name(search.path)!r})"
    return kernel_failures(search, run_child(child_arguments(root, call), root, "", {}))


def run_kernels(bundle: Bundle, stdin: str, root: Path) -> Ran:
    """Checks a bot's kernels, then plays a match in which CPython and C both play every turn."""
    call = f"twins.compare({module_name(bundle.target.entry.path)!r})"
    with tempfile.TemporaryDirectory(prefix="botsmith-") as folder:
        places = {variable: folder for variable in ("TMPDIR", "TEMP", "TMP")}
        return run_child(child_arguments(root, call), root, stdin, FIXED_WORK | places)


def kernel_failures(search: Source, ran: Ran) -> list[Failure]:
    """Returns the checker's refusals, or an answer that is invalid, or a difference between C and
    CPython.
    """
    if ran.status == 0:
        return []
    where, separator, what = ran.last.partition(": ")
    is_place = separator and where.split(":")[0].endswith(".py")
    failure = (where, what) if is_place else (search.path, ran.last)
    proof = {REFUSED: "kernels", NO_ANSWER: "isolated"}.get(ran.status or 0, "equal_memory")
    return [Failure(proof, *failure)]


def refused_lines(root: Path, entries: Sequence[Entry]) -> dict[str, tuple[list[str], list[str]]]:
    """Returns two lists for each bot: the refused lines of kernels that C calls, and those of other
    kernels and of unreadable modules. It builds and compiles nothing.
    """
    found: dict[str, tuple[list[str], list[str]]] = {}
    modules: dict[str, list[str]] = {}
    for entry in entries:
        try:
            sources = find_sources(root, entry)
        except Refused as refused:
            found[entry.name] = [], [str(failure) for failure in refused.failures]
            continue
        own = [source for source in sources if source.path.startswith("bots/")]
        modules[entry.name] = [module_name(s.path) for s in own if "kernel" in s.text]
    if any(modules.values()):
        call = f"refusals.print_refusals({modules})"
        ran = run_child(child_arguments(root, call), root, "", {})
        if ran.status != 0:
            raise BadInput(ran.last)
        found |= ast.literal_eval(ran.out.decode())
    return found
