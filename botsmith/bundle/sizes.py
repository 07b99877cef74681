"""Whose a bundle's units are, and how many are free for its author."""

from dataclasses import dataclass, replace

from botsmith.bundle.assemble import Bundle, banner, join, tightest
from botsmith.bundle.header import LIMIT, units
from botsmith.bundle.short import OWN

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
    """Returns what the author of a bundle over the limit can do about it."""
    size = units(bundle.text)
    said = f"{size:,} of {LIMIT:,} UTF-16 units, {size - LIMIT:,} too many"
    if bundle.pieces and bundle.target.is_short is False:
        shorter = size - units(tightest(bundle).text)
        if shorter > 0:
            return f"{said}: build without --full, which saves {shorter:,}"
    modules = sizes_of(bundle).modules
    own = sorted((-units, path) for path, units in modules.items() if path.startswith(OWN))
    named = ", ".join(f"{path} {-units:,}" for units, path in own[:LARGEST])
    if bundle.pieces and bundle.target.has_docs:
        bare = replace(bundle.target, has_docs=False)
        saved = size - units(join(bare, bundle.modules, bundle.main).text)
        if saved > 0:
            return f"{said}: build --no-docs, which saves {saved:,}, or shorten yours ({named})"
    return f"{said}: shorten the largest of your modules ({named})"
