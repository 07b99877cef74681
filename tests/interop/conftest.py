"""Nothing may be left of the processes that these tests start, as in the arena's."""

from tests.arena.conftest import bot_folders

__all__ = ["bot_folders"]
