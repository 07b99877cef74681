"""`lost [FILE] --vs BOT`: the games to look at, and a page of one of them."""

import heapq
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from botsmith.arena.matches.played import Played
from botsmith.arena.store import last_matches
from botsmith.arena.store.record import read_matches
from botsmith.arena.store.store import Store, open_store
from botsmith.arena.store.where import Condition, Facts, known_facts
from botsmith.cli.grid import Grid, show_grids
from botsmith.cli.groups import Asked
from botsmith.cli.options import AsJson, Where
from botsmith.cli.replay import command, kept_or, recorded_match, show, stored_match
from botsmith.errors import BadInput
from botsmith.printable import say
from botsmith.programs import is_foreign
from botsmith.referees.base import Match
from botsmith.replay.extras import check_extras
from botsmith.replay.output import check_page
from botsmith.replay.viewer import names

PAGE = Path("lost.html")


@dataclass(frozen=True)
class Ended:
    """The end of a match of a store or a file.

    match: its number there
    names, ranks, scores: by seat
    faults: by seat, lines, "" for none
    meant: by seat, True if it is asked for; empty: all are
    values: by seat, those of `--by-value`; empty without
    """

    match: int
    league: int
    game: str
    seed: int | str
    rotation: int
    end: str
    names: Sequence[str]
    ranks: Sequence[int]
    scores: Sequence[float]
    faults: Sequence[str]
    meant: Sequence[bool] = ()
    values: Sequence[float | None] = ()


def lost(
    file: Annotated[
        Path | None,
        typer.Argument(help="Records, *.jsonl or *.jsonl.gz. [default: what `play` played last]"),
    ] = None,
    vs: Annotated[
        str, typer.Option(metavar="BOT", help="The opponent, as the tables name it.")
    ] = "",
    db: Annotated[Path | None, typer.Option(help="A store that `league` made.")] = None,
    worst: Annotated[int, typer.Option(help="Number of games to list.")] = 5,
    replay: Annotated[
        int | None,
        typer.Option(metavar="N", help="Write a page of the N-th of them. [default with -o: 1]"),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="Where to write that page. [default: lost.html]"),
    ] = None,
    where: Where = None,
    by_value: Annotated[
        str | None,
        typer.Option(
            metavar="EXPR", help="Worst is the lowest of this: data.depth, or 0 - max_ms say."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the worst games against a bot, and show one of them as a page.

    Worst first: the most ranks behind it, then the most points behind it. With -o the worst of all
    is shown.
    """
    if not vs:
        raise BadInput("--vs is missing: expected the name of the opponent")
    if worst < 1:
        raise BadInput(f"--worst {worst}: expected at least 1")
    if replay is not None and replay < 1:
        raise BadInput(f"--replay {replay}: expected 1 for the worst game")
    asked = Asked(where)
    worth = Condition(by_value, "--by-value") if by_value is not None else None
    for option, text in (("--where", where), ("--by-value", by_value)):
        if file is not None and text is not None:
            raise BadInput(f"{option} is for stores, which know the facts; {file} holds records")
    if file is not None and db is not None:
        raise BadInput(f"{file} and --db {db}: expected one of them")
    page = output or PAGE
    is_shown = replay is not None or output is not None
    if is_shown:
        check_page(page)
    count = max(worst, replay or 1)
    found, load = (
        recorded(file, vs, count) if file else stored(kept_or(db), vs, count, asked, worth)
    )
    if as_json:
        say(json.dumps(found[:worst]))
    else:
        show_games(vs, found[:worst], by_value)
    if is_shown:
        place = replay or 1
        if place > len(found):
            raise BadInput(f"--replay {place}: {len(found)} games were lost to {vs}")
        show(load(found[place - 1]["match"]), page)
    elif found and not as_json and not is_foreign(found[0]["game"]):
        words = [str(file)] if file else ["--db", str(db)] if db else []
        for option, value in (("--vs", vs), ("--where", where), ("--by-value", by_value)):
            words += [option, value] if value is not None else []
        say(f"show the worst: {command('lost', *words, '-o', str(PAGE))}")


def show_games(vs: str, found: Sequence[dict[str, Any]], by_value: str | None = None) -> None:
    """Shows the table, and a line for every fault below it. by_value: what sorts the games."""
    columns = {"bot": 9, "match": 8, "seed": 6, "seats": 2, "ranks": 5, "scores": 7, "end": 4}
    columns |= {"value": 9} if by_value is not None else {}
    title = f"lost to {vs}" + (f", by {by_value}" if by_value is not None else "")
    grid = Grid(title, columns, left=("seats",))
    for game in found:
        words = (" ".join(f"{number:g}" for number in game[key]) for key in ("ranks", "scores"))
        cells = (game["bot"], str(game["match"]), str(game["seed"]), ", ".join(game["seats"]))
        value = [f"{game['value']:.6g}"] if by_value is not None else []
        grid.row(*cells, *words, game["end"], *value)
    if found:
        show_grids([grid], [name for game in found for name in game["seats"]])
    else:
        of_value = f" in a game with a value of {by_value}" if by_value is not None else ""
        say(f"nobody lost to {vs}{of_value}")
    for text in (text for game in found for text in game["faults"]):
        say(text)


def recorded(
    file: Path, vs: str, count: int
) -> tuple[list[dict[str, Any]], Callable[[int], Match]]:
    """Returns the worst games of a file of records, and what reads one of them."""
    matches = (ended_record(number, match) for number, match in enumerate(read_matches(file)))
    return worst_games(matches, vs, count, file), lambda number: recorded_match(file, number)


def stored(
    db: Path, vs: str, count: int, asked: Asked, worth: Condition | None = None
) -> tuple[list[dict[str, Any]], Callable[[int], Match]]:
    """Returns the worst games of a store, and what reads one; of what `play` kept, its last call's.

    asked: what has to hold of the seat that lost.
    worth: by what they are ordered, that seat's lowest value first; games without are left out.
    """
    with open_store(db) as store:
        league = newest_league(store) if db == last_matches.RING else None
        names = asked.names | (worth.names if worth else set())
        facts = known_facts(store, store.matches(league), names)
        matches = (ended_match(played, asked, seats, worth) for played, seats in facts)
        found = worst_games(matches, vs, count, db)
    return found, lambda number: stored_match(db, number)


def newest_league(store: Store) -> int | None:
    """Returns the number of the last league of a store."""
    return next((league.id for league in reversed(store.leagues())), None)


def ended_match(
    match: Played, asked: Asked, facts: Sequence[Facts], worth: Condition | None = None
) -> Ended:
    """Returns a match of a store. Seats that are not asked for, or lack a value, count as no
    loser.
    """
    condition = asked.condition
    values = tuple(worth.number(each) if worth else 0.0 for each in facts)
    meant = tuple(
        value is not None and (condition is None or condition.holds(each))
        for each, value in zip(facts, values, strict=True)
    )
    seats = match.seats
    return Ended(
        *(match.id, match.league, match.game, match.seed, match.rotation, match.end),
        [seat.player.name for seat in seats],
        [seat.rank for seat in seats],
        [seat.score for seat in seats],
        [seat.text for seat in seats],
        meant,
        values if worth else (),
    )


def ended_record(number: int, match: Match) -> Ended:
    """Returns a match of a file. A seat with as many points as all others has not lost, whatever
    its rank.
    """
    check_extras(match)
    result = match.result
    is_draw = len(set(result.scores)) == 1
    faults = [""] * match.players
    for error in match.extra.get("errors", []):
        if 0 <= error.get("seat", -1) < match.players:
            faults[error["seat"]] = error.get("text", "")
    rotation = match.extra.get("rotation", 0)
    return Ended(
        *(number, 0, match.game, match.seed, rotation, result.end, names(match)),
        [1] * match.players if is_draw else result.ranks,
        *(result.scores, faults),
    )


def worst_games(matches: Iterator[Ended], vs: str, worst: int, where: Path) -> list[dict[str, Any]]:
    """Returns the games in which somebody came in behind `vs`, worst first. BadInput if it never
    played.
    """
    seen: set[str] = set()
    heap: list[tuple[tuple[float, ...], dict[str, Any]]] = []
    for match in matches:
        seen.update(match.names)
        for found in losses(match, vs):
            behind = (found.pop("ranks_behind"), found.pop("points_behind"))
            low = (-found["value"],) if "value" in found else ()
            heapq.heappush(heap, ((*low, *behind, -match.match), found))
            if len(heap) > worst:
                heapq.heappop(heap)
    if vs not in seen:
        known = ", ".join(sorted(seen)) or "none yet"
        raise BadInput(f"{where}: no bot {vs!r}; the bots are {known}")
    return [found for _, found in sorted(heap, key=lambda item: item[0], reverse=True)]


def worst_losses(matches: Iterable[Played]) -> list[str]:
    """Returns the options of `lost` for the first bot's losses to who came in before it most often;
    [] if nobody did.
    """
    wins: Counter[str] = Counter()
    names: set[str] = set()
    for match in matches:
        names.update(seat.player.name for seat in match.seats)
        if last_matches.MINE in match.order:
            mine = match.ranks[match.order.index(last_matches.MINE)]
            own = match.seats[match.order.index(last_matches.MINE)].player.name
            rivals = {seat.player.name for seat in match.seats if seat.rank < mine}
            wins.update(rivals - {own})
    if not wins:
        return []
    rival = wins.most_common(1)[0][0]
    others = names - {own, rival}
    return ["--vs", rival, *(["--where", f"bot == {own!r}"] if others else [])]


def low_of(match: Ended, seat: int) -> tuple[float, ...]:
    """Returns the first part of a seat's sort key: its value, negated, if one is asked for."""
    value = match.values[seat] if match.values else None
    return () if value is None else (-value,)


def losses(match: Ended, vs: str) -> list[dict[str, Any]]:
    """Returns one entry for a match in which others came in behind `vs`: for the one furthest
    behind.
    """
    seats = range(len(match.names))
    better = [seat for seat in seats if match.names[seat] == vs]
    others = [seat for seat in seats if match.names[seat] != vs]
    others = [seat for seat in others if not match.meant or match.meant[seat]]
    if not better or not others:
        return []
    top = min(better, key=lambda seat: match.ranks[seat])
    if match.values:  # of those that lost, the one with the lowest value
        others = [seat for seat in others if match.ranks[seat] > match.ranks[top]]
    if not others:
        return []
    last = max(
        others, key=lambda seat: (*low_of(match, seat), match.ranks[seat], -match.scores[seat])
    )
    if match.ranks[last] <= match.ranks[top]:
        return []
    return [
        {
            "bot": match.names[last],
            "match": match.match,
            "league": match.league,
            "game": match.game,
            "seed": match.seed,
            "rotation": match.rotation,
            "seats": list(match.names),
            "ranks": list(match.ranks),
            "scores": list(match.scores),
            "end": match.end,
            "faults": [text for text in match.faults if text],
            "ranks_behind": match.ranks[last] - match.ranks[top],
            "points_behind": match.scores[top] - match.scores[last],
            **({"value": match.values[last]} if match.values else {}),
        }
    ]
