"""The table of when C plays on the site's machine."""

from benchmarks.site_table import command, row


def test_a_bot_sits_among_rivals_that_answer_at_once():
    words = command("kutulu", 8, 2.0, 4.0)
    assert words[3:9] == ["play", "kutulu", "kutulu", "random", "random", "random"]
    assert words[9:] == [
        *["--games", "8", "--time", "count", "--site", "4", "--slow", "2", "--json"],
    ]
    assert command("uttt_mcts", 1, 1.0, 0.0)[4:7] == ["uttt", "uttt_mcts", "random"]


def test_a_row_tells_turns_and_what_never_came():
    bot = {"name": "csb", "starts": 20, "c_median": 0, "c_latest": 3, "never": 2}
    bot |= {"late": 4, "own_late": 1}
    site = {"slowed_by": "cpu.max", "bots": [{"name": "random"}, bot]}
    assert row("csb", 1.0, site) == "| `csb` | whole | 0 3 | 2 of 20 | 4 | 1 |"
    bot["c_median"] = None
    assert row("csb", 2.0, site) == "| `csb` | 1/2, cpu.max | never 3 | 2 of 20 | 4 | 1 |"
