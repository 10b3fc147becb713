//! After warm-up nothing allocates: not a step of any integrator, not inverse dynamics, not derivatives.
#![expect(unsafe_code, reason = "an allocator that counts")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use sinew_conformance::golden;
use sinew_core::derivative::{InverseJacobians, Transition, inverse_fd, transition_fd};
use sinew_core::model::{Enable, Integrator, StateBit};
use sinew_core::{Data, Model, OnBadNumbers, inverse};

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
        for &integrator in Integrator::ALL.iter().filter(|&&i| i != Integrator::Discrete) {
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
        for integrator in [Integrator::Euler, Integrator::Implicit, Integrator::ImplicitFast] {
            m.opt.integrator = integrator.into();
            let mut d = start.clone();
            assert_no_allocation(name, || {
                let out = Transition { a: Some(&mut a), b: Some(&mut b), c: Some(&mut c), d: None };
                transition_fd(m, &mut d, 1e-6, true, out).expect("golden states are sound");
                let out = InverseJacobians { df_dq: Some(&mut f), ..InverseJacobians::default() };
                inverse_fd(m, &mut d, 1e-6, true, out).expect("golden states are sound");
            });
        }
    });
}
