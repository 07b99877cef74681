"""What is kept for a look afterwards: the ring of `play`, and thoughts in a league's store."""

import json
import shlex
import sqlite3
from pathlib import Path

import pytest

from botsmith.arena.matches.played import Outcome
from botsmith.arena.store import last_matches
from botsmith.arena.store.last_matches import LastMatches, Thoughts, has_thoughts, without_thoughts
from botsmith.arena.store.record import decode_match, encode_match
from botsmith.arena.store.store import open_store
from botsmith.cli import play as play_module
from botsmith.cli.replay import quoted
from botsmith.errors import BadInput
from tests.arena.test_store import SPEC, match_of, played
from tests.arena.toys import PROGRAMS
from tests.board.stores import plan_for
from tests.commands import botsmith, refusal
from tests.replay.conftest import data_of

THOUGHT = '{"turn": 0, "units": [{"unit": 0, "moves": [{"move": "x", "visits": 3, "value": 1.5}]}]}'
PLAN = plan_for({"one": 1.0, "two": 1.0}, 1)
UNTIMED = ("--iterations", "1", "--jobs", "1")


def outcome(number: int, ranks: tuple[int, int] = (1, 2)) -> Outcome:
    """A match of bots `one` and `two` in which both explain themselves."""
    match = match_of(number)
    match.extra["stderr"] = {"0": [f"first\n{THOUGHT}\nlast"], "1": [THOUGHT + "\n"]}
    return Outcome(played(number, ranks), encode_match(match))


@pytest.fixture
def thinker(tmp_path: Path) -> str:
    path = tmp_path / "thinker.py"
    path.write_text(PROGRAMS["explains_itself"], encoding="ascii")
    return str(path)


# ---- The ring


def play_ring(count: int) -> None:
    """Keeps the matches of one `play` in the ring."""
    found = LastMatches(PLAN)
    for number in range(count):
        found.add(outcome(number))
    found.close()


def numbers(path: Path) -> list[int]:
    with open_store(path) as store:
        return [match.id for match in store.matches()]


def test_the_ring_keeps_the_newest_matches_and_forgets_all_of_the_others(ring, monkeypatch):
    monkeypatch.setattr(last_matches, "MATCHES", 3)
    monkeypatch.setattr("botsmith.arena.store.store.OLD_SECONDS", -1.0)
    for _ in range(3):
        play_ring(2)
    assert numbers(ring) == [4, 5, 6]
    with sqlite3.connect(ring) as connection:
        for table, count in (("records", 3), ("seats", 6), ("leagues", 2), ("bots", 2)):
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (count,)
    connection.close()


def test_a_ring_forgets_no_league_that_another_play_has_just_begun(ring, monkeypatch):
    """Two at once in one folder: FOREIGN KEY constraint failed, and one lost its replays."""
    monkeypatch.setattr(last_matches, "MATCHES", 1)
    slow, quick = LastMatches(PLAN), LastMatches(PLAN)
    quick.add(outcome(0))
    quick.close()
    slow.keep_conditions({"jobs": 1})
    slow.add(outcome(0))
    slow.close()
    assert numbers(ring) == [2]


def test_a_damaged_ring_is_put_aside(ring, capsys):
    ring.parent.mkdir(exist_ok=True)
    damaged = b"SQLite format 3\0" + b"x" * 9000
    ring.write_bytes(damaged)
    play_ring(1)
    assert numbers(ring) == [1]
    assert ring.with_suffix(".unread").read_bytes() == damaged
    assert "a new one begins" in capsys.readouterr().err


def test_the_ring_is_bounded_in_bytes_too_but_keeps_the_last_match(ring, monkeypatch):
    size = len(outcome(0).record)
    for room, count in ((2 * size + size // 2, 2), (1, 1)):
        monkeypatch.setattr(last_matches, "BYTES", room)
        play_ring(5)
        assert len(numbers(ring)) == count


def test_a_long_play_does_not_let_the_ring_grow_meanwhile(ring, monkeypatch):
    monkeypatch.setattr(last_matches, "MATCHES", 3)
    monkeypatch.setattr(last_matches, "MANY", 4)
    found = LastMatches(PLAN)
    for number in range(9):
        found.add(outcome(number))
    assert len(numbers(ring)) <= 3 + 4
    found.close()


def test_a_ring_of_another_version_begins_anew(ring):
    LastMatches(PLAN).close()
    with sqlite3.connect(ring) as connection:
        connection.execute("PRAGMA user_version = 1")
    connection.close()
    play_ring(1)
    assert numbers(ring) == [1]


def test_a_file_that_is_no_ring_of_ours_is_left_alone(ring):
    ring.parent.mkdir()
    ring.write_text("mine", encoding="ascii")
    with pytest.raises(BadInput, match=r"played\.db"):
        LastMatches(PLAN)
    assert ring.read_text(encoding="ascii") == "mine"


# ---- `play`, `replay` and `lost`


def command_after(words: str, text: str) -> list[str]:
    """The command that stands behind some words in an output."""
    (line,) = [line for line in text.splitlines() if line.startswith(words)]
    start = "python3 -m botsmith "
    return shlex.split(line[line.index(start) + len(start) :])


@pytest.mark.parametrize(
    "word", ["csb", "my bot", "bot == 'csb'", "it's $HOME", "\"a\" and 'b'", "a\\'b", ""]
)
def test_a_hint_is_typed_as_it_stands(word):
    """Hints had single quotes in five signs."""
    assert shlex.split(quoted(word)) == [word]
    assert quoted("bot == 'csb'") == """"bot == 'csb'\""""


def test_play_prints_how_to_look_at_its_matches(tmp_path, thinker):
    done = botsmith("play", "uttt", thinker, "greedy", "--games", "2", *UNTIMED, "--explain")
    page = tmp_path / "page.html"
    shown = botsmith(*command_after("the last one:", done.stdout), "-o", str(page))
    assert shown.returncode == 0, shown.stderr
    assert "greedy - thinker" in page.read_text(encoding="utf-8")  # seats are swapped
    lost = command_after("the worst lost:", done.stdout)
    assert lost[:4] == ["lost", "--vs", "greedy", "-o"]
    done = botsmith(*lost[:4], str(page))
    assert done.returncode == 0, done.stderr
    assert "by the river" in data_of(page.read_text(encoding="utf-8"))


def test_lost_looks_at_the_last_play_alone(ring, thinker):
    for seed in ("7", "9"):
        botsmith("play", "uttt", thinker, "greedy", "--seed", seed, *UNTIMED)
    found = json.loads(botsmith("lost", "--vs", "greedy", "--json").stdout)
    assert [game["seed"] for game in found] == [9]
    assert len(numbers(ring)) == 2


def test_without_a_kept_match_replay_and_lost_say_what_to_name():
    for words in (["replay"], ["lost", "--vs", "greedy"]):
        said = refusal(*words)
        assert "`play` has kept no match in this folder; expected FILE or --db FILE" in said


def test_play_goes_on_where_nothing_can_be_kept(ring):
    ring.parent.write_text("a file", encoding="ascii")
    done = botsmith("play", "uttt", "random", "greedy", *UNTIMED)
    assert done.returncode == 0
    assert "uttt: 1 game" in done.stdout and "replay" not in done.stdout
    assert done.stderr.count("\n") == 1
    assert "this match is not kept for `replay`" in done.stderr


def test_lost_works_on_records(tmp_path, thinker):
    records, page = tmp_path / "m.jsonl.gz", tmp_path / "page.html"
    words = ("--games", "4", "--record", str(records), *UNTIMED)
    table = json.loads(botsmith("play", "uttt", thinker, "greedy", *words, "--json").stdout)
    lost = ("lost", str(records), "--vs", "greedy")
    found = json.loads(botsmith(*lost, "--json").stdout)
    assert len(found) == table["bots"][0]["losses"] > 1
    assert all(game["bot"] == "thinker" for game in found)
    shown = command_after("show the worst:", botsmith(*lost).stdout)
    assert shown == [*lost, "-o", "lost.html"]
    done = botsmith(*lost, "--replay", "2", "-o", str(page))
    assert done.returncode == 0, done.stderr
    assert f'"seed":"{found[1]["seed"]}"' in data_of(page.read_text(encoding="utf-8"))
    done = botsmith(*lost, "--replay", "99", "-o", str(page))
    assert f"--replay 99: {len(found)} games were lost to greedy" in done.stderr


def test_a_store_and_its_records_are_read_alike(tmp_path, thinker):
    """--where was for stores alone, and replay, situation and verify for records."""
    db, records = str(tmp_path / "league.db"), str(tmp_path / "m.jsonl.gz")
    botsmith("league", "uttt", thinker, "greedy", "--games", "4", "--db", db, *UNTIMED)
    with open_store(Path(db)) as store:
        Path(records).write_bytes(b"".join(record for _, record in store.records()))
    where = ("--me", "thinker", "--where", "seat == 1 and turns > 3", "--by", "seat")
    lost = [json.loads(botsmith("lost", file, *where, "--json").stdout) for file in (db, records)]
    assert [game["match"] for game in lost[0]["lost"]] == [1 + g["match"] for g in lost[1]["lost"]]
    assert {game["seat"] for game in lost[1]["lost"]} == {1}
    assert lost[0]["groups"] == lost[1]["groups"]
    seats = ("--csv", "--where", "won")
    rows = [botsmith("export", "--db", file, *seats).stdout.splitlines() for file in (db, records)]
    assert [row.split(",")[3:8] for row in rows[0]] == [row.split(",")[3:8] for row in rows[1]]
    for file, match in ((db, "2"), (records, "1")):
        assert botsmith("verify", "uttt", file).stdout == "equal 4 of 4 matches\n"
        words = ("--match", match, "-o", str(tmp_path / "page.html"))
        assert botsmith("replay", file, *words).returncode == 0
        asked = ("--turn", "1", "--seat", "1", "--match", match)
        assert "by the river" in botsmith("situation", file, thinker, *asked).stdout


def test_a_double_time_out_is_nobodys_loss(tmp_path):
    """The site ranks the players of such a race by seat; it is a draw."""
    match = match_of()
    match.result.scores[:] = [0.0, 0.0]
    path = tmp_path / "m.jsonl.gz"
    path.write_bytes(encode_match(match))
    assert "no game was lost to player 0" in botsmith("lost", str(path), "--vs", "player 0").stdout


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (
            ["lost", "tests/golden/uttt/matches.jsonl.xz"],
            "whose losses? expected --me BOT or --vs BOT",
        ),
        (["lost", "a.gz", "--db", "b.db", "--vs", "x"], "a.gz and --db b.db: expected one"),
        (["lost", "--vs", "x", "--replay", "0"], "--replay 0: expected at least 1"),
        (["replay", "a.gz", "--db", "b.db"], "a.gz and --db b.db: expected one of them"),
        (["replay", "--db", "none.db"], "none.db: no such file"),
        (["league", "uttt", "random", "greedy", "--explain", "some"], "expected all or lost"),
    ],
)
def test_bad_words_are_one_line(words, complaint):
    assert complaint in refusal(*words)


@pytest.mark.parametrize(
    ("trouble", "status", "said"),
    [
        (KeyboardInterrupt(), 130, "interrupted; 2 of 4 matches were played"),
        (BadInput("match 2 lost its worker 3 times"), 2, "match 2 lost its worker 3 times"),
    ],
    ids=["ctrl-c", "lost worker"],
)
def test_a_play_that_ends_early_shows_the_table_so_far(monkeypatch, trouble, status, said):
    plan = play_module.play_plan

    def interrupted(*words):
        for number, found in enumerate(plan(*words)):
            if number == 2:
                raise trouble
            yield found

    monkeypatch.setattr(play_module, "play_plan", interrupted)
    done = botsmith("play", "uttt", "random", "greedy", "--games", "4", *UNTIMED)
    assert (done.returncode, done.stderr) == (status, f"botsmith: {said}\n")
    assert "uttt: 2 games from seed 1" in done.stdout


def test_a_full_disk_keeps_the_table_and_is_said_at_the_end(require, tmp_path):
    record = tmp_path / "m.jsonl.gz"
    record.symlink_to(require("/dev/full"))
    done = botsmith("play", "uttt", "random", "greedy", "--games", "2", "--record", str(record))
    assert done.returncode == 2
    assert "uttt: 2 games from seed 1" in done.stdout
    assert "m.jsonl.gz: cannot be written: No space left on device" in done.stderr


# ---- Thoughts in a league


def test_a_record_without_thoughts_keeps_all_else():
    record = outcome(0).record
    less = without_thoughts(record)
    assert has_thoughts(record) and not has_thoughts(less)
    assert decode_match(less, "here").extra["stderr"] == {"0": ["first\nlast"]}
    assert decode_match(less, "here").turns == decode_match(record, "here").turns


@pytest.mark.parametrize(("which", "wanted"), [("all", [1, 2, 3]), ("lost", [2])])
def test_thoughts_are_kept_of_all_matches_or_of_those_that_the_first_bot_lost(
    tmp_path, which, wanted
):
    with open_store(tmp_path / "a.db", create=True) as store:
        league = store.begin_league("toy", SPEC)
        thoughts = Thoughts(store, league, which)
        for number, ranks in enumerate([(1, 2), (2, 1), (1, 1)]):
            found = outcome(number, ranks)
            record = thoughts.record(found)
            match = store.add(league, found.played, record)
            assert match is not None
            thoughts.stored(match, record)
        assert [n for n, record in store.records(league) if has_thoughts(record)] == wanted


def test_the_oldest_thoughts_go_and_resume_knows_them(tmp_path, monkeypatch):
    monkeypatch.setattr(last_matches, "EXPLAINED", 2)
    with open_store(tmp_path / "a.db", create=True) as store:
        league = store.begin_league("toy", SPEC)
        for number in range(4):
            thoughts = Thoughts(store, league, "all")  # as --resume makes it
            found = outcome(number)
            match = store.add(league, found.played, found.record)
            assert match is not None
            thoughts.stored(match, found.record)
        records = dict(store.records(league))
        assert [n for n, record in records.items() if has_thoughts(record)] == [3, 4]
        assert store.record(1).extra["stderr"] == {"0": ["first\nlast"]}


def test_from_an_empty_store_to_the_worst_lost_match_in_two_commands(tmp_path, thinker):
    db, page = tmp_path / "league.db", tmp_path / "page.html"
    words = ("--games", "4", "--explain", "lost", "--db", str(db), *UNTIMED)
    done = botsmith("league", "uttt", thinker, "greedy", *words)
    assert done.returncode == 0, done.stderr
    lost = command_after("the worst lost:", done.stdout)
    assert lost == ["lost", "--db", str(db), "--vs", "greedy", "-o", "lost.html"]
    done = botsmith(*lost[:-1], str(page))
    assert done.returncode == 0, done.stderr
    text = data_of(page.read_text(encoding="utf-8"))
    assert "by the river" in text and "1,234" in text
    shown = botsmith("replay", "--db", str(db), "--match", "1", "-o", str(page))
    assert shown.returncode == 0, shown.stderr


def test_a_league_with_thoughts_is_another_league(tmp_path, thinker):
    db = tmp_path / "league.db"
    words = ("uttt", thinker, "greedy", "--games", "2", "--db", str(db), *UNTIMED, "--resume")
    for more in ([], ["--explain", "all"], ["--explain", "lost"]):
        botsmith("league", *words, *more)
    with open_store(db) as store:
        assert [store.count(league.id) for league in store.leagues()] == [2, 2]
