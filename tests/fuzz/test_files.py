"""Broken files: every command that reads one says what is wrong in one line, and never a traceback.

Records (`verify`, `replay`, `situation`), bundles (`where`, `pull`), stores (`export`, `lost`), and
what the tools of others say to us.
"""

import copy
import io
import json
import shutil
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from botsmith.arena.matches.bots import Bot
from botsmith.arena.matches.foreign import read_scores
from botsmith.arena.matches.old_protocol import Relay
from botsmith.arena.store.record import match_to_json
from botsmith.board.server import board_app
from botsmith.bundle.assemble import Target, assemble
from botsmith.bundle.modules import choose_entries
from botsmith.cli.app import main
from botsmith.errors import BadInput
from botsmith.interop.old_protocol import Driven, Driver
from botsmith.referees import games, referee_for
from botsmith.referees.base import Lines, Match, Result
from botsmith.setup import ROOT
from tests.board.stores import fill, plan_for
from tests.fuzz.campaign import INPUTS, Count, dice_for, golden_matches, no_hang
from tests.fuzz.mutations import LINES, NUMBERS, Mutator

FEW = 4  # files of each sort and game in the short version
CAMPAIGN = INPUTS // 1000
VALUES: tuple[Any, ...] = (
    *(None, True, -1, 0, 1.5, 1e400, 1 << 70, -(1 << 70), "", "x", [], {}, [[]], {"0": []}),
    *("\ud800", "</script><script>", "\u2028\u202e", "x" * 20_000, [0] * 1000, "0", "1" * 5000),
    *({"-1": ["x"]}, {"0": [1]}, {"99": []}, [None], -1e9, float("nan"), 9e15, "\x00", 1 << 31),
)
PLACES = ("/", "/?league=1", "/part", "/record/1", "/replay/1")
Run = Callable[[list[str]], int]


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in this process: its status; fails unless stderr has one line or none."""

    def run_command(arguments: list[str]) -> int:
        try:
            status = main(arguments)
        except SystemExit as leaving:  # never ours: a library's
            status = int(leaving.code or 0)
        err = capfd.readouterr().err
        assert "Traceback" not in err
        assert status in (0, 1, 2)
        assert err.count("\n") == (status == 2), err
        return status

    return run_command


def changed(value: Any, dice: Random) -> Any:
    """A JSON value with one to three places replaced, lost or doubled."""
    value = copy.deepcopy(value)
    for _ in range(dice.randint(1, 3)):
        node, key = value, None
        while isinstance(node, dict | list) and node and (key is None or dice.random() < 0.7):
            above = node
            key = dice.choice(list(node)) if isinstance(node, dict) else dice.randrange(len(node))
            node = above[key]
        if key is None:
            return dice.choice(VALUES)
        roll = dice.random()
        if roll < 0.15:
            del above[key]
        elif roll < 0.25 and isinstance(above, list):
            above.insert(key, copy.deepcopy(node))
        elif roll < 0.4 and isinstance(node, str):
            above[key] = Mutator(dice).line(node, LINES)
        else:
            above[key] = copy.deepcopy(dice.choice(VALUES))
    return value


def with_report(match: Match, dice: Random) -> dict[str, Any]:
    """A recorded match as the arena writes it, with what it adds."""
    value = match_to_json(match)
    seats = [str(seat) for seat in range(match.players)]
    asked = {seat: sum(seat in turn["out"] for turn in value["turns"]) for seat in seats}
    value["bots"] = [{"name": f"bot {seat}", "hash": "0"} for seat in seats]
    value["turn_ms"] = {seat: [float(turn) for turn in range(asked[seat])] for seat in seats}
    value["stderr"] = {seat: ["[PDATA] evaluation = 1.5\n"] * asked[seat] for seat in seats}
    about = {"seat": dice.randrange(match.players), "bot": "bot", "turn": 1, "fault": "crash"}
    value["errors"] = [{**about, "text": "seat 0 bot: turn 1: crash: ended"}]
    return value


def short_matches(game: str, most: int) -> list[Match]:
    """The shortest of the first golden matches: a hundred turns are replayed soon enough."""
    found = sorted(golden_matches(game, 12), key=lambda match: len(match.turns))
    return found[:most]


def break_records(game: str, count: int, folder: Path, run: Run) -> Count:
    """Files of one or two records; one of them broken as JSON, or as text."""
    dice = dice_for(game, "records")
    matches = short_matches(game, 4)
    found = Count(f"{game} records")
    path, page = folder / "broken.jsonl", folder / "page.html"
    for number in range(count):
        value = with_report(dice.choice(matches), dice)
        if dice.random() < 0.8:
            text = json.dumps(changed(value, dice), allow_nan=True)
        else:
            text = Mutator(dice).line(json.dumps(value), [json.dumps(value["config"])])
        path.write_text(text + "\n", encoding="utf-8", errors="surrogatepass")
        with no_hang() as shown:
            shown.text = text
            commands = (
                ["verify", game, str(path)],
                ["replay", str(path), "-o", str(page)],
                ["situation", str(path), "nobody", "--turn", "1", "--seat", "0"],
            )
            arguments = commands[number % 2 if number % 10 else 2]
            try:
                status = run(arguments)
            except Exception as error:
                raise AssertionError(f"{arguments[0]} of {text[:3000]!r}") from error
            found.add(f"{arguments[0]} {status}")
    return found


def break_bundles(count: int, folder: Path, run: Run) -> Count:
    """Bundles that were torn on their way through an IDE."""
    dice = dice_for("bundles")
    mutator = Mutator(dice)
    (entry,) = choose_entries(ROOT, ["uttt"])
    lines = assemble(Target(ROOT, entry, "c", {}, "test")).text.split("\n")
    others = [
        "DEPTH = 5",
        '"""',
        "x = \ud800",
        "# engine x",
        "# ==== common/x.py ====",
        "\timport os",
    ]
    path = folder / "bundle.py"
    found = Count("bundles")
    for number in range(count):
        at = dice.randrange(len(lines))
        first, last = max(0, at - 200), at + 200
        if dice.random() < 0.5:  # the header, or the numbers
            first, last = 0, 120
        block = mutator.block(lines[first:last], others)
        text = "\n".join([*lines[:first], *block, *lines[last:]])
        path.write_text(text, encoding="utf-8", errors="surrogatepass")
        where = ["where", str(path), dice.choice((*NUMBERS[:8], str(at), "999999"))]
        arguments = where if number % 2 else ["pull", str(path)]
        try:
            found.add(f"{arguments[0]} {run(arguments)}")
        except Exception as error:
            raise AssertionError(f"{arguments} of {block!r:.3000}") from error
    return found


def break_stores(count: int, folder: Path, run: Run) -> Count:
    """Stores with bytes or values that no league wrote."""
    dice = dice_for("stores")
    whole, path = folder / "whole.db", folder / "broken.db"
    names = {"csb": 3.0, "coast": 1.0}
    fill(whole, plan_for(names, 4), names)
    found = Count("stores")
    for _ in range(count):
        shutil.copy(whole, path)
        for suffix in ("-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        if dice.random() < 0.5:
            data = bytearray(path.read_bytes())
            for _ in range(dice.choice((1, 10, 1000))):
                data[dice.randrange(len(data))] = dice.randrange(256)
            path.write_bytes(data[: dice.choice((len(data), len(data), 100, 5000))])
        else:
            column = dice.choice(("seats.text", "seats.steps", "matches.seed", "bots.name"))
            column = dice.choice((column, "leagues.spec", "records.record", "seats.rank"))
            table, name = column.split(".")
            value = dice.choice((*LINES[:9], None, -1, 1 << 40, b"\xff\x00", "x" * 9000, 1.5))
            with sqlite3.connect(path) as connection:
                connection.execute("PRAGMA ignore_check_constraints = 1")
                try:
                    connection.execute(f"UPDATE {table} SET {name} = ?", (value,))
                except sqlite3.Error:
                    continue
            connection.close()
        arguments = dice.choice(
            (["export", "--csv"], ["export", "--json"], ["lost", "--vs", "csb"])
        )
        arguments = [*arguments, "--db", str(path)]
        try:
            found.add(f"{arguments[0]} {run(arguments)}")
            found.add(f"serve {shown_on_the_board(path, dice.choice(PLACES))}")
        except Exception as error:
            kept = folder / "kept.db"
            shutil.copy(path, kept)
            raise AssertionError(f"{arguments}, kept as {kept}") from error
    return found


def shown_on_the_board(path: Path, place: str) -> int:
    """The status of a page of the board. What is no BadInput comes out, as in a server's log."""
    with TestClient(board_app(path), base_url="http://127.0.0.1:8000") as client:
        return client.get(place).status_code


def test_a_driver_of_the_old_protocol_may_say_anything() -> None:
    assert drive(100).total == 100


def drive(count: int) -> Count:
    """cg-brutaltester's side of our referee, torn."""
    dice = dice_for("drivers")
    mutator = Mutator(dice)
    script = ["###Seed 5", "###Start 2"] + ["8000 4500 100"] * 40
    found = Count("old protocol, driver")
    for _ in range(count):
        lines = mutator.block(script, ["###End 0 1", "###Start -1", "###Seed x", "###Error 0 x"])
        text = "".join(line + "\n" for line in lines).encode("utf-8", "surrogatepass")
        driver = Driver(io.BytesIO(text), io.BytesIO())
        complaints = io.StringIO()
        try:
            _, players = driver.start()
            kind = referee_for("csb")
            if players not in kind.player_counts:
                raise BadInput("players")
            Driven(kind.from_seed(1), driver, "none", complaints).play()
            found.add("played")
        except BadInput as error:
            assert "\n" not in str(error)
            found.add("refused")
        assert complaints.getvalue().isprintable() or complaints.getvalue().endswith("\n")
    return found


class Overheard(Relay):
    """A relay without processes: a referee's lines from a list, a bot that always answers."""

    def __init__(self, lines: Lines) -> None:
        nothing = Result([], [], "")
        extra: dict[str, Any] = {"errors": []}
        self.match = Match("brutal-old:x", "test", "1", 2, {}, {}, [], nothing, extra)
        self.bots = [Bot(name, ("true",), "") for name in ("one", "two")]
        self.waiting: list[Lines] = [[], []]
        self.lines = list(lines)
        self.answered: set[int] = set()
        self.first_answer: float | None = None
        self.heard_at = 0.0
        self.sends_seed = False

    def _hear(self) -> str:
        if not self.lines:
            raise self._failure("it ended before ###End")
        self.heard_at = time.perf_counter()
        return self.lines.pop(0)

    def _send(self, lines: Lines) -> None:
        assert all(isinstance(line, str) for line in lines)

    def _ask(self, seat: int, owed: int) -> Lines:
        assert 0 <= seat < 2 and 0 <= owed <= 9999
        return ["1"] * owed


def test_a_foreign_referee_may_say_anything() -> None:
    assert overhear(500).total == 500


def overhear(count: int) -> Count:
    """A foreign referee's side of our relay, torn; and scores of the new protocol."""
    dice = dice_for("relays")
    mutator = Mutator(dice)
    script = ["###Input 0", "1 2", "###Output 0 1", "###Input 1", "3", "###Output 1 2"] * 3
    script += ["###Error 0 oops", "###End 01"]
    found = Count("old protocol, referee")
    for _ in range(count):
        lines = mutator.block(script, ["###End 0 0", "###Output 9 1", "###Start 2", "###Error x"])
        relay = Overheard(lines)
        try:
            ranks = relay._ranks(relay._play())
            assert sorted(ranks) in ([1, 1], [1, 2])
            found.add("played")
        except BadInput as error:
            assert "\n" not in str(error) and len(str(error)) < 30_000
            found.add("refused")
        scores = read_scores(mutator.block(["1", "-1", "seed=5"], ["+7", "1e3"]))
        assert all(abs(score) < 10**18 for score in scores)
    return found


@pytest.mark.parametrize("game", games())
def test_a_broken_record_is_one_line(game: str, tmp_path: Path, run: Run) -> None:
    assert break_records(game, FEW, tmp_path, run).total == FEW


def test_a_broken_bundle_is_one_line(tmp_path: Path, run: Run) -> None:
    assert break_bundles(FEW, tmp_path, run).total == FEW


def test_a_broken_store_is_one_line(tmp_path: Path, run: Run) -> None:
    assert break_stores(FEW, tmp_path, run).total > 0


@pytest.mark.campaign
def test_thousands_of_broken_files_are_one_line_each(
    tmp_path: Path, run: Run, capfd: pytest.CaptureFixture[str]
) -> None:
    found = [break_records(game, CAMPAIGN, tmp_path, run) for game in games()]
    found += [break_bundles(CAMPAIGN, tmp_path, run), break_stores(CAMPAIGN, tmp_path, run)]
    found += [drive(CAMPAIGN * 10), overhear(CAMPAIGN * 20)]
    assert all(count.total > 0 for count in found)
    with capfd.disabled():
        print("", *(count.report() for count in found), sep="\n")
