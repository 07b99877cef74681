"""What the sources must not hold. A case: file, text, proof, place, words of the message."""

import venv
from pathlib import Path

import pytest

from botsmith.bundle import proofs, trials
from botsmith.bundle.header import units
from botsmith.bundle.modules import grammar_failures
from botsmith.bundle.products import build
from botsmith.bundle.proofs import package_warnings
from botsmith.bundle.pull import pull
from botsmith.bundle.tokens import token_failures
from botsmith.bundle.trials import Asked, Trials
from botsmith.runs import run_child
from botsmith.setup import ROOT
from botsmith.training.weights import Weights, module_text
from tests.pages import cases_of, page_beside

from .conftest import FILES, Project

RULES = "bots/toy/rules.py"
MAIN = "bots/toy/main.py"
START = FILES[MAIN]
PAGE = page_beside(__file__, "sources.txt")


@pytest.mark.parametrize(("head", "text"), cases_of(PAGE["refused"]))
def test_refused_with_place_and_advice(project: Project, head: str, text: str):
    _, path, proof, line, words = map(str.strip, head.split("|"))
    project.write("botsmith/__init__.py", "")
    project.write("botsmith/errors.py", "import numpy\n")
    project.write("bots/other/__init__.py", "x = 1\n")
    project.write(path, f"{text}\n")
    if path == RULES:
        project.write("bots/toy/bot.py", "from bots.toy import rules\n\ndef main(): ...\n")
    failure = project.only_failure()
    assert failure.proof == proof
    assert failure.where.startswith(f"{path}:{line}")
    assert words in failure.text
    assert "\n" not in str(failure)


@pytest.mark.parametrize(("name", "text"), cases_of(PAGE["may fail"]))
def test_an_import_that_may_fail_is_no_failure(project: Project, name: str, text: str):
    project.write(RULES, f"{text}\n" + FILES[RULES])
    bundle = project.build()
    warnings = package_warnings(bundle.sources)
    what = "torch is imported where it may never run, and the site has it not"
    assert [each.replace(":3:", ":2:") for each in warnings] == [f"{RULES}:2: {what}"] * (
        "def debug" in text or "DEBUG" in text
    )


def test_what_the_site_has_stands_in_the_header(project: Project, tmp_path: Path, monkeypatch):
    monkeypatch.setattr(trials, "try_out", lambda *_: Trials())
    project.write(
        RULES,
        "import numpy\n" + FILES[RULES].replace("weight\n", "float(numpy.ones(1)[0] * weight)\n"),
    )
    assert (
        "# packages    numpy 1.23.2: what the site has, with Python 3.11.5\n"
        in project.build().text
    )
    row = build(project.target(), tmp_path)
    assert row.failures == [] and "the site has 1.23.2" in row.warnings[0]


def test_the_python_that_is_named_proves_with_its_own_numpy(project: Project, tmp_path: Path):
    venv.create(tmp_path / "other")
    (site,) = tmp_path.glob("other/**/site-packages")
    for path, text in [
        ("numpy/__init__.py", "def old_name(number):\n    return number + 1.0\n"),
        (
            "numpy-1.23.2.dist-info/METADATA",
            "Metadata-Version: 2.1\nName: numpy\nVersion: 1.23.2\n",
        ),
    ]:
        (site / path).parent.mkdir(exist_ok=True)
        (site / path).write_text(text)
    project.write(RULES, "import numpy\ndef score(a, b): return numpy.old_name(a * b)\n")
    (other,) = tmp_path.glob("other/*/python")
    row = build(project.target(), tmp_path, Asked(python=str(other)))
    assert (row.failures, row.unproven, row.warnings) == ([], {}, [])
    row = build(project.target(), tmp_path)
    assert [*row.unproven, *row.failures] and "the site has 1.23.2" in row.warnings[0]


def test_what_is_not_installed_here_leaves_the_answers_unproven(
    project: Project, tmp_path, monkeypatch
):
    monkeypatch.setitem(proofs.SITE_PACKAGES, "polars", "0.1")
    project.write(RULES, "import polars\n" + FILES[RULES])
    unproven = build(project.target(), tmp_path).unproven
    assert unproven["same_answers"] == "polars not installed here (the site has polars==0.1)"


@pytest.mark.parametrize(("name", "text"), cases_of(PAGE["entry"]))
def test_an_entry_file_may_hold_what_any_module_may(project: Project, name: str, text: str):
    project.write(MAIN, f"{text}\n")
    assert project.build().form == "flat"


def test_a_package_that_need_not_be_there_may_be_asked_for(project: Project):
    text = "try:\n    import torch\nexcept ImportError:\n    torch = None\n"
    project.write(RULES, text + FILES[RULES])
    assert project.build().form == "flat"


def test_the_bot_s_own_folder_is_a_place_of_imports(project: Project):
    """A kit's `import hlt` beside its entry, as `python MyBot.py` takes it."""
    project.write("bots/toy/kit/__init__.py", "from .plan import best\n")
    project.write("bots/toy/kit/plan.py", "from . import sizes\ndef best(n): return sizes.N * n\n")
    project.write("bots/toy/kit/sizes.py", "N = 3\n")
    project.write("bots/toy/bot.py", "import kit\n\n\ndef main():\n    print(kit.best(2))\n")
    found = {source.path: source.module for source in project.build().sources}
    assert found["bots/toy/kit/plan.py"] == "kit.plan"
    assert found["bots/toy/bot.py"] == "bots.toy.bot"


def test_bytes_that_are_no_utf8_are_named(project: Project):
    project.write(MAIN, START + "# \udce9\n")
    failure = project.only_failure()
    assert (failure.proof, failure.where) == ("text", f"{MAIN}:3")
    assert failure.text.startswith("byte 0xE9 (no UTF-8): save the file as UTF-8")


def test_text_as_people_write_it_is_taken(project: Project):
    """Accents, tabs, CRLF, a byte order mark, another encoding that the file names."""
    text = "\ufeffdef score(count, weight):\r\n\tété = '\té'  # ça\r\n"
    text += "\treturn ete(été) + str(count)\r\ndef ete(x): return x\r\n"
    project.write(RULES, text)
    assert "def score(count, weight):\n\tété = '\té'  # ça\n" in project.build().text
    latin = "# -*- coding: latin-1 -*-\ndef score(count, weight): return 'é'\n"
    (project.root / RULES).write_bytes(latin.encode("latin-1"))
    bundle = project.build()
    assert "# -*- coding: utf-8 -*-\ndef score(count, weight): return 'é'\n" in bundle.text
    assert token_failures(bundle) == []


def test_a_name_behind_accents_is_renamed_in_its_place(project: Project):
    project.write("common/tool.py", FILES["common/tool.py"] + "def score(): return 'çà', 1\n")
    text = "('éé', common.tool.score(), f'é{common.tool.score()}')\n"
    project.write(RULES, f"import common.tool\ndef score(c, w): return {text}")
    bundle = project.build()
    assert token_failures(bundle) == []
    assert "('éé', tool_score(), f'é{tool_score()}')" in bundle.text


def test_ascii_alone_is_for_who_wants_it(project: Project, tmp_path: Path):
    project.write(RULES, "x = 1\n# caf\u00e9\ndef score(a, b):\n\treturn a\n")
    assert build(project.target(), tmp_path).failures == []
    rows = build(project.target(), tmp_path, Asked(is_ascii=True))
    assert [(each.proof, each.where) for each in rows.failures] == [
        ("ascii", f"{RULES}:2:6"),
        ("ascii", f"{RULES}:4:1"),
    ]


def test_all_failures_come_at_once(project: Project):
    project.write(RULES, "import jax\nimport torch\nHERE = __file__\n")
    assert [failure.where for failure in project.failures()] == [
        f"{RULES}:1",
        f"{RULES}:2",
        f"{RULES}:3",
    ]


def test_a_bot_of_one_file_may_look_at_its_paths(project: Project):
    project.write(MAIN, "import sys\nprint(__file__, sys.path)\n")
    assert len(project.build().sources) == 1
    project.write(MAIN, "import sys\nprint(sys.meta_path)\n")
    assert project.only_failure().proof == "dynamic"


def test_generated_code_is_no_dynamic_import(project: Project):
    text = "code = 'def twice(a): return a'\nexec(code)\nprint(eval('1 + 1'))\n"
    project.write(RULES, text + FILES[RULES])
    assert project.build().sources


@pytest.mark.parametrize("module", ["weights", "outlook_weights"])
def test_damaged_weights_are_refused_where_their_checksum_stands(project: Project, module: str):
    path = f"bots/toy/{module}.py"
    text = module_text("toy", Weights([*range(-60, 60)], 2.5, 7, {"generation": "3"}))
    project.write("bots/toy/bot.py", f"from bots.toy import {module}\n\ndef main(): ...\n")
    project.write(path, text)
    assert project.build().sources
    body = text.split("\n\n")[-1]
    begin = text.index(body)
    for damaged, words in [
        (text[:begin] + ("b" if body[0] == "a" else "a") + text[begin + 1 :], "checksum"),
        (text.replace("bits 7", "bits 8"), ""),
        (text.replace("count 120\n", ""), "no line 'count'"),
        (text[:begin] + body[5:], "checksum"),
        (text[:begin] + "'" + body[1:], "bad base85"),
    ]:
        assert damaged != text
        project.write(path, damaged)
        failure = project.only_failure()
        assert failure.proof == "weights"
        place = next(n for n, line in enumerate(damaged.split("\n"), 1) if line[:4] == "crc ")
        assert failure.where == f"{path}:{place}"
        assert words in failure.text and "train --apply" in failure.text


def test_names_that_a_package_defines_can_be_imported(project: Project):
    project.write("common/kit/__init__.py", "import os as system\nSIZE = 3\ndef grow(): ...\n")
    project.write(RULES, "from common.kit import SIZE, grow, system\n" + FILES[RULES])
    assert "common/kit/__init__.py" in [source.path for source in project.build().sources]


OLD = [
    "f'{a}'",
    "f'{a!r:>{w}}' \"x\"",
    "f'a\\n{b}'",
    "f'{a[\"k\"]}'",
    'f"""{a["k"]\n}"""',
    "'#' f'{a}#'",
]
NEW = ["f'{a['k']}'", "f'{\"\\n\".join(a)}'", "f'{a # note\n}'", "f'{f'{a}'}'", "f'{a\n}'"]


@pytest.mark.parametrize("text", OLD + NEW)
def test_f_strings_are_read_as_python_311_reads_them(text: str):
    """On 3.11 Python itself decides: a run there proves the cases, a later one the reader."""
    assert bool(grammar_failures("common/case.py", text + "\n")) == (text in NEW)


def test_weights_of_wide_characters_reach_the_paste_and_pull_brings_nothing(
    project: Project, tmp_path: Path
):
    values = [(7 * place * place) % 251 - 125 for place in range(9000)]
    text = module_text("toy", Weights(values, 1.0, 8, {}), is_wide=True)
    project.write("bots/toy/weights.py", text)
    bot = FILES["bots/toy/bot.py"].replace(
        "from . import rules as laws", "from .weights import WEIGHTS"
    )
    bot = bot.replace(
        "laws.score(common.tool.words(line), Params.weight)", "sum(map(ord, WEIGHTS))"
    )
    project.write("bots/toy/bot.py", bot)
    row = build(project.target(), tmp_path, Asked(is_ascii=True))
    assert row.failures == []
    bundle = project.build()
    assert text.split("\n\n")[-1] in bundle.text
    assert units(bundle.text) == len(bundle.text) < 9000
    paste = tmp_path / "toy.py"
    paste.write_bytes(bundle.text.replace("\n", "\r\n").rstrip().encode())
    pulled = pull(project.root, paste)
    assert (pulled.changes, pulled.texts, pulled.conflicts) == ([], {}, [])


def test_an_older_workspace_lacks_modules_that_the_proofs_need(tmp_path: Path):
    """Its common/nets had no wide.py, and every command there ended in an ImportError."""
    for path in (
        "botsmith.toml",
        "bots/__init__.py",
        "common/__init__.py",
        "common/nets/__init__.py",
    ):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).touch()
    start = f"import sys; sys.path[:0] = [{str(tmp_path)!r}, {str(ROOT)!r}]; import bots, common"
    ran = run_child(["-c", f"{start}; import botsmith.bundle.proofs"], tmp_path, "", {})
    assert ran.status == 0, ran.err
