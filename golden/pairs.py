"""MuJoCo's contacts of every pair of geom types, at random poses near touching.

`models()` gives a model for each pair, with and without margin; `poses()` seeded poses of its two bodies, a fifth of them
along the axes so that faces meet; `contacts()` what a module with MuJoCo's functions finds there.
`python/tests/test_pairs.py` compares with MuJoCo itself at thousands of poses, `sinew-conformance/tests/pairs.rs` with the
archive that `make.py` writes by way of `archive()`.
"""
import itertools

import numpy as np

ORDER = ("plane", "hfield", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "sdf")
GEOMS = {
    "plane": 'size="0 0 1"',
    "hfield": 'hfield="hills"',
    "sphere": 'size="0.1"',
    "capsule": 'size="0.06 0.12"',
    "ellipsoid": 'size="0.08 0.14 0.1"',
    "cylinder": 'size="0.09 0.12"',
    "box": 'size="0.07 0.1 0.13"',
    "mesh": 'mesh="frustum"',
    "sdf": 'mesh="stone"',
}
NONE = {("plane", "plane"), ("plane", "hfield"), ("hfield", "hfield"), ("hfield", "sdf")}
PAIRS = [pair for pair in itertools.combinations_with_replacement(ORDER, 2) if pair not in NONE]
# pairs whose points come from a formula; the others are searched for
FORMULA = {pair for pair in PAIRS if pair[0] == "plane"} | {
    ("sphere", "sphere"), ("sphere", "capsule"), ("sphere", "cylinder"), ("sphere", "box"), ("capsule", "capsule"),
    ("capsule", "box"), ("box", "box")}
MARGINS = {"bare": 0.0, "margin": 0.02}


def numbers(rows):
    return " ".join(f"{x:.6g}" for row in rows for x in row)


def frustum():
    """An uneven hexagonal prism, narrower above: flat faces of six and of four corners, no two alike."""
    ring = [(r * np.cos(k * np.pi / 3), r * np.sin(k * np.pi / 3)) for k, r in enumerate((1, 0.93, 1.05, 0.97, 1.08, 0.9))]
    vertices = [(0.12 * x, 0.1 * y, -0.08) for x, y in ring] + [(0.06 * x, 0.05 * y, 0.1) for x, y in ring]
    caps = [(0, k + 1, k) for k in range(1, 5)] + [(6, 6 + k, 7 + k) for k in range(1, 5)]
    walls = [t for k in range(6) for t in ((k, (k + 1) % 6, 6 + (k + 1) % 6), (k, 6 + (k + 1) % 6, 6 + k))]
    return vertices, caps + walls


def stone():
    """A stretched icosahedron with uneven corners."""
    g = (1 + 5**0.5) / 2
    corners = [p for a, b in itertools.product((-1, 1), (-g, g)) for p in ((0, a, b), (a, b, 0), (b, 0, a))]
    uneven = [1 + 0.05 * np.sin(5.0 * k + 1) for k in range(12)]
    vertices = [(0.07 * s * x, 0.055 * s * y, 0.045 * s * z) for s, (x, y, z) in zip(uneven, corners)]
    near = lambda i, j: abs(np.linalg.norm(np.subtract(corners[i], corners[j])) - 2) < 1e-9
    faces = []
    for i, j, k in itertools.combinations(range(12), 3):
        if near(i, j) and near(j, k) and near(i, k):
            outward = np.dot(np.cross(np.subtract(corners[j], corners[i]), np.subtract(corners[k], corners[i])), corners[i])
            faces.append((i, j, k) if outward > 0 else (i, k, j))
    return vertices, faces


def mesh(name, shape):
    vertices, faces = shape
    return f'<mesh name="{name}" vertex="{numbers(vertices)}" face="{numbers(faces)}"/>'


def hills(count=9):
    at = np.linspace(0, 2 * np.pi, count)
    heights = np.sin(at)[:, None] * np.cos(1.5 * at)[None, :] + 0.3 * np.sin(3 * at)[None, :]
    heights = (heights - heights.min()) / (heights.max() - heights.min())
    return f'<hfield name="hills" nrow="{count}" ncol="{count}" size="0.5 0.5 0.2 0.1" elevation="{numbers(heights)}"/>'


def model(one, two, margin=0.0):
    """A model of two bodies, the first of which is moved by hand."""
    assets = {"mesh": mesh("frustum", frustum()), "sdf": mesh("stone", stone()), "hfield": hills()}
    used = "".join(assets[kind] for kind in dict.fromkeys((one, two)) if kind in assets)
    geom = lambda kind: f'<geom type="{kind}" {GEOMS[kind]} margin="{margin / 2}"/>'
    return (f"<mujoco><asset>{used}</asset><worldbody>"
            f'<body mocap="true">{geom(one)}</body><body><freejoint/>{geom(two)}</body></worldbody></mujoco>')


def models():
    """Text of every model, by types and margin."""
    for (one, two), (name, margin) in itertools.product(PAIRS, MARGINS.items()):
        yield (one, two, name), model(one, two, margin)


def set_pose(module, m, d, pose):
    d.mocap_pos[0], d.mocap_quat[0] = pose[:3], pose[3:7]
    d.qpos[:] = pose[7:]
    module.mj_kinematics(m, d)
    module.mj_comPos(m, d)
    module.mj_collision(m, d)


def draw(rng, aligned):
    """A rotation: along the axes, or any."""
    quat = rng.normal(size=4)
    if aligned:
        quat = np.zeros(4)
        quat[rng.integers(4)] = 1
        quat[rng.integers(4)] += 1
    return quat / np.linalg.norm(quat)


def poses(module, m, count, seed, kinds):
    """Poses around touching: along a random way out of overlap, at most three hundredths before the end and one behind.

    Values have few binary digits, so that any rounding of their last ones is the engines' own."""
    rng = np.random.default_rng(seed)
    d = module.MjData(m)
    out = np.empty((count, 14))
    for k in range(count):
        aligned = rng.random() < 0.2
        flat = kinds[0] in ("plane", "hfield")
        pose = np.concatenate([rng.uniform(-0.2, 0.2, 3), draw(rng, aligned), np.zeros(3), draw(rng, aligned)])
        frame = np.empty(9)
        module.mju_quat2Mat(frame, pose[3:7])
        frame = frame.reshape(3, 3)
        way = rng.normal(size=3)
        way = frame[:, 2] if flat else way / np.linalg.norm(way)
        if aligned and not flat:
            way = frame[:, rng.integers(3)] * rng.choice((-1, 1))
        start = pose[:3] + (frame[:, :2] @ rng.uniform(-0.3, 0.3, 2) if flat else 0)
        inside, outside = 0.0, 0.6
        for _ in range(11):
            middle = (inside + outside) / 2
            pose[7:10] = start + middle * way
            set_pose(module, m, d, pose)
            inside, outside = (middle, outside) if d.ncon else (inside, middle)
        pose[7:10] = start + (inside + rng.uniform(-0.03, 0.01)) * way
        out[k] = np.round(pose * 2**24) / 2**24
    return out


def contacts(module, text, poses):
    """Number of contacts at each pose, and of each contact distance, position and normal."""
    m = module.MjModel.from_xml_string(text)
    d = module.MjData(m)
    counts, rows = np.zeros(len(poses), np.int32), []
    for k, pose in enumerate(poses):
        set_pose(module, m, d, pose)
        counts[k] = d.ncon
        if d.ncon:
            rows.append(np.column_stack([d.contact.dist, d.contact.pos, np.reshape(d.contact.frame, (-1, 9))[:, :3]]))
    return counts, np.concatenate(rows) if rows else np.zeros((0, 7))


def matched(rows, others):
    """The others in the order of the rows that they are nearest to; as they are if they are not one to one."""
    nearest = np.abs(rows[:, None, :4] - others[None, :, :4]).max(axis=2).argmin(axis=1)
    return others[nearest] if len(set(nearest)) == len(rows) else others


def compare(want, got):
    """What of the contacts of two engines agrees: the share of poses with equal counts, of those with the same order, and
    over them the largest errors of distance, position and normal; `worse` are poses whose distances are off by a micron."""
    ends = [np.split(rows, np.cumsum(counts)[:-1]) for counts, rows in (want, got)]
    same, ordered, errors = 0, 0, []
    for rows, others in zip(*ends):
        if len(rows) != len(others):
            continue
        same += 1
        error = np.abs(rows - others)
        if error.size and error.max() > 1e-3:
            error = np.abs(rows - matched(rows, others))
        ordered += not error.size or error.max() >= np.abs(rows - others).max()
        if len(rows):
            errors.append([error[:, 0].max(), error[:, 1:4].max(), error[:, 4:].max()])
    errors = np.array(errors) if errors else np.zeros((1, 3))
    dist, pos, normal = errors.max(axis=0)
    return {"poses": len(want[0]), "touching": int((want[0] > 0).sum()), "same": same / len(want[0]),
            "order": ordered / max(1, same), "dist": dist, "pos": pos, "normal": normal,
            "worse": float((errors[:, 0] > 1e-6).mean()), "turned": float((errors[:, 2] > 1e-5).mean())}


def found_again(want, got):
    """Share of the wanted contacts that have one within a micron among those got at the same pose."""
    ends = [np.split(rows, np.cumsum(counts)[:-1]) for counts, rows in (want, got)]
    total = hits = 0
    for rows, others in zip(*ends):
        total += len(rows)
        if len(rows) and len(others):
            apart = np.abs(rows[:, None, :4] - others[None, :, :4]).max(axis=2).min(axis=1)
            hits += int((apart < 1e-6).sum())
    return hits / max(1, total)


def archive(mujoco):
    """Models as text, a few poses of each and MuJoCo's contacts there."""
    out = {}
    for seed, (key, text) in enumerate(models()):
        few = 4 if "sdf" in key else 12
        m = mujoco.MjModel.from_xml_string(text)
        at = poses(mujoco, m, few, seed, key)
        counts, rows = contacts(mujoco, text, at)
        name = "-".join(key)
        out |= {f"{name}/xml": np.frombuffer(text.encode(), np.uint8), f"{name}/poses": at, f"{name}/counts": counts,
                f"{name}/contacts": rows}
    return out
