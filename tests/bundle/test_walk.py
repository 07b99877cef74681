"""A reader of `build` goes from stage to stage, and seldom back to one that was read before."""

from pathlib import Path

import pytest

from botsmith.bundle.assemble import Target, assemble
from botsmith.bundle.modules import Entry
from botsmith.runs import run_child
from botsmith.setup import ROOT

pytestmark = pytest.mark.campaign  # a profile of all calls takes long

WALK = """
import sys
from pathlib import Path
from botsmith.bundle import assemble, products, pull
from botsmith.bundle.modules import Entry
root, out, name = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
target = assemble.Target(root, Entry("csb", "csb", "bots/csb/main.py"), "c", {}, "unknown")
codes = {}
def note(frame, event, _):
    path = frame.f_code.co_filename
    if event == "call" and "/botsmith/bundle/" in path and "<" not in frame.f_code.co_name:
        codes.setdefault(frame.f_code, path)
sys.setprofile(note)
done = products.build(target, out) if name == "build" else pull.pull(root, out / "csb.py")
sys.setprofile(None)
assert not getattr(done, "failures", ()), done.failures
print(*(path.rpartition("/")[2] for path in codes.values()))
"""


@pytest.mark.parametrize(
    ("name", "most_stays", "most_returns"), [("build", 30, 11), ("pull", 33, 18)]
)
def test_a_reader_walks_through_few_rooms_and_seldom_back(
    name: str, most_stays: int, most_returns: int, tmp_path: Path
):
    """Functions in the order of their first call; a stay is a run of those of one module."""
    text = assemble(Target(ROOT, Entry("csb", "csb", "bots/csb/main.py"), "c", {}, "unknown")).text
    (tmp_path / "csb.py").write_text(text.replace("FRICTION = 0.85", "FRICTION = 0.86"))
    words = ["-c", WALK, str(ROOT), str(tmp_path), name]
    ran = run_child(words, ROOT, "", {}, seconds=900.0)
    assert ran.status == 0, ran.err
    rooms = ran.out.decode().split()
    stays = [room for before, room in zip(["", *rooms], rooms, strict=False) if room != before]
    assert len(stays) <= most_stays, stays
    assert len(stays) - len({*stays}) <= most_returns, stays
