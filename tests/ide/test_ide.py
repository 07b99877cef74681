"""`ide`: the editor of the site and the modules are one, whatever happens between them."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from botsmith.bundle.assemble import Target, assemble
from botsmith.bundle.bases import keep_sources
from botsmith.bundle.dist import write_product
from botsmith.bundle.failures import Failure, Refused
from botsmith.bundle.modules import choose_entries
from botsmith.bundle.pasted import section_lines
from botsmith.bundle.products import Row
from botsmith.bundle.pull import Pulled
from botsmith.cli import ide as ide_command
from botsmith.ide.bridge import FOLDER, Bridge, Options
from botsmith.ide.contests import bots_for
from botsmith.ide.wire import LARGEST, News
from tests.bundle.test_pull import PARAMS, POND, RULES, Project, swapped

from .tab import Tab

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 240.0
OTHER = "# my own bot\nprint('WAIT')\n"


class Desk:
    """A project, its bridge and what that said. port: where it listens."""

    def __init__(self, project: Project, options: Options, bot: str | None) -> None:
        self.project, self.lines, self.port = project, [], 0
        self.pulled: list[Pulled] = []
        entry = choose_entries(project.root, [bot])[0] if bot else None
        self.bridge = Bridge(
            project.root,
            entry,
            lambda title: bots_for(project.root, title),
            self.make,
            self.lines.append,
            self.pulled.append,
            options,
        )

    lines: list[str]

    def make(self, target: Target) -> Row:
        """Builds without proofs, which others test."""
        row = Row(target, target.root / "dist/pond.py")
        try:
            row.bundle = assemble(target)
        except Refused as refused:
            row.failures = refused.failures
            return row
        if "WRONG" in row.bundle.text:
            row.failures = [Failure("same_answers", "bots/pond/bot.py:1", "another answer")]
            return row
        write_product(row.path, row.bundle.text)
        keep_sources(row.bundle)
        return row

    def edit(self, path: str, old: str, new: str) -> None:
        """Saves a module as editors do: beside it, then by a rename."""
        file = self.project.root / path
        aside = file.with_suffix(".tmp")
        aside.write_text(swapped(file.read_text(), (old, new)))
        aside.replace(file)

    def text(self, path: str) -> str:
        return (self.project.root / path).read_text()

    def has(self, path: str, text: str) -> bool:
        return text in self.text(path)

    @property
    def product(self) -> str:
        return self.text("dist/pond.py")

    def press(self, key: str) -> None:
        self.bridge.wire.news.put_nowait(News("key", key))

    def said(self, text: str) -> bool:
        return any(text in line for line in self.lines)


async def until(is_so: Callable[[], bool]) -> None:
    """Waits until something is so."""
    loop = asyncio.get_running_loop()
    ends = loop.time() + PATIENCE_S
    while not is_so():
        assert loop.time() < ends
        await asyncio.sleep(0.01)


@asynccontextmanager
async def running(desk: Desk) -> AsyncIterator[None]:
    """Runs a bridge, with a look at the disk."""
    async with desk.bridge.wire.open(0) as desk.port:
        tasks = [
            asyncio.create_task(desk.bridge.run()),
            asyncio.create_task(ide_command.watch(desk.bridge, desk.project.root)),
        ]
        await asyncio.sleep(0)  # the watch has begun: each task has come to its first wait
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
            assert all(isinstance(each, asyncio.CancelledError) for each in ended), ended


def at_desk(
    root: Path,
    what: Callable[[Desk], Awaitable[None]],
    bot: str | None = "pond",
    is_applying: bool = True,
    is_playing: bool = False,
) -> None:
    """Runs a test with a bridge."""
    project = Project(root, POND)
    desk = Desk(project, Options(is_playing, is_applying, quiet_s=0.02), bot)

    async def test() -> None:
        async with running(desk):
            await what(desk)

    with ThreadPoolExecutor(1) as thread:  # the browser's loop may run in this one
        thread.submit(asyncio.run, test()).result()


async def connected(desk: Desk, tab: Tab) -> Tab:
    """Connects a tab, and waits for the bundle."""
    await tab.open(desk.port)
    await until(lambda: tab.text == desk.product if desk.said("sent") else False)
    return tab


def test_a_save_stands_in_the_editor_and_is_played_if_wanted(tmp_path):
    async def test(desk: Desk) -> None:
        tab = await connected(desk, Tab())
        before = tab.plays
        desk.edit(RULES, "PADS = 8", "PADS = 9")
        await until(lambda: "PADS = 9" in tab.text)
        assert tab.text == desk.product and tab.plays == before + 1
        await until(lambda: not tab.is_read_only)
        assert tab.said[:4] == ["send-details", "app-ready", "set-read-only", "send-code"]

    at_desk(tmp_path, test, is_playing=True)


def test_what_is_typed_comes_home_byte_for_byte_and_is_not_played(tmp_path):
    async def test(desk: Desk) -> None:
        tab = await connected(desk, Tab())
        plays = tab.plays
        await tab.type("PADS = 8\n", "PADS = 9  # typed\n")
        wanted = swapped(POND[RULES], ("PADS = 8\n", "PADS = 9  # typed\n"))
        await until(lambda: desk.text(RULES) == wanted and tab.text == desk.product)
        await until(lambda: "PADS = 9  # typed" in desk.product)
        assert tab.plays == plays
        assert [*desk.pulled[-1].texts] == [RULES]

    at_desk(tmp_path, test, is_playing=True)


def test_without_apply_a_key_writes_it(tmp_path):
    async def test(desk: Desk) -> None:
        tab = await connected(desk, Tab())
        await tab.type("PADS = 8\n", "PADS = 9\n")
        await until(lambda: desk.said(f"`a` writes this to {RULES}"))
        assert desk.text(RULES) == POND[RULES]
        desk.edit(PARAMS, "deep: int = 3", "deep: int = 4")  # waits for the key, too
        await until(lambda: sum("`a` writes" in line for line in desk.lines) == 2)
        assert "PADS = 9" in tab.text and "deep: int = 3" in tab.text
        desk.press("a")
        await until(lambda: "PADS = 9" in desk.text(RULES) and tab.text == desk.product)
        assert "deep: int = 4" in tab.text

    at_desk(tmp_path, test, is_applying=False)


def test_foreign_text_is_kept_in_a_file_and_then_replaced(tmp_path):
    async def test(desk: Desk) -> None:
        tab = await connected(desk, Tab(text=OTHER))
        (file,) = (desk.project.root / FOLDER).iterdir()
        assert file.read_text() == OTHER and desk.said(f"kept in {FOLDER}/{file.name}")
        tab.text = ""
        await tab.type("", OTHER)  # pasted over ours: left alone until somebody says so
        await until(lambda: desk.said("the editor holds no bundle of pond now"))
        assert tab.text == OTHER
        desk.press("p")
        await until(lambda: tab.text == desk.product)
        assert desk.project.texts() == desk.project.before

    at_desk(tmp_path, test)


def test_a_build_that_fails_says_one_line_and_leaves_the_editor_alone(tmp_path):
    async def test(desk: Desk) -> None:
        tab = await connected(desk, Tab())
        before = tab.text
        desk.edit(RULES, "WIDE = 2.5", "WIDE = 2.5 +")
        await until(lambda: desk.said("not built: grammar: bots/pond/rules.py:8"))
        desk.edit(RULES, "WIDE = 2.5 +", "WIDE = 2.5  # WRONG")
        await until(lambda: desk.said("not built: same_answers: bots/pond/bot.py:1: another"))
        assert tab.text == before
        desk.edit(RULES, "WIDE = 2.5  # WRONG", "WIDE = 2.75")
        await until(lambda: "WIDE = 2.75" in tab.text)

    at_desk(tmp_path, test)


def test_half_a_line_in_the_editor_stays_there(tmp_path):
    async def test(desk: Desk) -> None:
        tab = await connected(desk, Tab())
        await tab.type("PADS = 8\n", "PADS = (\n")
        await until(lambda: desk.said("'(' was never closed"))
        desk.edit(PARAMS, "deep: int = 3", "deep: int = 4")
        await until(lambda: sum("never closed" in line for line in desk.lines) == 2)
        assert "PADS = (" in tab.text and desk.text(RULES) == POND[RULES]
        await tab.type("PADS = (\n", "PADS = (9)\n")
        await until(lambda: "PADS = (9)" in desk.text(RULES) and tab.text == desk.product)
        assert "deep: int = 4" in tab.text

    at_desk(tmp_path, test)


def test_a_conflict_is_shown_and_ends_when_one_side_gives_way(tmp_path):
    async def test(desk: Desk) -> None:
        tab = await connected(desk, Tab())
        await tab.cut()
        await tab.type("deep: int = 3", "deep: int = 5")
        desk.edit(PARAMS, "deep: int = 3", "deep: int = 4")
        await tab.open(desk.port)
        await until(lambda: desk.said("conflict: make both sides alike"))
        assert "deep: int = 4" in desk.text(PARAMS) and "deep: int = 5" in tab.text
        assert desk.pulled[-1].conflicts
        desk.edit(PARAMS, "deep: int = 4", "deep: int = 5")
        await until(lambda: tab.text == desk.product and "deep: int = 5" in tab.text)

    at_desk(tmp_path, test)


def test_one_line_typed_twice_is_no_conflict(tmp_path):
    async def test(desk: Desk) -> None:
        tab = await connected(desk, Tab())
        for old, new in ((8, 9), (9, 10), (10, 11)):
            await tab.type(f"PADS = {old}\n", f"PADS = {new}\n")
            await until(partial(desk.has, RULES, f"PADS = {new}\n"))
        await until(lambda: tab.text == desk.product)
        assert not desk.said("conflict")

    at_desk(tmp_path, test)


def test_a_tab_that_never_says_a_word_gives_its_place_away(tmp_path):
    class Silent(Tab):
        async def take(self, *_: Any) -> None:
            """Says nothing."""

    async def what(desk: Desk) -> None:
        silent = Silent()
        await silent.open(desk.port)
        await until(lambda: desk.bridge.wire.tab is not None)
        await connected(desk, Tab())
        assert silent.task
        await silent.task
        assert not desk.said("connect again")

    at_desk(tmp_path, what)


def test_a_second_tab_is_turned_away_and_a_closed_one_may_come_again(tmp_path):
    async def test(desk: Desk) -> None:
        tab, other = await connected(desk, Tab()), Tab()
        await other.open(desk.port)
        await until(lambda: other.closed == 1000)
        assert other.said == ["already-connected"] and other.text == ""
        await tab.close()
        await until(lambda: desk.said("the tab has closed; connect again"))
        desk.edit(RULES, "PADS = 8", "PADS = 9")
        await tab.open(desk.port)
        await until(lambda: "PADS = 9" in tab.text)
        await tab.cut()
        await until(lambda: desk.said("the connection was lost; connect again"))

    at_desk(tmp_path, test)


@pytest.mark.parametrize(
    "origin", ["https://example.com", "null", None, "https://chrome-extension.example"]
)
def test_a_page_of_another_origin_gets_no_byte(tmp_path, origin):
    async def test(desk: Desk) -> None:
        head = "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        head += "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        head += f"Origin: {origin}\r\n" if origin else ""
        reader, writer = await asyncio.open_connection("127.0.0.1", desk.port)
        writer.write(f"{head}\r\n".encode())
        try:
            assert await reader.read() == b""
        except ConnectionResetError:
            pass
        writer.close()
        assert desk.bridge.wire.tab is None

    at_desk(tmp_path, test)


def test_both_addresses_of_this_machine_are_listened_to(tmp_path):
    if not socket.has_ipv6:
        pytest.skip("no IPv6 here")

    async def test(desk: Desk) -> None:
        tab = Tab()
        await tab.open(desk.port, "::1")
        await until(lambda: desk.said("sent"))

    at_desk(tmp_path, test)


@pytest.mark.parametrize("frame", ["[]", "{", '{"action": "code", "payload": {}}', b"\xff"])
def test_what_is_no_message_ends_the_connection_and_nothing_else(tmp_path, frame):
    async def test(desk: Desk) -> None:
        tab = await connected(desk, Tab())
        assert tab.connection
        await tab.connection.send(frame)
        await until(lambda: tab.closed is not None)
        await until(lambda: desk.said("no message of CG Local's extension"))
        await connected(desk, Tab())

    at_desk(tmp_path, test)


def test_a_frame_that_is_too_large_ends_the_connection(tmp_path):
    async def test(desk: Desk) -> None:
        tab = await connected(desk, Tab())
        assert tab.connection
        await tab.connection.send("x" * (LARGEST + 1))
        await until(lambda: tab.closed == 1009)

    at_desk(tmp_path, test)


def test_a_title_that_nobody_knows_asks_for_the_bot(tmp_path):
    files = {"bots/lake/main.py": "print(1)\n", "bots/lake/__init__.py": ""}

    async def test(desk: Desk) -> None:
        for path, text in files.items():
            (desk.project.root / path).parent.mkdir(exist_ok=True)
            (desk.project.root / path).write_text(text)
        tab = Tab(title="Some Contest")
        await tab.open(desk.port)
        await until(lambda: desk.said("Some Contest: which bot? 1 lake, 2 pond"))
        desk.press("2")
        await until(lambda: tab.text != "" and tab.text == desk.product)

    at_desk(tmp_path, test, bot=None)


@pytest.mark.parametrize(
    ("title", "game"),
    [
        ("Coders Strike Back", "csb"),
        ("Ultimate Tic-Tac-Toe", "uttt"),
        ("Spring Challenge 2021", "tororo"),
        ("Code of Kutulu", "kutulu"),
        ("Summer Challenge 2024 - Olymbits", "olymbits"),
        ("Winter Challenge 2026 - SnakeByte", "snakebyte"),
    ],
)
def test_a_contests_title_picks_its_bots(title, game):
    assert {each.game for each in bots_for(ROOT, title)} == {game}


async def alternate(desk: Desk, edits: int, cuts: int) -> None:
    """Edits both sides in turn, with the connection cut in between; nobody waits for the other."""
    tab = await connected(desk, Tab())
    every = edits // cuts
    for number in range(edits // 2):
        if number * 2 % every == 0 and tab.connection:
            await tab.cut()
        await tab.type(f"PADS = {8 + number}\n", f"PADS = {9 + number}\n")
        desk.edit(
            PARAMS,
            f"weight: float = {2 + number / 100:.2f}" if number else "weight: float = 2.0",
            f"weight: float = {2.01 + number / 100:.2f}",
        )
        if tab.connection is None:
            await until(lambda: desk.bridge.wire.tab is None)
            await tab.open(desk.port)
        if number % 3 == 0:
            await asyncio.sleep(0.05)
    wanted = [f"PADS = {8 + edits // 2}\n", f"weight: float = {2 + edits / 200:.2f}"]
    await until(lambda: tab.text == desk.product and all(each in tab.text for each in wanted))
    assert section_lines(tab.text) == section_lines(desk.project.build().text)
    assert [each in "".join(desk.project.texts().values()) for each in wanted] == [True, True]
    assert not desk.said("conflict")


def test_forty_edits_of_both_sides_end_with_both_equal(tmp_path):
    at_desk(tmp_path, lambda desk: alternate(desk, edits=40, cuts=4))
