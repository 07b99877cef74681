"""Olymbits: draws medals and points, the hurdle track, the archery field, the rink, the diving
goal.
"""

from collections.abc import Iterator, Sequence
from math import cos, hypot, pi, sin

from bots.olymbits import rules
from bots.olymbits.minigames import ARENA, FALLEN, GLIDES, GOAL, LAP, PLAYERS, STUN, Run
from botsmith.replay import shapes
from botsmith.replay.painter import LETTERS, Painter
from botsmith.replay.shapes import Shape
from botsmith.replay.thoughts import Thought
from contests.olymbits.ends import Ends
from contests.olymbits.history import RunHistory
from contests.olymbits.lines import points
from contests.olymbits.referee import OlymbitsReferee

TITLES = ("hurdles", "archery", "skating", "diving")
TITLE_PLACES = ((6.0, 109.0), (6.0, 196.0), (246.0, 196.0), (6.0, 411.0))
MEDAL_COLOURS = ("warm", "dim", "wood")
SIZE = 13.0  # height of most texts

COLUMN = 92.0  # width of a game in the table of medals
TABLE = (32.0, 54.0, 76.0)  # middle of each player's row
LANES = (131.0, 151.0, 171.0)
TRACK_LEFT, TRACK_CELL = 14.0, 15.0
FIELD_X, FIELD_Y, FIELD_UNIT = 98.0, 304.0, 4.3
RINK_X, RINK_Y, RINK_INSIDE, RINK_LANE = 336.0, 304.0, 43.0, 16.0
COLUMNS = (242.0, 291.0, 340.0)  # beside the field and the rink, of each player
DIVES = (450.0, 470.0, 490.0)
DIVE_LEFT, DIVE_CELL = 42.0, 22.0
RISKS = ("good", "ink", "ink", "bad", "bad")  # colours
PLACES = ("good", "cool", "ink", "bad")  # colours of the skating order, safest first


class OlymbitsPainter(Painter[OlymbitsReferee]):
    """Draws a match 480 units wide: a band for each game, archery beside skating. The score of a
    seat is its points.
    """

    width = 480.0
    height = 504.0
    units_are_seats = True
    score_name = "points: the product of 3 x gold + silver in the four games"

    def __init__(self, referee: OlymbitsReferee, names: Sequence[str] = ()) -> None:
        super().__init__(referee, names)
        self.history = RunHistory(referee)

    # ---- what stays

    def background(self) -> Iterator[Shape]:
        yield shapes.rectangle(0, 0, self.width, 90, "faint")
        yield shapes.text(472, 11, "points", SIZE, "dim", "right")
        yield shapes.text(234, 212, "distance", 11, "dim", "right")
        yield shapes.text(474, 212, "distance", 11, "dim", "right")
        yield shapes.text(412, 411, "points", 12, "dim", "right")
        yield shapes.text(474, 411, "combo", 12, "dim", "right")
        for game, title in enumerate(TITLES):
            left = 34 + COLUMN * game
            yield shapes.text(left + 30, 11, title, SIZE, "dim")
            for middle in TABLE:
                for rank, colour in enumerate(MEDAL_COLOURS):
                    yield shapes.circle(left + 12 + 20 * rank, middle, 9, "", colour, 2.5)
        for seat in range(PLAYERS):
            yield from badge(seat, 16, TABLE[seat])
            yield from badge(seat, 16, DIVES[seat])
            name = f"{seat} {shapes.clipped(self.names[seat], LETTERS)}"
            yield shapes.text(120 + 120 * seat, 109, name, 12, f"p{seat}", "left")
        length = TRACK_CELL * (GOAL + 1)
        for middle in LANES:
            yield shapes.rectangle(TRACK_LEFT, middle - 9, length, 18, "faint")
        for cell in range(1, GOAL + 1):
            x = TRACK_LEFT + TRACK_CELL * cell
            yield shapes.line(x, LANES[0] - 9, x, LANES[-1] + 9, "edge", 0.8)
        x = TRACK_LEFT + TRACK_CELL * GOAL
        high = LANES[-1] - LANES[0] + 18
        yield shapes.rectangle(x, LANES[0] - 9, TRACK_CELL, high, "good/30")
        half = ARENA * FIELD_UNIT
        corner = (FIELD_X - half, FIELD_Y - half)
        yield shapes.rectangle(*corner, 2 * half, 2 * half, "faint", "edge", 1)
        for radius, colour in ((20, "cool/15"), (15, "cool/20"), (10, "bad/25"), (5, "warm/50")):
            yield shapes.circle(FIELD_X, FIELD_Y, radius * FIELD_UNIT, colour)
        yield shapes.circle(FIELD_X, FIELD_Y, 2, "ink")
        yield from self._rink()

    def _rink(self) -> Iterator[Shape]:
        outside = RINK_INSIDE + RINK_LANE * PLAYERS
        yield shapes.circle(RINK_X, RINK_Y, outside, "cool/15", "cool/60", 1)
        yield shapes.circle(RINK_X, RINK_Y, RINK_INSIDE, "paper", "cool/60", 1)
        for cell in range(LAP):
            ends = (*ring(cell - 0.5, RINK_INSIDE), *ring(cell - 0.5, outside))
            yield shapes.line(*ends, *(("cool/60", 1.0) if cell else ("good", 3.0)))

    # ---- a turn

    def frame(self) -> Iterator[Shape]:
        self.history.notice()
        match = self.referee.match
        for seat, middle in enumerate(TABLE):
            for game in range(rules.GAMES):
                left = 34 + COLUMN * game
                for rank in range(rules.MEDALS):
                    count = match.medals[(seat * rules.GAMES + game) * rules.MEDALS + rank]
                    colour = "ink" if count else "dim"
                    yield shapes.text(left + 12 + 20 * rank, middle, str(count), 11, colour)
                score = str(rules.score_in(match, seat, game))
                yield shapes.text(left + 86, middle, score, 15, "ink", "right")
            score = "out" if match.is_out[seat] else str(points(match, seat))
            yield shapes.text(472, middle, score, 17, f"p{seat}", "right")
        draws = (self._hurdles, self._archery, self._skating, self._diving)
        for game, draw in enumerate(draws):
            x, y = TITLE_PLACES[game]
            yield shapes.text(x, y, TITLES[game], SIZE, "dim", "left")
            if self._run(game).phase == rules.OVER:
                yield shapes.text(x + 60, y, "over", SIZE, "bad", "left")
            yield from draw()

    def _medal(self, game: int, seat: int, x: float, y: float) -> Iterator[Shape]:
        """Draws the medal that a player won in a run that has just ended."""
        if str(game) in self.referee.ranks:
            rank = self.referee.ranks[str(game)][seat]
            words = "shade" if MEDAL_COLOURS[rank] == "warm" else "paper"
            yield shapes.circle(x, y, 7, MEDAL_COLOURS[rank], "ink", 0.8)
            yield shapes.text(x, y, str(rank + 1), 10, words)

    def _run(self, game: int) -> Run:
        return self.referee.match.runs[game]

    def _fill(self, game: int, seat: int, is_down: bool = False) -> str:
        """Returns the colour of a player in a game: pale if down or out."""
        is_pale = is_down or self._run(game).dead[seat]
        return f"p{seat}/45" if is_pale else f"p{seat}"

    def _hurdles(self) -> Iterator[Shape]:
        run = self._run(rules.HURDLES)
        for cell, sign in enumerate(self.referee.texts[rules.HURDLES]):
            if sign == "#":
                x = TRACK_LEFT + TRACK_CELL * (cell + 0.5)
                yield shapes.line(x, LANES[0] - 8, x, LANES[-1] + 8, "wood", 4)
        for seat, middle in enumerate(LANES):
            old, at = self.history.strides[seat], run.first[seat]
            x, stun = TRACK_LEFT + TRACK_CELL * (at + 0.5), run.second[seat]
            if old < at:
                old_x = TRACK_LEFT + TRACK_CELL * (old + 0.5)
                yield shapes.line(old_x, middle, x, middle, f"p{seat}/50", 5)
            yield from badge(seat, x, middle, self._fill(rules.HURDLES, seat), stun > 0)
            if stun > 0:
                beside, align = (x + 11, "left") if at < GOAL - 5 else (x - 11, "right")
                yield shapes.text(beside, middle, f"stun {stun}", 12, "bad", align)
            yield from self._medal(rules.HURDLES, seat, 472, middle)

    def _archery(self) -> Iterator[Shape]:
        run = self._run(rules.ARCHERY)
        winds = self.referee.texts[rules.ARCHERY]
        if winds:  # with a box around the present one
            yield shapes.text(68, 196, "wind", 12, "dim", "left")
            yield shapes.rectangle(103, 187, 17, 18, "warm/40", "warm", 1)
            yield shapes.text(111.5, 196, winds[0], 15, "ink")
            yield shapes.text(125, 196, winds[1:], 12, "dim", "left")
        spots = [(run.first[seat], run.second[seat]) for seat in range(PLAYERS)]
        for seat in range(PLAYERS):
            way = [on_field(*spot) for spot in self.history.flights[seat]]
            if len(way) > 1:
                yield shapes.path(way, f"p{seat}/45", 2.5)
        for seat, spot in enumerate(spots):
            x, y = on_field(*spot)
            together = [other for other in range(PLAYERS) if spots[other] == spot]
            x += 11 * (together.index(seat) - (len(together) - 1) / 2)
            yield from badge(seat, x, y, self._fill(rules.ARCHERY, seat))
            middle = COLUMNS[seat]
            yield from badge(seat, 202, middle)
            yield shapes.text(202, middle + 18, f"{hypot(*spot):.1f}", SIZE, "ink")
            yield from self._medal(rules.ARCHERY, seat, 221, middle)

    def _skating(self) -> Iterator[Shape]:
        run = self._run(rules.SKATING)
        order = self.referee.texts[rules.SKATING]
        for place, letter in enumerate(order):
            x = RINK_X + 18 * (place - 1.5)
            yield shapes.text(x, RINK_Y - 14, letter, 17, PLACES[place])
            yield shapes.text(x, RINK_Y + 3, f"+{GLIDES[place]}", 10, "dim")
        yield shapes.text(RINK_X, RINK_Y + 21, f"{run.left} left", 11, "dim")
        for seat in range(PLAYERS):
            risk, middle = run.second[seat], COLUMNS[seat]
            radius = RINK_INSIDE + RINK_LANE * (PLAYERS - seat - 0.5)
            place_x, place_y = ring(run.first[seat] % LAP, radius)
            fill = self._fill(rules.SKATING, seat, risk < 0)
            yield from badge(seat, place_x, place_y, fill, risk < 0)
            yield from badge(seat, 444, middle)
            yield shapes.text(456, middle, str(run.first[seat]), SIZE, "ink", "left")
            if risk < 0:
                yield shapes.text(452, middle + 17, f"stun {-risk}", 12, "bad")
            else:
                yield shapes.text(452, middle + 17, f"risk {risk}", 12, RISKS[risk])
            yield from self._medal(rules.SKATING, seat, 444, middle - 18)

    def _diving(self) -> Iterator[Shape]:
        run = self._run(rules.DIVING)
        goal = self.history.goal
        now = len(goal) - run.left
        for index, letter in enumerate(goal):
            x = DIVE_LEFT + DIVE_CELL * (index + 0.5)
            if index == now:
                yield shapes.rectangle(x - 9.5, 422, 19, 18, "warm/40", "warm", 1)
            yield shapes.text(x, 431, letter, 14, "dim" if index < now else "ink")
        for seat, middle in enumerate(DIVES):
            for index, combo in enumerate(self.history.dives[seat]):
                x = DIVE_LEFT + DIVE_CELL * (index + 0.5)
                if combo:
                    yield shapes.circle(x, middle, 8, f"p{seat}")
                    yield shapes.text(x, middle, str(combo), 10, "paper")
                else:
                    yield shapes.circle(x, middle, 2.5, f"p{seat}/60")
            yield shapes.text(412, middle, str(run.first[seat]), 15, "ink", "right")
            yield shapes.text(474, middle, str(run.second[seat]), 15, "ink", "right")
            yield from self._medal(rules.DIVING, seat, 432, middle)

    # ---- thoughts

    def ghosts(self, seat: int, thought: Thought) -> Iterator[Shape]:
        """Yields the expected course of the four mini-games as dashed rings, the bot's own ones
        thick. A player gets its rank in a run that is over by then.
        """
        ends = Ends(self.referee.match, thought.units)
        if not ends.turns:
            return
        is_running = [run.phase == rules.RUNNING for run in self.referee.match.runs]
        for who in range(PLAYERS):
            run = ends.match.runs[rules.ARCHERY]
            track = TRACK_LEFT + TRACK_CELL * (ends.match.runs[rules.HURDLES].first[who] + 0.5)
            radius = RINK_INSIDE + RINK_LANE * (PLAYERS - who - 0.5)
            places = {
                rules.HURDLES: (track, LANES[who]),
                rules.ARCHERY: on_field(run.first[who], run.second[who]),
                rules.SKATING: ring(ends.match.runs[rules.SKATING].first[who] % LAP, radius),
            }
            for game, (x, y) in places.items():
                if not is_running[game] or ends.match.runs[game].dead[who]:
                    continue
                corners = [(x + 9 * cos(pi * at / 6), y + 9 * sin(pi * at / 6)) for at in range(13)]
                yield shapes.dashes(corners, f"p{who}", 2.4 if who == seat else 1.2, 4)
                if ends.match.runs[game].phase != rules.RUNNING:
                    rank = ends.rank(game, who)
                    yield shapes.circle(x + 9, y - 8, 5.5, MEDAL_COLOURS[rank], "ink", 0.8)
                    yield shapes.text(x + 9, y - 8, str(rank + 1), 8, "paper")
            if is_running[rules.ARCHERY] and len(ends.flights[who]) > 1:
                way = [on_field(*spot) for spot in ends.flights[who]]
                yield shapes.dashes(way, f"p{who}", 2.0 if who == seat else 1.0, 4)
        dive, now = ends.match.runs[rules.DIVING], self.referee.match.runs[rules.DIVING]
        goes_on = is_running[rules.DIVING] and now.left > 1  # no medal stands there
        if goes_on and dive.first[seat] != now.first[seat]:
            words = f"\u2192 {dive.first[seat]}"
            yield shapes.text(416, DIVES[seat] + 1, words, 12, f"p{seat}", "left")

    # ---- scores and events

    def scores(self) -> list[float]:
        return [float(points(self.referee.match, seat)) for seat in range(PLAYERS)]

    def events(self) -> Iterator[tuple[int | None, str]]:
        self.history.notice()
        for text, ranks in self.referee.ranks.items():
            won = [
                [str(seat) for seat, one in enumerate(ranks) if one == rank]
                for rank in range(rules.MEDALS)
            ]
            medals = zip(("gold", "silver", "bronze"), won, strict=True)
            words = "; ".join(f"{medal} {', '.join(seats)}" for medal, seats in medals if seats)
            yield None, f"{TITLES[int(text)]}: {words}"
        hurdles, skating = self._run(rules.HURDLES), self._run(rules.SKATING)
        for seat in range(PLAYERS):
            if hurdles.second[seat] == STUN and not hurdles.dead[seat]:
                yield seat, "falls over a hurdle"
            if skating.second[seat] == FALLEN and not skating.dead[seat]:
                yield seat, "falls on the ice"
        turn = self.referee.match.turn
        fallen = [one["player"] for one in self.referee.deactivated if one["turn"] == turn]
        yield from [(seat, "is put out") for seat in fallen]


def badge(
    seat: int, x: float, y: float, fill: str | None = None, is_down: bool = False
) -> Iterator[Shape]:
    """Yields a player's disc with its number. The rim is red if the player is down.

    fill: the colour of the disc; None for the player's own. A transparent colour gets a disc of the
    paper's colour below it
    """
    rim, width = ("bad", 2.5) if is_down else ("ink", 0.8)
    colour = "paper"
    if fill and "/" in fill:
        yield shapes.circle(x, y, 8, "paper")
        colour = "ink"
    yield shapes.circle(x, y, 8, fill or f"p{seat}", rim, width)
    yield shapes.text(x, y, str(seat), 11, colour)


def on_field(x: int, y: int) -> tuple[float, float]:
    """Returns the place of a cursor in the picture."""
    return FIELD_X + x * FIELD_UNIT, FIELD_Y + y * FIELD_UNIT


def ring(cell: float, radius: float) -> tuple[float, float]:
    """Returns a place on the rink. cell: 0 is at the top, then clockwise"""
    angle = 2 * pi * cell / LAP - pi / 2
    return RINK_X + radius * cos(angle), RINK_Y + radius * sin(angle)
