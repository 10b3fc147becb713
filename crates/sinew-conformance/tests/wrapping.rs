//! Lengths and gradients of tendons round spheres and cylinders, held to MuJoCo's at thousands of random poses.

use std::path::Path;

use sinew_core::archive::Reader;
use sinew_core::position;
use sinew_core::table::ColumnMut;
use sinew_mjcf::files::NoFiles;
use sinew_mjcf::{Warnings, load};

/// The generator of `golden/wraps.py`: the obstacle's angle and two points around it.
struct Poses(u64);

impl Poses {
    fn next(&mut self) -> [f64; 7] {
        let around = [0.0, 0.1, -0.2, 0.3, 0.1, -0.2, 0.3];
        around.map(|centre| {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 11) as f64 * 2f64.powi(-52) - 1.0 + centre
        })
    }
}

/// Poses of one shape, those whose path is not straight, and the largest errors of length and gradient.
fn compare(shape: &str) -> (usize, usize, f64, f64) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../golden/data/{shape}.wraps"));
    let bytes = std::fs::read(path).expect("golden data is part of the repository");
    let archive = Reader::new(&bytes).expect("a sound archive");
    let (mut poses, mut curved, mut length_error, mut gradient_error) = (0, 0, 0f64, 0f64);
    for side in ["none", "outside", "near", "inside"] {
        let mut text = vec![0; archive.len_of(&format!("{side}/xml")).expect("a model")];
        archive.read(&format!("{side}/xml"), ColumnMut::U8(&mut text)).expect("a model");
        let text = std::str::from_utf8(&text).expect("a text");
        let m = load(text, "wrap.xml", &NoFiles, &mut Warnings::new()).expect("a sound model");
        let length = archive.reals(&format!("{side}/length")).expect("lengths");
        let gradient = archive.reals(&format!("{side}/gradient")).expect("gradients");
        let (mut d, mut random) = (m.make_data(), Poses(1));
        for (length, gradient) in length.iter().zip(gradient.chunks_exact(7)) {
            d.qpos.copy_from_slice(&random.next());
            position::kinematics(&m, &mut d);
            position::com_pos(&m, &mut d);
            position::tendon(&m, &mut d);
            poses += 1;
            curved += usize::from((length - d.site_xpos[1].distance(d.site_xpos[2])).abs() > 1e-9);
            length_error = length_error.max((d.ten_length[0] - length).abs());
            for (got, want) in d.ten_J.iter().zip(gradient) {
                gradient_error = gradient_error.max((got - want).abs());
            }
        }
    }
    (poses, curved, length_error, gradient_error)
}

#[test]
fn tendons_wrap_round_obstacles_as_mujocos_do_at_thousands_of_poses() {
    let mut total = 0;
    for shape in ["sphere", "cylinder"] {
        let (poses, curved, length, gradient) = compare(shape);
        assert!(length < 1e-9 && gradient < 1e-8, "{shape}: length off by {length}, gradient by {gradient}");
        assert!(curved > 800, "{shape}: only {curved} of {poses} paths are curved");
        total += poses;
    }
    assert!(total >= 5000, "only {total} poses");
}
