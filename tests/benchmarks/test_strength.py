"""The table of strength: its place on the page, its releases."""

from benchmarks.strength import BASELINES, TITLE, released, results, with_rows
from botsmith.arena.matches.bots import baseline_names


def test_rows_take_the_place_of_their_bots_rows():
    page = "# Strength\n\nFirst.\n\n## Work\n\nRest.\n"
    once = with_rows(page, ["| `b` | old |", "| `b` | older |"])
    assert once.startswith(f"# Strength\n\nFirst.\n\n## Work\n\nRest.\n\n{TITLE}\n")
    again = with_rows(once + "\n## More\n\nLast.\n", ["| `c` | new |", "| `a` | new |"])
    assert rows_in(again) == ["| `a` | new |", "| `b` | old |", "| `b` | older |", "| `c` | new |"]
    last = with_rows(again, ["| `b` | new |"])
    assert rows_in(last) == ["| `a` | new |", "| `b` | new |", "| `c` | new |"]
    assert last.count(TITLE) == 1 and last.endswith("| `c` | new |\n\n## More\n\nLast.\n")


def rows_in(page: str) -> list[str]:
    """The rows of bots on a page."""
    return [line for line in page.splitlines() if line.startswith("| `")]


def test_the_interval_stands_at_what_it_is_of():
    row = {"first_share": 0.5, "mean_rank": 1.25, "interval": [0.3, 0.7], "games": 12}
    assert results(row, 2) == ("50% (30% to 70%) of 12", "1.25")
    row["interval"] = [1.1, 1.4]
    assert results(row, 3) == ("50% of 12", "1.25 (1.10 to 1.40)")


def test_its_baselines_are_there_and_a_release_is_another_file(tmp_path):
    for game, names in BASELINES.items():
        assert {*names} <= {*baseline_names(game)}
    assert released("uttt", "0000000", tmp_path) is None  # no commit has it
