//! After warm-up nothing allocates: not a step of any integrator, not inverse dynamics, not derivatives.
#![expect(unsafe_code, reason = "an allocator that counts")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::Arc;

use sinew_conformance::golden;
use sinew_core::derivative::{
    DerivativeConfig, InverseJacobians, Method, Parameter, Transition, inverse_fd, transition, transition_fd,
    transition_jvp, transition_parameters, transition_vjp,
};
use sinew_core::lanes::{LANES, Lanes};
use sinew_core::model::{ConeType, Enable, Integrator, SolverType, StateBit};
use sinew_core::solver::{Crew, Island};
use sinew_core::{Data, Model, OnBadNumbers, inverse};
use sinew_mjcf::files::NoFiles;
use sinew_mjcf::{Warnings, compile, read};

/// The system's allocator, counting what each thread asks for.
struct Counting;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

fn count() -> usize {
    COUNT.with(Cell::get)
}

// SAFETY: every call goes to the system's allocator unchanged; counting touches only a thread-local number.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = COUNT.try_with(|n| n.set(n.get() + 1));
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        // SAFETY: the caller's promises are passed on.
        unsafe { System.dealloc(ptr, layout) }
    }

    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        let _ = COUNT.try_with(|n| n.set(n.get() + 1));
        // SAFETY: the caller's promises are passed on.
        unsafe { System.realloc(ptr, layout, new_size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Runs something a few times, then asserts that it does not allocate any more.
fn assert_no_allocation(place: &str, mut run: impl FnMut()) {
    for _ in 0..3 {
        run();
    }
    let before = count();
    for _ in 0..5 {
        run();
    }
    assert_eq!(count() - before, 0, "{place} allocates");
}

/// Every golden model at a state with velocities.
fn each_model(mut body: impl FnMut(&str, &mut Model, &Data)) {
    for mut golden in golden() {
        let mut start = None;
        golden.each_case(|case| {
            if case.index == 1 {
                start = Some(case.data(&golden.model));
            }
        });
        let start = start.expect("there is more than one case");
        body(&golden.name, &mut golden.model, &start);
    }
}

#[test]
fn the_counter_counts() {
    let before = count();
    let list = Box::new([1.0; 10]);
    assert_eq!((list.len(), count() - before), (10, 1));
}

#[test]
fn a_step_allocates_nothing_with_any_integrator() {
    each_model(|name, m, start| {
        m.opt.enableflags |= i32::from(Enable::Energy);
        for &integrator in Integrator::ALL {
            m.opt.integrator = integrator.into();
            let mut d = start.clone();
            // a model that diverges with one of them starts again
            d.policy.on_bad_numbers = OnBadNumbers::Reset;
            assert_no_allocation(&format!("{name}: {integrator:?}"), || {
                d.copy_state(start, StateBit::Integration.into()).expect("both belong to the model");
                for _ in 0..5 {
                    d.step(m).expect("golden states are sound");
                }
            });
        }
    });
}

#[test]
fn four_steps_side_by_side_allocate_nothing() {
    each_model(|name, m, start| {
        for integrator in [Integrator::Euler, Integrator::Rk4] {
            m.opt.integrator = integrator.into();
            let mut lanes = Lanes::new(m);
            let mut data = vec![start.clone(); LANES];
            for d in &mut data {
                d.policy.on_bad_numbers = OnBadNumbers::Reset;
            }
            assert_no_allocation(&format!("{name}: {integrator:?}"), || {
                for d in &mut data {
                    d.copy_state(start, StateBit::Integration.into()).expect("both belong to the model");
                }
                let [a, b, c, d] = &mut data[..] else { panic!("there are four") };
                for _ in 0..3 {
                    let done = lanes.step(m, &mut [a, b, c, d], [true; LANES]);
                    assert!(done.iter().all(Result::is_ok), "golden states are sound");
                }
            });
        }
    });
}

#[test]
fn inverse_dynamics_allocate_nothing() {
    each_model(|name, m, start| {
        m.opt.enableflags |= i32::from(Enable::Invdiscrete);
        for integrator in [Integrator::Euler, Integrator::Implicit, Integrator::ImplicitFast] {
            m.opt.integrator = integrator.into();
            let mut d = start.clone();
            assert_no_allocation(name, || inverse::inverse(m, &mut d).expect("golden states are sound"));
        }
    });
}

#[test]
fn derivatives_allocate_nothing() {
    each_model(|name, m, start| {
        if m.nhistory > 0 {
            return;
        }
        let (n, ns) = (2 * m.nv + m.na, m.nsensordata);
        let (mut a, mut b) = (vec![0.0; n * n], vec![0.0; n * m.nu]);
        let (mut c, mut f) = (vec![0.0; ns * n], vec![0.0; m.nv * m.nv]);
        let (mut x, mut u, v, w) = (vec![0.0; n], vec![0.0; m.nu], vec![0.5; m.nu], vec![1.0; n]);
        let mut parameters = vec![Parameter::Gravity(2)];
        parameters.extend((0..m.nbody).flat_map(|b| [Parameter::BodyMass(b), Parameter::BodyInertia(b, 0)]));
        parameters.extend((0..m.nv).flat_map(|i| [Parameter::DofDamping(i), Parameter::DofArmature(i)]));
        parameters.extend((0..m.ngeom).map(|g| Parameter::GeomFriction(g, 0)));
        parameters.extend((0..m.nu).map(|a| Parameter::ActuatorGain(a, 0)));
        parameters.truncate(12);
        let mut p = vec![0.0; n * parameters.len()];
        for &integrator in Integrator::ALL.iter().filter(|&&i| i != Integrator::Rk4) {
            m.opt.integrator = integrator.into();
            let mut d = start.clone();
            assert_no_allocation(&format!("{name}: {integrator:?}"), || {
                transition_jvp(m, &mut d, &w, &v, &mut x).expect("golden states are sound");
                transition_vjp(m, &mut d, &w, &mut x, &mut u).expect("golden states are sound");
                transition_parameters(m, &mut d, &parameters, &mut p).expect("golden states are sound");
                let hybrid = DerivativeConfig { method: Method::Hybrid, ..DerivativeConfig::default() };
                let out = Transition { a: Some(&mut a), b: Some(&mut b), ..Transition::default() };
                transition(m, &mut d, &hybrid, out).expect("golden states are sound");
                let out = Transition { a: Some(&mut a), b: Some(&mut b), c: Some(&mut c), d: None };
                transition_fd(m, &mut d, 1e-6, true, out).expect("golden states are sound");
                let out = InverseJacobians { df_dq: Some(&mut f), ..InverseJacobians::default() };
                inverse_fd(m, &mut d, 1e-6, true, out).expect("golden states are sound");
                let out = Transition { a: Some(&mut a), b: Some(&mut b), ..Transition::default() };
                transition(m, &mut d, &DerivativeConfig::default(), out).expect("golden states are sound");
            });
        }
    });
}

/// Boxes and balls that fall on a floor and on one another, one of them on a spring, and a servo.
const FALLING: &str = r#"
<mujoco>
  <worldbody>
    <geom type="plane" size="3 3 0.1"/>
    <body pos="0 0 0.12"><freejoint/><geom type="box" size="0.1 0.1 0.1"/></body>
    <body pos="0.05 0 0.35"><freejoint/><geom type="box" size="0.1 0.1 0.1"/></body>
    <body pos="0 0.02 0.6"><freejoint/><geom type="sphere" size="0.1" condim="6"/></body>
    <body pos="1 0 0.2">
      <joint name="lift" type="slide" axis="0 0 1" stiffness="50" range="-0.15 0.15" limited="true"/>
      <geom type="capsule" size="0.05" fromto="-0.1 0 0 0.1 0 0"/>
      <body pos="0.1 0 0"><joint name="turn" axis="0 1 0" frictionloss="0.1"/><geom size="0.08" pos="0.1 0 0"/></body>
    </body>
  </worldbody>
  <tendon><fixed name="t" stiffness="3"><joint joint="lift" coef="1"/><joint joint="turn" coef="1"/></fixed></tendon>
  <actuator><position joint="turn" kp="5"/></actuator>
</mujoco>"#;

/// A crew without threads: islands are copied, solved here and copied back.
#[derive(Debug)]
struct Alone;

impl Crew for Alone {
    fn solve(&self, islands: &mut [Island]) {
        islands.iter_mut().for_each(Island::solve);
    }
}

#[test]
fn contacts_that_come_and_go_allocate_nothing() {
    let mut warnings = Warnings::new();
    let spec = read(FALLING, "falling.xml", &NoFiles, &mut warnings).expect("the text is a specification");
    let mut m = compile(&spec, &NoFiles, &mut warnings).expect("the specification is a model");
    let flags = [0, i32::from(Enable::Sleep)];
    for integrator in [Integrator::Euler, Integrator::Discrete] {
        for solver in [SolverType::Pgs, SolverType::Cg, SolverType::Newton] {
            for cone in [ConeType::Pyramidal, ConeType::Elliptic] {
                for ((noslip, flag), helped) in [0, 3].into_iter().zip(flags).zip([false, true]) {
                    m.opt.integrator = integrator.into();
                    (m.opt.solver, m.opt.cone) = (solver.into(), cone.into());
                    (m.opt.noslip_iterations, m.opt.enableflags) = (noslip, flag);
                    let (mut d, start) = (m.make_data(), m.make_data());
                    d.set_crew(if helped { Some(Arc::new(Alone)) } else { None });
                    let place = format!("{integrator:?}, {solver:?}, {cone:?}, noslip {noslip}");
                    let mut most = 0;
                    assert_no_allocation(&place, || {
                        d.copy_state(&start, StateBit::Integration.into()).expect("both belong to the model");
                        for _ in 0..60 {
                            d.step(&m).expect("the scene is sound");
                            most = most.max(d.ncon);
                        }
                    });
                    assert!(most > 4 && start.ncon == 0, "{place}: {most} contacts");
                }
            }
        }
    }
}
