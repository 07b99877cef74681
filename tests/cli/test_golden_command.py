"""`golden`: what is added is repeated, bare of names and words, and there once."""

import pytest

from botsmith.arena.store.record import encode_match, match_to_json, read_matches
from botsmith.cli import golden as command
from botsmith.cli.golden import ADDED
from botsmith.referees import games, referee_for
from botsmith.referees.verify import first_difference
from botsmith.site.contests import contest_for
from botsmith.site.form import game_from_json
from botsmith.site.incoming import match_from_site
from botsmith.site.outgoing import site_json
from tests.commands import botsmith, refusal
from tests.matches import GOLDEN, recorded

SECRET = "hello from a stranger"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A project whose csb has the first of its recorded matches."""
    found = tmp_path / "tests" / "golden" / "csb"
    found.mkdir(parents=True)
    (found / "matches.jsonl.gz").write_bytes(encode_match(recorded("csb")))
    monkeypatch.setattr(command, "own_root", lambda: tmp_path)
    return found


@pytest.fixture
def records(tmp_path):
    """A race of the site in which somebody says something wherever he can."""
    matches = read_matches(GOLDEN / "csb" / "matches.jsonl.gz")
    value = site_json(list(matches)[1])
    value["agents"][0]["codingamer"]["pseudo"] = SECRET
    value["gameId"] = 987654321
    for frame in value["frames"]:
        frame.update(stderr=SECRET, gameInformation=SECRET)
        if "stdout" in frame:
            frame["stdout"] = frame["stdout"].replace("\n", f" {SECRET}\n")
    path = tmp_path / "site.jsonl.gz"
    path.write_bytes(encode_match(match_from_site(game_from_json(value, "FILE"))))
    return path


def test_a_game_of_the_site_is_added_once_and_without_words(folder, records):
    for added in ("1 match added", "nothing added: tests"):
        done = botsmith("golden", "csb", "--add", str(records))
        assert (done.returncode, done.stderr) == (0, "")
        assert added in done.stdout
    (match,) = read_matches(folder / ADDED)
    text = repr(match_to_json(match))
    assert SECRET not in text and "987654321" not in text
    assert match.turns[0].extra["site"]["pods"]
    assert first_difference(match, referee_for("csb")) is None
    assert botsmith("golden", "csb", "--check").stdout.endswith("equal 2 of 2 matches\n")


def test_a_game_that_is_not_repeated_is_not_added(folder, tmp_path):
    match = next(read_matches(folder / "matches.jsonl.gz"))
    match.turns[9].outputs[0][0] = "0 0 0"
    path = tmp_path / "wrong.jsonl.gz"
    path.write_bytes(encode_match(match))
    said = refusal("golden", "csb", "--add", str(path))
    assert "wrong.jsonl.gz, match 0: our referee does not repeat it: turn 9, state" in said
    assert not (folder / ADDED).exists()


def test_a_folder_that_would_become_too_large_stays_as_it_is(folder, records, monkeypatch):
    monkeypatch.setattr(command, "LARGEST", 30_000)
    assert "30,000 are allowed" in refusal("golden", "csb", "--add", str(records))
    assert not (folder / ADDED).exists()


def test_matches_of_our_own_are_recorded_and_again(folder):
    (folder / "matches.jsonl.gz").unlink()
    for count in (2, 1):
        done = botsmith("golden", "csb", "--record", str(count))
        assert (done.returncode, done.stderr) == (0, "")
        place = "tests/golden/csb/matches.jsonl.gz"
        assert done.stdout == f"{count} matches recorded in {place}, played by coast, random\n"
    matches = list(read_matches(folder / "matches.jsonl.gz"))
    assert [(match.source, match.seed) for match in matches] == [("self", "1")]
    assert not {"errors", "stderr", "turn_ms"} & set(matches[0].extra)
    assert {bot["name"] for bot in matches[0].extra["bots"]} == {"coast", "random"}
    assert all(first_difference(match, referee_for("csb")) is None for match in matches)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["csb"], "expected one of --add FILE, --check and --record N"),
        (["csb", "--check", "--add", "x.gz"], "expected one of --add FILE, --check"),
        (["csb", "--check", "--record", "2"], "expected one of --add FILE, --check"),
        (["csb", "--record", "0"], "--record 0: expected 1..500"),
        (["csb", "--record", "2"], "holds matches of another referee"),
        (["uttt", "--check"], "uttt: no matches*.jsonl.gz"),
        (["csb", "--add", "x.gz"], "x.gz: No such file"),
    ],
)
def test_wrong_words_are_one_line(folder, words, complaint):
    assert complaint in refusal("golden", *words)


@pytest.mark.parametrize("game", games())
def test_no_order_loses_anything_but_its_message(game):
    bare = contest_for(game).bare
    match = recorded(game)
    for turn in match.turns:
        for seat, lines in turn.outputs.items():
            turn.outputs[seat] = [bare(line) for line in lines]
    assert first_difference(match, referee_for(game)) is None
