"""Warns that the machine is too busy for the bots: before a command plays, and while it plays."""

from typing import Any

import psutil

from botsmith.arena.matches.league import Plan
from botsmith.arena.matches.runner import LOCAL, Runner
from botsmith.arena.statistics.report import conditions
from botsmith.arena.statistics.standings import Standings
from botsmith.printable import print_error

LOOK_SECONDS = 0.1
ROUNDING = 0.5  # of a core


class Watch:
    """Warns on stderr, once, when bots begin to wait for a CPU.

    Before the first match it looks at the other programs that run. It writes nothing if a late
    answer has no consequences.
    """

    def __init__(self, runner: Runner) -> None:
        self.has_warned = False
        self.runner = runner
        self.load = round(psutil.getloadavg()[0], 1)
        self.cores = psutil.cpu_count() or 1
        self.is_timed = runner.conditions.is_timed
        if self.is_timed and runner.place == LOCAL:
            taken = psutil.cpu_percent(LOOK_SECONDS) / 100.0 * self.cores
            for line in crowding_warning(self.cores, taken, runner.jobs):
                print_error(line)
                self.has_warned = True

    def conditions(self, plan: Plan) -> dict[str, Any]:
        """Returns the entry `conditions` of a result.

        load: the mean number of busy processes in the minute before
        """
        site = self.runner.conditions.site
        machine = {
            "jobs": self.runner.jobs,
            "engine": self.runner.place,
            "cores": self.cores,
            "load": self.load,
        }
        return conditions(plan, site.as_json() if site else None, machine)

    def warn_if_busy(self, standings: Standings) -> None:
        """Warns of the first bots that wait for a CPU."""
        if not self.is_timed or self.has_warned or not (squeezed := standings.squeezed()):
            return
        self.has_warned = True
        names = ", ".join(name for name, _ in squeezed)
        late = "late answers are not their fault alone; the end tells how often"
        print_error(f"the machine takes time from {names}, which wait for a CPU: {late}")


def crowding_warning(cores: int, taken: float, jobs: int) -> list[str]:
    """Returns a list with a line if matches would share their cores.

    taken: number of cores that other programs use
    """
    if taken + jobs <= cores + ROUNDING:
        return []
    others = f"{taken:.1f} of {cores} core{'' if cores == 1 else 's'} are busy already"
    wanted = f"--jobs {jobs} wants {jobs}" if jobs > 1 else "a match wants one"
    late = "answers may be late through no fault of a bot"
    return [f"the machine is oversubscribed: {others}, and {wanted}; {late}"]
