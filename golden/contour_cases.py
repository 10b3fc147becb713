"""How MuJoCo cuts the cells of a grid when it makes the mesh of a distance field: triangles by which corners are inside.

    python golden/contour_cases.py > crates/sinew-mjcf/src/assets/contour_cases.txt

Meshes of fields are compiled by MuJoCo and taken apart again: each triangle lies in one cell, its corners on edges of the
cell. A line is a case, with bit `x + 2 y + 4 z` set if that corner is inside, and the edges of its triangles as digits; edges
are numbered by axis, then by the other two coordinates. Cases that no mesh here shows are left out.
"""
import collections
import itertools
from pathlib import Path

import mujoco
import numpy as np

SAMPLES = 300
HALF = {
    "bolt": lambda radius: (0.6, 0.6, 1.0),
    "nut": lambda radius: (0.6, 0.6, 1.0),
    "bowl": lambda height, radius, thickness: (radius + thickness,) * 3,
    "gear": lambda alpha, diameter, teeth, thickness: (0.625 * diameter, 0.625 * diameter, 0.55 * thickness),
    "torus": lambda radius1, radius2: (radius1 + radius2, radius1 + radius2, radius2),
}
# thin bowls, of about the width of a cell, show cases that smooth surfaces do not
FIELDS = [
    ("torus", dict(radius1=0.35, radius2=0.15)), ("torus", dict(radius1=0.2, radius2=0.19)),
    ("gear", dict(alpha=0, diameter=2.8, teeth=25, thickness=0.2)), ("bolt", dict(radius=0.26)), ("nut", dict(radius=0.26)),
    ("bowl", dict(height=0.4, radius=1, thickness=0.02)), ("bowl", dict(height=0.4, radius=1, thickness=0.004)),
    ("bowl", dict(height=0.1, radius=0.5, thickness=0.004)), ("bowl", dict(height=0.7, radius=1, thickness=0.0025)),
]


def edge_number(corner, axis):
    x, y, z = corner
    return 4 * axis + (y + 2 * z, x + 2 * z, x + 2 * y)[axis]


def loops(case):
    """Lines of the surface on the faces of a cell: the edge where each begins and where it ends."""
    def inside(corner):
        return case >> (corner[0] + 2 * corner[1] + 4 * corner[2]) & 1

    def between(a, b):
        axis = next(k for k in range(3) if a[k] != b[k])
        return edge_number([min(pair) for pair in zip(a, b)], axis)

    lines = set()
    for axis, side in itertools.product(range(3), range(2)):
        outline = []
        for u, v in ((0, 0), (1, 0), (1, 1), (0, 1)):
            corner = [side] * 3
            corner[(axis + 1) % 3], corner[(axis + 2) % 3] = u, v
            outline.append(corner)
        if side == 0:
            outline.reverse()
        for enter in range(4):
            if inside(outline[enter]) or not inside(outline[(enter + 1) % 4]):
                continue
            leave = enter + 1
            while inside(outline[(leave + 1) % 4]):
                leave += 1
            lines.add((between(outline[enter], outline[(enter + 1) % 4]), between(outline[leave % 4], outline[(leave + 1) % 4])))
    return frozenset(lines)


def mesh(field, attributes):
    """Vertices in units of the grid, and triangles."""
    config = "".join(f'<config key="{key}" value="{value}"/>' for key, value in attributes.items())
    m = mujoco.MjModel.from_xml_string(f"""<mujoco>
      <extension><plugin plugin="mujoco.sdf.{field}"><instance name="field">{config}</instance></plugin></extension>
      <asset><mesh name="field" inertia="shell"><plugin instance="field"/></mesh></asset>
      <worldbody><body><geom type="sdf" mesh="field"><plugin instance="field"/></geom></body></worldbody></mujoco>""")
    half = np.array(HALF[field](**attributes))
    count = (SAMPLES / half.sum() * half).astype(int) + 1
    return (m.mesh_vert.astype(float) + half) / (2 * half) * (count - 1), m.mesh_face


def cells(vertices, faces):
    """Triangles of each cell by the numbers of edges; cells with a vertex at a corner are left out."""
    nearest = np.round(vertices)
    along = np.abs(vertices - nearest) > 2e-3
    sure, axes = along.sum(1) == 1, along.argmax(1)
    starts = np.where(along, np.floor(vertices), nearest).astype(int)
    out, unsure = collections.defaultdict(list), set()
    for face in faces:
        around = []
        for v in face:
            if sure[v]:
                steps = itertools.product(*((0,) if k == axes[v] else (0, 1) for k in range(3)))
                around.append({tuple(starts[v] - step) for step in steps})
            else:
                low = np.floor(vertices[v] - 0.01).astype(int)
                unsure.update(tuple(low + step) for step in itertools.product((-1, 0, 1), repeat=3))
        own = set.intersection(*around) if len(around) == 3 else set()
        if len(own) != 1:
            unsure.update(*around)
            continue
        cell, = own
        out[cell].append(tuple(int(edge_number(starts[v] - cell, axes[v])) for v in face))
    return [triangles for cell, triangles in out.items() if cell not in unsure]


def main():
    mujoco.mj_loadPluginLibrary(str(next((Path(mujoco.__file__).parent / "plugin").glob("libsdf*"))))
    case_of = {loops(case): case for case in range(1, 255)}
    found = {}
    for field, attributes in FIELDS:
        for triangles in cells(*mesh(field, attributes)):
            sides = {side for a, b, c in triangles for side in ((a, b), (b, c), (c, a))}
            outer = frozenset(side for side in sides if side[::-1] not in sides)
            case = case_of[outer]
            assert found.setdefault(case, triangles) == triangles, f"case {case} is cut in two ways"
    for case in sorted(found):
        print(case, "".join(f"{edge:x}" for triangle in found[case] for edge in triangle))


if __name__ == "__main__":
    main()
