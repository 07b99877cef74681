"""Adopts an existing bot, in one file or in a folder of modules, as a bot of a workspace: it
builds, plays, and can be taken apart there.

The entry file becomes bots/NAME/main.py, and the modules that it imports lie beside it as before.
If the contest has a referee, the bot first plays a match, with a steady clock and steady dice. The
input of this match becomes bots/NAME/input/1.txt, and the bundle has to answer it as the original
bot did. The trial runs in temporary folders; the workspace is written only if it succeeds.
"""

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from botsmith.arena.matches.bots import Bot, find_bots
from botsmith.arena.matches.match import Conditions, Play
from botsmith.bundle.assemble import Target
from botsmith.bundle.modules import Entry
from botsmith.bundle.products import Row, build
from botsmith.bundle.trials import Announce, Asked
from botsmith.errors import BadInput
from botsmith.leagues import league_line, league_read_by
from botsmith.new.bots import check_name, finish_bot
from botsmith.new.copies import write, write_all
from botsmith.new.project import Project, files_in, find_entry
from botsmith.paths import PROGRAM
from botsmith.referees import games, referee_for
from botsmith.runs import FIXED_WORK, SAME, STEPS_MS, WITHOUT_C, Form, steady_words

NONE = "none"  # the game of a bot whose contest has no referee here
SEED = "1"
SHOWN = 8  # files that are named as left out


@dataclass(frozen=True)
class Wanted:
    """The bot to adopt.

    path: a bot in one file, or a folder with its modules
    game: a contest, or NONE
    name: the bot's name in the workspace, "" for the name of its file or folder
    entry: the file of the folder that starts the bot, "" to find it
    inputs: files of recorded standard input
    python: the interpreter that runs the proofs
    """

    path: Path
    game: str
    name: str = ""
    entry: str = ""
    inputs: tuple[Path, ...] = ()
    python: str = sys.executable


@dataclass(frozen=True)
class Adopted:
    """An adopted bot.

    name: its name in the workspace
    paths: its new files
    said: lines for the author
    """

    name: str
    paths: list[str]
    said: list[str]


def adopt(root: Path, wanted: Wanted, announce: Announce = str) -> Adopted:
    """Adopts a bot as bots/NAME/. Returns its name, its new files, and lines for the author.

    announce: called with a text before each slow step
    Raises BadInput, with a line for each problem, and writes nothing then.
    """
    if wanted.game != NONE and wanted.game not in games():
        none = f"{NONE} for a contest without a referee here; `{PROGRAM} new NAME` writes another"
        raise BadInput(f"--game {wanted.game}: expected one of {' '.join(games())}, or {none}")
    folder, entry = place_of(wanted)
    name = wanted.name or name_for(wanted.path)
    check_name(root, name)
    project = Project(folder, entry, name)
    if project.problems:
        raise BadInput("\n".join(dict.fromkeys(project.problems)))
    files = {path: file.read_bytes() for path, file in project.files.items()}
    files |= {path: text.encode() for path, text in project.texts.items()}
    files.setdefault("__init__.py", b"")
    suffix = ".txt" if wanted.game == NONE else "-given.txt"
    for number, file in enumerate(wanted.inputs, start=1):
        files[f"input/{number}{suffix}"] = file.read_bytes()
    said = [*name_lines(wanted, name), *project.notes, *unused_line(project, folder, wanted)]
    with tempfile.TemporaryDirectory(prefix="botsmith-") as place:
        workspace, top = Path(place, "workspace"), folder if wanted.path.is_dir() else None
        form = copy_original(project, top, Path(place, "original"))
        if wanted.game != NONE:
            announce(f"a match of {wanted.game}")
            files["input/1.txt"], lines = play_once(form, name, wanted.game, entry, place)
            said += lines
        lay_out(workspace, root, name, files)
        target = Target(workspace, Entry(name, name, f"bots/{name}/main.py"), "c", {}, "unknown")
        asked = Asked(announce=announce, also=(form,), python=wanted.python)
        row = build(target, workspace / "dist", asked)
    if problems := [f"{each.proof}: {each}" for each in row.failures if each.proof != "size"]:
        lines = [line.replace(f"{workspace}/", "") for line in problems]
        for path in sorted(project.files, key=len, reverse=True):
            copy, original = f"bots/{name}/{path}", str(project.files[path])
            lines = [line.replace(copy, original) for line in lines]
        raise BadInput("\n".join(dict.fromkeys(lines)))
    lines = [*map(str, row.failures), *row.warnings, proof_line(row, entry)]
    said += [line.replace(f"{workspace}/", "") for line in lines]
    write_all(root / "bots" / name, files)
    paths = [f"bots/{name}/{path}" for path in sorted(files)]
    if wanted.game != NONE:
        paths += finish_bot(root, name, wanted.game)
    return Adopted(name, paths, said)


def place_of(wanted: Wanted) -> tuple[Path, Path]:
    """Returns the folder of a bot and its entry file, both absolute. Raises BadInput if one of them
    does not exist, or if no single file of the folder could start the bot.
    """
    path = Path(os.path.abspath(wanted.path))
    if path.is_dir():
        if not wanted.entry:
            return path, find_entry(path)
        for entry in (path / wanted.entry, Path(wanted.entry)):
            if entry.is_file():
                return path, Path(os.path.abspath(entry))
        raise BadInput(f"--entry {wanted.entry}: no such file in {wanted.path}")
    if wanted.entry:
        raise BadInput(f"--entry is for a folder, and {wanted.path} is none")
    if not path.is_file():
        raise BadInput(f"{wanted.path}: no such file; expected a bot in one file, or a folder")
    return path.parent, path


def name_for(path: Path) -> str:
    """Returns a name for a bot: the name of its file or folder in a-z and 0-9, with "bot" before it
    if it begins with a digit or is a module of Python's.
    """
    path = path.absolute()
    name = re.sub(r"[^a-z0-9]", "", (path.name if path.is_dir() else path.stem).lower())
    return f"bot{name}" if name[:1].isdigit() or name in sys.stdlib_module_names else name


def unused_line(project: Project, folder: Path, wanted: Wanted) -> list[str]:
    """Returns a line with the files of the folder that the bot does not use; no line if it uses all
    of them, or if it is a single module.
    """
    inputs = {file.absolute() for file in wanted.inputs}
    names = [str(file.relative_to(folder)) for file in project.unused if file not in inputs]
    if not folder.is_dir() or not names or len(project.texts) == 1 and not project.package:
        return []
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return [f"left out, because nothing imports or names it: {', '.join(names[:SHOWN])}{more}"]


def name_lines(wanted: Wanted, name: str) -> list[str]:
    """Returns a line if the bot's new name was not chosen by the author and is not the name of its
    file or folder; else no line.
    """
    given = wanted.path.absolute()
    if wanted.name or name in (given.stem.lower(), given.name.lower()):
        return []
    return [f"{given.name} is called {name} here: names are a-z and 0-9; --name gives it another"]


def copy_original(project: Project, folder: Path | None, place: Path) -> Form:
    """Copies the original bot. Returns how to run the copy as its author runs the bot.

    folder: the bot's folder, None for a bot in one file
    place: an empty folder for the copy
    """
    files = {*project.files.values(), *(files_in(folder) if folder else [])}
    top = Path(os.path.commonpath([*project.roots, *files, *([folder] if folder else [])]))
    top = top.parent if project.package and top in (project.entry.parent, project.entry) else top
    for file in files:
        write(place / file.relative_to(top), file.read_bytes())
    folders = [folder or project.entry.parent, *project.roots]
    folders += [project.entry.parent.parent] if project.package else []
    home, *roots = [str(place / path.relative_to(top)) for path in folders]
    entry = str(place / project.entry.relative_to(top))
    return Form("the bot as it was given", entry, None, tuple(roots), project.package, home)


def play_once(form: Form, name: str, game: str, entry: Path, place: str) -> tuple[bytes, list[str]]:
    """Plays a match of the original bot in seat 0 against random moves.

    Returns all lines that it read, and a line for the author for each of its errors. If a bot with
    errors reads the lines of another league, one more says which.

    place: a folder, in which the bot's run reports its end
    """
    words = steady_words(form, form.file, Path(place, "report"), STEPS_MS[0])
    bot = Bot(name, (sys.executable, *words), "")
    rivals = find_bots(["random"] * (min(referee_for(game).player_counts) - 1), game)
    referee = referee_for(game).from_seed(int(SEED), 1 + len(rivals))
    conditions = Conditions("none", environment={**SAME, **FIXED_WORK, **WITHOUT_C})
    match = Play(referee, [bot, *rivals], SEED, 0, conditions).run()
    given = [match.init_inputs, *(turn.inputs for turn in match.turns)]
    text = "".join(f"{line}\n" for one in given for line in one.get(0, []))
    faults = [each["text"] for each in match.extra["errors"] if each["seat"] == 0]
    lines = [f"{entry} in its match of {game}: {fault}" for fault in faults]
    if faults and (league := league_read_by(game, [sys.executable, form.file])):
        lines.append(f"{entry} reads {league_line(game, league)}")
    return text.encode(), lines


def lay_out(workspace: Path, root: Path, name: str, files: Mapping[str, bytes]) -> None:
    """Writes a workspace that has the bot and nothing else but the common/ of `root`.

    files: contents by path in bots/NAME/
    """
    write_all(workspace / "bots", {"__init__.py": ""})
    write_all(workspace / "bots" / name, files)
    if (root / "common").is_dir():
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(root / "common", workspace / "common", ignore=ignored)


def proof_line(row: Row, entry: Path) -> str:
    """Returns a line that says if the bundle gave the same answers as the original bot."""
    if row.failures:
        return "same answers: not tried"
    if why := row.unproven.get("same_answers"):
        return f"same answers: not proven, {why}"
    return f"same answers: proven, the bundle says what {entry} says"
