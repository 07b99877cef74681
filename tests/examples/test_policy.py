"""The policy of examples/: 100,000 numbers beside a SnakeByte bot in one bundle, and it plays."""

import pytest

from benchmarks.policy_bundle import BOT, GAME, workspace
from botsmith.bundle.assemble import Bundle, Target, assemble
from botsmith.bundle.header import LIMIT, units
from botsmith.bundle.inputs import recorded_input
from botsmith.bundle.modules import choose_entries
from botsmith.bundle.short import with_tabs
from botsmith.runs import run_isolated
from tests.new.contests import ROOT

LEAST_FREE = 14_000  # units that an author has at least, with tabs


@pytest.fixture(scope="module")
def bundle(tmp_path_factory) -> Bundle:
    root = tmp_path_factory.mktemp("policy")
    assert workspace(root) >= 100_000
    return assemble(Target(root, choose_entries(root, [BOT])[0], "python", {}, "unknown"))


def test_it_fits_without_what_makes_c(bundle):
    assert units(with_tabs(bundle.text)) <= LIMIT - LEAST_FREE
    assert "ctypes" not in bundle.text


def test_it_answers_a_recorded_match(bundle):
    given = recorded_input(ROOT, GAME)
    ran = run_isolated("policy.py", bundle.text, given.text, {})
    assert ran.status == 0, ran.err
    assert len(ran.lines) == given.asked
    assert all(line.partition(" ")[0].isdigit() for line in ran.lines)
