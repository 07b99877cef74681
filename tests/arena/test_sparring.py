"""`league --sparring`: pinned games, stored apart, and refused to tuning."""

import json
from pathlib import Path

import pytest

from botsmith.arena.matches import sparring
from botsmith.arena.matches.bots import Bot
from botsmith.arena.matches.league import Level, Plan, pin_seeds
from botsmith.arena.matches.sparring import read_sparring, sparring_warnings
from botsmith.arena.store.store import open_store
from botsmith.cli.train import is_drawn
from botsmith.errors import BadInput
from botsmith.training.run import Settings
from botsmith.training.tasks import seed_of
from tests.commands import botsmith

TOML = 'game = "uttt"\nseeds = [9, 4]\nrivals = ["random"]\n'


def plan(bots: int, players: int, game: str = "uttt") -> Plan:
    found = tuple(Bot(name, ("true",), name) for name in "abcdef"[:bots])
    return Plan(game, found, 1, 1, "none", 1, (Level(100, (100,) * bots),), players)


def test_each_bot_meets_each_rival_on_the_seeds_in_all_seats() -> None:
    jobs = list(pin_seeds(plan(4, 2), [9, 4], 2).jobs())
    met = {(job.seed, job.order) for job in jobs}
    pairs = [(mine, rival) for mine in (0, 1) for rival in (2, 3)]
    assert met == {(s, o) for s in (9, 4) for a, b in pairs for o in ((a, b), (b, a))}
    assert len(jobs) == len(met) == pin_seeds(plan(4, 2), [9, 4], 2).length
    assert [job.seed for job in jobs] == [9] * 8 + [4] * 8


def test_with_more_seats_the_rivals_take_turns() -> None:
    found = pin_seeds(plan(5, 4, "kutulu"), [7], 4)
    assert found.series == [(0, 1, 2, 3), (0, 2, 3, 4), (0, 1, 3, 4), (0, 1, 2, 4)]
    with pytest.raises(BadInput, match="3 rivals for the others, got 2"):
        pin_seeds(plan(3, 4, "kutulu"), [7], 2)


def test_a_stored_sparring_is_the_same_plan() -> None:
    found = pin_seeds(plan(3, 2), [9, 4], 2)
    again = Plan.from_spec("uttt", json.loads(json.dumps(found.spec())), "x")
    assert list(again.jobs()) == list(found.jobs())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("seeds = [1]\n", "rivals = None"),
        ('seeds = []\nrivals = ["a"]\n', "seeds = []"),
        ('seeds = [true]\nrivals = ["a"]\n', "64 bits"),
        ('seeds = [9223372036854775807, 1.5]\nrivals = ["a"]\n', "64 bits"),
        ('seeds = [1, 1]\nrivals = ["a"]\n', "each of them once"),
        ('seeds = [1]\nrivals = [""]\n', "expected a list of bots"),
        ('seeds = [1]\nrivals = ["a"]\nseat = 1\n', "unknown seat"),
        ("seeds = [", "no toml"),
    ],
)
def test_a_file_that_is_none_is_refused_in_one_line(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "sparring.toml"
    file.write_text(text)
    with pytest.raises(BadInput) as caught:
        read_sparring(file)
    assert said in str(caught.value) and "\n" not in str(caught.value)


def test_seeds_and_rivals_that_tuning_touches_are_named(tmp_path, monkeypatch):
    monkeypatch.setattr(sparring, "OWN", tmp_path)
    folder = tmp_path / "bots" / "csb"
    folder.mkdir(parents=True)
    (tmp_path / "sparring.toml").write_text(TOML)
    (folder / "sparring-2.json").write_text('{"seeds": [9], "rivals": ["runner"]}')
    (line,) = sparring_warnings("uttt", lambda seed: seed == 9, ["random"])
    assert line.startswith("sparring.toml is touched: seed 9, random;")
    assert (
        sparring_warnings("uttt", lambda _: False, ["greedy"]) == []
    )  # baselines share one content
    (line,) = sparring_warnings("csb", lambda seed: seed == 9, [])
    assert "bots/csb/sparring-2.json is touched: seed 9;" in line.replace("\\", "/")
    (tmp_path / "sparring.toml").write_text("x")
    assert "no toml" in sparring_warnings("uttt", lambda _: False, [])[0]


def test_a_training_draws_seeds_of_its_generations_alone() -> None:
    settings = Settings()
    assert is_drawn(seed_of(1, 2, 3), settings, 2)
    assert not is_drawn(seed_of(1, 3, 3), settings, 2) and not is_drawn(7, settings, 2)
    assert not is_drawn(seed_of(1, 2, 900_000), settings, 2)


def test_the_command_plays_a_sparring_as_a_league_of_its_own(tmp_path: Path) -> None:
    file, db = tmp_path / "mine.toml", str(tmp_path / "x.db")
    file.write_text(TOML)
    words = ("league", "uttt", "greedy", "--sparring", str(file), "--db", db, "--iterations", "1")
    done = botsmith(*words, "--jobs", "1", "--json")
    document = json.loads(done.stdout)
    assert document["sparring"] == {"file": str(file), "seeds": [9, 4], "rivals": ["random"]}
    assert [match["seed"] for match in document["matches"]] == [9, 9, 4, 4]
    assert "do not see it" in done.stderr
    done = botsmith(*words, "--resume")
    assert "seeds 9, 4, rivals random" in " ".join(done.stdout.split())
    with open_store(Path(db)) as store:
        assert len(store.leagues()) == 1 and store.count(1) == 4
    for more in (("--seed", "3"), ("--games", "2"), ("--sprt", "greedy,random")):
        done = botsmith(*words, *more)
        assert done.returncode == 2 and "--sparring names the games" in done.stderr
    done = botsmith("league", "csb", *words[2:])
    assert done.returncode == 2 and "is for uttt" in done.stderr
