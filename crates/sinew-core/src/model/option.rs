//! Options of the physics, statistics, and options of the visualiser, each from one table of names and defaults.

use crate::math::Vec3;
use crate::table::{Column, ColumnMut, Row, view, view_mut};

/// Declares a record of numbers with their defaults, reachable by name.
macro_rules! record {
    (
        $(#[$meta:meta])*
        pub struct $Owner:ident { $($(#[doc = $doc:literal])+ $name:ident: $ty:ty = $value:expr,)* }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $Owner { $($(#[doc = $doc])+ pub $name: $ty,)* }

        impl Default for $Owner {
            fn default() -> Self { Self { $($name: $value,)* } }
        }

        impl $Owner {
            /// Name, number of scalars and meaning of every field, in order.
            pub const FIELDS: &'static [(&'static str, usize, &'static str)] =
                &[$((stringify!($name), <$ty as Row>::WIDTH, concat!($($doc),+).trim_ascii())),*];

            /// Field by name.
            pub fn get(&self, name: &str) -> Option<Column<'_>> {
                match name { $(stringify!($name) => Some(view(std::slice::from_ref(&self.$name))),)* _ => None }
            }

            /// Writable field by name.
            pub fn get_mut(&mut self, name: &str) -> Option<ColumnMut<'_>> {
                match name { $(stringify!($name) => Some(view_mut(std::slice::from_mut(&mut self.$name))),)* _ => None }
            }
        }
    };
}

record! {
    /// Physics options.
    #[doc(alias = "mjOption")]
    pub struct Options {
        /// seconds that a step advances
        timestep: f64 = 0.002,
        /// how much harder friction is than the normal force, for elliptic cones
        impratio: f64 = 1.0,
        /// what the solver may leave unimproved, relative to the inertia
        tolerance: f64 = 1e-08,
        /// slope that a line search may leave, relative to `tolerance`
        ls_tolerance: f64 = 0.01,
        /// what the noslip pass may leave unimproved
        noslip_tolerance: f64 = 1e-06,
        /// accuracy of distances between convex geoms
        ccd_tolerance: f64 = 1e-06,
        /// speed below which a tree may fall asleep
        sleep_tolerance: f64 = 0.001,
        /// gravitational acceleration
        gravity: Vec3 = Vec3([0.0, 0.0, -9.81]),
        /// velocity of the medium
        wind: Vec3 = Vec3([0.0, 0.0, 0.0]),
        /// magnetic flux, for magnetometers
        magnetic: Vec3 = Vec3([0.0, -0.5, 0.0]),
        /// density of the medium
        density: f64 = 0.0,
        /// viscosity of the medium
        viscosity: f64 = 0.0,
        /// margin of every contact, if overridden
        o_margin: f64 = 0.0,
        /// `solref` of every contact, if overridden
        o_solref: [f64; 2] = [0.02, 1.0],
        /// `solimp` of every contact, if overridden
        o_solimp: [f64; 5] = [0.9, 0.95, 0.001, 0.5, 2.0],
        /// friction of every contact, if overridden
        o_friction: [f64; 5] = [1.0, 1.0, 0.005, 0.0001, 0.0001],
        /// integrator, an [`Integrator`](super::Integrator)
        integrator: i32 = 0,
        /// friction cones, a [`ConeType`](super::ConeType)
        cone: i32 = 0,
        /// form of the constraint Jacobian, a [`JacobianType`](super::JacobianType)
        jacobian: i32 = 2,
        /// solver, a [`SolverType`](super::SolverType)
        solver: i32 = 2,
        /// most iterations of the solver
        iterations: i32 = 100,
        /// most evaluations of a line search
        ls_iterations: i32 = 50,
        /// most iterations of the noslip pass; 0: none
        noslip_iterations: i32 = 0,
        /// most iterations for a pair of convex geoms
        ccd_iterations: i32 = 35,
        /// parts that are switched off, as bits
        disableflags: i32 = 0,
        /// optional parts that are switched on, as bits
        enableflags: i32 = 0,
        /// actuator groups that are switched off, as bits
        disableactuator: i32 = 0,
        /// points from which signed distance fields are descended
        sdf_initpoints: i32 = 40,
        /// most steps of such a descent
        sdf_iterations: i32 = 10,
    }
}

record! {
    /// Statistics of a model at `qpos0`.
    #[doc(alias = "mjStatistic")]
    pub struct Statistic {
        /// mean of the inertia's diagonal
        meaninertia: f64 = 0.0,
        /// mean mass of a body
        meanmass: f64 = 0.0,
        /// mean size of a body
        meansize: f64 = 0.0,
        /// size of the whole model
        extent: f64 = 0.0,
        /// its centre
        center: Vec3 = Vec3([0.0, 0.0, 0.0]),
    }
}

record! {
    /// Visual options: global.
    #[doc(alias = "mjVisual")]
    pub struct VisualGlobal {
        /// camera at the start; -1: the free one
        cameraid: i32 = -1,
        /// 1 if the free camera is orthographic
        orthographic: i32 = 0,
        /// vertical field of view of the free camera: degrees, or length if orthographic
        fovy: f32 = 45.0,
        /// distance of the eyes of the free camera
        ipd: f32 = 0.068,
        /// azimuth of the free camera at the start, in degrees
        azimuth: f32 = 90.0,
        /// elevation of the free camera at the start, in degrees
        elevation: f32 = -45.0,
        /// width of lines
        linewidth: f32 = 1.0,
        /// glow of the selected body
        glow: f32 = 0.3,
        /// speed at the start; 1: real time
        realtime: f32 = 1.0,
        /// width of pictures that are not on screen
        offwidth: i32 = 640,
        /// height of pictures that are not on screen
        offheight: i32 = 480,
        /// inertia drawn as boxes (0) or ellipsoids (1)
        ellipsoidinertia: i32 = 0,
        /// 1 to draw bounding volumes that were checked
        bvactive: i32 = 0,
    }
}

record! {
    /// Visual options: quality.
    #[doc(alias = "mjVisual")]
    pub struct VisualQuality {
        /// pixels of a side of the shadow map
        shadowsize: i32 = 4096,
        /// samples per pixel of pictures that are not on screen
        offsamples: i32 = 4,
        /// meridians of round shapes
        numslices: i32 = 28,
        /// parallels of round shapes
        numstacks: i32 = 16,
        /// parts of a side of a box
        numquads: i32 = 4,
    }
}

record! {
    /// Visual options: headlight.
    #[doc(alias = "mjVisual")]
    pub struct VisualHeadlight {
        /// ambient rgb (alpha=1)
        ambient: [f32; 3] = [0.1, 0.1, 0.1],
        /// diffuse rgb (alpha=1)
        diffuse: [f32; 3] = [0.4, 0.4, 0.4],
        /// specular rgb (alpha=1)
        specular: [f32; 3] = [0.5, 0.5, 0.5],
        /// light at the camera: 0 off, 1 on, 2 if there is no other
        active: i32 = 2,
    }
}

record! {
    /// Visual options: map.
    #[doc(alias = "mjVisual")]
    pub struct VisualMap {
        /// stiffness of dragging by mouse
        stiffness: f32 = 100.0,
        /// stiffness of turning by mouse
        stiffnessrot: f32 = 500.0,
        /// length of a unit force
        force: f32 = 0.005,
        /// length of a unit torque
        torque: f32 = 0.1,
        /// opacity of geoms drawn transparent
        alpha: f32 = 0.3,
        /// where fog begins, in extents of the model
        fogstart: f32 = 3.0,
        /// where fog is full, in extents of the model
        fogend: f32 = 10.0,
        /// nearest distance drawn, in extents of the model
        znear: f32 = 0.01,
        /// furthest distance drawn, in extents of the model
        zfar: f32 = 50.0,
        /// haze ratio
        haze: f32 = 0.3,
        /// reach of shadows of directional lights, in extents of the model
        shadowclip: f32 = 1.0,
        /// share of a spot light's cone with shadows
        shadowscale: f32 = 0.6,
        /// width of tendons with an actuator, relative to their own
        actuatortendon: f32 = 2.0,
    }
}

record! {
    /// Visual options: scale.
    #[doc(alias = "mjVisual")]
    pub struct VisualScale {
        /// width of force arrow
        forcewidth: f32 = 0.1,
        /// contact width
        contactwidth: f32 = 0.3,
        /// contact height
        contactheight: f32 = 0.1,
        /// width of lines between joints
        connect: f32 = 0.2,
        /// com radius
        com: f32 = 0.4,
        /// camera object
        camera: f32 = 0.3,
        /// light object
        light: f32 = 0.3,
        /// selection point
        selectpoint: f32 = 0.2,
        /// joint length
        jointlength: f32 = 1.0,
        /// joint width
        jointwidth: f32 = 0.1,
        /// actuator length
        actuatorlength: f32 = 0.7,
        /// actuator width
        actuatorwidth: f32 = 0.2,
        /// bodyframe axis length
        framelength: f32 = 1.0,
        /// bodyframe axis width
        framewidth: f32 = 0.1,
        /// constraint width
        constraint: f32 = 0.1,
        /// slidercrank width
        slidercrank: f32 = 0.2,
        /// frustum zfar plane
        frustum: f32 = 10.0,
    }
}

record! {
    /// Visual options: rgba.
    #[doc(alias = "mjVisual")]
    pub struct VisualRgba {
        /// fog
        fog: [f32; 4] = [0.0, 0.0, 0.0, 1.0],
        /// haze
        haze: [f32; 4] = [1.0, 1.0, 1.0, 1.0],
        /// external force
        force: [f32; 4] = [1.0, 0.5, 0.5, 1.0],
        /// inertia box
        inertia: [f32; 4] = [0.8, 0.2, 0.2, 0.6],
        /// joint
        joint: [f32; 4] = [0.2, 0.6, 0.8, 1.0],
        /// actuator, neutral
        actuator: [f32; 4] = [0.2, 0.25, 0.2, 1.0],
        /// actuator, negative limit
        actuatornegative: [f32; 4] = [0.2, 0.6, 0.9, 1.0],
        /// actuator, positive limit
        actuatorpositive: [f32; 4] = [0.9, 0.4, 0.2, 1.0],
        /// center of mass
        com: [f32; 4] = [0.9, 0.9, 0.9, 1.0],
        /// camera object
        camera: [f32; 4] = [0.6, 0.9, 0.6, 1.0],
        /// light object
        light: [f32; 4] = [0.6, 0.6, 0.9, 1.0],
        /// selection point
        selectpoint: [f32; 4] = [0.9, 0.9, 0.1, 1.0],
        /// auto connect
        connect: [f32; 4] = [0.2, 0.2, 0.8, 1.0],
        /// contact point
        contactpoint: [f32; 4] = [0.9, 0.6, 0.2, 1.0],
        /// contact force
        contactforce: [f32; 4] = [0.7, 0.9, 0.9, 1.0],
        /// contact friction force
        contactfriction: [f32; 4] = [0.9, 0.8, 0.4, 1.0],
        /// contact torque
        contacttorque: [f32; 4] = [0.9, 0.7, 0.9, 1.0],
        /// contact point in gap
        contactgap: [f32; 4] = [0.5, 0.8, 0.9, 1.0],
        /// rangefinder ray
        rangefinder: [f32; 4] = [1.0, 1.0, 0.1, 1.0],
        /// constraint
        constraint: [f32; 4] = [0.9, 0.0, 0.0, 1.0],
        /// slidercrank
        slidercrank: [f32; 4] = [0.5, 0.3, 0.8, 1.0],
        /// slider-crank whose rod is too short
        crankbroken: [f32; 4] = [0.9, 0.0, 0.0, 1.0],
        /// camera frustum
        frustum: [f32; 4] = [1.0, 1.0, 0.0, 0.2],
        /// bounding volume
        bv: [f32; 4] = [0.0, 1.0, 0.0, 0.5],
        /// active bounding volume
        bvactive: [f32; 4] = [1.0, 0.0, 0.0, 0.5],
    }
}

/// Options of the visualiser.
#[doc(alias = "mjVisual")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Visual {
    /// camera, window and rendering
    pub global: VisualGlobal,
    /// quality of the picture
    pub quality: VisualQuality,
    /// light at the camera
    pub headlight: VisualHeadlight,
    /// from physical quantities to what is drawn
    pub map: VisualMap,
    /// sizes of decorations, relative to the mean body
    pub scale: VisualScale,
    /// colours of decorations
    pub rgba: VisualRgba,
}

impl Options {
    /// True if the part of the engine is switched off.
    #[inline]
    pub fn disabled(&self, flag: super::Disable) -> bool {
        self.disableflags & flag as i32 != 0
    }

    /// True if the optional part of the engine is switched on.
    #[inline]
    pub fn enabled(&self, flag: super::Enable) -> bool {
        self.enableflags & flag as i32 != 0
    }
}
