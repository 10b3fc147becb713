//! The table of `Model`: every size and column, with MuJoCo's names, shapes and order.

use std::sync::Arc;

use super::{Hulls, Options, SensorErrors, Statistic, Visual};
use crate::callbacks::Callbacks;
use crate::math::{Mat3, Quat, Vec3};
use crate::table::model_table;

model_table! {
    /// A compiled model: constant while it is simulated, shared by any number of `Data`.
    #[doc(alias = "mjModel")]
    #[expect(non_snake_case, reason = "columns keep MuJoCo's names")]
    #[derive(Default)]
    pub struct Model {
        sizes {
            /// length of `qpos`
            nq,
            /// length of `qvel`: degrees of freedom
            nv,
            /// length of `ctrl`
            nu,
            /// how many actuators
            nactuator,
            /// scalar forces that actuators put out
            nout,
            /// length of `act`
            na,
            /// how many bodies
            nbody,
            /// bounding volumes in all
            nbvh,
            /// bounding volumes that never change their shape
            nbvhstatic,
            /// bounding volumes that are refitted while simulating
            nbvhdynamic,
            /// how many total octree cells in all meshes
            noct,
            /// how many joints
            njnt,
            /// kinematic trees
            ntree,
            /// entries of the inertia matrix in the old layout
            nM,
            /// entries of the matrix of which dofs concern which bodies
            nB,
            /// entries of the lower triangle of the inertia
            nC,
            /// entries of a matrix that couples every dof with its ancestors and descendants
            nD,
            /// how many geoms
            ngeom,
            /// how many sites
            nsite,
            /// how many cameras
            ncam,
            /// how many lights
            nlight,
            /// how many flexes
            nflex,
            /// how many dofs in all flexes
            nflexnode,
            /// how many vertices in all flexes
            nflexvert,
            /// how many edges in all flexes
            nflexedge,
            /// how many elements in all flexes
            nflexelem,
            /// how many element vertex ids in all flexes
            nflexelemdata,
            /// how many stiffness parameters in all flexes
            nflexstiffness,
            /// how many bending parameters in all flexes
            nflexbending,
            /// how many dofs covered by the constant metric factor
            nefm0dof,
            /// how many non-zeros in the constant metric factor
            nefm0L,
            /// how many sparse metric factor ordering slots
            nefmCvert,
            /// how many element edge ids in all flexes
            nflexelemedge,
            /// how many shell fragment vertex ids in all flexes
            nflexshelldata,
            /// how many vertices with texture coordinates
            nflextexcoord,
            /// entries of the sparse flexedge Jacobian matrix
            nJfe,
            /// how many meshes
            nmesh,
            /// how many vertices in all meshes
            nmeshvert,
            /// how many normals in all meshes
            nmeshnormal,
            /// how many texcoords in all meshes
            nmeshtexcoord,
            /// how many triangular faces in all meshes
            nmeshface,
            /// integers that describe convex hulls
            nmeshgraph,
            /// how many polygons in all meshes
            nmeshpoly,
            /// how many vertices in all polygons
            nmeshpolyvert,
            /// how many polygons in vertex map
            nmeshpolymap,
            /// how many skins
            nskin,
            /// how many vertices in all skins
            nskinvert,
            /// how many vertices with texcoords in all skins
            nskintexvert,
            /// how many triangular faces in all skins
            nskinface,
            /// how many bones in all skins
            nskinbone,
            /// how many vertices in all skin bones
            nskinbonevert,
            /// how many heightfields
            nhfield,
            /// how many data points in all heightfields
            nhfielddata,
            /// how many textures
            ntex,
            /// how many bytes in texture rgb data
            ntexdata,
            /// how many materials
            nmat,
            /// how many predefined geom pairs
            npair,
            /// how many excluded geom pairs
            nexclude,
            /// how many equality constraints
            neq,
            /// how many tendons
            ntendon,
            /// entries of the sparse ten_J matrix
            nJten,
            /// how many wrap objects in all tendon paths
            nwrap,
            /// how many sensors
            nsensor,
            /// how many numeric custom fields
            nnumeric,
            /// numbers in all numeric fields
            nnumericdata,
            /// how many text custom fields
            ntext,
            /// how many mjtBytes in all text fields
            ntextdata,
            /// how many tuple custom fields
            ntuple,
            /// how many objects in all tuple fields
            ntupledata,
            /// how many keyframes
            nkey,
            /// how many mocap bodies
            nmocap,
            /// how many plugin instances
            nplugin,
            /// bytes of all plugin config attributes
            npluginattr,
            /// user numbers of each body
            nuser_body,
            /// user numbers of each jnt
            nuser_jnt,
            /// user numbers of each geom
            nuser_geom,
            /// user numbers of each site
            nuser_site,
            /// user numbers of each cam
            nuser_cam,
            /// user numbers of each tendon
            nuser_tendon,
            /// user numbers of each actuator
            nuser_actuator,
            /// user numbers of each sensor
            nuser_sensor,
            /// bytes of all names
            nnames,
            /// bytes of all paths
            npaths,
            /// numbers in plastic state vector
            nplastic,
            /// slots of the hash map of names
            nnames_map,
            /// entries of the sparse actuator_moment matrix
            nJmom,
            /// bodies with gravity compensation
            ngravcomp,
            /// rows that all equality constraints could make
            nemax,
            /// maximum number of vertices in a mesh polygon
            npolygonmax,
            /// maximum number of edges adjacent to a mesh vertex
            nmeshdegmax,
            /// numbers in the user
            nuserdata,
            /// numbers in sensor data vector
            nsensordata,
            /// numbers in plugin state vector
            npluginstate,
            /// numbers in history buffer
            nhistory,
            /// bytes that MuJoCo would set aside for a step
            narena,
            /// bytes of all columns
            nbuffer,
        }
        plain {
            /// physics options
            opt: Options,
            /// visualisation options
            vis: Visual,
            /// statistics of the model at `qpos0`
            stat: Statistic,
            /// some body has gravity compensation
            flg_gravcomp: bool,
            /// some geom has a surface velocity
            flg_surfacevel: bool,
            /// some geom or pair is adhesive
            flg_adhesion: bool,
            /// constraint rows asked for by old models; -1: not given
            njmax: i64,
            /// contacts asked for by old models; -1: not given
            nconmax: i64,
            /// hash that changes whenever the structure of the model does
            signature: u64,
            /// convex hulls of the meshes, laid out for climbing; copies of the model share them
            hulls: Arc<Hulls>,
            /// functions of the user's own
            callbacks: Callbacks,
            /// errors of the sensors, if they have any
            sensor_errors: Option<Box<SensorErrors>>,
        }
        columns {
            /// the reference configuration
            qpos0: [f64; nq],
            /// configuration at which joint springs are at rest
            qpos_spring: [f64; nq],
            /// the body it hangs on
            body_parentid: [i32; nbody],
            /// the child of the world that it descends from
            body_rootid: [i32; nbody],
            /// topmost ancestor that it cannot move against; a mocap body is its own
            body_weldid: [i32; nbody],
            /// its place in `mocap_pos`; -1 for an ordinary body
            body_mocapid: [i32; nbody],
            /// how many joints it has
            body_jntnum: [i32; nbody],
            /// first of its joints; -1 if it has none
            body_jntadr: [i32; nbody],
            /// how many dofs it has
            body_dofnum: [i32; nbody],
            /// first of its dofs; -1 if it has none
            body_dofadr: [i32; nbody],
            /// the kinematic tree it belongs to; -1 if it cannot move
            body_treeid: [i32; nbody],
            /// how many geoms
            body_geomnum: [i32; nbody],
            /// first of its geoms; -1 if it has none
            body_geomadr: [i32; nbody],
            /// 1 if its inertia is diagonal, 2 if it only slides besides
            body_simple: [u8; nbody],
            /// which frame its inertial frame coincides with
            body_sameframe: [u8; nbody],
            /// position in the parent's frame
            body_pos: [Vec3; nbody],
            /// orientation in the parent's frame
            body_quat: [Quat; nbody],
            /// centre of mass in its own frame
            body_ipos: [Vec3; nbody],
            /// principal axes in its own frame
            body_iquat: [Quat; nbody],
            /// mass
            body_mass: [f64; nbody],
            /// mass of everything that hangs on it, itself included
            body_subtreemass: [f64; nbody],
            /// principal moments of inertia
            body_inertia: [Vec3; nbody],
            /// mean inverse inertia at `qpos0`: translation, rotation
            body_invweight0: [[f64; 2]; nbody],
            /// share of its weight that is compensated
            body_gravcomp: [f64; nbody],
            /// largest margin plus gap of its geoms
            body_margin: [f64; nbody],
            /// the user's own numbers
            body_user: [f64; nbody * nuser_body],
            /// its plugin instance; -1 for none
            body_plugin: [i32; nbody],
            /// all contact types of its geoms together
            body_contype: [i32; nbody],
            /// all contact affinities of its geoms together
            body_conaffinity: [i32; nbody],
            /// root of its bounding volume hierarchy
            body_bvhadr: [i32; nbody],
            /// how many bounding volumes
            body_bvhnum: [i32; nbody],
            /// depth in the bounding volume hierarchy
            bvh_depth: [i32; nbvh],
            /// the two volumes inside it
            bvh_child: [[i32; 2]; nbvh],
            /// the geom or element it bounds; -1 inside the hierarchy
            bvh_nodeid: [i32; nbvh],
            /// box in the local frame: centre, half sizes
            bvh_aabb: [[f64; 6]; nbvhstatic],
            /// depth in the octree
            oct_depth: [i32; noct],
            /// children of octree node
            oct_child: [[i32; 8]; noct],
            /// octree node bounding box (center, size)
            oct_aabb: [[f64; 6]; noct],
            /// octree interpolation coefficients
            oct_coeff: [[f64; 8]; noct],
            /// type of joint, a `mjtJoint`
            jnt_type: [i32; njnt],
            /// where its coordinates start in `qpos`
            jnt_qposadr: [i32; njnt],
            /// its first dof
            jnt_dofadr: [i32; njnt],
            /// the body it belongs to
            jnt_bodyid: [i32; njnt],
            /// actuator whose damping and armature it takes on; -1 for none
            jnt_actuatorid: [i32; njnt],
            /// group, for showing and hiding
            jnt_group: [i32; njnt],
            /// its place in `plastic`; -1 if it is elastic
            jnt_plasticadr: [i32; njnt],
            /// whether it has limits
            jnt_limited: [bool; njnt],
            /// whether the sum of actuator forces on it is bounded
            jnt_actfrclimited: [bool; njnt],
            /// whether its gravity compensation counts as actuator force
            jnt_actgravcomp: [bool; njnt],
            /// `solref` of its limit
            jnt_solref: [[f64; 2]; njnt],
            /// `solimp` of its limit
            jnt_solimp: [[f64; 5]; njnt],
            /// anchor in the body's frame
            jnt_pos: [Vec3; njnt],
            /// axis in the body's frame
            jnt_axis: [Vec3; njnt],
            /// coefficient of the linear stiffness
            jnt_stiffness: [f64; njnt],
            /// coefficients of higher powers of the stiffness
            jnt_stiffnesspoly: [[f64; 2]; njnt],
            /// force at which the spring yields; 0 if it is elastic
            jnt_springyield: [f64; njnt],
            /// joint limits
            jnt_range: [[f64; 2]; njnt],
            /// bounds of the sum of actuator forces on it
            jnt_actfrcrange: [[f64; 2]; njnt],
            /// how close to a limit it becomes active
            jnt_margin: [f64; njnt],
            /// the user's own numbers
            jnt_user: [f64; njnt * nuser_jnt],
            /// the body it belongs to
            dof_bodyid: [i32; nv],
            /// the joint it belongs to
            dof_jntid: [i32; nv],
            /// the dof before it in its chain; -1 at the root
            dof_parentid: [i32; nv],
            /// the kinematic tree it belongs to
            dof_treeid: [i32; nv],
            /// address of its diagonal entry in the old layout of the inertia
            dof_Madr: [i32; nv],
            /// dofs from here on that need no chain
            dof_simplenum: [i32; nv],
            /// `solref` of its frictionloss
            dof_solref: [[f64; 2]; nv],
            /// `solimp` of its frictionloss
            dof_solimp: [[f64; 5]; nv],
            /// dof friction loss
            dof_frictionloss: [f64; nv],
            /// inertia of the rotor, added to the diagonal
            dof_armature: [f64; nv],
            /// coefficient of the linear damping
            dof_damping: [f64; nv],
            /// coefficients of higher powers of the damping
            dof_dampingpoly: [[f64; 2]; nv],
            /// its diagonal entry of the inverse inertia at `qpos0`
            dof_invweight0: [f64; nv],
            /// its diagonal entry of the inertia at `qpos0`
            dof_M0: [f64; nv],
            /// length that turns its velocity into that of its geoms; 1 for a translation
            dof_length: [f64; nv],
            /// first of its bodies
            tree_bodyadr: [i32; ntree],
            /// how many bodies in tree
            tree_bodynum: [i32; ntree],
            /// first of its dofs
            tree_dofadr: [i32; ntree],
            /// how many dofs in tree
            tree_dofnum: [i32; ntree],
            /// sleep policy, a `mjtSleepPolicy`
            tree_sleep_policy: [i32; ntree],
            /// geometric type, a `mjtGeom`
            geom_type: [i32; ngeom],
            /// bits that say what it is to others
            geom_contype: [i32; ngeom],
            /// bits that say what it collides with
            geom_conaffinity: [i32; ngeom],
            /// dimensions of its contact forces
            geom_condim: [i32; ngeom],
            /// the body it belongs to
            geom_bodyid: [i32; ngeom],
            /// its mesh or height field; -1 for none
            geom_dataid: [i32; ngeom],
            /// its material; -1 for none
            geom_matid: [i32; ngeom],
            /// group, for showing and hiding
            geom_group: [i32; ngeom],
            /// which geom of a pair sets the contact parameters
            geom_priority: [i32; ngeom],
            /// its plugin instance; -1 for none
            geom_plugin: [i32; ngeom],
            /// same frame as body, a `mjtSameframe`
            geom_sameframe: [u8; ngeom],
            /// does geom cast shadows
            geom_castshadow: [bool; ngeom],
            /// its weight when contact parameters are mixed
            geom_solmix: [f64; ngeom],
            /// `solref` of its contact
            geom_solref: [[f64; 2]; ngeom],
            /// `solimp` of its contact
            geom_solimp: [[f64; 5]; ngeom],
            /// sizes, as its type needs them
            geom_size: [Vec3; ngeom],
            /// box around it: centre, half sizes
            geom_aabb: [[f64; 6]; ngeom],
            /// radius of the sphere around it
            geom_rbound: [f64; ngeom],
            /// position in the body's frame
            geom_pos: [Vec3; ngeom],
            /// orientation in the body's frame
            geom_quat: [Quat; ngeom],
            /// friction: sliding, spinning, rolling
            geom_friction: [[f64; 3]; ngeom],
            /// how much it is inflated for contact
            geom_margin: [f64; ngeom],
            /// distance beyond the margin at which contacts are found but make no force
            geom_gap: [f64; ngeom],
            /// velocity of its surface in its own frame: linear, angular
            geom_surfacevel: [[f64; 6]; ngeom],
            /// adhesive force of its contacts
            geom_adhesion: [f64; ngeom],
            /// fluid interaction parameters
            geom_fluid: [[f64; 12]; ngeom],
            /// the user's own numbers
            geom_user: [f64; ngeom * nuser_geom],
            /// colour where it has no material
            geom_rgba: [[f32; 4]; ngeom],
            /// geom type for rendering, a `mjtGeom`
            site_type: [i32; nsite],
            /// the body it belongs to
            site_bodyid: [i32; nsite],
            /// id of site's mesh; -1: none
            site_dataid: [i32; nsite],
            /// its material; -1 for none
            site_matid: [i32; nsite],
            /// group, for showing and hiding
            site_group: [i32; nsite],
            /// same frame as body, a `mjtSameframe`
            site_sameframe: [u8; nsite],
            /// sizes, as its type needs them
            site_size: [Vec3; nsite],
            /// position in the body's frame
            site_pos: [Vec3; nsite],
            /// orientation in the body's frame
            site_quat: [Quat; nsite],
            /// the user's own numbers
            site_user: [f64; nsite * nuser_site],
            /// colour where it has no material
            site_rgba: [[f32; 4]; nsite],
            /// camera tracking mode, a `mjtCamLight`
            cam_mode: [i32; ncam],
            /// the body it belongs to
            cam_bodyid: [i32; ncam],
            /// the body it looks at; -1 for none
            cam_targetbodyid: [i32; ncam],
            /// position in the body's frame
            cam_pos: [Vec3; ncam],
            /// orientation in the body's frame
            cam_quat: [Quat; ncam],
            /// position relative to the subtree's com at `qpos0`
            cam_poscom0: [Vec3; ncam],
            /// position relative to the body at `qpos0`, in the world
            cam_pos0: [Vec3; ncam],
            /// orientation at `qpos0`
            cam_mat0: [Mat3; ncam],
            /// projection type, a `mjtProjection`
            cam_projection: [i32; ncam],
            /// vertical field of view: degrees, or length if orthographic
            cam_fovy: [f64; ncam],
            /// distance of the two eyes
            cam_ipd: [f64; ncam],
            /// resolution: pixels [width, height]
            cam_resolution: [[i32; 2]; ncam],
            /// output types (mjtCamOut bit flags)
            cam_output: [i32; ncam],
            /// sensor size: length [width, height]
            cam_sensorsize: [[f32; 2]; ncam],
            /// [focal length; principal point]
            cam_intrinsic: [[f32; 4]; ncam],
            /// the user's own numbers
            cam_user: [f64; ncam * nuser_cam],
            /// light tracking mode, a `mjtCamLight`
            light_mode: [i32; nlight],
            /// the body it belongs to
            light_bodyid: [i32; nlight],
            /// the body it shines on; -1 for none
            light_targetbodyid: [i32; nlight],
            /// spot, directional, etc., a `mjtLightType`
            light_type: [i32; nlight],
            /// texture id for image lights
            light_texid: [i32; nlight],
            /// does light cast shadows
            light_castshadow: [bool; nlight],
            /// light radius for soft shadows
            light_bulbradius: [f32; nlight],
            /// intensity, in candela
            light_intensity: [f32; nlight],
            /// range of effectiveness
            light_range: [f32; nlight],
            /// is light on
            light_active: [bool; nlight],
            /// position in the body's frame
            light_pos: [Vec3; nlight],
            /// direction in the body's frame
            light_dir: [Vec3; nlight],
            /// position relative to the subtree's com at `qpos0`
            light_poscom0: [Vec3; nlight],
            /// position relative to the body at `qpos0`, in the world
            light_pos0: [Vec3; nlight],
            /// direction at `qpos0`
            light_dir0: [Vec3; nlight],
            /// OpenGL attenuation (quadratic model)
            light_attenuation: [[f32; 3]; nlight],
            /// OpenGL cutoff
            light_cutoff: [f32; nlight],
            /// spotlight edge softness
            light_softness: [f32; nlight],
            /// OpenGL exponent
            light_exponent: [f32; nlight],
            /// ambient rgb (alpha=1)
            light_ambient: [[f32; 3]; nlight],
            /// diffuse rgb (alpha=1)
            light_diffuse: [[f32; 3]; nlight],
            /// specular rgb (alpha=1)
            light_specular: [[f32; 3]; nlight],
            /// flex contact type
            flex_contype: [i32; nflex],
            /// flex contact affinity
            flex_conaffinity: [i32; nflex],
            /// contact dimensionality (1, 3, 4, 6)
            flex_condim: [i32; nflex],
            /// flex contact priority
            flex_priority: [i32; nflex],
            /// mix coef for solref/imp in contact pair
            flex_solmix: [f64; nflex],
            /// `solref` of its contact
            flex_solref: [[f64; 2]; nflex],
            /// `solimp` of its contact
            flex_solimp: [[f64; 5]; nflex],
            /// friction for (slide, spin, roll)
            flex_friction: [[f64; 3]; nflex],
            /// how much it is inflated for contact
            flex_margin: [f64; nflex],
            /// distance beyond the margin at which contacts are found but make no force
            flex_gap: [f64; nflex],
            /// self collision mode, a `mjtFlexSelf`
            flex_selfcollide: [i32; nflex],
            /// how many active element layers, 3D only
            flex_activelayers: [i32; nflex],
            /// passive collisions enabled
            flex_passive: [i32; nflex],
            /// 1: lines, 2: triangles, 3: tetrahedra
            flex_dim: [i32; nflex],
            /// its material; -1 for none
            flex_matid: [i32; nflexelem],
            /// group, for showing and hiding
            flex_group: [i32; nflex],
            /// interpolation (0: vertex, 1: nodes)
            flex_interp: [i32; nflex],
            /// finite cell num per dimension
            flex_cellnum: [[i32; 3]; nflex],
            /// address of its first node
            flex_nodeadr: [i32; nflex],
            /// how many nodes
            flex_nodenum: [i32; nflex],
            /// address of its first vertex
            flex_vertadr: [i32; nflex],
            /// how many vertices
            flex_vertnum: [i32; nflex],
            /// address of its first edge
            flex_edgeadr: [i32; nflex],
            /// how many edges
            flex_edgenum: [i32; nflex],
            /// address of its first element
            flex_elemadr: [i32; nflex],
            /// how many elements
            flex_elemnum: [i32; nflex],
            /// first element vertex id address
            flex_elemdataadr: [i32; nflex],
            /// stiffness matrix address
            flex_stiffnessadr: [i32; nflex],
            /// first element edge id address
            flex_elemedgeadr: [i32; nflex],
            /// first bending data address
            flex_bendingadr: [i32; nflex],
            /// plastic state address; -1: elastic
            flex_plasticadr: [i32; nflex],
            /// plastic state bits; 1: bend, 2: stretch
            flex_plasticmode: [i32; nflex],
            /// how many shells
            flex_shellnum: [i32; nflex],
            /// first shell data address
            flex_shelldataadr: [i32; nflex],
            /// address in flex_texcoord; -1: none
            flex_texcoordadr: [i32; nflex],
            /// node body ids
            flex_nodebodyid: [i32; nflexnode],
            /// vertex body ids
            flex_vertbodyid: [i32; nflexvert],
            /// finite cell index for vertex; -1: none
            flex_vertcell: [i32; nflexvert],
            /// edge vertex ids (2 per edge)
            flex_edge: [[i32; 2]; nflexedge],
            /// adjacent vertex ids (dim=2 only)
            flex_edgeflap: [[i32; 2]; nflexedge],
            /// element vertex ids (dim+1 per elem)
            flex_elem: [i32; nflexelemdata],
            /// element texture coordinates (dim+1)
            flex_elemtexcoord: [i32; nflexelemdata],
            /// element edge ids
            flex_elemedge: [i32; nflexelemedge],
            /// element distance from surface, 3D only
            flex_elemlayer: [i32; nflexelem],
            /// shell fragment vertex ids (dim per frag)
            flex_shell: [i32; nflexshelldata],
            /// vertex positions in local body frames
            flex_vert: [[f64; 3]; nflexvert],
            /// vertex positions in qpos0 on [0, 1]^d
            flex_vert0: [[f64; 3]; nflexvert],
            /// node positions in local body frames
            flex_node: [[f64; 3]; nflexnode],
            /// Cartesian node positions in qpos0
            flex_node0: [[f64; 3]; nflexnode],
            /// edge lengths in qpos0
            flexedge_length0: [f64; nflexedge],
            /// edge inv. weight in qpos0
            flexedge_invweight0: [f64; nflexedge],
            /// radius around primitive element
            flex_radius: [f64; nflex],
            /// vertex bounding box half sizes in qpos0
            flex_size: [[f64; 3]; nflex],
            /// finite element stiffness matrix
            flex_stiffness: [f64; nflexstiffness],
            /// bending stiffness
            flex_bending: [f64; nflexbending],
            /// constant metric factor row->dof address
            efm0_dofid: [i32; nefm0dof],
            /// constant metric factor row nonzeros
            efm0_L_rownnz: [i32; nefm0dof],
            /// constant metric factor row addresses
            efm0_L_rowadr: [i32; nefm0dof],
            /// constant metric factor column indices
            efm0_L_colind: [i32; nefm0L],
            /// factor of M + (dt^2+dt*d)*K_bend
            efm0_L: [f64; nefm0L],
            /// sparse factor order: vertex dof or -1
            efmC_perm: [i32; nefmCvert],
            /// Rayleigh's damping coefficient
            flex_damping: [f64; nflex],
            /// yield strain (stretch, bend); 0: elastic
            flex_yield: [[f64; 2]; nflex],
            /// edge stiffness
            flex_edgestiffness: [f64; nflex],
            /// edge damping
            flex_edgedamping: [f64; nflex],
            /// 0:none, 1:edges, 3:strain
            flex_edgeequality: [i32; nflex],
            /// are all vertices in the same body
            flex_rigid: [bool; nflex],
            /// are both edge vertices in same body
            flexedge_rigid: [bool; nflexedge],
            /// are all vertex coordinates (0,0,0)
            flex_centered: [bool; nflex],
            /// render flex skin with flat shading
            flex_flatskin: [bool; nflex],
            /// root of its bounding volume hierarchy
            flex_bvhadr: [i32; nflex],
            /// how many bounding volumes
            flex_bvhnum: [i32; nflex],
            /// entries in its row of the Jacobian
            flexedge_J_rownnz: [i32; nflexedge],
            /// where its row starts
            flexedge_J_rowadr: [i32; nflexedge],
            /// dofs of the entries
            flexedge_J_colind: [i32; nJfe],
            /// colour where it has no material
            flex_rgba: [[f32; 4]; nflex],
            /// vertex texture coordinates
            flex_texcoord: [[f32; 2]; nflextexcoord],
            /// address of its first vertex
            mesh_vertadr: [i32; nmesh],
            /// how many vertices
            mesh_vertnum: [i32; nmesh],
            /// address of its first face
            mesh_faceadr: [i32; nmesh],
            /// how many faces
            mesh_facenum: [i32; nmesh],
            /// root of its bounding volume hierarchy
            mesh_bvhadr: [i32; nmesh],
            /// how many bvh
            mesh_bvhnum: [i32; nmesh],
            /// address of octree root
            mesh_octadr: [i32; nmesh],
            /// how many octree nodes
            mesh_octnum: [i32; nmesh],
            /// address of its first normal
            mesh_normaladr: [i32; nmesh],
            /// how many normals
            mesh_normalnum: [i32; nmesh],
            /// texcoord data address; -1: no texcoord
            mesh_texcoordadr: [i32; nmesh],
            /// how many texcoord
            mesh_texcoordnum: [i32; nmesh],
            /// graph data address; -1: no graph
            mesh_graphadr: [i32; nmesh],
            /// vertices furthest out in 27 directions
            mesh_extrema: [[i32; 27]; nmesh],
            /// vertex positions for all meshes
            mesh_vert: [[f32; 3]; nmeshvert],
            /// normals for all meshes
            mesh_normal: [[f32; 3]; nmeshnormal],
            /// vertex texcoords for all meshes
            mesh_texcoord: [[f32; 2]; nmeshtexcoord],
            /// vertex face data
            mesh_face: [[i32; 3]; nmeshface],
            /// normal face data
            mesh_facenormal: [[i32; 3]; nmeshface],
            /// texture face data
            mesh_facetexcoord: [[i32; 3]; nmeshface],
            /// adjacency of the convex hulls
            mesh_graph: [i32; nmeshgraph],
            /// scale that was applied to the vertices
            mesh_scale: [Vec3; nmesh],
            /// shift that was applied to the vertices
            mesh_pos: [Vec3; nmesh],
            /// turn that was applied to the vertices
            mesh_quat: [Quat; nmesh],
            /// where the path of its file starts in `paths`; -1 for none
            mesh_pathadr: [i32; nmesh],
            /// how many polygons per mesh
            mesh_polynum: [i32; nmesh],
            /// first polygon address per mesh
            mesh_polyadr: [i32; nmesh],
            /// all polygon normals
            mesh_polynormal: [[f64; 3]; nmeshpoly],
            /// polygon vertex start address
            mesh_polyvertadr: [i32; nmeshpoly],
            /// how many vertices per polygon
            mesh_polyvertnum: [i32; nmeshpoly],
            /// all polygon vertices
            mesh_polyvert: [i32; nmeshpolyvert],
            /// first polygon address per vertex
            mesh_polymapadr: [i32; nmeshvert],
            /// how many polygons per vertex
            mesh_polymapnum: [i32; nmeshvert],
            /// vertex to polygon map
            mesh_polymap: [i32; nmeshpolymap],
            /// skin material id; -1: none
            skin_matid: [i32; nskin],
            /// group, for showing and hiding
            skin_group: [i32; nskin],
            /// skin rgba
            skin_rgba: [[f32; 4]; nskin],
            /// inflate skin in normal direction
            skin_inflate: [f32; nskin],
            /// address of its first vertex
            skin_vertadr: [i32; nskin],
            /// how many vertices
            skin_vertnum: [i32; nskin],
            /// texcoord data address; -1: no texcoord
            skin_texcoordadr: [i32; nskin],
            /// address of its first face
            skin_faceadr: [i32; nskin],
            /// how many faces
            skin_facenum: [i32; nskin],
            /// first bone in skin
            skin_boneadr: [i32; nskin],
            /// how many bones in skin
            skin_bonenum: [i32; nskin],
            /// vertex positions for all skin meshes
            skin_vert: [[f32; 3]; nskinvert],
            /// vertex texcoords for all skin meshes
            skin_texcoord: [[f32; 2]; nskintexvert],
            /// triangle faces for all skin meshes
            skin_face: [[i32; 3]; nskinface],
            /// first vertex in each bone
            skin_bonevertadr: [i32; nskinbone],
            /// how many vertices in each bone
            skin_bonevertnum: [i32; nskinbone],
            /// bind pos of each bone
            skin_bonebindpos: [[f32; 3]; nskinbone],
            /// bind quat of each bone
            skin_bonebindquat: [[f32; 4]; nskinbone],
            /// body id of each bone
            skin_bonebodyid: [i32; nskinbone],
            /// mesh ids of vertices in each bone
            skin_bonevertid: [i32; nskinbonevert],
            /// weights of vertices in each bone
            skin_bonevertweight: [f32; nskinbonevert],
            /// where the path of its file starts in `paths`; -1 for none
            skin_pathadr: [i32; nskin],
            /// half sizes in x and y, height above and depth below
            hfield_size: [[f64; 4]; nhfield],
            /// how many rows in grid
            hfield_nrow: [i32; nhfield],
            /// how many columns in grid
            hfield_ncol: [i32; nhfield],
            /// address in hfield_data
            hfield_adr: [i32; nhfield],
            /// elevation data
            hfield_data: [f32; nhfielddata],
            /// where the path of its file starts in `paths`; -1 for none
            hfield_pathadr: [i32; nhfield],
            /// texture type, a `mjtTexture`
            tex_type: [i32; ntex],
            /// texture colorspace, a `mjtColorSpace`
            tex_colorspace: [i32; ntex],
            /// how many rows in texture image
            tex_height: [i32; ntex],
            /// how many columns in texture image
            tex_width: [i32; ntex],
            /// how many channels in texture image
            tex_nchannel: [i32; ntex],
            /// start address in tex_data
            tex_adr: [i64; ntex],
            /// pixel values
            tex_data: [u8; ntexdata],
            /// where the path of its file starts in `paths`; -1 for none
            tex_pathadr: [i32; ntex],
            /// content type address in paths; -1: none
            tex_contenttypeadr: [i32; ntex],
            /// indices of textures; -1: none
            mat_texid: [[i32; 10]; nmat],
            /// make texture cube uniform
            mat_texuniform: [bool; nmat],
            /// texture repetition for 2d mapping
            mat_texrepeat: [[f32; 2]; nmat],
            /// emission (x rgb)
            mat_emission: [f32; nmat],
            /// specular (x white)
            mat_specular: [f32; nmat],
            /// shininess coef
            mat_shininess: [f32; nmat],
            /// reflectance (0: disable)
            mat_reflectance: [f32; nmat],
            /// metallic coef
            mat_metallic: [f32; nmat],
            /// roughness coef
            mat_roughness: [f32; nmat],
            /// rgba
            mat_rgba: [[f32; 4]; nmat],
            /// contact dimensionality
            pair_dim: [i32; npair],
            /// id of geom1
            pair_geom1: [i32; npair],
            /// id of geom2
            pair_geom2: [i32; npair],
            /// both bodies in one number, for sorting
            pair_signature: [i32; npair],
            /// solver reference: contact normal
            pair_solref: [[f64; 2]; npair],
            /// solver reference: contact friction
            pair_solreffriction: [[f64; 2]; npair],
            /// solver impedance: contact
            pair_solimp: [[f64; 5]; npair],
            /// how much it is inflated for contact
            pair_margin: [f64; npair],
            /// distance beyond the margin at which contacts are found but make no force
            pair_gap: [f64; npair],
            /// adhesive force of its contacts
            pair_adhesion: [f64; npair],
            /// tangent1, 2, spin, roll1, 2
            pair_friction: [[f64; 5]; npair],
            /// both bodies in one number, for sorting
            exclude_signature: [i32; nexclude],
            /// constraint type, a `mjtEq`
            eq_type: [i32; neq],
            /// id of object 1
            eq_obj1id: [i32; neq],
            /// id of object 2
            eq_obj2id: [i32; neq],
            /// type of both objects, a `mjtObj`
            eq_objtype: [i32; neq],
            /// whether it is active at the start
            eq_active0: [bool; neq],
            /// `solref`
            eq_solref: [[f64; 2]; neq],
            /// `solimp`
            eq_solimp: [[f64; 5]; neq],
            /// its numbers, as its type needs them
            eq_data: [[f64; 12]; neq],
            /// type of tendon, a `mjtTendon`
            tendon_type: [i32; ntendon],
            /// address of first object in tendon's path
            tendon_adr: [i32; ntendon],
            /// how many objects in tendon's path
            tendon_num: [i32; ntendon],
            /// its material; -1 for none
            tendon_matid: [i32; ntendon],
            /// actuator whose damping and armature it takes on; -1 for none
            tendon_actuatorid: [i32; ntendon],
            /// group, for showing and hiding
            tendon_group: [i32; ntendon],
            /// its place in `plastic`; -1 if it is elastic
            tendon_plasticadr: [i32; ntendon],
            /// how many trees along tendon's path
            tendon_treenum: [i32; ntendon],
            /// first two trees along tendon's path
            tendon_treeid: [[i32; 2]; ntendon],
            /// entries in its row of the Jacobian
            ten_J_rownnz: [i32; ntendon],
            /// where its row starts
            ten_J_rowadr: [i32; ntendon],
            /// dofs of the entries
            ten_J_colind: [i32; nJten],
            /// whether its length has limits
            tendon_limited: [bool; ntendon],
            /// whether the sum of actuator forces on it is bounded
            tendon_actfrclimited: [bool; ntendon],
            /// width for rendering
            tendon_width: [f64; ntendon],
            /// `solref` of its limit
            tendon_solref_lim: [[f64; 2]; ntendon],
            /// `solimp` of its limit
            tendon_solimp_lim: [[f64; 5]; ntendon],
            /// `solref` of its friction
            tendon_solref_fri: [[f64; 2]; ntendon],
            /// `solimp` of its friction
            tendon_solimp_fri: [[f64; 5]; ntendon],
            /// bounds of its length
            tendon_range: [[f64; 2]; ntendon],
            /// bounds of the sum of actuator forces on it
            tendon_actfrcrange: [[f64; 2]; ntendon],
            /// how close to a limit it becomes active
            tendon_margin: [f64; ntendon],
            /// coefficient of the linear stiffness
            tendon_stiffness: [f64; ntendon],
            /// coefficients of higher powers of the stiffness
            tendon_stiffnesspoly: [[f64; 2]; ntendon],
            /// coefficient of the linear damping
            tendon_damping: [f64; ntendon],
            /// coefficients of higher powers of the damping
            tendon_dampingpoly: [[f64; 2]; ntendon],
            /// inertia along its length
            tendon_armature: [f64; ntendon],
            /// largest force of its dry friction
            tendon_frictionloss: [f64; ntendon],
            /// lengths between which its spring is slack
            tendon_lengthspring: [[f64; 2]; ntendon],
            /// force at which the spring yields; 0 if it is elastic
            tendon_springyield: [f64; ntendon],
            /// its length at `qpos0`
            tendon_length0: [f64; ntendon],
            /// its inverse inertia at `qpos0`
            tendon_invweight0: [f64; ntendon],
            /// the user's own numbers
            tendon_user: [f64; ntendon * nuser_tendon],
            /// colour where it has no material
            tendon_rgba: [[f32; 4]; ntendon],
            /// wrap object type, a `mjtWrap`
            wrap_type: [i32; nwrap],
            /// object id: geom, site, joint
            wrap_objid: [i32; nwrap],
            /// divisor of a pulley, coefficient of a joint, or side site of a geom
            wrap_prm: [f64; nwrap],
            /// transmission type, a `mjtTrn`
            actuator_trntype: [i32; nactuator],
            /// dynamics type, a `mjtDyn`
            actuator_dyntype: [i32; nactuator],
            /// gain type, a `mjtGain`
            actuator_gaintype: [i32; nactuator],
            /// bias type, a `mjtBias`
            actuator_biastype: [i32; nactuator],
            /// its first control
            actuator_ctrladr: [i32; nactuator],
            /// how many controls
            actuator_ctrlnum: [i32; nactuator],
            /// input signature, scoped by gaintype
            actuator_ctrlspec: [i32; nactuator],
            /// its first force output
            actuator_outadr: [i32; nactuator],
            /// how many force outputs, from trntype
            actuator_outnum: [i32; nactuator],
            /// its first activation; -1 if it has no state
            actuator_actadr: [i32; nactuator],
            /// how many activation variables
            actuator_actnum: [i32; nactuator],
            /// what it acts on, and a second object where the type needs one
            actuator_trnid: [[i32; 2]; nactuator],
            /// crank length for slider-crank
            actuator_cranklength: [f64; nactuator],
            /// dynamics parameters
            actuator_dynprm: [[f64; 10]; nactuator],
            /// gain parameters
            actuator_gainprm: [[f64; 10]; nactuator],
            /// bias parameters
            actuator_biasprm: [[f64; 10]; nactuator],
            /// is activation limited
            actuator_actlimited: [bool; nactuator],
            /// range of activations
            actuator_actrange: [[f64; 2]; nactuator],
            /// whether the force uses the next activation
            actuator_actearly: [bool; nactuator],
            /// samples kept, and order of interpolation
            actuator_history: [[i32; 2]; nactuator],
            /// its place in `history`; -1 for none
            actuator_historyadr: [i32; nactuator],
            /// delay in seconds; 0 for none
            actuator_delay: [f64; nactuator],
            /// coefficient of the linear damping
            actuator_damping: [f64; nactuator],
            /// coefficients of higher powers of the damping
            actuator_dampingpoly: [[f64; 2]; nactuator],
            /// armature added to target (joint, tendon)
            actuator_armature: [f64; nactuator],
            /// group, for showing and hiding
            actuator_group: [i32; nactuator],
            /// the user's own numbers
            actuator_user: [f64; nactuator * nuser_actuator],
            /// its plugin instance; -1 for none
            actuator_plugin: [i32; nactuator],
            /// is force limited
            actuator_forcelimited: [bool; nactuator],
            /// range of forces
            actuator_forcerange: [[f64; 2]; nactuator],
            /// is control limited
            actuator_ctrllimited: [bool; nu],
            /// range of controls
            actuator_ctrlrange: [[f64; 2]; nu],
            /// scale of its length and force, in up to six directions
            actuator_gear: [[f64; 6]; nout],
            /// size of the acceleration that a unit force makes at `qpos0`
            actuator_acc0: [f64; nout],
            /// its length at `qpos0`
            actuator_length0: [f64; nout],
            /// lengths that it can reach
            actuator_lengthrange: [[f64; 2]; nout],
            /// sensor type, a `mjtSensor`
            sensor_type: [i32; nsensor],
            /// numeric data type, a `mjtDataType`
            sensor_datatype: [i32; nsensor],
            /// required compute stage, a `mjtStage`
            sensor_needstage: [i32; nsensor],
            /// type of sensorized object, a `mjtObj`
            sensor_objtype: [i32; nsensor],
            /// id of sensorized object
            sensor_objid: [i32; nsensor],
            /// type of reference frame, a `mjtObj`
            sensor_reftype: [i32; nsensor],
            /// object whose frame it is measured in; -1 for the world
            sensor_refid: [i32; nsensor],
            /// sensor parameters
            sensor_intprm: [[i32; 3]; nsensor],
            /// how many scalar outputs
            sensor_dim: [i32; nsensor],
            /// address in sensor array
            sensor_adr: [i32; nsensor],
            /// bound of its readings; 0 for none
            sensor_cutoff: [f64; nsensor],
            /// noise standard deviation
            sensor_noise: [f64; nsensor],
            /// samples kept, and order of interpolation
            sensor_history: [[i32; 2]; nsensor],
            /// its place in `history`; -1 for none
            sensor_historyadr: [i32; nsensor],
            /// delay in seconds; 0 for none
            sensor_delay: [f64; nsensor],
            /// interval: [period, phase] in seconds
            sensor_interval: [[f64; 2]; nsensor],
            /// the user's own numbers
            sensor_user: [f64; nsensor * nuser_sensor],
            /// its plugin instance; -1 for none
            sensor_plugin: [i32; nsensor],
            /// globally registered plugin slot number
            plugin: [i32; nplugin],
            /// address in the plugin state array
            plugin_stateadr: [i32; nplugin],
            /// how many states in the plugin instance
            plugin_statenum: [i32; nplugin],
            /// config attributes of plugin instances
            plugin_attr: [u8; npluginattr],
            /// address to each instance's config attrib
            plugin_attradr: [i32; nplugin],
            /// address of field in numeric_data
            numeric_adr: [i32; nnumeric],
            /// size of numeric field
            numeric_size: [i32; nnumeric],
            /// array of all numeric fields
            numeric_data: [f64; nnumericdata],
            /// address of text in text_data
            text_adr: [i32; ntext],
            /// size of text field (strlen+1)
            text_size: [i32; ntext],
            /// array of all text fields (0-terminated)
            text_data: [u8; ntextdata],
            /// where its objects start
            tuple_adr: [i32; ntuple],
            /// how many objects in tuple
            tuple_size: [i32; ntuple],
            /// array of object types in all tuples
            tuple_objtype: [i32; ntupledata],
            /// array of object ids in all tuples
            tuple_objid: [i32; ntupledata],
            /// array of object params in all tuples
            tuple_objprm: [f64; ntupledata],
            /// time of each keyframe
            key_time: [f64; nkey],
            /// position of each keyframe
            key_qpos: [f64; nkey * nq],
            /// velocity of each keyframe
            key_qvel: [f64; nkey * nv],
            /// activation of each keyframe
            key_act: [f64; nkey * na],
            /// mocap position of each keyframe
            key_mpos: [Vec3; nkey * nmocap],
            /// mocap quaternion of each keyframe
            key_mquat: [Quat; nkey * nmocap],
            /// control of each keyframe
            key_ctrl: [f64; nkey * nu],
            /// plastic state of each keyframe
            key_plastic: [f64; nkey * nplastic],
            /// where the name of each body starts in `names`
            name_bodyadr: [i32; nbody],
            /// where the name of each joint starts in `names`
            name_jntadr: [i32; njnt],
            /// where the name of each geom starts in `names`
            name_geomadr: [i32; ngeom],
            /// where the name of each site starts in `names`
            name_siteadr: [i32; nsite],
            /// where the name of each camera starts in `names`
            name_camadr: [i32; ncam],
            /// where the name of each light starts in `names`
            name_lightadr: [i32; nlight],
            /// where the name of each flex starts in `names`
            name_flexadr: [i32; nflex],
            /// where the name of each mesh starts in `names`
            name_meshadr: [i32; nmesh],
            /// where the name of each skin starts in `names`
            name_skinadr: [i32; nskin],
            /// where the name of each hfield starts in `names`
            name_hfieldadr: [i32; nhfield],
            /// where the name of each texture starts in `names`
            name_texadr: [i32; ntex],
            /// where the name of each material starts in `names`
            name_matadr: [i32; nmat],
            /// where the name of each geom pair starts in `names`
            name_pairadr: [i32; npair],
            /// where the name of each exclude starts in `names`
            name_excludeadr: [i32; nexclude],
            /// where the name of each equality constraint starts in `names`
            name_eqadr: [i32; neq],
            /// where the name of each tendon starts in `names`
            name_tendonadr: [i32; ntendon],
            /// where the name of each actuator starts in `names`
            name_actuatoradr: [i32; nactuator],
            /// where the name of each sensor starts in `names`
            name_sensoradr: [i32; nsensor],
            /// where the name of each numeric starts in `names`
            name_numericadr: [i32; nnumeric],
            /// where the name of each text starts in `names`
            name_textadr: [i32; ntext],
            /// where the name of each tuple starts in `names`
            name_tupleadr: [i32; ntuple],
            /// where the name of each keyframe starts in `names`
            name_keyadr: [i32; nkey],
            /// where the name of each plugin instance starts in `names`
            name_pluginadr: [i32; nplugin],
            /// all names, each ended by a zero byte
            names: [u8; nnames],
            /// hash map from names to ids
            names_map: [i32; nnames_map],
            /// paths of asset files, each ended by a zero byte
            paths: [u8; npaths],
            /// body-dof: non-zeros in each row
            B_rownnz: [i32; nbody],
            /// body-dof: row addresses
            B_rowadr: [i32; nbody],
            /// body-dof: column indices
            B_colind: [i32; nB],
            /// reduced inertia matrix: entries in each row
            M_rownnz: [i32; nv],
            /// reduced inertia matrix: where each row starts
            M_rowadr: [i32; nv],
            /// reduced inertia matrix: column of each entry
            M_colind: [i32; nC],
            /// places of the inertia's entries in the old layout
            mapM2M: [i32; nC],
            /// full inertia matrix: entries in each row
            D_rownnz: [i32; nv],
            /// full inertia matrix: where each row starts
            D_rowadr: [i32; nv],
            /// full inertia: index of diagonal element
            D_diag: [i32; nv],
            /// full inertia matrix: column of each entry
            D_colind: [i32; nD],
            /// places of the inertia's entries in the square pattern
            mapM2D: [i32; nD],
            /// places of the square pattern's lower triangle in the inertia
            mapD2M: [i32; nC],
        }
    }
}
