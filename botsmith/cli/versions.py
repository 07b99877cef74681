"""`versions`: the stored files of bots that joined leagues."""

from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

from botsmith.arena.matches.league import GROWS, Growing
from botsmith.arena.matches.match import FULL_BUDGET
from botsmith.arena.matches.open_league import standings_of
from botsmith.arena.statistics.report import rating_rows
from botsmith.arena.store.store import Store, open_store
from botsmith.bundle.header import units
from botsmith.cli.grid import Grid
from botsmith.errors import BadInput, refusing
from botsmith.printable import hand_over, say, say_json
from botsmith.settings import AsJson, Opt
from botsmith.workspace import league_store

CONFIDENCE = 0.95


def versions(
    version: str | None = None,
    *,
    output: Annotated[Path | None, Opt(name="-o --output")] = None,
    db: Path | None = None,
    as_json: AsJson = False,
) -> None:
    """List the versions of bots that joined leagues, with ratings, or write one's file.

    version: The version whose file is wanted, csb@v2 for example.
    output: Where to write its file. [default: print it]
    db: The store. [default: the workspace's]
    """
    with open_store(db or league_store()) as store:
        if version is not None:
            content = store.version(version).content
            if output is None:
                hand_over(content.decode("utf-8", "replace"))
                return
            with refusing(f"-o {output}", "expected a file of yours"):
                output.write_bytes(content)
            say(f"{version} is in {output}")
            return
        if output is not None:
            raise BadInput(f"-o {output}: name a VERSION, BOT@v2 say")
        rows = version_rows(store)
    if as_json:
        say_json({"versions": rows})
        return
    columns = {"version": 9, "size": 5, "kept": 4, "league": 3, "games": 6, "Elo [95%]": 8}
    grid = Grid("versions", columns, left=("kept", "league"))
    for row in rows:
        at = datetime.fromtimestamp(row["kept_at"]).strftime("%Y-%m-%d %H:%M")
        for each in row["ratings"] or [None]:
            rated = "{game} {league}{at}|{games:,}|{elo:+.0f} [{low:+.0f} {high:+.0f}]"
            budget = f" at {each['level']} %" if each and each["level"] != FULL_BUDGET else ""
            cells = rated.format(at=budget, **each).split("|") if each else "---"
            grid.row(row["name"], f"{row['units']:,}", at, *cells)
    grid.show()


def version_rows(store: Store) -> list[dict[str, Any]]:
    """Returns all versions, with their ratings in each league that they joined."""
    ratings: dict[str, list[dict[str, Any]]] = {}
    for league in store.leagues():
        if not league.spec.get(GROWS):
            continue
        plan = Growing.from_spec(league.game, league.spec, f"league {league.id}")
        for section in standings_of(plan, store, league.id).sections.values():
            games = {plan.bots[entry.bot].name: entry.games for entry in section.playing}
            for row in rating_rows(section, CONFIDENCE):
                low, high = row["elo_interval"]
                about = {"league": league.id, "game": league.game, "level": row["level"]}
                about |= {"games": games[row["name"]], "elo": row["elo"], "low": low, "high": high}
                ratings.setdefault(row["name"], []).append(about)
    rows = []
    for version in store.versions():
        size = units(version.content.decode("utf-8", "replace"))
        about = {"name": version.name, "hash": version.hash, "units": size}
        about |= {"kept_at": version.kept_at, "ratings": ratings.get(version.name, [])}
        rows.append(about)
    return rows
