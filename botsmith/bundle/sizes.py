"""Counts the UTF-16 units of a bundle by module, and gives advice if they are too many."""

from dataclasses import dataclass, replace

from botsmith.bundle.assemble import Bundle, assemble, flat_bundle
from botsmith.bundle.failures import Failure
from botsmith.bundle.header import LIMIT, banner, units
from botsmith.bundle.short import OWN, SEARCHES, Kit
from botsmith.bundle.stickytape_form import written_modules

LARGEST = 3  # modules that a refusal names


@dataclass(frozen=True)
class Sizes:
    """The UTF-16 units of a bundle in its smallest form, with tabs and short modules.

    modules: units by path, with banners
    yours: units of the author's modules
    kit: units of all other modules, and of the header
    free: LIMIT minus both
    """

    modules: dict[str, int]
    yours: int
    kit: int
    free: int


def size_failures(bundle: Bundle) -> list[Failure]:
    """Returns a failure for a bundle over the contest site's limit, with advice to its author."""
    if units(bundle.text) <= LIMIT:
        return []
    return [Failure("size", bundle.target.file_name, advice(bundle))]


def tightest(bundle: Bundle, kit: Kit = Kit.SHORT) -> Bundle:
    """Returns the bundle in the form that leaves its author most room, with all the author's
    docstrings.

    kit: the shortest allowed form of `common/`
    """
    kit = max(kit, bundle.kit)
    if not bundle.pieces or (bundle.uses_tabs and bundle.kit is kit):
        return bundle
    tight = flat_bundle(replace(bundle.target, kit=kit), bundle.sources, tabs=(True,))
    return min(bundle, tight, key=lambda each: units(each.text))


def sizes_of(bundle: Bundle) -> Sizes:
    """Returns the units of a bundle by module. A bundle that keeps its modules has one form
    only.
    """
    tight = tightest(bundle)
    if tight.pieces:
        texts = {piece.source.path: piece.text for piece in tight.pieces}
    else:
        texts = {source.path: source.text for source in bundle.sources}
        known = {source.path.removeprefix(source.root) for source in bundle.sources}
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
        less["--no-docs"] = units(assemble(bare, bundle.sources).text)
    if any(path.startswith(SEARCHES) for path in modules):
        less["--shortest"] = units(tightest(bundle, Kit.SHORTEST).text)
    ways = [f"{way}, which saves {size - left:,}" for way, left in less.items() if left < size]
    if ways:
        return f"{said}: build {', or '.join(ways)}, or shorten yours ({named})"
    return f"{said}: shorten the largest of yours ({named})"
