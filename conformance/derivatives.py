"""Are the derivatives in closed form those that centred differences converge to?

    python conformance/derivatives.py --shared ../shared [--states 4] [--only REGEX] [--integrator NAME] [--raise-floors]

States along random motions of the models of a list, with up to 60 dofs. In each of them the matrices `A` and `B` of a step in
closed form are held against centred differences of whole steps at several sizes, with the constraint solver and the search
for contacts run to the end. Errors are relative to the largest entry of each column. Theory says that the error of centred
differences falls by a hundred when their size falls by ten, until rounding takes over; the smallest over the sizes counts,
and 1e-5 is asked for.

Where a contact, a limit or a friction force switches there is no derivative. A state counts as one of these, and is left out,
if the differences at all pairs of neighbouring sizes disagree with each other by more than 1e-5, whatever the closed form says.
"""
import argparse
import re
import sys
import warnings
from pathlib import Path

import numpy as np
import sinew

import floors

SIZES = (1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7)
GOAL = 1e-5
# warnings of a motion that diverged and was reset
BAD = [sinew.mjtWarning.mjWARN_BADQPOS, sinew.mjtWarning.mjWARN_BADQVEL, sinew.mjtWarning.mjWARN_BADQACC]


def converged(path, integrator):
    """A model whose searches run to the end."""
    model = sinew.MjModel.from_xml_path(str(path))
    opt = model.opt
    opt.tolerance, opt.iterations, opt.ls_tolerance = 0, 200, 1e-8
    opt.ccd_tolerance, opt.ccd_iterations = 1e-12, 300
    opt.solver = sinew.mjtSolver.mjSOL_NEWTON
    opt.enableflags &= ~sinew.mjtEnableBit.mjENBL_SLEEP
    if integrator is not None:
        opt.integrator = integrator
    elif opt.integrator == sinew.mjtIntegrator.mjINT_RK4:
        opt.integrator = sinew.mjtIntegrator.mjINT_EULER
    return model


def states(model, count, rng):
    """States along a random motion, as long as it does not diverge."""
    data = sinew.MjData(model)
    if model.nkey:
        sinew.mj_resetDataKeyframe(model, data, 0)
    sinew.mj_integratePos(model, data.qpos, rng.uniform(-0.05, 0.05, model.nv), 1)
    data.qvel[:] = rng.uniform(-0.3, 0.3, model.nv)
    limited = model.actuator_ctrllimited.astype(bool)
    low, high = np.where(limited, model.actuator_ctrlrange.T, [[-1], [1]])
    for _ in range(count):
        for _ in range(40):
            data.ctrl[:] = low + (high - low) * rng.uniform(0.05, 0.95, model.nu)
            sinew.mj_step(model, data)
        if any(data.warning[kind].number for kind in BAD):
            return
        sinew.mj_forward(model, data)
        yield data


def distance(x, y):
    """The larger of the errors of `A` and of `B`."""
    return max(sinew.derivatives.max_relative_error(got, want) for got, want in zip(x, y))


def check(model, data):
    """Errors against differences of every size, and whether these agree with each other anywhere."""
    got = sinew.derivatives.transition(model, data)
    sizes = [sinew.derivatives.transition(model, data, "differences", eps) for eps in SIZES]
    smooth = min(distance(a, b) for a, b in zip(sizes, sizes[1:])) < GOAL
    return np.array([distance(got, x) for x in sizes]), smooth


def order(errors):
    """Powers of the size with which the errors fall, while they are errors of the differences and not rounding."""
    return [np.log10(a / b) for a, b in zip(errors, errors[1:]) if a < 0.1 and b > 1e-8 and b < a]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, required=True, help="folder with models/ and its list rigid.txt")
    parser.add_argument("--states", type=int, default=4)
    parser.add_argument("--only", default="", help="regular expression of paths")
    parser.add_argument("--integrator", help="of all models: EULER, IMPLICIT, IMPLICITFAST, DISCRETE")
    parser.add_argument("--raise-floors", action="store_true", help="keep what was reached as the new floor")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    integrator = args.integrator and getattr(sinew.mjtIntegrator, f"mjINT_{args.integrator.upper()}")
    paths = [x for x in (args.shared / "models" / "rigid.txt").read_text().split("\n") if x and not x.startswith("#")]

    good, bad, touching, switching, powers, models = 0, [], 0, 0, [], set()
    for name in paths:
        if not re.search(args.only, name):
            continue
        try:
            model = converged(args.shared / "models" / name, integrator)
            if not 0 < model.nv <= 60 or model.nhistory:
                continue
            for k, data in enumerate(states(model, args.states, np.random.default_rng(7))):
                errors, smooth = check(model, data)
                sinew.mj_forward(model, data)
                text = " ".join(f"{e:.0e}" for e in errors)
                passed = errors.min() < GOAL
                verdict = "" if passed else "  <<<" if smooth else "  at a switch"
                print(f"{name} {k}: nv {model.nv} contacts {data.ncon} rows {data.nefc}  {text}{verdict}", flush=True)
                if passed:
                    good += 1
                    models.add(name)
                    touching += data.ncon > 0
                    powers += order(errors)
                elif smooth:
                    bad.append(f"{name} {k}")
                else:
                    switching += 1
        except (ValueError, RuntimeError, sinew.FatalError) as error:
            print(f"{name}: left out: {error}", flush=True)
    print(f"{good} states of {len(models)} models within {GOAL:.0e}, {touching} with contacts; {switching} at a switch; "
          f"{len(bad)} wrong: {', '.join(bad) or 'none'}")
    if powers:
        print(f"errors of differences fall with the power {np.median(powers):.2f} of their size, median of {len(powers)} pairs")
    if args.only or args.integrator:
        return
    enough = good >= 50 and len(models) >= 20 and touching >= 25
    if not floors.check({"closed_form": good / (good + len(bad))}, args.raise_floors) or not enough:
        sys.exit("derivatives in closed form fell below their floor")


if __name__ == "__main__":
    main()
