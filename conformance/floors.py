"""Floors: the fraction that each stage reached, which may only rise."""
import json
import math
from pathlib import Path

FILE = Path(__file__).with_name("floors.json")


def check(fractions, raise_floors=False):
    """Prints each fraction beside its floor; True if none fell below. With raise_floors, what rose becomes the floor."""
    floors, good = json.loads(FILE.read_text()), True
    for name, fraction in fractions.items():
        floor = floors.get(name, 0.0)
        fell = fraction < floor
        good &= not fell
        print(f"{name:12} {fraction:7.4f}  floor {floor:.4f}{'  BELOW THE FLOOR' if fell else ''}")
        floors[name] = max(floor, math.floor(fraction * 1e4) / 1e4)
    if raise_floors and good:
        FILE.write_text(json.dumps(floors, indent=2) + "\n")
    return good
