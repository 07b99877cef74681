"""`train policy --apply`: builds the bots that read a policy, and plays them against the main
bot.
"""

from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from botsmith.arena.matches.workers import player_counts
from botsmith.bundle.assemble import Target
from botsmith.bundle.failures import Refused
from botsmith.bundle.header import revision
from botsmith.bundle.modules import all_entries, find_sources
from botsmith.bundle.products import build
from botsmith.cli.league import league
from botsmith.cli.options import Model, Rated, Series
from botsmith.errors import BadInput
from botsmith.files import write_bytes
from botsmith.printable import print_error, say
from botsmith.training.weights import module_source
from botsmith.workspace import STATE, game_of

FAILED = 1
GAMES = 10  # against the bot in force


def apply_policy(root: Path, folder: str, text: str) -> int:
    """Writes a policy into bots/FOLDER/weights.py, builds the bots that read it, and plays them
    against the main bot. Returns the exit status.

    If a bot fails its proofs, the old weights are restored. Raises BadInput if weights.py holds
    weights of another kind.
    """
    path = root / "bots" / folder / "weights.py"
    before = path.read_bytes() if path.exists() else None
    if before is not None and b"\ncommand train policy " not in before:
        raise BadInput(f"--apply: {path} holds no policy; move it away first")
    source = module_source(folder, text, is_wide=not text.isascii(), what="policy")
    write_bytes(path, source.encode())
    bots = []
    for entry in all_entries(root) if any(path.parent.glob("main*.py")) else []:
        if entry.game == folder:
            with suppress(Refused):  # `build` says why
                if path in [root / source.path for source in find_sources(root, entry)]:
                    bots.append(entry)
    if not bots:
        say(f"the policy is in {path}; no bot reads it yet: docs/policies.md, 'A policy is a bot'")
        return 0
    with TemporaryDirectory() as kept:
        # The rival is the main bot of the present sources; if it reads the policy, that in dist/.
        in_force, rival = root / "dist" / f"{folder}.py", Path(kept) / f"{folder}.py"
        main = next((each for each in all_entries(root) if each.name == folder), None)
        if main is not None and main not in bots:
            build(Target(root, main, "c", {}, revision(root, folder)), Path(kept))
        elif in_force.exists():
            rival.write_bytes(in_force.read_bytes())
        for entry in bots:
            row = build(Target(root, entry, "c", {}, revision(root, entry.game)), root / "dist")
            if row.failures:
                for failure in row.failures:
                    print_error(f"{failure.proof}: {failure}")
                if before is not None:
                    write_bytes(path, before)
                    print_error(f"{path} is as it was")
                return FAILED
            say(f"the policy is in {path} and plays as {row.path}")
            if rival.exists():
                compare_bots(game_of(folder), row.path, rival)
            else:
                say(f"no bot was in force: `play {folder} {entry.name} random --games 10`")
    return 0


def compare_bots(game: str, file: Path, rival: Path) -> None:
    """Plays a file against the main bot in a league at equal time, and prints who is better. Late
    answers are counted and played.
    """
    bots = [str(file), *[str(rival)] * (min(player_counts(game)) - 1)]
    series, store = Series(time="count"), STATE / "policy.db"
    store.parent.mkdir(exist_ok=True)
    league(game, bots, series=series, model=Model(), rated=Rated(), games=GAMES, db=store)
