"""What these tests build is compared, not measured."""

import pytest

from benchmarks import by_hand


@pytest.fixture(scope="package", autouse=True)
def soon_built():
    """Programs by hand are compiled without optimisation: g++ takes a fifth of the time."""
    with pytest.MonkeyPatch.context() as patch:
        flags = ["-O0" if flag.startswith("-O") else flag for flag in by_hand.FLAGS]
        patch.setattr(by_hand, "FLAGS", flags)
        yield
