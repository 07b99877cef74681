"""Keeps the site's editor and the modules equal: a saved module goes to the editor, an edit there
is brought into the modules.

home    the modules, and the last bundle that was built from them
editor  the text in the site's editor, as its tab sent it last
synced  the editor's last text that the modules held entirely
bases   the original bundles of the editor's texts, by the content in their headers

The editor's edits come home first, by the three-way merge of `pull`; only a text that holds them
all is sent to the editor. An edit that cannot be merged is reported, and both sides stay unchanged.
"""

import asyncio
import hashlib
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from botsmith.bundle.assemble import Bundle, Target
from botsmith.bundle.bases import content_of
from botsmith.bundle.failures import Refused
from botsmith.bundle.header import revision
from botsmith.bundle.modules import Entry
from botsmith.bundle.pasted import TITLE, section_lines
from botsmith.bundle.products import Row
from botsmith.bundle.pull import Pulled, pull
from botsmith.errors import BadInput
from botsmith.ide.wire import Gone, News, Tab, Wire

EDITOR = Path("editor")  # the name of its text in messages
QUIET_S = 0.8  # without a keystroke, before what was typed is looked at
FOLDER = ".botsmith/ide"
APPLY, PUSH = "a", "p"  # keys
BASES = 8  # that are remembered; a build keeps others on the disk


@dataclass(frozen=True)
class Options:
    """The options of a bridge.

    is_playing: True if a saved module is also played in the IDE
    is_applying: True if an edit in the IDE is written into the modules without a key press
    quiet_s: seconds without a keystroke before an edit is read
    """

    is_playing: bool = False
    is_applying: bool = False
    quiet_s: float = QUIET_S


@dataclass
class Bridge:
    """Connects a tab with the modules of a bot.

    entry: the bot; None until the contest's title picks it
    find: returns the bots for a title
    make: builds and proves a bundle
    say: shows a line
    show: shows the edits of the editor
    """

    root: Path
    entry: Entry | None
    find: Callable[[str], list[Entry]]
    make: Callable[[Target], Row]
    say: Callable[[str], None]
    show: Callable[[Pulled], None]
    options: Options = Options()
    wire: Wire = field(default_factory=Wire)
    editor: str | None = None
    synced: str | None = None
    bases: dict[str, Bundle] = field(default_factory=dict)
    last: Bundle | None = None  # that was built
    choices: list[Entry] = field(default_factory=list)
    title: str = ""
    seen: str = ""  # the signature of the modules that were built
    waiting: tuple[str, Pulled] | None = None  # a text, and what a key applies of it
    answered: str = ""  # the editor's text that something was said about
    wants_push: bool = False
    has_saved: bool = False  # since the last build
    wants_play: bool = False

    # ---- what happens

    async def run(self) -> None:
        """Handles events until it is cancelled."""
        while True:
            news = [await self.wire.news.get()]
            with suppress(TimeoutError):
                while True:  # until nobody types
                    is_typing = any(each.kind == "code" for each in news)
                    wait = self.options.quiet_s if is_typing else 0.0
                    async with asyncio.timeout(wait):  # wait_for may swallow a cancellation
                        news.append(await self.wire.news.get())
            for each in news:
                await self.hear(each)
            if self.wire.tab and self.entry and self.editor is not None:
                with suppress(Gone):  # "gone" is among the news
                    await self.settle(self.wire.tab)

    async def hear(self, news: News) -> None:
        """Handles one event of the editor, the keyboard or a saved file."""
        if news.kind == "code":
            self.editor = news.text
        elif news.kind == "saved":
            if self.signature() != self.seen:
                self.has_saved, self.wants_play, self.answered = True, self.options.is_playing, ""
        elif news.kind == "key":
            await self.press(news.text)
        elif news.kind == "second":
            self.say("a second tab was turned away: one at a time")
        elif news.kind == "gone":
            self.editor, self.waiting, self.answered = None, None, ""
            self.say(f"{news.text}; connect again in the browser, nothing is lost")
        elif news.kind == "details" and self.wire.tab:
            await self.welcome(self.wire.tab, news.text)

    async def welcome(self, tab: Tab, title: str) -> None:
        """Accepts a tab and asks for its editor's text, or turns it away if no bot is known."""
        self.title = title
        if self.entry is None:
            self.choices = self.find(title)
            if len(self.choices) > 1:
                names = (f"{key} {each.name}" for key, each in enumerate(self.choices, start=1))
                self.say(f"{title}: which bot? {', '.join(names)}")
                return
            if not self.choices:
                why = f"no bot is known for {title!r}: name it, `ide BOT`"
                self.say(why)
                with suppress(Gone):
                    await tab.send("error", message=why)
                    await tab.connection.close(1000)
                return
            self.entry = self.choices[0]
        self.say(f"{title}: connected, {self.name}")
        with suppress(Gone):
            await tab.send("app-ready")
            await tab.send("set-read-only", state=False)
            self.editor = await tab.code()
            self.has_saved = True
            if self.editor != self.synced and self.is_foreign(self.editor):
                self.put_aside(self.editor)
                self.synced = self.editor

    async def press(self, key: str) -> None:
        """Runs the command of a key."""
        if key.isdigit() and 0 < int(key) <= len(self.choices) and self.wire.tab:
            self.entry, self.choices = self.choices[int(key) - 1], []
            await self.welcome(self.wire.tab, self.title)
        elif key == APPLY and self.waiting:
            self.write(*self.waiting)
        elif key == PUSH and self.editor is not None:
            self.put_aside(self.editor)
            self.synced, self.answered, self.wants_push = self.editor, "", True

    # ---- making both equal

    async def settle(self, tab: Tab) -> None:
        """Brings the editor's edits into the modules, then the modules into the editor. Raises Gone
        if the tab closes.
        """
        if self.editor != self.synced and not await self.bring_home():
            return
        if self.has_saved or self.wants_push:
            bundle = await self.build()
            if bundle and not is_same(self.editor or "", bundle):
                await self.push(tab, bundle)
            self.wants_push = False

    async def bring_home(self) -> bool:
        """Brings the edits of the editor into the modules. Returns True if the modules now hold all
        of them.
        """
        text = self.editor or ""
        if text == self.answered:
            return False
        if self.is_foreign(text):
            self.answered = text
            self.say(f"the editor holds no bundle of {self.name} now: `{PUSH}` puts it there again")
            return False
        self.waiting = None
        try:
            base = self.bases.get(content_of(text))
            found = await asyncio.to_thread(pull, self.root, EDITOR, text, base)
        except BadInput as error:
            return self.hold(text, str(error))
        except Refused as refused:
            return self.hold(text, f"the modules cannot be built: {refused}")
        if found.conflicts or found.doubt:
            self.show(found)
            what = "conflict: make both sides alike" if found.conflicts else found.doubt
            return self.hold(text, f"{what}; or `{PUSH}` puts the modules' text there")
        if not found.texts:
            self.keep_base(text, found)
            return True
        self.show(found)
        if not self.options.is_applying:
            self.waiting = text, found
            return self.hold(text, f"`{APPLY}` writes this to {', '.join(found.texts)}")
        return self.write(text, found)

    def hold(self, text: str, why: str) -> bool:
        """Reports why an edit is not written into the modules yet. Returns False."""
        self.answered = text
        self.say(why)
        return False

    def keep_base(self, text: str, found: Pulled) -> None:
        """Records that the modules hold all edits of the editor's text."""
        self.synced, self.answered = text, ""
        content = content_of(text)
        self.has_saved |= self.last is None or content != content_of(self.last.text)
        # A comment that the short form leaves out would come home a second time.
        if found.behind and section_lines(found.behind.text) == section_lines(text):
            self.remember(content, found.behind)

    def remember(self, content: str, base: Bundle) -> None:
        """Stores the bundle that the editor's text was before its edits, by the content hash in its
        header.
        """
        self.bases.pop(content, None)
        self.bases[content] = base
        while len(self.bases) > BASES:
            del self.bases[next(iter(self.bases))]

    def write(self, text: str, found: Pulled) -> bool:
        """Writes the editor's edits into the modules. Returns True if that succeeded."""
        self.waiting = None
        try:
            found.apply(self.root)
        except BadInput as error:
            self.say(str(error))
            return False
        self.say(f"written to {', '.join(found.texts)}")
        self.keep_base(text, found)
        self.has_saved, self.seen = True, self.signature()
        return True

    async def build(self) -> Bundle | None:
        """Returns a built and proven bundle of the modules; None, after a message, if that
        fails.
        """
        assert self.entry
        self.has_saved, self.seen = False, self.signature()
        target = Target(self.root, self.entry, "c", {}, revision(self.root, self.entry.game))
        began = time.monotonic()
        try:
            row = await asyncio.to_thread(self.make, target)
        except BadInput as error:
            self.say(f"not built: {error}")
            return None
        if row.failures or row.bundle is None:
            self.say(f"not built: {row.failures[0].proof}: {row.failures[0]}")
            return None
        self.last = row.bundle
        self.say(f"{self.name}: built and proven in {time.monotonic() - began:.1f} s")
        return row.bundle

    async def push(self, tab: Tab, bundle: Bundle) -> None:
        """Sends a bundle to the editor, unless the editor's text has changed meanwhile. Raises Gone
        if the tab closes.
        """
        await tab.send("set-read-only", state=True)
        text = await tab.code()
        if text == self.editor:
            is_playing, self.wants_play = self.wants_play, False
            await tab.send("update-code", code=bundle.text, play=is_playing)
            self.editor = self.synced = bundle.text
            self.answered = ""
            self.remember(content_of(bundle.text), bundle)
            self.say(f"{self.name}: {'sent and played' if is_playing else 'sent'}")
        else:
            self.editor, self.has_saved = text, True  # what was typed comes home first
            self.wire.news.put_nowait(News("code", text))
        await tab.send("set-read-only", state=False)

    # ---- little things

    @property
    def name(self) -> str:
        """Returns the bot's name."""
        return self.entry.name if self.entry else ""

    def is_foreign(self, text: str) -> bool:
        """Returns True if a text is no bundle of the bot."""
        title = TITLE.search(text)
        return title is None or title[1] != self.name

    def put_aside(self, text: str) -> None:
        """Stores the editor's text in a file, unless it is blank."""
        if text.strip():
            name = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
            file = self.root / FOLDER / f"{name}.txt"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", errors="surrogatepass", newline="\n")
            self.say(f"what stood in the editor is kept in {FOLDER}/{file.name}")

    def signature(self) -> str:
        """Returns a hash of the modules on the disk."""
        game = self.entry.game if self.entry else ""
        whole = hashlib.sha256()
        for folder in (self.root / "bots" / game, self.root / "common"):
            for file in sorted(folder.rglob("*.py")):
                whole.update(f"{file}\0".encode() + file.read_bytes())
        return whole.hexdigest()


def is_same(text: str, bundle: Bundle) -> bool:
    """Returns True if a text equals a bundle apart from changes that editors make by themselves."""
    ours, theirs = ((content_of(each), section_lines(each)) for each in (bundle.text, text))
    return text == bundle.text or ours == theirs
