"""Adds an existing referee to botsmith.toml as a game with a name."""

import json
import os
import re
import shlex
import shutil
import zipfile
from pathlib import Path

from botsmith.errors import BadInput
from botsmith.interop import maven
from botsmith.interop.sdk import sdk_command
from botsmith.interop.seeds import FORMS, tried_form
from botsmith.programs import (
    FOREIGN,
    FOREIGN_OLD,
    NEGATIVE,
    REFEREES,
    SEED_FORMS,
    command_words,
    referee_command,
)
from botsmith.referees import games
from botsmith.workspace import set_value, settings

INTERPRETER = re.compile(r"(python|pypy|java|node|ruby|perl|php|lua|bash|sh)[\d.]*(\.exe)?")
PROGRAM_FILE = re.compile(r"[^-][^=:;\s]*\.(py|jar|m?js|rb|pl|php|lua|sh)")
NAME = re.compile(r"[a-z][a-z0-9_]*")
JAVA = "java"
PAGE = "docs/interop.md"


def add_referee(
    root: Path, name: str, text: str, is_old: bool, counts_below_zero: bool, is_sdk: bool
) -> str:
    """Writes the game `name` into the workspace's botsmith.toml; returns the game's command.

    text: a command line, a jar, or the checkout of a contest that Maven builds
    counts_below_zero: True if a score of -1 is a score, and no error of a bot
    is_sdk: True if `text` is the folder of a contest made with the site's SDK

    Raises BadInput, and writes nothing, for a wrong name or a referee that cannot be started.
    """
    if NAME.fullmatch(name) is None:
        raise BadInput(f"{name!r} is no name for a game: expected a-z, 0-9 and _, a letter first")
    if name in games():
        raise BadInput(f"{name}: a game is called so already; choose another name")
    prefix = FOREIGN_OLD if is_old else FOREIGN
    words = sdk_command(Path(text).absolute()) if is_sdk else command_for(text)
    value = f"{prefix}:{shlex.join(words)}"
    there = settings(root).get(REFEREES, {}).get(name)
    if there not in (None, value):
        raise BadInput(f"{name}: is {there} already; choose another name, or remove that line")
    if there is None:
        set_value(root, REFEREES, name, json.dumps(value)[1:-1])
    if counts_below_zero and name not in settings(root).get(NEGATIVE, {}):
        set_value(root, NEGATIVE, name, "yes")
    return value


def add_seed_form(root: Path, name: str) -> str:
    """Finds out by trial how the referee accepts its seed, and writes that into botsmith.toml.
    Returns a line about it.
    """
    form = tried_form(referee_command(name))
    if form in ("", FORMS[0]):
        return f"seed: {form or f'none of {FORMS} was seen to work, {FORMS[0]} is used'}"
    set_value(root, SEED_FORMS, name, form)
    return f"seed: {form}"


def command_for(text: str) -> list[str]:
    """Returns the command of a referee with absolute paths, as games are played from any folder of
    the workspace. Maven builds a folder. Raises BadInput for an empty or wrong command, and if
    Maven is missing, fails, or makes no jar with a main class.
    """
    path = Path(text)
    if path.is_dir():
        folder = path.absolute()
        if not (folder / "pom.xml").is_file():
            raise BadInput(f"{folder}: no pom.xml; expected the checkout of a contest, see {PAGE}")
        maven.build(folder, hint=f"{PAGE} says how to build it elsewhere and add the jar")
        jars = [*filter(has_main, folder.glob("target/*.jar"))]
        if not jars:
            reason = f"{maven.MAVEN} made no jar with a main class in target/"
            raise BadInput(f"{folder}: {reason}; for a contest made with the site's SDK add --sdk")
        return jar_command(max(jars, key=lambda jar: jar.stat().st_size))  # with all it depends on
    is_jar = path.suffix == ".jar" and (path.is_file() or " " not in text)  # else a command
    if is_jar or path.is_file() and zipfile.is_zipfile(path):
        return jar_command(path.absolute())
    words = command_words(text, f"referee {text!r}", "a command, a jar or a folder,")
    # The words of other programs (docker, ssh) need not be files of this machine.
    if INTERPRETER.fullmatch(os.path.basename(words[0])):
        file = next((word for word in words[1:] if PROGRAM_FILE.fullmatch(word)), "")
        if file and not os.path.exists(file):
            raise BadInput(f"referee {text!r}: no file {file!r}; expected a path from this folder")
    return [os.path.abspath(word) if os.path.exists(word) else word for word in words]


def jar_command(jar: Path) -> list[str]:
    """Returns `java -jar JAR`. Raises BadInput if the jar cannot be started."""
    if not has_main(jar):
        raise BadInput(f"{jar}: no jar with a main class; expected one for `java -jar`, see {PAGE}")
    if shutil.which(JAVA) is None:
        advice = "install one, for example `apt-get install default-jre-headless`"
        raise BadInput(f"{jar}: a referee in Java, and there is no {JAVA} on PATH; {advice}")
    return [JAVA, "-jar", str(jar)]


def has_main(jar: Path) -> bool:
    """Returns True if a file is a jar that names its main class."""
    try:
        with zipfile.ZipFile(jar) as archive:
            return b"Main-Class:" in archive.read("META-INF/MANIFEST.MF")
    except (OSError, KeyError, zipfile.BadZipFile):
        return False
