"""The set-up: makes the checkout's `.venv` with the pinned packages and goes on inside it.

Every entry (`python -m botsmith`, `build.py`) calls `enter()` before it imports anything beyond
the standard library. pyproject.toml names the packages, constraints.txt the version of each and of
what they bring along. An installed package makes nothing: pip has done it, and `enter()` only says
which extra is missing.

The lists of optional-dependencies that commands need (TOGETHER) are installed at once, when the
first of them is needed; whoever uses none of those commands has none of their packages.

`.venv/botsmith.json` is the stamp: {"python": "3.11", EXTRA: fingerprint of its pins, ...}, with ""
for the plain workshop. It says "unfinished" while packages are installed, so that an interrupted
set-up is noticed and made anew. A `.venv` without a stamp is somebody's own: it is completed, not
removed.

This module, `__main__.py` and `build.py` must parse on Python 3.6, to say what is wrong there.
"""

import contextlib
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from botsmith import paths
from botsmith.errors import BadInput
from botsmith.printable import print_error, say_text

if TYPE_CHECKING:
    from botsmith.children import Ended

OLDEST = (3, 11)
if sys.version_info < OLDEST:
    found = f"{sys.version_info[0]}.{sys.version_info[1]} ({sys.executable})"
    print_error(f"Botsmith needs Python 3.11 or newer, and this is {found}")
    sys.exit(2)

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)(?:\[([a-z,]+)\])?([<>=!~].*)?")
RESTARTED = "BOTSMITH_RESTARTED"  # set for the restarted command alone, against endless restarts
TOGETHER = ("board", "cluster", "tuning")  # extras of commands: one brings the others along
OFFLINE = re.compile(r"connection broken by .*: (?:\[Errno -?\d+\] )?([^'\n]+)'\)")  # as pip warns
UNFINISHED = {"unfinished": "packages are being installed"}


def enter(extra: str = "") -> None:
    """Returns if the workshop's packages are there; else runs this command anew in `.venv`.

    extra: the list under optional-dependencies of pyproject.toml needed as well, "" for none.
    Ends the process with one line on stderr if that fails: status 2, or 130 after Ctrl-C.
    """
    if paths.IS_INSTALLED:
        need(extra)
        return
    restarted = os.environ.pop(RESTARTED, None)
    try:
        if is_ready(ROOT, extra):
            return
        if restarted is not None:
            raise BadInput(f"{ROOT / '.venv'} cannot be used; remove it and run the command again")
        python = prepare(ROOT, extra)
    except BadInput as error:
        print_error(str(error))
        sys.exit(2)
    except OSError as error:
        print_error(f"the set-up of {ROOT / '.venv'} failed: {error}")
        sys.exit(2)
    except KeyboardInterrupt:
        print_error("interrupted; the next run takes the set-up up again")
        sys.exit(130)
    restart(python)


def need(extra: str) -> None:
    """Ends the process with one line on stderr if packages of an installed package's `extra` are
    not here. The tests of a workspace need less than those of a checkout: no extra.
    """
    if extra in ("", "dev"):
        return
    from importlib import metadata  # since Python 3.8, so not at the top

    condition = re.compile(r"([A-Za-z0-9._-]+).*;\s*extra == ['\"]" + re.escape(extra) + "['\"]")
    found = map(condition.fullmatch, metadata.requires("botsmith") or [])
    names = [match[1] for match in found if match]
    missing = [name for name in names if version_here(name) is None]
    if missing:
        print_error(
            f"this needs {', '.join(missing)}; install botsmith[{extra}] or botsmith[all] instead"
            " of botsmith"
        )
        sys.exit(2)


def version_here(name: str) -> str | None:
    """Returns the version of a package that the running interpreter has, None without it."""
    from importlib import metadata

    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def is_ready(root: Path, extra: str) -> bool:
    """Returns True if this interpreter has the packages: as the finished `.venv`, or at equal
    versions.
    """
    if os.path.realpath(sys.prefix) == os.path.realpath(root / ".venv"):
        if extra and extra not in read_stamp(root):  # another extra may have brought it along
            return is_complete(root, "", python_version()) and has_packages(read_pins(root, extra))
        return is_complete(root, extra, python_version())
    return has_packages(read_pins(root, extra))


def prepare(root: Path, extra: str) -> Path:
    """Makes or completes `.venv` in `root` if it has to be; returns its interpreter.

    Raises BadInput if there is no pip or pip fails, OSError if files cannot be written.
    """
    python = venv_python(root)
    if not is_complete(root, extra, version_of(python)):
        with locked(root / ".venv.lock"):
            # Another set-up may have finished while this one waited for the lock.
            if not is_complete(root, extra, version_of(python)):
                print_error("installing the packages into .venv, this once (about a minute)")
                make(root, extra)
    return python


def make(root: Path, extra: str) -> None:
    """Installs the pins of `extra` into `.venv`, which is made anew if unfinished or broken."""
    folder, python = root / ".venv", venv_python(root)
    before = read_stamp(root)
    if folder.exists() and (before == UNFINISHED or version_of(python) is None):
        shutil.rmtree(folder)
        before = {}
    own = folder.exists()
    write_stamp(root, UNFINISHED)
    pip = pip_for(root)
    extras = TOGETHER if extra in TOGETHER else (extra,)
    try:
        install(pip, root, extras)
    except BadInput:
        # pip gave up before it changed anything: what stood before is still good.
        if before:
            write_stamp(root, before)
        elif own:
            stamp_path(root).unlink()
        raise
    done = {name: fingerprint(root, name) for name in ("", *extras)}
    write_stamp(root, {**before, **done, "python": version_of(python) or ""})


def pip_for(root: Path) -> list[str]:
    """Returns the pip command that installs into `.venv`, which is made here if it does not exist.

    A pip from outside serves where ensurepip is missing, as on Debian. Raises BadInput if there is
    no pip at all.
    """
    folder, python = root / ".venv", venv_python(root)
    base = getattr(sys, "_base_executable", "") or sys.executable
    for candidate in dict.fromkeys([base, sys.executable]):
        if run([candidate, "-m", "pip", "--version"]).status == 0:
            create([base, "-m", "venv", "--without-pip"], folder)
            return [candidate, "-m", "pip", "--python", str(python)]
    try:
        create([base, "-m", "venv"], folder)
    except BadInput as error:
        raise BadInput(
            f"{base} has no pip and no ensurepip to make one; install pip"
            " (on Debian and Ubuntu: apt install python3-pip) and run this again"
        ) from error
    return [str(python), "-m", "pip"]


def create(command: list[str], folder: Path) -> None:
    """Makes the environment `folder` unless it is there; BadInput if `command` cannot."""
    if venv_python(folder.parent).exists():
        return
    made = run([*command, str(folder)])
    if made.status != 0:
        raise BadInput(f"{command[0]} cannot make {folder}: {last_error(made.text)}")


def install(pip: list[str], root: Path, extras: Sequence[str]) -> None:
    """Installs the pins of `extras`. On failure shows what pip printed and raises BadInput."""
    options = ["--quiet", "--no-input", "--disable-pip-version-check"]
    constraints = ["--constraint", str(root / "constraints.txt")]
    pins = list(dict.fromkeys(pin for extra in extras for pin in read_pins(root, extra)))
    done = run([*pip, "install", *options, *constraints, *pins])
    if done.status == 0:
        return
    offline = OFFLINE.search(done.text)
    if offline:  # pip goes on to say that the package does not exist, which is not known
        raise BadInput(
            f"no network: pip cannot reach the package index ({offline[1]}); connect this machine,"
            " or name a folder of wheels in PIP_FIND_LINKS, and run this again"
        )
    say_text(done.text, to=sys.stderr)
    raise BadInput(f"pip could not install the packages: {last_error(done.text)}")


def restart(python: Path) -> None:
    """Runs this very command again with `python`; does not return."""
    command = [str(python), *sys.orig_argv[1:]]
    environment = {**paths.environment_of_user(), RESTARTED: "1"}
    sys.stdout.flush()
    sys.stderr.flush()
    if sys.platform != "win32":
        os.execve(command[0], command, environment)
    sys.exit(subprocess.run(command, env=environment).returncode)


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
    """Returns a package's name as all its spellings mean it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def has_packages(pins: list[str]) -> bool:
    """Returns True if the running interpreter has every package at exactly its pinned version."""
    return all(version_here(name) == wanted for name, wanted in (pin.split("==") for pin in pins))


def fingerprint(root: Path, extra: str) -> str:
    """Returns a hash of all that decides the content of `.venv` for `extra`."""
    constraints = (root / "constraints.txt").read_text(encoding="utf-8")
    text = "\n".join([*read_pins(root, extra), constraints])
    return hashlib.sha256(text.encode()).hexdigest()


def is_complete(root: Path, extra: str, version: str | None) -> bool:
    """Returns True if the stamp says that `.venv`, now of Python `version`, holds the pins of
    `extra`.
    """
    stamp = read_stamp(root)
    return (
        version is not None
        and stamp.get("python") == version
        and stamp.get(extra) == fingerprint(root, extra)
    )


def stamp_path(root: Path) -> Path:
    return root / ".venv" / "botsmith.json"


def read_stamp(root: Path) -> dict[str, str]:
    """Returns the stamp of `.venv`, {} if there is none; an unreadable one counts as unfinished."""
    try:
        stamp = json.loads(stamp_path(root).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except ValueError:
        return UNFINISHED
    return stamp if isinstance(stamp, dict) else UNFINISHED


def write_stamp(root: Path, stamp: dict[str, str]) -> None:
    """Replaces the stamp in one step."""
    path = stamp_path(root)
    path.parent.mkdir(exist_ok=True)
    draft = path.with_suffix(".new")
    draft.write_text(json.dumps(stamp, indent=1) + "\n", encoding="utf-8")
    draft.replace(path)


def venv_python(root: Path) -> Path:
    """Returns the path of the interpreter of `.venv`, there or not."""
    return root / ".venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def python_version() -> str:
    return f"{sys.version_info[0]}.{sys.version_info[1]}"


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

    It inherits the lock's file, so that a pip that outlives a killed set-up still keeps others out.
    """
    from botsmith import children  # which older Pythons cannot import

    return children.run(command, is_merged=True, close_fds=False)


def last_error(output: str) -> str:
    """Returns the line of pip's output that says why it gave up."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR:")]
    return errors[0] if errors else (lines or ["it printed nothing"])[-1]


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Holds the lock file `path`, and waits for another holder first. A process that dies releases
    it.
    """
    with open(path, "a", encoding="utf-8") as file:
        os.set_inheritable(file.fileno(), True)
        if not try_lock(file.fileno()):
            print_error("another set-up is at work; waiting for it")
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
