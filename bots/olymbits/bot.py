"""The Olymbits bot: DUCT, with the parameters that fit the processor it is on."""

from bots.olymbits.minigames import ACTIONS, PLAYERS
from bots.olymbits.params import Params
from bots.olymbits.player import Player
from bots.olymbits.policy import FARTHEST, NOBODY, Setting, World
from bots.olymbits.rules import ARCHERY, DIVING, GAMES, HURDLES, RUNNING, SKATING, TURNS, score_in
from bots.olymbits.search import Memory, begin, think
from bots.olymbits.tables import CELLS, OTHER_MAP, make_tables, runs_to_come, solve
from common.clock import Deadline
from common.engine import Engine, Engines
from common.kernel import assign
from common.loop import run
from common.search.duct import Habits, moves_at

LONG_ITERATION = 33.0  # states of one in which every mini-game begins again
LONGEST_RUN = 15
WEIGHT_UNIT = 1000.0
HABITS = ("trust", "eager", "timid", "exploration", "joint_depth", "side_depth")


class OlymbitsBot(Player):
    """Plays the most visited action of its own root."""

    def __init__(self, params: Params, engines: Engines) -> None:
        super().__init__(engines, params.first_ms, params.margin_ms)
        self.params = params
        self.setting = Setting()
        assign(self.setting.params, params)
        tables, self.map_ids = make_tables()
        assign(self.setting.tables, tables)
        for game in range(GAMES):
            for updates, runs in enumerate(runs_to_come(game)):
                self.setting.runs[game * (TURNS + 1) + updates] = runs
        self.informed: set[str] = set()  # engines that hold the setting
        self.states_a_ms: dict[str, float] = {}  # of each engine's last search, by its name

    def begin(self, engine: Engine, deadline: Deadline) -> None:
        prefix = "" if self.is_fast(engine, deadline) else "slow_"
        habits = Habits()
        for name in HABITS:
            setattr(habits, name, getattr(self.params, prefix + name))
        habits.side_from = self.params.side_from
        habits.side_trust = self.params.side_trust
        self.identify_map()
        engine.load("start", self.start_of(getattr(self.params, prefix + "again")))
        engine.load("habits", habits)
        if engine.name not in self.informed:
            engine.load("setting", self.setting)
            self.informed.add(engine.name)
        engine.call(begin)

    def think(self, engine: Engine, count: int) -> None:
        engine.call(think, count)

    def search(self, deadline: Deadline) -> None:
        super().search(deadline)
        if self.search_ms > 0.0:
            states = self.engine.read("forest.states")
            self.states_a_ms[self.engine.name] = states / self.search_ms

    def is_fast(self, engine: Engine, deadline: Deadline) -> bool:
        """Whether so many long iterations are to be expected, by the engine's last search.

        An engine without one is taken to be as fast, against CPython's, as its pace says.
        """
        if deadline.iterations is not None:
            return deadline.iterations >= self.params.fast_from
        rate = self.states_a_ms.get(engine.name)
        if rate is None:
            rate = self.states_a_ms.get(self.engines.python.name, 0.0) * engine.pace
        left_ms = (deadline.ends - deadline.now()) * 1000.0
        return rate * left_ms / LONG_ITERATION >= self.params.fast_from

    def identify_map(self) -> None:
        """The present hurdle map's id; one that the contest never has is solved now."""
        race = self.match.runs[HURDLES]
        race.map_id = self.map_ids.get(race.code, OTHER_MAP)
        if race.map_id == OTHER_MAP and self.setting.tables.track[OTHER_MAP] != race.code:
            solve(self.setting.tables, OTHER_MAP, race.code)
            self.informed.clear()

    def start_of(self, again: int) -> World:
        """The start of every iteration. again: runs that may begin in it, of each mini-game."""
        start = World()
        assign(start.match, self.match)
        for player in range(PLAYERS):
            start.served[player] = NOBODY
        for game in range(GAMES):
            is_running = self.match.runs[game].phase == RUNNING
            start.again[game] = 0 if game == SKATING else again
            is_open = is_running or start.again[game] > 0
            start.open += int(is_open)
            start.ended[game] = TURNS if is_open else self.match.turn
            left = self.ticks_left(game) if is_running else LONGEST_RUN
            after = max(0, TURNS - self.match.turn - left)
            runs = self.setting.runs[game * (TURNS + 1) + after]
            for player in range(PLAYERS):
                at = player * GAMES + game
                won = score_in(self.match, player, game)
                start.later[at] = start.weights[at] = self.weight(won, runs, left)
                if is_running and self.is_decided(game, player, left):
                    start.weights[at] = 0
        return start

    def weight(self, won: int, runs: float, left: int) -> int:
        """Of serving a mini-game: more where the score to expect is small, and soon."""
        params = self.params
        score = won + params.worth * (runs + 0.5)
        return 1 + int(WEIGHT_UNIT * score**-params.need * left**-params.haste)

    def ticks_left(self, game: int) -> int:
        """How long a run goes on; a race: if nobody makes a mistake."""
        run, ticks = self.match.runs[game], self.setting.tables.ticks
        if game != HURDLES:
            return run.left
        base = run.map_id * CELLS
        return min(ticks[base + run.first[at]] + run.second[at] for at in range(PLAYERS))

    def is_decided(self, game: int, player: int, left: int) -> bool:
        """Whether a player's rank in a run stands, or the match ends before the run."""
        run = self.match.runs[game]
        if self.match.turn + left > TURNS:
            return True
        most, least = [], []
        for at in range(PLAYERS):
            gain = FARTHEST * left
            if game == DIVING:
                gain = left * run.second[at] + left * (left + 1) // 2
            least.append(run.first[at])
            most.append(run.first[at] + gain)
        return game != ARCHERY and all(
            most[player] < least[other] or most[other] < least[player]
            for other in range(PLAYERS)
            if other != player
        )

    def moves(self, player: int) -> list[tuple[int, int, float]]:
        root = int(self.engine.read("forest.root", player))
        return moves_at(self.engine, "forest", root, ACTIONS)


def main(engines: Engines | None = None) -> None:
    """Plays on stdin and stdout; a compiled bundle brings other engines."""
    run(OlymbitsBot(Params(), engines or Engines(Memory)))
