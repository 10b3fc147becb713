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
        /// timestep
        timestep: f64 = 0.002,
        /// ratio of friction-to-normal contact impedance
        impratio: f64 = 1.0,
        /// main solver tolerance
        tolerance: f64 = 1e-08,
        /// CG/Newton linesearch tolerance
        ls_tolerance: f64 = 0.01,
        /// noslip solver tolerance
        noslip_tolerance: f64 = 1e-06,
        /// convex collision solver tolerance
        ccd_tolerance: f64 = 1e-06,
        /// sleep velocity tolerance
        sleep_tolerance: f64 = 0.001,
        /// gravitational acceleration
        gravity: Vec3 = Vec3([0.0, 0.0, -9.81]),
        /// wind (for lift, drag and viscosity)
        wind: Vec3 = Vec3([0.0, 0.0, 0.0]),
        /// global magnetic flux
        magnetic: Vec3 = Vec3([0.0, -0.5, 0.0]),
        /// density of medium
        density: f64 = 0.0,
        /// viscosity of medium
        viscosity: f64 = 0.0,
        /// margin
        o_margin: f64 = 0.0,
        /// solref
        o_solref: [f64; 2] = [0.02, 1.0],
        /// solimp
        o_solimp: [f64; 5] = [0.9, 0.95, 0.001, 0.5, 2.0],
        /// friction
        o_friction: [f64; 5] = [1.0, 1.0, 0.005, 0.0001, 0.0001],
        /// integration mode (mjtIntegrator)
        integrator: i32 = 0,
        /// type of friction cone (mjtCone)
        cone: i32 = 0,
        /// type of Jacobian (mjtJacobian)
        jacobian: i32 = 2,
        /// solver algorithm (mjtSolver)
        solver: i32 = 2,
        /// maximum number of main solver iterations
        iterations: i32 = 100,
        /// maximum number of CG/Newton linesearch iterations
        ls_iterations: i32 = 50,
        /// maximum number of noslip solver iterations
        noslip_iterations: i32 = 0,
        /// maximum number of convex collision solver iterations
        ccd_iterations: i32 = 35,
        /// bit flags for disabling standard features
        disableflags: i32 = 0,
        /// bit flags for enabling optional features
        enableflags: i32 = 0,
        /// bit flags for disabling actuators by group id
        disableactuator: i32 = 0,
        /// number of starting points for gradient descent
        sdf_initpoints: i32 = 40,
        /// max number of iterations for gradient descent
        sdf_iterations: i32 = 10,
    }
}

record! {
    /// Statistics of a model at `qpos0`.
    #[doc(alias = "mjStatistic")]
    pub struct Statistic {
        /// mean diagonal inertia
        meaninertia: f64 = 0.0,
        /// mean body mass
        meanmass: f64 = 0.0,
        /// mean body size
        meansize: f64 = 0.0,
        /// spatial extent
        extent: f64 = 0.0,
        /// center of model
        center: Vec3 = Vec3([0.0, 0.0, 0.0]),
    }
}

record! {
    /// Visual options: global.
    #[doc(alias = "mjVisual")]
    pub struct VisualGlobal {
        /// initial camera id (-1: free)
        cameraid: i32 = -1,
        /// is the free camera orthographic (0: no, 1: yes)
        orthographic: i32 = 0,
        /// y field-of-view of free camera (orthographic ? length : degree)
        fovy: f32 = 45.0,
        /// inter-pupilary distance for free camera
        ipd: f32 = 0.068,
        /// initial azimuth of free camera (degrees)
        azimuth: f32 = 90.0,
        /// initial elevation of free camera (degrees)
        elevation: f32 = -45.0,
        /// line width for wireframe and ray rendering
        linewidth: f32 = 1.0,
        /// glow coefficient for selected body
        glow: f32 = 0.3,
        /// initial real-time factor (1: real time)
        realtime: f32 = 1.0,
        /// width of offscreen buffer
        offwidth: i32 = 640,
        /// height of offscreen buffer
        offheight: i32 = 480,
        /// geom for inertia visualization (0: box, 1: ellipsoid)
        ellipsoidinertia: i32 = 0,
        /// visualize active bounding volumes (0: no, 1: yes)
        bvactive: i32 = 0,
    }
}

record! {
    /// Visual options: quality.
    #[doc(alias = "mjVisual")]
    pub struct VisualQuality {
        /// size of shadowmap texture
        shadowsize: i32 = 4096,
        /// number of multisamples for offscreen rendering
        offsamples: i32 = 4,
        /// number of slices for builtin geom drawing
        numslices: i32 = 28,
        /// number of stacks for builtin geom drawing
        numstacks: i32 = 16,
        /// number of quads for box rendering
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
        /// is headlight active (0: no, 1: yes, 2: auto)
        active: i32 = 2,
    }
}

record! {
    /// Visual options: map.
    #[doc(alias = "mjVisual")]
    pub struct VisualMap {
        /// mouse perturbation stiffness (space->force)
        stiffness: f32 = 100.0,
        /// mouse perturbation stiffness (space->torque)
        stiffnessrot: f32 = 500.0,
        /// from force units to space units
        force: f32 = 0.005,
        /// from torque units to space units
        torque: f32 = 0.1,
        /// scale geom alphas when transparency is enabled
        alpha: f32 = 0.3,
        /// OpenGL fog starts at fogstart * mjModel.stat.extent
        fogstart: f32 = 3.0,
        /// OpenGL fog ends at fogend * mjModel.stat.extent
        fogend: f32 = 10.0,
        /// near clipping plane = znear * mjModel.stat.extent
        znear: f32 = 0.01,
        /// far clipping plane = zfar * mjModel.stat.extent
        zfar: f32 = 50.0,
        /// haze ratio
        haze: f32 = 0.3,
        /// directional light: shadowclip * mjModel.stat.extent
        shadowclip: f32 = 1.0,
        /// spot light: shadowscale * light.cutoff
        shadowscale: f32 = 0.6,
        /// scale tendon width
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
        /// autoconnect capsule width
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
        /// used when crank must be stretched/broken
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
