"""How much room a bot has that plays by a network of 100,000 numbers alone (examples/policy).

    python benchmarks/policy_bundle.py              # both engines: built, proven, weighed
    python benchmarks/policy_bundle.py --keep DIR   # the bundles, to play with

The network is a random one: it plays badly, and takes the room and the time of a good one.
"""

import argparse
import shutil
import sys
import tempfile
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from botsmith.bundle.assemble import ENGINES, Target  # noqa: E402
from botsmith.bundle.header import LIMIT, units  # noqa: E402
from botsmith.bundle.modules import choose_entries  # noqa: E402
from botsmith.bundle.products import build  # noqa: E402
from botsmith.bundle.trials import Asked  # noqa: E402
from botsmith.training.weights import encode_parts, module_source  # noqa: E402

GAME, BOT = "snakebyte", "snakebyte_policy"
PLANES, CHANNELS, BLOCKS, WAYS = 20, 20, 14, 4  # of net.py there
BITS, BIAS_BITS, SCALE_BITS = 4, 16, 16


def workspace(root: Path) -> int:
    """Makes a folder with SnakeByte's modules, the example's, and random weights.

    Returns the number of weights.
    """
    for part in ("common", f"bots/{GAME}", f"tests/golden/{GAME}"):
        shutil.copytree(ROOT / part, root / part)
    shutil.copy(ROOT / "bots/__init__.py", root / "bots")
    shutil.copytree(ROOT / "examples/policy/bots", root / "bots", dirs_exist_ok=True)
    dice = Random(1)
    count = 9 * CHANNELS * (PLANES + 2 * BLOCKS * CHANNELS) + CHANNELS * WAYS
    rows = CHANNELS * (1 + 2 * BLOCKS) + WAYS
    parts = [
        (dice.choices(range(-8, 8), k=count), BITS),
        (dice.choices(range(-2000, 2000), k=rows), BIAS_BITS),
        (dice.choices(range(300, 600), k=rows), SCALE_BITS),
    ]
    text = module_source(GAME, encode_parts(parts, 1.0, {}), is_wide=True)
    (root / f"bots/{GAME}/weights.py").write_text(text, encoding="utf-8")
    return count


def weigh(root: Path, engine: str, out: Path) -> bool:
    """Builds and proves the bundle for an engine, and prints its parts; True if it fits."""
    target = Target(root, choose_entries(root, [BOT])[0], engine, {}, "unknown")
    row = build(target, out, Asked(is_save=True))
    if row.bundle is None or row.sizes is None:
        print(f"--engine {engine}: {row.failures[0].proof}: {row.failures[0]}")
        return False
    used = units(row.bundle.text)
    print(f"--engine {engine}: {used:,} units, {LIMIT - used:,} free")
    parts = {"common/nets/": 0, "common/": 0, f"bots/{GAME}/weights.py": 0, f"bots/{GAME}/": 0}
    for path, size in row.sizes.modules.items():
        parts[next(part for part in parts if path.startswith(part))] += size
    print("   ", ", ".join(f"{part} {size:,}" for part, size in parts.items()))
    for failure in row.failures:
        print(f"    {failure.proof}: {failure}"[:300])
    return not row.failures


def main() -> int:
    """Prints what there is to say; status 1 if neither engine's bundle fits."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--keep", type=Path, help="folder for the bundles")
    kept = parser.parse_args().keep
    with tempfile.TemporaryDirectory(prefix="botsmith-") as name:
        root = Path(name)
        print(f"{workspace(root):,} weights of {BITS} bits")
        fits = [
            weigh(root, engine, (kept or root / "dist") / engine)
            for engine in sorted(ENGINES, reverse=True)
        ]
    return 0 if any(fits) else 1


if __name__ == "__main__":
    sys.exit(main())
