//! What is promised of tendons, muscles and sensors, each promise by one test on a model written for it.

use sinew::prelude::*;
use sinew::{ConstraintType, Data, Disable, SensorType};

fn load(text: &str) -> (Model, Data) {
    let model = Model::from_xml_str(text).expect("a sound model");
    let data = model.make_data();
    (model, data)
}

// tendons

#[test]
fn a_tendon_actuator_moves_a_joint_as_a_joint_actuator_of_the_same_moment_arm_does() {
    let arm = |actuator: &str| {
        format!(
            r#"<mujoco>
  <worldbody>
    <body><joint name="a" axis="0 1 0" damping="0.1"/><geom type="capsule" fromto="0 0 0 0.3 0 0" size="0.03"/>
      <body pos="0.3 0 0"><joint name="b" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0.3 0 0" size="0.03"/></body>
    </body>
  </worldbody>
  <tendon><fixed name="t"><joint joint="b" coef="0.7"/></fixed></tendon>
  <actuator>{actuator}</actuator>
</mujoco>"#
        )
    };
    for (by_tendon, by_joint) in [
        (r#"<motor tendon="t" gear="2"/>"#, r#"<motor joint="b" gear="1.4"/>"#),
        (r#"<position tendon="t" kp="20" kv="1"/>"#, r#"<position joint="b" gear="0.7" kp="20" kv="1"/>"#),
        (
            r#"<muscle tendon="t" force="50" lengthrange="-1 1"/>"#,
            r#"<muscle joint="b" gear="0.7" force="50" lengthrange="-1 1"/>"#,
        ),
    ] {
        let ((m, mut d), (n, mut e)) = (load(&arm(by_tendon)), load(&arm(by_joint)));
        for k in 0..500 {
            let u = (0.02 * f64::from(k)).sin();
            (d.ctrl[0], e.ctrl[0]) = (u, u);
            d.step(&m).expect("a sound step");
            e.step(&n).expect("a sound step");
            for i in 0..2 {
                assert!((d.qpos[i] - e.qpos[i]).abs() < 1e-10, "{by_tendon} step {k}: {:?} {:?}", d.qpos, e.qpos);
            }
        }
        assert!(d.qfrc_actuator[1].abs() > 1e-3, "{by_tendon} does something");
    }
}

/// A weight on a rope of at most one metre.
const ROPE: &str = r#"
<mujoco>
  <option gravity="0 0 0"/>
  <worldbody>
    <site name="top"/>
    <body pos="0 0 -1"><joint name="z" type="slide" axis="0 0 -1"/><geom size="0.1" mass="2"/><site name="weight"/></body>
  </worldbody>
  <tendon>
    <spatial limited="true" range="0 1" solreflimit="0.05 0.8" solimplimit="0.6 0.6 0.01 0.5 2">
      <site site="top"/><site site="weight"/>
    </spatial>
  </tendon>
</mujoco>"#;

#[test]
fn a_tendon_limit_acts_outside_its_range_only_and_as_its_solref_and_solimp_say() {
    let (m, mut d) = load(ROPE);
    for (qpos, rows) in [(-0.01, 0), (0.02, 1)] {
        (d.qpos[0], d.qvel[0]) = (qpos, 0.3);
        d.forward(&m).expect("a sound state");
        assert_eq!(d.nefc, rows, "at {qpos}");
    }
    assert_eq!(d.efc_type[0], ConstraintType::LimitTendon as i32);

    // length is one too many by 0.02; the row counts what is left of the range, which shrinks with the velocity
    let (impedance, time, ratio) = (0.6, 0.05, 0.8);
    let stiffness = 1.0 / (impedance * impedance * time * time * ratio * ratio);
    let damping = 2.0 / (impedance * time);
    let reference = damping * 0.3 + stiffness * impedance * 0.02;
    assert!((d.efc_aref[0] - reference).abs() < 1e-9 * reference, "{} {reference}", d.efc_aref[0]);
    assert!((d.efc_R[0] - (1.0 - impedance) / impedance / 2.0).abs() < 1e-12, "{}", d.efc_R[0]);
    // with J = -1 the acceleration is -a*, of which the impedance is reached
    assert!((d.qacc[0] + impedance * reference).abs() < 1e-9 * reference, "{}", d.qacc[0]);
}

#[test]
fn a_model_without_tendons_keeps_nothing_of_them() {
    let (m, mut d) = load(r#"<mujoco><worldbody><body><joint/><geom size="0.1"/></body></worldbody></mujoco>"#);
    d.step(&m).expect("a sound step");
    let sizes = ["ntendon", "nwrap", "nJten"];
    let mut seen = 0;
    for (i, field) in Data::FIELDS.iter().enumerate().filter(|(_, f)| sizes.contains(&f.rows)) {
        assert!(d.column_at(i).is_empty(), "{}", field.name);
        seen += 1;
    }
    assert!(seen > 5, "only {seen} columns of tendons");
}

// muscles

/// Two muscles on a slider, MuJoCo's and Hill's.
const MUSCLES: &str = r#"
<mujoco>
  <compiler angle="radian"/>
  <worldbody>
    <site name="origin"/>
    <body pos="0.3 0 0"><joint type="slide" axis="1 0 0"/><geom size="0.1" mass="1"/><site name="insertion"/></body>
  </worldbody>
  <tendon><spatial name="t"><site site="origin"/><site site="insertion"/></spatial></tendon>
  <actuator>
    <muscle name="flv" tendon="t" force="100" lengthrange="0.2 0.4" range="0.5 1.5"/>
    <hill name="hill" tendon="t" force="100" optlength="0.1" slack="0.2" pennation="0.3" timeconst="0.01 0.04"/>
  </actuator>
</mujoco>"#;

#[test]
fn activations_of_muscles_move_in_every_step_and_faster_up_than_down() {
    let (m, mut d) = load(MUSCLES);
    for actuator in 0..2 {
        d.reset(&m);
        let mut steps = |control: f64, until: &dyn Fn(f64) -> bool| {
            let mut count = 0;
            while !until(d.act[actuator]) {
                let before = d.act[actuator];
                d.ctrl[actuator] = control;
                d.step(&m).expect("a sound step");
                assert!(d.act[actuator] != before, "muscle {actuator} stands still at {before}");
                count += 1;
            }
            count
        };
        let (up, down) = (steps(1.0, &|a| a > 0.9), steps(0.0, &|a| a < 0.1));
        assert!(2 * up < down, "muscle {actuator}: {up} steps up, {down} down");
    }
}

#[test]
fn a_hill_muscle_at_optimal_length_pulls_with_its_peak_force_times_the_cosine_of_pennation() {
    let (m, mut d) = load(MUSCLES);
    d.qpos[0] = 0.1 * f64::cos(0.3) - 0.1;
    d.act[1] = 1.0;
    d.forward(&m).expect("a sound state");
    let force = d.actuator_force[1];
    assert!((force + 100.0 * f64::cos(0.3)).abs() < 1e-10, "{force}");
    assert!((d.qfrc_actuator[0] - force).abs() < 1e-10, "along the tendon");

    // in proportion to activation
    for act in [0.0, 0.25, 0.5] {
        d.act[1] = act;
        d.forward(&m).expect("a sound state");
        assert!((d.actuator_force[1] - act * force).abs() < 1e-10, "{act}");
    }
}

#[test]
fn muscles_are_strongest_at_their_optimal_length_and_weaker_the_faster_they_shorten() {
    let (m, mut d) = load(MUSCLES);
    d.act.fill(1.0);
    let mut force = |qpos: f64, qvel: f64| {
        (d.qpos[0], d.qvel[0]) = (qpos, qvel);
        d.forward(&m).expect("a sound state");
        [-d.actuator_force[0], -d.actuator_force[1]]
    };
    // optimal lengths of the whole: 0.3 for MuJoCo's, slack and pennated fibre for Hill's, up to passive force
    let rest = [0.0, 0.1 * f64::cos(0.3) - 0.1];
    for i in 0..2 {
        let best = force(rest[i], 0.0)[i];
        assert!(force(rest[i] - 0.02, 0.0)[i] < best, "muscle {i} when shorter");
        let at = |force: &mut dyn FnMut(f64, f64) -> [f64; 2], v: f64| force(rest[i], v)[i];
        let curve: Vec<f64> = [-0.2, -0.1, -0.05, 0.0, 0.02].map(|v| at(&mut force, v)).to_vec();
        assert!(curve.windows(2).all(|w| w[0] <= w[1]) && curve[0] < curve[4], "muscle {i}: {curve:?}");
    }
}

#[test]
fn parameters_of_hill_muscles_are_read_and_checked() {
    let (m, _) = load(MUSCLES);
    assert_eq!((m.actuator_gaintype[1], m.actuator_biastype[1]), (100, 100));
    assert_eq!(m.actuator_gainprm[1], [100.0, 0.1, 0.2, 0.3, 10.0, 0.45, 0.25, 1.4, 5.0, 0.6]);
    for (wrong, why) in [
        (r#"slack="0.2" pennation="1.6""#, "pennation"),
        (r#"slack="-1""#, "slack"),
        (r#"slack="0.2" fvmax="1""#, "fvmax"),
        (r#"slack="0.2" timeconst="-1 1""#, "timeconst"),
    ] {
        let text = MUSCLES.replace(r#"slack="0.2" pennation="0.3" timeconst="0.01 0.04""#, wrong);
        let error = Model::from_xml_str(&text).expect_err(wrong).to_string();
        assert!(error.contains(why), "{error}");
    }
    let degrees = MUSCLES.replace("radian", "degree").replace(r#"pennation="0.3""#, r#"pennation="30""#);
    let (m, _) = load(&degrees);
    assert!((m.actuator_gainprm[1][3] - std::f64::consts::FRAC_PI_6).abs() < 1e-15);
}

#[test]
fn hill_muscles_run_with_every_integrator() {
    let mut ends = Vec::new();
    for integrator in ["Euler", "RK4", "implicit", "implicitfast", "discrete"] {
        let option = format!(r#"<option timestep="0.0005" integrator="{integrator}"/><worldbody>"#);
        let (m, mut d) = load(&MUSCLES.replacen("<worldbody>", &option, 1));
        d.ctrl[1] = 0.3;
        for _ in 0..200 {
            d.step(&m).expect("a sound step");
        }
        ends.push(d.qpos[0]);
    }
    assert!(ends[0] < -1e-3 && ends.iter().all(|x| (x - ends[1]).abs() < 1e-3), "{ends:?}");
}

// sensors

#[test]
fn force_and_torque_sensors_read_what_holds_a_body() {
    let (m, mut d) = load(
        r#"<mujoco>
  <option gravity="0 0 -10"/>
  <worldbody>
    <body><joint type="slide" axis="1 0 0"/><geom size="0.01" mass="1"/>
      <body name="held"><geom size="0.1" pos="0.5 0 0" mass="2"/><site name="s" euler="0 90 0"/></body>
    </body>
  </worldbody>
  <sensor><force site="s"/><torque site="s"/></sensor>
</mujoco>"#,
    );
    d.forward(&m).expect("a sound state");
    // twenty newtons up, and the moment of a half metre's lever; the site's x axis points down
    let want = [-20.0, 0.0, 0.0, 0.0, -10.0, 0.0];
    for (got, want) in d.sensordata.iter().zip(want) {
        assert!((got - want).abs() < 1e-9, "{:?}", d.sensordata);
    }
}

#[test]
fn a_touch_sensor_reads_the_normal_force_of_the_solver() {
    let (m, mut d) = load(
        r#"<mujoco>
  <worldbody>
    <geom type="plane" size="1 1 0.1"/>
    <body pos="0 0 0.099"><freejoint/><geom size="0.1" mass="3" condim="1"/><site name="s" size="0.11"/></body>
  </worldbody>
  <sensor><touch site="s"/></sensor>
</mujoco>"#,
    );
    for _ in 0..50 {
        d.step(&m).expect("a sound step");
        d.forward(&m).expect("a sound state");
        let force: f64 = d.efc_force.iter().sum();
        assert!((d.sensordata[0] - force).abs() < 1e-12 * (1.0 + force), "{} {force}", d.sensordata[0]);
    }
    assert!(d.sensordata[0] > 20.0, "it rests on the floor");
}

#[test]
fn a_rangefinder_reads_the_distance_along_its_axis_and_minus_one_for_nothing() {
    let (m, mut d) = load(
        r#"<mujoco>
  <worldbody>
    <geom type="plane" size="9 9 0.1"/>
    <body pos="0 0 2"><joint axis="0 1 0"/><geom size="0.01"/><site name="s" euler="180 0 0"/></body>
  </worldbody>
  <sensor><rangefinder site="s"/><rangefinder site="s" cutoff="1.5"/></sensor>
</mujoco>"#,
    );
    for angle in [0.0, 0.3, -0.7, 1.2] {
        d.qpos[0] = angle;
        d.forward(&m).expect("a sound state");
        assert!((d.sensordata[0] - 2.0 / f64::cos(angle)).abs() < 1e-6, "{angle}: {}", d.sensordata[0]);
        assert_eq!(d.sensordata[1], 1.5);
    }
    d.qpos[0] = std::f64::consts::PI;
    d.forward(&m).expect("a sound state");
    assert_eq!(d.sensordata[..], [-1.0, -1.0]);
}

#[test]
fn a_magnetometer_reads_the_field_in_its_own_frame() {
    let (m, mut d) = load(
        r#"<mujoco>
  <option magnetic="1 2 3"/>
  <worldbody><body><joint axis="0 0 1"/><geom size="0.1"/><site name="s"/></body></worldbody>
  <sensor><magnetometer site="s"/></sensor>
</mujoco>"#,
    );
    d.qpos[0] = 0.4;
    d.forward(&m).expect("a sound state");
    let (s, c) = (f64::sin(0.4), f64::cos(0.4));
    for (got, want) in d.sensordata.iter().zip([c + 2.0 * s, 2.0 * c - s, 3.0]) {
        assert!((got - want).abs() < 1e-12, "{:?}", d.sensordata);
    }
}

/// One sensor of every type.
const EVERY_SENSOR: &str = r#"
<mujoco>
  <asset><mesh name="taxels" builtin="plate" params="3 3" scale="0.1 0.1 0.05"/></asset>
  <worldbody>
    <geom name="floor" type="plane" size="2 2 0.1"/>
    <site name="top" pos="0 0 1.2"/>
    <camera name="cam" pos="0 -2 1" xyaxes="1 0 0 0 0 1" resolution="64 48"/>
    <body name="arm" pos="0 0 1">
      <joint name="hinge" axis="0 1 0" range="10 20"/>
      <geom type="capsule" fromto="0 0 0 0.3 0 0" size="0.03"/>
      <site name="tip" pos="0.3 0 0" size="0.1"/>
      <body name="bob" pos="0.3 0 0"><joint name="ball" type="ball"/><geom name="bob" size="0.05"/></body>
    </body>
    <body name="block" pos="0 0.5 0.049">
      <freejoint/>
      <geom name="block" type="box" size="0.1 0.1 0.05"/>
      <geom name="skin" type="mesh" mesh="taxels" mass="0" contype="0" conaffinity="0"/>
      <site name="pad" type="box" size="0.2 0.2 0.05" pos="0 0 -0.05"/>
    </body>
  </worldbody>
  <tendon><spatial name="rope" limited="true" range="0 0.1"><site site="top"/><site site="tip"/></spatial></tendon>
  <actuator><motor name="pull" tendon="rope"/><motor joint="hinge"/></actuator>
  <sensor>
    <touch site="pad"/> <accelerometer site="tip"/> <velocimeter site="tip"/> <gyro site="tip"/> <force site="tip"/>
    <torque site="tip"/> <magnetometer site="tip"/> <camprojection site="tip" camera="cam"/> <rangefinder site="tip"/>
    <jointpos joint="hinge"/> <jointvel joint="hinge"/> <tendonpos tendon="rope"/> <tendonvel tendon="rope"/>
    <actuatorpos actuator="pull"/> <actuatorvel actuator="pull"/> <actuatorfrc actuator="pull"/>
    <jointactuatorfrc joint="hinge"/> <tendonactuatorfrc tendon="rope"/> <ballquat joint="ball"/>
    <ballangvel joint="ball"/> <jointlimitpos joint="hinge"/> <jointlimitvel joint="hinge"/>
    <jointlimitfrc joint="hinge"/> <tendonlimitpos tendon="rope"/> <tendonlimitvel tendon="rope"/>
    <tendonlimitfrc tendon="rope"/> <framepos objtype="site" objname="tip"/> <framequat objtype="site" objname="tip"/>
    <framexaxis objtype="site" objname="tip"/> <frameyaxis objtype="site" objname="tip"/>
    <framezaxis objtype="site" objname="tip"/> <framelinvel objtype="site" objname="tip"/>
    <frameangvel objtype="site" objname="tip"/> <framelinacc objtype="site" objname="tip"/>
    <frameangacc objtype="site" objname="tip"/> <subtreecom body="arm"/> <subtreelinvel body="arm"/>
    <subtreeangmom body="arm"/> <insidesite site="tip" objtype="body" objname="bob"/> <distance geom1="bob" geom2="block" cutoff="9"/>
    <normal geom1="bob" geom2="block" cutoff="9"/> <fromto geom1="bob" geom2="block" cutoff="9"/> <contact geom1="block"/> <e_potential/>
    <e_kinetic/> <clock/> <tactile geom="skin" mesh="taxels"/> <user dim="2" needstage="acc"/>
  </sensor>
</mujoco>"#;

#[test]
fn every_type_of_sensor_writes_every_one_of_its_numbers() {
    let (m, mut d) = load(EVERY_SENSOR);
    let mut types: Vec<i32> = m.sensor_type.to_vec();
    types.sort_unstable();
    types.dedup();
    let plugin = SensorType::Plugin as i32;
    let all: Vec<i32> = (0..=SensorType::User as i32).filter(|&t| t != plugin).collect();
    assert_eq!(types, all, "one of each");
    assert!(SensorType::try_from_i32(SensorType::User as i32 + 1).is_none(), "there are no more");

    d.qpos[0] = 0.05;
    d.qvel.iter_mut().enumerate().for_each(|(i, v)| *v = 0.1 + 0.05 * i as f64);
    d.ctrl.fill(1.0);
    d.time = 0.5;
    d.sensordata.fill(f64::NAN);
    d.forward(&m).expect("a sound state");
    for i in 0..m.nsensor {
        let (adr, dim) = (m.sensor_adr[i].ix(), m.sensor_dim[i].ix());
        let numbers = &d.sensordata[adr..adr + dim];
        assert!(dim > 0 && numbers.iter().all(|x| x.is_finite()), "sensor {i}: {numbers:?}");
        // only a user's sensor without a function has nothing to say
        let user = m.sensor_type[i] == SensorType::User as i32;
        assert_eq!(numbers.iter().all(|&x| x == 0.0), user, "sensor {i} of type {}", m.sensor_type[i]);
    }
}

#[test]
fn sensors_that_are_switched_off_leave_their_numbers_alone() {
    let (mut m, mut d) = load(EVERY_SENSOR);
    m.opt.disableflags |= i32::from(Disable::Sensor);
    d.sensordata.fill(7.0);
    d.step(&m).expect("a sound step");
    assert!(d.sensordata.iter().all(|&x| x == 7.0));
}
