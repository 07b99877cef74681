"""Builds a bundle of dist/ in stages, each a function of its module.

find    `modules`: finds the bot's modules; `proofs`: refuses what no bundle can hold
order   `order`: finds the order of the modules, from the meaning of names (`symbols`)
name    `naming`: gives names for one namespace; `flat`: makes the text of each module
write   `dist`: writes the file, marked until it is proven
prove   `tokens` compares the bundle with its sources, `trials` plays modules and bundle

`assemble` calls the first three. If the flat form proves to behave differently, the bundle keeps
its modules: `stickytape_form`.
"""

from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from botsmith.bundle.assemble import FLAT, KEPT, ONLY_FLAT, Bundle, Target, assemble
from botsmith.bundle.bases import keep_sources
from botsmith.bundle.dist import unproven_file, write_product
from botsmith.bundle.failures import Refused
from botsmith.bundle.header import LIMIT, units
from botsmith.bundle.inputs import Given, inputs_of
from botsmith.bundle.kernels import refused_kernels, search_module
from botsmith.bundle.proofs import ascii_failures, missing_here, package_warnings, undefined_names
from botsmith.bundle.sizes import Sizes, size_failures, sizes_of
from botsmith.bundle.trials import NEED_COMPILER, STARTUP_LIMIT_MS, USUAL, Asked, Trials, prove

SOURCE_PROOFS = ("text", "grammar", "imports", "dynamic", "weights", "names", "flat")
BUNDLE_PROOFS = ("size", "tokens", "isolated", "same_answers")
DECIDED = "the answers to the recorded input decide"


@dataclass
class Row(Trials):
    """The result for one target, with the results of its trials.

    bundle: None if the sources were refused
    sizes: None if the sources were refused
    path: the file of the bundle
    is_tried: True if the bundle was written and played
    """

    target: Target
    path: Path
    bundle: Bundle | None = None
    sizes: Sizes | None = None
    is_tried: bool = False

    def take(self, trials: Trials) -> None:
        """Adds the results of the trials of the bundle."""
        self.is_tried = True
        self.failures, self.skipped = trials.failures, trials.skipped
        self.unproven, self.startup_ms = trials.unproven, trials.startup_ms
        self.warnings += [text for text in trials.warnings if text not in self.warnings]

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
        """Returns each proof by name with its result: `ok`, its failures, or that it could not be
        tried. A slow start never fails a build, because a busy machine is slow.
        """
        untried = "ok" if self.is_tried else "not tried: the sources were refused"
        said = dict.fromkeys(SOURCE_PROOFS, "ok") | dict.fromkeys(BUNDLE_PROOFS, untried)
        if self.bundle and search_module(self.bundle.sources, self.target.entry.game):
            said["kernels"] = untried
            said |= dict.fromkeys(NEED_COMPILER if self.target.engine == "c" else (), untried)
        if self.bundle and self.bundle.form == KEPT:
            kept = "kept, in stickytape's form"
            said |= {proof: kept for proof in {each.proof for each in self.bundle.why} & ONLY_FLAT}
        said |= self.skipped
        said |= {proof: f"not proven, {why}" for proof, why in self.unproven.items()}
        for proof in dict.fromkeys(each.proof for each in self.failures):
            said[proof] = "; ".join(str(each) for each in self.failures if each.proof == proof)
        said["startup"] = "not tried" if self.startup_ms is None else "ok"
        if self.startup_ms and self.startup_ms > STARTUP_LIMIT_MS:
            meant = f"meant to be at most {STARTUP_LIMIT_MS:.0f}"
            said["startup"] = f"{self.startup_ms:.0f} ms over an empty script, {meant}"
        return said


def build(target: Target, out: Path, asked: Asked = USUAL) -> Row:
    """Builds a bundle, writes it into the folder `out`, and proves it there.

    Until its proofs end, the file says in its first line that it is not proven. If a proof fails,
    the old file is restored.
    """
    row = Row(target, out / target.file_name)
    asked.announce("sources")
    try:
        bundle = assemble(target)
        inputs = inputs_of(target.root, target.entry, asked.inputs)
        if bundle.doubts and not inputs and target.form != FLAT:  # and nothing could decide
            kept = assemble(replace(target, form=KEPT, why=bundle.doubts[0].where))
            bundle = replace(kept, why=bundle.doubts)
    except Refused as refused:
        row.failures = refused.failures
        return row
    row.failures = ascii_failures(bundle.sources) if asked.is_ascii else []
    row.failures += size_failures(bundle)
    row.bundle, row.sizes = bundle, sizes_of(bundle)
    if row.failures:
        row.failures = [*bundle.why, *row.failures]  # the cause, then what comes of it
    elif not asked.is_checked:
        row.failures = refused_kernels(bundle)
    if row.failures:
        return row
    with unproven_file(row.path, bundle.text, asked.written) as proven:
        row.warnings = [str(each) for each in undefined_names(bundle.sources)]
        row.warnings += package_warnings(bundle.sources, asked.python)
        row.warnings += [f"{each}: {DECIDED}" for each in bundle.doubts[:1]]
        missing = missing_here(bundle.sources, asked.python)
        trials = prove(bundle, inputs, asked, missing)
        row.take(trials)
        if row.failures and not trials.is_endless and bundle.pieces and target.form != FLAT:
            prove_kept(row, inputs, asked, missing)
        if not row.failures:
            proven.append(row.bundle.text)
            row.warnings += keep_sources(row.bundle)
    return row


def prove_kept(row: Row, inputs: list[Given], asked: Asked, missing: str) -> None:
    """Tries the form that keeps the modules after the flat one has failed.

    If that fails, too, the row is unchanged.
    """
    failures = row.failures
    try:
        kept = assemble(replace(row.target, form=KEPT, why=failures[0].where))
    except Refused:
        return
    if size_failures(kept):
        return
    write_product(row.path, kept.text, is_proven=False)
    trials = prove(kept, inputs, asked, missing)
    if not trials.failures:
        row.bundle, row.sizes = replace(kept, why=tuple(failures)), sizes_of(kept)
        row.take(trials)
