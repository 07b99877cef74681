"""The set-up, in a project of its own whose only packages are small local wheels; no network."""

import os
import re
import shutil
import signal
import subprocess
import sys
import zipfile
from importlib import metadata
from pathlib import Path
from typing import Any

import psutil
import pytest
import typer

from botsmith import setup
from botsmith.arena.process.tree import is_alive
from botsmith.children import Ended
from botsmith.cli.app import build_app
from botsmith.commands import COMMANDS
from botsmith.declared import declared_options
from botsmith.errors import BadInput
from botsmith.files import write_json
from tests.commands import begin
from tests.pages import files_of, page_beside
from tests.waiting import PATIENCE, until

PROGRAMS = files_of(page_beside(__file__, "programs.txt")["programs"])

ROOT = Path(__file__).resolve().parent.parent

TELL = PROGRAMS["enters"]


def make_wheel(folder: Path, name: str, version: str) -> None:
    """A wheel of one module that holds its version."""
    info = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"{name}.py", f"VERSION = {version!r}\n")
        wheel.writestr(
            f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        )
        wheel.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(f"{info}/RECORD", f"{name}.py,,\n{info}/METADATA,,\n{info}/WHEEL,,\n")


def write_project(root: Path, version: str = "1.0") -> None:
    root.joinpath("pyproject.toml").write_text(
        '[project]\nname = "forge"\ndependencies = ["anvil>=1"]\n'
        '[project.optional-dependencies]\ndev = ["forge[hot]"]\nhot = ["tongs"]\nodd = ["odd"]\n'
    )
    others = "tongs==1.0\nodd==9.9\nbellows==1.0\nrasp==1.0\n"
    root.joinpath("constraints.txt").write_text(f"anvil=={version}\n{others}")


@pytest.fixture(scope="module")
def wheels(tmp_path_factory):
    """The folder that stands for the package index."""
    folder = tmp_path_factory.mktemp("wheels")
    versions = [("anvil", "1.0"), ("anvil", "2.0"), ("tongs", "1.0")]
    for name, version in [*versions, ("bellows", "1.0"), ("rasp", "1.0")]:
        make_wheel(folder, name, version)
    return folder


@pytest.fixture
def project(tmp_path, monkeypatch, wheels):
    """A checkout with the real botsmith/setup.py, one package, and one more in the extra "dev"."""
    for name in [name for name in os.environ if name.startswith(("PIP_", "BOTSMITH_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(wheels))
    root = tmp_path / "a checkout"
    (root / "botsmith").mkdir(parents=True)
    for file in (ROOT / "botsmith").glob("*.py"):
        shutil.copy(file, root / "botsmith")
    for name in ("cli", "soak", "training"):
        (root / "botsmith" / name).symlink_to(ROOT / "botsmith" / name)
    (root / "tell.py").write_text(TELL)
    write_project(root)
    return root


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """Where the first test that sets up leaves its .venv, for others to begin with."""
    return tmp_path_factory.mktemp("environment") / ".venv"


@pytest.fixture
def ready(project, environment):
    """A checkout that is set up."""
    if not environment.exists():
        assert run(project, "tell.py").returncode == 0
        shutil.copytree(project / ".venv", environment, symlinks=True)
    else:
        shutil.copytree(environment, project / ".venv", symlinks=True)
    return project


def run(project: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command], cwd=project, capture_output=True, text=True, timeout=PATIENCE
    )


def test_the_first_run_sets_up_and_goes_on_and_the_second_is_silent(project, environment):
    first = run(project, "tell.py", "", "two words", "--flag")
    printed = f"1.0 {project / '.venv'} ['tell.py', '', 'two words', '--flag']\n"
    assert (first.returncode, first.stdout) == (0, printed), first.stderr
    assert first.stderr.startswith("botsmith: installing") and first.stderr.count("\n") == 1
    second = run(project, "tell.py", "", "two words", "--flag")
    assert (second.returncode, second.stdout, second.stderr) == (0, printed, "")
    shutil.copytree(project / ".venv", environment, symlinks=True)


@pytest.mark.campaign
def test_what_stands_is_completed_and_follows_the_pins(ready):
    project = ready
    mine = project / ".venv" / "mine.txt"
    mine.touch()
    with_extra = run(project, "-c", TELL + "import tongs", "dev")
    assert (with_extra.returncode, with_extra.stdout[:3]) == (0, "1.0"), with_extra.stderr
    write_project(project, version="2.0")
    changed = run(project, "tell.py")
    assert (changed.returncode, changed.stdout[:3]) == (0, "2.0"), changed.stderr
    assert mine.exists()


@pytest.mark.campaign
def test_an_extra_whose_packages_another_brought_installs_nothing(project):
    with project.joinpath("pyproject.toml").open("a") as file:
        file.write('more = ["tongs>=1"]\nelse = ["hammer"]\n')
    with project.joinpath("constraints.txt").open("a") as file:
        file.write("hammer==1.0\n")
    assert run(project, "tell.py", "dev").returncode == 0
    python = str(setup.venv_python(project / ".venv"))
    stamp = setup.read_stamp(project / ".venv")
    asked = subprocess.run([python, "tell.py", "more"], cwd=project, capture_output=True, text=True)
    assert (asked.returncode, asked.stderr) == (0, "")
    assert setup.read_stamp(project / ".venv") == stamp
    wrong = subprocess.run([python, "tell.py", "else"], cwd=project, capture_output=True, text=True)
    assert wrong.returncode == 2 and "installing" in wrong.stderr


@pytest.mark.campaign
def test_one_install_brings_the_extras_of_all_commands(project):
    with project.joinpath("pyproject.toml").open("a") as file:
        file.write('board = ["tongs"]\ncluster = ["bellows"]\ntuning = ["rasp"]\n')
    first = run(project, "tell.py", "board")
    assert first.returncode == 0 and first.stderr.count("installing") == 1
    for extra, package in [("cluster", "bellows"), ("tuning", "rasp"), ("", "tongs")]:
        later = run(project, "-c", f"{TELL}import {package}", extra)
        assert (later.returncode, later.stderr) == (0, "")


def test_without_a_network_it_says_so_and_not_that_a_package_is_missing(project, monkeypatch):
    monkeypatch.delenv("PIP_NO_INDEX")
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    monkeypatch.setenv("PIP_RETRIES", "1")
    write_project(project, version="9.9")
    done = run(project, "tell.py")
    assert done.returncode == 2
    said = done.stderr.splitlines()
    assert said[-1].startswith("botsmith: no network: pip cannot reach the package index (Conn")
    assert "distribution" not in done.stderr and len(said) == 2


def cut(project: Path, number: int, after: float, *words: str) -> bool:
    """Begins a set-up and ends it by a signal after some seconds; True if it was not done."""
    stamp = setup.read_stamp(project / ".venv")
    begun = subprocess.Popen([sys.executable, *words], cwd=project, stderr=subprocess.PIPE)
    try:
        begun.communicate(timeout=after)
    except subprocess.TimeoutExpired:
        begun.send_signal(number)
        _, said = begun.communicate()
        # It installs: it neither imports at its start nor, once it is done, in the next Python.
        is_installing = b"installing" in said and setup.read_stamp(project / ".venv") == stamp
        assert number != signal.SIGINT or not is_installing or b"Traceback" not in said, said
        return True
    return begun.returncode != 0


# Looks for its own package again and again, like a long command that imports late.
RUNS = PROGRAMS["looks_for_its_package"]


@pytest.mark.parametrize(
    "number", [pytest.param(n, marks=pytest.mark.campaign) for n in (signal.SIGINT, signal.SIGKILL)]
)
def test_a_set_up_that_is_cut_leaves_all_as_it_was_and_nothing_that_runs_loses_a_package(
    ready, number
):
    """At moments that go through the whole of it. Another extra is being installed."""
    python = str(setup.venv_python(ready / ".venv"))
    running = subprocess.Popen([python, "-c", RUNS], cwd=ready, stderr=subprocess.PIPE)
    try:
        after, is_cut = 0.15, True
        while is_cut:
            is_cut = cut(ready, number, after, "tell.py", "dev")
            good = subprocess.run(
                [python, "tell.py"], cwd=ready, capture_output=True, text=True, timeout=PATIENCE
            )
            assert (good.returncode, good.stdout[:3], good.stderr) == (0, "1.0", ""), after
            after *= 1.5 if number == signal.SIGINT else 1.15
        (ready / "runs").unlink()
        until(lambda: (ready / "runs").exists() or running.poll() is not None)
        assert running.poll() is None, running.stderr
    finally:
        running.kill()
        running.communicate()
    done = run(ready, "-c", TELL + "import tongs", "dev")
    assert (done.returncode, done.stderr) == (0, "")
    # They outlive the set-ups that were killed, and write drafts anew.
    until(lambda: not pips_in(ready), lambda: pips_in(ready))
    write_project(ready, version="2.0")
    last = run(ready, "tell.py")
    assert (last.returncode, last.stdout[:3]) == (0, "2.0"), last.stderr
    assert sorted(path.name for path in ready.glob(".venv*")) == [".venv", ".venv.lock"]


def pips_in(project: Path) -> list[psutil.Process]:
    """Returns the pips at work for a checkout, those that other pips have started as well."""
    draft = str(project / setup.DRAFT)
    found = psutil.process_iter(["cmdline"])
    return [each for each in found if any(draft in word for word in each.info["cmdline"] or ())]


# Holds each pip that installs, and says where it is to install.
HOLD = PROGRAMS["holds_pip"]


@pytest.fixture
def held(ready):
    """A checkout that is set up, in which every pip waits for a file `go`."""
    (library,) = ready.glob(".venv/lib/*/site-packages")
    (library / "hold.pth").write_text("import hold\n")
    (library / "hold.py").write_text(f"ROOT = {str(ready)!r}\n{HOLD}")
    yield ready
    (ready / "go").touch()


def begin_held(project: Path, count: int) -> "tuple[subprocess.Popen[str], dict[int, str]]":
    """A set-up, and where `count` pips, one of them its own, are about to install, by their id."""
    command = [sys.executable, "-c", TELL + "import tongs", "dev"]
    begun = subprocess.Popen(command, cwd=project, stderr=subprocess.PIPE, text=True)

    def told() -> dict[int, str]:
        assert begun.poll() is None, begun.communicate()
        found = {int(file.suffix[1:]): file.read_text() for file in project.glob("pip.*")}
        return found if len(found) == count and all(found.values()) else {}

    return begun, until(told)


@pytest.mark.campaign
def test_an_interrupt_leaves_no_pip_at_work(held):
    """The pip that another pip had started went on, and wrote into the next set-up's draft."""
    begun, pips = begin_held(held, 1)
    begun.send_signal(signal.SIGINT)
    _, said = begun.communicate(timeout=PATIENCE)
    assert begun.returncode == 130 and "Traceback" not in said
    until(lambda: not is_alive(*pips))
    assert sorted(path.name for path in held.glob(".venv*")) == [".venv", ".venv.lock"]


@pytest.mark.campaign
def test_a_pip_that_outlives_its_set_up_writes_nowhere_else(held):
    """A package was missing after a set-up that was done: two pips had written into one draft."""
    first, pips = begin_held(held, 1)
    for process in psutil.Process(first.pid).children():  # but not the pip's own child
        process.kill()
    first.kill()
    first.communicate()
    second, both = begin_held(held, 2)
    assert len(set(both.values())) == 2
    (held / "go").touch()
    _, said = second.communicate(timeout=PATIENCE)
    assert (second.returncode, pips.keys() < both.keys()) == (0, True), said


@pytest.mark.parametrize("aside", [f"{setup.DRAFT}.7", setup.OLD])
def test_an_environment_that_was_about_to_change_its_place_comes_back(ready, aside):
    (ready / ".venv").rename(ready / aside)
    done = run(ready, "tell.py")
    assert (done.returncode, done.stdout[:3], done.stderr) == (0, "1.0", "")


@pytest.mark.campaign
def test_the_commands_of_an_environment_run_in_its_place(project, wheels, monkeypatch, tmp_path):
    """Where it was made their first lines would name a folder that is gone."""
    shutil.copytree(wheels, tmp_path / "links")
    with zipfile.ZipFile(tmp_path / "links" / "anvil-1.0-py3-none-any.whl", "a") as wheel:
        points = "[console_scripts]\nstrike = builtins:int\n"
        wheel.writestr("anvil-1.0.dist-info/entry_points.txt", points)
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "links"))
    assert run(project, "tell.py").returncode == 0
    strike = project / ".venv" / "bin" / "strike"
    assert subprocess.run([strike]).returncode == 0


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        ([], 0, "Search better numbers"),
        (["--help"], 0, "Search better numbers"),
        (["train", "policy", "-h"], 0, "Train a policy by PPO"),
        (["--version"], 0, "botsmith "),
        (["play", "csb", "--gmaes", "3"], 2, "`play` has no option --gmaes; did you mean --games?"),
        (["train", "policy", "csb", "--mehtod=ppo"], 2, "did you mean --method?"),
        (["--wrnog"], 2, "no option --wrnog"),
        (["plya", "csb"], 2, "no command 'plya'; the commands are start, init"),
    ],
)
def test_help_and_wrong_words_install_nothing(project, words, status, said):
    done = run(project, "-m", "botsmith", *words)
    assert done.returncode == status and said in done.stdout + done.stderr
    assert not list(project.glob(".venv*"))


@pytest.mark.parametrize("name", COMMANDS)
def test_the_options_in_the_source_are_those_of_the_command(name):
    group: Any = typer.main.get_command(build_app(name))
    command = group.commands[name]
    words = {word for each in command.params for word in (*each.opts, *each.secondary_opts)}
    real = {word for word in words if word.startswith("--")} | {"--help"}
    declared = declared_options(name)
    assert declared >= real
    assert name.startswith("train") or len(declared - real) <= 6  # of `referee`


@pytest.mark.campaign
def test_an_environment_whose_python_is_gone_is_made_anew(ready):
    setup.venv_python(ready / ".venv").unlink()
    assert run(ready, "tell.py").returncode == 0


@pytest.mark.campaign
def test_two_set_ups_at_once_make_one_environment(project):
    command = [sys.executable, "tell.py"]
    both = [begin(command, project) for _ in range(2)]
    outcomes = [process.communicate(timeout=PATIENCE) for process in both]
    assert [process.returncode for process in both] == [0, 0], outcomes
    assert "".join(errors for _, errors in outcomes).count("installing") == 1


@pytest.mark.campaign
def test_a_pip_that_fails_is_shown_and_leaves_what_was_there(ready):
    project = ready
    failed = run(project, "tell.py", "odd")
    assert (failed.returncode, failed.stdout) == (2, "")
    last = failed.stderr.splitlines()[-1]
    assert last.startswith("botsmith: pip could not install the packages: ERROR:") and "9.9" in last
    assert "Traceback" not in failed.stderr
    good = run(project, "tell.py")
    assert (good.returncode, good.stderr) == (0, "")


def test_an_interpreter_with_the_packages_needs_no_environment(project, wheels):
    wheel = str(wheels / "anvil-1.0-py3-none-any.whl")
    code = f"import sys; sys.path.insert(0, {wheel!r})\n{TELL}"
    done = run(project, "-c", code)
    assert (done.returncode, done.stdout[:3], done.stderr) == (0, "1.0", "")
    assert not (project / ".venv").exists()


def test_it_never_restarts_for_ever(project, monkeypatch):
    monkeypatch.setenv(setup.RESTARTED, setup.PLAIN)
    done = run(project, "tell.py")
    assert done.returncode == 2
    assert done.stderr.startswith("botsmith: ") and "remove it" in done.stderr
    assert done.stderr.count("\n") == 1


def without_pip(ensurepip: bool):
    """A stand-in for `setup.run` on a machine where no interpreter has pip."""

    def run(command: list[str]) -> Ended:
        works = "venv" in command and (ensurepip or "--without-pip" in command)
        return Ended(0 if works else 1, b"Failing command: ...", b"")

    return run


def test_without_any_pip_it_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr(setup, "run", without_pip(ensurepip=False))
    with pytest.raises(BadInput, match="install pip .*apt install python3-pip"):
        setup.pip_for(tmp_path)


def test_without_an_outer_pip_the_environment_brings_its_own(tmp_path, monkeypatch):
    monkeypatch.setattr(setup, "run", without_pip(ensurepip=True))
    assert setup.pip_for(tmp_path) == [str(setup.venv_python(tmp_path)), "-m", "pip"]


LATE = PROGRAMS["interrupts_late"]


@pytest.mark.parametrize("at_exit", ["within", "int"])
def test_an_interrupt_after_a_command_changes_no_status(at_exit, tmp_path, monkeypatch):
    """Python ended by it, with status -2, after the command had said its last word: if it came when
    no handler was left, or within an exec().
    """
    (tmp_path / "late.py").write_text(LATE.format(at_exit))
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}{os.pathsep}{tmp_path}")
    done = run(ROOT, "-m", "late", "--version")
    assert (done.returncode, done.stdout[:9], done.stderr) == (0, "botsmith ", "")


def test_an_old_python_gets_one_line():
    code = (
        "import runpy, sys; sys.version_info = (3, 8, 18, 'final', 0);"
        "runpy.run_module('botsmith', run_name='__main__')"
    )
    done = run(ROOT, "-c", code)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("botsmith: Botsmith needs Python 3.11 or newer, and this is 3.8")
    assert done.stderr.count("\n") == 1


def test_the_constraints_say_the_version_of_every_package(tmp_path):
    write_project(tmp_path)
    assert setup.read_pins(tmp_path, "") == ["anvil==1.0"]
    assert setup.read_pins(tmp_path, "dev") == ["anvil==1.0", "tongs==1.0"]
    (tmp_path / "constraints.txt").write_text("tongs==1.0\n")
    with pytest.raises(BadInput, match="no line anvil==VERSION"):
        setup.read_pins(tmp_path, "")


def test_a_dependency_that_is_none_is_refused(tmp_path):
    (tmp_path / "pyproject.toml").write_text('[project]\ndependencies = ["an anvil"]\n')
    (tmp_path / "constraints.txt").touch()
    with pytest.raises(BadInput, match="NAME>=VERSION"):
        setup.read_pins(tmp_path, "")


def test_every_package_of_this_project_has_one_exact_version():
    assert len(setup.read_pins(ROOT, "dev")) > len(setup.read_pins(ROOT, "all")) > 0
    lines = (ROOT / "constraints.txt").read_text(encoding="ascii").splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert pins and all(re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.]+", pin) for pin in pins)


@pytest.mark.parametrize("extra", ["", "dev", "board", "absent"])
def test_an_installed_package_asks_for_the_extra_that_is_missing(extra, monkeypatch, capsys):
    lists = ["anvil>=1", "pytest; extra == 'board'", "tongs<2; extra == 'absent'"]
    monkeypatch.setattr(metadata, "requires", {"botsmith": lists}.get)
    if extra != "absent":
        return setup.need(extra)
    with pytest.raises(SystemExit, match="2"):
        setup.need(extra)
    said = capsys.readouterr().err
    assert said.startswith("botsmith: this needs tongs; install botsmith[absent]")
    assert said.count("\n") == 1


def test_the_stamp_answers_for_pins_constraints_and_python(tmp_path):
    write_project(tmp_path)
    (tmp_path / ".venv").mkdir()
    stamp = {"": setup.fingerprint(tmp_path, ""), "python": "3.11"}
    write_json(setup.stamp_path(tmp_path / ".venv"), stamp)
    assert setup.is_complete(tmp_path, "", "3.11")
    assert not setup.is_complete(tmp_path, "", "3.12")
    assert not setup.is_complete(tmp_path, "", None)
    assert not setup.is_complete(tmp_path, "dev", "3.11")
    (tmp_path / "constraints.txt").write_text("anvil==1.0\ntongs==1.1\n")
    assert not setup.is_complete(tmp_path, "", "3.11")


def test_a_damaged_stamp_is_none(tmp_path):
    for text in ("", "{", "[]"):
        setup.stamp_path(tmp_path).write_text(text)
        assert setup.read_stamp(tmp_path) == {}
