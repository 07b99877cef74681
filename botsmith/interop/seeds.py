"""Finds out by trial how a foreign referee accepts its seed, with bots that record the lines they
read.
"""

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from botsmith.children import run
from botsmith.programs import seed_words

FORMS = ("-d seed=N", "-seed N")
SECONDS = 60.0
BOT = """import sys
with open(sys.argv[1], "ab", buffering=0) as file:
    for line in sys.stdin.buffer:
        file.write(line)
        print("WAIT", flush=True)
"""


def tried_form(command: Sequence[str]) -> str:
    """Returns the first form of the seed in which equal seeds give equal lines and different seeds
    do not; "" if no form does, or the referee did not play.
    """
    for form in FORMS:
        first, again, other = (heard_lines(command, form, seed) for seed in (1, 1, 2))
        if first and first == again != other:
            return form
    return ""


def heard_lines(command: Sequence[str], form: str, seed: int) -> bytes:
    """Returns the lines that two bots read in a match; each bot answers WAIT to every line."""
    with tempfile.TemporaryDirectory(prefix="botsmith-") as name:
        folder = Path(name)
        (folder / "bot.py").write_text(BOT, encoding="utf-8")
        words = [*command]
        for player in (1, 2):
            words += [f"-p{player}", f"{sys.executable} {folder}/bot.py {folder}/{player}.txt"]
        words += [*seed_words(form, seed), "-l", f"{folder}/log.json"]
        run(words, cwd=Path.cwd(), seconds=SECONDS)
        files = [folder / f"{player}.txt" for player in (1, 2)]
        return b"\0".join(file.read_bytes() for file in files if file.is_file())
