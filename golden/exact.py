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


class Bodies:
    """Two bodies at many poses."""

    def __init__(self, kinds, pos, mat, vertices):
        self.kinds, self.pos, self.mat, self.vertices = kinds, pos, mat, vertices

    def separation(self, n):
        """s(n) for a direction at each pose, from the first body to the second."""
        local = [np.einsum("kij,ki->kj", mat, n) for mat in self.mat]
        one = furthest(self.kinds[0], local[0], self.vertices[0])
        two = furthest(self.kinds[1], -local[1], self.vertices[1])
        return np.einsum("ki,ki->k", n, self.pos[1] - self.pos[0]) - one - two

    def refine(self, n, reach=0.3, least=1e-10):
        """Climbs s(n) by ever smaller steps on the sphere; returns directions and values."""
        best = self.separation(n)
        angles = np.arange(12) * np.pi / 6
        while reach > least:
            side = np.where(np.abs(n[:, :1]) < 0.6, [[1.0, 0, 0]], [[0, 1.0, 0]])
            u = np.cross(n, side)
            u /= np.linalg.norm(u, axis=1, keepdims=True)
            v = np.cross(n, u)
            moved = np.zeros(len(n), bool)
            for angle in angles:
                trial = n + reach * (np.cos(angle) * u + np.sin(angle) * v)
                trial /= np.linalg.norm(trial, axis=1, keepdims=True)
                value = self.separation(trial)
                better = value > best
                n = np.where(better[:, None], trial, n)
                best = np.where(better, value, best)
                moved |= better
            if not moved.any():
                reach *= 0.5
        return n, best
