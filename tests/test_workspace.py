"""A workspace: found from inside, made by `init`, kept up by `update`, which leaves edits alone."""

import json
import re
from pathlib import Path

import pytest

from botsmith import paths, workspace
from botsmith.cli import app as command_line
from botsmith.errors import BadInput
from botsmith.new import copies
from botsmith.new.begin import write_workspace
from botsmith.new.bots import copy_bot
from botsmith.referees import games
from tests.commands import python
from tests.pages import files_of, page_beside

PROGRAMS = files_of(page_beside(__file__, "programs.txt")["programs"])

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace as `init` writes it, with a copy of csb; no test changes it."""
    root = tmp_path_factory.mktemp("made") / "my bots"
    write_workspace(root, "racer", "csb")
    return root


def test_a_workspace_is_found_from_any_folder_inside(made, monkeypatch, tmp_path):
    for folder in (made, made / "bots" / "racer"):
        monkeypatch.chdir(folder)
        assert paths.find_root() == str(made)
    monkeypatch.chdir(tmp_path)
    assert paths.find_root() == str(ROOT)
    monkeypatch.setattr(paths, "IS_INSTALLED", True)
    assert paths.find_root() == ""


def test_without_a_workspace_an_installed_package_says_how_to_make_one(monkeypatch):
    monkeypatch.setattr(workspace, "OWN", None)
    with pytest.raises(BadInput, match="`python3 -m botsmith init DIR` makes"):
        workspace.own_root()


def test_a_workspace_that_begins_with_another_contest_says_so(tmp_path):
    write_workspace(tmp_path, "ox", "uttt")
    assert "botsmith play uttt ox greedy --time count\n" in (tmp_path / "README.md").read_text()
    assert '"default": "uttt"' in (tmp_path / ".vscode" / "tasks.json").read_text()


def test_a_workspace_of_no_contest_is_refused_and_nothing_is_written(tmp_path):
    with pytest.raises(BadInput, match=f"no game 'chess'; the games are: {' '.join(games())}"):
        write_workspace(tmp_path / "new", "racer", "chess")
    assert not (tmp_path / "new").exists()


def test_init_writes_what_a_repository_of_bots_has(made):
    names = {path.name for path in made.iterdir()}
    assert names >= {"bots", "common", "build.py", "contests", "dist", "tests"}
    assert names >= {"README.md", ".gitignore"}
    assert names >= {"botsmith.toml", ".vscode", "pyproject.toml"}
    json.loads((made / ".vscode" / "tasks.json").read_text())
    for path in [*made.glob("bots/*/*.py"), *made.glob("*.py"), *made.glob("tests/*.py")]:
        assert not re.search(r"bots.csb|@[a-z]+@", path.read_text()), path
    assert copies.plan_update(made) == []


def test_its_files_please_ruff_and_black(made):
    for tool in (["ruff", "check", "-q"], ["black", "--check", "-q"]):
        done = python(made, "-m", *tool, "bots", "tests", "build.py")
        assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr


def test_init_touches_no_folder_that_has_such_files(tmp_path):
    (tmp_path / "notes.txt").touch()
    (tmp_path / "dist").mkdir()
    with pytest.raises(BadInput, match="dist is there already"):
        write_workspace(tmp_path, "racer", "csb")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["dist", "notes.txt"]


def test_a_command_works_on_the_workspace_around_it_and_on_the_packages_bots(made):
    words = ["play", "uttt", "uttt_alphabeta", "crash", "--iterations", "1", "--json"]
    done = python(made / "bots" / "racer", "-m", "botsmith", *words)
    assert done.returncode == 0, done.stderr
    assert [bot["name"] for bot in json.loads(done.stdout)["bots"]] == ["uttt_alphabeta", "crash"]
    assert (made / ".botsmith" / "played.db").is_file()
    assert not (made / "bots" / "racer" / ".botsmith").exists()


LOOK = PROGRAMS["prints_places"]


def test_the_packages_modules_count_and_the_authors_are_there_too(made):
    for place in ("common/mine.py", "contests/tag/__init__.py", "contests/tag/referee.py"):
        (made / place).parent.mkdir(parents=True, exist_ok=True)
        (made / place).touch()
    done = python(made, "-c", "import botsmith\n" + LOOK)
    own = str(made / "bots" / "racer" / "rules.py").replace(" ", "*")
    printed = done.stdout.replace(str(made), str(made).replace(" ", "*")).split()
    assert printed[:3] == [str(ROOT / "bots/csb/rules.py"), own, str(ROOT / "common/clock.py")]
    assert printed[-1] == "tag"
    first = python(made, "-c", "import bots, common, botsmith\n" + LOOK)
    assert str(made / "common" / "clock.py") in first.stdout  # as tests of a workspace have it


CONTEST_OF_BOTH = PROGRAMS["asks_both_contests"]


def test_contests_of_the_package_and_of_the_author_stand_side_by_side(tmp_path):
    (tmp_path / "botsmith.toml").touch()
    folder = tmp_path / "contests" / "mine"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    (folder / "__init__.py").touch()
    (folder / "draw.py").touch()
    (folder / "referee.py").write_text("class MineReferee: ...")
    site = "from botsmith.site.contests import SiteContest\nclass MineSite(SiteContest):\n"
    (folder / "site.py").write_text(site + "    needs_seed = False\n")
    done = python(tmp_path, "-c", CONTEST_OF_BOTH)
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "True True",
        "[0, 1] SnakebytePainter",
        str(ROOT),
        "False MineReferee",
        "contests/mine/draw.py: no MinePainter; expected a class of this name",
    ]


def test_no_new_contest_is_called_like_one_of_the_package(tmp_path):
    (tmp_path / "botsmith.toml").touch()
    done = python(tmp_path, "-m", "botsmith", "new", "snakebyte", "--players", "2")
    assert done.returncode == 2
    assert "a contest of the package is called so" in done.stderr


def test_settings_are_tables_and_a_value_is_written_into_its_own(tmp_path):
    assert workspace.settings(tmp_path) == {}
    workspace.set_value(tmp_path, "bots", "racer", "csb")
    workspace.set_value(tmp_path, "games", "tag", "java -jar tag.jar")
    workspace.set_value(tmp_path, "bots", "ox", "uttt")
    assert workspace.settings(tmp_path) == {
        "bots": {"racer": "csb", "ox": "uttt"},
        "games": {"tag": "java -jar tag.jar"},
    }
    assert workspace.game_of("ox", tmp_path) == "uttt"
    assert workspace.game_of("kutulu", tmp_path) == "kutulu"


@pytest.mark.parametrize(
    ("text", "why"),
    [("[play", "expected TOML"), ("games = 1", "outside of a table")],
)
def test_a_broken_file_of_settings_is_one_line(tmp_path, text, why):
    (tmp_path / paths.MARK).write_text(text)
    with pytest.raises(BadInput, match=why):
        workspace.settings(tmp_path)


def test_settings_are_the_defaults_of_a_command(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(workspace, "OWN", tmp_path)
    wanted = {"versions": {"db": "mine.db"}, "play": {"gamse": 2}}
    monkeypatch.setattr(workspace, "settings", lambda: wanted)
    assert command_line.main(["versions"]) == 2
    assert f"{tmp_path / 'mine.db'}: no such file" in capsys.readouterr().err
    assert command_line.main(["play", "csb", "csb", "coast"]) == 2
    assert "[play] gamse: no such option" in capsys.readouterr().err


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What the package has to copy: changed by a test, it is a newer one."""
    files = {f"common/{name}.py": f"{name} = 1\n" for name in "abcdef"}
    monkeypatch.setattr(copies, "package_files", lambda: files)
    return files


def test_an_update_leaves_what_the_author_edited(package, tmp_path):
    for path, text in package.items():
        copies.write(tmp_path / path, text)
    copies.write_list(tmp_path)
    (tmp_path / "common/b.py").write_text("b = 'mine'\n")
    (tmp_path / "common/c.py").write_text("c = 'mine'\n")
    (tmp_path / "common/f.py").unlink()
    (tmp_path / "common/h.py").write_text("h = 'mine'\n")
    package.update({f"common/{name}.py": f"{name} = 2\n" for name in "abfgh"})
    del package["common/d.py"]
    steps = copies.plan_update(tmp_path)
    said = {step.path[7]: step.action for step in steps}
    assert said == dict(a="replaced", b="left", d="removed", f="left", g="new", h="left")
    assert "-b = 'mine'" in "\n".join(steps[1].diff())
    copies.apply_update(tmp_path, steps)
    found = {file.stem: file.read_text() for file in (tmp_path / "common").glob("*.py")}
    mine = {name: f"{name} = 'mine'\n" for name in "bch"}
    assert found == {"a": "a = 2\n", "e": "e = 1\n", "g": "g = 2\n", **mine}
    assert copies.plan_update(tmp_path) == []  # said once
    package["common/b.py"] = "b = 3\n"
    assert [step.action for step in copies.plan_update(tmp_path)] == ["left"]


def test_an_update_brings_the_settings_that_init_wrote(tmp_path):
    write_workspace(tmp_path, "racer", "csb")
    (tmp_path / "pyproject.toml").write_text("# mine\n")
    listed = tmp_path / copies.LIST
    about = json.loads(listed.read_text())
    (tmp_path / "build.py").write_text("# of an older version\n")
    about["files"]["build.py"] = copies.digest("# of an older version\n")
    about["files"]["pyproject.toml"] = copies.digest("# older, too\n")
    listed.write_text(json.dumps(about))
    steps = copies.plan_update(tmp_path)
    assert [(step.path, step.action) for step in steps] == [
        ("build.py", "replaced"),
        ("pyproject.toml", "left"),
    ]
    copies.apply_update(tmp_path, steps)
    assert "botsmith.cli.build" in (tmp_path / "build.py").read_text()
    assert (tmp_path / "pyproject.toml").read_text() == "# mine\n"


def test_line_ends_are_no_edit(package, tmp_path):
    for path, text in package.items():
        copies.write(tmp_path / path, text.replace("\n", "\r\n"))
    copies.write_list(tmp_path)
    package["common/a.py"] = "a = 2\n"
    assert [step.action for step in copies.plan_update(tmp_path)] == ["replaced"]


@pytest.mark.parametrize(
    ("name", "source", "why"),
    [
        ("csb", "csb", "contest of the package"),
        ("my_bot", "csb", "no name for a bot"),
        ("mine", "chess", f"no such bot; expected one of {' '.join(games())}"),
        ("mine", "probe", "no such bot"),
        ("there", "csb", "there already"),
    ],
)
def test_a_copy_that_cannot_be_writes_nothing(tmp_path, name, source, why):
    (tmp_path / "bots" / "there").mkdir(parents=True)
    with pytest.raises(BadInput, match=why):
        copy_bot(tmp_path, name, source)
    assert [path.name for path in tmp_path.rglob("*")] == ["bots", "there"]
