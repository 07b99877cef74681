"""`bench [BOT ...]`: counts how much each bot searches in a turn."""

from typing import Annotated, Any

from botsmith.arena.process.stderr import ENGINES
from botsmith.bench import calibrate, choose_bots, measure
from botsmith.cli.grid import Grid
from botsmith.cli.options import Iterations, Model
from botsmith.cli.stale import say_stale
from botsmith.cli.tables import site_words
from botsmith.compilers import compiling
from botsmith.printable import print_error, say, say_json
from botsmith.settings import AsJson, Opt

COLUMNS = {  # key: title, importance
    "bot": ("bot", 9),
    "engine": ("engine", 7),
    "search_ms": ("ms", 3),
    "iterations": ("iterations", 8),
    "simulated_turns": ("turns", 6),
    "nodes": ("nodes", 5),
    "ucb": ("ucb", 1),
    "depth": ("depth", 4),
}


def bench(
    bots: list[str] | None = None,
    *,
    model: Model,
    iterations: Iterations = None,
    march: Annotated[str | None, Opt(metavar="NAME")] = None,
    as_json: AsJson = False,
) -> None:
    """Count iterations, turns and nodes a turn, on a recorded match at the contest's time.

    bots: Names in dist/, or .py files; with @python without C. Default: all, both ways.
    march: Compile for this processor: haswell, the site's.
    """
    chosen = choose_bots(bots or [])
    say_stale(bundle.command[-1] for bundle in chosen)
    machine = model.machine
    calibration = calibrate()
    with compiling(march) as more:
        rows = [measure(bundle, iterations, machine, more) for bundle in chosen]
    for row in rows:
        if "warning" in row:
            print_error(str(row["warning"]))
    if as_json:
        asked: dict[str, Any] = {"march": march} if march else {}
        asked |= {"site": machine.as_json()} if machine else {}
        say_json({"calibration": calibration, **asked, "rows": rows})
        return
    title = "a turn at the contest's time, medians of 15"
    columns = COLUMNS
    if machine:
        title += f"; {site_words(machine.as_json())}"
        columns = {**COLUMNS, "c_from": ("C from turn", 8)}
    grid = Grid(title, dict(columns.values()), left=("engine",))
    missing = "never" if machine else "-"
    for row in rows:
        values = [missing if row.get(name) is None else row[name] for name in columns]
        cells = [f"{value:,}" if isinstance(value, int) else str(value) for value in values]
        cells[1] = ENGINES.get(cells[1], cells[1])
        grid.row(*cells)
    grid.show()
    say(f"calibration: {calibration:,} rounds of a fixed Python loop in 100 ms")
