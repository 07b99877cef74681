"""The way back from the IDE: `pull` brings numbers, refuses all else; `where` finds lines."""

import io
import shutil
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from botsmith.bundle.assemble import Order, assemble
from botsmith.bundle.linemap import sections
from botsmith.bundle.modules import choose_entries, find_modules
from botsmith.bundle.parameters import read_parameters
from botsmith.bundle.pull import pull
from botsmith.cli import pull as pull_command, where as where_command
from botsmith.errors import BadInput

ROOT = Path(__file__).resolve().parents[2]
BOTS = [
    entry
    for entry in choose_entries(ROOT, [])
    if f"bots/{entry.game}/params.py" in [source.path for source in find_modules(ROOT, entry)]
]
VALUES = {
    float: st.floats(-1e9, 1e9).map(repr) | st.integers(-(10**6), 10**6).map(repr) | st.just("9e3"),
    int: st.integers(-(10**6), 10**6).map(repr),
    bool: st.sampled_from(["True", "False"]),
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources, into which numbers may be written."""
    root = tmp_path_factory.mktemp("project")
    for folder in ("bots", "common"):
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__"))
    return root


@pytest.fixture(scope="module")
def texts(project: Path) -> dict[str, str]:
    """The pure bundle of every bot with parameters, by its name."""
    return {entry.name: assemble(Order(project, entry, "pure", {}, "test")).text for entry in BOTS}


def with_literal(text: str, path: str, name: str, literal: str) -> str:
    """A bundle in which somebody wrote another literal for one parameter."""
    lines = text.split("\n")
    part = next(part for part in sections(text) if part.path == path)
    section = "\n".join(lines[part.first - 1 : part.first - 1 + part.count])
    old = next(p for p in read_parameters(section) if p.name == name)
    at = part.first - 2 + old.line
    lines[at] = lines[at][: old.column] + literal + lines[at][old.end_column :]
    return "\n".join(lines)


def saved(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "pasted.py"
    file.write_text(text, encoding="ascii", newline="")
    return file


@pytest.mark.parametrize("entry", BOTS, ids=lambda entry: entry.name)
def test_an_untouched_bundle_holds_nothing_new(entry, project, texts, tmp_path):
    found = pull(project, saved(tmp_path, texts[entry.name]))
    assert (found.entry.name, found.changes, found.edits) == (entry.name, [], [])


@pytest.mark.parametrize("entry", BOTS, ids=lambda entry: entry.name)
@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_every_parameter_changed_by_hand_comes_back(entry, project, texts, tmp_path, data):
    path = f"bots/{entry.game}/params.py"
    source = (project / path).read_text(encoding="utf-8")
    parameters = read_parameters(source)
    chosen = data.draw(st.sets(st.sampled_from(parameters), min_size=1))
    text = texts[entry.name]
    wanted = {}
    for parameter in chosen:
        literal = data.draw(VALUES[parameter.kind])
        text = with_literal(text, path, parameter.name, literal)
        wanted[parameter.name] = parameter.kind(eval(literal))
    if data.draw(st.booleans()):
        text = text.replace("\n", "\r\n")
    found = pull(project, saved(tmp_path, text))
    assert found.edits == []
    different = {p.name for p in parameters if wanted.get(p.name, p.value) != p.value}
    assert {change.name for change in found.changes} == different
    try:
        found.apply(project)
        now = {p.name: p.value for p in read_parameters((project / path).read_text())}
        assert now == {p.name: wanted.get(p.name, p.value) for p in parameters}
    finally:
        (project / path).write_text(source, encoding="utf-8")


def test_all_parameters_of_a_bot_at_once(project, texts, tmp_path):
    entry = BOTS[0]
    path = f"bots/{entry.game}/params.py"
    text = texts[entry.name]
    parameters = read_parameters((project / path).read_text())
    literals = {float: "-7.25", int: "77", bool: "True"}
    for parameter in parameters:
        text = with_literal(text, path, parameter.name, literals[parameter.kind])
    found = pull(project, saved(tmp_path, text))
    assert [change.name for change in found.changes] == [p.name for p in parameters]


def test_the_compiled_flavour_too(project, tmp_path):
    entry = next(entry for entry in BOTS if entry.name == "csb")
    text = assemble(Order(project, entry, "compiled", {}, "test")).text
    text = with_literal(text, "bots/csb/params.py", "checkpoint", "9e3")
    found = pull(project, saved(tmp_path, text))
    assert [(change.name, change.new) for change in found.changes] == [("checkpoint", 9000.0)]
    assert found.edits == []


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("DRIFT_TURNS = 3.0", "DRIFT_TURNS = 2.0", "bots/csb/bot.py:"),
        ("    speed: float = 3.0", "    fast: float = 3.0", "bots/csb/params.py:"),
        ("    speed: float = 3.0", "    speed: float = 1.5 * 2.0", "bots/csb/params.py:"),
        ("FRICTION = 0.85", "FRICTION = 0.9", "bots/csb/rules.py:"),
        ("\nmain()\n", "\nmain()\nprint(1)\n", "bots/csb/main.py:"),
        ("\n    def read_start", "\n    pass\n    def read_start", "bots/csb/bot.py:"),
    ],
)
def test_a_changed_line_of_code_is_refused(
    project, texts, tmp_path, capsys, monkeypatch, old, new, place
):
    text = texts["csb"]
    assert old in text
    text = with_literal(text, "bots/csb/params.py", "checkpoint", "9000.0").replace(old, new, 1)
    file = saved(tmp_path, text)
    before = (project / "bots/csb/params.py").read_bytes()
    monkeypatch.setattr(pull_command, "ROOT", project)
    assert pull_command.pull(file, apply=True) == 2
    said = capsys.readouterr().err
    assert "nothing was written" in said and place in said
    assert (project / "bots/csb/params.py").read_bytes() == before
    with pytest.raises(BadInput, match="differ in more than parameters"):
        pull(project, file).apply(project)


def test_a_wrong_value_and_a_file_that_is_no_bundle_are_one_line(project, texts, tmp_path):
    text = with_literal(texts["csb"], "bots/csb/params.py", "depth", "2.5")
    with pytest.raises(BadInput, match="depth is a finite int"):
        pull(project, saved(tmp_path, text))
    text = with_literal(texts["csb"], "bots/csb/params.py", "depth", "6 +")
    with pytest.raises(BadInput, match=r"pasted\.py line \d+: no Python"):
        pull(project, saved(tmp_path, text))
    with pytest.raises(BadInput, match="no bundle with its header"):
        pull(project, saved(tmp_path, "print(1)\n"))
    with pytest.raises(BadInput, match="no bot 'chess'"):
        pull(project, saved(tmp_path, texts["csb"].replace("# csb:", "# chess:", 1)))
    with pytest.raises(BadInput, match="missing"):
        pull(project, saved(tmp_path, texts["csb"].replace("bots/csb/params.py", "x.py")))
    with pytest.raises(BadInput, match="expected a bundle"):
        pull(project, tmp_path / "none.py")
    file = saved(tmp_path, with_literal(texts["csb"], "bots/csb/params.py", "depth", "?"))
    file.write_bytes(file.read_bytes().replace(b"depth: int = ?", b"depth: int = \xff"))
    with pytest.raises(BadInput, match=r"pasted\.py line \d+: bytes that are no UTF-8"):
        pull(project, file)


def test_applied_numbers_are_in_the_project(project, texts, tmp_path, monkeypatch, capsys):
    path = project / "bots/csb/params.py"
    before = path.read_text(encoding="utf-8")
    monkeypatch.setattr(pull_command, "ROOT", project)
    file = saved(tmp_path, with_literal(texts["csb"], "bots/csb/params.py", "depth", "4"))
    assert pull_command.pull(file) == 0
    assert path.read_text(encoding="utf-8") == before
    assert "--apply writes this" in capsys.readouterr().out
    assert pull_command.pull(file, apply=True) == 0
    assert path.read_text(encoding="utf-8") == before.replace("depth: int = 6", "depth: int = 4")
    assert pull_command.pull(file) == 0
    assert "holds these numbers already" in capsys.readouterr().out
    path.write_text(before, encoding="utf-8")


# ---- where


def test_where_names_source_and_line(texts, tmp_path, capsys):
    text = texts["csb"]
    file = saved(tmp_path, text)
    line = text[: text.index("FRICTION = 0.85")].count("\n") + 1
    where_command.where(file, line)
    rules = (ROOT / "bots/csb/rules.py").read_text(encoding="utf-8")
    expected = rules[: rules.index("FRICTION = 0.85")].count("\n") + 1
    assert capsys.readouterr().out == f"bots/csb/rules.py:{expected}: FRICTION = 0.85\n"


def test_where_translates_a_traceback(texts, tmp_path, capsys, monkeypatch):
    text = texts["csb"]
    line = text[: text.index("FRICTION = 0.85")].count("\n") + 1
    asked = (
        f'  File "/tmp/Answer.py", line {line}, in play\n at Answer.py. in play on line {line}\n'
    )
    monkeypatch.setattr(sys, "stdin", io.StringIO(asked + '  File "x.py", line 1, in y\n'))
    where_command.where(saved(tmp_path, text), None)
    first, second, third = capsys.readouterr().out.splitlines()
    assert first.startswith('  File "bots/csb/rules.py", line ') and first.endswith(", in play")
    assert second.endswith(" of bots/csb/rules.py")
    assert third == '  File "x.py", line 1, in y'


def test_where_refuses_lines_outside_of_the_sources(texts, tmp_path, monkeypatch):
    file = saved(tmp_path, texts["csb"])
    with pytest.raises(BadInput, match="line 1 belongs to no source"):
        where_command.where(file, 1)
    with pytest.raises(BadInput, match="there is no line 99999"):
        where_command.where(file, 99999)
    monkeypatch.setattr(sys, "stdin", io.StringIO("no traceback\n"))
    with pytest.raises(BadInput, match="no frame"):
        where_command.where(file, None)
