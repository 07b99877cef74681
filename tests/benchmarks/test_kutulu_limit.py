"""benchmarks/kutulu_limit.py compares only programs that do the same work."""

import pytest

from benchmarks import by_hand, kutulu_limit
from bots.kutulu import search
from botsmith.compiler.compile import native_engine


@pytest.fixture(scope="module")
def engine():
    return native_engine(search.Memory, (search.begin, search.think, kutulu_limit.play_turns))


def compared(engine, folder, *changes):
    """Compares C and the C++, changed by these flags, at a position with minions about."""
    _, place, _ = kutulu_limit.places()
    program = by_hand.build(kutulu_limit.LIMIT, folder, *changes)
    kutulu_limit.check(engine, place, kutulu_limit.limit_at(program, place))


@pytest.mark.campaign
def test_the_cpp_plays_and_searches_as_the_kernels_do(require, tmp_path, engine):
    require("g++")
    compared(engine, tmp_path)


CHANGES = ["SPOOKED=21", "FIRST_BOUND=0.1", "HABIT_ROOM=2", "EARLY=0.3"]


@pytest.mark.campaign
@pytest.mark.parametrize("change", CHANGES)
def test_a_cpp_with_another_constant_does_not_pass(require, tmp_path, engine, change):
    require("g++")
    with pytest.raises(SystemExit, match="do not do the same work"):
        compared(engine, tmp_path, "-D" + change)
