"""The referee of Coders Strike Back at the legend level. Rules and protocol are the bot's own
modules.
"""

from collections.abc import Mapping, Sequence
from math import dist, floor, sqrt
from typing import Any

from bots.csb import protocol, rules
from bots.csb.protocol import Order
from bots.csb.rules import Race, Track
from bots.csb.steering import turn_toward
from botsmith.errors import BadInput
from botsmith.referees.base import UNASKED, Case, League, Limits, Lines, Match, Referee, Result
from botsmith.referees.java_random import JavaRandom
from common.kernel import assign
from contests.csb import lines as csb_lines
from contests.csb.maps import BASE_MAPS, START_OFFSETS, draw_map
from contests.csb.states import is_as_reported, is_same_state

TURN_LIMIT = 500
TO_SILVER = "x y nextX nextY nextDist nextAngle, then opponentX opponentY"  # a lower league's form
FIXED = {"laps": rules.LAPS, "max_thrust": int(rules.MAX_THRUST), "pod_timeout": rules.MAX_IDLE}


class CsbReferee(Referee):
    """The referee of one race. Both players see the same state; both are asked in every turn,
    player 0 first.
    """

    game = "csb"
    openings = UNASKED
    leagues = (
        League("wood 3", "x y nextX nextY", (), ("1000 2000 5000 6000",)),
        League("wood 2 to silver", TO_SILVER, (), ("1000 2000 5000 6000 5656 10", "3000 4000")),
    )
    player_counts = (rules.PLAYERS,)
    limits = Limits(first_ms=1000.0, turn_ms=75.0)
    score_parts = ("progress",)
    margin = "progress"
    compares_end = True

    def __init__(self, config: dict[str, Any], players: int | None = None) -> None:
        """Raises BadInput for wrong checkpoints, or another value of a rule of the league."""
        super().__init__(config, players)
        self.check_fixed(config, **FIXED)
        points = self.value("checkpoints", list[tuple[int, int]])
        if not 2 <= len(points) <= rules.MAX_CHECKPOINTS:
            raise self.refuse(f"2 to {rules.MAX_CHECKPOINTS} checkpoints, not {len(points)}")
        self.track: Track = protocol.make_track(points)
        self.race = Race()
        self.hits: list[list[float]] = []  # collisions of the last turn: time, lower pod, other
        self.end = ""
        self.loser = -1  # the player who lost, -1 for a draw; only read once `end` is set
        self.is_played = False  # the last turn was played: there is a state after it
        # False for a pod that never turned: the site shows no heading of it.
        self.has_heading = [False] * rules.PODS
        dx, dy = self.track.x[1] - self.track.x[0], self.track.y[1] - self.track.y[0]
        length = sqrt(dx * dx + dy * dy)
        if length == 0.0:
            raise self.refuse("checkpoints 0 and 1 apart, which are the same point")
        # On the line through checkpoint 0, at right angles to the first leg.
        for pod, offset in zip(self.race.pods, START_OFFSETS, strict=True):
            pod.x = float(floor(self.track.x[0] + offset * dy / length + 0.5))
            pod.y = float(floor(self.track.y[0] - offset * dx / length + 0.5))

    @classmethod
    def from_seed(cls, seed: int, players: int | None = None) -> "CsbReferee":
        """Returns the site's race of this seed: one of the 13 base maps, rotated and jittered."""
        points, base_map, rotation = draw_map(seed)
        drawn = {"checkpoints": [list(point) for point in points], "base_map": base_map}
        config = {"league": "legend", **FIXED, **drawn, "rotation": rotation}
        return cls(config, players)

    @classmethod
    def map_of(cls, seed: int) -> str:
        """Returns the number of the seed's base map, as text."""
        return f"base map {JavaRandom(seed).next_int(len(BASE_MAPS))}"

    @classmethod
    def parts_of(cls, config: dict[str, Any], state: Any) -> dict[str, list[float]]:
        """Returns, for each player, the checkpoints passed by its leading pod, plus the covered
        share of the way to the next one.
        """
        points = config["checkpoints"]
        passed = []
        for x, y, *_, count, _, _, is_home in state["pods"]:
            here, goal = points[(count - 1) % len(points)], points[count % len(points)]
            share = max(0.0, 1.0 - dist((x, y), goal) / dist(here, goal))
            passed.append(float(count) if is_home else count - 1 + share)
        return {"progress": [max(passed[: rules.PODS_EACH]), max(passed[rules.PODS_EACH :])]}

    @property
    def over(self) -> bool:
        return self.end != ""

    def seats(self) -> list[int]:
        return list(range(rules.PLAYERS))

    def init_inputs(self, seat: int) -> Lines:
        return csb_lines.format_track(self.track)

    def inputs(self, seat: int) -> Lines:
        return csb_lines.format_turn(self.race, self.track, seat, self.race.turn == 0)

    def reply_lines(self, seat: int) -> int:
        return rules.PODS_EACH

    def _orders(self, seat: int, lines: Lines) -> list[Order] | None:
        """Returns the orders of a seat's pods. Without two valid lines it returns None, and the
        seat is out.
        """
        parse = csb_lines.parse_order
        return self.judge(seat, lines[1:], lambda second: [parse(lines[0]), parse(second)])

    def ends_turn(self, seat: int, lines: Lines) -> bool:
        """Returns True for a fault, which ends the match. So player 1 is not asked after a fault of
        player 0.
        """
        return self._orders(seat, lines) is None

    def apply(self, outputs: dict[int, Lines]) -> None:
        self.expect_over(False)
        self.is_played = False
        orders: list[Order] = []
        for seat in sorted(outputs):
            own = self._orders(seat, outputs[seat])
            if own is None:
                self.end = f"{'invalid' if self.out[seat] else 'no_output'} {seat}"
                self.loser = seat
                return
            orders += own
        self.play(orders)
        self._judge()

    def play(self, orders: Sequence[Order | None]) -> None:
        """Plays a turn by the orders of pods 0..3; a pod without one does nothing.

        It notes the collisions in `hits`, and does not decide if the turn ends the race.
        """
        for index, order in enumerate(orders):
            if order is None:
                continue
            pod = self.race.pods[index]
            x, y = float(order.x), float(order.y)
            is_steering = x != pod.x or y != pod.y
            if is_steering:
                turn_toward(pod, x, y, self.race.turn == 0)
                self.has_heading[index] = True
            rules.give_order(pod, order.kind, float(order.thrust), is_steering)
        self.hits = []
        rules.begin_turn(self.race)
        left = 1.0  # of the turn, which goes on as bots.csb.rules.move does
        while left > 0.0 and len(self.hits) < rules.MAX_HITS:
            pair = rules.first_hit(self.race, left)
            left = rules.move_on(self.race, self.track, left)
            if pair >= 0:
                self.hits.append([1.0 - left, *rules.PAIRS[pair][::-1]])
        rules.end_turn(self.race, self.track)
        self.is_played = True

    def _judge(self) -> None:
        """Ends the match if the last turn does: by a time-out, a finish, or the turn limit, in this
        order.
        """
        race = self.race
        out = [player for player in range(rules.PLAYERS) if self.turns_left(player) <= 0]
        home = [index for index in range(rules.PODS) if race.pods[index].finished]
        if out:
            self.end = "timeout"
            self.loser = out[0] if len(out) == 1 else -1
        elif home:
            winners = {index // rules.PODS_EACH for index in home}
            self.end = f"finish {home[0]}"
            self.loser = 1 - home[0] // rules.PODS_EACH if len(winners) == 1 else -1
        elif self.race.turn == TURN_LIMIT:
            self.end = "turn_limit"
            leader = max(range(rules.PODS), key=lambda index: (self._progress(index), -index))
            self.loser = 1 - leader // rules.PODS_EACH

    def turns_left(self, player: int) -> int:
        """Returns the turns until a player's time-out: its counter ends at 0 before the first
        checkpoint, then at -1.
        """
        own = range(player * rules.PODS_EACH, (player + 1) * rules.PODS_EACH)
        has_passed = any(self.race.pods[index].passed > 1 for index in own)
        return rules.MAX_IDLE + has_passed - self.race.idle[player]

    def _progress(self, index: int) -> float:
        pod = self.race.pods[index]
        dx = self.track.x[pod.passed] - pod.x
        dy = self.track.y[pod.passed] - pod.y
        return pod.passed * 1_000_000.0 - sqrt(dx * dx + dy * dy)

    def rows(self) -> list[list[Any]]:
        """Returns x, y, vx, vy, heading, passed, shield, boosted, finished of each pod."""
        return [
            [*map(int, (pod.x, pod.y, pod.vx, pod.vy)), pod.heading]
            + [pod.passed, pod.shield, int(pod.boosted), int(pod.finished)]
            for pod in self.race.pods
        ]

    def state(self) -> Any:
        if not self.is_played:
            return None
        timeouts = [rules.MAX_IDLE - idle for idle in self.race.idle]
        return {"pods": self.rows(), "timeouts": timeouts, "collisions": self.hits}

    def site_state(self, reported: Mapping[str, Any]) -> dict[str, Any]:
        """Returns the state after the last turn in the form of the site.

        pods: x y vx vy heading next of each, with heading None while unset
        next: the pods' next checkpoints alone
        timeouts, collisions: as in `state`

        After a fault the site has played one turn more, by the valid lines of reported["out"]. The
        state is {} if the site played no such turn.
        """
        if not self.is_played:
            return self._played_by(reported["out"]).site_state({}) if "out" in reported else {}
        state = self.state()
        goals = [row[5] % self.track.count for row in state["pods"]]
        pods = [
            [*row[:4], row[4] if has_heading else None, goal]
            for row, has_heading, goal in zip(state["pods"], self.has_heading, goals, strict=True)
        ]
        return {**state, "pods": pods, "next": goals}

    def _played_by(self, answers: Any) -> "CsbReferee":
        """Returns the race after one more turn, by the lines that the site accepted, by seat; a pod
        without a valid line does nothing. Raises BadInput if the lines have another form.
        """
        try:
            lines = [[*map(str, answers[str(seat)])] for seat in range(rules.PLAYERS)]
        except (KeyError, TypeError):
            expected = "expected the lines of seats 0 and 1"
            raise BadInput(f"csb: 'out' of the site: {expected}, got {answers!r:.60}") from None
        race = CsbReferee.from_config(self.config, "", rules.PLAYERS)
        assign(race.race, self.race)
        race.has_heading = list(self.has_heading)
        pods = [divmod(index, rules.PODS_EACH) for index in range(rules.PODS)]
        read = csb_lines.parse_order
        race.play([race.judge(seat, lines[seat][number:], read) for seat, number in pods])
        return race

    def is_as_reported(self, key: str, reported: Any, ours: Any) -> bool:
        return is_as_reported(key, reported, ours)

    def result(self) -> Result:
        self.expect_over(True)
        if self.loser < 0:  # after a double time-out the site ranks by seat
            ranks = [1, 2] if self.end == "timeout" else [1, 1]
            return Result([0.0, 0.0], ranks, self.end, is_draw=True)
        return Result.of([player != self.loser for player in range(rules.PLAYERS)], self.end)

    @classmethod
    def rebuild(cls, match: Match) -> dict[str, Referee]:
        """Returns one referee, made from `config`: in the golden matches seeds are only labels."""
        return {"config": cls.from_config(match.config, match.seed, match.players)}

    @classmethod
    def cases(cls, value: Any) -> list[Case]:
        """Returns the piece of a race on the site."""
        from contests.csb.pieces import piece_case  # which plays it by this class

        return [piece_case(value)]

    def is_same_state(self, expected: Any, got: Any) -> bool:
        """Returns True if two states agree: headings modulo a full circle within 1e-9, collision
        times within 1e-5, all else exactly.
        """
        return is_same_state(expected, got)
