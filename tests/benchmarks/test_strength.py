"""The table of strength: its place on the page, its releases."""

from benchmarks.strength import BASELINES, TITLE, released, with_table
from botsmith.arena.matches.bots import baseline_names


def test_the_table_takes_the_place_of_the_one_before():
    page = "# Strength\n\nFirst.\n\n## Work\n\nRest.\n"
    once = with_table(page, "new words", ["| a |"])
    assert once.count(TITLE) == 1 and once.startswith("# Strength\n\nFirst.")
    between = f"# Strength\n\n{TITLE}\n\nold words\n\n| b |\n\n## Work\n\nRest.\n"
    again = with_table(between, "new words", ["| a |"])
    assert again == f"# Strength\n\n{TITLE}\n\nnew words\n\n| a |\n\n## Work\n\nRest.\n"


def test_its_baselines_are_there_and_a_release_is_another_file(tmp_path):
    for game, names in BASELINES.items():
        assert {*names} <= {*baseline_names(game)}
    assert released("uttt", "0000000", tmp_path) is None  # no commit has it
