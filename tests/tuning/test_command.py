"""`tune` as a user runs it: real bots, killed, resumed, and careful with params.py."""

import json
import re
import signal
from pathlib import Path

import pytest

from botsmith.arena.matches.match import Conditions
from botsmith.arena.matches.runner import Runner
from botsmith.arena.process.launch import HAS_WARDEN
from botsmith.bundle.modules import choose_entries
from botsmith.bundle.parameters import read_parameters
from botsmith.errors import BadInput
from botsmith.tuning.bundles import START, Workshop, find_pool
from botsmith.workspace import HOME as ROOT
from tests.arena.conftest import bot_folders, wait_until_clean
from tests.arena.leagues import start
from tests.cli.test_json import check as check_json
from tests.commands import botsmith

__all__ = ["bot_folders"]  # nothing may be left of the bots that play here

CSB = choose_entries(ROOT, ["csb"])[0]
PARAMS = ROOT / "bots" / "csb" / "params.py"


@pytest.mark.campaign  # tests/tuning/test_study.py kills the study of a toy
@pytest.mark.skipif(not HAS_WARDEN, reason="what is left is found as Linux shows it")
def test_killed_and_resumed_no_trial_is_lost_and_nothing_is_written_unproven(  # noqa: F811
    tmp_path, bot_folders
):
    spoiled, page = tmp_path / "spoiled.toml", tmp_path / "page.html"
    spoiled.write_text("depth = 1\n")
    words = ["tune", "csb@python", "--params", str(spoiled), "--only", "depth,margin_ms"]
    words += ["--trials", "2"]
    words += ["--games", "2", "--iterations", "4", "--confirm", "2", "--jobs", "1"]
    words += ["--db", str(tmp_path / "tune.db")]
    before = PARAMS.read_bytes()

    process = start(*words)
    assert process.stdout
    line = process.stdout.readline()
    process.send_signal(signal.SIGKILL)
    process.communicate()
    wait_until_clean(bot_folders)
    found = re.match(r"trial +1: +([0-9.]+)% ", line)
    assert found, line

    done = botsmith(*words, "--resume", "--apply", "--report", str(page), "--json")
    assert done.returncode == 1 and f"{CSB.game}/params.py was not written" in done.stderr
    document = json.loads(done.stdout)
    check_json(document, "tune")
    check_json(document["best"], "trials")
    trials = document["trials"]
    assert [trial["is_start"] for trial in trials] == [True, False, False]
    assert f"{100 * trials[1]['score']:.1f}" == found[1]
    assert trials[1]["values"] != trials[2]["values"]
    assert all(set(trial["values"]) == {"depth", "margin_ms"} for trial in trials)
    assert trials[0]["values"]["depth"] == 1
    assert document["best"] in trials and document["applied"] is False
    assert document["without_effect"] == ["margin_ms"]  # by count and not by the clock
    assert "no value of margin_ms changes a move of the game with seed 1" in done.stderr
    assert PARAMS.read_bytes() == before
    assert page.read_text().startswith("<!doctype html>")

    again = botsmith(*words, "--resume", "--json")
    assert json.loads(again.stdout) == document


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nosuch"], "no bot 'nosuch'"),
        (["csb", "--vs", "nosuch"], "no bot 'nosuch'"),
        (["csb", "--only", "nosuch"], "has no parameter 'nosuch'"),
        (["csb", "--trials", "0"], "--trials 0"),
        (["csb", "--games", "1"], "--games 1"),
        (["csb@rust"], "no bot 'csb@rust'"),
        (["csb", "--engine", "nowhere"], "no engine 'nowhere'"),
        (["csb", "--time", "never"], "never"),
    ],
)
def test_wrong_input_is_one_line(words, said, tmp_path, capsys, monkeypatch):
    from botsmith.cli.app import main

    monkeypatch.chdir(tmp_path)
    status = main(["tune", *words])
    printed = capsys.readouterr().err
    assert status == 2 and printed.count("\n") == 1 and said in printed


def test_applied_values_keep_the_comments(tmp_path):
    file = tmp_path / "bots" / "csb" / "params.py"
    file.parent.mkdir(parents=True)
    file.write_bytes(PARAMS.read_bytes())
    workshop = Workshop(tmp_path, CSB, "", {"depth": 3, "rival": 0.25})
    workshop.apply({"rival": 0.75})
    text = file.read_text()
    values = {parameter.name: parameter.value for parameter in read_parameters(text)}
    assert (values["depth"], values["rival"]) == (3, 0.75)
    pattern = re.compile(r"= [^#]*  #")
    assert pattern.sub("=  #", text) == pattern.sub("=  #", PARAMS.read_text())


def test_an_equal_bot_has_an_equal_hash_and_another_value_another():
    workshop = Workshop(ROOT, CSB, "", {})
    one, same, other = (workshop.build(v, "trial") for v in ({}, {"depth": 6}, {"depth": 5}))
    assert one == same
    assert one.content_hash != other.content_hash
    assert b"depth: int = 5" in other.files[0].content


def test_without_c_the_same_bundle_is_another_bot():
    fast, slow = (Workshop(ROOT, CSB, engine, {}).build({}, "trial") for engine in ("", "python"))
    assert fast.files == slow.files
    assert fast.content_hash != slow.content_hash
    assert (fast.engine, slow.engine) == ("", "python")


def test_the_pool_is_the_start_unless_named():
    start_values = Workshop(ROOT, CSB, "", {}).build({}, START)
    runner = Runner("csb", Conditions())
    assert find_pool([], start_values, runner) == [start_values]
    pool = find_pool(["coast", "start", "coast"], start_values, runner)
    assert [bot.name for bot in pool] == ["coast", "start", "coast#2"]


def test_a_bot_without_parameters_has_nothing_to_tune(tmp_path):
    with pytest.raises(BadInput, match="nothing to tune"):
        Workshop(tmp_path, CSB, "", {}).source()


def test_the_extra_of_tune_is_in_the_tests_extra():
    from botsmith import setup

    pins = {extra: setup.read_pins(Path(ROOT), extra) for extra in ("tuning", "dev")}
    assert set(pins["tuning"]) <= set(pins["dev"])


def test_a_trial_is_the_bundle_that_is_assembled_with_its_values():
    workshop = Workshop(ROOT, CSB, "", {"depth": 5})
    values = {"depth": 4, "margin_ms": 9.5}
    fast, whole = workshop.text(values), workshop.assembled(values).text
    first = "# ==== "
    assert fast[fast.index(first) :] == whole[whole.index(first) :]
    assert "depth: int = 4" in fast and "depth: int = 5" in workshop.text({})
