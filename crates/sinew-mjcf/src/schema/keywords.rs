//! Words of the format and the numbers that they stand for.

use sinew_core::model::{
    AlignFree, BiasType, CamLightMode, CamOutBit, ColorSpace, ConDataField, ConeType, Conflict, CtrlInput, DataType,
    DynType, Embed, GainType, GeomType, InertiaFromGeom, Integrator, JacobianType, JointType, LengthRangeMode,
    LightType, Limited, MeshBuiltin, MeshInertia, ObjType, Passthrough, Projection, RayDataField, Scaling, SensorStage,
    SleepPolicy, SolverType, TextureBuiltin, TextureMark, TextureRole, TextureType,
};

use super::Keys;

macro_rules! keywords {
    ($($NAME:ident: $($Enum:ident { $($word:literal $Variant:ident),* })?  $([ $($w:literal $n:expr),* ])?;)*) => {
        $(pub(crate) const $NAME: Keys = &[$($(($word, $Enum::$Variant as i32)),*)? $($(($w, $n)),*)?];)*
    };
}

keywords! {
    BOOL: ["false" 0, "true" 1];
    ENABLE: ["disable" 0, "enable" 1];
    COORDINATE: ["local" 0, "global" 1];
    ANGLE: ["radian" 0, "degree" 1];
    FALSE_AUTO: ["false" 0, "auto" 1];
    FLUID_SHAPE: ["none" 0, "ellipsoid" 1];
    INTERP: ["zoh" 0, "linear" 1, "cubic" 2];
    REDUCE: ["none" 0, "mindist" 1, "maxforce" 2, "netforce" 3];
    HEADLIGHT: ["false" 0, "true" 1, "auto" 2, "0" 0, "1" 1, "2" 2];
    LIMITED: Limited { "false" False, "true" True, "auto" Auto };
    ALIGN: AlignFree { "false" False, "true" True, "auto" Auto };
    INERTIA_FROM_GEOM: InertiaFromGeom { "false" False, "true" True, "auto" Auto };
    EMBED: Embed { "false" False, "true" True, "auto" Auto };
    PASSTHROUGH: Passthrough { "none" None, "textures" Textures };
    CONFLICT: Conflict { "warning" Warning, "merge" Merge, "error" Error };
    SCALING: Scaling { "similar" Similar, "geometry" Geometry };
    SLEEP: SleepPolicy { "auto" Auto, "never" Never, "allowed" Allowed, "init" Init };
    JOINT_TYPE: JointType { "free" Free, "ball" Ball, "slide" Slide, "hinge" Hinge };
    GEOM_TYPE: GeomType {
        "plane" Plane, "hfield" Hfield, "sphere" Sphere, "capsule" Capsule, "ellipsoid" Ellipsoid,
        "cylinder" Cylinder, "box" Box, "mesh" Mesh, "sdf" Sdf
    };
    PROJECTION: Projection { "perspective" Perspective, "orthographic" Orthographic };
    CAM_LIGHT: CamLightMode {
        "fixed" Fixed, "track" Track, "trackcom" Trackcom, "targetbody" Targetbody, "targetbodycom" Targetbodycom
    };
    LIGHT_TYPE: LightType { "spot" Spot, "directional" Directional, "point" Point, "image" Image };
    CAMERA_OUTPUT: CamOutBit { "rgb" Rgb, "depth" Depth, "distance" Dist, "normal" Normal, "segmentation" Seg };
    TEXTURE_ROLE: TextureRole {
        "rgb" Rgb, "occlusion" Occlusion, "roughness" Roughness, "metallic" Metallic, "normal" Normal,
        "opacity" Opacity, "emissive" Emissive, "rgba" Rgba, "orm" Orm
    };
    TEXTURE_TYPE: TextureType { "2d" TwoD, "cube" Cube, "skybox" Skybox };
    COLOR_SPACE: ColorSpace { "auto" Auto, "linear" Linear, "sRGB" Srgb };
    TEXTURE_BUILTIN: TextureBuiltin { "none" None, "gradient" Gradient, "checker" Checker, "flat" Flat };
    TEXTURE_MARK: TextureMark { "none" None, "edge" Edge, "cross" Cross, "random" Random };
    MESH_INERTIA: MeshInertia { "convex" Convex, "legacy" Legacy, "exact" Exact, "shell" Shell };
    MESH_BUILTIN: MeshBuiltin {
        "none" None, "sphere" Sphere, "hemisphere" Hemisphere, "cone" Cone, "supertorus" Supertorus,
        "supersphere" Supersphere, "wedge" Wedge, "plate" Plate, "grid" Grid, "box" Box, "cylinder" Cylinder,
        "ellipsoid" Ellipsoid, "square" Square, "disc" Disc
    };
    INTEGRATOR: Integrator {
        "Euler" Euler, "RK4" Rk4, "implicit" Implicit, "implicitfast" ImplicitFast, "discrete" Discrete
    };
    CONE: ConeType { "pyramidal" Pyramidal, "elliptic" Elliptic };
    JACOBIAN: JacobianType { "dense" Dense, "sparse" Sparse, "auto" Auto };
    SOLVER: SolverType { "PGS" Pgs, "CG" Cg, "Newton" Newton };
    LENGTH_RANGE_MODE: LengthRangeMode { "none" None, "muscle" Muscle, "muscleuser" Muscleuser, "all" All };
    DYN_TYPE: DynType {
        "none" None, "integrator" Integrator, "filter" Filter, "filterexact" FilterExact, "muscle" Muscle,
        "dcmotor" Dcmotor, "pid" Pid, "user" User
    };
    GAIN_TYPE: GainType {
        "fixed" Fixed, "affine" Affine, "muscle" Muscle, "dcmotor" Dcmotor, "so3" So3, "pid" Pid, "user" User,
        "hill" Hill
    };
    BIAS_TYPE: BiasType {
        "none" None, "affine" Affine, "muscle" Muscle, "dcmotor" Dcmotor, "so3" So3, "user" User, "hill" Hill
    };
    CTRL_CHART: ["expmap" 1, "quat" 2];
    CTRL_INPUT: CtrlInput { "pos" Pos, "vel" Vel, "ff" Ff, "voltage" Voltage, "pressure" Pressure };
    STAGE: SensorStage { "none" None, "pos" Pos, "vel" Vel, "acc" Acc };
    DATA_TYPE: DataType { "real" Real, "positive" Positive, "axis" Axis, "quaternion" Quaternion };
    FRAME_OBJECT: ObjType { "body" Body, "xbody" Xbody, "geom" Geom, "site" Site, "camera" Camera };
    OBJECT: ObjType {
        "body" Body, "xbody" Xbody, "joint" Joint, "dof" Dof, "geom" Geom, "site" Site, "camera" Camera,
        "light" Light, "flex" Flex, "mesh" Mesh, "skin" Skin, "hfield" Hfield, "texture" Texture,
        "material" Material, "pair" Pair, "exclude" Exclude, "equality" Equality, "tendon" Tendon,
        "actuator" Actuator, "sensor" Sensor, "numeric" Numeric, "text" Text, "tuple" Tuple, "key" Key,
        "plugin" Plugin
    };
    CONTACT_DATA: ConDataField {
        "found" Found, "force" Force, "torque" Torque, "dist" Dist, "pos" Pos, "normal" Normal, "tangent" Tangent,
        "linvel" Linvel, "angvel" Angvel
    };
    RAY_DATA: RayDataField { "dist" Dist, "dir" Dir, "origin" Origin, "point" Point, "normal" Normal, "depth" Depth };
}

/// The number of a word.
pub(crate) fn code_of(keys: Keys, word: &str) -> Option<i32> {
    keys.iter().find(|(key, _)| *key == word).map(|&(_, code)| code)
}

/// The first word of a number.
pub(crate) fn word_of(keys: Keys, code: i32) -> Option<&'static str> {
    keys.iter().find(|&&(_, c)| c == code).map(|(word, _)| *word)
}
