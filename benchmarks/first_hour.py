"""How long is it from nothing to a bundle, and to a lost match, as docs/first-hour.md says?

    python benchmarks/first_hour.py [--extra tuning]

Makes a wheel, installs it into a new environment with its packages, and types the page's commands
in a new home up to the lost match. Each line tells a step's time and how much of the processor it
took. Wants an idle machine, and pip's packages in its cache or near.
"""

import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "first-hour.md"
STEP = re.compile(
    r"^    (?P<command>\S[^\n]*)$|`(?P<name>[\w.]+)`:\n\n```\w+\n(?P<text>.*?)^```$", re.M | re.S
)
BUNDLE, LOST = "botsmith build", "botsmith lost"  # the commands that end the two spans
BUNDLE_S, LOST_S = 60.0, 100.0  # what they may take on an idle machine
XCLIP = '#!/bin/sh\ncase "$*" in *-o*) cat "$HOME/clip" ;; *) cat > "$HOME/clip" ;; esac\n'


def timed(words: list[str] | str, folder: Path, environment: dict[str, str]) -> float:
    """Runs a command, prints a line about it, and returns its seconds."""
    began, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        words,
        shell=isinstance(words, str),
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
    )
    seconds, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    worked = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    said = words if isinstance(words, str) else " ".join(map(os.path.basename, words))
    print(f"{seconds:6.1f} s {worked:6.1f} s of the processor  {said[:70]}", flush=True)
    if done.returncode:
        raise SystemExit(f"{said}: status {done.returncode}\n{done.stderr[-2000:]}")
    return seconds


def page_steps(home: Path) -> Iterator[tuple[str, Path]]:
    """Yields the page's commands, each with the folder to type it in; writes the page's files."""
    folder = home
    for step in STEP.finditer(PAGE.read_text(encoding="utf-8")):
        command = step["command"]
        if command is None:
            (folder / step["name"]).write_text(step["text"])
        elif command.startswith("cd "):
            folder /= command[3:]
        else:
            yield command, folder


def typed(home: Path, environment: dict[str, str]) -> tuple[float, float]:
    """Types the page's commands; returns the seconds to the first bundle, and to the lost match."""
    total, bundle = 0.0, 0.0
    for command, folder in page_steps(home):
        total += timed(command, folder, environment)
        bundle = bundle or total * (command == BUNDLE)
        if command.startswith(LOST):
            return bundle, total
    raise SystemExit(f"{PAGE}: no command {LOST!r}")


def main() -> int:
    """Returns 1 if one of the spans is too long."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--extra", default="tuning", help="of the package, as the page installs it")
    extra = parser.parse_args().extra
    with tempfile.TemporaryDirectory(prefix="botsmith-") as name:
        top, home = Path(name), Path(name) / "home"
        home.mkdir()
        outer = {n: v for n, v in os.environ.items() if not n.startswith(("PYTHON", "BOTSMITH_"))}
        base = getattr(sys, "_base_executable", sys.executable)
        pip = [base, "-m", "pip", "--disable-pip-version-check"]
        timed([*pip, "wheel", "-q", "--no-deps", "-w", name, str(ROOT)], top, outer)
        (wheel,) = top.glob("botsmith-*.whl")
        venv.create(top / "venv", with_pip=False)
        tools = top / "venv" / "bin"
        into = [*pip, "--python", str(tools / "python"), "install", "-q", f"{wheel}[{extra}]"]
        install = timed(into, top, outer)
        (tools / "xclip").write_text(XCLIP)
        (tools / "xclip").chmod(0o755)
        path = os.pathsep.join([str(tools), os.environ["PATH"]])
        inner = {**outer, "HOME": str(home), "DISPLAY": ":0", "PATH": path}
        bundle, lost = typed(home, inner)
    rows = (("bundle", install + bundle, BUNDLE_S), ("lost match", install + lost, LOST_S))
    for what, seconds, most in rows:
        print(f"{seconds:6.1f} s from the install to the {what}, {most:.0f} s are allowed")
    return int(any(seconds > most for _, seconds, most in rows))


if __name__ == "__main__":
    sys.exit(main())
