"""Finds the recorded standard input for playing a bundle: the author's own, or the contest's."""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from botsmith.bundle.failures import Failure, Refused
from botsmith.bundle.kernels import WORKSHOP
from botsmith.bundle.modules import Entry
from botsmith.errors import BadInput, refusing
from botsmith.golden import recorded_file, recorded_match
from botsmith.paths import PROGRAM
from botsmith.referees import games
from botsmith.runs import run_child
from botsmith.workspace import game_of

TURNS = 8  # of a recorded match
RECORDED = 6  # matches, where a contest's own are recorded anew
UNRECORDED = {"probe": ["0"] * TURNS}  # bots of no contest: any lines will do


@dataclass(frozen=True)
class Given:
    """Recorded standard input.

    name: its source, for messages
    text: the whole text
    is_strict: True if it is input of this contest, so an exception is a mistake of the bot
    asked: the number of answers that it asks for, 0 if unknown
    """

    name: str
    text: str
    is_strict: bool
    asked: int = 0


def inputs_of(root: Path, entry: Entry, files: Sequence[Path]) -> list[Given]:
    """Returns the recorded input for trying a bot; [] for a contest that the project does not know.

    Raises Refused if the contest has a referee and no recorded match. Raises BadInput for a file
    that cannot be read.
    """
    own = sorted((root / entry.path).parent.glob("input/*.txt"))
    found = []
    for file in files or own:
        with refusing(str(file), "expected recorded standard input"):
            found.append(Given(str(file), file.read_bytes().decode("utf-8"), is_strict=False))
    if found:
        return found
    game = game_of(entry.game, root)
    golden = root / "tests" / "golden" / game
    if entry.game not in UNRECORDED and game not in games() and not golden.exists():
        return []
    return [recorded_input(root, entry.game)]


def recorded_input(root: Path, game: str) -> Given:
    """Returns the first lines to seat 0 in the contest's first recorded match.

    Raises Refused if there is no such match.
    """
    lines, turns = UNRECORDED.get(game, []), 0
    if not lines:
        try:
            match = recorded_match(root, game, 1)
        except BadInput as error:
            # Without recorded input neither of the two proofs that need it holds.
            where, _, text = str(error).removeprefix(f"{root}/").partition(":")
            proofs = ("isolated", "same_answers")
            raise Refused([Failure(proof, where, text.strip()) for proof in proofs]) from error
        asked = [turn for turn in match.turns if 0 in turn.inputs][:TURNS]
        turns = sum(0 in turn.outputs for turn in asked)
        lines = [line for turn in asked for line in turn.inputs[0]]
        lines = [*match.init_inputs.get(0, []), *lines]
    return Given("recorded input", "".join(f"{line}\n" for line in lines), True, turns)


def outdated_golden(root: Path, game: str) -> list[Failure]:
    """Returns a failure if the contest's rules have changed since the match was recorded with which
    bundles are tried. The bot could not understand the old lines.
    """
    if game in UNRECORDED:
        return []
    with tempfile.TemporaryDirectory(prefix="botsmith-") as folder:
        file = Path(folder) / "match.jsonl.gz"
        file.write_bytes(recorded_file(root, game, 1))
        words = ["-P", "-m", "botsmith", "verify", game, str(file)]
        ran = run_child(words, root, "", {"PYTHONPATH": str(WORKSHOP)})
    refused = f"botsmith: {file}"
    if ran.lines[-1:] == ["equal 0 of 1 matches"]:
        difference = ran.lines[0].removeprefix(f"{file}, match 0 ")
    elif ran.status == 2 and ran.last.startswith(refused):
        difference = ran.last.removeprefix(refused).lstrip(", :").removeprefix("match 0: ")
    else:  # it is repeated, or nobody could be asked
        return []
    again = f"{PROGRAM} golden {game} --record {RECORDED}"
    text = f"no longer what the rules play: {difference}; if they are right, record anew: `{again}`"
    return [Failure("isolated", f"tests/golden/{game}", text)]
