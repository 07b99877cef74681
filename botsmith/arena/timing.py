"""Time rules: how long a seat may take for a turn, and whether an answer came in time.

hard    late = no answer. The rule of every contest here, and the default.
soft3   the SDK's rule since 4.7.7: up to 50 ms late is a strike, the third strike is a time-out,
        more than 50 ms late is a time-out at once.
bank    one account for the whole match: every turn pays its limit in (the longer first one too),
        what is not used stays, and who overdraws is timed out. Nobody who keeps the limits on
        average can be late, however long the match becomes. The SDK's extra input line is not
        sent: no game here has it in its protocol.
none    for debugging and for fixed work: only a bot that hangs is stopped, after 60 s.

All times are milliseconds of wall time. A rule object belongs to one seat of one match.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable

from botsmith.errors import BadInput

GRACE_MS = 50.0
STRIKES = 3
HANG_MS = 60_000.0


class TimeRule(ABC):
    """The time of one seat in one match: `begin` a turn, then ask if its answer was `in_time`."""

    @abstractmethod
    def begin(self, limit_ms: float) -> float:
        """A turn with this limit begins; returns how long its answer may take at the very most."""

    @abstractmethod
    def in_time(self, used_ms: float) -> bool:
        """Whether an answer after `used_ms` counts. Called once a turn that was answered at all."""


class Hard(TimeRule):
    """Late is out."""

    limit_ms = 0.0

    def begin(self, limit_ms: float) -> float:
        self.limit_ms = limit_ms
        return limit_ms

    def in_time(self, used_ms: float) -> bool:
        return used_ms <= self.limit_ms


class Soft3(TimeRule):
    """50 ms of grace, and the third turn that needs it is out."""

    limit_ms = 0.0
    strikes = 0

    def begin(self, limit_ms: float) -> float:
        self.limit_ms = limit_ms
        return limit_ms + GRACE_MS

    def in_time(self, used_ms: float) -> bool:
        if used_ms <= self.limit_ms:
            return True
        self.strikes += 1
        return used_ms <= self.limit_ms + GRACE_MS and self.strikes < STRIKES


class Bank(TimeRule):
    """An account that every turn pays its limit into."""

    balance_ms = 0.0

    def begin(self, limit_ms: float) -> float:
        self.balance_ms += limit_ms
        return self.balance_ms

    def in_time(self, used_ms: float) -> bool:
        self.balance_ms -= used_ms
        return self.balance_ms >= 0.0


class Unlimited(TimeRule):
    """Whatever the game's limit: a bot is late only when it hangs."""

    def begin(self, limit_ms: float) -> float:
        return HANG_MS

    def in_time(self, used_ms: float) -> bool:
        return used_ms <= HANG_MS


TIME_RULES: dict[str, Callable[[], TimeRule]] = {
    "hard": Hard,
    "soft3": Soft3,
    "bank": Bank,
    "none": Unlimited,
}


def time_rule(name: str) -> TimeRule:
    """A fresh rule object for one seat of one match. BadInput for an unknown name."""
    if name not in TIME_RULES:
        raise BadInput(f"no time rule {name!r}; the time rules are: {' '.join(TIME_RULES)}")
    return TIME_RULES[name]()
