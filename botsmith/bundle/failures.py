"""Describes a failed proof: its name, its place, and what to do."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Failure:
    """One failed proof.

    proof: the name of the proof, its key in `--json`
    where: `file:line`
    text: what to do
    """

    proof: str
    where: str
    text: str

    def __str__(self) -> str:
        return f"{self.where}: {self.text}"


class Refused(Exception):
    """The sources cannot become a bundle. `failures` lists the reasons, at least one."""

    def __init__(self, failures: Sequence[Failure]) -> None:
        super().__init__("; ".join(str(failure) for failure in failures))
        self.failures = list(failures)
