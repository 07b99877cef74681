"""Sources as text of a bundle: raw multi-line literals under marker lines, between two preludes.

A section is a marker line, a call with the source exactly as written, and a closing line:

    # ==== bots/csb/params.py ====
    __stickytape_write_module('bots/csb/params.py', rb'''
    (the source)
    ''')

The entry file follows last, under its marker, as it is.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from botsmith.bundle.failures import Failure
from botsmith.bundle.modules import Source

OPENING = "__stickytape_write_module('{path}', rb'''"
CLOSING = "''')"
PRELUDE = Path(__file__).with_name("prelude.py")


def marker(path: str) -> str:
    """The comment line above a section."""
    return f"# ==== {path} ===="


def section(source: Source) -> str:
    """One module as text of the bundle; an empty one is left out, packages need no file."""
    if not source.text:
        return ""
    opening = OPENING.format(path=source.path)
    return f"{marker(source.path)}\n{opening}\n{source.text}{CLOSING}\n\n\n"


def body(modules: Sequence[Source], main: Source) -> str:
    """Everything below the header. A bot of one file needs no prelude and is its own text."""
    entry = f"{marker(main.path)}\n{main.text}"
    if not modules:
        return entry
    before, after = prelude_parts()
    sections = "".join(section(source) for source in modules)
    return f"{before}\n\n{sections}\n\n{marker('the importer')}\n{after}\n\n{entry}"


def prelude_parts() -> tuple[str, str]:
    """The prelude's text before and after the modules."""
    text = PRELUDE.read_text(encoding="ascii")
    _, _, text = text.partition("# ---- before the modules ----\n")
    before, _, after = text.partition("# ---- after the modules ----\n")
    return before.strip("\n") + "\n", after.strip("\n") + "\n"


def quote_failures(modules: Sequence[Source]) -> Iterator[Failure]:
    """Every place where a module would end its own literal."""
    for source in modules:
        for number, line in enumerate(source.text.split("\n"), start=1):
            if "'''" in line:
                what = "three single quotes end the literal that holds this module in the bundle"
                advice = 'write """ for a docstring and "" for an empty string'
                yield Failure("quotes", f"{source.path}:{number}", f"{what}: {advice}")
