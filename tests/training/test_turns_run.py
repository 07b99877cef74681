"""A training by search: its result after whatever ended it; its command and its page."""

from dataclasses import replace

import numpy as np
import pytest

from botsmith.cli.app import main
from botsmith.errors import BadInput
from botsmith.training import policy_run
from botsmith.training.policy_run import PolicyRun
from common.nets.wide import decode
from tests.training import toys
from tests.training.killed import kill_at, network_after
from tests.training.test_turns import LITTLE


def trained(folder, settings=LITTLE, points=99, jobs=1):
    """The bytes of the network after so many points, or at the end."""
    run = PolicyRun(toys.PACKAGE, folder, settings, lambda *_: None, jobs=jobs)
    network_after(run, points)
    with np.load(folder / "state.npz") as file:
        return file["weights"].tobytes()


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return trained(tmp_path_factory.mktemp("whole"))


def test_killed_anywhere_it_goes_on_to_the_same_network(whole, tmp_path):
    kill_at(PolicyRun, __name__, tmp_path, "batch-00004.npz")
    assert trained(tmp_path, jobs=3) == whole, "whoever plays"
    files = sorted(path.name for path in tmp_path.glob("batch-*.npz"))
    sizes = [len(np.load(tmp_path / name)["values"]) for name in files]
    assert sum(sizes) >= LITTLE.window > sum(sizes[1:]), "older ones are gone"


def test_a_network_that_loses_is_not_kept(monkeypatch, tmp_path):
    scores = iter([0.6, 0.4, 0.5, 0.3])

    def examine(*given):
        return {"score": next(scores, 0.2), "match_turns": 1.0, "terms": {}, "matches": 1}

    monkeypatch.setattr(policy_run, "examine", examine)
    run = PolicyRun(toys.PACKAGE, tmp_path, LITTLE, lambda *_: None)
    kept = []
    for _ in run.train_to_end():
        kept.append((tmp_path / "weights.txt").read_bytes())
    assert [point["is_best"] for point in run.points[:4]] == [True, False, True, False]
    assert kept[0] == kept[1] != kept[2] == kept[3] == kept[-1]
    assert run.weights() == kept[-1].decode().rstrip("\n")


def test_a_folder_holds_one_training(tmp_path):
    trained(tmp_path, points=1)
    with pytest.raises(BadInput, match=r"holds another training \(seed 1\)"):
        trained(tmp_path, replace(LITTLE, seed=2))
    (tmp_path / "batch-00000.npz").write_bytes(b"damaged")
    with pytest.raises(BadInput, match=r"batch-00000\.npz: "):
        trained(tmp_path)


def test_a_policy_by_search_from_the_command_line(toy_project, capsys):
    words = (
        "train policy toy --method search --samples 2k --games 32 --hidden 16,8 --jobs 1".split()
    )
    (toy_project / "bots" / "toy").mkdir(parents=True)
    assert main([*words, "--apply"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("point 1: ") and "against the best before" in said[0]
    folder = toy_project / ".botsmith" / "policy" / "toy"
    page = (folder / "REPORT.html").read_text()
    assert "train policy toy --method search --samples 2k --hidden 16,8 --games 32<" in page
    for name in ("Term won", "entropy", "kl", "value error", "Score against the best"):
        assert name in page
    assert str(toy_project) not in page
    values, _ = decode((folder / "weights.txt").read_text())
    outputs = 12  # ten moves, the value and a row of zeros
    assert len(values) == 19 * 16 + 16 * 8 + 8 * outputs + 2 * (16 + 8 + outputs)
    assert "\ncommand train policy toy --method search " in (
        (toy_project / "bots" / "toy" / "weights.py").read_text()
    )
    assert main(words) == 0
    assert capsys.readouterr().out == ""
