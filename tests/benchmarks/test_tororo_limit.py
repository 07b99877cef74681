"""The comparison of Tororo's C++ limit with the bot's kernels: it holds, and it can fail."""

import pytest

from benchmarks.tororo_limit import COMPARED, Limit, Positions, differences
from bots.tororo.search import Memory
from common.engine import Engine


@pytest.mark.campaign
def test_the_limit_program_searches_as_the_bot_does(require, tmp_path):
    require("g++")
    positions = Positions()
    limit = Limit(tmp_path, positions)
    assert differences(limit, positions, Engine(Memory), COMPARED) == []


@pytest.mark.campaign
@pytest.mark.parametrize("change", ["TALL_COST=8", "KEYS_EACH=1", "NUMBERS_FACTOR=7"])
def test_another_rule_table_or_key_in_the_limit_program_is_told(require, tmp_path, change):
    require("g++")
    positions = Positions()
    limit = Limit(tmp_path, positions, [f"-D{change}"])
    assert differences(limit, positions, Engine(Memory), COMPARED) != []
