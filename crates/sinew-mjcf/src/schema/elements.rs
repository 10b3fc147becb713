//! Which elements hold which.

use super::attributes as a;
use super::{Attr, Element, Many, Rule};

const PLAIN: Element = Element { name: "", attrs: &[], children: &[], rules: &[], unsupported: false, defaults: false };

/// Declares elements: name, attributes, then what stands inside (`*` any number of times, `?` at most once).
macro_rules! elements {
    ($($(#[$meta:meta])* $NAME:ident $name:literal [$($attrs:ident),*]
        $({ $($child:ident $many:tt),* $(,)? })? $(if $($rule:expr),+)?;)*) => {
        $($(#[$meta])*
        pub(crate) static $NAME: Element = Element {
            name: $name,
            attrs: &[$(a::$attrs.attrs),*] as &[&[Attr]],
            children: &[$($((&$child, elements!(@$many))),*)?],
            rules: &[$($($rule),+)?],
            ..PLAIN
        };)*
    };
    (@*) => { Many::Any };
    (@?) => { Many::Once };
}

/// Part of the format, answered with "not supported yet".
macro_rules! unsupported {
    ($($NAME:ident $name:literal;)*) => {
        $(static $NAME: Element = Element { name: $name, unsupported: true, ..PLAIN };)*
    };
}

unsupported! {
    PLUGIN "plugin";
    FLEX "flex";
    FLEXSTRAIN "flexstrain";
    FLEXCOMP "flexcomp";
}

use Rule::{Exclusive, OneOf, Together};

/// An orientation is written in one way.
const ORIENTED: Rule = Exclusive(&[&["quat"], &["axisangle"], &["xyaxes"], &["zaxis"], &["euler"]]);

elements! {
    MUJOCO "mujoco" [MODEL_NAME] {
        COMPILER *, OPTION *, SIZE *, STATISTIC *, VISUAL *, DEFAULT *, EXTENSION *, CUSTOM *, ASSET *, WORLDBODY *,
        DEFORMABLE *, CONTACT *, TENDONS *, EQUALITIES *, ACTUATORS *, SENSORS *, KEYFRAME *,
    };

    COMPILER "compiler" [COMPILER] { LENGTH_RANGE ? };
    LENGTH_RANGE "lengthrange" [LENGTH_RANGE];
    OPTION "option" [OPTION] { FLAG ? };
    FLAG "flag" [FLAG];
    SIZE "size" [SIZE] if Exclusive(&[&["memory"], &["nstack"]]), Exclusive(&[&["memory"], &["njmax"]]);
    STATISTIC "statistic" [STATISTIC];

    VISUAL "visual" [] { GLOBAL ?, QUALITY ?, HEADLIGHT ?, MAP ?, SCALE ?, RGBA ? };
    GLOBAL "global" [GLOBAL];
    QUALITY "quality" [QUALITY];
    HEADLIGHT "headlight" [HEADLIGHT_ATTRS];
    MAP "map" [MAP];
    SCALE "scale" [SCALE];
    RGBA "rgba" [RGBA];

    EXTENSION "extension" [] { PLUGIN_DECLARATION * };
    PLUGIN_DECLARATION "plugin" [PLUGIN_DECLARATION] { PLUGIN_INSTANCE * };
    PLUGIN_INSTANCE "instance" [PLUGIN_INSTANCE] { PLUGIN_CONFIG * };
    PLUGIN_CONFIG "config" [PLUGIN_CONFIG];
    PLUGIN_USE "plugin" [PLUGIN_USE] { PLUGIN_CONFIG * };
    DEFORMABLE "deformable" [] { FLEX *, SKIN * };
    SKIN "skin" [SKIN] { BONE * };
    BONE "bone" [BONE];

    CUSTOM "custom" [] { NUMERIC *, TEXT *, TUPLE * };
    NUMERIC "numeric" [NUMERIC];
    TEXT "text" [TEXT];
    TUPLE "tuple" [TUPLE] { TUPLE_ELEMENT * };
    TUPLE_ELEMENT "element" [TUPLE_ELEMENT];

    ASSET "asset" [] { MESH *, HFIELD *, SKIN *, TEXTURE *, MATERIAL *, MODEL * };
    MESH "mesh" [MESH] { PLUGIN_USE * }
        if Exclusive(&[&["builtin"], &["file"]]), Exclusive(&[&["builtin"], &["vertex"]]);
    HFIELD "hfield" [HFIELD];
    TEXTURE "texture" [TEXTURE];
    MATERIAL "material" [MATERIAL] { LAYER * };
    LAYER "layer" [LAYER];
    MODEL "model" [MODEL];

    WORLDBODY "worldbody" [] {
        BODY *, FRAME *, REPLICATE *, INERTIAL ?, JOINT *, FREEJOINT *, GEOM *, ATTACH *, SITE *, CAMERA *, LIGHT *,
        PLUGIN *, FLEXCOMP *,
    };
    BODY "body" [BODY, ORIENTATION] {
        BODY *, FRAME *, REPLICATE *, INERTIAL ?, JOINT *, FREEJOINT *, GEOM *, ATTACH *, SITE *, CAMERA *, LIGHT *,
        PLUGIN *, FLEXCOMP *,
    } if ORIENTED;
    FRAME "frame" [FRAME, ORIENTATION] {
        BODY *, FRAME *, REPLICATE *, INERTIAL ?, JOINT *, FREEJOINT *, GEOM *, ATTACH *, SITE *, CAMERA *, LIGHT *,
        PLUGIN *, FLEXCOMP *,
    } if ORIENTED;
    REPLICATE "replicate" [REPLICATE] {
        BODY *, FRAME *, REPLICATE *, INERTIAL ?, JOINT *, FREEJOINT *, GEOM *, ATTACH *, SITE *, CAMERA *, LIGHT *,
        PLUGIN *, FLEXCOMP *,
    };
    INERTIAL "inertial" [INERTIAL, ORIENTATION]
        if ORIENTED, Exclusive(&[&["fullinertia"], &["quat", "axisangle", "xyaxes", "zaxis", "euler"]]);
    JOINT "joint" [JOINT];
    FREEJOINT "freejoint" [FREEJOINT];
    GEOM "geom" [GEOM, ORIENTATION] { PLUGIN_USE * } if ORIENTED;
    ATTACH "attach" [ATTACH] if Exclusive(&[&["body"], &["frame"]]);
    SITE "site" [SITE, ORIENTATION] if ORIENTED;
    CAMERA "camera" [CAMERA, ORIENTATION] if ORIENTED, Exclusive(&[&["fovy"], &["sensorsize"]]);
    LIGHT "light" [LIGHT] if Exclusive(&[&["directional"], &["type"]]);

    CONTACT "contact" [] { PAIR *, EXCLUDE * };
    PAIR "pair" [PAIR];
    EXCLUDE "exclude" [EXCLUDE];

    EQUALITIES "equality" [] { CONNECT *, WELD *, EQ_JOINT *, EQ_TENDON *, EQ_DISTANCE *, FLEX *, FLEXSTRAIN * };
    CONNECT "connect" [EQUALITY, CONNECT]
        if Exclusive(&[&["site1", "site2"], &["body1", "body2", "anchor"]]),
           OneOf(&[&["site1", "site2"], &["body1", "anchor"]]), Together(&["site1", "site2"]);
    WELD "weld" [EQUALITY, CONNECT, WELD]
        if Exclusive(&[&["site1", "site2"], &["body1", "body2", "anchor", "relpose"]]),
           OneOf(&[&["site1", "site2"], &["body1"]]), Together(&["site1", "site2"]);
    EQ_JOINT "joint" [EQUALITY, EQ_JOINT];
    EQ_TENDON "tendon" [EQUALITY, EQ_TENDON];
    EQ_DISTANCE "distance" [EQUALITY, EQ_DISTANCE];

    TENDONS "tendon" [] { SPATIAL *, FIXED * };
    SPATIAL "spatial" [TENDON, TENDON_LOOK] { WRAP_SITE *, WRAP_GEOM *, WRAP_PULLEY * };
    FIXED "fixed" [TENDON] { WRAP_JOINT * };
    WRAP_SITE "site" [WRAP_SITE];
    WRAP_GEOM "geom" [WRAP_GEOM];
    WRAP_PULLEY "pulley" [WRAP_PULLEY];
    WRAP_JOINT "joint" [WRAP_JOINT];

    ACTUATORS "actuator" [] {
        GENERAL *, MOTOR *, POSITION *, VELOCITY *, INTVELOCITY *, ORIENTATION *, PID *, DAMPER *, CYLINDER *,
        MUSCLE *, ADHESION *, DCMOTOR *, HILL *, PLUGIN *,
    };
    GENERAL "general" [
        ACTUATOR, CTRL_LIMITED, FORCE_RANGE, ACT_RANGE, TRANSMISSION, SITE_TRANSMISSION, BODY_TARGET, INPUT,
        SETPOINT_RANGES, INHERIT_RANGE, GENERAL
    ];
    MOTOR "motor" [ACTUATOR, CTRL_LIMITED, FORCE_RANGE, TRANSMISSION, SITE_TRANSMISSION];
    POSITION "position" [
        ACTUATOR, CTRL_LIMITED, FORCE_RANGE, INHERIT_RANGE, TRANSMISSION, SITE_TRANSMISSION, POSITION
    ];
    VELOCITY "velocity" [ACTUATOR, CTRL_LIMITED, FORCE_RANGE, TRANSMISSION, SITE_TRANSMISSION, VELOCITY];
    INTVELOCITY "intvelocity" [
        ACTUATOR, CTRL_LIMITED, FORCE_RANGE, ACT_RANGE, INHERIT_RANGE, TRANSMISSION, SITE_TRANSMISSION, INTVELOCITY
    ];
    ORIENTATION "orientation" [ACTUATOR, FORCE_RANGE, JOINT_TARGET, SITE_TRANSMISSION, ORIENTATION_SERVO, INPUT];
    PID "pid" [
        ACTUATOR, CTRL_LIMITED, FORCE_RANGE, SETPOINT_RANGES, INHERIT_RANGE, TRANSMISSION, SITE_TRANSMISSION, PID,
        INPUT
    ];
    DAMPER "damper" [ACTUATOR, FORCE_RANGE, TRANSMISSION, SITE_TRANSMISSION, DAMPER];
    CYLINDER "cylinder" [ACTUATOR, CTRL_LIMITED, FORCE_RANGE, TRANSMISSION, SITE_TRANSMISSION, CYLINDER];
    MUSCLE "muscle" [ACTUATOR, CTRL_LIMITED, FORCE_RANGE, TRANSMISSION, MUSCLE];
    ADHESION "adhesion" [ACTUATOR, FORCE_RANGE, BODY_TARGET, ADHESION];
    HILL "hill" [ACTUATOR, CTRL_LIMITED, FORCE_RANGE, TRANSMISSION, HILL];
    DCMOTOR "dcmotor" [ACTUATOR, CTRL_LIMITED, TRANSMISSION, SITE_TRANSMISSION, DCMOTOR, INPUT];

    SENSORS "sensor" [] {
        TOUCH *, ACCELEROMETER *, VELOCIMETER *, GYRO *, FORCE *, TORQUE *, MAGNETOMETER *, CAMPROJECTION *,
        RANGEFINDER *, JOINTPOS *, JOINTVEL *, TENDONPOS *, TENDONVEL *, ACTUATORPOS *, ACTUATORVEL *, ACTUATORFRC *,
        JOINTACTUATORFRC *, TENDONACTUATORFRC *, BALLQUAT *, BALLANGVEL *, JOINTLIMITPOS *, JOINTLIMITVEL *,
        JOINTLIMITFRC *, TENDONLIMITPOS *, TENDONLIMITVEL *, TENDONLIMITFRC *, FRAMEPOS *, FRAMEQUAT *,
        FRAMEXAXIS *, FRAMEYAXIS *, FRAMEZAXIS *, FRAMELINVEL *, FRAMEANGVEL *, FRAMELINACC *, FRAMEANGACC *,
        SUBTREECOM *, SUBTREELINVEL *, SUBTREEANGMOM *, INSIDESITE *, DISTANCE *, NORMAL *, FROMTO *,
        CONTACT_SENSOR *, E_POTENTIAL *, E_KINETIC *, CLOCK *, TACTILE *, USER *, PLUGIN *,
    };
    TOUCH "touch" [SENSOR, SENSOR_SITE];
    ACCELEROMETER "accelerometer" [SENSOR, SENSOR_SITE];
    VELOCIMETER "velocimeter" [SENSOR, SENSOR_SITE];
    GYRO "gyro" [SENSOR, SENSOR_SITE];
    FORCE "force" [SENSOR, SENSOR_SITE];
    TORQUE "torque" [SENSOR, SENSOR_SITE];
    MAGNETOMETER "magnetometer" [SENSOR, SENSOR_SITE];
    CAMPROJECTION "camprojection" [SENSOR, SENSOR_SITE, SENSOR_CAMERA];
    RANGEFINDER "rangefinder" [SENSOR, SENSOR_RANGEFINDER]
        if Exclusive(&[&["site"], &["camera"]]), OneOf(&[&["site"], &["camera"]]);
    JOINTPOS "jointpos" [SENSOR, SENSOR_JOINT];
    JOINTVEL "jointvel" [SENSOR, SENSOR_JOINT];
    TENDONPOS "tendonpos" [SENSOR, SENSOR_TENDON];
    TENDONVEL "tendonvel" [SENSOR, SENSOR_TENDON];
    ACTUATORPOS "actuatorpos" [SENSOR, SENSOR_ACTUATOR];
    ACTUATORVEL "actuatorvel" [SENSOR, SENSOR_ACTUATOR];
    ACTUATORFRC "actuatorfrc" [SENSOR, SENSOR_ACTUATOR];
    JOINTACTUATORFRC "jointactuatorfrc" [SENSOR, SENSOR_JOINT];
    TENDONACTUATORFRC "tendonactuatorfrc" [SENSOR, SENSOR_TENDON];
    BALLQUAT "ballquat" [SENSOR, SENSOR_JOINT];
    BALLANGVEL "ballangvel" [SENSOR, SENSOR_JOINT];
    JOINTLIMITPOS "jointlimitpos" [SENSOR, SENSOR_JOINT];
    JOINTLIMITVEL "jointlimitvel" [SENSOR, SENSOR_JOINT];
    JOINTLIMITFRC "jointlimitfrc" [SENSOR, SENSOR_JOINT];
    TENDONLIMITPOS "tendonlimitpos" [SENSOR, SENSOR_TENDON];
    TENDONLIMITVEL "tendonlimitvel" [SENSOR, SENSOR_TENDON];
    TENDONLIMITFRC "tendonlimitfrc" [SENSOR, SENSOR_TENDON];
    FRAMEPOS "framepos" [SENSOR, SENSOR_OBJECT, SENSOR_REFERENCE] if Together(&["reftype", "refname"]);
    FRAMEQUAT "framequat" [SENSOR, SENSOR_OBJECT, SENSOR_REFERENCE] if Together(&["reftype", "refname"]);
    FRAMEXAXIS "framexaxis" [SENSOR, SENSOR_OBJECT, SENSOR_REFERENCE] if Together(&["reftype", "refname"]);
    FRAMEYAXIS "frameyaxis" [SENSOR, SENSOR_OBJECT, SENSOR_REFERENCE] if Together(&["reftype", "refname"]);
    FRAMEZAXIS "framezaxis" [SENSOR, SENSOR_OBJECT, SENSOR_REFERENCE] if Together(&["reftype", "refname"]);
    FRAMELINVEL "framelinvel" [SENSOR, SENSOR_OBJECT, SENSOR_REFERENCE] if Together(&["reftype", "refname"]);
    FRAMEANGVEL "frameangvel" [SENSOR, SENSOR_OBJECT, SENSOR_REFERENCE] if Together(&["reftype", "refname"]);
    FRAMELINACC "framelinacc" [SENSOR, SENSOR_OBJECT];
    FRAMEANGACC "frameangacc" [SENSOR, SENSOR_OBJECT];
    SUBTREECOM "subtreecom" [SENSOR, SENSOR_BODY];
    SUBTREELINVEL "subtreelinvel" [SENSOR, SENSOR_BODY];
    SUBTREEANGMOM "subtreeangmom" [SENSOR, SENSOR_BODY];
    INSIDESITE "insidesite" [SENSOR, SENSOR_SITE, SENSOR_OBJECT, SENSOR_ENCLOSED];
    DISTANCE "distance" [SENSOR, SENSOR_GEOMS]
        if Exclusive(&[&["geom1"], &["body1"]]), OneOf(&[&["geom1"], &["body1"]]),
           Exclusive(&[&["geom2"], &["body2"]]), OneOf(&[&["geom2"], &["body2"]]);
    NORMAL "normal" [SENSOR, SENSOR_GEOMS]
        if Exclusive(&[&["geom1"], &["body1"]]), OneOf(&[&["geom1"], &["body1"]]),
           Exclusive(&[&["geom2"], &["body2"]]), OneOf(&[&["geom2"], &["body2"]]);
    FROMTO "fromto" [SENSOR, SENSOR_GEOMS]
        if Exclusive(&[&["geom1"], &["body1"]]), OneOf(&[&["geom1"], &["body1"]]),
           Exclusive(&[&["geom2"], &["body2"]]), OneOf(&[&["geom2"], &["body2"]]);
    CONTACT_SENSOR "contact" [SENSOR, SENSOR_GEOMS, SENSOR_CONTACT]
        if Exclusive(&[&["geom1"], &["body1"], &["subtree1"], &["site"]]),
           Exclusive(&[&["geom2"], &["body2"], &["subtree2"]]);
    E_POTENTIAL "e_potential" [SENSOR];
    E_KINETIC "e_kinetic" [SENSOR];
    CLOCK "clock" [SENSOR];
    TACTILE "tactile" [SENSOR_TACTILE];
    USER "user" [SENSOR_USER] if Together(&["objtype", "objname"]);

    KEYFRAME "keyframe" [] { KEY * };
    KEY "key" [KEY];

    EQUALITY_DEFAULT "equality" [EQUALITY];
    TENDON_DEFAULT "tendon" [TENDON, TENDON_LOOK];
}

/// A default class holds one element of each kind, and classes that start from it.
pub(crate) static DEFAULT: Element = Element {
    name: "default",
    attrs: &[a::DEFAULT.attrs],
    children: &[
        (&DEFAULT, Many::Any),
        (&MESH, Many::Once),
        (&TEXTURE, Many::Once),
        (&MATERIAL, Many::Once),
        (&JOINT, Many::Once),
        (&GEOM, Many::Once),
        (&SITE, Many::Once),
        (&CAMERA, Many::Once),
        (&LIGHT, Many::Once),
        (&PAIR, Many::Once),
        (&EQUALITY_DEFAULT, Many::Once),
        (&TENDON_DEFAULT, Many::Once),
        (&GENERAL, Many::Once),
        (&MOTOR, Many::Once),
        (&POSITION, Many::Once),
        (&VELOCITY, Many::Once),
        (&INTVELOCITY, Many::Once),
        (&ORIENTATION, Many::Once),
        (&PID, Many::Once),
        (&DAMPER, Many::Once),
        (&CYLINDER, Many::Once),
        (&MUSCLE, Many::Once),
        (&ADHESION, Many::Once),
        (&DCMOTOR, Many::Once),
        (&HILL, Many::Once),
    ],
    defaults: true,
    ..PLAIN
};

/// Elements whose unknown attributes are passed over with a warning, as MuJoCo passes over them in silence.
pub(crate) const FORGIVING: &[&str] = &["frame", "replicate"];

/// Elements of earlier versions: name, and what to do instead.
pub(crate) const REMOVED: &[(&str, &str)] = &[
    ("composite", "was removed in MuJoCo 4.0; use flexcomp with dim=\"1\""),
    ("flexvert", "was removed in MuJoCo 4.0; use elasticity or an edge equality"),
];
