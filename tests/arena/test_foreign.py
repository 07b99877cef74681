"""Foreign referees of cg-brutaltester as games of our arena, under both protocols."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from botsmith.arena.matches import foreign, old_protocol
from botsmith.arena.matches.bots import Bot, find_bots, without_c
from botsmith.arena.matches.foreign import failed_seats, read_scores
from botsmith.arena.matches.match import Conditions
from botsmith.arena.matches.played import Note, reported_notes
from botsmith.arena.process.stderr import EngineTurns
from botsmith.arena.store.record import decode_match, encode_match
from botsmith.errors import BadInput
from botsmith.referees.base import Match
from tests.arena.toys import PROGRAMS, write_bot
from tests.interop.test_referee_command import REFEREE
from tests.matches import outcomes, play_series, report_of, series_plan
from tests.waiting import PATIENCE

NEW_REFEREE = PROGRAMS["new_referee"]
OLD_REFEREE = PROGRAMS["old_referee"]
GOOD = PROGRAMS["doubles"]
BAD = "while True:\n    input()\n    print(0, flush=True)"
SLOW = (
    "import time\nwhile True:\n    number = int(input())\n    time.sleep(1)\n    print(2 * number)"
)
GONE = "input()"


@pytest.fixture
def bots(tmp_path: Path) -> dict[str, Bot]:
    sources = {"good": GOOD, "bad": BAD, "gone": GONE, "slow": SLOW}
    return {name: write_bot(tmp_path, name, source) for name, source in sources.items()}


def game(folder: Path, source: str, name: str = "brutal") -> str:
    (folder / "referee.py").write_text(source)
    return f"{name}:{sys.executable} {folder}/referee.py"


def play(name: str, *bots: Bot, games: int = 1, sends_seed: bool = True) -> list[Match]:
    conditions = Conditions("none", sends_seed=sends_seed)
    return play_series(name, bots, games, seed=5, conditions=conditions)


@pytest.mark.parametrize(("name", "source"), [("brutal", NEW_REFEREE), ("brutal-old", OLD_REFEREE)])
def test_a_series_is_paired_and_ranked(name, source, tmp_path, bots):
    foreign_game = game(tmp_path, source, name)
    seated = (bots["bad"], bots["good"], bots["good"])
    untimed = Conditions("none", sends_seed=True)
    plan = series_plan(foreign_game, seated, 3, 5, untimed)
    found = outcomes(plan, untimed)
    matches = [decode_match(each.record, "here") for each in found]
    assert [match.result.ranks for match in matches] == [[3, 1, 1], [1, 3, 1], [1, 1, 3]]
    assert [match.seed for match in matches] == ["5", "5", "5"]
    counted = report_of(plan, found=found)
    assert [bot["draws"] for bot in counted["bots"]] == [0, 3, 3]
    reported = [note for note in reported_notes(matches[0]) if note.seat == 1]
    assert reported[-1] == Note(1, 1 if name == "brutal" else 2, "asked", 3)
    for match in matches:
        assert decode_match(encode_match(match), "here") == match


def test_python_after_a_name_holds_under_both_protocols(tmp_path, bots):
    bot = write_bot(tmp_path, "telling", PROGRAMS["says_its_engine"])
    seated = (without_c(bot), bot, bots["good"])
    match = play(game(tmp_path, OLD_REFEREE, "brutal-old"), *seated)[0]
    turns = [EngineTurns(python=3), EngineTurns(c=3), EngineTurns(unknown=3)]
    assert list(match.extra["engine"].values()) == [found.as_json() for found in turns]
    assert list(match.extra["stderr"]) == ["0", "1", "2"]
    assert set(match.extra["stderr"]["0"]) == {""}
    match = play(game(tmp_path, NEW_REFEREE), *seated)[0]
    last = {note.seat: note.value for note in reported_notes(match)}
    assert (last[0], last[1]) == ("python", "c")
    assert match.extra["engine"]["0"] == EngineTurns().as_json()


def test_the_new_protocol_reads_scores_as_brutaltester_does():
    assert read_scores(["Welcome 1", "", "3", "-1", "seed=4"]) == [3, -1]
    assert read_scores(["3 4", "none", "5.5"]) == [3, 4]


def test_minus_one_is_a_crash_and_other_negative_scores_are_scores(tmp_path, bots):
    match = play(game(tmp_path, NEW_REFEREE), bots["good"], bots["gone"])[0]
    assert (match.result.scores, match.result.ranks) == ([3.0, -1.0], [1, 2])
    assert [(error["seat"], error["fault"]) for error in match.extra["errors"]] == [(1, "crash")]
    assert "its contest counts so: `referee add --neg" in match.extra["errors"][0]["text"]
    assert failed_seats([-12, -1]) == failed_seats([4, -3]) == []


def test_the_old_protocol_ends_with_the_bot_that_fails(tmp_path, bots):
    match = play(game(tmp_path, OLD_REFEREE, "brutal-old"), *(bots[n] for n in ("good", "gone")))[0]
    assert (match.result.ranks, match.result.end) == ([1, 2], "crash")
    text = "seat 1 gone: turn 0: crash: ended with status 0 in the middle of the match"
    why = "; the end of its file was reached: expected a loop over the turns"
    assert match.extra["errors"][0]["text"] == text + why
    assert match.turns[0].outputs == {0: ["10"], 1: []}


@pytest.mark.parametrize(
    ("name", "source", "message"),
    [
        ("brutal", "raise SystemExit('no map')", "it ended with status 1: no map"),
        ("brutal", "print(1)", "expected 2 scores, one a line, got '1'"),
        ("brutal", "", "expected 2 scores, one a line, got 'nothing'"),
        ("brutal", "print('x' * 2_000_000)", "it printed more than 1048576 bytes"),
        ("brutal", "import time\ntime.sleep(600)", "it did not end in 0.3 s"),
        ("brutal-old", "raise SystemExit('no map')", "it ended before ###End: no map"),
        ("brutal-old", "print('hello')", "expected ###Input, ###Output or ###End, got 'hello'"),
        ("brutal-old", "print('###Output 7 1')", "no such player in '###Output 7 1'"),
        ("brutal-old", "print('###End 0')", "expected every player once in ###End, got '0'"),
        ("brutal-old", "print('###End 00 1')", "expected every player once"),
        (
            "brutal-old",
            "print('###What 0')",
            "expected ###Input, ###Output or ###End, got '###What 0'",
        ),
        ("brutal-old", "print('x' * 2_000_000)", "more than 1048576 bytes at once"),
        ("brutal-old", "import time\ntime.sleep(600)", "no line for 0.3 s"),
    ],
)
def test_a_referee_that_fails_is_no_result(name, source, message, tmp_path, bots, monkeypatch):
    monkeypatch.setattr(foreign, "MATCH_SECONDS", 0.3 if "sleep" in source else PATIENCE)
    monkeypatch.setattr(foreign, "OUTPUT_LIMIT", 1 << 20)
    monkeypatch.setattr(old_protocol, "REFEREE_SECONDS", 0.3 if "sleep" in source else PATIENCE)
    with pytest.raises(BadInput) as caught:
        play(game(tmp_path, source, name), bots["good"], bots["bad"])
    assert f"{name}:" in str(caught.value)
    assert f"seed 5: the referee failed: {message}" in str(caught.value)


def test_a_complaint_of_the_old_protocol_is_recorded(tmp_path, bots):
    source = 'input()\nprint("###Input 1\\n1\\n###Output 1 1", flush=True)\n'
    source += 'print(f"###Error 1 no {input()}\\n###End 0 1")'
    name = game(tmp_path, source, "brutal-old")
    match = play(name, bots["good"], bots["bad"], sends_seed=False)[0]
    assert match.extra["errors"][0]["text"] == "seat 1 bad: turn 0: invalid: no 0"
    assert match.result.ranks == [1, 2]


def test_the_seed_line_of_the_old_protocol_goes_out_on_request_alone(tmp_path, bots):
    name = game(tmp_path, PROGRAMS["one_line_referee"], "brutal-old")
    for match in play(name, bots["good"], bots["good"], games=2, sends_seed=False):
        assert (match.result.ranks, match.extra["errors"]) == ([1, 1], [])
    with pytest.raises(BadInput, match="puts seat 0 out before it has answered; leave out --seed"):
        play(name, bots["slow"], bots["slow"])  # which the referee does not wait for


def test_a_seat_that_was_never_asked_has_not_lost(tmp_path, bots):
    name = game(tmp_path, "input()\nprint('###End 1 0')", "brutal-old")
    with pytest.raises(BadInput, match="'###End 1 0' puts seat 0 out before it has answered$"):
        play(name, bots["good"], bots["good"], sends_seed=False)
    name = game(tmp_path, "input()\nprint('###End 01')", "brutal-old")
    assert play(name, bots["good"], bots["good"], sends_seed=False)[0].result.ranks == [1, 1]


def test_a_log_that_is_none_is_left_out(tmp_path, bots):
    source = "import sys\nopen(sys.argv[-1], 'w').write('[{')\nprint('1\\n2')"
    match = play(game(tmp_path, source), bots["good"], bots["bad"])[0]
    assert (match.result.ranks, match.extra["stderr"]) == ([2, 1], {})


def test_baselines_of_a_port_play_in_the_foreign_referee():
    for name in ("brutal", "brutal-old"):
        bots = find_bots(["csb:coast", "csb:crash"], f"{name}:{REFEREE}")
        assert play(f"{name}:{REFEREE} --time none", *bots)[0].result.ranks == [1, 2]
    with pytest.raises(BadInput, match="no bot 'cost'"):
        find_bots(["csb:cost", "csb:coast"], f"brutal:{REFEREE}")


def test_bots_of_a_foreign_game_have_no_baselines():
    with pytest.raises(BadInput, match="no bot 'random'"):
        find_bots(["random", "random"], "brutal:true")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("brutal:", "no program ''; expected brutal:COMMAND"),
        ("brutal:no-such-program -x", "no program 'no-such-program'"),
        ("brutal-old:'", "expected brutal-old:COMMAND"),
    ],
)
def test_a_referee_that_is_not_there_is_told(name, message, bots):
    with pytest.raises(BadInput, match=message):
        play(name, bots["good"], bots["bad"])


def test_a_command_that_the_referee_would_tear_apart_is_refused(tmp_path, bots):
    (tmp_path / "my bots").mkdir()
    torn = write_bot(tmp_path / "my bots", "good", GOOD)
    with pytest.raises(BadInput, match="bot good: .* has a blank or a quote"):
        play("brutal:true", torn, bots["good"])


def test_the_strays_of_a_referee_are_ended(tmp_path, bots):
    """The folder of the test's bots is empty afterwards and no process is left: see conftest.py."""
    source = f"import subprocess\nsubprocess.Popen([{sys.executable!r}, '-c', 'import time\\n"
    source += "time.sleep(600)'], start_new_session=True)\nprint('1\\n2')"
    assert play(game(tmp_path, source), bots["good"], bots["bad"])[0].result.ranks == [2, 1]


@pytest.mark.parametrize("source", ["print('42\\n607\\n0')", "print('607\\n0\\n42')"])
def test_a_number_too_many_among_the_scores_is_no_result(source, tmp_path, bots):
    with pytest.raises(BadInput, match="expected 2 scores, one a line, got 3: .*42.*; a number th"):
        play(game(tmp_path, source), bots["good"], bots["bad"])
    reported = "print('map 3 of 5\\n\\n607\\n0\\nseed=42\\nwidth 3')"
    match = play(game(tmp_path, reported), bots["good"], bots["bad"])[0]
    assert match.result.scores == [607.0, 0.0]


@pytest.mark.skipif(not Path("/proc/self/io").exists(), reason="Linux tells who waits")
def test_a_referee_and_bots_that_all_wait_end_in_a_line(tmp_path, bots, monkeypatch):
    """The second bot is owed a line. A match that goes on, however slowly, is none of these."""
    monkeypatch.setattr(foreign, "STILL_SECONDS", 1.0)
    name = game(tmp_path, NEW_REFEREE.replace("print(seed", "number == 1 or print(seed"))
    expected = "the referee failed: no line for 1 s: it waits for seat 1 good#2, which waits for"
    with pytest.raises(BadInput, match=expected):
        play(name, bots["good"], replace(bots["good"], name="good#2"))
    steady = SLOW.replace("sleep(1)", "sleep(0.3)").replace("number)", "number, flush=True)")
    slow = write_bot(tmp_path, "steady", steady)
    assert play(game(tmp_path, NEW_REFEREE), slow, slow)[0].result.scores == [3.0, 3.0]
