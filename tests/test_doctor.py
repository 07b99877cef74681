"""`doctor` finds what is there, and says what to do about what is not."""

import json
from pathlib import Path

import pytest

from botsmith import doctor
from common import native
from tests.commands import botsmith


def test_it_compiles_a_kernel_and_tells_how_much_faster_it_is(require):
    require("gcc")
    every = list(doctor.examine())
    names = {finding.name for finding in every}
    assert names >= {"python", "botsmith", "compiler", "cores", "memory", "disk", "limits"}
    found = [finding for finding in every if "cc: " in finding.found]
    assert found and all(finding.state == doctor.FINE for finding in found)
    assert "times CPython" in found[0].found


def test_without_a_compiler_bots_play_in_cpython(monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(native, "FOLDERS", ())
    (found,) = doctor.compilers()
    assert (found.state, found.found) == (doctor.POOR, "no C compiler found")
    assert "apt install gcc" in found.advice


def test_a_compiler_that_fails_is_named(tmp_path):
    broken = tmp_path / "cc"
    broken.write_text("#!/bin/sh\necho error: no\nexit 1\n")
    broken.chmod(0o755)
    found = doctor.compiler(str(broken))
    assert found.state == doctor.POOR and "error: no" in found.found


@pytest.mark.parametrize(
    ("free", "state"), [(50_000_000, "bad"), (500_000_000, "poor"), (5_000_000_000, "ok")]
)
def test_a_full_disk_is_seen(free, state, monkeypatch):
    usage = type("Usage", (), {"free": free})
    monkeypatch.setattr("shutil.disk_usage", lambda folder: usage)
    assert {finding.state for finding in doctor.disks()} == {state}


def test_the_command_prints_a_table_or_json_and_fails_where_nothing_can_work(monkeypatch):
    bad = doctor.Finding("disk", doctor.BAD, "0.0 GB free in [bold]/x", "make room")
    monkeypatch.setattr("botsmith.cli.doctor.examine", lambda: [bad])
    table = botsmith("doctor")
    assert table.returncode == 1
    assert "[bold]/x" in table.stdout and "make room" in table.stdout
    (finding,) = json.loads(botsmith("doctor", "--json").stdout)["findings"]
    assert finding == {"name": "disk", "state": "bad", "found": bad.found, "advice": "make room"}


def test_the_pages_that_messages_name_are_where_it_says():
    assert Path(doctor.pages().found).is_file()


def test_a_report_names_no_home_and_no_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("USER", "jane")
    monkeypatch.setenv("HOME", "/home/jane")
    found = [doctor.Finding("disk", doctor.POOR, "/home/jane/x of jane, /home/other/y")]
    text = doctor.bug_report(found)
    assert "disk: ~/x of USER, ~/y" in text
    assert "botsmith " in text and "Python 3." in text and "jane" not in text
