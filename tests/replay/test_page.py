"""The page in a real browser: it draws, plays, jumps, obeys its keys, and nothing bots say."""

from dataclasses import replace
from functools import lru_cache, partial
from itertools import product

import pytest

from botsmith.referees import games
from botsmith.replay.figures import number_text
from botsmith.replay.viewer import document, page, write_page
from tests.replay.conftest import FALL, LINES, MARKUP
from tests.spread import first_of, spread
from tests.waiting import until

pytestmark = pytest.mark.long

SCREENS = [(width, scheme) for width in (1280, 390) for scheme in ("light", "dark")]
CASES = [  # each screen once
    *spread([*LINES][: len(SCREENS)], SCREENS),
    *(
        pytest.param(*case, marks=pytest.mark.campaign)
        for case in product([*LINES][len(SCREENS) :], SCREENS)
    ),
]


def only(number):
    """The cases with one of them in the suite; the rest, too, is a campaign."""
    return [
        pytest.param(*case.values, marks=[] if place == number else pytest.mark.campaign)
        for place, case in enumerate(CASES)
    ]


BOARD = "document.getElementById('board').toDataURL()"


def writer(match_of, folder):
    """A maker of a game's page, written once."""

    def write(game):
        file = folder / f"{game}.html"
        if not file.exists():
            file.write_text(page(match_of(game)), encoding="utf-8")
        return file

    return write


@pytest.fixture(scope="session")
def page_of(explained, tmp_path_factory):
    """`page_of("csb")` is the file of csb's match of conftest."""
    return writer(explained, tmp_path_factory.mktemp("pages"))


@pytest.fixture(scope="session")
def thoughts_of(thinking, tmp_path_factory):
    """The same of the match whose bots explain themselves."""
    return writer(thinking, tmp_path_factory.mktemp("thoughts"))


@pytest.fixture(scope="session")
def thought_document(thinking):
    """What that page shows."""
    return lru_cache(lambda game: document(thinking(game)))


@pytest.fixture
def opened(tab, complaints, page_of):
    """`opened(game)` shows its page, or that of a file; fails afterwards if it complained or asked
    for more.
    """
    asked: list[str] = []
    files: list[str] = []

    def hear(request):
        asked.append(request.url)

    tab.on("request", hear)

    def show(game, file=None, width=1200, scheme="light"):
        file = file or page_of(game)
        files.append(file.name)
        tab.set_viewport_size({"width": width, "height": 900})
        tab.emulate_media(color_scheme=scheme)
        tab.goto(file.as_uri())
        until(lambda: tab.evaluate("'replay' in window"))  # it unpacks its data first
        return tab

    yield show
    tab.remove_listener("request", hear)
    elsewhere = [url for url in asked if not any(name in url for name in files)]
    assert (complaints, elsewhere) == ([], [])


@pytest.mark.parametrize("game", first_of(games()))
def test_a_match_with_markup_in_every_message_is_shown_as_text_in_all_frames(
    opened, explained, game
):
    match = explained(game)
    tab = opened(game)
    last = len(match.turns) - 1
    tab.evaluate("() => { for (let at = 0; at <= replay.last; at++) replay.show(at); }")
    assert tab.title() != "broken"
    assert tab.inner_text("#turn") == f"turn {last} of {last}"
    for seat, card in enumerate(tab.query_selector_all(".player")):
        text = card.inner_text()
        rank, score = match.result.ranks[seat], match.result.scores[seat]
        assert "</script><script>" in text
        assert f"rank {rank}, score {number_text(score)}" in text
    assert "end: " in tab.inner_text("#about")
    assert tab.query_selector("b") is None


def test_megabytes_of_binary_are_shown_and_the_page_stays_small(opened, explained, tmp_path):
    match = explained("csb")
    binary = bytes(range(256)).decode("utf-8", "replace") * 10_000
    match.extra["bots"] = [{"name": MARKUP * 10_000}, {"name": "\u202eeman\ud800"}]
    match.extra["stderr"]["0"][:2] = [binary, "x" * 3_000_000]
    match.extra["errors"] *= 20_000
    match.turns[0].outputs[1] = ["1 2 100 " + binary.replace("\n", ""), "0 0 0"]
    match.result = replace(match.result, end=MARKUP * 10_000)
    file = tmp_path / "binary.html"
    assert write_page(match, file) < 1_500_000
    tab = opened("csb", file)
    tab.keyboard.press("ArrowRight")
    first, second = (card.inner_text() for card in tab.query_selector_all(".player"))
    assert "characters more" in first
    assert second.startswith("1: ?eman?")
    assert not set("\u202e\u2028") & set(tab.inner_text("#title") + tab.inner_text("#about"))
    assert tab.title().startswith("csb: </script>")


def settle(tab):
    """Returns once the page has drawn twice: what follows a change has been heard of by then."""
    tab.evaluate("new Promise(end => requestAnimationFrame(() => requestAnimationFrame(end)))")


def turn(tab) -> str:
    return str(tab.inner_text("#turn"))


def test_keys_and_buttons_move_through_the_match(opened):
    tab = opened("csb")
    assert turn(tab) == "start"
    tab.keyboard.press("ArrowRight")
    tab.keyboard.press("ArrowRight")
    assert turn(tab).startswith("turn 1 ")
    tab.keyboard.press("Shift+ArrowRight")
    assert turn(tab).startswith("turn 11 ")
    tab.keyboard.press("ArrowLeft")
    assert turn(tab).startswith("turn 10 ")
    tab.click("#first")
    assert turn(tab) == "start"
    tab.keyboard.press("n")
    first_event = turn(tab)
    tab.keyboard.press("n")
    assert turn(tab) != first_event
    tab.keyboard.press("p")
    assert turn(tab) == first_event
    tab.keyboard.press("End")
    tab.click("#back")
    tab.click("#next")
    last = turn(tab)
    tab.keyboard.press("Home")
    tab.click("#last")
    assert turn(tab) == last


def test_it_plays_and_pauses_and_changes_speed(opened):
    tab = opened("csb")
    for _ in range(6):
        tab.keyboard.press("+")
    assert tab.input_value("#speed") == "50"
    for _ in range(3):
        tab.keyboard.press("-")
    assert tab.input_value("#speed") == "5"  # its end is far
    tab.keyboard.press(" ")
    until(lambda: int(tab.input_value("#scrub")) > 3)  # the policy forbids wait_for_function
    tab.keyboard.press(" ")
    assert "play" in tab.inner_text("#play")
    stopped = turn(tab)
    tab.wait_for_timeout(150)
    assert turn(tab) == stopped


def test_the_slider_and_the_list_of_places_jump(opened):
    tab = opened("csb")
    tab.fill("#scrub", "30")
    assert turn(tab).startswith("turn 29 ")
    labels = tab.eval_on_selector_all("#jump option", "all => all.map((one) => one.textContent)")
    fault = next(label for label in labels if label.startswith("turn 9: seat 1"))
    tab.select_option("#jump", label=fault)
    assert turn(tab).startswith("turn 9 ")
    assert "seat 1" in tab.inner_text("#happened")
    assert any("slowest answer: 49.5 ms" in label for label in labels)
    assert any("end: " in label for label in labels)
    turns = [int(label.split()[1].rstrip(":")) for label in labels[1:]]
    assert turns == sorted(turns), "faults stood in front of earlier events"
    tab.select_option("#kinds", label="faults")
    explained = tab.eval_on_selector_all("#jump option", "all => all.map((one) => one.textContent)")
    assert explained[1:] == [label for label in labels if ": seat " in label]
    tab.keyboard.press("Home")
    tab.keyboard.press("n")
    assert turn(tab).startswith("turn 9 ")


def test_an_address_names_a_turn(opened, page_of):
    tab = opened("csb")
    for number in (19, 7):
        tab.evaluate("to => { location.hash = to; }", f"#turn={number}")
        until(partial(lambda start: turn(tab).startswith(start), f"turn {number} "))
    tab.keyboard.press("ArrowRight")
    until(lambda: tab.evaluate("location.hash") == "#turn=8")


@pytest.mark.parametrize("game", first_of(games()))
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_controls_stay_in_sight_and_the_keyboard_reaches_all(opened, game, width, height):
    """Below a large picture and a long table they were out of the window."""
    tab = opened(game, width=width)
    tab.set_viewport_size({"width": width, "height": height})
    for down in (0, 100_000):
        tab.evaluate("to => scrollTo(0, to)", down)
        for one in tab.query_selector_all("#controls button, #controls select, #controls input"):
            box = one.bounding_box()
            if box:  # nobody thought
                assert box["y"] >= 0 and box["y"] + box["height"] <= height
                assert box["x"] >= 0 and box["x"] + box["width"] <= width
    reached = set()
    for _ in range(200):
        tab.keyboard.press("Tab")
        found = tab.evaluate("document.activeElement.id")
        reached.add(found)
        if found == "scrub":
            break
    assert {"first", "back", "play", "next", "last", "speed", "kinds", "jump", "scrub"} <= reached


def test_values_that_a_bot_tells_have_curves(opened, golden, tmp_path):
    """Only its evaluation had one."""
    match = golden("csb")
    explained = [
        f"[PDATA] depth = {turn}\n[PDATA] evaluation = 2\n[TDATA] map = 1\n" for turn in range(9)
    ]
    match.extra["stderr"] = {"0": explained}
    assert [name for name, _ in document(match)["data"]] == ["depth"]
    file = tmp_path / "values.html"
    file.write_text(page(match), encoding="utf-8")
    tab = opened("csb", file)
    tab.fill("#scrub", "5")
    captions = [one.inner_text().split("\n") for one in tab.query_selector_all("figcaption")]
    assert captions[1][0].startswith("depth, reported by the bots") and captions[1][1].endswith(
        " 4"
    )
    assert captions[0][0].startswith("evaluation")


def test_a_seat_that_is_not_asked_shows_its_last_answer(opened):
    tab = opened("uttt")
    tab.keyboard.press("ArrowRight")
    first, second = tab.query_selector_all(".player")
    assert "not asked yet" in second.inner_text()
    tab.keyboard.press("ArrowRight")
    answer = first.query_selector(".out").inner_text()
    assert answer and "not asked, turn 0:" in first.inner_text()
    assert "of 1000 ms" in second.inner_text()  # its own first answer
    tab.keyboard.press("ArrowLeft")
    assert first.query_selector(".out").inner_text() == answer


def test_what_a_game_asks_before_its_first_turn_is_shown_at_the_start(opened):
    tab = opened("stratego")
    for card in tab.query_selector_all(".player"):
        assert "bot-start" in card.inner_text() and "Marshal" in card.inner_text()
    tab.keyboard.press("ArrowRight")
    tab.keyboard.press("ArrowRight")
    assert "bot-start" not in tab.inner_text("#players")


def test_a_match_without_any_turn_is_shown(opened, explained, tmp_path):
    match = explained("stratego")
    match.extra["init_out"]["1"] = ["bot-start"]
    match.turns.clear()
    file = tmp_path / "empty.html"
    file.write_text(page(match), encoding="utf-8")
    tab = opened("stratego", file)
    tab.keyboard.press("End")
    assert turn(tab) == "start"
    assert "end: " in tab.inner_text("#happened") and "bot-start" in tab.inner_text("#players")


def test_a_phone_shows_it_without_scrolling_sideways(opened):
    tab = opened("kutulu")
    for width in (360, 390, 768):
        tab.set_viewport_size({"width": width, "height": 780})
        tab.keyboard.press("ArrowRight")
        assert tab.evaluate("document.documentElement.scrollWidth") <= width


def test_a_turn_changes_the_board_and_its_captions_and_the_dark_has_its_own_colours(opened):
    tab = opened("csb")
    assert not tab.is_visible("#thoughts")  # nobody explains himself
    ground = "getComputedStyle(document.body).backgroundColor"
    before, light = tab.evaluate(BOARD), tab.evaluate(ground)
    tab.emulate_media(color_scheme="dark")
    assert tab.evaluate(ground) != light
    tab.emulate_media(color_scheme="light")
    tab.fill("#scrub", "13")
    assert tab.evaluate(BOARD) != before
    values, scores, times = (one.inner_text() for one in tab.query_selector_all("figcaption"))
    assert scores.startswith("checkpoints passed")
    assert values.split("\n")[0].startswith("evaluation by the bots") and "1.2" in values
    assert "each on a scale" not in values  # both printed the same
    assert times.startswith("turn time, ms") and "10" in times


# ---- what bots thought


@pytest.mark.parametrize(("game", "screen"), only(6))
def test_a_switch_hides_what_a_bot_expected(opened, thought_document, thoughts_of, game, screen):
    width, scheme = screen
    tab = opened(game, thoughts_of(game), width, scheme)
    ghosts = thought_document(game)["ghosts"]
    tab.fill("#scrub", str(next(at for at, explained in enumerate(ghosts, 1) if "0" in explained)))
    buttons = tab.query_selector_all("#thoughts button")
    shown = tab.evaluate(BOARD)
    buttons[0].click()
    assert buttons[0].get_attribute("aria-pressed") == "false"
    hidden = tab.evaluate(BOARD)
    assert hidden != shown
    buttons[0].click()
    assert tab.evaluate(BOARD) == shown
    tab.keyboard.press("g")
    assert {one.get_attribute("aria-pressed") for one in buttons} == {"false"}
    tab.keyboard.press("g")
    assert tab.evaluate(BOARD) == shown


@pytest.mark.parametrize(("game", "screen"), only(5))
def test_what_a_bot_read_stands_beside_what_it_wrote(
    opened, thought_document, thoughts_of, game, screen
):
    width, scheme = screen
    tab = opened(game, thoughts_of(game), width, scheme)
    tab.fill("#scrub", "1")
    first = thought_document(game)["turns"][0]
    seat = int(min(first))
    card = tab.query_selector_all(".player")[seat]
    details = card.query_selector("details")
    assert details.evaluate("one => one.open") == (width > 760)
    if width <= 760:
        card.query_selector("summary").click()
    settle(tab)  # the others follow in an event of their own
    explained = card.query_selector("details pre")
    lines = first[str(seat)]["read"]
    assert explained.inner_text() == lines
    assert card.query_selector("summary").inner_text() == f"read, {len(lines.splitlines())} lines"
    read, wrote = explained.bounding_box(), card.query_selector(".out").bounding_box()
    assert read["x"] + read["width"] <= wrote["x"] < width
    opened_too = tab.eval_on_selector_all("details", "all => all.every((one) => one.open)")
    assert opened_too
    assert tab.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(("game", "screen"), only(15))
def test_a_curve_tells_its_values_and_a_click_goes_there(
    opened, thinking, thoughts_of, game, screen
):
    width, scheme = screen
    match = thinking(game)
    fall = match.asked(0)[FALL] + 1
    tab = opened(game, thoughts_of(game), width, scheme)
    tab.query_selector("#values").scroll_into_view_if_needed()
    box = tab.query_selector("#values").bounding_box()
    place = {"x": box["width"] * fall / len(match.turns), "y": box["height"] / 2}
    tab.hover("#values", position=place)
    tip = tab.inner_text("#tip")
    assert tip.startswith(f"turn {fall - 1}\n<b>0</b> 1\n")
    assert "0: evaluation falls from 5 to 1" in tip
    edge = tab.query_selector("#tip").bounding_box()
    assert edge["x"] >= 0 and edge["x"] + edge["width"] <= width
    tab.click("#values", position={**place, "x": place["x"] + 1})
    assert turn(tab).startswith(f"turn {fall - 1} ")
    assert "evaluation falls" in tab.inner_text("#happened")
    tab.hover("#title")
    assert not tab.is_visible("#tip")
    labels = tab.eval_on_selector_all("#jump option", "all => all.map((one) => one.textContent)")
    assert sum("evaluation falls" in label for label in labels) == match.players
    tab.click("#scores", position={"x": 1, "y": 9})
    assert turn(tab).startswith(("start", "turn 0 "))


def test_a_table_of_thoughts_is_named_by_player_the_own_unit_first(opened, thoughts_of):
    tab = opened("kutulu", thoughts_of("kutulu"))
    tab.fill("#scrub", "3")
    third = tab.query_selector_all(".player")[2]
    assert third.query_selector(".think").inner_text().startswith("<b>2</b>")


def test_a_race_has_its_numbers_in_a_table(opened, golden):
    tab = opened("csb", width=390)
    rows = "all => all.map((row) => [...row.cells].map((cell) => cell.textContent))"
    heads, *pods = tab.eval_on_selector_all("#facts tr", rows)
    assert heads == ["pod", "lap", "next", "speed", "thrust", "boost", "shield", "time-out in"]
    assert [row[1:] for row in pods] == [
        ["1 of 3", "1", "0", "\u2013", "left", "ready", "100"] for _ in range(4)
    ]
    tab.keyboard.press("ArrowRight")
    _, *pods = tab.eval_on_selector_all("#facts tr", rows)
    order = golden("csb").turns[0].outputs[0][0].split()[2]
    assert pods[0][4] == {"BOOST": "boost", "SHIELD": "shield"}.get(order, order)
    assert pods[0][3] != "0" and pods[0][7] == "99"
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_traceback_is_never_scrolled_out_of_view(opened, golden, tmp_path):
    match = golden("csb")
    frames = "".join(f'  File "bot.py", line {n}, in f\n    f()\n' for n in range(40))
    trace = f"turn 0: Traceback (most recent call last):\n{frames}RecursionError: too deep\n"
    match.extra["stderr"] = {"1": ["noise\n" * 300 + trace]}
    file = tmp_path / "trace.html"
    write_page(match, file)
    tab = opened("csb", file)
    tab.keyboard.press("ArrowRight")
    shown = tab.query_selector_all(".player")[1].query_selector(".trace")
    assert shown.inner_text().endswith("RecursionError: too deep")
    assert shown.evaluate("one => one.scrollHeight <= one.clientHeight + 1")
    beside = tab.query_selector_all(".player")[1].query_selector(".err")
    assert shown.bounding_box()["y"] < beside.bounding_box()["y"]


def test_a_page_that_is_not_shown_draws_nothing_until_it_is(opened):
    tab = opened("csb")
    main = "document.querySelector('main').style.display"
    tab.evaluate(f"{main} = 'none'")
    tab.set_viewport_size({"width": 1000, "height": 700})
    settle(tab)
    tab.evaluate("replay.show(3)")
    assert tab.evaluate("document.getElementById('board').width") == 0
    tab.evaluate(f"{main} = ''")
    settle(tab)
    assert tab.evaluate("document.getElementById('board').width") > 0


def test_an_old_browser_is_told_what_the_page_needs(browser, page_of):
    context = browser.new_context()
    tab = context.new_page()
    tab.add_init_script("delete window.DecompressionStream")
    tab.goto(page_of("uttt").as_uri())
    assert tab.inner_text("#title") == "This page needs a browser of 2023 or newer."
    context.close()
