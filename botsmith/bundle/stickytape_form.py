"""Makes a bundle that keeps its modules, in stickytape's form: for bots that cannot be flat.

The file holds every module as a text, writes them into a temporary folder when it starts, and runs
the entry file there as `python -m` does. It also holds data files beside the modules, if a module
that uses its `__file__` names them.
"""

import ast
import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import stickytape

from botsmith.bundle.modules import Entry, Source

# Which modules stand in a bundle is known here: stickytape's own list is old.
stickytape.is_stdlib_module = lambda name: name.partition(".")[0] in sys.stdlib_module_names
START = "import runpy\n\nrunpy.run_module({!r}, run_name='__main__', alter_sys=True)\n"
WRITE = "__stickytape_write_module"
WRITTEN = re.compile(rf"    {WRITE}\((['\"])(.*?)\1, ")
NO_TEXT = re.compile("[\0\r\ud800-\udfff]")  # in no literal of a file of UTF-8
ASKING = re.compile(r"\b(__file__|__path__|__spec__|resources|get_data)\b")  # for its own place
NO_DATA = (".py", ".pyc", ".md")  # what is no data of a bot


def kept_text(root: Path, entry: Entry, sources: Sequence[Source]) -> str:
    """Returns the text of a bundle in stickytape's form. sources: the entry file last."""
    data = data_files(root, entry, sources)
    with tempfile.TemporaryDirectory(prefix="botsmith-") as folder:
        tree, start = Path(folder) / "tree", Path(folder) / "start" / "start.py"
        for source in sources:
            path = source.path.removeprefix(source.root)
            write(tree / path, source.text.encode("utf-8", "surrogateescape"))
        write(start, START.format(sources[-1].module).encode())
        names = [source.module for source in sources]
        script = stickytape.script(
            str(start), add_python_modules=names, add_python_paths=[str(tree)]
        )
    lines = script.removeprefix("#!/usr/bin/env python\n").split("\n")
    first = next(at for at, line in enumerate(lines) if line.startswith(f"    {WRITE}("))
    texts = {source.path.removeprefix(source.root): source for source in sources}
    lines[first:first] = [f"    {WRITE}({path!r}, {text!r})" for path, text in data.items()]
    return "\n".join(readable(line, texts) for line in lines)


def write(path: Path, contents: bytes) -> None:
    """Writes a file, and makes the folders around it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(contents)


def readable(line: str, texts: dict[str, Source]) -> str:
    """Returns a line of stickytape's output, with the text of a module broken into its own
    lines.
    """
    found = WRITTEN.match(line)
    source = texts.get(found[2]) if found else None
    quotes = [quote for quote in ("'''", '"""') if source and quote not in source.text]
    if not source or not quotes or NO_TEXT.search(source.text):
        return line
    made = f"{WRITE}({source.path.removeprefix(source.root)!r}, r{quotes[0]}\n{source.text}"
    return f"    # ==== {source.path} ====\n    {made}{quotes[0]}[1:].encode())"


def written_modules(text: str) -> dict[str, bytes]:
    """Returns the modules that a bundle in stickytape's form writes when it starts, by path."""
    found = {}
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Call(func=ast.Name(id=name), args=[path, contents]) if name == WRITE:
                if isinstance(contents, ast.Call):  # r"""..."""[1:].encode()
                    made: str = ast.literal_eval(vars(vars(contents.func)["value"])["value"])
                    found[ast.literal_eval(path)] = made[1:].encode()
                else:
                    found[ast.literal_eval(path)] = ast.literal_eval(contents)
    return found


def data_files(root: Path, entry: Entry, sources: Sequence[Source]) -> dict[str, bytes]:
    """Returns the files beside the modules that one of them may read: their contents by path.

    They are files of the bot's folder. A module that uses its own path has their name or ending in
    a text. Each file keeps its place relative to that module.
    """
    found = {}
    folder = root / "bots" / entry.game
    for source in sources:
        if not ASKING.search(source.text):
            continue
        texts = (getattr(node, "value", None) for node in source.nodes)
        words = [text for text in texts if isinstance(text, str) and text]
        for file in sorted(folder.rglob("*")):
            place = file.relative_to(folder).as_posix()
            endings = {file.name, file.suffix or file.name}
            named = any(ending in word for ending in endings for word in words)
            is_data = file.is_file() and file.suffix not in NO_DATA and "__pycache__" not in place
            if named and is_data and not place.startswith("input/"):
                path = file.relative_to(root).as_posix().removeprefix(source.root)
                found[path] = file.read_bytes()
    return found
