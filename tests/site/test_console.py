"""The text of the IDE's console: what is read, and what is refused."""

import re
from pathlib import Path

import pytest

from botsmith.errors import BadInput
from botsmith.referees import games, referee_for
from botsmith.referees.verify import first_difference
from botsmith.site.console import games_from_text
from botsmith.site.form import SiteGame
from botsmith.site.incoming import match_from_site
from tests.commands import botsmith
from tests.site.conftest import recorded
from tests.sources import KNOWN_ON_SITE

TEXTS = Path(__file__).resolve().parents[1] / "data" / "site"
HEADS = {
    "a line": lambda number, total, seat: f"{number} / {total}",
    "two lines": lambda number, total, seat: f"{number}\n{total}",
    "number": lambda number, total, seat: str(number),
    "name": lambda number, total, seat: f"{number}/{total}" + f"\nplayer {seat}" * (seat >= 0),
}


def game_from_text(text: str, where: str) -> SiteGame:
    ((_, game),) = games_from_text(text, where)
    if isinstance(game, BadInput):
        raise game
    return game


def text_of(value, head="a line", words=("Standard Output Stream:", "Game information:")):
    """What the console shows of a game in the site's JSON."""
    frames = value["frames"]
    lines = re.findall("(?m)^(?:seed|map)=.*$", value["refereeInput"])
    for number, frame in enumerate(frames):
        lines.append(HEADS[head](number, len(frames), frame["agentId"]))
        if frame["gameInformation"]:
            lines += [words[1], frame["gameInformation"]]
        if frame.get("stderr"):
            lines += ["Standard Error Stream:", frame["stderr"]]
        if frame.get("stdout"):
            lines += [words[0], frame["stdout"]]
    return "\n".join(lines)


@pytest.mark.parametrize("game", KNOWN_ON_SITE)
def test_a_text_gives_the_record_that_the_json_gives(site, imported, game):
    value = site(game)
    value["frames"][1]["stderr"] = "thought\nof it\n"
    expected = imported(value, game)
    head = list(HEADS)[games().index(game) % len(HEADS)]
    match = match_from_site(game_from_text(text_of(value, head), "FILE"))
    assert match.game == game
    assert [turn.outputs for turn in match.turns] == [turn.outputs for turn in expected.turns]
    assert (match.seed, match.config) == (expected.seed, expected.config)
    assert match.result.ranks == expected.result.ranks
    assert match.extra["stderr"] == expected.extra["stderr"]
    assert first_difference(match, referee_for(game)) is None


@pytest.mark.parametrize("head", HEADS)
def test_answers_that_look_like_frames_heads_stay_answers(head):
    sent = [{"agentId": -1, "gameInformation": ""}]
    for number in range(1, 30):
        lines = f"{number}\n{number + 1}"
        sent.append({"agentId": number % 2, "gameInformation": "", "stdout": lines})
    value = {"frames": sent, "refereeInput": "seed=1\n"}
    frames = game_from_text(text_of(value, head), "FILE").frames[1:]
    assert [frame.lines for frame in frames] == [[str(n), str(n + 1)] for n in range(1, 30)]


@pytest.mark.parametrize(
    "words",
    [
        ("Sortie standard :", "Informations du jeu :"),
        ("Flux de sortie standard :", "Informations sur la partie :"),
    ],
)
def test_the_consoles_words_may_be_french(words, site):
    assert game_from_text(text_of(site("uttt"), words=words), "F") == game_from_text(
        text_of(site("uttt")), "F"
    )


def test_blanks_of_the_page_are_no_part_of_a_text(site):
    text = text_of(site("uttt"))
    indented = "".join(f"\u00a0   {line}\u200b \r\n\r\n" for line in text.splitlines())
    in_line = re.sub(r"(Standard Output Stream:)\n", r"\1 ", text)
    assert in_line != text
    for changed in (indented, in_line):
        assert game_from_text(changed, "F") == game_from_text(text, "F")


@pytest.mark.parametrize(
    "changed",
    [
        lambda text: text.replace("\n", "\n\n"),
        lambda text: "".join(f"> {line}\n" for line in text.splitlines()),
        lambda text: "".join(text.partition("\n")[::-1]),
    ],
    ids=["blank lines", "quoted", "seed behind"],
)
def test_a_text_may_be_spaced_quoted_or_have_its_seed_at_the_end(changed):
    text = (TEXTS / "turns_numbered.txt").read_text(encoding="ascii")
    assert text.startswith("seed=")
    match, same = (match_from_site(game_from_text(each, "F")) for each in (changed(text), text))
    assert (match.turns, match.extra["bots"]) == (same.turns, same.extra["bots"])


def cut(text, frame):
    """A text without one frame."""
    parts = re.split(r"(?m)^(?=\d+ / \d+$)", text)
    return "".join(part for part in parts if not part.startswith(f"{frame} / "))


def of_one_player(text):
    """A text that shows the answers of one player alone."""
    parts = re.split(r"(?m)^(?=\d+ / \d+$)", text)
    return "".join(re.sub(r"(?s)Stand.*", "", p) if n % 2 else p for n, p in enumerate(parts))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (
            lambda text: re.sub("seed=|map=", "x=", text),
            "no seed, without which csb",
        ),
        (lambda text: cut(text, 9), "no number follows 8 of 411"),
        (lambda text: cut(cut(text, 0), 1), "the first frame is 2; expected 0 or 1"),
        (lambda text: text[: len(text) // 2], " of 411; expected the text"),
        (lambda text: re.sub(r" / \d+", "", text)[: len(text) // 2], "the text ends in turn"),
        (of_one_player, "205 of 411 frames hold no answer"),
        (lambda text: "Standard Output Stream:\n" + text, "no seed, without which csb"),
        (lambda text: re.sub("(?m)^Stand.*$", "Summary:", text), "no answer in 411 frames"),
        (lambda text: "Summary:\n", "line 1: 'Summary:' in no frame; expected a game's JSON, or"),
    ],
)
def test_what_is_no_whole_game_is_one_line(site, change, complaint):
    value = site("csb")
    value["refereeInput"] = f"seed={recorded('csb').seed}\n" + value["refereeInput"]
    text = change(text_of(value))
    with pytest.raises(BadInput, match=re.escape(complaint)) as error:
        match_from_site(game_from_text(text, "FILE"), "csb")
    assert "\n" not in str(error.value)


def test_another_seed_is_not_taken_for_the_game_s(site):
    value = site("tororo")
    value["refereeInput"] = "seed=5\n"
    with pytest.raises(BadInput, match="our referee (ends|asks)|the text ends in turn"):
        match_from_site(game_from_text(text_of(value), "FILE"))


def test_a_text_is_imported_and_says_that_it_tells_no_scores(tmp_path, site):
    path, records = tmp_path / "console.txt", tmp_path / "site.jsonl.gz"
    path.write_text(text_of(site("uttt")), encoding="utf-8")
    done = botsmith("import", str(path), "-o", str(records))
    assert done.returncode == 0, done.stderr
    assert "our referee plays it to its end" in done.stdout and "proved by" not in done.stdout
    assert botsmith("verify", "uttt", str(records)).stdout.endswith("equal 1 of 1 matches\n")


@pytest.mark.parametrize("name", ["turns_numbered", "double_timeout"])
def test_a_text_as_people_copy_it_is_repeated(name):
    """One numbers turns, with none in front of the first answer; both end in a double time-out."""
    text = (TEXTS / f"{name}.txt").read_text(encoding="ascii")
    match = match_from_site(game_from_text(text, "FILE"))
    assert (match.game, len(match.turns), match.result.ranks) == ("csb", 100, [1, 2])
    assert first_difference(match, referee_for("csb")) is None
    names = [bot["name"] for bot in match.extra["bots"]]
    assert names == (["Ann", "Bob"] if name == "turns_numbered" else ["player 0", "player 1"])


@pytest.mark.parametrize("step", [1, 2])
@pytest.mark.parametrize("game", KNOWN_ON_SITE)
def test_numbers_may_count_turns(site, imported, game, step):
    """A number in front of the second seat's answer alone, errors in front of the output."""
    value, lines = site(game), []
    lines += re.findall("(?m)^(?:seed|map)=.*$", value["refereeInput"])
    if game == "snakebyte":
        lines.append(f"league={recorded(game).config['league']}")
    turns = step * sum(frame["agentId"] == 1 for frame in value["frames"])
    number = 1 - step
    for frame in value["frames"]:
        if frame["agentId"] == 1:
            number += step
            lines += [f"{number:03}", str(turns)]
        if frame.get("stdout"):
            lines += ["Standard Error Stream:", str(turns), "Standard Output Stream:"]
            lines += [frame["stdout"], "Game information:", "moves", "Game Summary:", "x rank: 1"]
        elif frame["agentId"] >= 0:
            lines += ["Game information:", "Timeout: the program did not provide its lines"]
    match = match_from_site(game_from_text("\n".join(lines), "FILE"), game)
    expected = imported(value, game)
    assert [turn.outputs for turn in match.turns] == [turn.outputs for turn in expected.turns]


def test_a_text_holds_several_games():
    texts = [(TEXTS / f"{name}.txt").read_text() for name in ("turns_numbered", "double_timeout")]
    found = list(games_from_text("\n".join([*texts, texts[0], "seed=1\nnothing"]), "FILE"))
    games_found = [game for _, game in found if not isinstance(game, BadInput)]
    assert [match_from_site(game).seed for game in games_found] == ["5"] * 3
    assert isinstance(found[3][1], BadInput) and "FILE, game from line" in str(found[3][1])
