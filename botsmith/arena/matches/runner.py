"""Decides where the matches of a command are played: for `play`, `league` and `tune`."""

from collections.abc import Sequence
from dataclasses import dataclass

from botsmith import setup
from botsmith.arena.matches.bots import Bot
from botsmith.arena.matches.match import Conditions
from botsmith.arena.matches.packing import PackedBot, pack
from botsmith.arena.matches.workers import Lineup, LocalPool, Pool
from botsmith.errors import BadInput

LOCAL = "local"
DASK = "dask://"


@dataclass(frozen=True)
class Runner:
    """Opens the pools that play the matches of a command.

    jobs: number of matches side by side
    place: the word of --engine, local or dask://ADDRESS
    """

    game: str
    conditions: Conditions
    jobs: int = 1
    place: str = LOCAL

    def check(self) -> None:
        """Raises BadInput for an unknown place, or if the package distributed is missing."""
        if self.place != LOCAL and self.place.removeprefix(DASK) in ("", self.place):
            expected = f"{LOCAL}, {DASK}local or {DASK}HOST:PORT"
            raise BadInput(f"no engine {self.place!r}; expected {expected}")
        if self.place != LOCAL:
            setup.enter("cluster")

    def pack(self, bot: Bot) -> PackedBot:
        """Returns a bot in the form that is sent to workers. A cluster gets the files on its
        command line, too.
        """
        return pack(bot, home=not self.place.startswith(DASK))

    def open(self, bots: Sequence[PackedBot]) -> Pool:
        """Returns the pool that plays these bots by their numbers. Raises BadInput as `check`
        does.
        """
        self.check()
        lineup = Lineup(self.game, tuple(bots), self.conditions)
        if self.place == LOCAL:
            return LocalPool(lineup, self.jobs)
        from botsmith.arena.matches.dask_pool import DaskPool  # with packages of its own

        return DaskPool(lineup, self.jobs, self.place.removeprefix(DASK))
