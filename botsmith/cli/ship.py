"""`ship BOT`: runs the last steps before a submission in one command, and stops at the first
doubt.
"""

from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Annotated

from rich.console import Console

from botsmith import shipping
from botsmith.arena.store.store import Store, open_store
from botsmith.bundle.assemble import Target
from botsmith.bundle.bases import content_of, keep_packed
from botsmith.bundle.dist import without_revision, write_product
from botsmith.bundle.header import LIMIT, revision, units
from botsmith.bundle.modules import choose_entries
from botsmith.cli.build import copy_text
from botsmith.cli.grid import Grid
from botsmith.cli.league import play_all
from botsmith.errors import BadInput
from botsmith.printable import print_error, say
from botsmith.settings import Opt
from botsmith.shipping import GAMES, SOAK_S, TEST_S, Doubt
from botsmith.workspace import game_of, league_store, own_root

FAILED = 1


@dataclass(frozen=True)
class Wish:
    """The options of `ship` for a version that is shipped.

    games: Games at most against the version shipped last; 0 for none.
    soak: Seconds on the model of the site's machine; 0 for none.
    """

    games: Annotated[int, Opt(least=0)] = GAMES
    soak: Annotated[float, Opt(least=0)] = SOAK_S
    dirty: Annotated[bool, Opt("Ship what is not committed, too.")] = False
    unproven: Annotated[bool, Opt("Ship what cannot be proven here, too.")] = False
    note: Annotated[str, Opt("A note to store with the version.")] = ""
    name: Annotated[str | None, Opt("Name of the version. [default: BOT@vN]")] = None


def ship(
    bot: str | None = None,
    *,
    wish: Wish = Wish(),
    show: Annotated[bool, Opt(name="list")] = False,
    back: Annotated[str | None, Opt(metavar="NAME")] = None,
) -> int:
    """Build, prove, soak and test a bot, keep it as a version, and put it on the clipboard.

    See docs/ship.md.

    bot: The bot; with --list, only its versions.
    show: List what was shipped.
    back: Take a version again as it was shipped.
    """
    if show and back:
        raise BadInput("--list and --back are two things: leave one out")
    if (show or back) and not league_store().exists():
        say("nothing was shipped yet")
        return FAILED if back else 0
    with open_store(league_store(), create=not (show or back)) as store:
        if show:
            columns = {"name": 9, "version": 8, "shipped": 5, "revision": 3, "note": 7, "test": 1}
            grid = Grid("shipped", columns, left=tuple(columns))
            for each in store.ships(bot):  # the newest last
                at = datetime.fromtimestamp(each.shipped_at).strftime("%Y-%m-%d %H:%M")
                grid.row(each.name, each.version, at, each.revision, each.note, each.test)
            grid.show()
            return 0
        if back:
            path = take_back(store, back)
        elif bot is None:
            raise BadInput("which BOT? `ship --list` says what was shipped")
        else:
            try:
                path = ship_now(store, bot, wish)
            except Doubt as doubt:
                print_error(f"not shipped: {doubt}")
                return FAILED
    if copy_text(path):
        say(f"copied {path} is on the clipboard: paste it")
    else:
        say(f"copied no: this machine has no clipboard; paste {path}")
    return 0


def ship_now(store: Store, bot: str, wish: Wish) -> Path:
    """Runs all steps of `ship`: build, prove, soak, test, store; returns the bundle's file. Raises
    Doubt if a step fails.
    """
    entry = choose_entries(own_root(), [bot])[0]
    target = Target(own_root(), entry, "c", {}, revision(own_root(), entry.game))
    if wish.name and any(each.name == wish.name for each in store.ships()):
        raise BadInput(f"--name {wish.name}: was shipped before; expected another one")
    console = Console(stderr=True)
    say(f"tree   {shipping.check_tree(target, wish.dirty)}")
    with console.status("building") as status:

        def announce(proof: str) -> None:
            status.update(f"building: {proof}")

        row = shipping.check_build(target, own_root() / "dist", wish.unproven, announce)
    assert row.bundle
    text = row.path.read_text(encoding="utf-8")
    skipped = f", but skipped: {', '.join(row.skipped)}" if row.skipped else ""
    proven = "".join(f", {name} not proven: {why}" for name, why in row.unproven.items())
    say(f"build  {row.path.name}: {units(text):,} of {LIMIT:,} units, proven{skipped}{proven}")
    for warning in row.warnings:
        print_error(f"warning: {warning}")
    rival = shipping.last_ship(store, bot)
    if rival and without_revision(rival.content.decode()) == without_revision(text):
        say(f"test   it is {rival.name}, which was shipped last")
        return row.path
    if wish.soak:
        with console.status("soaking") as status:
            said = shipping.check_soak(
                row.path, wish.soak, lambda turns: status.update(f"soaking: {turns:,} turns")
            )
        say(f"soak   {said}")
    test = "none: the first one that is shipped"
    if rival and not wish.games:
        test = "none, as --games 0 says"
    elif rival:
        play = partial(play_all, seconds=TEST_S * max(1.0, wish.games / GAMES))
        game = game_of(target.entry.game)
        test = shipping.check_strength(row.path, game, rival, wish.games, play)
    say(f"test   {test}")
    kept = shipping.keep(store, row, wish.name, wish.note, test)
    say(f"kept   {kept.name} in {store.path.name}, with its sources")
    return row.path


def take_back(store: Store, name: str) -> Path:
    """Puts a version into dist/; returns its file. Raises BadInput if there is no such version."""
    ships = store.ships()
    ship = next((each for each in ships if name in (each.name, each.version)), None)
    if ship is None:
        there = ", ".join(each.name for each in ships) or "nothing yet"
        raise BadInput(f"--back {name}: was not shipped; what was: {there}")
    found = store.version(ship.version)
    path = own_root() / "dist" / f"{found.bot}.py"
    text = found.content.decode("utf-8")
    write_product(path, text)
    keep_packed(own_root(), content_of(text), ship.sources)
    say(f"back   {path} is {name} again; bots/ and common/ are as they were")
    return path
