"""The report of a league: one page that shows what the board shows, as a file."""

import secrets
from datetime import UTC, datetime
from pathlib import Path

from botsmith.arena.league import Duel, Plan
from botsmith.arena.store import Store
from botsmith.board.pages import page_style, templates
from botsmith.board.state import LeagueBoard
from botsmith.board.values import value_views
from botsmith.board.view import level_name, level_view
from botsmith.board.words import plain
from botsmith.errors import BadInput
from botsmith.replay.output import write_whole


def page(store: Store, league: int, plan: Plan, duel: Duel | None, confidence: float) -> str:
    """Returns the page as HTML: those matches of the league that count for this plan and duel."""
    found = next(each for each in store.leagues() if each.id == league)
    state = LeagueBoard(found, plan, duel, confidence)
    state.read(store)
    state.end_early()
    levels = [level for level in state.levels if state.games(level)]
    return (
        templates()
        .get_template("report.html")
        .render(
            game=plain(plan.game),
            written=f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
            store=plain(store.path),
            league=league,
            nonce=secrets.token_urlsafe(18),
            style=page_style(),
            levels=[
                (
                    level_name(level),
                    level_view(state, store, level),
                    value_views(state, store, level),
                )
                for level in levels
            ],
            has_names=len(state.levels) > 1,
        )
    )


def write_report(
    output: Path, store: Store, league: int, plan: Plan, duel: Duel | None, confidence: float
) -> None:
    """Writes the page. BadInput if it cannot be written."""
    try:
        write_whole(output, page(store, league, plan, duel, confidence).encode())
    except BadInput as error:
        raise BadInput(f"--report {error}") from None
