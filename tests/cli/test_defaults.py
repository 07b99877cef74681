"""botsmith.toml: a value from there fills what was not typed, and contradicts nothing."""

import inspect
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, get_args

import pytest

from botsmith import workspace
from botsmith.cli import app as command_line
from botsmith.commands import COMMANDS
from botsmith.errors import Contradiction

VALUES = {int: 3, float: 0.5, str: "word", Path: "a/file"}


@pytest.fixture
def filed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, dict[str, Any]]:
    """The tables of the workspace's botsmith.toml, for a test to fill."""
    tables: dict[str, dict[str, Any]] = {}
    monkeypatch.setattr(workspace, "OWN", tmp_path)
    monkeypatch.setattr(workspace, "settings", lambda *_: tables)
    return tables


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The arguments of the commands that a test gives, which do nothing."""
    called: list[dict[str, Any]] = []
    load = command_line.load

    def harmless(name: str) -> Any:
        function = load(name)

        @wraps(function)
        def command(**arguments: Any) -> None:
            arguments.pop("context", None)  # typer's own
            called.append(arguments)

        return command

    monkeypatch.setattr(command_line, "load", harmless)
    return called


def parts_of(name: str) -> tuple[list[str], dict[str, Any]]:
    """Words for the arguments that a command needs, and a value for each of its options."""
    needed: list[str] = []
    options: dict[str, Any] = {}
    for key, each in inspect.signature(command_line.load(name)).parameters.items():
        if key == "context":  # typer's own
            continue
        kinds = get_args(get_args(each.annotation)[0]) or (get_args(each.annotation)[0],)
        is_option = any(type(about).__name__ == "OptionInfo" for about in get_args(each.annotation))
        kind = next(kind for kind in kinds if kind is not type(None))
        if each.default is inspect.Parameter.empty:
            needed += [f"--{key}"] * is_option + ["3" if kind is int else "word"]
        elif not is_option:
            continue
        elif kind is bool:
            options[key] = True
        elif kind in VALUES:
            options[key] = VALUES[kind]
    return needed, options


@pytest.mark.parametrize("name", COMMANDS)
def test_a_value_of_the_file_is_as_good_as_a_typed_one_and_a_typed_one_counts(name, filed, calls):
    needed, options = parts_of(name)
    for key, value in options.items():
        filed[name] = {key: value}
        assert command_line.main([*name.split(), *needed]) == 0, (name, key)
        filed.clear()
        if value is True:
            continue
        path = workspace.own_root() / value if value == VALUES[Path] else value
        typed = [f"--{key.replace('_', '-')}", str(path)]
        if command_line.main([*name.split(), *needed, *typed]) == 0:
            assert calls[-2] == calls[-1], (name, key)
            filed[name] = {key: value}
            other = "9" if isinstance(value, (int, float)) else "other"
            assert command_line.main([*name.split(), *needed, typed[0], other]) == 0
            assert str(calls[-1][key]) in ("9", "9.0", "other")


@pytest.mark.parametrize("name", COMMANDS)
def test_a_typed_option_changes_what_others_mean_and_the_file_does_not_undo_it(name, filed, calls):
    needed, options = parts_of(name)
    for key, others in command_line.CHANGES.items():
        changed = {each: options[each] for each in others if each in options}
        if key in options and changed:
            typed = [*name.split(), *needed, f"--{key}", str(options[key])]
            assert command_line.main(typed) == 0
            filed[name] = changed
            assert command_line.main(typed) == 0
            assert calls[-2] == calls[-1]
            filed.clear()


def test_what_contradicts_gives_way_to_what_was_typed(filed, monkeypatch, capsys):
    tried: list[tuple[Any, ...]] = []

    def verify(games: Any = None, seed: Any = None) -> None:
        tried.append((games, seed))
        if games and seed:
            raise Contradiction("--games and --seed are two things", "games", "seed")

    verify.__annotations__ = dict.fromkeys(("games", "seed"), Annotated[int | None, 0])
    monkeypatch.setattr(command_line, "load", lambda name: verify)
    for file, typed, then in (
        ({"games": 5}, ["--seed", "2"], (None, 2)),
        ({"seed": 5}, ["--games", "2"], (2, None)),
        ({"seed": 5, "games": 3}, [], (None, 5)),
    ):
        filed["verify"] = file
        assert command_line.main(["verify", *typed]) == 0
        assert tried[-1] == then
    filed.clear()
    assert command_line.main(["verify", "--games", "1", "--seed", "2"]) == 2
    assert capsys.readouterr().err == "botsmith: --games and --seed are two things\n"


def test_a_wrong_value_of_the_file_is_called_one_of_the_file(filed, tmp_path, capsys):
    filed["league"] = {"games": 0}
    assert command_line.main(["league", "csb", "coast", "random"]) == 2
    file = tmp_path / "botsmith.toml"
    said = f"botsmith: {file}: [league] --games 0: expected at least 1\n"
    assert capsys.readouterr().err == said


def test_the_file_that_init_wrote_does_not_stand_in_the_way(filed, capsys):
    """Its `games = 100` ended --sprt at a quarter of its games."""
    duel = ["league", "csb", "csb", "coast", "--sprt", "csb,coast", "--confidence", "2"]
    for table in ({}, {"games": 100, "players": 9, "openings": 3}):
        filed["league"] = table
        assert command_line.main(duel) == 2
        assert capsys.readouterr().err.startswith("botsmith: --confidence 2: expected at least 0.5")
