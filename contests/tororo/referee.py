"""The referee of Tororo (Spring Challenge 2021), bronze league and above.

Rules and protocol are the bot's own modules; the map and the order of the offered actions are drawn
as the official referee draws them.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

from bots.tororo.rules import (
    DAYS,
    NUTRIENTS,
    PLAYERS,
    SIZES,
    WAIT,
    Ground,
    State,
    change_tree,
    gather,
    make_ground,
    next_day,
)
from bots.tororo.turns import play
from botsmith.errors import BadInput
from botsmith.referees.base import UNASKED, Case, Limits, Lines, Referee, Result
from botsmith.referees.java_random import JavaRandom
from contests.tororo import lines as tororo_lines
from contests.tororo.maps import (
    CELLS,
    draw_richness,
    draw_starts,
    is_legal,
    legal_actions,
    shadow_rows,
    tree_rows,
)

LEAGUE = 4
OUT_SCORE = -1
SUN_A_POINT = 3
BOTH_ASLEEP = (1 << PLAYERS) - 1
START_KEYS = {"seed", "richness", "trees0", "trees1", "day0_actions"}  # keys of a golden map


class TororoReferee(Referee):
    """One match. Only players who are awake are asked."""

    game = "tororo"
    openings = UNASKED
    player_counts: ClassVar[Sequence[int]] = (PLAYERS,)
    limits = Limits(first_ms=1000.0, turn_ms=100.0)
    score_parts = ("points", "sun", "trees")
    margin = "points"

    def __init__(
        self, config: dict[str, Any], ground: Ground, dice: JavaRandom, players: int | None
    ) -> None:
        super().__init__(config, players)
        self.ground = ground
        self.dice = dice
        self.forest = State()
        for cell, size, owner in config["start_trees"]:
            change_tree(self.forest, ground, owner, cell, size)
        self.scores = [0] * PLAYERS
        self.played: dict[int, int] = {}  # by player, the action carried out in the last turn
        self.end = ""
        self.shadows = shadow_rows(self.forest)
        gather(self.forest)
        self._state: dict[str, Any] | None = None
        self._offered: dict[int, list[int]] = {}
        self._offer()

    @classmethod
    def from_seed(cls, seed: int, players: int | None = None) -> "TororoReferee":
        """Returns the match that the contest plays from this seed."""
        dice = JavaRandom(seed)
        richness = draw_richness(dice)
        starts = draw_starts(dice, richness)
        ground = make_ground(richness)
        config = {
            "league": LEAGUE,
            "cells": tororo_lines.cell_rows(ground),
            "start_trees": starts,
            "nutrients": NUTRIENTS,
            "days": DAYS,
            "rng48_after_setup": dice.state,
        }
        return cls(config, ground, dice, players)

    @classmethod
    def from_config(cls, config: dict[str, Any], seed: str, players: int) -> "TororoReferee":
        """Returns the match on config's map; its generator state gives the order of the actions."""
        cls.check_fixed(config, nutrients=NUTRIENTS, days=DAYS)
        try:
            cells = [[int(number) for number in row] for row in config["cells"]]
            starts = [
                (int(cell), int(size), int(owner)) for cell, size, owner in config["start_trees"]
            ]
            dice = JavaRandom.at(int(config["rng48_after_setup"]))
            ground = make_ground([row[1] for row in cells])
        except (IndexError, KeyError, TypeError, ValueError) as error:
            what = "expected cells, start_trees and rng48_after_setup"
            raise BadInput(f"tororo config: {what}: {error!r}") from None
        if cells != tororo_lines.cell_rows(ground):
            raise BadInput("tororo config: expected 37 cells with the neighbours of the one board")
        for cell, size, owner in starts:
            if not (0 <= cell < CELLS and 0 <= size < SIZES and 0 <= owner < PLAYERS):
                raise BadInput(f"tororo config: no starting tree {[cell, size, owner]}")
        return cls(config, ground, dice, players)

    def _offer(self) -> None:
        """Lists the legal actions of those who are asked next, in drawn order."""
        self._offered = {}
        for seat in self.seats():
            self._offered[seat] = []
            for actions in legal_actions(self.forest, self.ground, seat):
                self.dice.shuffle(actions)
                self._offered[seat] += actions

    @property
    def over(self) -> bool:
        return self.end != ""

    def seats(self) -> list[int]:
        return [seat for seat in range(PLAYERS) if self.forest.asleep >> seat & 1 == 0]

    def init_inputs(self, seat: int) -> Lines:
        return tororo_lines.format_ground(self.ground)

    def inputs(self, seat: int) -> Lines:
        return tororo_lines.format_turn(self.forest, seat, self._offered[seat])

    def apply(self, outputs: dict[int, Lines]) -> None:
        self.expect_answers(outputs)
        actions = [WAIT] * PLAYERS
        for seat, lines in outputs.items():
            actions[seat] = self._action(seat, lines)
        self.played = {seat: actions[seat] for seat in outputs}
        play(self.forest, self.ground, actions[0], actions[1])
        self.scores = [
            OUT_SCORE if seat in self.out else self.forest.score[seat] for seat in range(PLAYERS)
        ]
        self._state = self._snapshot()
        if self.out:
            self.end = f"eliminated: {', '.join(f'player {seat}' for seat in sorted(self.out))}"
        elif self.forest.asleep == BOTH_ASLEEP:
            self._end_day()
        if self.over:
            self._count_up()
        else:
            self._offer()

    def _action(self, seat: int, lines: Lines) -> int:
        """Returns the action of a seat; an illegal one counts as WAIT, without one the seat is
        out.
        """
        action = self.judge(seat, lines, tororo_lines.parse_answer)
        if action is None or not is_legal(self.forest, self.ground, seat, action):
            return WAIT
        return action

    def _end_day(self) -> None:
        next_day(self.forest)
        if self.forest.day < DAYS:
            self.shadows = shadow_rows(self.forest)
        else:
            self.end = f"{DAYS} days played"

    def _count_up(self) -> None:
        """Adds the sun to the final scores, and the trees if all who are left have the same."""
        active = [seat for seat in range(PLAYERS) if seat not in self.out]
        for seat in active:
            self.scores[seat] += self.forest.sun[seat] // SUN_A_POINT
        if len({self.scores[seat] for seat in active}) == 1:
            trees = tree_rows(self.forest)
            for seat in active:
                self.scores[seat] += sum(row[2] == seat for row in trees)

    def _snapshot(self) -> dict[str, Any]:
        return {
            "day": self.forest.day,
            "nutrients": self.forest.nutrients,
            "trees": tree_rows(self.forest),
            "sun": [self.forest.sun[seat] for seat in range(PLAYERS)],
            "score": list(self.scores),
            "asleep": [self.forest.asleep >> seat & 1 for seat in range(PLAYERS)],
            "shadows": self.shadows,
        }

    @classmethod
    def site_turn(cls, turn: int, before: Any) -> int:
        """Returns the number on the site, which counts gatherings and moves of the sun as well."""
        day = before["day"] + (before["asleep"] == [1, 1]) if before else 0
        return turn + 2 * day + 2

    @classmethod
    def parts_of(cls, config: dict[str, Any], state: Any) -> dict[str, list[float]]:
        """Returns the points, with a third of the sun, the sun and the trees of each player."""
        owners = [owner for _, _, owner, _ in state["trees"]]
        trees = [float(owners.count(seat)) for seat in range(PLAYERS)]
        points = [
            float(score + sun // SUN_A_POINT)
            for score, sun in zip(state["score"], state["sun"], strict=True)
        ]
        return {"points": points, "sun": [*map(float, state["sun"])], "trees": trees}

    def state(self) -> Any:
        return self._state

    def result(self) -> Result:
        self.expect_over(True)
        return Result.of(self.scores, self.end)

    def is_same_state(self, expected: Any, got: Any) -> bool:
        """Compares all but the keys `log` and `conflict`, which only explain."""
        if not isinstance(expected, dict):
            raise BadInput("tororo state: expected a JSON object with day, trees, sun and so on")
        known = {key: value for key, value in expected.items() if key in got}
        return bool(known == got)

    @classmethod
    def cases(cls, value: Any) -> list[Case]:
        """Returns a golden map: the richness, trees and first actions that a seed gives."""
        if not isinstance(value, dict) or not START_KEYS <= value.keys():
            raise BadInput(f"expected a match of tororo, or a map with {sorted(START_KEYS)}")
        try:
            referee = cls.from_seed(int(value["seed"]))
        except (TypeError, ValueError) as error:
            raise BadInput(f"tororo map: expected a seed: {error}") from None
        rows = tree_rows(referee.forest)
        got: dict[str, Any] = {
            "seed": value["seed"],
            "richness": "".join(str(row[1]) for row in referee.config["cells"]),
            "day0_actions": {
                str(seat): referee.inputs(seat)[-1 - len(referee._offered[seat]) :]
                for seat in range(PLAYERS)
            },
        }
        for seat in range(PLAYERS):
            got[f"trees{seat}"] = [row[0] for row in rows if row[2] == seat]
        name = f"map of seed {value['seed']}"
        for key in sorted(START_KEYS):
            if value[key] != got[key]:
                return [Case(name, f"{key}: expected {value[key]}, got {got[key]}")]
        return [Case(name, None)]
