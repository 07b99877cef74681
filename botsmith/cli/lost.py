"""`lost --db FILE --vs BOT`: the games to look at."""

import heapq
import json
from pathlib import Path
from typing import Annotated, Any

import typer

from botsmith.arena.played import Played
from botsmith.arena.store import Store, open_store
from botsmith.cli.console import wide_console
from botsmith.cli.tables import plain, plain_table
from botsmith.errors import BadInput


def lost(
    db: Annotated[Path, typer.Option(help="A store that `league` made.")],
    vs: Annotated[str, typer.Option(metavar="BOT", help="The opponent, as the tables name it.")],
    worst: Annotated[int, typer.Option(help="How many games.")] = 5,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
) -> None:
    """List the worst games against a bot, from a store.

    Worst first: the most ranks behind it, then the most points behind it.
    """
    if worst < 1:
        raise BadInput(f"--worst {worst}: expected at least 1")
    with open_store(db) as store:
        found = worst_games(store, vs, worst)
    if as_json:
        print(json.dumps(found))
        return
    table = plain_table(f"lost to {vs}", "bot", "match", "seed", "seats", "ranks", "scores", "end")
    for game in found:
        words = (" ".join(f"{number:g}" for number in game[key]) for key in ("ranks", "scores"))
        ranks, scores = words
        cells = (game["bot"], str(game["match"]), str(game["seed"]), ", ".join(game["seats"]))
        table.add_row(*map(plain, (*cells, ranks, scores, game["end"])))
    console = wide_console()
    console.print(table if found else plain(f"nobody lost to {vs}"))
    for text in (text for game in found for text in game["faults"]):
        console.print(plain(text), soft_wrap=True)


def worst_games(store: Store, vs: str, worst: int) -> list[dict[str, Any]]:
    """The games in which somebody came in behind `vs`, worst first. BadInput if it never played."""
    names: set[str] = set()
    heap: list[tuple[tuple[float, float, int], dict[str, Any]]] = []
    for match in store.matches():
        names.update(seat.player.name for seat in match.seats)
        for found in losses(match, vs):
            behind = (found.pop("ranks_behind"), found.pop("points_behind"))
            heapq.heappush(heap, ((*behind, -match.id), found))
            if len(heap) > worst:
                heapq.heappop(heap)
    if vs not in names:
        known = ", ".join(sorted(names)) or "none yet"
        raise BadInput(f"{store.path}: no bot {vs!r}; the bots are {known}")
    return [found for _, found in sorted(heap, key=lambda item: item[0], reverse=True)]


def losses(match: Played, vs: str) -> list[dict[str, Any]]:
    """One entry for a match in which others came in behind `vs`: for the one furthest behind."""
    better = [seat for seat in match.seats if seat.player.name == vs]
    others = [seat for seat in match.seats if seat.player.name != vs]
    if not better or not others:
        return []
    top = min(better, key=lambda seat: seat.rank)
    last = max(others, key=lambda seat: (seat.rank, -seat.score))
    if last.rank <= top.rank:
        return []
    return [
        {
            "bot": last.player.name,
            "match": match.id,
            "league": match.league,
            "game": match.game,
            "seed": match.seed,
            "rotation": match.rotation,
            "seats": [seat.player.name for seat in match.seats],
            "ranks": [seat.rank for seat in match.seats],
            "scores": [seat.score for seat in match.seats],
            "end": match.end,
            "faults": [seat.text for seat in match.seats if seat.fault],
            "ranks_behind": last.rank - top.rank,
            "points_behind": top.score - last.score,
        }
    ]
