"""Processes that share out tasks."""

import os
import time
from collections.abc import Iterator, Sequence

import psutil
import pytest

from botsmith.errors import BadInput
from botsmith.training import workers


def squares(tasks: Sequence[int], offset: int) -> Iterator[tuple[int, int]]:
    """What a process tells."""
    for task in tasks:
        yield os.getpid(), task * task + offset


def wrong(tasks: Sequence[int]) -> Iterator[int]:
    """A process that finds bad input."""
    yield tasks[0]
    raise BadInput("no such thing")


def broken(tasks: Sequence[int]) -> Iterator[int]:
    """A process with a bug."""
    yield tasks[0]
    raise AssertionError("a bug")


def endless(tasks: Sequence[int]) -> Iterator[int]:
    """A process that never ends by itself."""
    while True:
        yield os.getpid()
        time.sleep(0.01)


def test_every_task_is_done_once_by_one_of_the_processes():
    told = [each for each in workers.run(2, squares, range(7), 100) if each is not None]
    assert sorted(value for _, value in told) == [100 + n * n for n in range(7)]
    assert len({process for process, _ in told}) == 2


def test_without_tasks_nothing_is_started():
    assert list(workers.run(2, squares, [], 0)) == []


def test_bad_input_of_a_process_is_the_callers():
    with pytest.raises(BadInput, match="^no such thing$"):
        list(workers.run(1, wrong, [1]))


def test_a_bug_in_a_process_is_told(capfd):
    with pytest.raises(BadInput, match="a process failed"):
        list(workers.run(1, broken, [1]))
    assert "AssertionError: a bug" in capfd.readouterr().err


def test_closing_ends_the_processes():
    messages = workers.run(2, endless, [1, 2])
    seen = {next(message for message in messages if message is not None)}
    messages.close()  # type: ignore[attr-defined]
    assert not any(psutil.pid_exists(process) for process in seen)
