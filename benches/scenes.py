"""Scenes for benchmarks that are too long to keep as files: piles, cards, a puzzle cube, a crowd, an arm with muscles.

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


def muscle_arm():
    """A musculoskeletal arm with its hand: 27 joints and 39 muscles, whose tendons wrap around bones and joints."""
    tendons, muscles = [], []

    def muscle(name, shortest, longest, *path):
        """A muscle along sites, and around geoms that are given with the site on whose side it passes."""
        around = (at if isinstance(at, tuple) else (at, "") for at in path)
        steps = (f'<geom geom="{at}" sidesite="{side}"/>' if side else f'<site site="{at}"/>' for at, side in around)
        tendons.append(f'<spatial name="{name}">{"".join(steps)}</spatial>')
        muscles.append(f'<muscle name="{name}" tendon="{name}" lengthrange="{shortest} {longest}"/>')

    def site(name, x, y, z):
        return f'<site name="{name}" pos="{x:.4f} {y:.4f} {z:.4f}"/>'

    def roll(name, radius, turn="0 90 0"):
        """What tendons wrap around at a joint, with a site in front of it and one behind."""
        return (f'<geom name="{name}" class="wrap" size="{radius} 0.02" euler="{turn}"/>'
                + site(f"{name}_front", 0, -2 * radius, 0) + site(f"{name}_back", 0, 2 * radius, 0))

    def phalanx(finger, k, length, radius, joints, inner):
        """A bone along -z that bends about x, with sites of flexors in front and of extensors behind."""
        name, off = f"{finger}{k}", radius + 0.003
        sites = "".join(site(f"{name}_{side}{end}", 0, sign * off, -part * length)
                        for side, sign in (("f", -1), ("e", 1)) for end, part in (("a", 0.25), ("b", 0.8)))
        return (f'{joints}<geom type="capsule" size="{radius}" fromto="0 0 0 0 0 {-length}" density="1100"/>'
                + roll(name, radius) + sites + inner)

    def digit(finger, x, y, z, turn, lengths, spread):
        """Three bones and four joints, with two flexors, an extensor and two muscles that spread it."""
        inner = ""
        for k in (3, 2, 1):
            joints = f'<joint name="{finger}_flex{k}" axis="1 0 0" range="-5 90"/>'
            if k == 1:
                joints = f'<joint name="{finger}_spread" axis="0 1 0" range="-15 15"/>' + joints
            inner = phalanx(finger, k, lengths[k - 1], 0.0095 - 0.001 * k, joints, inner)
            place = f"0 0 {-lengths[k - 2]}" if k > 1 else f"{x} {y} {z}"
            inner = f'<body name="{finger}{k}" pos="{place}" euler="{turn if k == 1 else "0 0 0"}">{inner}</body>'
        front = [(f"{finger}{k}", f"{finger}{k}_front") for k in (1, 2, 3)]
        back = [(f"{finger}{k}", f"{finger}{k}_back") for k in (1, 2, 3)]
        muscle(f"{finger}_deep_flexor", 0.2, 0.3, "ulna_front", f"{finger}_palm", front[0], f"{finger}1_fb",
               front[1], f"{finger}2_fb", front[2], f"{finger}3_fa")
        muscle(f"{finger}_flexor", 0.17, 0.27, "ulna_front", f"{finger}_palm", front[0], f"{finger}1_fb",
               front[1], f"{finger}2_fa")
        muscle(f"{finger}_extensor", 0.16, 0.26, "ulna_back", f"{finger}_dorsum", back[0], f"{finger}1_eb",
               back[1], f"{finger}2_eb", back[2], f"{finger}3_ea")
        for side, sign in (("in", -1), ("out", 1)):
            muscle(f"{finger}_{side}", 0.03, 0.042, f"{finger}_{side}_palm", f"{finger}_{side}_bone")
            inner = inner.replace(f'<body name="{finger}2"', site(f"{finger}_{side}_bone", sign * spread, 0, -0.01)
                                  + f'<body name="{finger}2"', 1)
        palm = (site(f"{finger}_palm", x, y - 0.012, z + 0.025) + site(f"{finger}_dorsum", x, y + 0.012, z + 0.025)
                + site(f"{finger}_in_palm", x - spread, y, z + 0.03) + site(f"{finger}_out_palm", x + spread, y, z + 0.03))
        return palm + inner

    hand = digit("thumb", 0.03, -0.01, -0.02, "0 -40 -60", (0.045, 0.032, 0.026), 0.008)
    for i, (finger, size) in enumerate([("index", 1.0), ("middle", 1.08), ("ring", 1.0), ("little", 0.8)]):
        lengths = [round(size * x, 4) for x in (0.042, 0.026, 0.02)]
        hand += digit(finger, 0.027 - 0.018 * i, 0, -0.09, "0 0 0", lengths, 0.009)
    for name, shortest, longest, *path in [
        ("wrist_flexor_in", 0.24, 0.32, "elbow_in", "ulna_front", ("wrist", "wrist_front"), "palm_front_in"),
        ("wrist_flexor_out", 0.24, 0.32, "elbow_out", "ulna_front", ("wrist", "wrist_front"), "palm_front_out"),
        ("wrist_extensor_in", 0.24, 0.32, "elbow_in", "ulna_back", ("wrist", "wrist_back"), "palm_back_in"),
        ("wrist_extensor_out", 0.24, 0.32, "elbow_out", "ulna_back", ("wrist", "wrist_back"), "palm_back_out"),
        ("biceps", 0.2, 0.42, "shoulder_front", ("shoulder", "shoulder_front_side"), "humerus_front",
         ("elbow", "elbow_front"), "ulna_top"),
        ("brachialis", 0.08, 0.19, "humerus_front", ("elbow", "elbow_front"), "ulna_top"),
        ("triceps", 0.28, 0.42, "shoulder_back", "humerus_back", ("elbow", "elbow_back"), "olecranon"),
        ("triceps_short", 0.15, 0.22, "humerus_back", ("elbow", "elbow_back"), "olecranon"),
        ("pronator", 0.085, 0.13, "elbow_in", "radius_front"),
        ("supinator", 0.095, 0.135, "elbow_out", "radius_back"),
        ("deltoid_front", 0.07, 0.22, "shoulder_front", ("shoulder", "shoulder_front_side"), "deltoid"),
        ("deltoid_side", 0.09, 0.2, "shoulder_side", ("shoulder", "shoulder_out_side"), "deltoid"),
        ("deltoid_back", 0.11, 0.21, "shoulder_back", ("shoulder", "shoulder_back_side"), "deltoid"),
        ("chest", 0.1, 0.37, "chest", ("shoulder", "shoulder_front_side"), "humerus_front"),
    ]:
        muscle(name, shortest, longest, *path)

    hand = (f'<geom type="box" size="0.04 0.012 0.045" pos="0 0 -0.045" density="1100"/>{roll("wrist", 0.014)}'
            f'{site("palm_front_in", 0.02, -0.014, -0.03)}{site("palm_front_out", -0.02, -0.014, -0.03)}'
            f'{site("palm_back_in", 0.02, 0.014, -0.03)}{site("palm_back_out", -0.02, 0.014, -0.03)}{hand}')
    hand = ('<body name="hand" pos="0 0 -0.25"><joint name="wrist_flex" axis="1 0 0" range="-70 70"/>'
            f'<joint name="wrist_lean" axis="0 1 0" range="-20 30"/>{hand}</body>')
    radius = ('<body name="radius"><joint name="pronation" axis="0 0 1" range="-80 80"/>'
              '<geom type="capsule" size="0.018" fromto="0.01 0 -0.03 0.01 0 -0.23"/>'
              f'{site("ulna_front", 0, -0.022, -0.15)}{site("ulna_back", 0, 0.022, -0.15)}'
              f'{site("radius_front", 0.02, -0.02, -0.1)}{site("radius_back", 0.02, 0.02, -0.1)}{hand}</body>')
    ulna = ('<body name="ulna" pos="0 0 -0.3"><joint name="elbow_flex" axis="-1 0 0" range="0 140"/>'
            '<geom type="capsule" size="0.02" fromto="0 0 0 -0.01 0 -0.2"/>'
            f'{site("ulna_top", 0, -0.024, -0.05)}{site("olecranon", 0, 0.03, 0.01)}{radius}</body>')
    humerus = ('<body name="humerus"><joint name="shoulder_flex" axis="-1 0 0" range="-60 150"/>'
               '<joint name="shoulder_lean" axis="0 1 0" range="-20 120"/>'
               '<joint name="shoulder_turn" axis="0 0 1" range="-70 70"/>'
               '<geom type="capsule" size="0.025" fromto="0 0 0 0 0 -0.3"/>'
               '<geom name="elbow" class="wrap" size="0.026 0.04" pos="0 0 -0.3" euler="0 90 0"/>'
               f'{site("elbow_front", 0, -0.06, -0.3)}{site("elbow_back", 0, 0.06, -0.3)}{site("elbow_in", 0.03, 0, -0.28)}'
               f'{site("elbow_out", -0.03, 0, -0.28)}{site("humerus_front", 0, -0.03, -0.16)}'
               f'{site("humerus_back", 0, 0.03, -0.14)}{site("deltoid", -0.028, 0, -0.13)}{ulna}</body>')
    shoulder = ('<body pos="0 0 1.2"><geom type="box" size="0.05 0.05 0.03" pos="0.06 0 0.03"/>'
                '<geom name="shoulder" class="wrap" type="sphere" size="0.034"/>'
                f'{site("shoulder_front", 0.01, -0.04, 0.05)}{site("shoulder_back", 0.01, 0.05, 0.03)}'
                f'{site("shoulder_side", -0.01, 0, 0.06)}{site("chest", 0.12, -0.06, -0.06)}'
                f'{site("shoulder_front_side", -0.02, -0.06, 0.02)}{site("shoulder_back_side", -0.02, 0.06, 0.02)}'
                f'{site("shoulder_out_side", -0.07, 0, 0.02)}{humerus}</body>')
    return f"""<mujoco model="muscle arm"><option timestep="0.002"/>
<default><geom density="1800"/><joint damping="0.05" armature="0.001" limited="true"/><site size="0.002"/>
<muscle ctrllimited="true" ctrlrange="0 1" force="60"/>
<default class="wrap"><geom type="cylinder" contype="0" conaffinity="0" mass="0"/></default></default>
<worldbody><geom type="plane" size="2 2 0.1"/>{shoulder}</worldbody>
<tendon>{"".join(tendons)}</tendon><actuator>{"".join(muscles)}</actuator></mujoco>"""


SCENES = {"pile200": pile, "cards": cards, "cube": cube, "humanoids22": crowd, "muscle arm": muscle_arm}


def write(folder):
    """Writes every scene and returns the files by name."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {}
    for name, scene in SCENES.items():
        files[name] = folder / f"{name.replace(' ', '_')}.xml"
        files[name].write_text(scene())
    return files


if __name__ == "__main__":
    write(Path(sys.argv[1]))
