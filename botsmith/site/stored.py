"""Writes a store of games of the contest site, which `lost`, `--where` and `serve` read."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from botsmith.arena.matches.bots import Bot, numbered
from botsmith.arena.matches.league import ENDLESS, Growing, Level
from botsmith.arena.matches.played import ABOUT_MATCH, Note, Player, moves_of, reported_notes
from botsmith.arena.store.record import encode_match
from botsmith.arena.store.store import open_store
from botsmith.referees.base import Match
from botsmith.replay.extras import played_of
from botsmith.site.form import SITE, TEXT

OWNER = "owner"  # in the spec of a league of the site's games: whose they are, None if not known
NUMBER = f"{SITE}.game"  # the name of the note with the site's number of a game
FULL = 100  # percent of the time
RULE = "hard"  # of time


def owner_of(matches: Iterable[Match]) -> str | None:
    """Returns the name of the player whose games these are, None if it is unclear.

    It is the player with stderr, which the site shows to a bot's owner alone; else the only player
    who is in all games with names.
    """
    owners: set[str] = set()
    players: list[set[str]] = []
    for match in matches:
        if match.extra[SITE].get(TEXT):
            continue
        names = [bot["name"] for bot in match.extra["bots"]]
        owners |= {names[int(seat)] for seat in match.extra["stderr"]}
        players.append({*names})
    common = owners or (set.intersection(*players) if players else set())
    return next(iter(common)) if len(common) == 1 else None


class SiteStore:
    """An open store. A league is a contest with a number of seats; its first bot is the owner's.

    me: the owner's name, None if it is not known
    known: the store's number of each game, by the site's
    """

    def __init__(self, path: Path, me: str | None) -> None:
        """Opens a store. Raises BadInput if the file is no store."""
        self.store, self.me = open_store(path, create=True), me
        self.known = {str(value): match for match, value in self.store.named(NUMBER)}

    def close(self) -> None:
        """Closes the file."""
        self.store.close()

    def add(self, match: Match) -> tuple[int, bool]:
        """Stores a game. Returns its number, and True if it is new.

        A game is new unless a stored one has its number of the site, or, without a number, equals
        it.
        """
        number = match.extra[SITE]["game"] or f"moves {moves_of(match)}"
        if number in self.known:
            return self.known[number], False
        names = numbered([bot["name"] for bot in match.extra["bots"]])
        league, bots = self.league(match, names)
        place = self.store.count(league)
        notes = (Note(ABOUT_MATCH, 0, NUMBER, number), *reported_notes(match))
        played = played_of(match, place)
        pairs = zip(played.seats, names, strict=True)
        seats = tuple(replace(seat, player=Player(name, "")) for seat, name in pairs)
        order = tuple(map(bots.index, names))
        played = replace(played, seed=int(match.seed), time_rule=RULE, order=order, seats=seats)
        found = self.store.add(league, played, encode_match(match), notes)
        assert found is not None  # a new place of the league
        self.known[number] = found
        return found, True

    def league(self, match: Match, names: Sequence[str]) -> tuple[int, list[str]]:
        """Returns the league of a game and the league's bots, to which it adds the game's
        players.
        """
        same = [one for one in self.store.leagues() if one.game == match.game and OWNER in one.spec]
        same = [one for one in same if one.spec.get("seats") == match.players]
        me = self.me or (same[-1].spec[OWNER] if same else None)
        old = [name for name, _ in same[-1].spec["bots"]] if same else []
        bots = sorted(dict.fromkeys([*old, *names]), key=lambda name: name != me)
        levels = (Level(FULL, (FULL,) * len(bots)),)
        players = tuple(Bot(name, (), "") for name in bots)
        plan = Growing(match.game, players, ENDLESS, 0, RULE, None, levels, match.players)
        spec = plan.spec() | {OWNER: me}
        if not same:
            return self.store.begin_league(match.game, spec), bots
        if bots != old:
            self.store.grow(same[-1].id, spec)
        return same[-1].id, bots
