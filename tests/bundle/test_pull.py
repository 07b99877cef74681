"""The way back from the IDE: `pull` brings code and numbers, exactly those that were changed."""

import ast
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings, strategies as st

from botsmith.bundle.assemble import Bundle, Target, assemble
from botsmith.bundle.modules import choose_entries
from botsmith.bundle.pasted import plain, section_lines, sections
from botsmith.bundle.pull import Pulled, pull
from botsmith.cli import pull as pull_command
from botsmith.errors import BadInput
from tests.faults.names import is_harmless
from tests.pages import files_of, page_beside

ROOT = Path(__file__).resolve().parents[2]
PAGE = page_beside(__file__, "pond.txt")
POND = files_of(PAGE["project"])
PARAMS, RULES = "bots/pond/params.py", "bots/pond/rules.py"


class Project:
    """A copy of a project; `edited` writes a bundle as it comes back."""

    def __init__(self, root: Path, files: dict[str, str] | None = None, bot: str = "pond") -> None:
        self.root, self.bot, self.file = root, bot, root / "pasted.py"
        for folder in () if files else ("bots", "common"):
            shutil.copytree(
                ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__")
            )
        for path, text in (files or {}).items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="ascii")
        self.before = self.texts()

    def build(self, engine: str = "c", **changes: object) -> Bundle:
        """The bundle, made from the modules as they are now."""
        entry = choose_entries(self.root, [self.bot])[0]
        return assemble(Target(self.root, entry, engine, changes, "0123456789ab"))

    def texts(self) -> dict[str, str]:
        """All modules by path."""
        files = [*self.root.glob("bots/**/*.py"), *self.root.glob("common/**/*.py")]
        return {file.relative_to(self.root).as_posix(): file.read_text() for file in files}

    def restore(self) -> None:
        """The modules as they were."""
        for path, text in self.before.items():
            (self.root / path).write_text(text)

    def pull(self, text: str) -> Pulled:
        """What comes back of a bundle's text."""
        self.file.write_text(text, encoding="utf-8", newline="")
        return pull(self.root, self.file)

    def refusal(self, text: str) -> str:
        """Why a text cannot come back. Nothing is written then."""
        with pytest.raises(BadInput) as refused:
            self.pull(text).apply(self.root)
        assert "\n" not in str(refused.value)
        assert self.texts() == self.before
        return str(refused.value).replace(str(self.file), "pasted.py")

    def changed(self, text: str) -> dict[str, str]:
        """The modules that `pull --apply` changes, with their new texts."""
        self.pull(text).apply(self.root)
        return {path: new for path, new in self.texts().items() if new != self.before[path]}


@pytest.fixture
def pond(tmp_path: Path) -> Project:
    return Project(tmp_path, POND)


def swapped(text: str, *pairs: tuple[str, str]) -> str:
    """A text with some of it replaced, which stands there once."""
    for old, new in pairs:
        assert text.count(old) == 1, (old, text)
        text = text.replace(old, new)
    return text


def blanks(text: str) -> str:
    """A bundle's text indented by blanks."""
    return "\n".join(plain(line) for line in text.split("\n"))


def body(text: str) -> str:
    """A bundle without its header."""
    return blanks(text[text.index("\n# ==== ") :])


# ---- what comes back


MIXED = [("csb", "c")]
BOTS = [
    pytest.param(name, engine, marks=[] if (name, engine) in MIXED else pytest.mark.campaign)
    for name in (entry.name for entry in choose_entries(ROOT, []))
    for engine in ("c", "python")
]


@pytest.mark.parametrize(("bot", "engine"), BOTS)
def test_an_untouched_bundle_brings_nothing(bot, engine, tmp_path):
    file, entry = tmp_path / "pasted.py", choose_entries(ROOT, [bot])[0]
    file.write_text(assemble(Target(ROOT, entry, engine, {}, "x")).text)
    found = pull(ROOT, file)
    assert (found.bot, found.changes, found.texts) == (entry.name, [], {})


def test_code_comes_back_with_the_names_of_its_module(pond):
    text = pond.build().text
    old = "    return play(frog, Params.weight) + Params.deep\n"
    new = "    # play, not bot_play\n    return 2.0 * play(frog, bot_play.weight)\n"
    assert pond.changed(swapped(text, (old, new))) == {
        "bots/pond/bot.py": swapped(
            POND["bots/pond/bot.py"],
            (
                "    return rules.play(frog, Params.weight) + Params.deep\n",
                "    # play, not bot_play\n    return 2.0 * rules.play(frog, play.weight)\n",
            ),
        )
    }


def test_a_local_name_like_a_renamed_one_is_refused(pond):
    text = pond.build().text
    hidden = swapped(text, ("    frog = Frog()\n", "    frog = Frog()\n    bot_play = len\n"))
    assert "built again, this would read 'def pond_bot_play(" in pond.refusal(hidden)


@pytest.mark.parametrize(
    ("path", "anchor", "name", "wanted"),
    [
        (
            "bots/pond/bot.py",
            "    frog = Frog()\n",
            "WIDE",
            "Params\nfrom bots.pond.rules import WIDE\nfrom bots.pond.rules import (\n    PADS,",
        ),
        (
            "bots/pond/rules.py",
            "PADS = 8\n",
            "sys",
            '"""\n\nimport sys\nfrom math import floor, log',
        ),
        (
            "common/late.py",
            "    return word.upper()\n",
            "clip",
            "from common.tools import clip\n\n\ndef shout",
        ),
    ],
)
def test_a_name_that_the_flat_file_has_gets_its_import(pond, path, anchor, name, wanted):
    text = pond.build().text
    indent = anchor[: len(anchor) - len(anchor.lstrip())]
    edited = swapped(text, (anchor, f"{indent}extra = {name}\n{anchor}"))
    found = pond.changed(edited)
    assert set(found) == {path}
    assert wanted in found[path]
    rebuilt = body(pond.build().text)
    assert [
        line
        for line in rebuilt.split("\n")
        if " import " not in line and "import " not in line and line
    ] == [line for line in body(edited).split("\n") if "import " not in line and line]


def test_a_renamed_name_of_another_module_is_imported_by_its_own_name(tmp_path):
    params = POND["bots/pond/params.py"]
    project = Project(tmp_path, POND | {"bots/pond/params.py": f"{params}\n\nlog = 3\n"})
    text = project.build().text
    typed = swapped(text, ("    frog.pad = clip(", "    tools_log('x')\n    frog.pad = clip("))
    found = project.changed(typed)
    assert set(found) == {"bots/pond/rules.py"}
    assert "from common.tools import log\n" in found["bots/pond/rules.py"]
    assert "    log('x')\n    frog.pad = clip(" in found["bots/pond/rules.py"]
    assert body(project.build().text) == body(typed)
    project.restore()
    typed = swapped(typed, ("PADS = 8\n", "PADS = 8\nlog = 9\n"))
    assert "line 31: built again, this would read 'rules_log = 9'" in project.refusal(typed)


def test_an_import_above_the_first_banner_goes_where_it_is_needed(pond):
    text = swapped(pond.build().text, ("PADS = 8\n", "PADS = len(heapq.nsmallest(8, range(9)))\n"))
    first = text.index("# ==== ")
    found = pond.changed(text[:first] + "import heapq\n" + text[first:])
    assert set(found) == {"bots/pond/rules.py"}
    assert '"""The pond."""\n\nimport heapq\nfrom math' in found["bots/pond/rules.py"]


def test_what_moves_to_another_section_is_imported_from_there(pond):
    text = swapped(
        pond.build().text,
        ("WIDE = 2.5\n", ""),
        ("def clip(", "WIDE = 2.5\n\n\ndef clip("),
    )
    found = pond.changed(text)
    assert set(found) == {"bots/pond/rules.py", "common/tools.py"}
    assert "from common.tools import WIDE\n" in found["bots/pond/rules.py"]


def test_what_goes_takes_its_imports_along(pond):
    text = pond.build().text
    start, end = text.index("def step"), text.index("def play")
    edited = swapped(text[:start] + text[end:], ("bot_play(step(frog))", "bot_play(frog)"))
    assert "import PADS, Frog\n" in pond.changed(edited)["bots/pond/bot.py"]


def test_numbers_code_and_line_ends_together(pond):
    text = swapped(
        pond.build().text,
        ("weight: float = 2.0", "weight: float = 9e0"),
        ("deep: int = 3", "deep: int = 12"),
        ("PADS = 8\n", "PADS = 9   \n\n"),
    )
    found = pond.pull(text.replace("\n", "\r\n").rstrip())
    assert [(each.name, each.old, each.new) for each in found.changes] == [
        ("weight", 2.0, 9.0),
        ("deep", 3, 12),
    ]
    found.apply(pond.root)
    assert "weight: float = 9e0  # 0..9" in (pond.root / "bots/pond/params.py").read_text()
    assert "PADS = 9\n\nWIDE" in (pond.root / "bots/pond/rules.py").read_text()
    assert pond.pull(text).texts == {}


def test_a_bundle_with_other_parameters_brings_them_too(pond):
    text = pond.build(weight=7.5).text
    found = pond.pull(text)
    assert [(each.name, each.new) for each in found.changes] == [("weight", 7.5)]
    found = pond.pull(swapped(text, ("deep: int = 3", "deep: int = 4"), ("WIDE = 2.5", "WIDE = 2")))
    assert [(each.name, each.new) for each in found.changes] == [("weight", 7.5), ("deep", 4)]
    assert set(found.texts) == {"bots/pond/params.py", "bots/pond/rules.py"}


def with_shares(root: Path) -> Project:
    """The pond with an array of parameters."""
    params = POND[PARAMS] + "    shares: list[float] = [0.5, 0.25]  # 0..1 share: of a jump\n"
    return Project(root, POND | {PARAMS: params})


def test_numbers_of_an_array_come_back_one_by_one(tmp_path):
    pond = with_shares(tmp_path)
    text = pond.build(shares=[0.5, 0.75]).text
    found = pond.pull(text)
    assert [(each.name, each.old, each.new) for each in found.changes] == [
        ("shares[1]", 0.25, 0.75)
    ]
    found = pond.pull(swapped(text, ("= [0.5, ", "= [1.0, ")))
    assert [(each.name, each.new) for each in found.changes] == [
        ("shares[0]", 1.0),
        ("shares[1]", 0.75),
    ]
    found.apply(pond.root)
    assert "[1.0, 0.75]  # 0..1 share" in (pond.root / PARAMS).read_text()


@pytest.mark.parametrize(
    ("now", "message"),
    [
        ("[0.5, 1.25]", f"line 20: shares[1] = 1.25: {PARAMS} says 0..1"),
        ("[1, 0.25]", f"line 20: shares[0] = 1: {PARAMS} says a finite float"),
    ],
)
def test_a_number_of_an_array_outside_of_its_range_is_one_clear_line(tmp_path, now, message):
    pond = with_shares(tmp_path)
    assert message in pond.refusal(swapped(pond.build().text, ("[0.5, 0.25]", now)))


def test_tabs_blanks_and_both_are_the_same_indentation(tmp_path):
    project = Project(
        tmp_path, POND | {"common/late.py": f"{POND['common/late.py']}\nA = '{'x' * 97_000}'\n"}
    )
    text = project.build().text
    assert "\n\tfor line" in text
    old = "\tfor line in sys.stdin:\n\t\tfrog.pad"
    mixed = "\tfor line in sys.stdin:\n\t    frog.pad = 7\n        frog.pad"
    found = project.changed(swapped(text, (old, mixed)))
    assert found == {
        "bots/pond/bot.py": swapped(
            POND["bots/pond/bot.py"], ("        frog.pad", "        frog.pad = 7\n        frog.pad")
        )
    }
    project.restore()
    for blanks in (2, 4, 8):
        assert project.changed(text.replace("\t", " " * blanks)) == {}
    two = swapped(text, ("\tfor line in sys.stdin:\n", "\tfor line in sys.stdin:\n\t\tpass\n"))
    assert [*project.changed(two.replace("\t", "  "))] == ["bots/pond/bot.py"]


@pytest.mark.campaign
def test_five_functions_and_three_numbers_of_csb_come_back_and_build_the_same(tmp_path):
    project = Project(tmp_path, bot="csb")
    text = blanks(project.build().text)
    edited = swapped(
        text,
        ("    checkpoint: float = 12000.0", "    checkpoint: float = 9e3"),
        ("    panic: int = 75", "    panic: int = 60"),
        ("FRICTION = 0.85", "FRICTION = 0.8"),
        ("    shares = share_a + share_b\n", "    #\n    shares = share_a + share_b\n"),
        ("    if approach > 0.0:\n", "    if approach > kept(0.0):\n"),
        (
            "@kernel\ndef give_order",
            "@kernel\ndef kept(x: float) -> float:\n    return x\n\n\n@kernel\ndef give_order",
        ),
        ("    force = thrust\n", "    force = thrust * 1.0\n"),
    )
    found = project.changed(edited)
    assert set(found) == {"bots/csb/params.py", "bots/csb/rules.py"}
    assert body(project.build().text) == body(edited)


# ---- edits anywhere

CHUNKS = (
    *("EXTRA_{n} = {n}", "# a comment", "# one\n\n\n# two", "EXTRA_{n}: int = (\n    {n}\n)"),
    "def extra_{n}(x: int) -> int:\n    return x + {n}\n",
    "\n\nclass Extra{n}:\n    field: int = {n}\n",
    "if PADS_{n} := {n}:\n    pass",
)  # fmt: skip


def edited(text: str, path: str, kind: str, share: float, number: int) -> str:
    """A bundle with one edit that leaves it Python, `share` of the way down a section."""
    section = next(each for each in sections(text) if each.path == path)
    lines, body = text.split("\n"), ast.parse("\n".join(section.lines)).body
    if kind == "remark":
        at = section.first - 1 + int(share * len(section.lines))
        indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
        lines[at:at] = [f"{indent}# {number}"]
    elif kind == "blank":
        at = section.first - 1 + int(share * len(section.lines))
        lines[at:at] = [""]
    elif kind == "unblank":
        blanks = [n for n, line in enumerate(section.lines) if not line]
        if blanks:
            del lines[section.first - 1 + blanks[int(share * len(blanks))]]
    elif kind == "drop":
        doomed = [node for node in body if isinstance(node, ast.FunctionDef)][1:]
        if doomed and "EXTRA" not in section.lines[0]:
            node = doomed[int(share * len(doomed))]
            if node.name.startswith("extra_"):
                last = node.end_lineno or node.lineno
                del lines[section.first - 2 + node.lineno : section.first - 1 + last]
    else:
        starts = [node.lineno - 1 for node in body] + [len(section.lines)]
        at = section.first - 1 + starts[int(share * len(starts))]
        lines[at:at] = CHUNKS[number % len(CHUNKS)].format(n=number).split("\n")
    return "\n".join(lines)


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    edits=st.lists(
        st.tuples(
            st.sampled_from([path for path, text in POND.items() if text and "main" not in path]),
            st.sampled_from(["chunk", "chunk", "remark", "blank", "unblank", "drop"]),
            st.floats(0, 0.999),
        ),
        min_size=1,
        max_size=6,
    )
)
@example(edits=[("common/tools.py", "unblank", 0.0)] * 2)  # both below an import that is cut
def test_edits_anywhere_are_restored_exactly(tmp_path, edits):
    pond = Project(tmp_path, POND)
    text = pond.build().text
    for number, (path, kind, share) in enumerate(edits, start=1):
        text = edited(text, path, kind, share, number)
    changed = pond.changed(text)
    assert set(changed) <= {path for path, _, _ in edits}
    assert section_lines(pond.build().text) == section_lines(text)
    assert pond.pull(text).texts == {}


# ---- what is refused


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("made by Botsmith", "made by hand", "pasted.py: no bundle with its header"),
        ("# pond:", "# chess:", "no bot 'chess': the bots are pond"),
        (f"==== {RULES} ====", f"= {RULES} =", f"the banner '# ==== {RULES} ====' stood here"),
        (f"# ==== {RULES}", "# ==== bots/pond/laws.py", f"line 22: the banner '# ==== {RULES}"),
        ("deep: int = 3", "deep: int = 40", f"line 18: deep = 40: {PARAMS} says 1..12"),
        ("deep: int = 3", "deep: int = 2.5", f"line 18: deep = 2.5: {PARAMS} says an int"),
        ("float = 2.0", "float = 2", f"line 17: weight = 2: {PARAMS} says a finite float"),
        ("float = 2.0", "float = 1e999", f"weight = inf: {PARAMS} says a finite float"),
        ("PADS = 8", "PADS = 8 +", "line 27: invalid syntax: the contest site runs"),
        ("PADS = 8", "PADS = __import__('os')", f"pasted.py line 27: {RULES}: "),
        ("PADS = 8", "PADS = 8\nWORDS = 9", "line 53: built again, this would read 'BOT_WORDS"),
        ("PADS = 8", "PADS = len(WORDS)", "line 27: bots/pond/rules.py cannot import WORDS"),
        ("PADS = 8", "PADZ = 8", f"line 38: {RULES} needs PADS, which no section defines"),
        ("PADS = 8", "PADS = 8\nX = dees", f"line 28: {RULES} needs dees, which no section"),
        ("\n# ==== bots/pond/params", "\nX = 1\n# ==== bots/pond/params", "line 12: code above"),
    ],
)
def test_one_clear_line_and_nothing_written(pond, old, new, message):
    assert message in pond.refusal(swapped(pond.build().text, (old, new)))


@pytest.mark.parametrize("lost", [3, 6, 8, 12, 500])
def test_a_file_that_was_cut_off_says_where(pond, lost):
    said = pond.refusal(pond.build().text.rstrip()[:-lost])
    assert said.startswith("pasted.py: cut off: ")
    assert ("should end with 'main()'" in said) == (lost < 8)


def moved(text: str) -> str:
    """A bundle whose second and third sections have changed places."""
    parts = text.split("# ==== ")
    parts[2], parts[3] = parts[3], parts[2]
    return "# ==== ".join(parts)


def test_sections_that_moved_are_named(pond):
    assert f"line 22: the banner '# ==== {RULES}" in pond.refusal(moved(pond.build().text))


def test_when_a_module_cannot_be_written_none_is(pond, monkeypatch):
    text = (
        pond.build().text.replace("PADS = 8", "PADS = 9").replace("deep: int = 3", "deep: int = 4")
    )
    write, written = Path.write_text, []

    def full(path: Path, *arguments, **options):
        if path.is_relative_to(pond.root / "bots"):
            written.append(path)
            if len(written) == 2:
                raise OSError(28, "No space left on device", str(path))
        return write(path, *arguments, **options)

    found = pond.pull(text)
    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(BadInput, match="No space left on device; nothing was written"):
        found.apply(pond.root)
    monkeypatch.undo()
    assert pond.texts() == pond.before


# ---- the command


def test_escapes_in_an_edit_reach_no_terminal(pond, monkeypatch, capsys):
    text = swapped(pond.build().text, ("PADS = 8\n", "PADS = 8  # \x1b[31mred\x07\n"))
    pond.file.write_text(text)
    monkeypatch.setattr(pull_command, "own_root", lambda: pond.root)
    pull_command.pull(pond.file)
    said = capsys.readouterr().out
    assert "+PADS = 8  # ?[31mred?\n" in said and is_harmless(said)


def test_the_command_shows_a_table_and_a_patch_and_applies_it(pond, monkeypatch, capsys):
    monkeypatch.setattr(pull_command, "own_root", lambda: pond.root)
    text = swapped(pond.build().text, ("deep: int = 3", "deep: int = 4"), ("PADS = 8", "PADS = 9"))
    pond.file.write_text(text)
    pull_command.pull(pond.file)
    said = capsys.readouterr().out
    assert pond.texts() == pond.before
    assert "deep        3         4" in said
    assert "--- a/bots/pond/rules.py\n+++ b/bots/pond/rules.py\n@@ " in said
    assert "\n-PADS = 8\n+PADS = 9\n" in said
    assert said.endswith("--apply writes this to bots/pond/params.py, bots/pond/rules.py\n")
    pull_command.pull(pond.file, apply=True)
    said = capsys.readouterr().out
    assert said.endswith("build pond again, and paste that before you edit on\n")
    assert body(pond.build().text) == body(text)
    pull_command.pull(pond.file)
    assert capsys.readouterr().out.startswith("nothing to bring back")


def test_a_project_that_cannot_be_built_says_so(pond, monkeypatch):
    monkeypatch.setattr(pull_command, "own_root", lambda: pond.root)
    pond.file.write_text(pond.build().text)
    (pond.root / "bots/pond/rules.py").write_text("x = (\n")
    with pytest.raises(BadInput, match="the project itself cannot be built: bots/pond/rules.py:1"):
        pull_command.pull(pond.file)
