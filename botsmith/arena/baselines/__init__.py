"""Our own opponents, run as child processes like any bot. Their names, and nothing heavy."""

EVERYWHERE = ("random", "late", "silent", "crash", "flood", "rubbish", "fork", "slow")
BASELINES: dict[str, tuple[str, ...]] = {
    "csb": ("coast",),
    "kutulu": ("group", "flee", "planner", "scout"),
    "olymbits": ("onegame", "vote", "jointmcts", "line4"),
    "stratego": ("walk", "botzilla"),
    "tororo": ("grow", "sunrate", "burst"),
    "uttt": ("greedy",),
}
