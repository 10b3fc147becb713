//! Attributes of every element: name, type, and the field of the specification that they fill.

use sinew_core::model::{Disable, Enable, ObjType, Options, Statistic};
use sinew_core::model::{VisualGlobal, VisualHeadlight, VisualMap, VisualQuality, VisualRgba, VisualScale};

#[allow(clippy::wildcard_imports, reason = "the table is written in the words of the schema")]
use super::*;
use crate::spec::{
    Actuator, Body, Bone, Camera, Compiler, Equality, Exclude, Frame, Geom, HField, Joint, Key, LengthRangeOptions,
    Light, Material, Mesh, Pair, Sensor, Site, Skin, Spec, Tendon, Texture,
};

/// Declares tables of attributes; one without `=> field` is read by hand.
macro_rules! attributes {
    ($($(#[$meta:meta])* $TABLE:ident: $T:ty { $($name:literal $attr:expr $(=> $($field:ident).+)?;)* })*) => {
        $($(#[$meta])*
        pub(crate) static $TABLE: Table<$T> = Table {
            attrs: &[$(Attr { name: $name, ..$attr }),*],
            binds: &[$(attributes!(@bind $T $(, $($field).+)?)),*],
        };)*
    };
    (@bind $T:ty) => { None };
    (@bind $T:ty, $($field:ident).+) => {{
        fn bind(element: &mut $T) -> Slot<'_> { element.$($field).+.slot() }
        Some(bind as Bind<$T>)
    }};
}

/// An element whose attributes are all read by hand.
type ByHand = ();

attributes! {
    MODEL_NAME: Spec { "model" text() => modelname; }

    COMPILER: Compiler {
        "autolimits" boolean() => autolimits;
        "boundmass" real() => boundmass;
        "boundinertia" real() => boundinertia;
        "settotalmass" real() => settotalmass;
        "balanceinertia" boolean() => balanceinertia;
        "strippath" boolean();
        "coordinate" key(COORDINATE);
        "angle" key(ANGLE) => degree;
        "fitaabb" boolean() => fitaabb;
        "eulerseq" letters(3, 3) => eulerseq;
        "assetdir" text();
        "meshdir" text() => meshdir;
        "texturedir" text() => texturedir;
        "discardvisual" boolean() => discardvisual;
        "usethread" boolean() => usethread;
        "fusestatic" boolean() => fusestatic;
        "inertiafromgeom" key(INERTIA_FROM_GEOM) => inertiafromgeom;
        "inertiagrouprange" ints(2, 2) => inertiagrouprange;
        "saveinertial" boolean() => saveinertial;
        "savecompiled" boolean() => savecompiled;
        "savecanonical" boolean() => savecanonical;
        "alignfree" boolean() => alignfree;
        "conflict" key(CONFLICT) => conflict;
        "passthrough" key(PASSTHROUGH) => passthrough;
    }

    LENGTH_RANGE: LengthRangeOptions {
        "mode" key(LENGTH_RANGE_MODE) => mode;
        "useexisting" boolean() => useexisting;
        "uselimit" boolean() => uselimit;
        "accel" real() => accel;
        "maxforce" real() => maxforce;
        "timeconst" real() => timeconst;
        "timestep" real() => timestep;
        "inttotal" real() => inttotal;
        "interval" real() => interval;
        "tolrange" real() => tolrange;
    }

    OPTION: Options {
        "timestep" real() => timestep;
        "impratio" real() => impratio;
        "tolerance" real() => tolerance;
        "ls_tolerance" real() => ls_tolerance;
        "noslip_tolerance" real() => noslip_tolerance;
        "ccd_tolerance" real() => ccd_tolerance;
        "sleep_tolerance" real() => sleep_tolerance;
        "gravity" reals(3, 3) => gravity;
        "wind" reals(3, 3) => wind;
        "magnetic" reals(3, 3) => magnetic;
        "density" real() => density;
        "viscosity" real() => viscosity;
        "o_margin" real() => o_margin;
        "o_solref" reals(1, 2) => o_solref;
        "o_solimp" reals(1, 5) => o_solimp;
        "o_friction" reals(1, 5) => o_friction;
        "integrator" key(INTEGRATOR) => integrator;
        "cone" key(CONE) => cone;
        "jacobian" key(JACOBIAN) => jacobian;
        "solver" key(SOLVER) => solver;
        "iterations" int().least(0.0) => iterations;
        "ls_iterations" int().least(0.0) => ls_iterations;
        "noslip_iterations" int().least(0.0) => noslip_iterations;
        "ccd_iterations" int().least(0.0) => ccd_iterations;
        "sdf_iterations" int().least(0.0) => sdf_iterations;
        "sdf_initpoints" int().least(0.0) => sdf_initpoints;
        "actuatorgroupdisable" ints(0, 31);
    }

    FLAG: Options {
        "constraint" disable(Disable::Constraint as i32) => disableflags;
        "equality" disable(Disable::Equality as i32) => disableflags;
        "frictionloss" disable(Disable::FrictionLoss as i32) => disableflags;
        "limit" disable(Disable::Limit as i32) => disableflags;
        "contact" disable(Disable::Contact as i32) => disableflags;
        "spring" disable(Disable::Spring as i32) => disableflags;
        "damper" disable(Disable::Damper as i32) => disableflags;
        "gravity" disable(Disable::Gravity as i32) => disableflags;
        "clampctrl" disable(Disable::ClampCtrl as i32) => disableflags;
        "warmstart" disable(Disable::WarmStart as i32) => disableflags;
        "filterparent" disable(Disable::FilterParent as i32) => disableflags;
        "actuation" disable(Disable::Actuation as i32) => disableflags;
        "refsafe" disable(Disable::Refsafe as i32) => disableflags;
        "sensor" disable(Disable::Sensor as i32) => disableflags;
        "midphase" disable(Disable::Midphase as i32) => disableflags;
        "eulerdamp" disable(Disable::EulerDamp as i32) => disableflags;
        "autoreset" disable(Disable::Autoreset as i32) => disableflags;
        "nativeccd" disable(Disable::NativeCcd as i32) => disableflags;
        "island" disable(Disable::Island as i32) => disableflags;
        "multiccd" disable(Disable::MultiCcd as i32) => disableflags;
        "override" enable(Enable::Override as i32) => enableflags;
        "energy" enable(Enable::Energy as i32) => enableflags;
        "fwdinv" enable(Enable::Fwdinv as i32) => enableflags;
        "invdiscrete" enable(Enable::Invdiscrete as i32) => enableflags;
        "sleep" enable(Enable::Sleep as i32) => enableflags;
        "diagexact" enable(Enable::Diagexact as i32) => enableflags;
        "ipc" enable(Enable::Ipc as i32) => enableflags;
        "speculative" enable(Enable::Speculative as i32) => enableflags;
    }

    SIZE: Spec {
        "memory" text();
        "njmax" count() => njmax;
        "nconmax" count() => nconmax;
        "nstack" count();
        "nuserdata" count() => nuserdata;
        "nkey" count() => nkey;
        "nuser_body" count() => nuser_body;
        "nuser_jnt" count() => nuser_jnt;
        "nuser_geom" count() => nuser_geom;
        "nuser_site" count() => nuser_site;
        "nuser_cam" count() => nuser_cam;
        "nuser_tendon" count() => nuser_tendon;
        "nuser_actuator" count() => nuser_actuator;
        "nuser_sensor" count() => nuser_sensor;
    }

    STATISTIC: Statistic {
        "meaninertia" real() => meaninertia;
        "meanmass" real() => meanmass;
        "meansize" real() => meansize;
        "extent" real() => extent;
        "center" reals(3, 3) => center;
    }

    GLOBAL: VisualGlobal {
        "cameraid" int() => cameraid;
        "orthographic" boolean() => orthographic;
        "fovy" real() => fovy;
        "ipd" real() => ipd;
        "azimuth" real() => azimuth;
        "elevation" real() => elevation;
        "linewidth" real() => linewidth;
        "glow" real() => glow;
        "offwidth" int() => offwidth;
        "offheight" int() => offheight;
        "realtime" real() => realtime;
        "ellipsoidinertia" boolean() => ellipsoidinertia;
        "bvactive" boolean() => bvactive;
    }

    QUALITY: VisualQuality {
        "shadowsize" int() => shadowsize;
        "offsamples" int() => offsamples;
        "numslices" int() => numslices;
        "numstacks" int() => numstacks;
        "numquads" int() => numquads;
    }

    HEADLIGHT_ATTRS: VisualHeadlight {
        "ambient" reals(3, 3) => ambient;
        "diffuse" reals(3, 3) => diffuse;
        "specular" reals(3, 3) => specular;
        "active" key(HEADLIGHT) => active;
    }

    MAP: VisualMap {
        "stiffness" real() => stiffness;
        "stiffnessrot" real() => stiffnessrot;
        "force" real() => force;
        "torque" real() => torque;
        "alpha" real() => alpha;
        "fogstart" real() => fogstart;
        "fogend" real() => fogend;
        "znear" real() => znear;
        "zfar" real() => zfar;
        "haze" real() => haze;
        "shadowclip" real() => shadowclip;
        "shadowscale" real() => shadowscale;
        "actuatortendon" real() => actuatortendon;
    }

    SCALE: VisualScale {
        "forcewidth" real() => forcewidth;
        "contactwidth" real() => contactwidth;
        "contactheight" real() => contactheight;
        "connect" real() => connect;
        "com" real() => com;
        "camera" real() => camera;
        "light" real() => light;
        "selectpoint" real() => selectpoint;
        "jointlength" real() => jointlength;
        "jointwidth" real() => jointwidth;
        "actuatorlength" real() => actuatorlength;
        "actuatorwidth" real() => actuatorwidth;
        "framelength" real() => framelength;
        "framewidth" real() => framewidth;
        "constraint" real() => constraint;
        "slidercrank" real() => slidercrank;
        "frustum" real() => frustum;
    }

    RGBA: VisualRgba {
        "fog" reals(4, 4) => fog;
        "haze" reals(4, 4) => haze;
        "force" reals(4, 4) => force;
        "inertia" reals(4, 4) => inertia;
        "joint" reals(4, 4) => joint;
        "actuator" reals(4, 4) => actuator;
        "actuatornegative" reals(4, 4) => actuatornegative;
        "actuatorpositive" reals(4, 4) => actuatorpositive;
        "com" reals(4, 4) => com;
        "camera" reals(4, 4) => camera;
        "light" reals(4, 4) => light;
        "selectpoint" reals(4, 4) => selectpoint;
        "connect" reals(4, 4) => connect;
        "contactpoint" reals(4, 4) => contactpoint;
        "contactforce" reals(4, 4) => contactforce;
        "contactfriction" reals(4, 4) => contactfriction;
        "contacttorque" reals(4, 4) => contacttorque;
        "contactgap" reals(4, 4) => contactgap;
        "rangefinder" reals(4, 4) => rangefinder;
        "constraint" reals(4, 4) => constraint;
        "slidercrank" reals(4, 4) => slidercrank;
        "crankbroken" reals(4, 4) => crankbroken;
        "frustum" reals(4, 4) => frustum;
        "bv" reals(4, 4) => bv;
        "bvactive" reals(4, 4) => bvactive;
    }

    DEFAULT: ByHand { "class" text(); }

    PLUGIN_DECLARATION: ByHand { "plugin" text().required(); }

    PLUGIN_INSTANCE: ByHand { "name" text().required(); }

    PLUGIN_CONFIG: ByHand {
        "key" text().required();
        "value" text().required();
    }

    PLUGIN_USE: ByHand {
        "plugin" text();
        "instance" text();
    }

    MESH: Mesh {
        "name" name(ObjType::Mesh) => name;
        "class" class() => class;
        "content_type" text().own() => content_type;
        "file" file().own() => file;
        "vertex" list().own() => uservert;
        "normal" list().own() => usernormal;
        "texcoord" list().own() => usertexcoord;
        "face" int_list().own() => userface;
        "refpos" reals(3, 3).own() => refpos;
        "refquat" reals(4, 4).own() => refquat;
        "scale" reals(3, 3) => scale;
        "smoothnormal" boolean().own() => smoothnormal;
        "maxhullvert" int() => maxhullvert;
        "inertia" key(MESH_INERTIA) => inertia;
        "builtin" key(MESH_BUILTIN).own() => builtin;
        "params" list().own() => params;
        "material" reference(ObjType::Material).own() => material;
    }

    HFIELD: HField {
        "name" name(ObjType::Hfield) => name;
        "content_type" text() => content_type;
        "file" file() => file;
        "nrow" int().least(0.0) => nrow;
        "ncol" int().least(0.0) => ncol;
        "size" reals(4, 4).required() => size;
        "elevation" list();
    }

    SKIN: Skin {
        "name" name(ObjType::Skin) => name;
        "file" file() => file;
        "material" reference(ObjType::Material) => material;
        "rgba" reals(4, 4) => rgba;
        "inflate" real() => inflate;
        "vertex" list() => vert;
        "texcoord" list() => texcoord;
        "face" int_list() => face;
        "group" int().least(0.0) => group;
    }
    BONE: Bone {
        "body" reference(ObjType::Body).required() => body;
        "bindpos" reals(3, 3).required() => bindpos;
        "bindquat" reals(4, 4).required() => bindquat;
        "vertid" int_list().required() => vertid;
        "vertweight" list().required() => vertweight;
    }

    TEXTURE: Texture {
        "name" name(ObjType::Texture) => name;
        "class" class() => class;
        "type" key(TEXTURE_TYPE) => type_;
        "colorspace" key(COLOR_SPACE) => colorspace;
        "content_type" text().own() => content_type;
        "file" file().own() => file;
        "gridsize" ints(2, 2) => gridsize;
        "gridlayout" letters(1, 12) => gridlayout;
        "fileright" file().own();
        "fileleft" file().own();
        "fileup" file().own();
        "filedown" file().own();
        "filefront" file().own();
        "fileback" file().own();
        "builtin" key(TEXTURE_BUILTIN) => builtin;
        "rgb1" reals(3, 3) => rgb1;
        "rgb2" reals(3, 3) => rgb2;
        "mark" key(TEXTURE_MARK) => mark;
        "markrgb" reals(3, 3) => markrgb;
        "random" real() => random;
        "width" int() => width;
        "height" int() => height;
        "hflip" boolean() => hflip;
        "vflip" boolean() => vflip;
        "nchannel" int() => nchannel;
        "embed" key(EMBED) => embed;
    }

    MATERIAL: Material {
        "name" name(ObjType::Material) => name;
        "class" class() => class;
        "texture" reference(ObjType::Texture);
        "texrepeat" reals(2, 2) => texrepeat;
        "texuniform" boolean() => texuniform;
        "emission" real() => emission;
        "specular" real() => specular;
        "shininess" real() => shininess;
        "reflectance" real() => reflectance;
        "metallic" real() => metallic;
        "roughness" real() => roughness;
        "rgba" reals(4, 4) => rgba;
    }

    LAYER: ByHand {
        "texture" reference(ObjType::Texture).required();
        "role" key(TEXTURE_ROLE).required();
    }

    MODEL: ByHand {
        "name" text();
        "file" file().required();
        "content_type" text();
    }

    BODY: Body {
        "name" name(ObjType::Body) => name;
        "childclass" attr(Form::Class, 1, 1) => childclass;
        "pos" reals(3, 3) => pos;
        "quat" reals(4, 4) => quat;
        "mocap" boolean() => mocap;
        "gravcomp" real() => gravcomp;
        "sleep" key(SLEEP) => sleep;
        "simple" key(FALSE_AUTO) => simple;
        "fuse" key(FALSE_AUTO) => fuse;
        "user" list() => userdata;
    }

    INERTIAL: Body {
        "pos" reals(3, 3).required() => ipos;
        "quat" reals(4, 4) => iquat;
        "mass" real().required() => mass;
        "diaginertia" reals(3, 3) => inertia;
        "fullinertia" reals(6, 6) => fullinertia;
    }

    FRAME: Frame {
        "name" name(ObjType::Frame) => name;
        "childclass" attr(Form::Class, 1, 1) => childclass;
        "pos" reals(3, 3) => pos;
        "quat" reals(4, 4) => quat;
        "scale" reals(1, 3);
        "scaling" key(SCALING) => scaling;
        "massscale" real() => massscale;
    }

    REPLICATE: ByHand {
        "count" int().least(0.0).required();
        "offset" reals(3, 3);
        "euler" reals(3, 3);
        "sep" text();
        "childclass" attr(Form::Class, 1, 1);
    }

    /// Other ways to write an orientation than `quat`.
    ORIENTATION: ByHand {
        "axisangle" reals(4, 4);
        "xyaxes" reals(6, 6);
        "zaxis" reals(3, 3);
        "euler" reals(3, 3);
    }

    JOINT: Joint {
        "name" name(ObjType::Joint) => name;
        "class" class() => class;
        "type" key(JOINT_TYPE) => type_;
        "group" int() => group;
        "pos" reals(3, 3) => pos;
        "axis" reals(3, 3) => axis;
        "springdamper" reals(2, 2) => springdamper;
        "limited" key(LIMITED) => limited;
        "actuatorfrclimited" key(LIMITED) => actfrclimited;
        "solreflimit" reals(1, 2) => solref_limit;
        "solimplimit" reals(1, 5) => solimp_limit;
        "solreffriction" reals(1, 2) => solref_friction;
        "solimpfriction" reals(1, 5) => solimp_friction;
        "stiffness" reals(1, 3) => stiffness;
        "range" range() => range;
        "actuatorfrcrange" range() => actfrcrange;
        "actuatorgravcomp" boolean() => actgravcomp;
        "margin" real() => margin;
        "ref" real() => ref_;
        "springref" real() => springref;
        "springyield" real() => springyield;
        "armature" real().least(0.0) => armature;
        "damping" reals(1, 3) => damping;
        "frictionloss" real() => frictionloss;
        "user" list() => userdata;
    }

    FREEJOINT: Joint {
        "name" name(ObjType::Joint) => name;
        "group" int() => group;
        "align" key(ALIGN) => align;
    }

    GEOM: Geom {
        "name" name(ObjType::Geom) => name;
        "class" class() => class;
        "type" key(GEOM_TYPE) => type_;
        "contype" int() => contype;
        "conaffinity" int() => conaffinity;
        "condim" int() => condim;
        "group" int() => group;
        "priority" int() => priority;
        "size" reals(1, 3) => size;
        "material" reference(ObjType::Material) => material;
        "friction" reals(1, 3) => friction;
        "mass" real() => mass;
        "density" real() => density;
        "shellinertia" boolean() => typeinertia;
        "solmix" real() => solmix;
        "solref" reals(1, 2) => solref;
        "solimp" reals(1, 5) => solimp;
        "margin" real() => margin;
        "gap" real() => gap;
        "surfacevel" reals(1, 6) => surfacevel;
        "adhesion" real() => adhesion;
        "fromto" reals(6, 6) => fromto;
        "pos" reals(3, 3) => pos;
        "quat" reals(4, 4) => quat;
        "hfield" reference(ObjType::Hfield) => hfieldname;
        "mesh" reference(ObjType::Mesh) => meshname;
        "fitscale" real() => fitscale;
        "rgba" reals(4, 4) => rgba;
        "castshadow" boolean() => castshadow;
        "fluidshape" key(FLUID_SHAPE) => fluid_ellipsoid;
        "fluidcoef" reals(1, 5) => fluid_coefs;
        "user" list() => userdata;
    }

    ATTACH: ByHand {
        "model" text();
        "body" reference(ObjType::Body);
        "frame" reference(ObjType::Frame);
        "prefix" text().required();
    }

    SITE: Site {
        "name" name(ObjType::Site) => name;
        "class" class() => class;
        "type" key(GEOM_TYPE) => type_;
        "group" int() => group;
        "pos" reals(3, 3) => pos;
        "quat" reals(4, 4) => quat;
        "material" reference(ObjType::Material) => material;
        "mesh" reference(ObjType::Mesh) => meshname;
        "size" reals(1, 3) => size;
        "fromto" reals(6, 6) => fromto;
        "rgba" reals(4, 4) => rgba;
        "user" list() => userdata;
    }

    CAMERA: Camera {
        "name" name(ObjType::Camera) => name;
        "class" class() => class;
        "projection" key(super::PROJECTION) => proj;
        "fovy" real() => fovy;
        "ipd" real() => ipd;
        "resolution" ints(2, 2) => resolution;
        "output" flags(CAMERA_OUTPUT) => output;
        "pos" reals(3, 3) => pos;
        "quat" reals(4, 4) => quat;
        "mode" key(CAM_LIGHT) => mode;
        "target" reference(ObjType::Body).own() => targetbody;
        "focal" reals(2, 2) => focal_length;
        "focalpixel" reals(2, 2) => focal_pixel;
        "principal" reals(2, 2) => principal_length;
        "principalpixel" reals(2, 2) => principal_pixel;
        "sensorsize" reals(2, 2) => sensor_size;
        "user" list() => userdata;
    }

    LIGHT: Light {
        "name" name(ObjType::Light) => name;
        "class" class() => class;
        "directional" boolean();
        "type" key(LIGHT_TYPE) => type_;
        "castshadow" boolean() => castshadow;
        "active" boolean() => active;
        "pos" reals(3, 3) => pos;
        "dir" reals(3, 3) => dir;
        "bulbradius" real() => bulbradius;
        "intensity" real() => intensity;
        "range" real() => range;
        "attenuation" reals(3, 3) => attenuation;
        "cutoff" real() => cutoff;
        "softness" real() => softness;
        "exponent" real() => exponent;
        "ambient" reals(3, 3) => ambient;
        "diffuse" reals(3, 3) => diffuse;
        "specular" reals(3, 3) => specular;
        "mode" key(CAM_LIGHT) => mode;
        "target" reference(ObjType::Body).own() => targetbody;
        "texture" reference(ObjType::Texture).own() => texture;
    }

    PAIR: Pair {
        "name" name(ObjType::Pair) => name;
        "class" class() => class;
        "geom1" reference(ObjType::Geom).own() => geomname1;
        "geom2" reference(ObjType::Geom).own() => geomname2;
        "condim" int() => condim;
        "friction" reals(1, 5) => friction;
        "solref" reals(1, 2) => solref;
        "solreffriction" reals(1, 2) => solreffriction;
        "solimp" reals(1, 5) => solimp;
        "gap" real() => gap;
        "margin" real() => margin;
        "adhesion" real() => adhesion;
    }

    EXCLUDE: Exclude {
        "name" name(ObjType::Exclude) => name;
        "body1" reference(ObjType::Body).required() => bodyname1;
        "body2" reference(ObjType::Body).required() => bodyname2;
    }

    /// What all equality constraints have; in default classes there is nothing else.
    EQUALITY: Equality {
        "name" name(ObjType::Equality) => name;
        "class" class() => class;
        "active" boolean() => active;
        "solref" reals(1, 2) => solref;
        "solimp" reals(1, 5) => solimp;
    }

    CONNECT: ByHand {
        "body1" reference(ObjType::Body);
        "body2" reference(ObjType::Body);
        "anchor" reals(3, 3);
        "site1" reference(ObjType::Site);
        "site2" reference(ObjType::Site);
    }

    WELD: ByHand {
        "relpose" reals(7, 7);
        "torquescale" real();
    }

    EQ_JOINT: ByHand {
        "joint1" reference(ObjType::Joint).required();
        "joint2" reference(ObjType::Joint);
        "polycoef" reals(1, 5);
    }

    EQ_TENDON: ByHand {
        "tendon1" reference(ObjType::Tendon).required();
        "tendon2" reference(ObjType::Tendon);
        "polycoef" reals(1, 5);
    }

    /// An extension: the distance of two geoms, held.
    EQ_DISTANCE: ByHand {
        "geom1" reference(ObjType::Geom).required();
        "geom2" reference(ObjType::Geom).required();
        "distance" real();
    }

    /// What both kinds of tendons have.
    TENDON: Tendon {
        "name" name(ObjType::Tendon) => name;
        "class" class() => class;
        "group" int() => group;
        "limited" key(LIMITED) => limited;
        "actuatorfrclimited" key(LIMITED) => actfrclimited;
        "range" range() => range;
        "actuatorfrcrange" range() => actfrcrange;
        "solreflimit" reals(1, 2) => solref_limit;
        "solimplimit" reals(1, 5) => solimp_limit;
        "solreffriction" reals(1, 2) => solref_friction;
        "solimpfriction" reals(1, 5) => solimp_friction;
        "frictionloss" real() => frictionloss;
        "springlength" reals(1, 2) => springlength;
        "springyield" real() => springyield;
        "margin" real() => margin;
        "stiffness" reals(1, 3) => stiffness;
        "damping" reals(1, 3) => damping;
        "armature" real() => armature;
        "user" list() => userdata;
    }

    /// How a spatial tendon is drawn.
    TENDON_LOOK: Tendon {
        "width" real() => width;
        "material" reference(ObjType::Material) => material;
        "rgba" reals(4, 4) => rgba;
    }

    WRAP_SITE: ByHand { "site" reference(ObjType::Site).required(); }

    WRAP_GEOM: ByHand {
        "geom" reference(ObjType::Geom).required();
        "sidesite" reference(ObjType::Site);
    }

    WRAP_PULLEY: ByHand { "divisor" real().required(); }

    WRAP_JOINT: ByHand {
        "joint" reference(ObjType::Joint).required();
        "coef" real().required();
    }

    /// What all actuators have.
    ACTUATOR: Actuator {
        "name" name(ObjType::Actuator) => name;
        "class" class() => class;
        "group" int() => group;
        "nsample" int() => nsample;
        "interp" key(INTERP) => interp;
        "delay" real() => delay;
        "ctrlrange" range() => ctrlrange;
        "user" list() => userdata;
    }

    CTRL_LIMITED: Actuator { "ctrllimited" key(LIMITED) => ctrllimited; }

    FORCE_RANGE: Actuator {
        "forcelimited" key(LIMITED) => forcelimited;
        "forcerange" range() => forcerange;
    }

    ACT_RANGE: Actuator {
        "actlimited" key(LIMITED) => actlimited;
        "actrange" range() => actrange;
    }

    TRANSMISSION: Actuator {
        "lengthrange" range().own() => lengthrange;
        "gear" reals(1, 6) => gear;
        "damping" reals(1, 3) => damping;
        "armature" real() => armature;
        "cranklength" real() => cranklength;
        "joint" reference(ObjType::Joint).own();
        "jointinparent" reference(ObjType::Joint).own();
        "tendon" reference(ObjType::Tendon).own();
        "slidersite" reference(ObjType::Site).own() => slidersite;
        "cranksite" reference(ObjType::Site).own();
    }

    SITE_TRANSMISSION: Actuator {
        "site" reference(ObjType::Site).own();
        "refsite" reference(ObjType::Site).own() => refsite;
    }

    JOINT_TARGET: ByHand { "joint" reference(ObjType::Joint).own(); }
    BODY_TARGET: ByHand { "body" reference(ObjType::Body).own(); }
    INPUT: ByHand { "input" text(); }

    INHERIT_RANGE: Actuator { "inheritrange" real() => inheritrange; }

    SETPOINT_RANGES: Actuator {
        "velrange" range() => velrange;
        "ffrange" range() => ffrange;
    }

    GENERAL: Actuator {
        "actdim" int() => actdim;
        "dyntype" key(DYN_TYPE) => dyntype;
        "gaintype" key(GAIN_TYPE) => gaintype;
        "biastype" key(BIAS_TYPE) => biastype;
        "dynprm" reals(1, 10) => dynprm;
        "gainprm" reals(1, 10) => gainprm;
        "biasprm" reals(1, 10) => biasprm;
        "actearly" boolean() => actearly;
    }

    POSITION: ByHand { "kp" real(); "kv" real(); "dampratio" real(); "timeconst" real(); }
    VELOCITY: ByHand { "kv" real(); }
    INTVELOCITY: ByHand { "kp" real(); "kv" real(); "dampratio" real(); }
    ORIENTATION_SERVO: ByHand { "kp" real(); "kv" real(); "dampratio" real(); }
    PID: ByHand {
        "posrange" range();
        "kp" real(); "kv" real(); "dampratio" real(); "ki" real(); "imax" real(); "slewmax" real();
    }
    DAMPER: ByHand { "kv" real(); }
    CYLINDER: ByHand { "timeconst" real(); "area" real(); "diameter" real(); "bias" reals(3, 3); }
    MUSCLE: ByHand {
        "timeconst" reals(2, 2);
        "tausmooth" real().own();
        "range" reals(2, 2);
        "force" real(); "scale" real(); "lmin" real(); "lmax" real(); "vmax" real(); "fpmax" real(); "fvmax" real();
    }
    HILL: ByHand {
        "timeconst" reals(2, 2);
        "tausmooth" real().own();
        "force" real(); "optlength" real(); "slack" real(); "pennation" real(); "vmax" real(); "width" real();
        "shape" real(); "fvmax" real(); "kpassive" real(); "strain" real();
    }
    ADHESION: ByHand { "gain" real(); }
    DCMOTOR: ByHand {
        "motorconst" reals(1, 2);
        "resistance" real();
        "nominal" reals(1, 3);
        "saturation" reals(1, 3);
        "inductance" reals(1, 2);
        "cogging" reals(1, 3);
        "controller" reals(1, 6);
        "thermal" reals(1, 6);
        "lugre" reals(1, 5);
    }

    /// What nearly all sensors have.
    SENSOR: Sensor {
        "name" name(ObjType::Sensor) => name;
        "nsample" int() => nsample;
        "interp" key(INTERP) => interp;
        "delay" real() => delay;
        "interval" reals(1, 2) => interval;
        "cutoff" real() => cutoff;
        "noise" real() => noise;
        "user" list() => userdata;
    }

    SENSOR_SITE: ByHand { "site" reference(ObjType::Site).required(); }
    SENSOR_CAMERA: ByHand { "camera" reference(ObjType::Camera).required(); }
    SENSOR_JOINT: ByHand { "joint" reference(ObjType::Joint).required(); }
    SENSOR_TENDON: ByHand { "tendon" reference(ObjType::Tendon).required(); }
    SENSOR_ACTUATOR: ByHand { "actuator" reference(ObjType::Actuator).required(); }
    SENSOR_BODY: ByHand { "body" reference(ObjType::Body).required(); }
    SENSOR_OBJECT: ByHand { "objtype" key(FRAME_OBJECT).required(); "objname" text().required(); }
    SENSOR_REFERENCE: ByHand { "reftype" key(FRAME_OBJECT); "refname" text(); }
    SENSOR_ENCLOSED: ByHand { "enclosed" boolean(); }
    SENSOR_RANGEFINDER: ByHand {
        "site" reference(ObjType::Site);
        "camera" reference(ObjType::Camera);
        "data" flags(RAY_DATA);
    }
    SENSOR_GEOMS: ByHand {
        "geom1" reference(ObjType::Geom);
        "geom2" reference(ObjType::Geom);
        "body1" reference(ObjType::Body);
        "body2" reference(ObjType::Body);
    }
    SENSOR_CONTACT: ByHand {
        "subtree1" reference(ObjType::Body);
        "subtree2" reference(ObjType::Body);
        "site" reference(ObjType::Site);
        "num" int().least(1.0);
        "data" flags(CONTACT_DATA);
        "reduce" key(REDUCE);
    }
    SENSOR_TACTILE: Sensor {
        "name" name(ObjType::Sensor) => name;
        "geom" reference(ObjType::Geom).required();
        "mesh" reference(ObjType::Mesh).required();
        "nsample" int() => nsample;
        "interp" key(INTERP) => interp;
        "delay" real() => delay;
        "interval" reals(1, 2) => interval;
        "cutoff" real() => cutoff;
        "user" list() => userdata;
    }
    SENSOR_USER: Sensor {
        "name" name(ObjType::Sensor) => name;
        "objtype" key(OBJECT) => objtype;
        "objname" text() => objname;
        "datatype" key(DATA_TYPE) => datatype;
        "needstage" key(STAGE) => needstage;
        "dim" count().least(0.0).required() => dim;
        "cutoff" real() => cutoff;
        "noise" real() => noise;
        "user" list() => userdata;
    }

    NUMERIC: ByHand {
        "name" name(ObjType::Numeric).required();
        "size" int();
        "data" list();
    }
    TEXT: ByHand {
        "name" name(ObjType::Text).required();
        "data" text();
    }
    TUPLE: ByHand { "name" name(ObjType::Tuple).required(); }
    TUPLE_ELEMENT: ByHand {
        "objtype" key(OBJECT).required();
        "objname" text().required();
        "prm" real();
    }

    KEY: Key {
        "name" name(ObjType::Key) => name;
        "time" real() => time;
        "qpos" list() => qpos;
        "qvel" list() => qvel;
        "act" list() => act;
        "mpos" list() => mpos;
        "mquat" list() => mquat;
        "ctrl" list() => ctrl;
        "plastic" list() => plastic;
    }
}
