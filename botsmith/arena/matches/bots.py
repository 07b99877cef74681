"""Finds the bots that a command line names, and makes the environment that they run in."""

import fnmatch
import hashlib
import os
import re
import shlex
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from botsmith.arena.baselines import EVERYWHERE
from botsmith.errors import BadInput, refusing
from botsmith.files import write_bytes
from botsmith.nearest import did_you_mean
from botsmith.paths import MARK, PROGRAM
from botsmith.programs import command_words, is_foreign, module_words
from botsmith.referees import games, referee_for
from botsmith.workspace import CONTESTS, HOME, ROOTS, STATE, game_of, home_of, league_store

if TYPE_CHECKING:
    from botsmith.arena.store.store import Version

BASELINE_FOLDER = Path(__file__).parent.with_name("baselines")
HASH_DIGITS = 16
LONGEST_SLACK = 60_000.0  # ms; who takes longer hangs
PYTHON = "python"
VERSION = re.compile(r"[^@/]+@v[0-9]+")
COMPILED = "`{} -o {{name}} {{file}}`, and ./{{name}} as the bot"
SOURCES = {  # the language of a file, and what is right in its place
    **dict.fromkeys((".cpp", ".cc", ".cxx"), ("C++", COMPILED.format("g++ -O2"))),
    ".c": ("C", COMPILED.format("gcc -O2")),
    ".rs": ("Rust", COMPILED.format("rustc -O")),
    ".cs": ("C#", "`mcs {file}`, and 'mono {name}.exe' in quotes as the bot"),
    ".java": ("Java", "'java {file}' in quotes"),
    ".kt": ("Kotlin", "`kotlinc {file} -include-runtime -d {name}.jar` and 'java -jar {name}.jar'"),
    ".go": ("Go", "`go build -o {name} {file}`, and ./{name} as the bot"),
    ".js": ("JavaScript", "'node {file}' in quotes"),
    ".ts": ("TypeScript", "`tsc {file}`, and 'node {name}.js' in quotes as the bot"),
    ".rb": ("Ruby", "'ruby {file}' in quotes"),
    ".php": ("PHP", "'php {file}' in quotes"),
    ".lua": ("Lua", "'lua {file}' in quotes"),
}
PORTED = re.compile(r"([a-z0-9]+):(\w+)")  # a baseline of another contest


class Slack(NamedTuple):
    """The ms after the limit in which an answer still counts: first_ms for the first answer, in
    which a virtual machine starts, turn_ms for all others.
    """

    turn_ms: float
    first_ms: float


NO_SLACK = Slack(0.0, 0.0)


@dataclass(frozen=True)
class Bot:
    """A player that can be started.

    name: its name in tables
    command: program and arguments
    content_hash: a hash of its files
    cwd: where the command runs; None is the temporary folder that every match makes for it
    engine: PYTHON forbids it to use C; "" leaves the choice to the bot
    slack: ms beyond the limit in which an answer still counts
    """

    name: str
    command: tuple[str, ...]
    content_hash: str
    cwd: str | None = None
    engine: str = ""
    slack: Slack = NO_SLACK

    @property
    def environment(self) -> dict[str, str]:
        """Returns the variables that tell the bot which engine it may use."""
        return {"BOTSMITH_ENGINE": self.engine} if self.engine else {}


def digest(parts: Sequence[bytes]) -> str:
    """Returns a short hash of several byte strings together."""
    whole = hashlib.sha256()
    for part in parts:
        whole.update(len(part).to_bytes(8, "big"))
        whole.update(part)
    return whole.hexdigest()[:HASH_DIGITS]


def script_bot(path: Path) -> Bot:
    """Returns the bot of a Python file. It runs under this Python, in a temporary folder. Raises
    BadInput if it cannot be read.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        right = f"expected a readable .py file{did_you_mean(str(path), scripts_here())}"
        raise BadInput(f"bot {path}: {error.strerror}; {right}") from None
    return Bot(path.stem, (sys.executable, str(path.resolve())), digest([content]))


def without_c(bot: Bot) -> Bot:
    """Returns the bot NAME@python: the same file, which plays in CPython without C."""
    content = digest([bot.content_hash.encode(), PYTHON.encode()])
    return replace(bot, name=f"{bot.name}@{PYTHON}", content_hash=content, engine=PYTHON)


def split_engine(text: str) -> tuple[str, str]:
    """Splits BOT or BOT@python; returns BOT, and its engine: "" or PYTHON."""
    name, _, engine = text.rpartition("@")
    return (name, PYTHON) if name and engine == PYTHON else (text, "")


def first_name(name: str) -> str:
    """Returns a bot's name without the suffix #2, #3, .. of a second bot with this name."""
    return name.partition("#")[0]


def engine_warning(name: str, turns: int) -> list[str]:
    """Returns a list with the warning that a bot played `turns` turns in Python instead of C.
    Returns [] for 0 turns, and for a bot NAME@python.
    """
    bot, engine = split_engine(first_name(name))
    if not turns or engine == PYTHON:
        return []
    played = f"{turns:,} turn{'' if turns == 1 else 's'} in Python that C should have played"
    why = f"C came late, stopped or never came; its stderr (`{PROGRAM} replay`) says why"
    return [f"{name} played {played}: {why}; and {bot}@{PYTHON} is without C on purpose"]


def baseline_hash(game: str) -> str:
    """Returns one hash of all code that a game's baselines run: Botsmith's own and
    contests/GAME.
    """
    files = sorted(BASELINE_FOLDER.glob("*.py"))
    files += sorted(home_of(game).glob(f"{CONTESTS}/{game}/*.py"))
    return digest([file.read_bytes() for file in files])


def baseline_bot(name: str, game: str) -> Bot:
    """Returns the bot that runs the baseline `name` of a game.

    A baseline that is a second entry of the contest's bot runs as bots/GAME/main_NAME.py.
    """
    home, common = HOME / "bots" / game, HOME / "common"
    if (home / f"main_{name}.py").is_file():
        parts = [file.read_bytes() for file in sorted([*home.glob("*.py"), *common.rglob("*.py")])]
        module = ".".join((*home.relative_to(HOME).parts, f"main_{name}"))
        command = (sys.executable, *module_words(module, HOME))
        return Bot(name, command, digest(parts), cwd=str(HOME))
    limits = referee_for(game).limits
    times = f"{limits.turn_ms:g},{limits.first_ms:g}"
    program = (sys.executable, "-I", "-S", str(BASELINE_FOLDER / "run.py"))
    command = (*program, name, baseline_module(game), times, str(home_of(game)))
    return Bot(name, command, baseline_hash(game))


def is_baseline(bot: Bot) -> bool:
    """Returns True for a baseline that baselines/run.py runs."""
    return str(BASELINE_FOLDER / "run.py") in bot.command


def baseline_module(game: str) -> str:
    """Returns the name of the module with a game's baselines."""
    return f"{CONTESTS}.{game}.baselines"


def command_bot(text: str) -> Bot:
    """Returns the bot that a command line starts. It runs in the current folder, so relative paths
    work.
    """
    words = command_words(text, f"bot {text!r}", "a command line")
    files = [Path(word) for word in words if os.path.isfile(word)]
    content = [word.encode() for word in words] + [file.read_bytes() for file in files]
    return Bot(text, tuple(words), digest(content), cwd=os.getcwd())


def program_bot(path: Path) -> Bot:
    """Returns the bot of an executable file. It has the file's name and runs in the current
    folder.
    """
    if path.suffix in SOURCES and not os.access(path, os.X_OK):
        language, right = SOURCES[path.suffix]
        right = right.format(file=path, name=path.stem)
        raise BadInput(f"bot {path}: a source of {language}; expected {right}")
    if not os.access(path, os.X_OK):
        right = f"`chmod +x {shlex.quote(str(path))}`, or a quoted command line that runs it"
        raise BadInput(f"bot {path}: a file that cannot be run; expected {right}")
    with refusing(f"bot {path}", "expected a readable program"):
        content = path.read_bytes()
    if reason := cannot_start(content):
        raise BadInput(f"bot {path}: {reason}, or a quoted command line that runs it")
    word = str(path) if len(path.parts) > 1 else os.path.join(os.curdir, path)
    return Bot(path.name, (word,), digest([word.encode(), content]), cwd=os.getcwd())


def cannot_start(content: bytes) -> str:
    """Returns why a program file cannot run, and the remedy; "" if it can run."""
    if b"\0" in content[:1000] or not content:
        return ""  # no text
    if not content.startswith(b"#!"):
        return "a text whose first line names no program; expected #!/usr/bin/env python3 there"
    line = content.split(b"\n")[0].decode("ascii", "replace")
    words = line[2:].split() or [""]
    program = words[1] if os.path.basename(words[0]) == "env" and len(words) > 1 else words[0]
    if line.endswith("\r"):
        return "its first line ends in CR LF; expected LF alone"
    if not program.startswith("-") and shutil.which(program) is None:
        return f"its first line, {line!r}, names a program that is not here; expected one that is"
    return ""


def built_bots() -> dict[str, Path]:
    """Returns the files of built bots by name. A file of the workspace's dist/ counts before the
    package's.
    """
    found = {path.stem: path for root in reversed(ROOTS) for path in root.glob("dist/*.py")}
    return dict(sorted(found.items()))


def baseline_names(game: str) -> tuple[str, ...]:
    """Returns the names of a game's baselines; () for a foreign referee. Raises BadInput for an
    unknown game.
    """
    if is_foreign(game):
        return ()
    referee_for(game)
    module = import_module(baseline_module(game))
    missing = [name for name in ("PROTOCOL", "BOTS") if not hasattr(module, name)]
    if missing:
        place = f"{CONTESTS}/{game}/baselines.py"
        right = "PROTOCOL, the class that reads the game's lines, and BOTS, functions by name"
        raise BadInput(f"{place}: no {missing[0]} in it; expected {right}")
    return (*EVERYWHERE, *getattr(module, "MAINS", ()), *module.BOTS)


def find_bot(text: str, game: str) -> Bot:
    """Returns the bot that `text` names. Raises BadInput, with the list of names, if there is none.

    In this order: a path that ends in .py, a baseline of the game, a name in dist/, a file that can
    be run, a command line. The first and third may end in @python. Where a foreign referee plays,
    GAME:NAME is a baseline of the contest GAME, which is a port of it.
    """
    if any("\ud800" <= letter <= "\udfff" for letter in text):  # bytes of the command line
        raise BadInput(f"bot {text!r}: expected a name or a path in UTF-8")
    baselines = baseline_names(game)
    name, engine = split_engine(text)
    found = file_bot(name) if name not in baselines else None
    if found is not None:
        named = game_in_name(name) if name in built_bots() and not is_foreign(game) else game
        if named not in ("", game):
            right = f"expected a bot of {game}, or `{PROGRAM} play {named} {name} ..`"
            raise BadInput(f"bot {name!r} plays {named}, not {game}; {right}")
        return without_c(found) if engine else found
    if text in baselines:
        return baseline_bot(text, game)
    if is_foreign(game) and (ported := PORTED.fullmatch(text)) and ported[1] in games():
        if ported[2] not in baseline_names(ported[1]):
            raise no_bot(ported[2], ported[1])
        return baseline_bot(ported[2], ported[1])
    if os.path.isfile(text):
        return program_bot(Path(text))
    if has_blank(text) and not engine:
        return command_bot(text)
    raise no_bot(text, game)


def game_in_name(name: str) -> str:
    """Returns the game of a bot's name: GAME of GAME or GAME_ANYTHING, or the game that the table
    [bots] of botsmith.toml gives it; "" for another name.
    """
    stem = Path(split_engine(name)[0]).stem
    named = game_of(stem)
    if named == stem:
        named = game_of(stem.split("_")[0])
    return named if named in games() else ""


def needed_game(name: str) -> str:
    """Returns the game that a bot's name contains. Raises BadInput, with the remedy, if there is
    none.
    """
    if game := game_in_name(name):
        return game
    stem = Path(split_engine(name)[0]).stem
    known = games()
    example = f'{known[0]}_{stem}.py say, or {stem} = "{known[0]}" under [bots] in {MARK}'
    right = f"expected one of {' '.join(known)} in front of it, {example}"
    raise BadInput(f"bot {name!r}: its name tells no game; {right}")


def file_bot(name: str) -> Bot | None:
    """Returns the bot of a .py file, of a version that `league join` stored, or of a name in dist/;
    None without any. Raises BadInput if that file or version is not there.
    """
    # "python3 mine.py" ends in .py too, but is a path only if such a file is there.
    if name.endswith(".py") and (not has_blank(name) or os.path.isfile(name)):
        return script_bot(Path(name))
    file = built_bots().get(name)
    if VERSION.fullmatch(name):
        # Workers have no store, and start quicker without.
        from botsmith.arena.store.store import open_store

        with open_store(league_store()) as store:
            file = version_file(store.version(name))
    return replace(script_bot(file), name=name) if file else None


def version_file(version: "Version") -> Path:
    """Returns the path of a version's file, which it writes below .botsmith if it is missing."""
    file = STATE / "versions" / version.hash / f"{version.bot}.py"
    if not file.is_file():
        file.parent.mkdir(parents=True, exist_ok=True)
        write_bytes(file, version.content)
    return file


def has_blank(text: str) -> bool:
    """Returns True if a word of the command line contains a blank, so its author quoted it."""
    return any(map(str.isspace, text))


def no_bot(text: str, game: str) -> BadInput:
    """Returns the BadInput that says why BOT cannot be found."""
    known = [*baseline_names(game), *built_bots()]
    name, at, _ = text.rpartition("@")
    if at and (has_blank(name) or name in known or name.endswith(".py")):
        hint = f"@{PYTHON} alone may follow a .py file or a name in dist/"
        return BadInput(f"bot {text!r}: expected {name}; {hint}")
    sources = ROOTS[0].glob("bots/*/main*.py")
    bot = split_engine(text)[0]
    if bot in {file.parent.name + file.stem.removeprefix("main") for file in sources}:
        return BadInput(f"bot {text!r} is not in dist/; expected `{PROGRAM} build {bot}` first")
    baselines, built = " ".join(baseline_names(game)), " ".join(built_bots())
    return BadInput(
        f"no bot {text!r}; expected a path ending in .py, a baseline of {game} ({baselines}), a"
        f" name in dist/ ({built}), a file that can be run or a quoted command"
        f"{did_you_mean(text, [*known, *scripts_here()])}"
    )


def scripts_here() -> list[str]:
    """Returns the names of the Python files in the current folder."""
    return [path.name for path in Path().glob("*.py")]


def check_order(game: str, bots: Sequence[str]) -> None:
    """Raises BadInput if the game's place on the command line holds the name of a bot."""
    if game in games() or is_foreign(game):
        return
    for place, word in enumerate(bots):
        if word in games():
            if game.endswith(".py") or game in {*built_bots(), *baseline_names(word)}:
                others = " ".join([game, *bots[:place], *bots[place + 1 :]])
                raise BadInput(f"no game {game!r}; GAME comes first: expected {word} {others}")


def find_bots(texts: Sequence[str], game: str) -> list[Bot]:
    """Returns all bots of a match; a second bot NAME is called NAME#2. Raises BadInput for a text
    that names no bot.
    """
    return with_numbers([find_bot(text, game) for text in texts])


def with_numbers(bots: Sequence[Bot]) -> list[Bot]:
    """Returns the bots under different names: the second NAME is called NAME#2."""
    names = numbered([bot.name for bot in bots])
    return [replace(bot, name=name) for bot, name in zip(bots, names, strict=True)]


def numbered(names: Sequence[str]) -> list[str]:
    """Returns the names with repeated ones numbered: the second NAME becomes NAME#2."""
    counts = [names[: place + 1].count(name) for place, name in enumerate(names)]
    return [f"{name}#{n}" if n > 1 else name for name, n in zip(names, counts, strict=True)]


def with_slack(bots: Sequence[Bot], typed: Sequence[str], texts: Sequence[str]) -> list[Bot]:
    """Returns the bots with the slack of `--slack NAME:MS` or NAME:MS,FIRST_MS. Raises BadInput for
    another text, or if NAME matches no bot.

    typed: the bots as words of the command line, which may stand for NAME
    NAME may be a pattern for several bots: java*. MS alone is for the first answer, too.
    """
    found = list(bots)
    for text in texts:
        name, _, numbers = text.rpartition(":")
        turn, _, first = numbers.partition(",")
        try:
            slack = Slack(float(turn), float(first or turn))
        except ValueError:
            slack = Slack(-1.0, -1.0)
        if not all(0.0 <= ms <= LONGEST_SLACK for ms in slack):
            raise BadInput(
                f"--slack {text}: expected NAME:MS or NAME:MS,FIRST_MS, up to {LONGEST_SLACK:g} ms"
            )
        names = [(bot.name, typed[n]) for n, bot in enumerate(bots)]
        meant = [n for n, either in enumerate(names) if name in either]
        meant = meant or [n for n, either in enumerate(names) if fnmatch.filter(either, name)]
        if not meant:
            shown = ", ".join(bot.name for bot in bots)
            raise BadInput(f"--slack {text}: no bot {name!r}; the bots are {shown}")
        for number in meant:
            found[number] = replace(found[number], slack=slack)
    return found


def match_seed(seed: str, rotation: int, seat: int) -> int:
    """Returns the BOTSMITH_SEED of a seat in a match, 48 bits. They depend on the arguments
    alone.
    """
    text = f"{seed}/{rotation}/{seat}".encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:6], "big")
