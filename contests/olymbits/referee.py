"""The referee of Olymbits, top league. Rules and protocol are the bot's own modules."""

from typing import Any

from bots.olymbits import protocol
from bots.olymbits.minigames import NONE, PLAYERS
from bots.olymbits.rules import (
    ARCHERY,
    BRONZE,
    DIVING,
    DUE,
    GAMES,
    GLIDE_TURNS,
    HURDLES,
    OVER,
    SKATING,
    TURNS,
    Match,
)
from bots.olymbits.updates import start_run, tick, value_in
from botsmith.referees.base import UNASKED, Case, League, Limits, Lines, Referee, Result
from contests.olymbits import lines as olymbits_lines
from contests.olymbits.runs import KEYS, ConfigRuns, SeedRuns
from contests.olymbits.vectors import vector_cases

OUT_SCORE = -1.0
# The lines of a turn in league 1.
ONE_GAME = (*["0 0 0 0"] * PLAYERS, "....#...#....#................ 0 0 0 0 0 0 0")


class OlymbitsReferee(Referee):
    """The referee of one match. All players see the same state and are asked in every turn until
    they are out.
    """

    game = "olymbits"
    openings = UNASKED
    leagues = (League("league 1", "1 game, 4 values in a line of scores", ("0", "1"), ONE_GAME),)
    player_counts = (PLAYERS,)
    limits = Limits(first_ms=1000.0, turn_ms=50.0)
    score_parts = ("points", "hurdles", "archery", "skating", "diving")
    margin = "points"

    def __init__(self, runs: SeedRuns | ConfigRuns, players: int | None) -> None:
        super().__init__(runs.config, players)
        self.runs = runs
        self.match = Match()
        self.texts = [""] * GAMES  # of the present runs: track, winds, order, goals
        self.resetting = [0] * GAMES
        self.ranks: dict[str, list[int]] = {}  # by mini-game, in runs that the last update ended
        self.deactivated: list[dict[str, Any]] = []
        for game in range(GAMES):
            self._generate(game)

    @classmethod
    def from_seed(cls, seed: int, players: int | None = None) -> "OlymbitsReferee":
        """Returns the match that the contest plays from this seed. Raises BadInput for seed 0."""
        return cls(SeedRuns(seed), players)

    @classmethod
    def from_config(cls, config: dict[str, Any], seed: str, players: int) -> "OlymbitsReferee":
        """Returns the match with the runs that `config` lists; the seed is only a label."""
        cls.check_fixed(config, league=3, maxTurns=TURNS)
        return cls(ConfigRuns(config), players)

    def _generate(self, game: int) -> None:
        """Starts a new run of a mini-game, and writes its text."""
        drawn, first, second = self.runs.draw(KEYS[game]), 0, 0
        if game == ARCHERY:
            drawn, first, second = drawn["wind"], drawn["x"], drawn["y"]
        self.texts[game] = drawn
        left = GLIDE_TURNS if game == SKATING else len(drawn)
        start_run(self.match.runs[game], protocol.code_of(game, drawn), left, first, second)

    def _phases(self) -> list[int]:
        return [self.match.runs[game].phase for game in range(GAMES)]

    @property
    def over(self) -> bool:
        return self.match.turn == TURNS or len(self.seats()) < 2

    def seats(self) -> list[int]:
        return [seat for seat in range(PLAYERS) if not self.match.is_out[seat]]

    def init_inputs(self, seat: int) -> Lines:
        return [str(seat), str(GAMES)]

    def inputs(self, seat: int) -> Lines:
        return olymbits_lines.format_turn(self.match, self.texts)

    def apply(self, outputs: dict[int, Lines]) -> None:
        self.expect_over(False)
        moves = [NONE] * PLAYERS
        for seat in sorted(outputs):
            move = self.judge(seat, outputs[seat], olymbits_lines.parse_answer)
            if move is not None:
                moves[seat] = move
                continue
            self.match.is_out[seat] = True
            turn, reason = self.match.turn + 1, self.out[seat] or "no answer in time"
            self.deactivated.append({"player": seat, "turn": turn, "reason": reason})
        tick(self.match, moves, True)
        phases = self._phases()
        self.resetting = [int(phase == DUE) for phase in phases]
        over = [game for game in range(GAMES) if phases[game] == OVER]
        self.ranks = {str(game): self._ranks_in(game) for game in over}
        for game in range(GAMES):
            if phases[game] == DUE:
                self._generate(game)
            elif game == SKATING:
                self.texts[game] = self.runs.draw("skating")
                self.match.runs[game].code = protocol.code_of(game, self.texts[game])
            elif game in (ARCHERY, DIVING):
                self.texts[game] = self.texts[game][1:]

    def _ranks_in(self, game: int) -> list[int]:
        """Returns ranks from 0 in a run that is over, eliminated players at the end."""
        run = self.match.runs[game]
        values = [value_in(run, game, player) for player in range(PLAYERS)]
        ranks = [sum(other > value for other in values) for value in values]
        return [BRONZE if out else rank for rank, out in zip(ranks, self.match.is_out, strict=True)]

    @classmethod
    def parts_of(cls, config: dict[str, Any], state: Any) -> dict[str, list[float]]:
        """Returns each player's points, and its 3 x gold + silver in each of the four games, by
        name.
        """
        rows = [[*map(float, row.split())] for row in state["scores"]]
        return {"points": [row[0] for row in rows]} | {
            name: [3.0 * row[3 * game + 1] + row[3 * game + 2] for row in rows]
            for game, name in enumerate(cls.score_parts[1:])
        }

    def state(self) -> Any:
        def fields(game: int, text: str, first: str, second: str) -> dict[str, Any]:
            """Returns the text and both registers of a run under these names."""
            run = self.match.runs[game]
            return {text: self.texts[game], first: [*run.first], second: [*run.second]}

        runs = self.match.runs
        dead = [{"dead": [*map(int, run.dead)]} for run in runs]
        archery = runs[ARCHERY]
        cursors = [[*spot] for spot in zip(archery.first, archery.second, strict=True)]
        timer = runs[SKATING].left
        scores = [olymbits_lines.format_score(self.match, player) for player in range(PLAYERS)]
        return {
            "over": [int(phase == OVER) for phase in self._phases()],
            "resetting": list(self.resetting),
            "hurdles": fields(HURDLES, "map", "pos", "stun") | dead[HURDLES],
            "archery": {"cursors": cursors, "wind": self.texts[ARCHERY]} | dead[ARCHERY],
            "skating": fields(SKATING, "order", "pos", "risk") | {"timer": timer} | dead[SKATING],
            "diving": fields(DIVING, "goal", "points", "combo"),
            "ranks": self.ranks,
            "scores": scores,
        }

    def result(self) -> Result:
        self.expect_over(True)
        match = self.match
        points = [float(olymbits_lines.points(match, player)) for player in range(PLAYERS)]
        scores = [OUT_SCORE if match.is_out[at] else points[at] for at in range(PLAYERS)]
        end = "100 turns played"
        if len(self.seats()) < 2:
            end = f"fewer than 2 active players after turn {match.turn}"
        return Result.of(scores, end, deactivated=self.deactivated)

    @classmethod
    def cases(cls, value: Any) -> list[Case]:
        """Returns the cases of a file of the generator's vectors: one for each seed, the stream and
        the long.
        """
        return vector_cases(value) or super().cases(value)
