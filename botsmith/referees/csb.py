"""The referee of Coders Strike Back at the legend level. Rules and protocol are the bot's own
modules.
"""

from collections.abc import Sequence
from math import floor, fmod, sqrt
from typing import Any, ClassVar

from bots.csb import protocol
from bots.csb.rules import (
    FULL_CIRCLE,
    LAPS,
    MAX_HITS,
    MAX_IDLE,
    MAX_THRUST,
    PAIRS,
    PLAYERS,
    PODS,
    PODS_EACH,
    Race,
    Track,
    begin_turn,
    end_turn,
    first_hit,
    give_order,
    move_on,
    turn_toward,
)
from botsmith.errors import BadInput
from botsmith.referees import csb_lines
from botsmith.referees.base import League, Limits, Lines, Match, Referee, Result
from botsmith.referees.java_random import JavaRandom

TURN_LIMIT = 500
JITTER = 30  # x moves by -30..30
JITTERS = (61, 59)  # numbers of values from -JITTER on, of x and y: y moves by -30..28 only
START_OFFSETS = (500.0, -500.0, 1500.0, -1500.0)  # pods 0..3, across the line to checkpoint 1
HEADING = 4  # index of the heading in a row of a state's `pods`
HEADING_SLACK = 1e-9  # radians; another machine's sine may differ in the last bit
HIT_TIME_SLACK = 1e-5  # turns; five bounces in one turn can make that of a float's last bit

# The contest's 13 base maps (docs/games/csb.md); a match takes one, rotated and jittered.
BASE_MAPS = (
    ((12460, 1350), (10540, 5980), (3580, 5180), (13580, 7600)),
    ((3600, 5280), (13840, 5080), (10680, 2280), (8700, 7460), (7200, 2160)),
    ((4560, 2180), (7350, 4940), (3320, 7230), (14580, 7700), (10560, 5060), (13100, 2320)),
    ((5010, 5260), (11480, 6080), (9100, 1840)),
    ((14660, 1410), (3450, 7220), (9420, 7240), (5970, 4240)),
    ((3640, 4420), (8000, 7900), (13300, 5540), (9560, 1400)),
    ((4100, 7420), (13500, 2340), (12940, 7220), (5640, 2580)),
    ((14520, 7780), (6320, 4290), (7800, 860), (7660, 5970), (3140, 7540), (9520, 4380)),
    ((10040, 5970), (13920, 1940), (8020, 3260), (2670, 7020)),
    ((7500, 6940), (6000, 5360), (11300, 2820)),
    ((4060, 4660), (13040, 1900), (6560, 7840), (7480, 1360), (12700, 7100)),
    ((3020, 5190), (6280, 7760), (14100, 7760), (13880, 1220), (10240, 4920), (6100, 2200)),
    ((10323, 3366), (11203, 5425), (7259, 6656), (5425, 2838)),
)


def _is_same_pod(expected: list[float], got: list[float]) -> bool:
    apart = fmod(abs(expected[HEADING] - got[HEADING]), FULL_CIRCLE)
    is_same_heading = min(apart, FULL_CIRCLE - apart) <= HEADING_SLACK
    return is_same_heading and expected[:HEADING] + expected[HEADING + 1 :] == (
        got[:HEADING] + got[HEADING + 1 :]
    )


def _is_same_time(expected: list[float], got: list[float]) -> bool:
    return abs(expected[0] - got[0]) <= HIT_TIME_SLACK


class CsbRefereeError(RuntimeError):
    """The referee was driven out of order."""


class CsbReferee(Referee):
    """One race. Both players see the same state; both are asked in every turn, player 0 first."""

    game = "csb"
    leagues = (
        League("wood 3", "x y nextX nextY", (), ("1000 2000 5000 6000",)),
        League(
            "wood 2 to silver",
            "x y nextX nextY nextDist nextAngle, then opponentX opponentY",
            (),
            ("1000 2000 5000 6000 5656 10", "3000 4000"),
        ),
    )
    player_counts: ClassVar[Sequence[int]] = (PLAYERS,)
    limits = Limits(first_ms=1000.0, turn_ms=75.0)
    compares_end = True

    def __init__(self, config: dict[str, Any], checkpoints: list[tuple[int, int]]) -> None:
        self.config = config
        self.players = PLAYERS
        self.track: Track = protocol.make_track(checkpoints)
        self.race = Race()
        self.hits: list[list[float]] = []  # collisions of the last turn: time, lower pod, other
        self.end = ""
        self.loser = -1  # the player who lost, -1 for a draw; only read once `end` is set
        self.is_played = (
            False  # whether the last turn was played, so that there is a state after it
        )
        self._faults: dict[int, str] = {}
        self._place_pods()

    @classmethod
    def from_seed(cls, seed: int, players: int | None = None) -> "CsbReferee":
        """The site's race of this seed: one of the 13 base maps, rotated and jittered."""
        if players not in (None, PLAYERS):
            raise BadInput(f"csb is played by {PLAYERS} bots, not {players}")
        generator = JavaRandom(seed)
        base_map = generator.next_int(len(BASE_MAPS))
        base = BASE_MAPS[base_map]
        rotation = -generator.next_int(len(base)) % len(base)  # the site rotates to the right
        points = []
        for index in range(len(base)):
            x, y = base[(index + rotation) % len(base)]
            jitter_x, jitter_y = (generator.next_int(count) - JITTER for count in JITTERS)
            points.append((x + jitter_x, y + jitter_y))
        config = {
            "league": "legend",
            "laps": LAPS,
            "max_thrust": int(MAX_THRUST),
            "pod_timeout": MAX_IDLE,
            "checkpoints": [list(point) for point in points],
            "base_map": base_map,
            "rotation": rotation,
        }
        return cls(config, points)

    @classmethod
    def map_of(cls, seed: int) -> str:
        """One of the base maps, by its number."""
        return f"base map {JavaRandom(seed).next_int(len(BASE_MAPS))}"

    @classmethod
    def from_config(cls, config: dict[str, Any], seed: str, players: int) -> "CsbReferee":
        """The race over config["checkpoints"]; the seed plays no part."""
        if players != PLAYERS:
            raise BadInput(f"csb is played by {PLAYERS} bots, not {players}")
        fixed = {"laps": LAPS, "max_thrust": MAX_THRUST, "pod_timeout": MAX_IDLE}
        for key, value in fixed.items():
            if config.get(key, value) != value:
                raise BadInput(f"csb config: expected {key} {value:.0f}, got {config[key]!r}")
        try:
            points = [(int(x), int(y)) for x, y in config["checkpoints"]]
            return cls(config, points)
        except (KeyError, TypeError, ValueError) as error:
            raise BadInput(f"csb config: expected checkpoints [[x, y], ...]: {error}") from None

    def _place_pods(self) -> None:
        """Both players' pods on the line through checkpoint 0, at right angles to the first leg."""
        track = self.track
        dx = track.x[1] - track.x[0]
        dy = track.y[1] - track.y[0]
        length = sqrt(dx * dx + dy * dy)
        if length == 0.0:
            raise ValueError("checkpoints 0 and 1 are the same point")
        for index, offset in enumerate(START_OFFSETS):
            pod = self.race.pods[index]
            pod.x = float(floor(track.x[0] + offset * dy / length + 0.5))
            pod.y = float(floor(track.y[0] - offset * dx / length + 0.5))

    @property
    def over(self) -> bool:
        return self.end != ""

    def seats(self) -> list[int]:
        return list(range(PLAYERS))

    def init_inputs(self, seat: int) -> Lines:
        return csb_lines.format_track(self.track)

    def inputs(self, seat: int) -> Lines:
        return csb_lines.format_turn(self.race, self.track, seat, self.race.turn == 0)

    def reply_lines(self, seat: int) -> int:
        return PODS_EACH

    def _fault(self, seat: int, lines: Lines) -> str:
        """'invalid' or 'no_output' for an answer that puts the seat out, '' for a good one."""
        if len(lines) < PODS_EACH:
            return "no_output"
        try:
            for line in lines[:PODS_EACH]:
                csb_lines.parse_order(line)
        except csb_lines.InvalidOrder as error:
            self._faults[seat] = str(error)
            return "invalid"
        return ""

    def ends_turn(self, seat: int, lines: Lines) -> bool:
        """A fault ends the match at once: a player 1 behind a faulty player 0 is not asked."""
        return self._fault(seat, lines) != ""

    def apply(self, outputs: dict[int, Lines]) -> None:
        if self.over:
            raise CsbRefereeError("the race is over")
        self.is_played = False
        for seat in sorted(outputs):
            fault = self._fault(seat, outputs[seat])
            if fault:
                self.end = f"{fault} {seat}"
                self.loser = seat
                return
        if len(outputs) != PLAYERS:
            raise CsbRefereeError(f"expected the answers of {PLAYERS} seats, got {sorted(outputs)}")
        for seat in range(PLAYERS):
            for index in range(PODS_EACH):
                order = csb_lines.parse_order(outputs[seat][index])
                pod = self.race.pods[seat * PODS_EACH + index]
                x, y = float(order.x), float(order.y)
                is_steering = x != pod.x or y != pod.y
                if is_steering:
                    turn_toward(pod, x, y, self.race.turn == 0)
                give_order(pod, order.kind, float(order.thrust), is_steering)
        self._move()
        self.is_played = True
        self._judge()

    def _move(self) -> None:
        """Plays the turn as bots.csb.rules.move does, and notes the collisions in `hits`."""
        self.hits = []
        begin_turn(self.race)
        left = 1.0
        while left > 0.0 and len(self.hits) < MAX_HITS:
            pair = first_hit(self.race, left)
            left = move_on(self.race, self.track, left)
            if pair >= 0:
                self.hits.append([1.0 - left, *PAIRS[pair][::-1]])
        end_turn(self.race, self.track)

    def _judge(self) -> None:
        """Whether the turn just played ends the match: time-outs, then the finish, then the turn
        limit.
        """
        race = self.race
        out = [player for player in range(PLAYERS) if self._is_out_of_time(player)]
        home = [index for index in range(PODS) if race.pods[index].finished]
        if out:
            self.end = "timeout"
            self.loser = out[0] if len(out) == 1 else -1
        elif home:
            winners = {index // PODS_EACH for index in home}
            self.end = f"finish {home[0]}"
            self.loser = 1 - home[0] // PODS_EACH if len(winners) == 1 else -1
        elif self.race.turn == TURN_LIMIT:
            self.end = "turn_limit"
            leader = max(range(PODS), key=lambda index: (self._progress(index), -index))
            self.loser = 1 - leader // PODS_EACH

    def _is_out_of_time(self, player: int) -> bool:
        """Whether a player's counter has run out."""
        return self.turns_left(player) <= 0

    def turns_left(self, player: int) -> int:
        """Turns until a player's time-out: his counter ends at 0 before the first checkpoint, then
        at -1.
        """
        own = range(player * PODS_EACH, (player + 1) * PODS_EACH)
        has_passed = any(self.race.pods[index].passed > 1 for index in own)
        return MAX_IDLE + has_passed - self.race.idle[player]

    def _progress(self, index: int) -> float:
        pod = self.race.pods[index]
        dx = self.track.x[pod.passed] - pod.x
        dy = self.track.y[pod.passed] - pod.y
        return pod.passed * 1_000_000.0 - sqrt(dx * dx + dy * dy)

    def state(self) -> Any:
        if not self.is_played:
            return None
        pods = [
            [
                int(pod.x),
                int(pod.y),
                int(pod.vx),
                int(pod.vy),
                pod.heading,
                pod.passed,
                pod.shield,
                int(pod.boosted),
                int(pod.finished),
            ]
            for pod in (self.race.pods[index] for index in range(PODS))
        ]
        timeouts = [MAX_IDLE - self.race.idle[player] for player in range(PLAYERS)]
        return {"pods": pods, "timeouts": timeouts, "collisions": self.hits}

    def site_state(self) -> dict[str, Any]:
        """pods: x y vx vy of each; next: their next checkpoints. Empty if no turn was played."""
        if not self.is_played:
            return {}
        pods = [self.race.pods[index] for index in range(PODS)]
        return {
            "pods": [[pod.x, pod.y, pod.vx, pod.vy] for pod in pods],
            "next": [pod.passed % self.track.count for pod in pods],
        }

    def result(self) -> Result:
        if not self.over:
            raise CsbRefereeError("the race is not over")
        if self.loser < 0:  # after a double time-out the site ranks by seat
            ranks = [1, 2] if self.end == "timeout" else [1, 1]
            return Result([0.0, 0.0], ranks, self.end, is_draw=True)
        scores = [0.0 if player == self.loser else 1.0 for player in range(PLAYERS)]
        ranks = [2 if player == self.loser else 1 for player in range(PLAYERS)]
        return Result(scores, ranks, self.end)

    def faults(self) -> dict[int, str]:
        return dict(self._faults)

    @classmethod
    def rebuild(cls, match: Match) -> dict[str, Referee]:
        """One referee, made from `config`: in the golden matches seeds are only labels."""
        return {"config": cls.from_config(match.config, match.seed, match.players)}

    def is_same_state(self, expected: Any, got: Any) -> bool:
        """Equal; headings, modulo a full circle, within 1e-9, collision times within 1e-5."""
        if expected is None or got is None:
            return expected is got
        try:
            return (
                expected["timeouts"] == got["timeouts"]
                and len(expected["pods"]) == PODS
                and all(map(_is_same_pod, expected["pods"], got["pods"]))
                and [row[1:] for row in expected["collisions"]]
                == [row[1:] for row in got["collisions"]]
                and all(map(_is_same_time, expected["collisions"], got["collisions"]))
            )
        except (IndexError, KeyError, TypeError) as error:
            raise BadInput(f"csb state: expected pods, timeouts, collisions: {error!r}") from None
