"""Makes games of official referees in Java: a main class for contests made with the site's SDK."""

import re
import shutil
from pathlib import Path

from botsmith.errors import BadInput
from botsmith.interop import maven

MAIN = "SdkReferee"
SOURCE = Path(__file__).with_name(f"{MAIN}.java")
PLACE = Path("src/main/java") / SOURCE.name  # in the contest's folder
LIBRARIES = "target/lib"
GOALS = ("dependency:copy-dependencies", f"-DoutputDirectory={LIBRARIES}")
BUILD = (maven.MAVEN, *maven.PACKAGE, *GOALS)
OPENED = ("java.base/java.lang", "java.base/java.util")  # to the SDK, on a Java of today
LEAGUE = re.compile(r"level(\d+)")


def sdk_command(folder: Path) -> list[str]:
    """Puts the main class into the checkout of a contest, builds it, and returns its command.

    The league is the highest N of the contest's folders config/levelN. Raises BadInput, with the
    steps to do by hand, if the build fails.
    """
    if not (folder / "pom.xml").is_file():
        raise BadInput(f"{folder}: no pom.xml; --sdk expects the checkout of a contest")
    target = folder / PLACE
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(SOURCE, target)
    by_hand = f"{target} is there; build it with `{' '.join(BUILD)}` and add it again"
    if shutil.which(maven.MAVEN) or not is_built(folder):
        maven.build(folder, *GOALS, hint=by_hand)
        if not is_built(folder):
            raise BadInput(f"{folder}: {maven.MAVEN} made no main class; {by_hand}")
    words = [word for package in OPENED for word in ("--add-opens", f"{package}=ALL-UNNAMED")]
    found = [LEAGUE.fullmatch(path.name) for path in folder.glob("config/level*")]
    if leagues := [int(match[1]) for match in found if match]:
        words.append(f"-Dleague.level={max(leagues)}")
    path = f"{folder / 'target/classes'}:{folder / LIBRARIES}/*"
    return ["java", *words, "-cp", path, MAIN]


def is_built(folder: Path) -> bool:
    """Returns True if the build has made the main class."""
    return (folder / "target/classes" / f"{MAIN}.class").is_file()
