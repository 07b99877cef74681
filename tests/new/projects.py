"""Small projects in the layouts that people's bots have: files by path, the folder to adopt, and
the entry file where none stands out.
"""

from dataclasses import dataclass, field

LOOP = """import sys
def read():
    return input()
def turns():
    while True:
        yield read().split()
"""


@dataclass(frozen=True)
class Layout:
    """One layout.

    files: by path
    folder: what is adopted, "" for all
    entry: what is named as --entry
    stdin: what it reads; says: what it answers
    left: words of the line on what was left out
    """

    files: dict[str, str | bytes]
    stdin: str = "a b\nc\n"
    says: str = "2\n1\n"
    folder: str = ""
    entry: str = ""
    left: tuple[str, ...] = field(default=())


LAYOUTS = {
    "a kit beside its entry": Layout(
        {
            "MyBot.py": "import hlt\nimport logging\nfrom hlt.entity import Ship\n"
            'game = hlt.Game("Settler")\nlogging.info("go")\n'
            "while True:\n    words = game.update()\n"
            "    print(sum(isinstance(word, Ship) for word in words), flush=True)\n",
            "hlt/__init__.py": '"""Kit."""\nfrom . import constants, entity\n'
            "from .networking import Game\n",
            "hlt/constants.py": "R = 2\n",
            "hlt/entity.py": "class Ship(str):\n    pass\n",
            "hlt/networking.py": "import sys\nfrom .entity import Ship\n\n\nclass Game:\n"
            "    def __init__(self, name):\n        self.name = name\n\n"
            "    def update(self):\n        line = sys.stdin.readline()\n"
            "        if not line:\n            sys.exit(0)\n"
            "        return [Ship(word) for word in line.split()]\n",
            "OtherBot.py": "import hlt\nwhile True: input()\n",
            "run_game.sh": "x\n",
        },
        left=("OtherBot.py", "run_game.sh"),
    ),
    "a package that is called by its full name": Layout(
        {
            "pyproject.toml": "",
            "botlibs/tree.py": "def count(words):\n    return len(words)\n",
            "bots/summer_2026/bot.py": "from .game_loop import GameLoop\n\n\nGameLoop().start()\n",
            "bots/summer_2026/game_loop.py": "from typing import List\n"
            "from botlibs.tree import count\n"
            "from bots.summer_2026.challengelibs.logger import log\n\n\n"
            "class GameLoop:\n    RUNNING = True\n\n    def start(self):\n"
            "        while GameLoop.RUNNING:\n            words: List[str] = input().split()\n"
            "            log(words)\n            print(count(words))\n",
            "bots/summer_2026/challengelibs/logger.py": "import sys\n\n\n"
            "def log(x):\n    print(x, file=sys.stderr, flush=True)\n",
            "bots/other/bot.py": "print(input())\n",
        },
        folder="bots/summer_2026",
    ),
    "an entry below its project's folder": Layout(
        {
            ".git/HEAD": "",
            "engine/__init__.py": "",
            "engine/words.py": "from engine.base import size\ncount = size\n",
            "engine/base.py": "def size(words): return len(words)\n",
            "src/main.py": "import os, sys\n"
            "sys.path.append(os.path.join(os.path.dirname(__file__), '..'))\n"
            "from engine.words import count\nimport helper\n\n\ndef main():\n"
            "    while True:\n        print(helper.same(count(input().split())))\n\n\n"
            'if __name__ == "__main__":\n    main()\n',
            "src/helper.py": "def same(x): return x\n",
            "tests/test_x.py": "import engine\nwhile True: pass\n",
        },
    ),
    "own names of standard places": Layout(
        {
            "main.py": "from common.reader import read\nfrom Bot.parser import parse\n"
            "if __name__ == '__main__':\n    while True:\n        print(parse(read()))\n",
            "common/__init__.py": "",
            "common/reader.py": "def read(): return input()\n",
            "Bot/__init__.py": "",
            "Bot/parser.py": "def parse(line): return len(line.split())\n",
        },
    ),
    "data beside its modules": Layout(
        {
            "agent/bot.py": "import os\nimport table\nwhile True:\n"
            "    print(len(input().split()) * table.load())\n",
            "agent/table.py": "import os\nHERE = os.path.dirname(os.path.abspath(__file__))\n"
            "def load():\n    with open(os.path.join(HERE, 'data', 'weights.txt')) as file:\n"
            "        return int(file.read())\n",
            "agent/data/weights.txt": "1",
            "agent/data/unused.csv": "2",
        },
        left=("agent/data/unused.csv",),
    ),
    "a package that runs": Layout(
        {
            "pkg/__init__.py": "",
            "pkg/__main__.py": "from .core import run\nrun()\n",
            "pkg/core.py": "from pkg.names import N\nfrom . import names\n\n\ndef run():\n"
            "    while True:\n        print(len(input().split()) + N - names.N)\n",
            "pkg/names.py": "N = 1\n",
            "pkg/tests.py": "while True: pass\n",
        },
    ),
    "stars, numpy, accents, tabs and CRLF": Layout(
        {
            "run.py": "# é\r\nfrom gamelib import *\r\nimport numpy as np\r\n\r\n\r\n"
            "class Algo(Core):\r\n\tdef turn(self, words):\r\n"
            "\t\treturn int(np.sum([1] * len(words)))"
            '\r\n\r\n\r\nif __name__ == "__main__":\r\n\tAlgo().start()\r\n',
            "gamelib/__init__.py": "from .core import Core\nfrom .util import *\n"
            "__all__ = ['Core', 'util']\n",
            "gamelib/core.py": "from .util import get, debug_write\n\n\nclass Core(object):\n"
            "    def start(self):\n        debug_write('é')\n        while True:\n"
            "            print(self.turn(get()))\n",
            "gamelib/util.py": "import sys\n\ndef get():\n    return input().split()\n\n"
            "def debug_write(*m):\n    sys.stderr.write(', '.join(map(str, m)) + '\\n')\n",
        },
    ),
    "a package that names itself both ways": Layout(
        {
            "duo/__main__.py": "from . import say\nfrom .loop import run\nrun(say.count)\n",
            "duo/__init__.py": "",
            "duo/say.py": "calls = 0\ndef count(words):\n    return len(words)\n",
            "duo/loop.py": "from duo import say\nimport sys\ndef run(count):\n"
            "    assert count is say.count\n"
            "    for line in sys.stdin:\n        print(count(line.split()))\n",
        },
    ),
    "a package in a package": Layout(
        {
            "game/__init__.py": "",
            "game/core.py": "def count(words):\n    return len(words)\n",
            "game/bot/__init__.py": "",
            "game/bot/__main__.py": "from ..core import count\nfrom . import loop\n"
            "for words in loop.turns():\n    print(count(words))\n",
            "game/bot/loop.py": "import sys\ndef turns():\n"
            "    for line in sys.stdin:\n        yield line.split()\n",
        },
    ),
    "plans that are found beside the entry file": Layout(
        {
            "main.py": "import glob, importlib, os, sys\n"
            "here = os.path.dirname(os.path.abspath(__file__))\n"
            "names = sorted(glob.glob(os.path.join(here, 'plans', '*.py')))\n"
            "plans = [importlib.import_module('plans.' + os.path.basename(name)[:-3])"
            " for name in names if '__init__' not in name]\n"
            "for line in sys.stdin:\n"
            "    print(*[plan.count(line.split()) for plan in plans])\n",
            "plans/__init__.py": "",
            "plans/one.py": "count = len\n",
        },
    ),
}
