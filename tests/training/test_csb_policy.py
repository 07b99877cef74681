"""Coders Strike Back by a policy: learned from nothing, rounded, and played by the referee."""

from io import StringIO

import pytest

from bots.csb.known import Known
from bots.csb.policy import INPUTS, MOVES, obey, observe_pod, order_of
from bots.csb.protocol import Order, format_order, read_turn
from bots.csb.rules import THRUST
from botsmith.training.environment import find_environment
from botsmith.training.matches import Matches
from botsmith.training.policy_run import PolicyRun
from botsmith.training.ppo import PpoSettings
from common.kernel import Int16, Int32, Numbers, Records, numbers, record, records
from common.nets import dense
from common.nets.wide import decode
from common.stdio import LineReader
from contests.csb.lines import parse_order
from contests.csb.referee import CsbReferee

LANES = 256
QUICK = PpoSettings(samples=400_000, lanes=LANES, turns=16)
FEW = PpoSettings(samples=20_000, lanes=LANES, turns=16)
FAR = 1_000_000.0
HIDDEN = 64
first = dense.bind(INPUTS, HIDDEN)
second = dense.bind(HIDDEN, HIDDEN)
last = dense.bind(HIDDEN, MOVES)


@record
class InputRow:
    of: Numbers[int] = numbers(Int16, INPUTS)
    bias: Int32
    scale: Int32


@record
class HiddenRow:
    of: Numbers[int] = numbers(Int16, HIDDEN)
    bias: Int32
    scale: Int32


@record
class Weights:
    first: Records[InputRow] = records(InputRow, HIDDEN)
    second: Records[HiddenRow] = records(HiddenRow, HIDDEN)
    last: Records[HiddenRow] = records(HiddenRow, MOVES)


class Racer:
    """A bot that reads and writes lines, and plays the likeliest move of a policy in integers."""

    def __init__(self, text, track):
        self.weights, self.track, self.known = Weights(), track, Known(track)
        dense.fill(decode(text)[0], self.weights.first, self.weights.second, self.weights.last)

    def choose(self, seen):
        one, two, sums = [0] * HIDDEN, [0] * HIDDEN, [0] * MOVES
        first(self.weights.first, seen, one, False)
        second(self.weights.second, one, two, False)
        last(self.weights.last, two, sums, True)
        return sums.index(max(sums))

    def answer(self, lines):
        self.known.observe(read_turn(LineReader(StringIO("\n".join(lines) + "\n")), self.track))
        pod = self.known.race.pods[0]
        seen = [0] * INPUTS
        observe_pod(pod, self.track, seen)
        mate = self.known.race.pods[1]
        move = self.choose(seen)
        orders = [order_of(pod, move), Order(int(mate.x), int(mate.y), THRUST, 0)]
        obey(pod, move, self.known.race.turn == 0)
        self.known.race.turn += 1
        return [format_order(order) for order in orders]


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """A training of seconds: its folder and its points."""
    folder = tmp_path_factory.mktemp("csb")
    run = PolicyRun("contests.csb", folder, QUICK, lambda *_: None)
    return folder, list(run.train_to_end())


@pytest.mark.campaign
def test_races_are_finished_after_seconds_of_training(trained):
    exams = [point["exam"] for point in trained[1]]  # on the site's tracks, new to the network
    best = max(exams, key=lambda exam: exam["terms"]["finished"])
    assert best["matches"] == LANES
    assert best["terms"]["finished"] > 0.9
    assert best["match_turns"] < 230.0


@pytest.mark.campaign
def test_rounded_it_plays_like_itself(trained):
    point = trained[1][-1]
    assert point["rounded"]["match_turns"] == pytest.approx(point["exam"]["match_turns"], rel=0.05)


def test_the_referee_sees_the_turns_of_the_training(tmp_path):
    folder = tmp_path
    list(PolicyRun("contests.csb", folder, FEW, lambda *_: None).train_to_end())
    environment = find_environment("contests.csb")
    matches = Matches(environment, LANES, folder / "kernels.so", 5, is_exam=True)
    matches.begin()
    text = (folder / "weights.txt").read_text()
    lane = matches.engine.memory.lanes[0].match
    track = lane.track
    points = [[int(track.x[index]), int(track.y[index])] for index in range(track.count)]
    referee = CsbReferee.from_config({"checkpoints": points}, "", 2)
    racer = Racer(text, referee.track)
    for index, pod in enumerate(referee.race.pods):
        pod.x, pod.y = FAR + 2000.0 * index, 0.0
    pod = referee.race.pods[0]
    pod.x, pod.y = lane.race.pods[0].x, lane.race.pods[0].y
    for turn in range(500):
        lines = racer.answer(referee.inputs(0))
        matches.moves[:] = racer.choose(matches.inputs[0, 0].tolist())
        matches.play()
        referee.play([parse_order(lines[0]), None, None, None])
        if matches.has_ended[0]:
            break
        observed = lane.race.pods[0]
        assert (pod.x, pod.y, pod.vx, pod.vy, pod.passed, pod.heading) == (
            observed.x,
            observed.y,
            observed.vx,
            observed.vy,
            observed.passed,
            observed.heading,
        ), f"turn {turn}"
    assert matches.last_turns[0] == turn + 1 >= 100
    assert pod.finished == (matches.last_sums[0, 0, 1] == 1.0)


@pytest.mark.campaign
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(("samples", "turns"), [(15_000_000, 150.0), (75_000_000, 136.0)])
def test_from_nothing_to_fast_laps(tmp_path, samples, turns, seed):
    """One and five minutes of a core, at 250,000 samples a second."""
    settings = PpoSettings(samples=samples, seed=seed)
    run = PolicyRun("contests.csb", tmp_path, settings, lambda *_: None)
    *_, last = run.train_to_end()
    assert last["exam"]["terms"]["finished"] == 1.0, last
    assert last["exam"]["match_turns"] <= turns, last
    assert last["rounded"]["match_turns"] <= 1.01 * last["exam"]["match_turns"], last
