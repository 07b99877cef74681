"""The bundles of dist/: built and proven, written in place, or compared with what stands there.

A build in the order of reading: `assemble` has `modules` find what a bot is made of, `proofs` look
at the sources, `short` leave out what there is no room for, `flat` lay them into one namespace, and
`header` say what came out. Then `proofs` looks for names that nothing defines, `trials` plays the
bundle in `runs`, `tokens` compares it with the sources, and `bases` keeps these for `pull`, the way
back. `flat` asks `symbols`, `uses`, `seen` and `namespace`; what cannot be flat is in
`stickytape_form`; `parameters` puts other numbers in.
"""

import os
import statistics
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from time import perf_counter
from typing import Any

from botsmith.bundle.assemble import (
    FLAT,
    KEPT,
    ONLY_FLAT,
    Bundle,
    Target,
    assemble,
    join,
    tightest,
)
from botsmith.bundle.bases import keep_sources
from botsmith.bundle.failures import Failure, Refused
from botsmith.bundle.header import KEPT_FORM, LIMIT, banner, units, without_revision
from botsmith.bundle.kernels import search_module
from botsmith.bundle.packages import package_warnings
from botsmith.bundle.proofs import ascii_failures, lost_names, undefined_names
from botsmith.bundle.runs import PATIENCE, run_child, write_text
from botsmith.bundle.short import OWN, SEARCHES, Kit
from botsmith.bundle.tokens import token_failures
from botsmith.bundle.trials import NEED_COMPILER, USUAL, Asked, try_out
from botsmith.errors import BadInput

SOURCE_PROOFS = ("text", "grammar", "imports", "dynamic", "weights", "names", "flat")
BUNDLE_PROOFS = ("size", "tokens", "deterministic", "isolated", "same_answers")
OF_THE_FORM = ("same_answers", "isolated", "names", "tokens", "size")  # what another form may mend
STARTUP_LIMIT_MS = 100.0
STARTUP_RUNS = 5
LARGEST = 3  # modules that a refusal names


@dataclass(frozen=True)
class Sizes:
    """UTF-16 units of a bundle in the form that leaves most room: with tabs, in the short form.

    modules: by path, with their banners
    yours: of the author's modules
    kit: of all others, and of the header
    free: LIMIT less both
    """

    modules: dict[str, int]
    yours: int
    kit: int
    free: int


@dataclass
class Row:
    """The result of one target.

    bundle, sizes: None if the sources were refused
    path: its file
    """

    target: Target
    path: Path
    bundle: Bundle | None = None
    failures: list[Failure] = field(default_factory=list)
    skipped: dict[str, str] = field(default_factory=dict)
    unproven: dict[str, str] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    startup_ms: float | None = None
    sizes: Sizes | None = None

    def as_json(self) -> dict[str, Any]:
        """Returns the row as `--json` prints it."""
        return {
            "bot": self.target.entry.name,
            "path": str(self.path),
            "units": units(self.bundle.text) if self.bundle else None,
            "limit": LIMIT,
            "sizes": asdict(self.sizes) if self.sizes else None,
            "startup_ms": None if self.startup_ms is None else round(self.startup_ms, 1),
            "modules": self.bundle.count if self.bundle else None,
            "form": self.bundle.form if self.bundle else None,
            "why": [str(each) for each in self.bundle.why] if self.bundle else [],
            "proofs": self.proofs(),
        }

    def proofs(self) -> dict[str, str]:
        """Returns every proof by name: `ok`, its failures, or that it could not be tried."""
        untried = "ok" if self.bundle else "not tried: the sources were refused"
        said = dict.fromkeys(SOURCE_PROOFS, "ok") | dict.fromkeys(BUNDLE_PROOFS, untried)
        if self.bundle and search_module(self.bundle.modules, self.target.entry.game):
            said["kernels"] = "ok"
            said |= dict.fromkeys(NEED_COMPILER if self.target.engine == "c" else (), "ok")
        if self.bundle and self.bundle.form == KEPT:
            kept = "kept, in stickytape's form"
            said |= {proof: kept for proof in {each.proof for each in self.bundle.why} & ONLY_FLAT}
        said |= self.skipped
        said |= {proof: f"not proven, {why}" for proof, why in self.unproven.items()}
        failed: dict[str, list[str]] = {}
        for failure in self.failures:
            failed.setdefault(failure.proof, []).append(str(failure))
        said |= {proof: "; ".join(texts) for proof, texts in failed.items()}
        return said | {"startup": self.startup_proof()}

    def startup_proof(self) -> str:
        """Returns the proof of a quick start. It never fails a build, as a noisy machine is
        slow.
        """
        if self.startup_ms is None:
            return "not tried"
        if self.startup_ms <= STARTUP_LIMIT_MS:
            return "ok"
        meant = STARTUP_LIMIT_MS
        return f"{self.startup_ms:.0f} ms over an empty script, meant to be at most {meant:.0f}"


def build(target: Target, out: Path, asked: Asked = USUAL) -> Row:
    """Builds a bundle, proves it, and writes it into the folder `out` if no proof fails.

    Where the flat form proves to be another program, the modules are kept.
    """
    row = Row(target, out / target.file_name)
    try:
        row.bundle = assemble(target)
    except Refused as refused:
        row.failures = refused.failures
        return row
    row.sizes = sizes_of(row.bundle)
    sources = [*row.bundle.modules, row.bundle.main]
    row.failures = ascii_failures(sources) if asked.is_ascii else []
    missing, row.warnings = undefined_names(sources)
    row.warnings += package_warnings(sources)
    row.failures += missing
    if row.failures:
        return row
    is_hopeless = prove(row, row.bundle, asked)
    doubts = [each for each in row.failures if each.proof in OF_THE_FORM]
    if doubts and row.bundle.form == FLAT and target.form != FLAT and not is_hopeless:
        row = proven_kept(replace(target, form=KEPT, why=doubts[0].where), row, asked)
    if row.bundle and row.failures:
        others = [each for each in row.failures if each.proof != "size"]
        row.failures = [*row.bundle.why, *(others if row.bundle.why and others else row.failures)]
    elif row.bundle:
        if not asked.is_save:
            asked.tell("startup")
            row.startup_ms = measure_startup(row.bundle)
        write_product(row.path, row.bundle.text)
        try:
            keep_sources(row.bundle)
        except OSError as error:
            what = "so pull will not know what this file was built from"
            row.warnings.append(f"{error.filename}: {error.strerror}, {what}")
    return row


def proven_kept(target: Target, flat: Row, asked: Asked) -> Row:
    """Returns the bundle that keeps its modules if that is proven, else the flat one."""
    row = Row(target, flat.path)
    try:
        made = assemble(target)
    except Refused:
        return flat
    row.bundle = replace(made, why=tuple(flat.failures))
    row.sizes = sizes_of(row.bundle)
    prove(row, row.bundle, asked)
    row.warnings += [text for text in flat.warnings if text not in row.warnings]
    return flat if row.failures else row


def prove(row: Row, bundle: Bundle, asked: Asked) -> bool:
    """Tries a bundle out, and says in its row what came of it.

    Returns True if no other form would help.
    """
    trials = try_out(bundle, asked)
    row.failures = size_failures(bundle) + token_failures(bundle) + trials.failures
    if bundle.form == FLAT and not trials.failures:
        row.failures += lost_names(bundle.text, [*bundle.modules, bundle.main])
    row.skipped, row.unproven = trials.skipped, trials.unproven
    row.warnings += trials.warnings
    return trials.is_endless


def measure_startup(bundle: Bundle) -> float:
    """Returns a start's ms without input over an empty script's; medians of interleaved runs."""
    times: dict[str, list[float]] = {"": [], bundle.text: []}
    with tempfile.TemporaryDirectory(prefix="botsmith-") as folder:
        file = Path(folder) / "bundle.py"
        for text in list(times) * STARTUP_RUNS:
            write_text(file, text)
            began = perf_counter()
            run_child(["-I", str(file)], file.parent, "", {}, work=PATIENCE)
            times[text].append((perf_counter() - began) * 1000.0)
    return statistics.median(times[bundle.text]) - statistics.median(times[""])


def size_failures(bundle: Bundle) -> list[Failure]:
    """Returns a failure for a bundle over the contest site's limit, with advice to its author."""
    if units(bundle.text) <= LIMIT:
        return []
    return [Failure("size", bundle.target.file_name, advice(bundle))]


def sizes_of(bundle: Bundle) -> Sizes:
    """Returns whose the units are. A bundle that keeps its modules has one form only."""
    tight = tightest(bundle)
    if tight.pieces:
        texts = {piece.source.path: piece.text for piece in tight.pieces}
    else:
        texts = {source.path: source.text for source in (*bundle.modules, bundle.main)}
    modules = {path: units(f"{banner(path)}\n{text}\n\n") for path, text in texts.items()}
    total = units(tight.text)
    yours = sum(size for path, size in modules.items() if path.startswith(OWN))
    return Sizes(modules, yours, total - yours, LIMIT - total)


def advice(bundle: Bundle) -> str:
    """Returns advice to the author of a bundle over the limit."""
    size = units(bundle.text)
    said = f"{size:,} of {LIMIT:,} UTF-16 units, {size - LIMIT:,} too many"
    if bundle.pieces and bundle.target.kit is Kit.FULL:
        shorter = size - units(tightest(bundle).text)
        if shorter > 0:
            return f"{said}: build without --full, which saves {shorter:,}"
    modules = sizes_of(bundle).modules
    own = sorted((-units, path) for path, units in modules.items() if path.startswith(OWN))
    named = ", ".join(f"{path} {-units:,}" for units, path in own[:LARGEST])
    less = {}
    if bundle.pieces and bundle.target.has_docs:
        bare = replace(bundle.target, has_docs=False)
        less["--no-docs"] = units(join(bare, bundle.modules, bundle.main).text)
    if any(path.startswith(SEARCHES) for path in modules):
        less["--shortest"] = units(tightest(bundle, Kit.SHORTEST).text)
    ways = [f"{way}, which saves {size - left:,}" for way, left in less.items() if left < size]
    if ways:
        return f"{said}: build {', or '.join(ways)}, or shorten yours ({named})"
    return f"{said}: shorten the largest of your modules ({named})"


def write_product(path: Path, text: str) -> None:
    """Writes the bundle over the old one, in the same file.

    One that differs in its revision alone is left alone: a build in a fresh checkout changes
    nothing. Raises BadInput if the place cannot be written to.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        there = path.read_bytes().decode("utf-8", "replace") if path.exists() else ""
        if without_revision(there) != without_revision(text):
            write_over(path, text.encode("utf-8"))
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}; see --out") from error


def write_over(path: Path, data: bytes) -> None:
    """Writes a file in place, where a browser tool may be watching it: in one call of the system,
    so that whoever is killed leaves the old text or the new one.
    """
    file = os.open(path, os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
    try:
        written = os.write(file, data)
        while written < len(data):  # a full disk raises
            written += os.write(file, data[written:])
        os.ftruncate(file, len(data))
    finally:
        os.close(file)


def check(targets: Sequence[Target], out: Path, whole: bool) -> list[dict[str, str]]:
    """Returns the state of each product in the folder `out`: fresh, stale, missing or refused.

    whole: the targets are all there are, so any other .py file in the folder is `extra`.
    """
    rows = [check_one(target, out / target.file_name) for target in targets]
    if whole:
        expected = {row["path"] for row in rows}
        extra = sorted(str(path) for path in out.glob("*.py") if str(path) not in expected)
        rows += [{"bot": "", "path": path, "state": "extra"} for path in extra]
    return rows


def check_one(target: Target, path: Path) -> dict[str, str]:
    """Returns one product's state; `why` says more where the sources are refused."""
    row = {"bot": target.entry.name, "path": str(path)}
    there = path.read_bytes().decode("utf-8", "replace") if path.exists() else ""
    if (kept := KEPT_FORM.search(there)) and target.form != FLAT:
        target = replace(target, form=KEPT, why=kept[1])
    try:
        bundle = assemble(target)
    except Refused as refused:
        return row | {"state": "refused", "why": str(refused)}
    if not path.exists():
        return row | {"state": "missing"}
    fresh = without_revision(there) == without_revision(bundle.text)
    return row | {"state": "fresh" if fresh else "stale"}
