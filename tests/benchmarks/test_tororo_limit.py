"""The comparison of Tororo's C++ limit with the bot's kernels: it holds, and it can fail."""

import pytest

from benchmarks.tororo_limit import COMPARED, Limit, Positions, differences
from bots.tororo.search import Memory
from common.engine import Engine


@pytest.mark.campaign
@pytest.mark.parametrize("changes", [[], ["TALL_COST=8"], ["KEYS_EACH=1"], ["NUMBERS_FACTOR=7"]])
def test_only_an_unchanged_limit_program_searches_as_the_bot_does(require, tmp_path, changes):
    require("g++")
    positions = Positions()
    limit = Limit(tmp_path, positions, [f"-D{change}" for change in changes])
    found = differences(limit, positions, Engine(Memory), COMPARED)
    assert (found == []) == (changes == [])
