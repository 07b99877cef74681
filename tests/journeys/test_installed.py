"""Ways of a user to where he wants to be, each also on a busy machine.

At the end of many a way something stood in it: test_eleven_points.py, test_setup.py (what help
installs), faults/test_first_day.py (false words about a mistake).
"""

import asyncio
import json
import re
import time
from contextlib import suppress
from pathlib import Path

import pytest

from benchmarks.first_hour import page_steps
from botsmith.site.outgoing import site_json
from tests.ide.tab import Tab
from tests.journeys.conftest import Shell
from tests.pages import files_of, page_beside
from tests.site.conftest import recorded

PROGRAMS = files_of(page_beside(__file__, "programs.txt")["programs"])

pytestmark = pytest.mark.campaign

FILES = ("match.html", "lost.html", "dist/racer.py", "dist/sprint.py", "dist/middle.py")
COUNT = "--time count"  # no game is lost by the machine
PLAYER = PROGRAMS["player"]
BEST = PROGRAMS["best"]
STUB = PROGRAMS["stub"]


def test_the_first_hour_word_for_word(shell):
    commands = []
    for command, folder in page_steps(shell.home):
        shell.folder = folder
        shell.run(command)
        commands.append(command.split()[1])
        if command == "botsmith build racer --copy":
            product = (shell.folder / "dist/racer.py").read_text()
            assert (shell.home / "clipboard").read_text() == product
    assert set(commands) >= set(
        "init build play replay league lost versions tune adopt new golden".split()
    )
    assert commands[-1] == "test"
    assert [file for file in FILES if not (shell.folder / file).is_file()] == []


def test_a_strangers_folder_becomes_a_version_that_is_shipped(shell):
    shell.write("theirs/main.py", PLAYER.format(module="moves"))
    shell.write("theirs/moves.py", BEST)
    shell.run("botsmith init mine --from uttt")
    shell.folder /= "mine"
    printed = shell.run("botsmith adopt ../theirs --game uttt --name taken")
    assert "botsmith build" in printed
    shell.run("botsmith build taken")
    shell.run(
        "git init -q && git add -A && git -c user.name=me -c user.email=me@x commit -qm taken"
    )
    printed = shell.run("botsmith ship taken --soak 0")
    assert "taken@v1" in printed
    assert (shell.home / "clipboard").read_text() == (shell.folder / "dist/taken.py").read_text()


def test_a_stub_becomes_a_first_win(shell):
    shell.run("botsmith init mine")
    shell.folder /= "mine"
    shell.write("stub.txt", STUB)
    shell.run("botsmith new duel --players 2 --stub stub.txt")
    shell.run("botsmith build duel")
    bots = "duel crash"
    report = json.loads(shell.run(f"botsmith play duel {bots} {COUNT} --games 2 --json"))
    mine = report["bots"][0]
    assert (mine["name"], mine["wins"], mine["crashes"], mine["invalid"]) == ("duel", 2, 0, 0)
    shell.run("botsmith test")


def test_a_lost_game_of_the_site_leads_to_a_line_of_code(shell):
    shell.run("botsmith init mine")
    shell.folder /= "mine"
    shell.run("botsmith build")
    shell.write("game.json", json.dumps(site_json(recorded("csb"))))
    assert "our referee repeats it" in shell.run("botsmith import game.json -o site.jsonl.gz")
    printed = shell.run("botsmith situation site.jsonl.gz racer --turn 3 --seat 0 --iterations 20")
    assert printed.strip()
    shell.run("botsmith replay site.jsonl.gz -o site.html")
    product = (shell.folder / "dist/racer.py").read_text().splitlines()
    number = next(n for n, text in enumerate(product, 1) if "def progress(" in text)
    printed = shell.run(f"botsmith where dist/racer.py {number}")
    assert re.search(r"bots/racer/outlook\.py:\d+", printed), printed


def test_a_tuned_number_stands_in_the_paste(shell):
    shell.run("botsmith init mine")
    shell.folder /= "mine"
    shell.run("botsmith build")
    before = (shell.folder / "dist/racer.py").read_text()
    tune = "botsmith tune racer --only rival --trials 3 --games 2 --iterations 5 --confirm 2"
    shell.run(f"{tune} --apply --force --jobs 1")
    shell.run("botsmith build racer --copy")
    (value,) = re.findall(r"^ +rival: \w+ = (\S+)", (shell.folder / PARAMS).read_text(), re.M)
    pasted = (shell.home / "clipboard").read_text()
    assert re.search(rf"rival: \w+ = {re.escape(value)}\b", pasted) and pasted != before


PARAMS = "bots/racer/params.py"


async def edited(shell: Shell, port: int) -> None:
    """Types in the editor of the site, and saves a module at home."""
    tab = Tab("Coders Strike Back")

    async def until(what: str, place: Path | None = None) -> None:
        for _ in range(3000):
            if what in (place.read_text() if place else tab.text):
                return
            await asyncio.sleep(0.1)
        raise AssertionError(what)

    await tab.open(port)
    await until("rival: float")
    (value,) = re.findall(r"rival: float = (\S+)", tab.text)
    await tab.type(f"rival: float = {value}", "rival: float = 0.31")
    await until("rival: float = 0.31", shell.folder / PARAMS)
    await until("rival: float = 0.31")
    shell.replace(PARAMS, "rival: float = 0.31", "rival: float = 0.32")
    await until("rival: float = 0.32")
    with suppress(Exception):
        await tab.close()


def test_an_edit_in_the_ide_comes_home_and_one_at_home_goes_there(shell):
    shell.run("botsmith init mine")
    shell.folder /= "mine"
    bridge = shell.begin("botsmith ide racer --apply")
    try:
        assert bridge.stdout
        line = bridge.stdout.readline()
        port = int(re.findall(r"localhost:(\d+)", line)[0])
        asyncio.run(edited(shell, port))
    finally:
        bridge.kill()
        bridge.communicate()


def test_a_league_on_two_machines(shell):
    pytest.importorskip("distributed")
    shell.run("botsmith init mine")
    shell.folder /= "mine"
    shell.run("botsmith build")
    dask = "python -m distributed.cli.dask_scheduler --host 127.0.0.1 --port 0 --no-dashboard"
    started = [shell.begin(f"{dask} --scheduler-file cluster.json")]
    try:
        while not (shell.folder / "cluster.json").exists():
            assert started[0].poll() is None
            time.sleep(0.1)
        address = json.loads((shell.folder / "cluster.json").read_text())["address"]
        worker = f"python -m distributed.cli.dask_worker {address} --nthreads 1 --no-dashboard"
        started += [shell.begin(f"{worker} --name w{number}") for number in range(2)]
        place = address.replace("tcp://", "dask://")
        words = f"racer coast --games 4 --iterations 3 --jobs 2 --engine {place}"
        report = json.loads(shell.run(f"botsmith league csb {words} --json"))
        assert (report["games"], report["conditions"]["engine"]) == (4, place)
    finally:
        for each in started[::-1]:
            each.kill()
            each.communicate()


def test_a_network_is_trained_and_plays(shell):
    shell.run("botsmith init mine")
    shell.folder /= "mine"
    shell.run("botsmith new nets --turns alternating --search network")
    little = "--games 40 --iterations 4 --gate 4 --passes 1 --jobs 1 --generations 1"
    shell.run(f"botsmith train nets {little}")
    if shell.ended(f"botsmith train nets {little} --apply").returncode == 0:
        assert "seed 1" in (shell.folder / "bots/nets/weights.py").read_text()
    shell.run("botsmith build nets")
    report = json.loads(shell.run(f"botsmith play nets nets random {COUNT} --json"))
    assert report["bots"][0]["crashes"] == 0


def test_a_mistake_is_told_with_its_line_and_the_mended_bot_plays(shell):
    shell.run("botsmith init mine")
    shell.folder /= "mine"
    shell.write("first.py", PLAYER.format(module="moves").replace("moves.best(", "pick("))
    shell.replace("first.py", "import moves", "from operator import itemgetter as pick")
    printed = shell.run(f"botsmith play uttt first.py random {COUNT}")
    assert "crash" in printed and "at first.py:8 main()" in printed
    shell.replace("first.py", "pick(cells)", "cells[0]")
    report = json.loads(shell.run(f"botsmith play uttt first.py random {COUNT} --json"))
    assert [match["errors"] for match in report["matches"]] == [[]]


def test_a_version_is_measured_against_the_one_before_and_comes_back(shell):
    shell.run("botsmith init mine --from uttt")
    shell.folder /= "mine"
    shell.run("botsmith build && botsmith ship racer --dirty --soak 0")
    first = (shell.folder / "dist/racer.py").read_text()
    number = r"^( +\w+: float = )([\d.]+)"
    text = (shell.folder / PARAMS).read_text()
    shell.write(PARAMS, re.sub(number, r"\g<1>\g<2>1", text, count=1, flags=re.M))
    shell.run("botsmith build")
    shell.run("botsmith league join uttt racer random --games 2 --iterations 2 --jobs 1")
    printed = shell.run("botsmith versions")
    assert "racer@v1" in printed and "racer@v2" in printed
    shell.run(f"botsmith play uttt racer racer@v1 {COUNT}")
    shell.run("botsmith ship --back racer@v1")
    assert (shell.folder / "dist/racer.py").read_text() == first


def test_a_contest_of_ones_own_is_kept_in_its_place_by_golden_matches(shell):
    shell.run("botsmith init mine")
    shell.folder /= "mine"
    shell.run("botsmith new fleet --players 2..3")
    shell.run("botsmith golden fleet --record 3")
    shell.run("botsmith golden fleet --check")
    shell.run("botsmith build fleet")
    shell.run(f"botsmith play fleet fleet random random {COUNT} --record m.jsonl.gz")
    assert "equal 1 of 1" in shell.run("botsmith verify fleet m.jsonl.gz")
    for command in ("ruff check .", "black --check -q .", "mypy"):
        shell.run(f"python -m {command}")


def test_a_league_is_read_by_other_tools(shell):
    shell.run("botsmith init mine")
    shell.folder /= "mine"
    words = "random coast --games 4 --iterations 1 --jobs 1 --report page.html"
    shell.run(f"botsmith league csb {words}")
    assert len(shell.run("botsmith export --db league.db --csv").splitlines()) == 9
    shell.run("botsmith lost --db league.db --vs coast -o lost.html")
    assert re.fullmatch(r"botsmith \d+\.\d+\.\d+\n", shell.run("botsmith --version"))
    asked = {"_BOTSMITH_COMPLETE": "complete_bash", "COMP_CWORD": "2"}
    shell.environment |= asked | {"COMP_WORDS": "botsmith play --g"}
    assert "--games" in shell.run("botsmith")


def test_outside_of_a_workspace_a_command_says_how_to_make_one(shell):
    done = shell.ended("botsmith build")
    assert done.returncode == 2 and "`botsmith init DIR` makes a workspace" in done.stderr
    assert '"state": "ok"' in shell.run("botsmith doctor --json")
