"""The compiled flavour: what its bundle holds, that it plays as the pure one does, and refusals."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from botsmith.bundle import compiled as compiled_flavour
from botsmith.bundle.assemble import Bundle, Order, assemble, choose_flavours
from botsmith.bundle.failures import Refused
from botsmith.bundle.header import units
from botsmith.bundle.modules import choose_entries
from botsmith.bundle.products import Row
from botsmith.bundle.recorded import recorded_lines
from botsmith.bundle.trials import Ran, engine_failures, run_child, run_isolated
from botsmith.errors import BadInput

from .conftest import Project

ROOT = Path(__file__).resolve().parents[2]
WORK = {"BOTSMITH_ITERATIONS": "30", "BOTSMITH_SEED": "5", "BOTSMITH_STATS": "1"}
SEARCH = '''"""A search."""

from common.kernel import kernel, record


@record
class Memory:
    used: int


@kernel
def think(memory: Memory, count: int) -> None:
    memory.used += count


ENTRIES = (think,)
'''
BOT = """\
from bots.toy.search import Memory
from common.engine import Engines
from common.loop import run


def main(engines: Engines | None = None) -> None:
    run(engines or Engines(Memory))
"""


@pytest.fixture(scope="module")
def bundle() -> Bundle:
    return assemble(Order(ROOT, choose_entries(ROOT, ["csb"])[0], "compiled", {}, "x"))


def run(text: str, folder: Path) -> tuple[list[str], set[str], list[str]]:
    """The answers of a bundle to recorded lines, the engines that played, what else it said."""
    file = folder / "bundle.py"
    file.write_text(text)
    told = "\n".join(recorded_lines(ROOT, "csb")) + "\n"
    ran = run_child(["-I", str(file)], folder, told, WORK)
    assert ran.status == 0, ran.err
    said = ran.err.splitlines()
    engines = {line for line in said if "engine = " in line}
    return (
        ran.out.decode().splitlines(),
        {line.split()[-1] for line in engines},
        [line for line in said if not line.startswith("[PDATA]")],
    )


def changed(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1
    return text.replace(old, new)


def pure(bundle: Bundle, **changes: float) -> str:
    return assemble(replace(bundle.order, flavour="pure", changes=changes)).text


def test_it_plays_in_c_what_the_pure_bundle_plays_in_python(bundle, require, tmp_path):
    require("cc")
    answers, engines, said = run(bundle.text, tmp_path)
    expected, others, nothing = run(pure(bundle), tmp_path)
    assert (engines, others, nothing) == ({"c"}, {"python"}, [])
    assert answers == expected
    assert said == []


def test_a_parameter_changed_in_the_bundle_is_in_force_in_c(bundle, require, tmp_path):
    """Whoever tweaks a number in the contest's editor changes a line of the bundle."""
    require("cc")
    line = "    depth: int = 6  # 1..12"
    edited = changed(bundle.text, line, line.replace("6", "2"))
    answers, engines, _ = run(edited, tmp_path)
    assert engines == {"c"}
    assert answers == run(pure(bundle, depth=2), tmp_path)[0]
    assert answers != run(bundle.text, tmp_path)[0]


def test_an_edited_kernel_is_played_in_python(bundle, tmp_path):
    edited = changed(bundle.text, "\nFRICTION = 0.85\n", "\nFRICTION = 0.5\n")
    answers, engines, said = run(edited, tmp_path)
    assert said == ["no C, CPython plays: bots.csb.rules was changed"]
    assert engines == {"python"}
    assert (
        answers
        == run(changed(pure(bundle), "\nFRICTION = 0.85\n", "\nFRICTION = 0.5\n"), tmp_path)[0]
    )


def test_a_comment_line_may_be_added_to_a_kernel(bundle, require, tmp_path):
    require("cc")
    commented = bundle.text.replace("\nFRICTION = ", "\n\n# of the air?\nFRICTION = ", 1)
    assert run(commented, tmp_path)[1] == {"c"}


def test_a_new_parameter_is_played_in_python(bundle, require, tmp_path):
    require("cc")
    line = "    depth: int = 6  # 1..12"
    edited = changed(bundle.text, line, "    extra: float = 1.0\n" + line)
    _, engines, said = run(edited, tmp_path)
    assert engines == {"python"}
    assert said == ["no C, CPython plays: C lays the memory out in another way"]


def test_modules_are_indented_by_tabs_and_imported_as_they_were_written(bundle):
    pure_modules = {
        source.path: source.text
        for source in assemble(replace(bundle.order, flavour="pure")).modules
    }
    tabbed_modules = {source.path: source.text for source in bundle.modules}
    for path, text in pure_modules.items():
        assert tabbed_modules[path].expandtabs(4) == text
        assert ("\n    " in tabbed_modules[path]) == path.endswith("/params.py")


def test_comments_stay_in_c_as_long_as_there_is_room(bundle, monkeypatch):
    def c_text(room: int) -> str:
        monkeypatch.setattr(compiled_flavour, "ROOM", room)
        modules = {source.path: source.text for source in assemble(bundle.order).modules}
        return modules["bots/csb/kernels_c.py"]

    long, short = c_text(1_000_000), c_text(1)
    assert "/* One pod. passed: " in long and "  // of two pods that touch" in long
    assert "One pod" not in short and "of two pods" not in short
    assert "// bots/csb/rules.py\n" in short and re.search(
        r" \*   0  \w{16}  common\.search\.ucb\n", short
    )
    assert len(short) < 0.85 * len(long)


def test_what_params_say_of_numbers_stands_in_the_bundle_once(bundle):
    modules = {source.path: source.text for source in bundle.modules}
    kernels = modules["bots/csb/kernels_c.py"]
    assert "besides the pauses met" in modules["bots/csb/params.py"]
    assert "typedef struct Params {" in kernels and "margin_ms;\n" in kernels
    assert "besides the pauses met" not in kernels


def test_csb_has_all_its_comments_below_90_000_units(bundle):
    assert units(bundle.text) < 90_000
    assert "/* One pod. passed: " in bundle.text


def test_the_entry_brings_the_engines_and_all_is_readable_text(bundle):
    modules = {source.path: source.text for source in bundle.modules}
    assert "common/native.py" in modules
    assert "main(Compiled(Memory, kernels_c))" in bundle.main.text
    kernels = modules["bots/csb/kernels_c.py"]
    assert 'TEXT = r"""' in kernels
    assert "typedef struct Pod {" in kernels
    assert bundle.text.isascii()
    assert max(map(len, bundle.text.split("\n"))) <= 110
    assert "# flavour     compiled\n" in bundle.text
    assert bundle.order.file_name == "csb_compiled.py"


def test_the_pure_bundle_holds_nothing_of_it(bundle):
    text = pure(bundle)
    assert "native" not in text
    assert "ctypes" not in text
    assert units(text) < units(bundle.text)


def test_the_row_names_its_proofs(bundle):
    assert {"kernels", "engine"} <= set(Row(bundle.order, Path("x")).proofs())
    assert "kernels" not in Row(replace(bundle.order, flavour="pure"), Path("x")).proofs()


def test_a_turn_in_python_fails_the_proof(bundle, require):
    require("cc")
    said = "no C, CPython plays: for a reason\n[PDATA] engine = {}\n[PDATA] engine = c\n"
    assert engine_failures(bundle, Ran(0, b"", said.format("c"))) == []
    (failure,) = engine_failures(bundle, Ran(0, b"", said.format("python")))
    assert (failure.proof, "for a reason" in failure.text) == ("engine", True)


def with_search(project: Project, text: str = SEARCH) -> Order:
    """An order for the compiled toy, whose bot imports this search."""
    for path in (ROOT / "common").glob("*.py"):
        project.write(f"common/{path.name}", path.read_text())
    project.write("bots/toy/search.py", text)
    project.write("bots/toy/bot.py", BOT)
    return replace(project.order(), flavour="compiled")


def refusal(order: Order) -> tuple[str, str, str]:
    with pytest.raises(Refused) as refused:
        assemble(order)
    (failure,) = refused.value.failures
    return failure.proof, failure.where, failure.text


def test_another_project_is_translated_from_its_own_files(project: Project):
    text = assemble(with_search(project)).text
    assert "int32_t run_think(Memory *memory, " in text


def test_a_kernel_outside_of_the_subset_is_refused_with_its_place(project: Project):
    text = SEARCH.replace("memory.used += count", "memory.used **= count")
    proof, where, what = refusal(with_search(project, text))
    assert proof == "kernels"
    assert where.startswith("bots/toy/search.py:13:")
    assert "**" in what


@pytest.mark.parametrize(
    ("before", "after", "line", "said"),
    [
        ("    used: int", "    used: int = 0.5", "used", "Memory.used: not "),
        ("    used: int", "    used: int\n    far: list = None", "far", "Memory.far: not "),
        ("    used: int", "    used: int\n    far: Any = numbers(str, 3)", "far", "numbers() of "),
        ("class Memory:", "class Memory(dict):", "@record", "a record has no base class"),
    ],
)
def test_a_mistake_in_a_record_is_refused_with_its_place(project, before, after, line, said):
    head = "from typing import Any\nfrom common.kernel import numbers\n"
    text = head + SEARCH.replace(before, after)
    proof, where, what = refusal(with_search(project, text))
    number = next(at for at, each in enumerate(text.splitlines(), 1) if line in each)
    number += int(line == "@record")  # the class below
    assert (proof, where.rpartition(":")[0]) == ("kernels", f"bots/toy/search.py:{number}")
    assert said in what
    pure = replace(with_search(project, text), flavour="pure")
    ran, (failure,) = run_isolated(assemble(pure), "")
    assert failure.where.startswith("bots/toy/search.py:") and said in failure.text


def test_a_search_chooses_how_hard_the_c_compiler_works(project: Project):
    assert " -O2 " in assemble(with_search(project)).text
    assert " -O3 " in assemble(with_search(project, SEARCH + 'C_LEVEL = "-O3"\n')).text
    said = refusal(with_search(project, SEARCH + 'C_LEVEL = "-Ofast"\n'))[2]
    assert said == "bots.toy.search: C_LEVEL '-Ofast': expected -O1 -O2 -O3"


def test_two_entries_of_one_name_are_refused(project: Project):
    text = SEARCH.replace("(think,)", "(think, think)")
    assert "same name" in refusal(with_search(project, text))[2]


def test_a_search_that_cannot_be_imported_is_refused(project: Project):
    assert "ZeroDivisionError" in refusal(with_search(project, SEARCH + "1 / 0\n"))[2]


def test_an_entry_file_that_does_more_than_to_start_the_bot_is_refused(project: Project):
    order = with_search(project)
    project.write("bots/toy/main.py", "from bots.toy.bot import main\nmain(None)\n")
    assert refusal(order)[:2] == ("main", "bots/toy/main.py:1")


def test_a_bot_without_kernels_has_no_compiled_flavour(project: Project):
    entry = project.order().entry
    assert choose_flavours(None, project.root, entry) == ["pure"]
    assert choose_flavours("compiled,pure", project.root, entry) == ["pure"]
    with pytest.raises(BadInput, match="toy has no kernels to compile"):
        choose_flavours("compiled", project.root, entry)
    with pytest.raises(BadInput, match="no flavour 'fast'"):
        choose_flavours("fast", project.root, entry)
    assert refusal(replace(project.order(), flavour="compiled"))[0] == "kernels"


def test_a_bot_with_kernels_has_both_flavours():
    entry = choose_entries(ROOT, ["csb"])[0]
    assert choose_flavours(None, ROOT, entry) == ["pure", "compiled"]


def test_a_second_entry_is_translated_from_its_own_search(project: Project):
    with_search(project)
    project.write("bots/toy/search_b.py", SEARCH.replace("think", "think_twice"))
    project.write("bots/toy/bot_b.py", BOT.replace("search", "search_b"))
    project.write("bots/toy/main_b.py", "from bots.toy.bot_b import main\nmain()\n")
    for name, kernel in (("toy", "run_think("), ("toy_b", "run_think_twice(")):
        (entry,) = choose_entries(project.root, [name])
        assert choose_flavours(None, project.root, entry) == ["pure", "compiled"]
        order = Order(project.root, entry, "compiled", {}, "x")
        assert order.file_name == f"{name}_compiled.py"
        assert kernel in assemble(order).text


def test_building_needs_no_compiler(project: Project, monkeypatch: pytest.MonkeyPatch):
    order = with_search(project)
    monkeypatch.setenv("PATH", "")
    assert "int32_t run_think(Memory *memory, " in assemble(order).text
