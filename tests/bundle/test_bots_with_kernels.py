"""Bots with kernels: C and CPython play alike, also after edits as in the IDE; what is refused."""

import ast
import os
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from botsmith.bundle import inputs, kernels, trials
from botsmith.bundle.assemble import Bundle, Target, assemble
from botsmith.bundle.failures import Failure
from botsmith.bundle.header import units
from botsmith.bundle.inputs import Given, recorded_input
from botsmith.bundle.kernels import kernel_failures, refused_kernels, run_kernels
from botsmith.bundle.modules import Source, all_entries, choose_entries, read_source
from botsmith.bundle.parameters import override_parameters, read_parameters
from botsmith.bundle.products import Row
from botsmith.bundle.short import Kit
from botsmith.bundle.sizes import sizes_of, tightest
from botsmith.bundle.tokens import token_failures
from botsmith.bundle.trials import USUAL, engine_failures, isolated_failures
from botsmith.cli import build as cli
from botsmith.cli.build import list_refusals, print_c, run_builds
from botsmith.compiler.fit import REFUSED
from botsmith.errors import BadInput
from botsmith.runs import COMPILING, Ran, run_isolated
from botsmith.training.weights import encode_parts, module_source
from common.c_text import SUPPORT
from common.native import Unusable
from tests.pages import changes_of, files_of
from tests.sources import WRITTEN_BY_NEW

from .conftest import PAGE, Project, try_out
from .test_pull import swapped

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[2]
WORK = {"BOTSMITH_ITERATIONS": "12", "BOTSMITH_SEED": "5", "BOTSMITH_STATS": "1"}
KERNELS = files_of(PAGE["kernels"])
SEARCH, BOT = KERNELS["search.py"], KERNELS["bot.py"]
NET_BOT = swapped(BOT, *changes_of(PAGE["net bot"]))


@pytest.fixture(scope="module")
def csb() -> Bundle:
    return assemble(Target(ROOT, choose_entries(ROOT, ["csb"])[0], "c", {}, "x"))


def play(text: str, **extra: str) -> tuple[list[str], set[str], list[str]]:
    """The answers of a bundle to recorded lines, the engines that played, what else it said."""
    text_in = recorded_input(ROOT, "csb").text
    ran = run_isolated("csb.py", text, text_in, WORK | extra)
    assert ran.status == 0, ran.err
    said = ran.err.splitlines()
    engines = {line.split()[-1] for line in said if "engine = " in line}
    return (
        ran.out.decode().splitlines(),
        engines,
        [line for line in said if not line.startswith("[PDATA]")],
    )


def test_what_is_edited_in_the_ide_stays_in_c_with_equal_answers(csb, require):
    require("cc")
    old, new = "    depth: int = 6  # 1", "    extra: float = 1.0\n    depth: int = 6  # 1"
    old, new = (part.replace("    ", "\t") if csb.uses_tabs else part for part in (old, new))
    text = swapped(csb.text, (old, new))
    answers, engines, said = play(text)
    assert (engines, said) == ({"c"}, [])
    assert answers == play(text, BOTSMITH_ENGINE="python")[0]


def test_the_switch_that_the_header_names_turns_c_off(csb):
    text = swapped(csb.text, ("\nUSE_C = True", "\nUSE_C = False"))
    _, engines, said = play(text)
    assert (engines, said) == ({"python"}, [])


def test_without_the_machinery_the_same_is_played(csb):
    less = assemble(replace(csb.target, engine="python", kit=csb.kit))
    assert "ctypes" not in less.text and units(tightest(less).text) < 0.7 * units(csb.text)
    answers, engines, said = play(less.text)
    assert (engines, said) == ({"python"}, [])
    assert answers == play(csb.text)[0]
    assert set(Row(less.target, Path("x"), less).proofs()) >= {"kernels"}
    assert "engine" not in Row(less.target, Path("x"), less).proofs()


@pytest.mark.parametrize(
    ("lines", "used", "said"),
    [
        ("    for way in each(2):\n        memory.used += WAYS[way] * count", "7", ""),
        (
            "    place = memory.used + WAYS[1]\n    if place > 0:\n        memory.used = place",
            "4",
            "",
        ),
        ("    memory.used = count.bit_length()", "1", "not in the subset: count.bit_length()"),
        ("    memory.used = Int8(count)", "1", "not in the subset: Int8(count)"),
        ("    memory.used = count**2", "1", "not in the subset: count ** 2"),
        ("    x, memory.used = count, memory.used + 3", "3", ""),
        ("    x, memory.used = WAYS", "4", "not in the subset: (x, memory.used)"),
        ("    begin(memory=memory)", "0", "not in the subset: begin(memory=memory)"),
    ],
)
def test_an_edit_that_calls_a_part_that_is_left_out_plays_or_is_refused_with_its_line(
    project: Project, require, lines: str, used: str, said: str
):
    require("cc")
    old, table = "    memory.used += count", "\n\nWAYS = (3, 4)\n\n\n@record\nclass Memory"
    bundle = assemble(replace(with_search(project), kit=Kit.SHORT))
    text = swapped(bundle.text, (old, lines), ("\n\n\n@record\nclass Memory", table))
    ran = run_isolated("toy.py", text, "one\n", WORK)
    assert ran.out.decode().split()[0] == used
    line = text.split("\n").index(lines) + 1 if said else 0
    assert ran.err.splitlines() == (
        [f"no C, CPython plays: toy.py:{line}: {said}", "[PDATA] engine = python"]
        if said
        else ["[PDATA] engine = c"]
    )
    search = swapped(SEARCH, (old, lines), ("\n\n\n@record\nclass Memory", table))
    if "each" in lines or "Int8" in lines:
        name = "each" if "each" in lines else "Int8"
        search = search.replace("import kernel", f"import {name}, kernel")
    again = assemble(replace(with_search(project, search), kit=Kit.SHORT))
    assert try_out(again) == trials.Trials()
    left_out = "\n# left out    bit_count, Int16(x), f(x=1), defaults, x ** 2, array unpacking; "
    assert left_out in bundle.text and (left_out in again.text) == (not said)


MIXED = ("csb",)  # with weights
RENAMED = {"csb_policy": 10, "snakebyte": 5}  # names renamed at most; 4 in others
CONTEST_BOTS = [
    pytest.param(entry.name, marks=[] if entry.name in MIXED else pytest.mark.campaign)
    for entry in all_entries(ROOT)
    if entry.game != "probe"
]


@pytest.mark.parametrize("name", CONTEST_BOTS)
def test_a_bot_s_bundle_is_code_and_all_of_its_modules(name: str):
    """94 % of it stands outside of strings, but for docstrings, weights and C's macros."""
    bundle = assemble(Target(ROOT, choose_entries(ROOT, [name])[0], "c", {}, "x"))
    assert token_failures(bundle) == []
    text = WEIGHTS.sub("", bundle.text)  # a network's, which are data
    assert code_share(text) >= 0.94
    assert max(map(len, text.split("\n"))) <= 120
    assert len(bundle.renamed) <= RENAMED.get(name, 4)


WEIGHTS = re.compile(
    r"^# ==== bots/\w+/\w*(?:weights|_net)\.py ====$.*?(?=^# ==== )", re.MULTILINE | re.DOTALL
)


def code_share(text: str) -> float:
    """The share of characters outside of strings' texts; docstrings and C's macros are none."""
    tree = ast.parse(text)
    values = ((node, str(getattr(node, "value", ""))) for node in ast.walk(tree))
    documents = {node for node, value in values if value.startswith(SUPPORT[:99])}
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        for place, each in enumerate(body if isinstance(body, list) else []):
            if isinstance(each, ast.Expr) and (place == 0 or isinstance(node, ast.Module)):
                documents.add(each.value)
    strings = (
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in documents
    )
    return 1.0 - sum(len(repr(node.value)) for node in strings) / len(text)


def with_search(project: Project, search: str = SEARCH, bot: str = BOT) -> Target:
    """A target for the toy with these kernels."""
    for path in [*(ROOT / "common").glob("*.py"), *(ROOT / "common" / "nets").glob("*.py")]:
        project.write(path.relative_to(ROOT).as_posix(), path.read_text())
    project.write("bots/toy/search.py", search)
    project.write("bots/toy/bot.py", bot)
    return project.target()


def failures_of_kernels(target: Target) -> dict[str, Failure]:
    """What comparing the kernels alone says against a target, by proof."""
    bundle = assemble(target)
    search = kernels.search_module(bundle.sources, "toy")
    assert search is not None
    text_in = recorded_input(target.root, "toy").text
    found = refused_kernels(bundle)
    found = found or kernel_failures(search, run_kernels(bundle, text_in, target.root))
    return {failure.proof: failure for failure in found}


def test_sound_kernels_pass_every_proof_under_the_flags_of_the_bot(
    project: Project, require, monkeypatch: pytest.MonkeyPatch
):
    """A compiler of the test's own writes down how the bundle and the comparison call it."""
    require("cc")
    log, cc = project.root / "log", project.root / "path/cc"
    cc.parent.mkdir()
    cc.write_text(f'#!/bin/sh\necho "$@" >>{log}\nexec {shutil.which("cc")} "$@"\n')
    cc.chmod(0o755)
    monkeypatch.setenv("PATH", str(cc.parent), prepend=os.pathsep)
    bundle = assemble(with_search(project))
    assert try_out(bundle) == trials.Trials()
    row = Row(bundle.target, Path("x"), bundle)
    assert {"kernels", "engine", "equal_memory"} <= set(row.proofs())
    flags = [line.partition(" -xc ")[0] for line in log.read_text().splitlines()]
    assert len(flags) == 2 and flags[0] == flags[1]


def test_a_kernel_outside_of_the_subset_is_refused_with_its_place(project: Project):
    search = SEARCH.replace("memory.used += count", "memory.used **= count")
    failures = try_out(assemble(with_search(project, search))).failures
    assert failures[0].proof == "kernels"
    assert failures[0].where.startswith("bots/toy/search.py:19")
    assert {failure.proof for failure in failures[1:]} <= {"engine"}


def test_all_that_kernels_refuse_in_all_modules_is_named_at_once(project, monkeypatch, capsys):
    search = SEARCH.replace("memory.used += count", "memory.used **= count\n    print(count)")
    search = search.replace("/ 3.0", "/ 3.0 + score(count)")
    search = search.replace(
        "import kernel, record", "import kernel, record\n\nfrom .rules import score"
    )
    project.write("bots/toy/rules.py", "\n" + KERNELS["rules.py"])
    target = with_search(project, search)
    called, others = kernels.refused_lines(project.root, [target.entry])["toy"]
    assert [line.split(": ")[0].rpartition(":")[0] for line in called] == [
        "bots/toy/rules.py:6",
        "bots/toy/rules.py:8",
        "bots/toy/search.py:21",
        "bots/toy/search.py:22",
    ]
    assert [line.split(": ")[0] for line in others] == ["bots/toy/rules.py:12:12"]
    monkeypatch.setattr(cli, "own_root", lambda: project.root)
    assert list_refusals([target.entry], as_json=False, is_again=False) == 1
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 5 and said[0].startswith("botsmith: kernels: bots/toy/rules.py:6:12: ")
    assert run_builds([target], project.root / "dist", False, False, USUAL, False) == 1
    said = capsys.readouterr().err
    assert all(f"kernels: {line}" in said for line in called) and "unused" not in said


def test_sound_kernels_have_no_refused_line(project: Project, monkeypatch, capsys):
    target = with_search(project)
    monkeypatch.setattr(cli, "own_root", lambda: project.root)
    assert list_refusals([target.entry], as_json=False, is_again=False) == 0
    assert capsys.readouterr().out == "kernels: nothing is refused in toy\n"


@pytest.mark.parametrize(
    ("before", "after", "line", "said"),
    [
        ("    used: int", "    used: int = 0.5", "used", "Memory.used: not "),
        ("class Memory:", "class Memory(dict):", "@record", "a record has no base class"),
    ],
)
def test_a_mistake_in_a_record_is_refused_with_its_place(project, before, after, line, said):
    text = SEARCH.replace(before, after)
    bundle = assemble(with_search(project, text))
    number = next(at for at, each in enumerate(text.splitlines(), 1) if line in each)
    number += int(line == "@record")  # the class below
    failures = failures_of_kernels(bundle.target)
    assert failures["kernels"].where.rpartition(":")[0] == f"bots/toy/search.py:{number}"
    assert said in failures["kernels"].text
    if "0.5" in after:  # pasted, it plays on with the nearest number
        return
    ran = run_isolated("toy.py", bundle.text, "", {})
    (failure,) = isolated_failures(bundle, ran, Given("", "", is_strict=True), COMPILING)
    assert failure.where.startswith("bots/toy/search.py:") and said in failure.text


def test_two_entries_of_one_name_are_refused(project: Project):
    search = SEARCH.replace("(begin, think)", "(begin, think, think)")
    failures = failures_of_kernels(with_search(project, search))
    assert "same name" in failures["kernels"].text


def test_a_difference_in_the_memory_is_told_with_its_field(project: Project, require, monkeypatch):
    """A kernel that looks at what it plays on: no translator can make both the same."""
    require("cc")
    search = SEARCH.replace("float(memory.used) / 3.0", "float(memory.used) / SHARE")
    search = search.replace("\n\n@record", "\nimport sys\nSHARE = 3.0\n\n@record", 1)
    search += '\n\ndef spoil():\n    think.__globals__["SHARE"] = 4.0\n'
    bot = BOT.replace("Memory, begin, think", "Memory, begin, spoil, think")
    bot = bot.replace("call(think, 1))", "call(think, 1))\n        spoil()")
    failures = failures_of_kernels(with_search(project, search, bot))
    found = "the memory differs: share is 0.75 in CPython, 1.0 in C"
    assert found in failures["equal_memory"].text


def test_a_number_that_c_cannot_hold_is_refused_where_a_bot_sets_it(project: Project, require):
    require("cc")
    answer = "        return [str(self.engine.memory.used)"
    bot = BOT.replace(answer, "        self.engine.memory.used = 2**64\n" + answer)
    failures = failures_of_kernels(with_search(project, SEARCH, bot))
    found = "memory.used has 64 bits, 18446744073709551616 does not fit"
    assert found in failures["equal_memory"].text


@pytest.mark.parametrize(
    ("before", "after", "line", "said"),
    [
        (
            "        return [str(self.engine.memory.used), str(self.engine.memory.share)]",
            "        return str(self.engine.memory.used)",
            "    def answer",
            "answer gives the text '",
        ),
        (
            "        self.engine.call(begin)",
            '        print("debug", object())\n        self.engine.call(begin)',
            "print(",
            "'debug' goes to stdout beside the answer: print to stderr",
        ),
    ],
)
def test_an_answer_that_is_none_is_told_with_its_line(
    project: Project, require, before, after, line, said
):
    require("cc")
    bot = swapped(BOT, (before, after))
    (failure,) = try_out(assemble(with_search(project, SEARCH, bot))).failures
    number = next(n for n, each in enumerate(bot.splitlines(), 1) if line in each)
    assert (failure.proof, failure.where) == ("isolated", f"bots/toy/bot.py:{number}")
    assert failure.text.startswith(said)


def test_a_kernel_that_does_not_end_is_told_with_its_line(project: Project):
    body = "    while memory.used < count:\n        memory.share = 1.0\n"
    search = SEARCH.replace("    memory.used += count\n", body)
    text_in: list[str] = []
    target = with_search(project, search)
    tried = try_out(assemble(target), trials.Asked(seconds=0.5, announce=text_in.append))
    (failure,) = tried.failures
    assert failure.proof == "isolated" and tried.is_endless
    line = search[: search.index("    while")].count("\n") + 1
    assert failure.where in (f"bots/toy/search.py:{line}", f"bots/toy/search.py:{line + 1}")
    assert "still running after" in failure.text and "end of input" not in failure.text
    assert text_in == ["isolated: the bundle in CPython; recorded input"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("self.table.is_open[1] = 2", "table.is_open[1] is bool, this is the int 2"),
        ("self.table.shares[0] = 2**53 + 1", "table.shares[0] is float, this is the int "),
        ("self.words = 2.5", "count of think is int, this is the float 2.5: write int(...)"),
    ],
)
def test_a_value_that_does_not_fit_is_told_with_its_field(project: Project, require, line, said):
    require("cc")
    table = "@record\nclass Table:\n    is_open: Numbers[bool] = numbers(bool, 2)\n"
    table += "    shares: Numbers[float] = numbers(float, 2)\n\n\n@record\nclass Memory:\n"
    search = SEARCH.replace("@record\nclass Memory:\n", table + "    table: Table\n")
    search = search.replace("import kernel, record", "import Numbers, kernel, numbers, record")
    bot = BOT.replace("Memory, begin, think", "Memory, Table, begin, think")
    load = f'self.table = Table()\n        {line}\n        self.engine.load("table", self.table)\n'
    bot = bot.replace("self.engine.call(begin)\n", load + "        self.engine.call(begin)\n")
    failures = failures_of_kernels(with_search(project, search, bot))
    assert f"turn 0: {said}" in failures["equal_memory"].text


def test_a_turn_in_cpython_fails_the_proof(csb, require):
    require("cc")
    said = "no C, CPython plays: for a reason\n[PDATA] engine = {}\n[PDATA] engine = c\n"
    assert engine_failures(csb, Ran(0, b"", said.format("c"))) == []
    (failure,) = engine_failures(csb, Ran(0, b"", said.format("python")))
    assert (failure.proof, "for a reason" in failure.text) == ("engine", True)


@pytest.mark.parametrize("required", [False, True])
def test_without_a_compiler_two_proofs_are_skipped_by_name(
    project: Project, monkeypatch: pytest.MonkeyPatch, required: bool
):
    def missing() -> str:
        raise Unusable("no C compiler found")

    monkeypatch.setattr(trials, "find_compilers", missing)
    monkeypatch.setenv("BOTSMITH_REQUIRE", "all" if required else "")
    tried = try_out(assemble(with_search(project)))
    assert tried.skipped == dict.fromkeys(
        ("engine", "equal_memory"), "skipped: no C compiler found"
    )
    proofs = {failure.proof for failure in tried.failures}
    assert proofs == ({"engine", "equal_memory"} if required else set())


def test_a_second_entry_has_its_own_search(project: Project):
    with_search(project)
    project.write("bots/toy/search_b.py", SEARCH.replace("think", "think_twice"))
    project.write(
        "bots/toy/bot_b.py", BOT.replace("search", "search_b").replace("think", "think_twice")
    )
    project.write("bots/toy/main_b.py", "from bots.toy.bot_b import main\nmain()\n")
    for name, path in (("toy", "bots/toy/search.py"), ("toy_b", "bots/toy/search_b.py")):
        bundle = assemble(project.target(name))
        search = kernels.search_module(bundle.sources, "toy")
        assert search == read_source(project.root, path)


def test_building_needs_no_compiler(project: Project, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", "")
    assert "\n@kernel\ndef think(" in assemble(with_search(project)).text


def test_the_c_of_a_bot_can_be_looked_at(project: Project, capfd, monkeypatch):
    target = with_search(project)
    monkeypatch.setattr("botsmith.cli.build.own_root", lambda: project.root)
    assert print_c([target]) == 0
    shown = capfd.readouterr().out
    assert "run_think" in shown and "run_begin" in shown
    project.write("bots/toy/search.py", SEARCH.replace("+= count", "**= count"))
    assert print_c([target]) == REFUSED
    assert "bots/toy/search.py:19" in capfd.readouterr().err
    with pytest.raises(BadInput, match="name a BOT"):
        print_c([target, target])


def test_a_network_plays_the_same_in_c_numpy_and_cpython(project: Project, require):
    require("cc")
    target = with_search(project, KERNELS["net.py"], NET_BOT)
    numbers = [(7 * place * place + place) % 13 - 6 for place in range(36 * 12 + 16)]
    parts = [(numbers, 4), ([40] * 16, 8), ([9000] * 16, 16)]
    project.write("bots/toy/weights.py", module_source("toy", encode_parts(parts, 1.0, {}), True))
    bundle = assemble(target)
    text_in = "".join(f"{'word ' * count}\n" for count in range(1, 9))
    numpy_in = "import numpy; os.write(2, b'with numpy')\n"
    answers = {}
    for name, text, engine in [
        ("c", bundle.text, "c"),
        ("numpy", bundle.text.replace("import numpy\n", numpy_in), "python"),
        ("lanes", bundle.text.replace("import numpy\n", "import no_numpy\n"), "python"),
    ]:
        extra = {} if name == "c" else {"BOTSMITH_ENGINE": "python"}
        ran = run_isolated("toy.py", text, text_in, WORK | extra)
        assert (ran.status, f"engine = {engine}" in ran.err) == (0, True), ran.err
        assert ("with numpy" in ran.err) == (name == "numpy")
        answers[name] = ran.out
    assert len({*answers.values()}) == 1 and len({*answers["c"].split()}) > 8
    without_c = assemble(replace(target, engine="python")).text
    ran = run_isolated("toy.py", without_c.replace("import numpy\n", numpy_in), text_in, WORK)
    assert (ran.out, "with numpy" in ran.err) == (answers["c"], True)  # though a compiler is here
    assert "ctypes" in bundle.text
    sizes = sizes_of(bundle).modules
    nets = {path: size for path, size in sizes.items() if path.startswith("common/nets/")}
    assert sum(nets.values()) < 18_450, nets


EXPLAIN = {"BOTSMITH_EXPLAIN": "1"}
CPYTHON = {"BOTSMITH_ENGINE": "python", "BOTSMITH_ITERATIONS": "20"}
WORKS = {  # turns, and the work in each, that reach all numbers of a bot's params
    "csb": (8, [CPYTHON]),
    "kutulu": (200, [CPYTHON]),
    "olymbits": (200, [{"BOTSMITH_ITERATIONS": "400"}, {"BOTSMITH_ITERATIONS": "1600"}]),
    "snakebyte": (200, [{"BOTSMITH_ITERATIONS": "400"}]),
    "stratego": (400, [{"BOTSMITH_ITERATIONS": "400"}]),
    "tororo": (200, [{"BOTSMITH_ITERATIONS": "400"}]),
    "uttt": (200, [{"BOTSMITH_ITERATIONS": "400"}]),
}
IDLE = re.compile(  # words for what is not read here, or changes nothing in the recorded match
    r"\bms\b|\balone\b|work to spare|by the clock|if greedy|once a marshal|without a run to come"
)


@pytest.mark.campaign
@pytest.mark.parametrize("name", WORKS)
def test_each_number_of_params_changes_what_the_bundle_considers(name: str, monkeypatch):
    """Or the file says why not: work is fixed here, and there may be other bots of the contest."""
    turns, works = WORKS[name]
    monkeypatch.setattr(inputs, "TURNS", turns)
    bundle = assemble(Target(ROOT, choose_entries(ROOT, [name])[0], "c", {}, "x"))
    text_in = recorded_input(ROOT, name).text
    lines = bundle.text.split("\n")
    whole = Source("bots/x/params.py", bundle.text)

    def considered(text: str) -> list[str]:
        played = [run_isolated("bot.py", text, text_in, {**EXPLAIN, **work}) for work in works]
        assert not any(ran.status for ran in played), played
        return [ran.out.decode() + ran.err for ran in played]

    before = considered(bundle.text)
    idle = [
        number.name
        for number in read_parameters(bundle.text)
        for section in [next((x for x in lines[number.line - 1 :: -1] if "# ---" in x), "")]
        if not IDLE.search(section + number.comment)
        and all(
            considered(override_parameters(whole, {number.name: number.kind(float(end))}).text)
            == before
            for end in number.bounds or ("0", "1")
        )
    ]
    assert idle == []


def test_each_contest_s_numbers_are_changed():
    ours = {entry.game for entry in all_entries(ROOT)} - {"probe"} - WRITTEN_BY_NEW
    assert {*WORKS} == ours
