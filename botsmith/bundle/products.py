"""The bundles of dist/: a build is a line of stages, each behind one door.

find    `assemble`: what a bot is made of, and what no bundle can hold
order   `flat`: which module stands where (`namespace`, `effects`, `imports`)
name    `flat`: what each name is called in one namespace (`symbols`, `uses`), and the text
write   here: into dist/, marked until it is proven
prove   `trials` plays modules and bundle, `tokens` compares the bundle with its sources

Where the flat form proves to be another program, the modules are kept: `stickytape_form`.
"""

import os
import statistics
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
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
from botsmith.bundle.header import (
    KEPT_FORM,
    LIMIT,
    as_unproven,
    banner,
    units,
    without_revision,
)
from botsmith.bundle.kernels import search_module
from botsmith.bundle.packages import package_warnings
from botsmith.bundle.proofs import ascii_failures, lost_names, undefined_names
from botsmith.bundle.short import OWN, SEARCHES, Kit
from botsmith.bundle.stickytape_form import written_modules
from botsmith.bundle.tokens import token_failures
from botsmith.bundle.trials import (
    NEED_COMPILER,
    USUAL,
    Asked,
    inputs_of,
    refused_kernels,
    try_out,
)
from botsmith.errors import BadInput
from botsmith.runs import run_child, write_text

SOURCE_PROOFS = ("text", "grammar", "imports", "dynamic", "weights", "names", "flat")
BUNDLE_PROOFS = ("size", "tokens", "deterministic", "isolated", "same_answers")
STARTUP_LIMIT_MS = 100.0
STARTUP_RUNS = 5
STARTUP_WORK = 2.0  # seconds of the processor
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

    bundle: None if the sources were refused
    sizes: None if it was not written
    path: its file
    is_tried: it was written and played
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
    is_tried: bool = False

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
        untried = "ok" if self.is_tried else "not tried: the sources were refused"
        said = dict.fromkeys(SOURCE_PROOFS, "ok") | dict.fromkeys(BUNDLE_PROOFS, untried)
        if self.bundle and search_module(self.bundle.modules, self.target.entry.game):
            said["kernels"] = untried
            said |= dict.fromkeys(NEED_COMPILER if self.target.engine == "c" else (), untried)
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
    """Builds a bundle, writes it into the folder `out`, and proves it there.

    Until its proofs end, the file says in its first line that it is not proven. Where one fails,
    the file is as it was before.
    """
    row = Row(target, out / target.file_name)
    asked.tell("sources")
    row.bundle, row.failures = found(target, asked)
    if row.bundle:
        row.failures += refusals(row.bundle, asked)
    if row.bundle is None or row.failures:
        return row
    with written(row, asked):
        row.sizes = sizes_of(row.bundle)
        row.warnings = source_warnings(row.bundle, asked)
        is_hopeless = prove(row, asked)
        if row.failures and not is_hopeless and row.bundle.form == FLAT and target.form != FLAT:
            prove_kept(row, asked)
    return row


def found(target: Target, asked: Asked) -> tuple[Bundle | None, list[Failure]]:
    """Returns the bundle of a target in the form that its sources ask for, or what refuses it."""
    try:
        bundle = assemble(target)
        inputs = inputs_of(target.root, target.entry, asked.inputs)
        if bundle.doubts and not inputs and target.form != FLAT:  # and nothing could decide
            kept = assemble(replace(target, form=KEPT, why=bundle.doubts[0].where))
            bundle = replace(kept, why=bundle.doubts)
    except Refused as refused:
        return None, refused.failures
    return bundle, []


def refusals(bundle: Bundle, asked: Asked) -> list[Failure]:
    """Returns why a bundle is none for the site, as far as nothing need be played."""
    sources = [*bundle.modules, bundle.main]
    failures = ascii_failures(sources) if asked.is_ascii else []
    if failures := failures + size_failures(bundle):
        return failures + [*bundle.why]
    return [] if asked.is_checked else refused_kernels(bundle)


def source_warnings(bundle: Bundle, asked: Asked) -> list[str]:
    """Returns what else the sources give to think about."""
    sources = [*bundle.modules, bundle.main]
    seen = [f"{each}: the answers to the recorded input decide" for each in bundle.doubts[:1]]
    names = map(str, undefined_names(sources))
    return [*names, *package_warnings(sources, asked.python), *seen]


@contextmanager
def written(row: Row, asked: Asked) -> Iterator[None]:
    """Writes a bundle that is not proven yet; at the end it is proven, or the file is as before."""
    assert row.bundle
    before = row.path.read_bytes() if row.path.exists() else None
    if write_product(row.path, row.bundle.text, is_proven=False):
        asked.written(row.path)
    is_proven = False
    try:
        yield
        is_proven = not row.failures
    finally:
        if is_proven:
            write_product(row.path, row.bundle.text)
            row.warnings += store(row.bundle)
        elif before is None:
            row.path.unlink(missing_ok=True)
        elif not row.path.exists() or row.path.read_bytes() != before:
            row.path.write_bytes(before)


def store(bundle: Bundle) -> list[str]:
    """Stores what a bundle was built from; returns a warning if it cannot."""
    try:
        keep_sources(bundle)
    except OSError as error:
        what = "so pull will not know what this file was built from"
        return [f"{error.filename}: {error.strerror}, {what}"]
    return []


def prove(row: Row, asked: Asked) -> bool:
    """Tries a bundle out, and says in its row what came of it.

    Returns True if no other form would help.
    """
    bundle = row.bundle
    assert bundle
    row.is_tried = True
    trials = try_out(bundle, asked)
    row.failures = token_failures(bundle) + trials.failures
    if bundle.form == FLAT and not row.failures:
        row.failures = lost_names(bundle.text, [*bundle.modules, bundle.main])
    row.skipped, row.unproven = trials.skipped, trials.unproven
    row.warnings += [text for text in trials.warnings if text not in row.warnings]
    if not (row.failures or row.unproven or asked.is_save):
        asked.tell("startup")
        row.startup_ms = measure_startup(bundle)
    return trials.is_endless


def prove_kept(row: Row, asked: Asked) -> None:
    """Tries the form that keeps the modules in place of a flat one that failed.

    Where that fails too, the row is as it was.
    """
    flat, failures, unproven = row.bundle, row.failures, row.unproven
    try:
        kept = assemble(replace(row.target, form=KEPT, why=failures[0].where))
    except Refused:
        return
    row.bundle, row.failures = replace(kept, why=tuple(failures)), size_failures(kept)
    if not row.failures:
        write_product(row.path, kept.text, is_proven=False)
        prove(row, asked)
    if row.failures:
        row.bundle, row.failures, row.unproven = flat, failures, unproven
    else:
        row.sizes = sizes_of(row.bundle)


def measure_startup(bundle: Bundle) -> float | None:
    """Returns a start's ms without input over an empty script's; medians of interleaved runs.

    None for a bot that does not end where its input does.
    """
    times: dict[str, list[float]] = {bundle.text: [], "": []}
    with tempfile.TemporaryDirectory(prefix="botsmith-") as folder:
        file = Path(folder) / "bundle.py"
        for text in list(times) * STARTUP_RUNS:
            write_text(file, text)
            began = perf_counter()
            ran = run_child(["-I", str(file)], file.parent, "", {}, work=STARTUP_WORK)
            if ran.status is None:
                return None
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
        sources = (*bundle.modules, bundle.main)
        texts = {source.path: source.text for source in sources}
        known = {source.path.removeprefix(source.root) for source in sources}
        own = f"{OWN}{bundle.target.entry.game}/"
        for path, data in written_modules(bundle.text).items():
            if path not in known:
                texts[own + path.removeprefix(own)] = repr(data)
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
    return f"{said}: shorten the largest of yours ({named})"


def write_product(path: Path, text: str, is_proven: bool = True) -> bool:
    """Writes the bundle over the old one, in the same file; returns True if it was another one.

    One that differs in its revision alone is left alone: a build in a fresh checkout changes
    nothing. Raises BadInput if the place cannot be written to.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        there = path.read_bytes().decode("utf-8", "replace") if path.exists() else ""
        is_new = without_revision(there) != without_revision(text)
        if is_new:
            write_over(path, (text if is_proven else as_unproven(text)).encode("utf-8"))
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}; see --out") from error
    return is_new


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
