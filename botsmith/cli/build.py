"""`build`, and `python build.py`: reads the options, and prints the results."""

import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from botsmith.bundle.assemble import ENGINES, FLAT, Target, assemble
from botsmith.bundle.dist import check as check_bundles
from botsmith.bundle.failures import Failure, Refused
from botsmith.bundle.header import LIMIT, revision, units
from botsmith.bundle.kernels import child_arguments, refused_lines, search_module
from botsmith.bundle.modules import Entry, choose_entries, module_name
from botsmith.bundle.products import Row, build as build_bundle
from botsmith.bundle.short import OWN, Kit
from botsmith.bundle.trials import Asked
from botsmith.cli import app as command_line
from botsmith.cli.grid import show_folding
from botsmith.cli.settings import as_typer_takes
from botsmith.errors import BadInput
from botsmith.new.skeleton import notes_on
from botsmith.printable import print_error, say, say_json
from botsmith.runs import PATIENCE, interpreter
from botsmith.settings import AsJson, Opt
from botsmith.values import load_changes
from botsmith.workspace import own_root

FAILED = 1
CAPTION = """\
yours, kit, free: with tabs and the kit's short form, taken as room runs out
start-up: ms over an empty script"""
LOOK_MS = 100  # between looks for changes, also where nothing has changed
SLOW_START_MS = 500.0  # half of the time that sites give the first answer


def build(
    bots: list[str] | None = None,
    *,
    engine: Annotated[str, Opt(choices=ENGINES)] = "c",
    as_c: Annotated[bool, Opt(name="c")] = False,
    full: bool = False,
    short: bool = False,
    shortest: bool = False,
    no_docs: bool = False,
    kernels: bool = False,
    sizes: bool = False,
    check: bool = False,
    watch: bool = False,
    copy: bool = False,
    params: Path | None = None,
    out: Path | None = None,
    inputs: Annotated[list[Path] | None, Opt(name="input")] = None,
    seconds: Annotated[float, Opt(least=0.1)] = PATIENCE,
    ascii_only: Annotated[bool, Opt(name="ascii")] = False,
    python: Path | None = None,
    flat: bool = False,
    as_json: AsJson = False,
) -> int:
    """Build bots into single files, prove them, and write them to dist/.

    bots: Bots to build; none for all.
    engine: c: play in C if possible; python: leave C out.
    as_c: Print the C of a bot's kernels.
    full: Keep comments and types of common/, even without room.
    short: Leave these out, but for comments in common/search/.
    shortest: Leave these out of common/search/, too.
    no_docs: Leave the docstrings of bots/ out.
    kernels: Only list all lines that kernels refuse.
    sizes: Show the units of each module, too.
    check: Only report if dist/ is fresh.
    watch: Build again at every change.
    copy: Put the bundle on the clipboard.
    params: Numbers to build with: .toml or .json of name = value.
    out: Folder to write to; dist/ if absent.
    inputs: A file of recorded standard input for the proofs; may be repeated.
    seconds: Processor time for one run of a proof, in seconds.
    ascii_only: Refuse tabs, and characters that are not ASCII.
    python: The Python that plays the proofs. [default: this one]
    flat: Fail if the modules cannot share a namespace.
    """
    if check and (watch or copy):
        raise BadInput("--check only looks: leave out --watch and --copy")
    if watch and as_json:
        raise BadInput("--watch never ends, so it has no --json document: leave one out")
    asked_kits = {Kit.FULL: full, Kit.SHORT: short, Kit.SHORTEST: shortest}
    kits = [kit for kit, is_asked in asked_kits.items() if is_asked]
    if len(kits) > 1:
        wanted = " and ".join(f"--{kit.name.lower()}" for kit in kits)
        raise BadInput(f"{wanted} are forms of one bundle: leave all but one out")
    if engine == "python" and out is None and not as_c:
        raise BadInput("--engine python makes another NAME.py than dist/ has: name a folder, --out")
    folder = out or own_root() / "dist"
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"--out {folder}: this is a file, a folder is needed")

    def targets() -> list[Target]:
        root, entries = own_root(), choose_entries(own_root(), bots or [])
        changes: Mapping[str, Any] = load_changes(params) if params else {}
        if params and len({entry.game for entry in entries}) > 1:
            raise BadInput("--params is for one contest: name a BOT")
        kit = kits[0] if kits else None
        forms: dict[str, Any] = {"form": FLAT if flat else "", "kit": kit, "has_docs": not no_docs}
        return [
            Target(root, one, engine, changes, revision(root, one.game), **forms) for one in entries
        ]

    if inputs and (check or len(bots or []) != 1):
        raise BadInput("--input is one bot's: name a BOT, without --check")
    asked = Asked(tuple(inputs or ()), seconds, is_ascii=ascii_only, python=interpreter(python))

    def make() -> int:
        if kernels:
            return list_refusals(choose_entries(own_root(), bots or []), as_json, watch)
        return run_builds(targets(), folder, copy, as_json, asked, sizes)

    if as_c:
        return print_c(targets())
    if check:
        return report_check(targets(), folder, whole=not bots, as_json=as_json)
    return watch_sources(own_root(), make) if watch else make()


def list_refusals(entries: Sequence[Entry], as_json: bool, is_again: bool) -> int:
    """Prints every line of bots that the kernels' language refuses; returns the exit status.

    is_again: True to print also when it begins and ends, for editors that follow it
    """
    if is_again:
        say("kernels: reading", to=sys.stderr)
    found = refused_lines(own_root(), entries)
    lines = list(dict.fromkeys(line for both in found.values() for line in (*both[0], *both[1])))
    if as_json:
        say_json({"rows": [{"bot": bot, "refused": sum(found[bot], [])} for bot in found]})
        return FAILED if lines else 0
    for line in lines:
        print_error(f"kernels: {line}")
    if not lines:
        say(f"kernels: nothing is refused in {', '.join(entry.name for entry in entries)}")
    elif is_again:
        say(f"kernels: {len(lines)} refused", to=sys.stderr)
    return FAILED if lines else 0


def watch_sources(root: Path, make: Callable[[], object]) -> int:
    """Builds now and after every change under bots/ and common/, until Ctrl-C; returns 0.

    The watch begins before the first build, so that no change during it is missed.
    """
    from watchfiles import PythonFilter, watch as watch_files  # other builds are sooner without

    folders = (root / "bots", root / "common")
    looks = watch_files(
        *folders, watch_filter=PythonFilter(), rust_timeout=LOOK_MS, yield_on_timeout=True
    )
    next(looks)
    attempt(make)
    say("watching bots/ and common/; Ctrl-C ends it", to=sys.stderr)
    for changes in looks:
        if changes:
            attempt(make)
    return 0


def attempt(make: Callable[[], object]) -> None:
    """Builds once. Reports bad input and continues, because a file may be half written."""
    try:
        make()
    except BadInput as error:
        print_error(str(error))


def run_builds(
    targets: list[Target], folder: Path, copy: bool, as_json: bool, asked: Asked, has_sizes: bool
) -> int:
    """Builds the targets and prints the results; returns the exit status."""
    if copy and len(targets) != 1:
        raise BadInput(f"--copy takes one bundle, this is {len(targets)}: name a BOT")
    rows = []
    with Console(stderr=True).status("kernels") as status:
        refused = refused_lines(own_root(), [target.entry for target in targets])
        for number, target in enumerate(targets, start=1):
            name = target.entry.name
            what = f"{name} ({number} of {len(targets)})"

            def announce(proof: str, what: str = what) -> None:
                status.update(f"{what}: {proof}")

            if lines := refused.get(name, ([], []))[0]:
                parts = (line.partition(": ") for line in lines)
                failures = [Failure("kernels", where, text) for where, _, text in parts]
                rows.append(Row(target, folder / target.file_name, failures=failures))
                continue
            wanted = replace(asked, announce=announce, written=say_unproven, is_checked=True)
            rows.append(build_bundle(target, folder, wanted))
    if as_json:
        say_json({"rows": [row.as_json() for row in rows]})
    else:
        show(rows)
        if has_sizes:
            show_sizes(rows)
    for row in rows:
        for text in row.warnings:
            say(f"warning: {text}", to=sys.stderr)
        for failure in row.failures:
            print_error(f"{failure.proof}: {failure}")
        if row.failures and row.path.exists():
            print_error(f"{row.path} stays as it was, and plays so")
    for row in rows:
        if row.bundle and row.bundle.why and not row.failures:
            say(kept_line(row.target.entry.name, row.bundle.why), to=sys.stderr)
    slow = [row.path.name for row in rows if (row.startup_ms or 0.0) > SLOW_START_MS]
    if slow:
        say(f"slow to start, on this machine now: {', '.join(slow)}", to=sys.stderr)
    for game in dict.fromkeys(row.target.entry.game for row in rows):
        say(*notes_on(game), to=sys.stderr)
    if any(row.failures for row in rows):
        return FAILED
    if copy and not copy_text(rows[0].path):
        say(f"no clipboard here: copy {rows[0].path}", to=sys.stderr)
    return 0


def say_unproven(path: Path) -> None:
    """Prints that a file was written without proofs. Its first line says so, too."""
    say(f"{path} is written, not proven yet", to=sys.stderr)


def kept_line(bot: str, why: Sequence[Failure]) -> str:
    """Returns a line with the reason why a bot's modules stay separate in its bundle."""
    more = f" (and {len(why) - 1} more)" if len(why) > 1 else ""
    return f"{bot} keeps its modules, in stickytape's form: {why[0]}{more}"


def show(rows: Sequence[Row]) -> None:
    """Prints the builds as a table."""
    titles = ("bot", "units / limit", "yours", "kit", "free", "start-up", "modules", "proofs")
    shown = []
    for row in rows:
        failed = {failure.proof for failure in row.failures}
        said = f"ok, but skipped: {', '.join(row.skipped)}" if row.skipped else "ok"
        if row.unproven:
            unsaid = (f"{name.replace('_', ' ')}: not proven" for name in row.unproven)
            said = ", ".join([*unsaid, *row.unproven.values()])
        sizes = row.sizes and (row.sizes.yours, row.sizes.kit, row.sizes.free)
        cells = (
            row.target.entry.name,
            f"{units(row.bundle.text):,} / {LIMIT:,}" if row.bundle else "-",
            *(f"{size:,}" for size in sizes or ()),
            *([] if sizes else ["-"] * 3),
            "-" if row.startup_ms is None else f"{row.startup_ms:.0f}",
            str(row.bundle.count) if row.bundle else "-",
            f"failed: {', '.join(sorted(failed))}" if failed else said,
        )
        shown.append(cells)
    show_folding(titles, shown, caption=CAPTION)


def show_sizes(rows: Sequence[Row]) -> None:
    """Prints the size of each module in UTF-16 units, the largest first."""
    shown = []
    for row in rows:
        modules = row.sizes.modules if row.sizes else {}
        largest = sorted(modules.items(), key=lambda item: (not item[0].startswith(OWN), -item[1]))
        whose = {path: "yours" if path.startswith(OWN) else "kit" for path in modules}
        name = row.target.entry.name
        shown += [(name, whose[path], path, f"{size:,}") for path, size in largest]
    show_folding(("bot", "whose", "module", "units"), shown)


def print_c(targets: Sequence[Target]) -> int:
    """Prints the C of one bot's kernels; returns the exit status."""
    if len(targets) != 1:
        raise BadInput(f"--c takes one bot, this is {len(targets)}: name a BOT")
    try:
        bundle = assemble(targets[0])
    except Refused as refused:
        raise BadInput(str(refused)) from None
    search = search_module(bundle.sources, targets[0].entry.game)
    if search is None:
        raise BadInput(f"{targets[0].entry.name} has no kernels: no module has Memory and ENTRIES")
    call = f"refusals.check({module_name(search.path)!r}, is_shown=True)"
    arguments = child_arguments(own_root(), call)
    return subprocess.run([sys.executable, *arguments], cwd=own_root(), check=False).returncode


def report_check(targets: Sequence[Target], folder: Path, whole: bool, as_json: bool) -> int:
    """Prints the state of each product; returns the exit status."""
    rows = check_bundles(targets, folder, whole)
    if as_json:
        say_json({"rows": rows})
    bad = [row for row in rows if row["state"] != "fresh"]
    for row in bad:
        print_error(f"{row['path']}: {row.get('why', row['state'])}")
    if not bad and not as_json:
        say(f"fresh: {', '.join(Path(row['path']).name for row in rows)}")
    return FAILED if bad else 0


def copy_text(path: Path) -> bool:
    """Puts a file's text on the clipboard; returns False without one."""
    import pyperclip  # other builds are sooner without

    try:
        pyperclip.copy(path.read_text(encoding="utf-8"))
    except pyperclip.PyperclipException:
        return False
    return True


def main(arguments: list[str] | None = None, program: str = "build.py") -> int:
    """Runs the command alone, as a project's build.py does; returns the exit status.

    arguments: the words behind the program's name; None for this process's own words
    """
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command()(as_typer_takes(build))
    return command_line.run(app, sys.argv[1:] if arguments is None else arguments, program)
