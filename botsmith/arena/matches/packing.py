"""Packs bots for the way to the workers: their files by content, their commands to be filled in.

A command plays the files that were hashed: a bot's file is read once, at the beginning, and every
worker runs a copy in a folder named by its hash, even if the original changes. Baselines do not
travel: each worker has its own, and refuses to play if they differ.
"""

import os
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from botsmith.arena.matches.bots import BASELINE_FOLDER, Bot, baseline_hash, digest
from botsmith.errors import BadInput, refusing

PACKAGE = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Word:
    """One word of a command. kind: "text" as it is, "python" the worker's interpreter, "workshop" a
    path below the package botsmith, "file" a path below the folder of shipped files.
    """

    kind: str
    text: str = ""


@dataclass(frozen=True)
class File:
    """A shipped file: its path below its folder, and its content."""

    path: str
    content: bytes
    is_executable: bool


@dataclass(frozen=True)
class PackedBot(Bot):
    """A bot in the form that is sent to workers. Only the bot that `unpack` makes of it can be
    started.

    words: its command, word by word
    files: the files that the words name
    size: UTF-16 units of its one Python file, as the contest site counts; None for a command
    """

    words: tuple[Word, ...] = ()
    files: tuple[File, ...] = ()
    size: int | None = None

    @property
    def folder(self) -> str:
        """Returns the name of the folder for its files, which depends on their content."""
        return digest([part for f in self.files for part in (f.path.encode(), f.content)])


def pack(bot: Bot, home: bool, is_copied: bool = True) -> PackedBot:
    """Returns a bot in the form that is sent to workers. Raises BadInput if a file cannot be read.

    home: the workers are on this machine, so a quoted command runs in its own folder. Elsewhere it
    has only the files that its command line names.
    is_copied: False if the bot runs in the folder of its own files, so it finds other files there
    """
    files: dict[str, File] = {}
    stays_home = not is_copied or (home and bot.cwd is not None)
    words = []
    for place, word in enumerate(bot.command):
        path = Path(word)
        if word == sys.executable:
            words.append(Word("python"))
        elif stays_home or not path.is_file() or (place == 0 and is_on_path(word)):
            words.append(Word("text", word))
        elif path.is_absolute() and path.is_relative_to(BASELINE_FOLDER):
            words.append(Word("workshop", path.relative_to(PACKAGE).as_posix()))
        else:
            # A file outside the current folder gets its bare name as path. A relative path stays as
            # it is: the command will run in the folder of its files.
            where = path.name if path.is_absolute() or ".." in path.parts else path.as_posix()
            with refusing(f"bot {bot.name}: {path}", "expected a readable file"):
                files[where] = File(where, path.read_bytes(), os.access(path, os.X_OK))
            words.append(Word("file" if path.is_absolute() else "text", where))
    cwd = bot.cwd if stays_home else None
    about = bot.name, (), bot.content_hash, cwd, bot.engine, bot.slack
    return PackedBot(*about, tuple(words), tuple(files.values()), units(bot))


def in_place(bot: Bot) -> PackedBot:
    """Returns the packed bot that runs here, in the folder of its own files."""
    return pack(bot, home=True, is_copied=False)


def is_on_path(word: str) -> bool:
    """Returns True if PATH leads from a program's bare name to the file that `word` names."""
    found = shutil.which(Path(word).name)
    return found is not None and (
        os.sep not in word or os.path.realpath(word) == os.path.realpath(found)
    )


def unpack(packed: PackedBot, folder: Path, game: str) -> Bot:
    """Returns the bot, ready to run here; its files lie below `folder`.

    Raises BadInput if the baselines here differ from the sender's.
    """
    place = unpack_files(packed, folder) if packed.files else None
    places = {"python": sys.executable, "workshop": str(PACKAGE), "file": str(place or "")}
    command = tuple(
        str(Path(places[word.kind], word.text)) if word.kind in places else word.text
        for word in packed.words
    )
    kinds = {word.kind for word in packed.words}
    if "workshop" in kinds and baseline_hash(game) != packed.content_hash:
        right = "expected the same version of Botsmith everywhere"
        raise BadInput(f"bot {packed.name}: the workshop here has other baselines; {right}")
    cwd = str(place) if place and "text" in kinds else packed.cwd
    return Bot(packed.name, command, packed.content_hash, cwd, packed.engine, packed.slack)


def unpack_files(packed: PackedBot, folder: Path) -> Path:
    """Writes the files of a bot in one step, so that several workers may do so at once; returns
    their folder.
    """
    place = folder / packed.folder
    if place.is_dir():
        return place
    folder.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(dir=folder))
    for file in packed.files:
        path = draft / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content)
        path.chmod(0o755 if file.is_executable else 0o644)
    try:
        draft.rename(place)
    except OSError:  # somebody else was quicker
        shutil.rmtree(draft)
        if not place.is_dir():
            raise
    return place


def units(bot: Bot) -> int | None:
    """Returns the UTF-16 units of a bot that is one Python file, as the site counts; None for
    another bot.
    """
    if bot.cwd is not None or len(bot.command) != 2 or str(BASELINE_FOLDER) in bot.command[1]:
        return None
    text = Path(bot.command[1]).read_text(encoding="utf-8", errors="replace")
    return len(text.encode("utf-16-le")) // 2
