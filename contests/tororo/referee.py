"""The referee of Tororo (Spring Challenge 2021), bronze league and above.

Rules and protocol are the bot's own modules. The map and the order of the offered actions are drawn
as in the official referee.
"""

from collections.abc import Sequence
from typing import Any

from bots.tororo import rules
from bots.tororo.rules import State
from bots.tororo.tables import CELLS
from bots.tororo.turns import play
from botsmith.errors import BadInput
from botsmith.referees.base import UNASKED, Case, Limits, Lines, Referee, Result, Turn, with_count
from botsmith.referees.java_random import JavaRandom
from contests.tororo import lines as tororo_lines, maps

LEAGUE = 4
OUT_SCORE = -1
SUN_A_POINT = 3
START_KEYS = {"seed", "richness", "trees0", "trees1", "day0_actions"}  # keys of a golden map


class TororoReferee(Referee):
    """The referee of one match. Only players who are awake are asked."""

    game = "tororo"
    openings = UNASKED
    player_counts = (rules.PLAYERS,)
    limits = Limits(first_ms=1000.0, turn_ms=100.0)
    score_parts = ("points", "sun", "trees")
    margin = "points"

    def __init__(self, config: dict[str, Any], players: int | None = None) -> None:
        """Raises BadInput for a config that makes no match."""
        super().__init__(config, players)
        self.check_fixed(config, nutrients=rules.NUTRIENTS, days=rules.DAYS)
        cells = self.value("cells", list[list[int]])
        self.ground = rules.make_ground([(*row, 0, 0)[1] for row in cells[:CELLS]])
        if cells != tororo_lines.cell_rows(self.ground):
            raise self.refuse("37 cells with the neighbours of the one board")
        self.dice = JavaRandom.at(self.value("rng48_after_setup", int))
        self.forest = State()
        for cell, size, owner in self.value("start_trees", list[tuple[int, int, int]]):
            if not (0 <= cell < CELLS and 0 <= size < rules.SIZES and 0 <= owner < rules.PLAYERS):
                raise BadInput(f"tororo config: no starting tree {[cell, size, owner]}")
            rules.change_tree(self.forest, self.ground, owner, cell, size)
        self.scores = [0] * rules.PLAYERS
        self.played: dict[int, int] = {}  # by player, the action carried out in the last turn
        self.end = ""
        self.shadows = maps.shadow_rows(self.forest)
        rules.gather(self.forest)
        self._state: dict[str, Any] | None = None
        self._offer()

    @classmethod
    def from_seed(cls, seed: int, players: int | None = None) -> "TororoReferee":
        """Returns the match that the contest plays from this seed."""
        dice = JavaRandom(seed)
        richness = maps.draw_richness(dice)
        config = {
            "league": LEAGUE,
            "cells": tororo_lines.cell_rows(rules.make_ground(richness)),
            "start_trees": maps.draw_starts(dice, richness),
            "nutrients": rules.NUTRIENTS,
            "days": rules.DAYS,
            "rng48_after_setup": dice.state,
        }
        return cls(config, players)

    def _offer(self) -> None:
        """Lists the legal actions of those who are asked next, in drawn order."""
        self._offered: dict[int, list[int]] = {}
        for seat in self.seats():
            self._offered[seat] = []
            for actions in maps.legal_actions(self.forest, self.ground, seat):
                self.dice.shuffle(actions)
                self._offered[seat] += actions

    @property
    def over(self) -> bool:
        return self.end != ""

    def seats(self) -> list[int]:
        return [seat for seat in range(rules.PLAYERS) if self.forest.asleep >> seat & 1 == 0]

    def init_inputs(self, seat: int) -> Lines:
        return with_count([" ".join(map(str, row)) for row in self.config["cells"]])

    def inputs(self, seat: int) -> Lines:
        return tororo_lines.format_turn(self.forest, seat, self._offered[seat])

    def apply(self, outputs: dict[int, Lines]) -> None:
        self.expect_over(False)
        actions = [rules.WAIT] * rules.PLAYERS
        for seat, lines in outputs.items():
            action = self.judge(seat, lines, tororo_lines.parse_answer)
            if action is not None and maps.is_legal(self.forest, self.ground, seat, action):
                actions[seat] = action
        self.played = {seat: actions[seat] for seat in outputs}
        play(self.forest, self.ground, actions[0], actions[1])
        self.scores = [*self.forest.score]
        for seat in self.out:
            self.scores[seat] = OUT_SCORE
        self._state = {
            "day": self.forest.day,
            "nutrients": self.forest.nutrients,
            "trees": maps.tree_rows(self.forest),
            "sun": [self.forest.sun[seat] for seat in range(rules.PLAYERS)],
            "score": list(self.scores),
            "asleep": [self.forest.asleep >> seat & 1 for seat in range(rules.PLAYERS)],
            "shadows": self.shadows,
        }
        if self.out:
            self.end = f"eliminated: {', '.join(f'player {seat}' for seat in sorted(self.out))}"
        elif not self.seats():
            rules.next_day(self.forest)
            if self.forest.day < rules.DAYS:
                self.shadows = maps.shadow_rows(self.forest)
            else:
                self.end = f"{rules.DAYS} days played"
        if self.over:
            self._count_up()
        else:
            self._offer()

    def _count_up(self) -> None:
        """Adds the sun to the final scores. If all players left are equal then, adds the number of
        trees.
        """
        active = [seat for seat in range(rules.PLAYERS) if seat not in self.out]
        for seat in active:
            self.scores[seat] += self.forest.sun[seat] // SUN_A_POINT
        if len({self.scores[seat] for seat in active}) == 1:
            trees = maps.tree_rows(self.forest)
            for seat in active:
                self.scores[seat] += sum(row[2] == seat for row in trees)

    @classmethod
    def site_turn(cls, turn: int, turns: Sequence[Turn]) -> int:
        """Returns the number on the site, which counts gatherings and moves of the sun as well."""
        before = turns[turn - 1].state if 0 < turn <= len(turns) else None
        day = before["day"] + (before["asleep"] == [1, 1]) if before else 0
        return turn + 2 * day + 2

    @classmethod
    def parts_of(cls, config: dict[str, Any], state: Any) -> dict[str, list[float]]:
        """Returns each player's points with a third of the sun, its sun and its number of trees, by
        name.
        """
        owners = [owner for _, _, owner, _ in state["trees"]]
        trees = [float(owners.count(seat)) for seat in range(rules.PLAYERS)]
        pairs = zip(state["score"], state["sun"], strict=True)
        points = [float(score + sun // SUN_A_POINT) for score, sun in pairs]
        return {"points": points, "sun": [*map(float, state["sun"])], "trees": trees}

    def state(self) -> Any:
        return self._state

    def result(self) -> Result:
        self.expect_over(True)
        return Result.of(self.scores, self.end)

    def is_same_state(self, expected: Any, got: Any) -> bool:
        """Returns True if the states agree, apart from the keys `log` and `conflict`. Raises
        BadInput for a wrong recorded state.
        """
        if not isinstance(expected, dict):
            raise BadInput("tororo state: expected a JSON object with day, trees, sun and so on")
        known = {key: value for key, value in expected.items() if key in got}
        return bool(known == got)

    @classmethod
    def cases(cls, value: Any) -> list[Case]:
        """Returns the case of a golden map: the richness, trees and first actions of a seed. Raises
        BadInput for any other value.
        """
        if not isinstance(value, dict) or not START_KEYS <= value.keys():
            raise BadInput(f"expected a match of tororo, or a map with {sorted(START_KEYS)}")
        try:
            referee = cls.from_seed(int(value["seed"]))
        except (TypeError, ValueError) as error:
            raise BadInput(f"tororo map: expected a seed: {error}") from None
        rows = maps.tree_rows(referee.forest)
        got: dict[str, Any] = {"seed": value["seed"], "day0_actions": {}}
        got["richness"] = "".join(str(row[1]) for row in referee.config["cells"])
        for seat, offered in referee._offered.items():
            got["day0_actions"][str(seat)] = referee.inputs(seat)[-1 - len(offered) :]
            got[f"trees{seat}"] = [row[0] for row in rows if row[2] == seat]
        wrong = [key for key in sorted(START_KEYS) if value[key] != got[key]]
        said = [f"{key}: expected {value[key]}, got {got[key]}" for key in wrong]
        return [Case(f"map of seed {value['seed']}", said[0] if said else None)]
