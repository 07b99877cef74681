"""From a project to the text of one bundle. The same sources give the same bytes.

Run as a module, it builds one bundle from a request on stdin (JSON, see `Order.request`) and prints
it: the proof of determinism does that under other hash seeds.
"""

import json
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from botsmith.bundle import literals, proofs
from botsmith.bundle.compiled import compiled, has_kernels
from botsmith.bundle.failures import Refused
from botsmith.bundle.header import header
from botsmith.bundle.modules import Entry, Source, find_modules, read_source
from botsmith.bundle.parameters import parameters_in_force, with_changes
from botsmith.errors import BadInput

Flavour = Callable[[Path, Entry, Sequence[Source], Source], tuple[list[Source], Source]]


def pure(
    _root: Path, _entry: Entry, modules: Sequence[Source], main: Source
) -> tuple[list[Source], Source]:
    """The modules and the entry file as they are."""
    return list(modules), main


# A flavour takes a project, a bot, its modules and its entry file, and gives the modules and the
# entry file that the bundle holds: more of them (any file, not just Python), or with other texts.
FLAVOURS: dict[str, Flavour] = {"pure": pure, "compiled": compiled}


@dataclass(frozen=True)
class Order:
    """One bundle to build. changes: parameters to override; revision: the text for the header."""

    root: Path
    entry: Entry
    flavour: str
    changes: Mapping[str, Any]
    revision: str

    @property
    def file_name(self) -> str:
        """The bundle's name in dist/."""
        return self.entry.name + ("" if self.flavour == "pure" else f"_{self.flavour}") + ".py"

    def request(self) -> str:
        """This order as the JSON that `main` reads."""
        entry = self.entry
        return json.dumps(
            {
                "root": str(self.root),
                "entry": [entry.name, entry.game, entry.path],
                "flavour": self.flavour,
                "changes": dict(self.changes),
                "revision": self.revision,
            }
        )


@dataclass(frozen=True)
class Bundle:
    """A built bundle: its text, the modules in it and the entry file."""

    order: Order
    text: str
    modules: list[Source]
    main: Source


def choose_flavours(names: str | None, root: Path, entry: Entry) -> list[str]:
    """The flavours of a list with commas that a bot has; for None, all of them.

    BadInput for a name that is none, and for a bot that has none of those named.
    """
    chosen = list(FLAVOURS) if names is None else list(dict.fromkeys(names.split(",")))
    for name in chosen:
        if name not in FLAVOURS:
            raise BadInput(f"no flavour '{name}': this workshop builds {', '.join(FLAVOURS)}")
    if "compiled" in chosen and not has_kernels(root, entry):
        chosen.remove("compiled")
    if not chosen:
        raise BadInput(
            f"{entry.name} has no kernels to compile: none of its modules holds Memory and ENTRIES"
        )
    return chosen


def assemble(order: Order) -> Bundle:
    """Builds the bundle in memory. Refused with every failure that the sources alone can tell."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # a linter's concern, and new in each Python
        warnings.simplefilter("ignore", DeprecationWarning)
        modules, main = proven_sources(order)
        parameters = parameters_in_force(modules, order.entry.game)
    body = literals.body(modules, main)
    sources = [*modules, main]
    top = header(order.entry, order.flavour, order.revision, sources, parameters, body)
    return Bundle(order, top + body, modules, main)


def proven_sources(order: Order) -> tuple[list[Source], Source]:
    """The modules of a bundle and its entry file. Refused with what is wrong with them."""
    entry = order.entry
    main = read_source(order.root, entry.path)
    early = proofs.entry_failures(entry, main)
    if early:
        raise Refused(early)
    found = with_changes(find_modules(order.root, entry), entry.game, order.changes)
    tabs = proofs.tab_failures(found)
    if tabs:
        raise Refused(tabs)
    modules, main = FLAVOURS[order.flavour](order.root, entry, found, main)
    failures = proofs.source_failures(entry, modules, main)
    if failures:
        raise Refused(failures)
    return modules, main


def main() -> None:
    """Builds what the request on stdin names and writes the bundle's bytes to stdout."""
    request = json.load(sys.stdin)
    order = Order(
        Path(request["root"]),
        Entry(*request["entry"]),
        request["flavour"],
        request["changes"],
        request["revision"],
    )
    sys.stdout.buffer.write(assemble(order).text.encode())


if __name__ == "__main__":
    main()
