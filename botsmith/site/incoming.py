"""Makes a record of a game of the site: our referee plays the answers again.

After the first difference between our referee and the site, the record follows the site.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Any

from botsmith.arena.store.record import seats_to_json
from botsmith.errors import BadInput
from botsmith.referees import referee_for
from botsmith.referees.base import Lines, Match, Referee, Turn
from botsmith.referees.verify import first_difference, open_as_recorded, rebuilt, recorded_answers
from botsmith.site.contests import LEAGUE, SiteContest, contest_for, guess_game
from botsmith.site.form import ANYBODY, NOBODY, OUT, SITE, TEXT, UNREAD, Frame, SiteGame

PLAYERS = "players"  # a line of a console's text
WORDS_KEPT = 2000  # characters of the referee's words in a turn


class Parted(Exception):
    """Raised when our referee asks a seat that is not the next to answer on the site, or when
    nobody answers any more.
    """


@dataclass
class Rerun:
    """A game of the site, which our referee plays again by the site's frames, one by one.

    at: the index of the next frame
    turns: the turns of the record so far
    stderr: by seat, its text in each turn
    errors: the first fault of each seat
    """

    contest: SiteContest
    site: SiteGame
    referee: Referee
    at: int = 0
    turns: list[Turn] = field(default_factory=list)
    stderr: dict[int, list[str]] = field(default_factory=dict)
    errors: list[dict[str, Any]] = field(default_factory=list)

    def answers(self) -> Iterator[int]:
        """Yields the index of each further frame that is surely a player's answer."""
        for place in range(self.at, len(self.site.frames)):
            if self.site.frames[place].seat != NOBODY and self.site.frames[place].speaks:
                yield place

    def speaker(self) -> int:
        """Returns the seat of the next answer, NOBODY at the end."""
        return next((self.site.frames[place].seat for place in self.answers()), NOBODY)

    def take(self, seat: int) -> Frame | None:
        """Returns the frame with a seat's answer, None if the seat has no further answer.

        Players' frames without output are skipped. Raises Parted if another seat answers first, or
        if no answer follows.
        """
        frames, first = self.site.frames, next(self.answers(), len(self.site.frames))
        if first < len(frames) and frames[first].seat in (seat, ANYBODY):
            self.at = first + 1
            return frames[first]
        silent = next((at for at in range(self.at, first) if frames[at].seat == seat), None)
        later = [frames[place].seat for place in self.answers()]
        if seat in later or (silent is None and not later):
            raise Parted
        if silent is None:
            return None
        self.at = silent + 1
        return frames[silent]

    def note(self, seat: int, frame: Frame | None) -> None:
        """Stores a seat's stderr in the next turn of the record, and its first fault."""
        self.stderr.setdefault(seat, []).append(frame.stderr if frame else "")
        is_out = any(error["seat"] == seat for error in self.errors)
        if frame is None or not frame.fault or is_out:
            return
        name, turn = self.site.names[seat], len(self.turns)
        words = frame.crash or frame.said.split("\n")[0] or "no answer"
        text = f"seat {seat} {name}: turn {turn}: {frame.fault}: {words[:WORDS_KEPT]}"
        about = {"seat": seat, "bot": name, "turn": turn, "fault": frame.fault}
        self.errors.append({**about, "text": text})

    def open(self) -> dict[int, Lines]:
        """Returns, by seat, the answers to the questions before the first turn, and passes them to
        the referee.
        """
        outputs: dict[int, Lines] = {}
        for seat in range(self.referee.players):
            for question in self.referee.opening(seat):
                frame = None
                with suppress(Parted):
                    frame = self.take(seat)
                outputs.setdefault(seat, []).extend(frame.lines[: question.owed] if frame else [])
        if outputs:
            self.referee.open(dict(outputs))
        return outputs

    def play(self) -> None:
        """Plays the turns in which our referee asks the seats that answer on the site. `at` then
        stands behind the last of them.
        """
        referee = self.referee
        while not referee.over:
            start = self.at
            inputs = {seat: referee.inputs(seat) for seat in referee.listeners()}
            taken: dict[int, Frame | None] = {}
            outputs: dict[int, Lines] = {}
            try:
                for seat in referee.seats():
                    frame = taken[seat] = self.take(seat)
                    inputs[seat] = referee.inputs(seat)
                    outputs[seat] = frame.lines[: referee.reply_lines(seat)] if frame else []
                    if referee.ends_turn(seat, outputs[seat]):
                        break
            except Parted:
                self.at = start
                return
            referee.apply(outputs)
            plays_on = self.contest.plays_on(referee)
            for seat in range(referee.players if plays_on else 0):
                if seat not in taken:  # the site asked it, our referee did not
                    with suppress(Parted):
                        taken[seat] = self.take(seat)
            for seat, frame in taken.items():
                self.note(seat, frame)
            words = self.site_words(start)
            lines = {seat: frame.lines if frame else [] for seat, frame in taken.items()}
            used = {
                seat: outputs.get(seat, said[: referee.reply_lines(seat)])
                for seat, said in lines.items()
            }
            if plays_on and len(used) == referee.players:
                words[OUT] = seats_to_json(used)
            if unread := [seat for seat in lines if lines[seat] != used[seat]]:
                words[UNREAD] = unread
            extra = {SITE: words} if words else {}
            self.turns.append(Turn(inputs, outputs, referee.state(), extra))

    def check_text(self) -> None:
        """Raises BadInput if our referee does not play the text of a console to its end.

        A text has neither states nor a result, so nothing else shows that it is complete.
        """
        frames, referee, turn = self.site.frames, self.referee, len(self.turns)
        silent = sum(not frame.speaks for frame in frames[1:])
        if referee.over and self.speaker() == NOBODY:
            return
        if self.site.names and silent >= sum(frame.speaks for frame in frames):
            why = f"{silent} of {len(frames)} frames hold no answer"
        elif referee.over:
            why = f"our referee ends in turn {turn - 1} ({referee.result().end}), the text goes on"
        elif self.speaker() == NOBODY:
            why = f"the text ends in turn {turn}, where our referee goes on"
        else:
            why = f"in turn {turn} our referee asks another player than answers in the text"
        wanted = f"every player's answers in one whole game of {self.contest.game}, and its seed"
        raise BadInput(f"{why}; expected {wanted}")

    def follow_site(self) -> None:
        """Adds the turns that the site played after the end of our referee's match.

        Seats answer in rising order; a seat that is not higher than the last one begins a turn. The
        turns have no inputs, which the site does not show, and no states.
        """
        while (seat := self.speaker()) != NOBODY:
            start, last = self.at, NOBODY
            outputs: dict[int, Lines] = {}
            while seat > last:
                frame = self.take(seat)
                self.note(seat, frame)
                outputs[seat] = frame.lines if frame else []
                seat, last = self.speaker(), seat
            words = self.site_words(start)
            self.turns.append(Turn({}, outputs, None, {SITE: words} if words else {}))

    def site_words(self, start: int) -> dict[str, Any]:
        """Returns the site's part of a turn in a record: the comments of the site's referee, and
        the state after the turn.

        start: the index of the turn's first frame
        """
        frames = self.site.frames[start : self.at]
        said = [frame.said[:WORDS_KEPT] for frame in frames if frame.said]
        views = [frame.view for frame in frames if frame.seat != NOBODY]
        state = self.contest.state(views[-1], self.referee) if views else {}
        return {**({"said": said} if said else {}), **state}


def match_from_site(site: SiteGame, game: str | None = None, league: int | None = None) -> Match:
    """Returns the record of a game.

    game: the contest, None to find it by the answers
    league: its number, None to find the one that our referee repeats

    Raises BadInput if the contest, its league, its seed or its result is unclear, or if our referee
    does not play the text of a console.
    """
    try:
        return read_as(site, game, league)
    except BadInput:
        if site.trouble:
            raise BadInput(site.trouble) from None
        if site.other:
            with suppress(BadInput):
                return read_as(site.other, game, league)
        raise


def read_as(site: SiteGame, game: str | None, league: int | None) -> Match:
    """Returns the record of a game in one reading of its text. Raises BadInput as `match_from_site`
    does.
    """
    contest = contest_for(game or guess_game(site))
    site = with_names(site, contest)
    leagues = contest.leagues_of(site, league)
    if len(leagues) == len(leagues[0]) == 1:
        return played_in(contest, site, leagues[0][0])
    tried: list[tuple[bool, bool, int, Match]] = []  # repeated, likely, the turn that differs
    refused: BadInput | None = None
    for likely in leagues:
        for number in likely:
            try:
                match = played_in(contest, site, number)
            except BadInput as error:
                refused = refused or error
                continue
            difference = first_difference(match, referee_for(match.game))
            turn = difference.turn if difference else 0
            tried.append((difference is None, likely is leagues[0], turn, match))
        if any(is_repeated for is_repeated, *_ in tried):
            break
    found = [match for is_repeated, _, _, match in tried if is_repeated]
    if len({repr(match.init_inputs) for match in found}) > 1:
        fit = " and ".join(str(match.config[LEAGUE]) for match in found)
        raise BadInput(f"it fits leagues {fit}; expected --league with one of them")
    if not tried:
        raise refused or BadInput(f"no league of {contest.game} fits")
    return max(tried, key=itemgetter(0, 1, 2))[-1]


def played_in(contest: SiteContest, site: SiteGame, league: int | None) -> Match:
    """Returns the record of a game that our referee has played again in `league`; None for the only
    league. Raises BadInput if our referee cannot play it.
    """
    referee = contest.referee(site) if league is None else contest.referee_in(site, league)
    if referee.players != len(site.names):
        raise BadInput(f"{len(site.names)} players; {contest.game} has {referee.players}")
    rerun = Rerun(contest, site, referee)
    init_inputs = {seat: referee.init_inputs(seat) for seat in range(referee.players)}
    opened = rerun.open()
    rerun.play()
    if site.is_text:
        rerun.check_text()
    rerun.follow_site()
    if not rerun.turns:
        raise BadInput("nobody answers in this game; expected frames with 'stdout'")
    extra: dict[str, Any] = {
        "bots": [{"name": name, "hash": ""} for name in site.names],
        "errors": rerun.errors,
        "stderr": {f"{seat}": texts for seat, texts in sorted(rerun.stderr.items()) if any(texts)},
        SITE: {"game": site.id, **({TEXT: True} if site.is_text else {})},
        **(referee.final() if referee.over else {}),
    }
    if opened:
        extra["init_out"] = seats_to_json(opened)
    return Match(
        game=contest.game,
        source=f"game {site.id or 'without a number'} of the contest site",
        seed=contest.seed(site),
        players=referee.players,
        config=referee.config,
        init_inputs=init_inputs,
        turns=rerun.turns,
        result=contest.result(site, referee),
        extra=extra,
    )


def with_names(site: SiteGame, contest: SiteContest) -> SiteGame:
    """Returns the game with a name for every seat. Raises BadInput if the number of players is
    unclear.
    """
    if site.names:
        return site
    counts = referee_for(contest.game).player_counts
    reported = site.keys.get(PLAYERS, str(counts[0]) if len(counts) == 1 else "")
    if not reported.isdecimal() or int(reported) not in counts:
        wanted = f"a line {PLAYERS}=NUMBER in front of the first frame"
        has = " or ".join(map(str, counts))
        raise BadInput(f"of how many players? {contest.game} has {has}; expected {wanted}")
    return replace(site, names=[f"player {seat}" for seat in range(int(reported))])


def as_far_as_ours(match: Match) -> tuple[Match, str]:
    """Returns a game of the site, cut before the turn that our referee cannot play, and the reason;
    "" if it plays all.

    Other records are returned unchanged.
    """
    if SITE not in match.extra:
        return match, ""
    referee = rebuilt(match)
    open_as_recorded(referee, match)
    for number, turn in enumerate(match.turns):
        try:
            referee.apply(recorded_answers(referee, turn, number))
        except BadInput as error:
            turns = match.turns[:number]
            texts = match.extra.get("stderr", {})
            asked = {seat: sum(seat in map(str, turn.outputs) for turn in turns) for seat in texts}
            stderr = {seat: texts[seat][: asked[seat]] for seat in texts}
            return replace(match, turns=turns, extra={**match.extra, "stderr": stderr}), str(error)
    return match, ""
