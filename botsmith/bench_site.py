"""`bench --site`: a recorded match on the site's machine, with a rest after each answer."""

import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import sleep

from botsmith.arena.process.child import Child
from botsmith.arena.process.site_machine import Cores, Machine, Site
from botsmith.errors import BadInput

HANG_MS = 10_000.0  # for an answer: late ones count too

Question = tuple[Sequence[str], int]  # the lines that a bot reads, and how many it owes for them


def run_on_site(
    path: Path,
    opening: Sequence[Question],
    turns: Sequence[Question],
    rest_ms: float,
    site: Site,
    environment: Mapping[str, str],
) -> tuple[str, int | None]:
    """Returns a bot's stderr in the turns of a match, and the turn from which C played.

    opening: its questions before its first turn
    rest_ms: it rests so long after each answer, as if its rival used all of its time

    Raises BadInput if it does not answer.
    """
    cores = Cores(1)
    with tempfile.TemporaryDirectory() as folder:
        machine = Machine(site, cores.cores[0])
        child = Child([sys.executable, str(path)], environment, folder, machine=machine)
        said = ""
        try:
            child.launch.wait_started()
            for number, (lines, owed) in enumerate([*opening, *turns], -len(opening)):
                answer = child.ask(list(lines), owed, HANG_MS, number >= 0)
                if answer.fault:
                    detail = f"{answer.fault}: {answer.detail}"
                    raise BadInput(f"{path.stem}: turn {number}: {detail}")
                sleep(rest_ms / 1000.0)
                said += child.errors.take()
            child.tell([])
            child.errors.wait_for_last_turn()
            said += child.errors.take()
        finally:
            child.stop()
            cores.release()
    return said, child.engine.first_c
