//! The table of `Data`: every number and column, with MuJoCo's names, shapes and order, and the stage that computes it.

use std::sync::OnceLock;

use super::{Contact, SolverStat, Timer, Warning};
use crate::callbacks::UserFailure;
use crate::error::Policy;
use crate::math::{Inertia, Mat3, Quat, Spatial, Vec3};
use crate::scratch::{Drivers, Kept, Scratch};
use crate::sleep::Resting;
use crate::table::data_table;

data_table! {
    /// State, inputs and every result of simulating a `Model`.
    #[doc(alias = "mjData")]
    #[expect(non_snake_case, reason = "columns keep MuJoCo's names")]
    #[derive(Default)]
    pub struct Data {
        scalars {
            /// largest number of contacts so far
            maxuse_con: usize,
            /// largest number of constraint rows so far
            maxuse_efc: usize,
            /// how many contacts
            ncon: usize,
            /// how many equality rows
            ne: usize,
            /// how many friction-loss rows
            nf: usize,
            /// how many limit rows
            nl: usize,
            /// how many constraint rows
            nefc: usize,
            /// how many non-zeros in the constraint Jacobian
            nJ: usize,
            /// implicit metric: 0 off, 1 on, 2 on with general flex rows
            efm_active: i32,
            /// how many non-zeros in the effective stiffness
            nefmK: usize,
            /// packed length of the contact rows of the metric
            nefmcon: usize,
            /// how many tendons with terms in the metric
            nefmT: usize,
            /// how many actuators with terms in the metric
            nefmA: usize,
            /// how many vertex triples covered by the metric
            nefmdof: usize,
            /// size of the factor of the metric
            nefmL: usize,
            /// how many non-zeros in the whitened Jacobian
            nY: usize,
            /// how many non-zeros in the constraint-space inertia
            nA: usize,
            /// how many constraint islands
            nisland: usize,
            /// how many dofs in all islands
            nidof: usize,
            /// how many awake trees
            ntree_awake: usize,
            /// how many awake and static bodies
            nbody_awake: usize,
            /// how many bodies with awake or static parents
            nparent_awake: usize,
            /// how many awake dofs
            nv_awake: usize,
            /// potential energy is current
            flg_energypos: bool,
            /// kinetic energy is current
            flg_energyvel: bool,
            /// subtree velocities are current
            flg_subtreevel: bool,
            /// body accelerations and forces are current
            flg_rnepost: bool,
            /// simulation time
            time: f64,
        }
        plain {
            /// potential and kinetic energy
            energy: [f64; 2],
            /// contacts of this step
            contact: Vec<Contact>,
            /// solver statistics, island by island, iteration by iteration
            solver: Vec<SolverStat>,
            /// solver iterations of each island
            solver_niter: Vec<i32>,
            /// non-zeros of each island's solver matrix
            solver_nnz: Vec<i32>,
            /// difference of forward and inverse dynamics: joint forces, constraint forces
            solver_fwdinv: [f64; 2],
            /// counters of what went wrong
            warning: [Warning; 7],
            /// time spent by part of the pipeline
            timer: [Timer; 15],
            /// hash of the model that this was made for
            signature: u64,
            /// a function of the user's that failed, until the end of a step tells it; at arm's length, so that a `&Data`
            /// is known not to change
            failure: Box<OnceLock<Box<UserFailure>>>,
            /// how trouble is treated
            policy: Policy,
            /// the last step left bad numbers in the state; kept up if input is refused, to tell these from the caller's
            left_bad: bool,
            /// where sleeping trees lie
            resting: Resting,
            /// reusable memory of the stages
            scratch: Scratch,
            /// memory that some stages keep from one step to the next
            kept: Kept,
            /// reusable memory of what drives the stages
            drivers: Drivers,
        }
        columns {
            /// position
            qpos: [f64; nq] @ State,
            /// velocity
            qvel: [f64; nv] @ State,
            /// actuator activation
            act: [f64; na] @ State,
            /// history buffer
            history: [f64; nhistory] @ State,
            /// plastic state
            plastic: [f64; nplastic] @ State,
            /// acceleration of the last step, where the solver starts
            qacc_warmstart: [f64; nv] @ State,
            /// plugin state
            plugin_state: [f64; npluginstate] @ State,
            /// control
            ctrl: [f64; nu] @ State,
            /// generalised force set by the user
            qfrc_applied: [f64; nv] @ State,
            /// force and torque on each body, set by the user
            xfrc_applied: [Spatial; nbody] @ State,
            /// which equality constraints are on
            eq_active: [bool; neq] @ State,
            /// positions of mocap bodies
            mocap_pos: [Vec3; nmocap] @ State,
            /// orientations of mocap bodies
            mocap_quat: [Quat; nmocap] @ State,
            /// acceleration
            qacc: [f64; nv] @ Solve,
            /// rate of change of the activations
            act_dot: [f64; na] @ Actuation,
            /// numbers that the engine leaves alone
            userdata: [f64; nuserdata] @ State,
            /// sensor data array
            sensordata: [f64; nsensordata] @ Sensor,
            /// steps until sleep if negative, else the next tree of the sleeping island
            tree_asleep: [i32; ntree] @ State,
            /// copy of m->plugin, required for deletion
            plugin: [i32; nplugin] @ State,
            /// position of each body
            xpos: [Vec3; nbody] @ Kinematics,
            /// orientation of each body
            xquat: [Quat; nbody] @ Kinematics,
            /// orientation of each body, as a matrix
            xmat: [Mat3; nbody] @ Kinematics,
            /// centre of mass of each body
            xipos: [Vec3; nbody] @ Kinematics,
            /// principal axes of each body
            xiquat: [Quat; nbody] @ Kinematics,
            /// principal axes of each body, as a matrix
            ximat: [Mat3; nbody] @ Kinematics,
            /// anchor of each joint
            xanchor: [Vec3; njnt] @ Kinematics,
            /// axis of each joint
            xaxis: [Vec3; njnt] @ Kinematics,
            /// Cartesian geom position
            geom_xpos: [Vec3; ngeom] @ Kinematics,
            /// Cartesian geom orientation
            geom_xquat: [Quat; ngeom] @ Kinematics,
            /// Cartesian geom orientation
            geom_xmat: [Mat3; ngeom] @ Kinematics,
            /// Cartesian site position
            site_xpos: [Vec3; nsite] @ Kinematics,
            /// Cartesian site orientation
            site_xquat: [Quat; nsite] @ Kinematics,
            /// Cartesian site orientation
            site_xmat: [Mat3; nsite] @ Kinematics,
            /// Cartesian camera position
            cam_xpos: [Vec3; ncam] @ CamLight,
            /// Cartesian camera orientation
            cam_xmat: [Mat3; ncam] @ CamLight,
            /// Cartesian light position
            light_xpos: [Vec3; nlight] @ CamLight,
            /// Cartesian light direction
            light_xdir: [Vec3; nlight] @ CamLight,
            /// centre of mass of each subtree
            subtree_com: [Vec3; nbody] @ ComPos,
            /// motion that each dof makes, about its subtree's com
            cdof: [Spatial; nv] @ ComPos,
            /// inertia of each body about its subtree's com
            cinert: [Inertia; nbody] @ ComPos,
            /// Cartesian flex vertex positions
            flexvert_xpos: [Vec3; nflexvert] @ Flex,
            /// flex element bounding boxes (center, size)
            flexelem_aabb: [[f64; 6]; nflexelem] @ Flex,
            /// corotated element stiffness (implicit only)
            flexelem_krot: [f64; nflexstiffness] @ Flex,
            /// Cartesian stretch Hessian cache is current
            flex_hessian_valid: [bool; nflex] @ Flex,
            /// symmetric diagonal Hessian blocks
            flexvert_hessian: [[f64; 6]; nflexvert] @ Flex,
            /// oriented off-diagonal Hessian blocks
            flexedge_hessian: [[f64; 9]; nflexedge] @ Flex,
            /// flex edge Jacobian
            flexedge_J: [f64; nJfe] @ Flex,
            /// flex edge lengths
            flexedge_length: [f64; nflexedge] @ Flex,
            /// global bounding box (center, size)
            bvh_aabb_dyn: [[f64; 6]; nbvhdynamic] @ Flex,
            /// flex contact multiplier
            flexvert_lambda: [f64; nflexvert] @ Flex,
            /// flex contact age: <0 loaded, >0 steps since
            flexvert_conage: [i32; nflexvert] @ Flex,
            /// start address of tendon's path
            ten_wrapadr: [i32; ntendon] @ Tendon,
            /// how many wrap points in path
            ten_wrapnum: [i32; ntendon] @ Tendon,
            /// Jacobian of the tendon lengths
            ten_J: [f64; nJten] @ Tendon,
            /// tendon lengths
            ten_length: [f64; ntendon] @ Tendon,
            /// geom id; -1: site; -2: pulley
            wrap_obj: [[i32; 2]; nwrap] @ Tendon,
            /// Cartesian 3D points in all paths
            wrap_xpos: [[f64; 6]; nwrap] @ Tendon,
            /// actuator lengths, one per force output
            actuator_length: [f64; nout] @ Transmission,
            /// how many non-zeros in actuator_moment row
            moment_rownnz: [i32; nout] @ Transmission,
            /// where its row starts
            moment_rowadr: [i32; nout] @ Transmission,
            /// dofs of the entries
            moment_colind: [i32; nJmom] @ Transmission,
            /// actuator moments
            actuator_moment: [f64; nJmom] @ Transmission,
            /// inertia of each subtree about its com
            crb: [Inertia; nbody] @ Inertia,
            /// joint-space inertia
            M: [f64; nC] @ Inertia,
            /// factor `LᵀDL` of the inertia
            qLD: [f64; nC] @ Factor,
            /// inverse of `D`
            qLDiagInv: [f64; nv] @ Factor,
            /// was bounding volume checked for collision
            bvh_active: [bool; nbvh] @ Collision,
            /// is tree awake; 0: asleep; 1: awake
            tree_awake: [i32; ntree] @ Sleep,
            /// body sleep state, a `mjtSleepState`
            body_awake: [i32; nbody] @ Sleep,
            /// indices of awake and static bodies
            body_awake_ind: [i32; nbody] @ Sleep,
            /// indices of bodies with awake or static parents
            parent_awake_ind: [i32; nbody] @ Sleep,
            /// indices of awake dofs
            dof_awake_ind: [i32; nv] @ Sleep,
            /// flex edge velocities
            flexedge_velocity: [f64; nflexedge] @ Velocity,
            /// tendon velocities
            ten_velocity: [f64; ntendon] @ Velocity,
            /// actuator velocities, one per force output
            actuator_velocity: [f64; nout] @ Velocity,
            /// velocity of each body about its subtree's com
            cvel: [Spatial; nbody] @ ComVel,
            /// rate of change of `cdof`
            cdof_dot: [Spatial; nv] @ ComVel,
            /// Coriolis, centrifugal and gravitational force, with opposite sign
            qfrc_bias: [f64; nv] @ Bias,
            /// passive spring force
            qfrc_spring: [f64; nv] @ Passive,
            /// passive damper force
            qfrc_damper: [f64; nv] @ Passive,
            /// passive gravity compensation force
            qfrc_gravcomp: [f64; nv] @ Passive,
            /// passive fluid force
            qfrc_fluid: [f64; nv] @ Passive,
            /// passive contact adhesion force
            qfrc_adhesion: [f64; nv] @ Passive,
            /// total passive force
            qfrc_passive: [f64; nv] @ Passive,
            /// linear velocity of subtree com
            subtree_linvel: [Vec3; nbody] @ SubtreeVel,
            /// angular momentum about subtree com
            subtree_angmom: [Vec3; nbody] @ SubtreeVel,
            /// factor of the inertia that an implicit integrator uses
            qH: [f64; nC] @ Integrate,
            /// inverse of its diagonal
            qHDiagInv: [f64; nv] @ Integrate,
            /// derivative of the smooth force by the velocity
            qDeriv: [f64; nD] @ Integrate,
            /// factors of `M − h qDeriv`
            qLU: [f64; nD] @ Integrate,
            /// actuator force in actuation space
            actuator_force: [f64; nout] @ Actuation,
            /// actuator force in joint space
            qfrc_actuator: [f64; nv] @ Actuation,
            /// all forces but those of constraints
            qfrc_smooth: [f64; nv] @ Acceleration,
            /// acceleration that they would cause
            qacc_smooth: [f64; nv] @ Acceleration,
            /// constraint force (flag ipc: incl. flex contact)
            qfrc_constraint: [f64; nv] @ Solve,
            /// force that explains the acceleration
            qfrc_inverse: [f64; nv] @ Inverse,
            /// acceleration of each body about its subtree's com
            cacc: [Spatial; nbody] @ RnePost,
            /// force that each body receives from its parent
            cfrc_int: [Spatial; nbody] @ RnePost,
            /// force on each body from outside its tree
            cfrc_ext: [Spatial; nbody] @ RnePost,
        }
        growing {
            /// constraint type, a `mjtConstraint`
            efc_type: [i32; nefc] @ Constraint,
            /// id of object of specified type
            efc_id: [i32; nefc] @ Constraint,
            /// how many non-zeros in constraint Jacobian row
            efc_J_rownnz: [i32; nefc] @ Constraint,
            /// where its row starts
            efc_J_rowadr: [i32; nefc] @ Constraint,
            /// rows that follow with the same dofs
            efc_J_rowsuper: [i32; nefc] @ Constraint,
            /// column indices in constraint Jacobian
            efc_J_colind: [i32; nJ] @ Constraint,
            /// constraint Jacobian
            efc_J: [f64; nJ] @ Constraint,
            /// constraint position (equality, contact)
            efc_pos: [f64; nefc] @ Constraint,
            /// inclusion margin (contact)
            efc_margin: [f64; nefc] @ Constraint,
            /// frictionloss (friction)
            efc_frictionloss: [f64; nefc] @ Constraint,
            /// diagonal of `J M⁻¹ Jᵀ`, estimated or exact
            efc_diagA: [f64; nefc] @ Constraint,
            /// stiffness, damping, impedance and its derivative
            efc_KBIP: [[f64; 4]; nefc] @ Constraint,
            /// inverse of `efc_R`
            efc_D: [f64; nefc] @ Constraint,
            /// regulariser
            efc_R: [f64; nefc] @ Constraint,
            /// first efc address involving tendon; -1: none
            tendon_efcadr: [i32; ntendon] @ Constraint,
            /// velocity `J v`
            efc_vel: [f64; nefc] @ Reference,
            /// acceleration that the constraint asks for
            efc_aref: [f64; nefc] @ Reference,
            /// acceleration it lacks without force: `J q̈ₛ − a_ref`
            efc_b: [f64; nefc] @ Solve,
            /// constraint state, a `mjtConstraintState`
            efc_state: [i32; nefc] @ Solve,
            /// constraint force in constraint space
            efc_force: [f64; nefc] @ Solve,
            /// how many non-zeros in Y row
            efc_Y_rownnz: [i32; nefc] @ Project,
            /// row start address in Y colind array
            efc_Y_rowadr: [i32; nefc] @ Project,
            /// column indices in sparse Y
            efc_Y_colind: [i32; nY] @ Project,
            /// whitened Jacobian Y = J*M^(-1/2)
            efc_Y: [f64; nY] @ Project,
            /// how many non-zeros in AR
            efc_AR_rownnz: [i32; nefc] @ Project,
            /// row start address in AR colind array
            efc_AR_rowadr: [i32; nefc] @ Project,
            /// column indices in sparse AR
            efc_AR_colind: [i32; nA] @ Project,
            /// J*inv(M)*J' + R
            efc_AR: [f64; nA] @ Project,
            /// island id of this tree; -1: none
            tree_island: [i32; ntree] @ Island,
            /// how many trees in this island
            island_ntree: [i32; nisland] @ Island,
            /// island start address in itree vector
            island_itreeadr: [i32; nisland] @ Island,
            /// map from itree to tree
            map_itree2tree: [i32; ntree] @ Island,
            /// island id of this dof; -1: none
            dof_island: [i32; nv] @ Island,
            /// how many dofs in this island
            island_nv: [i32; nisland] @ Island,
            /// island start address in idof vector
            island_idofadr: [i32; nisland] @ Island,
            /// island start address in dof vector
            island_dofadr: [i32; nisland] @ Island,
            /// map from dof to idof
            map_dof2idof: [i32; nv] @ Island,
            /// map from idof to dof;  >= nidof: unconstrained
            map_idof2dof: [i32; nv] @ Island,
            /// net unconstrained force
            ifrc_smooth: [f64; nidof] @ Island,
            /// unconstrained acceleration
            iacc_smooth: [f64; nidof] @ Island,
            /// acceleration
            iacc: [f64; nidof] @ Island,
            /// island id of this constraint
            efc_island: [i32; nefc] @ Island,
            /// how many equality constraints in island
            island_ne: [i32; nisland] @ Island,
            /// how many friction constraints in island
            island_nf: [i32; nisland] @ Island,
            /// how many constraints in island
            island_nefc: [i32; nisland] @ Island,
            /// start address in iefc vector
            island_iefcadr: [i32; nisland] @ Island,
            /// map from efc to iefc
            map_efc2iefc: [i32; nefc] @ Island,
            /// map from iefc to efc
            map_iefc2efc: [i32; nefc] @ Island,
            /// constraint type, a `mjtConstraint`
            iefc_type: [i32; nefc] @ Island,
            /// id of object of specified type
            iefc_id: [i32; nefc] @ Island,
            /// frictionloss (friction)
            iefc_frictionloss: [f64; nefc] @ Island,
            /// constraint mass
            iefc_D: [f64; nefc] @ Island,
            /// inverse constraint mass
            iefc_R: [f64; nefc] @ Island,
            /// reference pseudo-acceleration
            iefc_aref: [f64; nefc] @ Solve,
            /// constraint state, a `mjtConstraintState`
            iefc_state: [i32; nefc] @ Solve,
            /// constraint force in constraint space
            iefc_force: [f64; nefc] @ Solve,
            /// constraint force
            ifrc_constraint: [f64; nidof] @ Solve,
            /// smooth-force shift h*K*qvel
            efm_c: [f64; nv] @ Metric,
            /// effective-metric diagonal h*D + h^2*K
            efm_diag: [f64; nv] @ Metric,
            /// diagonal stiffness h*k, for the smooth shift
            efm_ck: [f64; nv] @ Metric,
            /// diagonal additions to M in the backbone
            efm_sdiag: [f64; nv] @ Metric,
            /// fluid drag blocks in M's sparsity pattern
            efm_fluid: [f64; nC] @ Metric,
            /// ids of tendons with terms in the metric
            efm_tid: [i32; ntendon] @ Metric,
            /// tendon metric scale h^2*k + h*b, tid indexed
            efm_ts: [f64; ntendon] @ Metric,
            /// tendon stiffness h*k for shift, tid indexed
            efm_tk: [f64; ntendon] @ Metric,
            /// ids of actuators with terms in the metric
            efm_aid: [i32; nactuator] @ Metric,
            /// actuator metric scale h^2*gp + h*gv, aid indexed
            efm_as: [f64; nactuator] @ Metric,
            /// actuator stiffness h*gp, aid indexed
            efm_ak: [f64; nactuator] @ Metric,
            /// actuation-stage smooth-force shift
            efm_ca: [f64; nv] @ Metric,
            /// effective-stiffness CSR row nonzeros
            efm_K_rownnz: [i32; nv] @ Metric,
            /// effective-stiffness CSR row addresses
            efm_K_rowadr: [i32; nv] @ Metric,
            /// effective-stiffness CSR column indices
            efm_K_colind: [i32; nefmK] @ Metric,
            /// effective-stiffness CSR values
            efm_K_val: [f64; nefmK] @ Metric,
            /// block k -> dof address of its vertex triple
            efm_dofid: [i32; nefmdof] @ Metric,
            /// contact rows, packed [nnz, conid, colind...]
            efm_con_ind: [i32; nefmcon] @ Metric,
            /// contact rows, packed [scale, force, val...]
            efm_con_val: [f64; nefmcon] @ Metric,
            /// packed Cholesky factor of M+K or island lists
            efm_L: [f64; nefmL] @ Metric,
        }
    }
}
