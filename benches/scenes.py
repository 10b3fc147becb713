"""Scenes for benchmarks that are too long to keep as files: piles, a house of cards, a puzzle cube, a crowd.

    python benches/scenes.py FOLDER        write them all
"""
import math
import random
import sys
from pathlib import Path

MODELS = Path(__file__).resolve().parent.parent / "models"


def pile(count=200, seed=1):
    """Mixed primitive bodies dropped into a narrow bin, so that nearly all of them end in one island."""
    draw = random.Random(seed)
    shapes = ["box", "sphere", "capsule", "cylinder", "ellipsoid"]
    side = 5
    bodies = []
    for i in range(count):
        layer, cell = divmod(i, side * side)
        x, y = (0.14 * (c - (side - 1) / 2) + draw.uniform(-0.01, 0.01) for c in divmod(cell, side))
        euler = " ".join(f"{draw.uniform(0, 180):.4f}" for _ in range(3))
        kind = shapes[i % len(shapes)]
        size = {"box": 3, "ellipsoid": 3, "sphere": 1}.get(kind, 2)
        size = " ".join(f"{draw.uniform(0.035, 0.06):.4f}" for _ in range(size))
        bodies.append(f'<body pos="{x:.4f} {y:.4f} {0.1 + 0.16 * layer:.4f}" euler="{euler}"><freejoint/>'
                      f'<geom type="{kind}" size="{size}"/></body>')
    walls = "".join(f'<geom type="box" size="{sx} {sy} 0.6" pos="{x} {y} 0.6"/>'
                    for x, y, sx, sy in [(0.38, 0, 0.02, 0.4), (-0.38, 0, 0.02, 0.4), (0, 0.38, 0.4, 0.02), (0, -0.38, 0.4, 0.02)])
    return f"""<mujoco model="pile{count}"><option timestep="0.004"/><default><geom density="500" friction="0.8 0.01 0.001"/></default>
<worldbody><geom type="plane" size="3 3 0.1"/>{walls}{"".join(bodies)}</worldbody></mujoco>"""


def cards(storeys=5):
    """A house of cards: leaning pairs and the flat cards between them."""
    thick, half, lean = 0.0004, 0.05, math.radians(18)
    across, rise = half * math.sin(lean), half * math.cos(lean)
    out, base = [], 0.0
    for storey in range(storeys):
        pairs = storeys - storey
        for k in range(pairs):
            middle = (k - (pairs - 1) / 2) * 4 * across * 1.05
            for sign in (-1, 1):
                out.append((middle + sign * (across + 1.5 * thick), base + rise + thick, sign * (math.pi / 2 - lean)))
        base += 2 * rise + 2 * thick
        for k in range(pairs - 1):
            out.append(((k - (pairs - 2) / 2) * 4 * across * 1.05, base + thick, 0.0))
        base += 2 * thick
    bodies = "".join(f'<body pos="{x:.6f} 0 {z:.6f}" euler="0 {math.degrees(a):.6f} 0"><freejoint/>'
                     f'<geom type="box" size="{half} 0.032 {thick}"/></body>' for x, z, a in out)
    return f"""<mujoco model="cards"><option timestep="0.002"/><default><geom density="700" friction="1"/></default>
<worldbody><geom type="plane" size="1 1 0.1"/>{bodies}</worldbody></mujoco>"""


def cube():
    """Twenty-six cubes around a core: six that turn about the axes, twenty on ball joints, all in contact."""
    bodies = []
    for x in (-1, 0, 1):
        for y in (-1, 0, 1):
            for z in (-1, 0, 1):
                outer = abs(x) + abs(y) + abs(z)
                if outer == 0:
                    continue
                joint = f'<joint type="hinge" axis="{x} {y} {z}" pos="{-0.019 * x} {-0.019 * y} {-0.019 * z}" armature="1e-4"' \
                        if outer == 1 else f'<joint type="ball" pos="{-0.019 * x} {-0.019 * y} {-0.019 * z}" armature="1e-4"'
                bodies.append(f'<body pos="{0.019 * x} {0.019 * y} {0.019 * z}">{joint} damping="5e-4" frictionloss="1e-3"/>'
                              f'<geom type="box" size="0.0095 0.0095 0.0095"/></body>')
    return f"""<mujoco model="cube"><option timestep="0.005"/><default><geom density="800" condim="1" margin="0.0005"/></default>
<worldbody>{"".join(bodies)}</worldbody></mujoco>"""


def crowd(count=22):
    """The humanoid many times over, falling side by side."""
    text = (MODELS / "humanoid.xml").read_text()
    start, end = text.index('<body name="torso"'), text.index("</worldbody>")
    body = text[start:end]
    text = text[:start] + f'<replicate count="{count}" offset="0.45 0.1 0.02" euler="0 0 23">{body}</replicate>' + text[end:]
    start, end = text.index("<keyframe>"), text.index("</keyframe>") + len("</keyframe>")
    return text[:start] + text[end:]


SCENES = {"pile200": pile, "cards": cards, "cube": cube, "humanoids22": crowd}


def write(folder):
    """Writes every scene and returns the files by name."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {}
    for name, scene in SCENES.items():
        files[name] = folder / f"{name}.xml"
        files[name].write_text(scene())
    return files


if __name__ == "__main__":
    write(Path(sys.argv[1]))
