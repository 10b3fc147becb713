#![no_main]

use sinew_conformance::hostile::Door;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    Door::Urdf.knock(bytes);
});
