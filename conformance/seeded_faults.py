"""Faults seeded into a copy of the engine, and whether its tests notice.

    python conformance/seeded_faults.py [--only REGEX] [--keep FOLDER] [--release]

Each fault is a small wrong thing: a sign, an index, a term that is dropped. All of them are built at once, each behind a
switch that an environment variable turns on, so that the tests are compiled only once. First they must pass with no fault
on; then, for each fault, suites run until one fails. A fault that none notices is printed, and the script fails if there are
more than two.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CORE = "crates/sinew-core/src/"
MJCF = "crates/sinew-mjcf/src/"
ALLOWED = 2

# name, file, what is there (once), what is put in its place
FAULTS = [
    ("world acceleration forgets gravity in bias", CORE + "velocity/bias.rs", "cacc[0] = Spatial::<N>::of(world_acceleration(m)).stored();", "cacc[0] = Spatial::<N>::of(world_acceleration(m) * 0.999).stored();"),
    ("inner forces are not passed on", CORE + "velocity/bias.rs", "cfrc[parent] = (Spatial::<N>::load(&cfrc[parent]) + Spatial::load(&cfrc[b])).stored();", "cfrc[parent] = (Spatial::<N>::load(&cfrc[parent]) - Spatial::load(&cfrc[b])).stored();"),
    ("a body carries only its last child", CORE + "position/inertia.rs", "crb[parent] = (Inertia::<N>::load(&crb[parent]) + Inertia::load(&crb[b])).stored();", "crb[parent] = crb[b];"),
    ("armature of a joint is dropped", CORE + "position/inertia.rs", "M[row.end - 1] += armature[i] + actuator_armature(m, Target::Joint(joints[i].ix()));", "M[row.end - 1] += actuator_armature(m, Target::Joint(joints[i].ix()));"),
    ("Coriolis term of hinges is dropped", CORE + "velocity/com.rs", "cdof_dot[adr] = vel.cross_motion(axis).stored();", "cdof_dot[adr] = (vel.cross_motion(axis) * N::of(0.0)).stored();"),
    ("reference acceleration has the wrong damping sign", CORE + "constraint/reference.rs", "d.efc_aref[i] = -damping * d.efc_vel[i] - stiffness * impedance * (d.efc_pos[i] - d.efc_margin[i]);", "d.efc_aref[i] = damping * d.efc_vel[i] - stiffness * impedance * (d.efc_pos[i] - d.efc_margin[i]);"),
    ("margins of constraints are ignored", CORE + "constraint/impedance.rs", "let (imp, slope) = impedance(&p.solimp, violation - d.efc_margin[i]);", "let (imp, slope) = impedance(&p.solimp, violation);"),
    ("time constants are not bounded by the step", CORE + "constraint/impedance.rs", "r[0] = r[0].max(2.0 * m.opt.timestep);", "r[0] = r[0].max(1.0 * m.opt.timestep);"),
    ("tangential regulariser ignores impratio", CORE + "constraint/impedance.rs", "let tangent = d.efc_R[i] / m.opt.impratio.max(MINVAL);", "let tangent = d.efc_R[i];"),
    ("pyramid edges weigh friction once", CORE + "constraint/impedance.rs", "let edge = linear + mu * mu * if k < 2 { linear } else { angular };", "let edge = linear + mu * if k < 2 { linear } else { angular };"),
    ("a weld measures its angle the wrong way round", CORE + "constraint/equality.rs", "let turn = q2_inv * q1;", "let turn = q1 * q2_inv;"),
    ("tendon equality forgets the rest length", CORE + "constraint/equality.rs", "d.ten_length[tendon] - m.tendon_length0[tendon]", "d.ten_length[tendon]"),
    ("velocity advances by less than a step", CORE + "integrate/advance.rs", "d.qvel[i] += h * qacc[i];", "d.qvel[i] += 0.999 * h * qacc[i];"),
    ("stages of Runge-Kutta use the wrong velocity", CORE + "integrate/rk4.rs", "d.qvel[i] = path.qvel[i] + h * (at * path.last.qacc[i]);", "d.qvel[i] = path.qvel[i] + h * path.last.qacc[i];"),
    ("implicit damping in Euler is dropped", CORE + "integrate/euler.rs", "*own = (N::load(own) + h * poly_slope(linear, poly, N::load(&qvel[i]), Parity::Odd)).stored();", "*own = (N::load(own) + N::of(0.0) * poly_slope(linear, poly, N::load(&qvel[i]), Parity::Odd)).stored();"),
    ("Euler forgets constraint forces", CORE + "integrate/mod.rs", "*out = smooth + constraint;", "*out = smooth + 0.0 * constraint;"),
    ("filter dynamics has the wrong time constant", CORE + "actuation/rate.rs", "(ctrl - act) / time.max(MINVAL)", "(ctrl - act) / (2.0 * time).max(MINVAL)"),
    ("a servo ignores velocity", CORE + "actuation/gain_bias.rs", "let force = -kp * position - kv * inputs.velocity + inputs.feedforward;", "let force = -kp * position + inputs.feedforward;"),
    ("fluid forces are left out", CORE + "velocity/passive/mod.rs", "spring[i] + damper[i] + fluid[i] + adhesion[i]", "spring[i] + damper[i] + adhesion[i]"),
    ("added mass ignores the density", CORE + "velocity/passive/ellipsoid.rs", "let momentum = v.scale_by(virtual_mass) * density;", "let momentum = v.scale_by(virtual_mass);"),
    ("viscous torque has a wrong exponent", CORE + "velocity/passive/fluid.rs", "force[i] = -PI * diameter * diameter * diameter * medium.viscosity * w", "force[i] = -PI * diameter * diameter * medium.viscosity * w"),
    ("velocity sensors mix up their lever", CORE + "sensor/velocity.rs", "let turning = (pos - origin).cross(carrier.rotational());", "let turning = (origin - pos).cross(carrier.rotational());"),
    ("potential energy of tendons is dropped", CORE + "energy.rs", "energy += tendon_spring(m, d, t);", "energy += 0.0 * tendon_spring(m, d, t);"),
    ("tendon armature is not symmetric", CORE + "position/tendon/armature.rs", "d.M[at] += scale * d.ten_J[other];", "d.M[at] -= scale * d.ten_J[other];"),
    ("wrapping ignores the height of a helix", CORE + "position/tendon/wrap.rs", "length = norm([length, points[1][2] - points[0][2]]);", "length = norm([length, 0.0]);"),
    ("spheres touch too late", CORE + "collision/pairs/sphere_sphere.rs", "let dist = length - radius1 - radius2;", "let dist = length - radius1;"),
    ("capsules end too far", CORE + "collision/pairs/sphere_capsule.rs", "let along = axis.dot(sphere.pos - capsule.pos).max(-half).min(half);", "let along = axis.dot(sphere.pos - capsule.pos).max(-half).min(1.1 * half);"),
    ("an edge of a box has a wrong radius", CORE + "collision/pairs/box_box.rs", "let radius1 = size1[i1] * x1.abs() + size1[i2] * x2.abs();", "let radius1 = size1[i1] * x1.abs() + size1[i1] * x2.abs();"),
    ("a delay is interpolated from the wrong side", CORE + "history.rs", "let (span, x) = (end - start, (t - start) / (end - start));", "let (span, x) = (end - start, (end - t) / (end - start));"),
    ("who wakes stays asleep", CORE + "sleep/wake.rs", "woke += wake_island(&mut d.tree_asleep, b, AWAKE);", "woke += 0 * b;"),
]

# suites, those that catch most first
SUITES = [
    ["-p", "sinew-core", "--lib"],
    ["-p", "sinew-conformance", "--test", "stages", "--test", "steps", "--test", "tendons", "--test", "wrapping"],
    ["-p", "sinew", "--test", "regularisation", "--test", "violations", "--test", "delays", "--test", "constraints", "--test", "integrators", "--test", "sensors",
     "--test", "collision", "--test", "sleep", "--test", "solvers"],
    ["-p", "sinew-conformance", "--test", "state_hashes"],
]

SWITCH = '''
//! Which seeded fault is on.

/// True if this fault was asked for.
pub fn on(number: usize) -> bool {
    static CHOSEN: std::sync::OnceLock<Option<usize>> = std::sync::OnceLock::new();
    *CHOSEN.get_or_init(|| std::env::var("SINEW_FAULT").ok()?.parse().ok()) == Some(number)
}
'''


def seed(copy):
    """Puts every fault into the copy, switched off."""
    for number, (name, file, right, wrong) in enumerate(FAULTS):
        path = copy / file
        text = path.read_text()
        if text.count(right) != 1:
            sys.exit(f"{file} holds {text.count(right)} times, not once: {right}\n(fault: {name})")
        path.write_text(text.replace(right, switched(number, right, wrong)))
    lib = copy / CORE / "lib.rs"
    text = lib.read_text()
    lib.write_text(re.sub(r"(?m)^((?:pub )?mod )", r"#[allow(missing_docs)]\npub mod seeded_fault;\n\1", text, count=1))
    (copy / CORE / "seeded_fault.rs").write_text(SWITCH)


def switched(number, right, wrong):
    """Source that does the wrong thing only if the fault is on."""
    on = f"crate::seeded_fault::on({number})"
    let = re.fullmatch(r"let (.+?) = (.+);", right)
    if let:
        return f"let {let[1]} = if {on} {{ {re.fullmatch(r'let .+? = (.+);', wrong)[1]} }} else {{ {let[2]} }};"
    if right.endswith(";"):
        return f"if {on} {{ {wrong} }} else {{ {right} }}"
    if " = " not in right:
        return f"(if {on} {{ {wrong} }} else {{ {right} }})"
    # the head of an expression that goes on: `target = start …`
    target, value = right.split(" = ", 1)
    return f"{target} = (if {on} {{ {wrong.split(' = ', 1)[1]} }} else {{ {value} }})"


def test(copy, suite, profile, fault=None):
    """True if a suite passes."""
    # a target folder of its own: cargo takes the copy for the original elsewhere
    env = dict(os.environ)
    env.setdefault("CARGO_TARGET_DIR", str(copy / "target"))
    env.pop("SINEW_FAULT", None)
    if fault is not None:
        env["SINEW_FAULT"] = str(fault)
    # a fault may make a test run for ever: that is noticing, too
    command = ["cargo", "test", "--quiet", *profile, *suite]
    try:
        done = subprocess.run(command, cwd=copy, env=env, capture_output=True, text=True, timeout=1200 if fault is not None else 7200)
    except subprocess.TimeoutExpired:
        return False
    if "could not compile" in done.stderr:
        sys.exit(done.stderr[-4000:])
    return done.returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="regular expression of faults")
    parser.add_argument("--keep", type=Path, help="folder for the copy, kept for the next time")
    parser.add_argument("--release", action="store_true", help="tests with all optimisations")
    args = parser.parse_args()
    profile = ["--release"] if args.release else []
    copy = args.keep or Path(tempfile.mkdtemp(prefix="faults-"))
    if not (copy / CORE / "seeded_fault.rs").exists():
        ignore = shutil.ignore_patterns("target", ".git", "corpus", "artifacts")
        shutil.copytree(ROOT, copy, dirs_exist_ok=True, ignore=ignore)
        seed(copy)
    for suite in SUITES:
        if not test(copy, suite, profile):
            sys.exit(f"{' '.join(suite)} fails without any fault")

    survivors = []
    for number, (name, file, _, _) in enumerate(FAULTS):
        if not re.search(args.only, name):
            continue
        caught = next((suite for suite in SUITES if not test(copy, suite, profile, number)), None)
        print(f"{number:2} {name} ({file}): {'caught by ' + ' '.join(caught) if caught else 'NOT NOTICED'}", flush=True)
        if not caught:
            survivors.append(name)
    if not args.keep:
        shutil.rmtree(copy)
    print(f"{len(survivors)} of {len(FAULTS)} faults were not noticed")
    if len(survivors) > ALLOWED:
        sys.exit(1)


if __name__ == "__main__":
    main()
