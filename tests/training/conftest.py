"""A project for the commands of training."""

import importlib
from pathlib import Path

import pytest

from tests.training import toys


@pytest.fixture
def toy_project(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A project whose contest `toy` is the tests' own."""
    command = importlib.import_module("botsmith.cli.policy")
    monkeypatch.setattr(command, "package_of", lambda *_: toys.PACKAGE)
    monkeypatch.setattr(command, "own_root", lambda: tmp_path)
    return tmp_path
