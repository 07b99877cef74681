"""benchmarks/mutants.py: the same mutants in every run, judged by tests, and none judged twice."""

import ast
import json
import subprocess

import pytest

from benchmarks import mutants
from botsmith.errors import BadInput
from tests.pages import files_of, page_beside

PROGRAMS = files_of(page_beside(__file__, "programs.txt")["programs"])

SOURCE = PROGRAMS["largest"]


def keys(source, count=1000):
    return [mutant.key for mutant in mutants.choose("largest.py", source, count)]


def test_every_mutant_is_other_python_and_says_what_it_changes():
    for mutant in mutants.choose("largest.py", SOURCE, 1000):
        assert ast.dump(ast.parse(mutant.text)) != ast.dump(ast.parse(SOURCE))
        assert SOURCE.splitlines()[mutant.row - 1].strip() == mutant.line
        assert mutant.text.splitlines()[mutant.row - 1].strip() == mutant.becomes != mutant.line
        assert mutant.place == "largest"


def test_boundaries_numbers_conditions_and_loops_are_changed():
    assert {(line, becomes) for _, _, line, becomes in keys(SOURCE)} >= {
        ("if cell < 0:", "if cell <= 0:"),
        ("if cell < 0:", "if cell < -1:"),
        ("if cell < 0:", "if not cell < 0:"),
        ("best = 0", "best = 1"),
        ("for cell, _ in zip(cells[:count], cells, strict=False):", "for cell, _ in []:"),
        ("if cell > best and not is_hidden(cell):", "if cell > best or not is_hidden(cell):"),
        ("if cell > best and not is_hidden(cell):", "if cell > best and  is_hidden(cell):"),
    }


def test_no_annotation_decorator_error_text_or_docstring_is_changed():
    changed = {line for _, _, line, _ in keys(SOURCE)}
    head = [becomes for _, _, line, becomes in keys(SOURCE) if line.startswith("def")]
    assert all("list[int | None], count: int" in text and "-> int | None" in text for text in head)
    assert len(head) == 2
    assert not any("raise" in line or "print" in line or "@" in line for line in changed)
    assert not any('"' in line for line in changed)
    assert not any("strict=True" in becomes for _, _, _, becomes in keys(SOURCE))


def test_an_edit_elsewhere_leaves_the_choice_and_the_keys_as_they_are():
    edited = SOURCE.replace("@cache", "# A comment.\nTABLE = table()\n\n\n@cache")
    assert keys(edited, 6) == keys(SOURCE, 6)


def test_a_choice_takes_from_every_kind_of_change():
    operators = {mutant.operator for mutant in mutants.choose("largest.py", SOURCE, 3)}
    kinds = [
        {kind for kind, names in mutants.OPERATORS.items() if name in names} for name in operators
    ]
    assert sorted(map(sorted, kinds)) == [["comparison"], ["logic"], ["number"]]


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project of one module and a test, and tables of mutants for it."""
    root = tmp_path / "project"
    root.mkdir()
    subprocess.run(["git", "init", "-q", root], check=True)
    (root / "largest.py").write_text(SOURCE.replace("@cache(maxsize=7)\n", ""))
    (root / "test_largest.py").write_text(
        "from largest import largest\nlargest.__globals__['is_hidden'] = lambda cell: False\n\n\n"
        "def test_largest():\n    assert largest([1, 0, 2, 4]) == 2\n"
    )
    (root / "mutants.toml").write_text('[tests]\n"largest.py" = ["test_largest.py"]\n')
    (root / "equivalents.toml").write_text("")
    monkeypatch.setattr(mutants, "ROOT", root)
    monkeypatch.setattr(mutants, "PLAN", root / "mutants.toml")
    monkeypatch.setattr(mutants, "EQUIVALENTS", root / "equivalents.toml")
    return root


@pytest.fixture
def namespaces(require):
    """Skips, or fails under BOTSMITH_REQUIRE=all, where no process namespace can be made."""
    require("prlimit")
    require("unshare")
    if subprocess.run([*mutants.ALONE, "true"], capture_output=True).returncode:
        require("unshare that is allowed to make a process namespace")


@pytest.mark.usefixtures("namespaces")
def test_what_the_tests_notice_is_killed_and_the_tree_stays_as_it_is(project, tmp_path):
    before = (project / "largest.py").read_bytes()
    copy = mutants.Copy(tmp_path / "copy")
    found = {mutant.becomes: mutant for mutant in mutants.choose("largest.py", before.decode(), 99)}
    tests = ("test_largest.py",)
    copy.limits[tests] = 60.0
    outcome, by = copy.judge(found["if cell <= 0:"], tests)
    assert (outcome, by) == ("killed", "test_largest.py::test_largest")
    assert (copy.tree / "largest.py").read_bytes() == before
    assert (project / "largest.py").read_bytes() == before


@pytest.mark.usefixtures("namespaces")
def test_tests_see_no_processes_but_their_own(project, tmp_path):
    (project / "test_alone.py").write_text(
        "import os\n\ndef test():\n    assert os.getpid() == 1\n"
        "    assert [name for name in os.listdir('/proc') if name.isdigit()] == ['1']\n"
    )
    copy = mutants.Copy(tmp_path / "copy")
    assert copy.test(("test_alone.py",), 60.0, is_mutant=True) == ("survived", "")


@pytest.mark.usefixtures("namespaces")
def test_a_mutant_that_ends_the_tests_without_a_failure_is_killed(project, tmp_path):
    (project / "test_ends.py").write_text("import os\n\ndef test():\n    os._exit(0)\n")
    outcome, by = mutants.Copy(tmp_path / "copy").test(("test_ends.py",), 60.0, is_mutant=True)
    assert outcome == "killed" and by.startswith("status 0")


def judged(monkeypatch, outcomes):
    """Replaces the running of tests: what comes of a mutant by its text, else killed; a list of
    the mutants that ran.
    """
    ran = []

    def judge(copy, mutant, tests):
        ran.append(mutant.becomes)
        return outcomes.get(mutant.becomes, "killed"), "test"

    monkeypatch.setattr(mutants.Copy, "judge", judge)
    return ran


def test_the_same_command_goes_on_and_survivors_are_run_again_with_other_tests(
    project, tmp_path, monkeypatch, capsys
):
    words = [str(tmp_path / "rows.jsonl"), "--count", "9"]
    ran = judged(monkeypatch, {"if cell >= best and not is_hidden(cell):": "survived"})
    mutants.main([*words, "--minutes", "0"])
    assert ran == [] and "| largest.py | 0 | 0 | 0 | 9 |" in capsys.readouterr().out
    mutants.main(words)
    assert len(ran) == 9
    text = capsys.readouterr().out
    assert "| largest.py | 8 | 0 | 1 | 0 |\n| all | 8 | 0 | 1 | 0 |" in text
    assert "* survived: largest.py:10 largest: `if cell > best and not" in text
    mutants.main(words)
    assert len(ran) == 9
    (project / "test_largest.py").write_text("def test(): pass\n")
    mutants.main(words)
    assert ran[9:] == ["if cell >= best and not is_hidden(cell):"]
    (project / "largest.py").write_text((project / "largest.py").read_text() + "\n")
    mutants.main(words)
    assert sorted(ran[10:]) == sorted(ran[:9])


def test_an_equivalent_mutant_is_counted_as_such_and_not_run(
    project, tmp_path, monkeypatch, capsys
):
    (project / "equivalents.toml").write_text(
        '[["largest.py"]]\nplace = "largest"\nline = "if cell > best and not is_hidden(cell):"\n'
        'becomes = "if cell >= best and not is_hidden(cell):"\nwhy = "It is the same number."\n'
    )
    ran = judged(monkeypatch, {})
    mutants.main([str(tmp_path / "rows.jsonl"), "--count", "9"])
    assert len(ran) == 8
    assert "| largest.py | 8 | 1 | 0 | 0 |" in capsys.readouterr().out


def test_tests_that_fail_without_a_mutant_are_one_line(project, tmp_path, monkeypatch):
    copy = mutants.Copy(tmp_path / "copy")
    monkeypatch.setattr(copy, "test", lambda *order, is_mutant: ("killed", "test_largest.py::test"))
    with pytest.raises(BadInput, match="test_largest.py::test: has to pass without any mutant"):
        copy.limit(("test_largest.py",))


def test_a_file_of_something_else_and_an_unknown_module_are_one_line(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps({"row": {}}) + "\n")
    with pytest.raises(BadInput, match="rows.jsonl, line 1: expected a row"):
        mutants.main([str(path)])
    with pytest.raises(BadInput, match="--modules chess: no path in mutants.toml"):
        mutants.main([str(tmp_path / "none"), "--modules", "chess"])


def test_every_module_and_test_of_the_plan_is_there():
    for module, tests in mutants.plan([""]).items():
        assert tests
        for name in (module, *(name for name in tests if name[0] != "-")):
            assert (mutants.ROOT / name.partition("::")[0]).is_file(), name


def test_every_equivalent_mutant_is_of_a_line_that_is_there_and_has_a_reason():
    for (module, place, line, becomes), why in mutants.equivalents().items():
        source = (mutants.ROOT / module).read_text(encoding="utf-8")
        rows = [n for n, text in enumerate(source.splitlines(), 1) if text.strip() == line]
        assert any(mutants.function_at(ast.parse(source), row) == place for row in rows), line
        assert becomes != line and len(why.split()) > 2


C = '''class Text:
    r"""
    #include <x.h>  // 1 + 1
    if (a >= 63 && b) return -0x1p63;
    """
'''


def test_c_in_a_docstring_is_changed_token_by_token():
    found = {C[:start] + new + C[end:] for start, end, new in mutants.c_changes(C)}
    lines = [text.splitlines()[3].strip() for text in found]
    assert sorted(lines) == [
        "if (a > 63 && b) return -0x1p63;",
        "if (a >= 62 && b) return -0x1p63;",
        "if (a >= 63 || b) return -0x1p63;",
        "if (a >= 64 && b) return -0x1p63;",
    ]
    assert mutants.c_changes(C.replace("#include", "")) == []
    assert {mutant.becomes for mutant in mutants.choose("m.py", C, 9)} == {*lines}
