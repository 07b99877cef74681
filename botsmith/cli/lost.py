"""`lost [FILE]`: lists the lost games worth a look and the values that go with losing, and writes a
page of one game.
"""

import heapq
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from botsmith.arena.matches.played import Played
from botsmith.arena.store import last_matches
from botsmith.arena.store.store import League, Store
from botsmith.arena.store.where import Condition, Facts, check_stored, parts_at_end, stored_facts
from botsmith.cli.grid import Grid
from botsmith.cli.groups import Asked, show_groups, show_winning
from botsmith.cli.options import By, Where
from botsmith.cli.records import Records, open_matches
from botsmith.cli.replay import command, show, source_of
from botsmith.errors import BadInput
from botsmith.printable import say, say_json
from botsmith.programs import is_foreign
from botsmith.referees import games, referee_for, site_turn
from botsmith.referees.base import on_site
from botsmith.replay.output import check_page
from botsmith.replay.turning import turning_point
from botsmith.settings import AsJson, Opt
from botsmith.site.stored import OWNER

PAGE = Path("lost.html")
CONFIDENCE = 0.95
MOST_RANK_SCORE = 1.0  # where scores only say who won
LATE, OUT, PLAYED_ON = 2, 1, 0  # how a loser failed: its own time-out comes first


@dataclass(frozen=True)
class Wanted:
    """Chooses the losses to list.

    me, vs: the loser, and a bot with a better rank; "" for any
    asked: the condition on the seat that lost
    worth: the value that orders the games, the loser's lowest first; games without it are left out
    """

    me: str
    vs: str
    asked: Asked
    worth: Condition | None

    @property
    def words(self) -> str:
        """Returns the two bots in words, for a title."""
        return f"lost{f' by {self.me}' * bool(self.me)}{f' to {self.vs}' * bool(self.vs)}"


def lost(
    file: Path | None = None,
    *,
    vs: Annotated[str, Opt(metavar="BOT")] = "",
    me: Annotated[str, Opt(metavar="BOT")] = "",
    db: Path | None = None,
    worst: Annotated[int, Opt(least=1)] = 5,
    replay: Annotated[int | None, Opt(least=1, metavar="N")] = None,
    output: Annotated[Path | None, Opt(name="-o --output")] = None,
    where: Where = None,
    by: By = None,
    by_value: Annotated[str | None, Opt(metavar="EXPR")] = None,
    as_json: AsJson = False,
) -> None:
    """List the worst lost games with the turn to look at, and say what goes with losing.

    Worst first: the loser's own time-outs, then other faults, then the most ranks behind, then the
    most points, or what the contest counts where scores only say who won. With -o the worst of all
    is shown.

    file: Records, *.jsonl or *.jsonl.gz, or a store. [default: what `play` played last]
    vs: The opponent, as the tables name it. [default: all]
    me: The loser. [default: any with --vs; else the first bot of a store's last league]
    db: A store that `league` or `import` made.
    worst: Number of games to list.
    replay: Write a page of the N-th of them. [default with -o: 1]
    output: Where to write that page. [default: lost.html]
    by_value: Sort by this, lowest first: data.depth for example, or 0 - max_ms.
    """
    asked = Asked(where, by)
    worth = Condition(by_value, "--by-value") if by_value is not None else None
    options = asked.by_option | ({"--by-value": worth.names} if worth else {})
    source = source_of(file, db)
    page, place = output or PAGE, replay or 1
    is_shown = replay is not None or output is not None
    if is_shown:
        check_page(page)
    with open_matches(source) as store:
        leagues = store.leagues()
        # In the store of `play` only the last call's matches count.
        league = leagues[-1].id if leagues and source == last_matches.RING else None
        wanted = Wanted(me if vs else me or owner(leagues, source), vs, asked, worth)
        check_stored(store, league, options)
        facts = stored_facts(store, store.matches(league), set().union(*options.values()))
        found = worst_losses(store, facts, wanted, max(worst, place))
        report = asked.report(store, league, CONFIDENCE, wanted.me, vs)
        for game in found:
            look_at(store, game)
        if as_json:
            say_json({"lost": found[:worst], **report} if asked.keys else found[:worst])
        else:
            show_games(wanted.words, found[:worst], by_value)
            if asked.keys or not vs:
                show_groups(report)
            else:
                show_winning(report["goes_with_winning"])
        if is_shown:
            if place > len(found):
                raise BadInput(f"--replay {place}: {len(found)} games were {wanted.words}")
            chosen = found[place - 1]
            show(store.record(chosen["match"]), page, chosen["turn"])
    if not is_shown and found and not as_json and not is_foreign(found[0]["game"]):
        words = [str(file)] if file else ["--db", str(db)] if db else []
        given = (("--vs", vs), ("--me", me), ("--where", where), ("--by-value", by_value))
        for option, value in given:
            words += [option, value] if value else []
        say(f"show the worst: {command('lost', *words, '-o', str(PAGE))}")
        if found[0]["turn"] is not None:
            match, turn, seat = (str(found[0][key]) for key in ("match", "turn", "seat"))
            words = ["BOT", "--match", match, "--turn", turn, "--seat", seat]
            say(f"thoughts there: {command('situation', str(source), *words)}")


def look_at(store: Store | Records, game: dict[str, Any]) -> None:
    """Adds to a lost game the turn to look at, the reason, and the turn's number on the site. The
    turn is None for a foreign referee.
    """
    game |= {"turn": None, "why": "", "on_site": None}
    if game["game"] in games():
        match = store.record(game["match"])
        game["turn"], game["why"] = turning_point(match, game["seat"])
        game["on_site"] = site_turn(match, game["turn"])


def show_games(title: str, found: Sequence[dict[str, Any]], by_value: str | None = None) -> None:
    """Shows the table, and below it a line for each game about its turn to look at.

    by_value: the expression that sorts the games
    """
    columns = {"bot": 9, "match": 8, "seed": 6, "seats": 2, "ranks": 5, "scores": 6, "end": 4}
    has_margin = any(game["margin"] for game in found)
    columns |= {"behind": 7} if has_margin else {}
    columns |= {"value": 9, "turn": 7} if by_value is not None else {"turn": 7}
    by = f", by {by_value}" if by_value is not None else ""
    grid = Grid(title + by, columns, left=("seats",))
    for game in found:
        words = (" ".join(f"{number:g}" for number in game[key]) for key in ("ranks", "scores"))
        cells = (game["bot"], str(game["match"]), str(game["seed"]), ", ".join(game["seats"]))
        margin = [f"{game['margin_behind']:.3g} {game['margin']}"] if has_margin else []
        value = [f"{game['value']:.6g}"] if by_value is not None else []
        turn = "-" if game["turn"] is None else str(game["turn"])
        grid.row(*cells, *words, game["end"], *margin, *value, turn)
    if found:
        grid.show()
    else:
        of_value = f" with a value of {by_value}" if by_value is not None else ""
        say(f"no game was {title}{of_value}")
    for game in found:
        place = "" if game["turn"] is None else f" #turn={game['turn']}"
        why = game["why"] and game["why"] + on_site(game["on_site"])
        own = game["faults"] or [why] * bool(why)
        say(*(f"match {game['match']}{place}: {text}" for text in own))


def owner(leagues: Sequence[League], db: Path) -> str:
    """Returns the bot whose losses are shown: the author's in a store of the site's games, else the
    first bot of the last league. Raises BadInput if it is not known.
    """
    for league in reversed(leagues):
        bots = [name for name, _ in league.spec.get("bots", [])]
        mine = league.spec[OWNER] if OWNER in league.spec else next(iter(bots), None)
        if isinstance(mine, str):
            return mine
    raise BadInput(f"{db}: whose losses? expected --me BOT or --vs BOT, as the tables name it")


def worst_losses(
    store: Store | Records, matches: Iterable[tuple[Played, list[Facts]]], wanted: Wanted, most: int
) -> list[dict[str, Any]]:
    """Returns the entries of the worst losses, worst first. Raises BadInput if a chosen bot never
    played.

    matches: each with the facts of its seats
    most: number of entries at most
    """
    seen: set[str] = set()
    heap: list[tuple[tuple[float, ...], dict[str, Any]]] = []
    for played, facts in matches:
        seen.update(seat.player.name for seat in played.seats)
        if (loss := loss_of(played, facts, wanted)) is None:
            continue
        key, found = loss
        if len(heap) == most and key < heap[0][0][: len(key)]:
            continue
        found["margin"], found["margin_behind"] = margin_of(store, played, found)
        heapq.heappush(heap, ((*key, found["margin_behind"], -played.id), found))
        if len(heap) > most:
            heapq.heappop(heap)
        found.pop("before")
    for name in filter(None, (wanted.me, wanted.vs)):
        if name not in seen:
            known = ", ".join(sorted(seen)) or "none yet"
            raise BadInput(f"{store.path}: no bot {name!r}; the bots are {known}")
    return [found for _, found in sorted(heap, key=lambda item: item[0], reverse=True)]


def loss_of(
    played: Played, facts: Sequence[Facts], wanted: Wanted
) -> tuple[tuple[float, ...], dict[str, Any]] | None:
    """Returns a sort key, higher for a worse loss, and the entry of a match's chosen loser; of
    several, the one furthest behind. Returns None if no chosen bot lost.

    A seat that --where excludes, or that lacks the value, is no loser.
    """
    me, vs, worth = wanted.me, wanted.vs, wanted.worth
    names = [seat.player.name for seat in played.seats]
    scores, ranks = [seat.score for seat in played.seats], played.ranks
    better = [seat for seat, name in enumerate(names) if vs in ("", name)]
    if not better:
        return None
    top = min(better, key=lambda seat: ranks[seat])
    keys: dict[int, tuple[float, ...]] = {}  # by seat: its value, and how far behind it is
    for seat, (name, fact) in enumerate(zip(names, facts, strict=True)):
        value = worth.number(fact) if worth else 0.0
        is_meant = me in ("", name) and (name != vs or me == vs) and wanted.asked.chooses(fact)
        if is_meant and value is not None and ranks[seat] > ranks[top]:
            keys[seat] = -value, ranks[seat] - ranks[top], scores[top] - scores[seat]
    if not keys:
        return None
    last = max(keys, key=lambda seat: keys[seat])
    low, *behind = keys[last]
    kind = played.seats[last].fault
    found = {
        "bot": names[last],
        "seat": last,
        "match": played.id,
        **{name: getattr(played, name) for name in ("league", "game", "seed", "rotation")},
        "seats": names,
        "ranks": ranks,
        "scores": scores,
        "end": played.end,
        "faults": [seat.text for seat in played.seats if seat.text],
        "before": top,
        **({"value": -low} if worth else {}),
    }
    return (low, LATE if kind == "timeout" else OUT if kind else PLAYED_ON, *behind), found


def margin_of(store: Store | Records, played: Played, found: dict[str, Any]) -> tuple[str, float]:
    """Returns, for a contest whose scores are only win and loss, the name of the count that decides
    it, and the loser's deficit in that count at the end. Returns ("", 0) in other contests, and
    without a state.
    """
    are_ranks = played.game in games() and max(found["scores"]) <= MOST_RANK_SCORE
    margin = referee_for(played.game).margin if are_ranks else ""
    values = parts_at_end(store.record(played.id)).get(margin) if margin else None
    return (margin, values[found["before"]] - values[found["seat"]]) if values else ("", 0.0)


def show_commands(matches: Iterable[Played], *store: str) -> None:
    """Prints the commands that show the worst loss of these matches, and the last match.

    store: the options that name their store; none for the matches of `play`
    """
    if losses := losses_to_show(matches):
        say(f"the worst lost: {command('lost', *store, *losses, '-o', str(PAGE))}")
    say(f"the last one:   {command('replay', *store)}")


def losses_to_show(matches: Iterable[Played]) -> list[str]:
    """Returns the options of `lost` for the first bot's losses to the bot that beat it most often;
    [] if it never lost.
    """
    wins: Counter[str] = Counter()
    names: set[str] = set()
    for match in matches:
        names.update(seat.player.name for seat in match.seats)
        if last_matches.MINE in match.order:
            mine = match.seats[match.order.index(last_matches.MINE)]
            own = mine.player.name
            wins.update({seat.player.name for seat in match.seats if seat.rank < mine.rank} - {own})
    if not wins:
        return []
    rival = wins.most_common(1)[0][0]
    others = names - {own, rival}
    return ["--vs", rival, *(["--me", own] if others else [])]
