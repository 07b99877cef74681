"""The set-up: makes the checkout's `.venv` with the pinned packages, and continues inside it.

Every entry (`python -m botsmith`, `build.py`) calls `enter()` before it imports anything beyond the
standard library. A command that needs one of the lists of optional-dependencies calls it again with
the list's name, once it is sure to run. pyproject.toml names the packages, constraints.txt the
version of each and of their dependencies. An installed package makes no environment, because pip
has done it; there `enter()` only reports a missing extra.

A new environment is made beside the old one, as a copy that shares its files, and replaces it in
one step when it is complete. So if the set-up is killed, or another process runs in `.venv`
meanwhile, the old one is unchanged. `.venv/botsmith.json` is the stamp of a complete one:
{"python": "3.11",
EXTRA: fingerprint of its pins, ...}, with "" for the plain workshop. A `.venv` without a stamp
belongs to the user: its packages stay.

The lists that commands need (TOGETHER) are installed at once, when the first of them is needed. A
user who never runs those commands has none of their packages.

This module, `__main__.py` and `build.py` must parse on Python 3.6, to report that it is too old.
"""

import contextlib
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from botsmith import paths
from botsmith.errors import BadInput
from botsmith.printable import print_error, say, say_text

if TYPE_CHECKING:
    from botsmith.children import Ended

OLDEST = (3, 11)
VERSION = f"{sys.version_info[0]}.{sys.version_info[1]}"
if sys.version_info < OLDEST:
    print_error(f"Botsmith needs Python 3.11 or newer, and this is {VERSION} ({sys.executable})")
    sys.exit(2)

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)(?:\[([a-z,]+)\])?([<>=!~].*)?")
RESTARTED = "BOTSMITH_RESTARTED"  # for the restarted command alone: what was installed for it
PREPARED = os.environ.pop(RESTARTED, None)  # against endless restarts
TOGETHER = ("board", "cluster", "tuning")  # extras of commands: one brings the others along
OFFLINE = re.compile(r"connection broken by .*: (?:\[Errno -?\d+\] )?([^'\n]+)'\)")  # as pip warns
DRAFT, OLD = ".venv.new", ".venv.old"  # beside .venv; a draft's name ends in its set-up's process
PLAIN = "plain"  # what RESTARTED holds for no extra
SAY_SECONDS = 10.0  # between two lines about an install that goes on


def enter(extra: str = "", words: "Sequence[str] | None" = None) -> None:
    """Returns if the workshop's packages are installed; else runs this command anew in `.venv`.

    extra: the further list of optional-dependencies of pyproject.toml that is needed, "" for none
    words: the command line. Nothing is installed if it asks for help, or for an unknown command
    Ends the process with one line on stderr if the set-up fails: status 2, or 130 after Ctrl-C.
    """
    if paths.IS_INSTALLED:
        need(extra)
        return
    try:
        if is_ready(ROOT, extra):
            return
        if PREPARED == (extra or PLAIN):
            raise BadInput(f"{ROOT / '.venv'} cannot be used; remove it and run the command again")
        if words is not None and not is_complete(ROOT, "", version_of(venv_python(ROOT / ".venv"))):
            explain(words)
        python = prepare(ROOT, extra)
    except BadInput as error:
        print_error(str(error))
        sys.exit(2)
    except OSError as error:
        print_error(f"the set-up of {ROOT / '.venv'} failed: {error}")
        sys.exit(2)
    except KeyboardInterrupt:
        print_error("interrupted; .venv is as it was")
        sys.exit(130)
    command = [str(python), *sys.orig_argv[1:]]
    environment = {**paths.environment_of_user(), RESTARTED: extra or PLAIN}
    sys.stdout.flush()
    sys.stderr.flush()
    if sys.platform != "win32":
        os.execve(command[0], command, environment)
    sys.exit(subprocess.run(command, env=environment).returncode)


def explain(words: Sequence[str]) -> None:
    """Ends the process if it can answer without any package: with help, or with a line on an
    unknown option. Raises BadInput for an unknown command.
    """
    from botsmith.commands import COMMANDS, HAND_ON, named_command
    from botsmith.declared import no_option

    name = named_command(words)
    if words and not {"-h", "--help", "--version"} & set(words):
        is_known = name in COMMANDS
        wrong = no_option(name, words) if is_known else f"no option {words[0]}"
        if not wrong or name in HAND_ON:
            return
        help_of = f"{paths.PROGRAM} {name}" if is_known else paths.PROGRAM
        print_error(f"{wrong}; `{help_of} --help` lists them")
        sys.exit(2)
    if "--version" in words[:1]:
        from botsmith import __version__

        say(f"{paths.INSTALLED} {__version__}")
        sys.exit(0)
    shown = [name] if name in COMMANDS else list(COMMANDS)
    width = max(map(len, COMMANDS))
    say(*(f"  {each:<{width}}  {COMMANDS[each]}" for each in shown))
    say(f"Its packages are not there yet: `{paths.PROGRAM} start` installs them (about a minute);")
    say("then `COMMAND --help` lists a command's options.")
    sys.exit(0)


def need(extra: str) -> None:
    """Ends the process with one line on stderr if packages of an installed package's `extra` are
    missing.

    The tests of a workspace need no extra, unlike those of a checkout.
    """
    if extra in ("", "dev"):
        return
    from importlib import metadata  # since Python 3.8, so not at the top

    condition = re.compile(r"([A-Za-z0-9._-]+).*;\s*extra == ['\"]" + re.escape(extra) + "['\"]")
    found = map(condition.fullmatch, metadata.requires("botsmith") or [])
    names = [match[1] for match in found if match]
    missing = ", ".join(name for name in names if version_here(name) is None)
    if missing:
        advice = f"install botsmith[{extra}] or botsmith[all] instead of botsmith"
        print_error(f"this needs {missing}; {advice}")
        sys.exit(2)


def version_here(name: str) -> str | None:
    """Returns the version of a package in the running interpreter, None if it is missing."""
    from importlib import metadata

    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def is_ready(root: Path, extra: str) -> bool:
    """Returns True if this interpreter has the packages: as a complete `.venv`, or at equal
    versions.
    """
    if os.path.realpath(sys.prefix) == os.path.realpath(root / ".venv"):
        if extra and extra not in read_stamp(root / ".venv"):  # others may have brought it along
            return is_complete(root, "", VERSION) and has_packages(read_pins(root, extra))
        return is_complete(root, extra, VERSION)
    return has_packages(read_pins(root, extra))


def prepare(root: Path, extra: str) -> Path:
    """Makes or completes `.venv` in `root` if that is needed; returns its interpreter.

    Raises BadInput if there is no pip or if pip fails, OSError if files cannot be written.
    """
    python = venv_python(root / ".venv")
    if not is_complete(root, extra, version_of(python)):
        with locked(root / ".venv.lock", "another set-up is at work; waiting for it"):
            # A set-up may have been killed while it replaced the environment.
            for aside in (*root.glob(f"{DRAFT}*"), root / OLD):
                if not (root / ".venv").exists() and read_stamp(aside):
                    os.replace(aside, root / ".venv")
            # Another set-up may have finished while this one waited for the lock.
            if not is_complete(root, extra, version_of(python)):
                print_error("installing the packages into .venv, this once (about a minute)")
                make(root, extra)
    return python


def make(root: Path, extra: str) -> None:
    """Makes an environment with the pins of `extra` beside `.venv`, and moves it to that place.

    Packages in `.venv` stay, unless its Python is gone. Each set-up has a draft of its own, because
    a pip may outlive a killed set-up and write into its draft. On Windows, which cannot rename a
    folder whose programs run, packages are added in place.
    """
    from botsmith.files import write_json  # which older Pythons cannot import

    folder, draft = root / ".venv", root / f"{DRAFT}.{os.getpid()}"
    before = read_stamp(folder)
    # "unfinished": so the set-up of an older Botsmith marked what it left.
    is_whole = version_of(venv_python(folder)) is not None and "unfinished" not in before
    if os.name == "nt" and is_whole:
        draft = folder
    for left in root.glob(f"{DRAFT}*"):
        shutil.rmtree(left, ignore_errors=True)  # a pip may still write there
    try:
        if is_whole and draft != folder:
            copy(folder, draft)
        extras = TOGETHER if extra in TOGETHER else (extra,)
        install(pip_for(draft), root, extras)
        done = {name: fingerprint(root, name) for name in ("", *extras)}
        stamp = {**(before if is_whole else {}), **done}
        if draft != folder:
            call_by_place(draft, folder)
        write_json(stamp_path(draft), {**stamp, "python": version_of(venv_python(draft)) or ""})
        if draft != folder:
            take_place(draft, folder)
    finally:
        if draft != folder:
            remove(draft)


def copy(folder: Path, draft: Path) -> None:
    """Copies an environment without its stamp. The copy shares the files if the system allows
    it.
    """

    def link(source: str, target: str) -> None:
        try:
            os.link(source, target)
        except OSError:
            shutil.copy2(source, target)

    without = shutil.ignore_patterns(stamp_path(folder).name)
    shutil.copytree(folder, draft, symlinks=True, copy_function=link, ignore=without)


def remove(folder: Path) -> None:
    """Removes a folder, or a link to one; does nothing if it is missing."""
    if folder.is_symlink():
        folder.unlink()
    elif folder.exists():
        shutil.rmtree(folder)


def call_by_place(draft: Path, folder: Path) -> None:
    """Changes the commands of an environment so that they name its final place."""
    for file in (draft / "pyvenv.cfg", *venv_python(draft).parent.iterdir()):
        if file.is_file() and not file.is_symlink():
            data = file.read_bytes()
            if os.fsencode(draft) in data:
                file.write_bytes(data.replace(os.fsencode(draft), os.fsencode(folder)))


def take_place(draft: Path, folder: Path) -> None:
    """Moves an environment to the place of another one, in one step if the system can. The old one
    is then `draft`, or removed.
    """
    if not (folder.exists() or folder.is_symlink()):
        os.replace(draft, folder)
    elif not exchange(draft, folder):
        old = folder.with_name(OLD)
        remove(old)
        os.replace(folder, old)
        os.replace(draft, folder)
        remove(old)


def exchange(one: Path, other: Path) -> bool:
    """Exchanges two folders in one step. Returns False if the system cannot; Linux can."""
    import ctypes

    current, both_there = -100, 2  # AT_FDCWD, RENAME_EXCHANGE
    try:
        rename = ctypes.CDLL(None).renameat2
    except (AttributeError, OSError, TypeError):
        return False
    return bool(rename(current, os.fsencode(one), current, os.fsencode(other), both_there) == 0)


def pip_for(folder: Path) -> list[str]:
    """Returns the pip command that installs into an environment, which is made if it is missing.

    If ensurepip is missing, as on Debian, a pip from outside is used. Raises BadInput if there is
    no pip at all.
    """
    python = venv_python(folder)
    base = getattr(sys, "_base_executable", "") or sys.executable
    for candidate in dict.fromkeys([base, sys.executable]):
        if run([candidate, "-m", "pip", "--version"]).status == 0:
            create([base, "-m", "venv", "--without-pip"], folder)
            return [candidate, "-m", "pip", "--python", str(python)]
    try:
        create([base, "-m", "venv"], folder)
    except BadInput as error:
        advice = "install pip (on Debian and Ubuntu: apt install python3-pip) and run this again"
        raise BadInput(f"{base} has no pip and no ensurepip to make one; {advice}") from error
    return [str(python), "-m", "pip"]


def create(command: list[str], folder: Path) -> None:
    """Makes the environment `folder` if it is missing. Raises BadInput if `command` fails."""
    if venv_python(folder).exists():
        return
    made = run([*command, str(folder)])
    if made.status != 0:
        raise BadInput(f"{command[0]} cannot make {folder}: {last_error(made.text)}")


def install(pip: list[str], root: Path, extras: Sequence[str]) -> None:
    """Installs the pins of `extras`, and prints every SAY_SECONDS how long that has taken. On
    failure it shows pip's output and raises BadInput.
    """
    options = ["--quiet", "--no-input", "--disable-pip-version-check"]
    constraints = ["--constraint", str(root / "constraints.txt")]
    pins = list(dict.fromkeys(pin for extra in extras for pin in read_pins(root, extra)))
    ended, began = threading.Event(), time.monotonic()

    def tick() -> None:
        while not ended.wait(SAY_SECONDS):
            print_error(f"still installing, {time.monotonic() - began:.0f} s")

    thread = threading.Thread(target=tick, daemon=True)
    thread.start()
    try:
        done = run([*pip, "install", *options, *constraints, *pins])
    finally:
        ended.set()
        thread.join()
    if done.status == 0:
        return
    offline = OFFLINE.search(done.text)
    if offline:  # pip goes on to say that the package does not exist, which is not known
        why = f"no network: pip cannot reach the package index ({offline[1]})"
        advice = "connect this machine, or name a folder of wheels in PIP_FIND_LINKS"
        raise BadInput(f"{why}; {advice}, and run this again")
    say_text(done.text, to=sys.stderr)
    raise BadInput(f"pip could not install the packages: {last_error(done.text)}")


def read_pins(root: Path, extra: str) -> list[str]:
    """Returns `name==version` of the packages in pyproject.toml: the workshop's, then `extra`'s.

    Raises BadInput if a file cannot be read, or constraints.txt has no version for one of them.
    """
    import tomllib  # since Python 3.11, so not at the top

    path = root / "pyproject.toml"
    try:
        project = tomllib.loads(path.read_text(encoding="utf-8"))["project"]
        lines = (root / "constraints.txt").read_text(encoding="utf-8").split()
    except (OSError, ValueError) as error:
        raise BadInput(f"{path}: {error}") from error
    versions = {plain_name(line.partition("==")[0]): line for line in lines if "==" in line}
    names: list[str] = []
    texts = [*project["dependencies"], *(project["optional-dependencies"][extra] if extra else ())]
    for text in texts:  # grows while it is walked
        found = REQUIREMENT.fullmatch(text)
        if found is None:
            raise BadInput(f"{path}: {text!r} is no package; write NAME or NAME>=VERSION")
        if found[1] == project.get("name"):
            for other in found[2].split(","):
                texts += project["optional-dependencies"][other]
        elif plain_name(found[1]) in versions:
            names.append(plain_name(found[1]))
        else:
            raise BadInput(f"{root / 'constraints.txt'}: no line {found[1]}==VERSION")
    return [versions[name] for name in dict.fromkeys(names)]


def plain_name(name: str) -> str:
    """Returns a package's name in its normal form, equal for all its spellings."""
    return re.sub(r"[-_.]+", "-", name).lower()


def has_packages(pins: list[str]) -> bool:
    """Returns True if the running interpreter has every package at exactly its pinned version."""
    return all(version_here(name) == wanted for name, wanted in (pin.split("==") for pin in pins))


def fingerprint(root: Path, extra: str) -> str:
    """Returns a hash of everything that decides the content of `.venv` for `extra`."""
    constraints = (root / "constraints.txt").read_text(encoding="utf-8")
    return hashlib.sha256("\n".join([*read_pins(root, extra), constraints]).encode()).hexdigest()


def is_complete(root: Path, extra: str, version: str | None) -> bool:
    """Returns True if the stamp of `.venv` names this Python `version` and the pins of `extra`."""
    stamp = read_stamp(root / ".venv")
    is_ours = version is not None and stamp.get("python") == version
    return is_ours and stamp.get(extra) == fingerprint(root, extra)


def stamp_path(folder: Path) -> Path:
    return folder / "botsmith.json"


def read_stamp(folder: Path) -> dict[str, str]:
    """Returns the stamp of an environment; {} if it is missing or unreadable."""
    try:
        stamp = json.loads(stamp_path(folder).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def venv_python(folder: Path) -> Path:
    """Returns the path of the interpreter of an environment, which need not exist."""
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def version_of(python: Path) -> str | None:
    """Returns the version that an interpreter reports, as "3.11"; None if it is missing or
    broken.
    """
    if not python.exists():
        return None
    asked = run([str(python), "-I", "-c", "import sys; print('%d.%d' % sys.version_info[:2])"])
    return asked.text.strip() if asked.status == 0 else None


def run(command: list[str]) -> "Ended":
    """Runs a command without input; returns it with both output streams in `text`.

    It inherits the lock's file, so that a pip that outlives a killed set-up keeps other set-ups
    out. Pip passes the file on to no process that it starts. An interrupt ends them all.
    """
    from botsmith import children  # which older Pythons cannot import

    return children.run(command, is_merged=True, close_fds=False, is_group=True)


def last_error(output: str) -> str:
    """Returns the line of pip's output with the reason of its failure."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR:")]
    return errors[0] if errors else (lines or ["it printed nothing"])[-1]


@contextlib.contextmanager
def locked(path: Path, waiting: str = "") -> Iterator[None]:
    """Holds the lock file `path`, after waiting for any other holder. A process that dies releases
    it.

    waiting: the line to print if it has to wait
    """
    with open(path, "a", encoding="utf-8") as file:
        os.set_inheritable(file.fileno(), True)
        if not try_lock(file.fileno()):
            if waiting:
                print_error(waiting)
            while not try_lock(file.fileno()):
                time.sleep(0.1)
        yield


def try_lock(descriptor: int) -> bool:
    """Takes the lock of an open file, or returns False at once if another process has it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True
