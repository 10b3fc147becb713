"""Signed distance of convex bodies to more digits than an engine's search gives, from support functions alone.

The distance of bodies `A` and `B` is the greatest over unit `n` of `s(n) = min over B of n·b - max over A of n·a`, and is
negative if they overlap. Every `n` gives a lower bound, so the best one known, refined, is the judge of all.
"""
import numpy as np

import pairs

SIZES = {kind: np.array([float(x) for x in text.split('"')[1].split()])
         for kind, text in pairs.GEOMS.items() if text.startswith("size")}


def furthest(kind, n, vertices):
    """Greatest n·x over the body, for each row n, in its own frame."""
    size = SIZES.get(kind)
    if kind == "sphere":
        return size[0] * np.linalg.norm(n, axis=1)
    if kind == "capsule":
        return size[0] * np.linalg.norm(n, axis=1) + size[1] * np.abs(n[:, 2])
    if kind == "ellipsoid":
        return np.linalg.norm(n * size, axis=1)
    if kind == "cylinder":
        return size[0] * np.hypot(n[:, 0], n[:, 1]) + size[1] * np.abs(n[:, 2])
    if kind == "box":
        return np.abs(n) @ size
    return (n @ vertices.T).max(axis=1)


ROUNDING = 1e-16
"""Least gain that counts: less is the rounding of a sum of lengths of a tenth, and climbing it would never end."""


class Bodies:
    """Two bodies at many poses."""

    def __init__(self, kinds, pos, mat, vertices):
        self.kinds, self.mat, self.vertices = kinds, mat, vertices
        self.between = pos[1] - pos[0]

    def separation(self, n, at=slice(None)):
        """s(n) for a direction at each of some poses, from the first body to the second."""
        local = [np.einsum("kij,ki->kj", mat[at], n) for mat in self.mat]
        one = furthest(self.kinds[0], local[0], self.vertices[0])
        two = furthest(self.kinds[1], -local[1], self.vertices[1])
        return np.einsum("ki,ki->k", n, self.between[at]) - one - two

    def refine(self, n, reach=0.3, least=1e-10):
        """Climbs s(n) on the sphere, each pose by steps that grow while they lead up and shrink where none does; returns
        directions and values."""
        n, best = n.copy(), self.separation(n)
        reach, turn = np.full(len(n), reach), 0.0
        while len(at := np.flatnonzero(reach > least)):
            here, value, step = n[at], best[at], reach[at, None]
            moved = np.zeros(len(at), bool)
            turn += 1.0
            for way in self.ways(here, at, turn):
                trial = here + step * way
                trial /= np.linalg.norm(trial, axis=1, keepdims=True)
                found = self.separation(trial, at)
                better = found > value + ROUNDING
                here[better], value[better] = trial[better], found[better]
                moved |= better
            n[at], best[at] = here, value
            reach[at] *= np.where(moved, 1.5, 0.5)
        return n, best

    def ways(self, n, at, turn):
        """Directions to climb in: all around, others at every turn, and along the ridges, which are where n is normal to an
        axis of a body."""
        side = np.where(np.abs(n[:, :1]) < 0.6, [[1.0, 0, 0]], [[0, 1.0, 0]])
        u = np.cross(n, side)
        u /= np.linalg.norm(u, axis=1, keepdims=True)
        v = np.cross(n, u)
        around = [np.cos(angle) * u + np.sin(angle) * v for angle in turn + np.arange(12) * np.pi / 6]
        along = [sign * np.cross(n, mat[at][:, :, axis]) for mat in self.mat for axis in range(3) for sign in (1, -1)]
        return around + along
