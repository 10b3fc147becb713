//! The table of `Model`: every size and column, with MuJoCo's names, shapes and order.

use super::{Options, Statistic, Visual};
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
            /// number of generalized coordinates = dim(qpos)
            nq,
            /// number of degrees of freedom = dim(qvel)
            nv,
            /// number of scalar controls = dim(ctrl)
            nu,
            /// number of actuators
            nactuator,
            /// number of force outputs, derived from transmission type
            nout,
            /// number of activation states = dim(act)
            na,
            /// number of bodies
            nbody,
            /// number of total bounding volumes in all bodies
            nbvh,
            /// number of static bounding volumes (aabb stored in mjModel)
            nbvhstatic,
            /// number of dynamic bounding volumes (aabb stored in mjData)
            nbvhdynamic,
            /// number of total octree cells in all meshes
            noct,
            /// number of joints
            njnt,
            /// number of kinematic trees under world body
            ntree,
            /// number of non-zeros in sparse inertia matrix
            nM,
            /// number of non-zeros in sparse body-dof matrix
            nB,
            /// number of non-zeros in sparse reduced dof-dof matrix
            nC,
            /// number of non-zeros in sparse dof-dof matrix
            nD,
            /// number of geoms
            ngeom,
            /// number of sites
            nsite,
            /// number of cameras
            ncam,
            /// number of lights
            nlight,
            /// number of flexes
            nflex,
            /// number of dofs in all flexes
            nflexnode,
            /// number of vertices in all flexes
            nflexvert,
            /// number of edges in all flexes
            nflexedge,
            /// number of elements in all flexes
            nflexelem,
            /// number of element vertex ids in all flexes
            nflexelemdata,
            /// number of stiffness parameters in all flexes
            nflexstiffness,
            /// number of bending parameters in all flexes
            nflexbending,
            /// number of dofs covered by the constant metric factor
            nefm0dof,
            /// number of non-zeros in the constant metric factor
            nefm0L,
            /// number of sparse metric factor ordering slots
            nefmCvert,
            /// number of element edge ids in all flexes
            nflexelemedge,
            /// number of shell fragment vertex ids in all flexes
            nflexshelldata,
            /// number of vertices with texture coordinates
            nflextexcoord,
            /// number of non-zeros in sparse flexedge Jacobian matrix
            nJfe,
            /// number of meshes
            nmesh,
            /// number of vertices in all meshes
            nmeshvert,
            /// number of normals in all meshes
            nmeshnormal,
            /// number of texcoords in all meshes
            nmeshtexcoord,
            /// number of triangular faces in all meshes
            nmeshface,
            /// number of ints in mesh auxiliary data
            nmeshgraph,
            /// number of polygons in all meshes
            nmeshpoly,
            /// number of vertices in all polygons
            nmeshpolyvert,
            /// number of polygons in vertex map
            nmeshpolymap,
            /// number of skins
            nskin,
            /// number of vertices in all skins
            nskinvert,
            /// number of vertices with texcoords in all skins
            nskintexvert,
            /// number of triangular faces in all skins
            nskinface,
            /// number of bones in all skins
            nskinbone,
            /// number of vertices in all skin bones
            nskinbonevert,
            /// number of heightfields
            nhfield,
            /// number of data points in all heightfields
            nhfielddata,
            /// number of textures
            ntex,
            /// number of bytes in texture rgb data
            ntexdata,
            /// number of materials
            nmat,
            /// number of predefined geom pairs
            npair,
            /// number of excluded geom pairs
            nexclude,
            /// number of equality constraints
            neq,
            /// number of tendons
            ntendon,
            /// number of non-zeros in sparse ten_J matrix
            nJten,
            /// number of wrap objects in all tendon paths
            nwrap,
            /// number of sensors
            nsensor,
            /// number of numeric custom fields
            nnumeric,
            /// number of mjtNums in all numeric fields
            nnumericdata,
            /// number of text custom fields
            ntext,
            /// number of mjtBytes in all text fields
            ntextdata,
            /// number of tuple custom fields
            ntuple,
            /// number of objects in all tuple fields
            ntupledata,
            /// number of keyframes
            nkey,
            /// number of mocap bodies
            nmocap,
            /// number of plugin instances
            nplugin,
            /// number of chars in all plugin config attributes
            npluginattr,
            /// number of mjtNums in body_user
            nuser_body,
            /// number of mjtNums in jnt_user
            nuser_jnt,
            /// number of mjtNums in geom_user
            nuser_geom,
            /// number of mjtNums in site_user
            nuser_site,
            /// number of mjtNums in cam_user
            nuser_cam,
            /// number of mjtNums in tendon_user
            nuser_tendon,
            /// number of mjtNums in actuator_user
            nuser_actuator,
            /// number of mjtNums in sensor_user
            nuser_sensor,
            /// number of chars in all names
            nnames,
            /// number of chars in all paths
            npaths,
            /// number of mjtNums in plastic state vector
            nplastic,
            /// number of slots in the names hash map
            nnames_map,
            /// number of non-zeros in sparse actuator_moment matrix
            nJmom,
            /// number of bodies with nonzero gravcomp
            ngravcomp,
            /// number of potential equality-constraint rows
            nemax,
            /// maximum number of vertices in a mesh polygon
            npolygonmax,
            /// maximum number of edges adjacent to a mesh vertex
            nmeshdegmax,
            /// number of mjtNums reserved for the user
            nuserdata,
            /// number of mjtNums in sensor data vector
            nsensordata,
            /// number of mjtNums in plugin state vector
            npluginstate,
            /// number of mjtNums in history buffer
            nhistory,
            /// number of bytes in the mjData arena (inclusive of stack)
            narena,
            /// number of bytes in buffer
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
            /// functions of the user's own
            callbacks: Callbacks,
        }
        columns {
            /// qpos values at default pose
            qpos0: [f64; nq],
            /// reference pose for springs
            qpos_spring: [f64; nq],
            /// id of body's parent
            body_parentid: [i32; nbody],
            /// ancestor that is direct child of world
            body_rootid: [i32; nbody],
            /// top dof-less ancestor; mocap: own root
            body_weldid: [i32; nbody],
            /// id of mocap data; -1: none
            body_mocapid: [i32; nbody],
            /// number of joints for this body
            body_jntnum: [i32; nbody],
            /// start addr of joints; -1: no joints
            body_jntadr: [i32; nbody],
            /// number of motion degrees of freedom
            body_dofnum: [i32; nbody],
            /// start addr of dofs; -1: no dofs
            body_dofadr: [i32; nbody],
            /// id of body's kinematic tree; -1: static
            body_treeid: [i32; nbody],
            /// number of geoms
            body_geomnum: [i32; nbody],
            /// start addr of geoms; -1: no geoms
            body_geomadr: [i32; nbody],
            /// 1: diag M; 2: diag M, sliders only
            body_simple: [u8; nbody],
            /// same frame as inertia (mjtSameframe)
            body_sameframe: [u8; nbody],
            /// position offset rel. to parent body
            body_pos: [Vec3; nbody],
            /// orientation offset rel. to parent body
            body_quat: [Quat; nbody],
            /// local position of center of mass
            body_ipos: [Vec3; nbody],
            /// local orientation of inertia ellipsoid
            body_iquat: [Quat; nbody],
            /// mass
            body_mass: [f64; nbody],
            /// mass of subtree starting at this body
            body_subtreemass: [f64; nbody],
            /// diagonal inertia in ipos/iquat frame
            body_inertia: [Vec3; nbody],
            /// mean inv inert in qpos0 (trn, rot)
            body_invweight0: [[f64; 2]; nbody],
            /// antigravity force, units of body weight
            body_gravcomp: [f64; nbody],
            /// MAX over all geom margins+gaps
            body_margin: [f64; nbody],
            /// user data
            body_user: [f64; nbody * nuser_body],
            /// plugin instance id; -1: not in use
            body_plugin: [i32; nbody],
            /// OR over all geom contypes
            body_contype: [i32; nbody],
            /// OR over all geom conaffinities
            body_conaffinity: [i32; nbody],
            /// address of bvh root
            body_bvhadr: [i32; nbody],
            /// number of bounding volumes
            body_bvhnum: [i32; nbody],
            /// depth in the bounding volume hierarchy
            bvh_depth: [i32; nbvh],
            /// left and right children in tree
            bvh_child: [[i32; 2]; nbvh],
            /// geom or elem id of node; -1: non-leaf
            bvh_nodeid: [i32; nbvh],
            /// local bounding box (center, size)
            bvh_aabb: [[f64; 6]; nbvhstatic],
            /// depth in the octree
            oct_depth: [i32; noct],
            /// children of octree node
            oct_child: [[i32; 8]; noct],
            /// octree node bounding box (center, size)
            oct_aabb: [[f64; 6]; noct],
            /// octree interpolation coefficients
            oct_coeff: [[f64; 8]; noct],
            /// type of joint (mjtJoint)
            jnt_type: [i32; njnt],
            /// start addr in 'qpos' for joint's data
            jnt_qposadr: [i32; njnt],
            /// start addr in 'qvel' for joint's data
            jnt_dofadr: [i32; njnt],
            /// id of joint's body
            jnt_bodyid: [i32; njnt],
            /// actuator contributing damping / armature
            jnt_actuatorid: [i32; njnt],
            /// group for visibility
            jnt_group: [i32; njnt],
            /// start addr in plastic state (-1: none)
            jnt_plasticadr: [i32; njnt],
            /// does joint have limits
            jnt_limited: [bool; njnt],
            /// does joint have actuator force limits
            jnt_actfrclimited: [bool; njnt],
            /// is gravcomp force applied via actuators
            jnt_actgravcomp: [bool; njnt],
            /// constraint solver reference: limit
            jnt_solref: [[f64; 2]; njnt],
            /// constraint solver impedance: limit
            jnt_solimp: [[f64; 5]; njnt],
            /// local anchor position
            jnt_pos: [Vec3; njnt],
            /// local joint axis
            jnt_axis: [Vec3; njnt],
            /// linear stiffness coefficient
            jnt_stiffness: [f64; njnt],
            /// high-order stiffness coefficients
            jnt_stiffnesspoly: [[f64; 2]; njnt],
            /// plastic yield threshold
            jnt_springyield: [f64; njnt],
            /// joint limits
            jnt_range: [[f64; 2]; njnt],
            /// range of total actuator force
            jnt_actfrcrange: [[f64; 2]; njnt],
            /// min distance for limit detection
            jnt_margin: [f64; njnt],
            /// user data
            jnt_user: [f64; njnt * nuser_jnt],
            /// id of dof's body
            dof_bodyid: [i32; nv],
            /// id of dof's joint
            dof_jntid: [i32; nv],
            /// id of dof's parent; -1: none
            dof_parentid: [i32; nv],
            /// id of dof's kinematic tree
            dof_treeid: [i32; nv],
            /// dof address in M-diagonal
            dof_Madr: [i32; nv],
            /// number of consecutive simple dofs
            dof_simplenum: [i32; nv],
            /// constraint solver reference:frictionloss
            dof_solref: [[f64; 2]; nv],
            /// constraint solver impedance:frictionloss
            dof_solimp: [[f64; 5]; nv],
            /// dof friction loss
            dof_frictionloss: [f64; nv],
            /// dof armature inertia/mass
            dof_armature: [f64; nv],
            /// linear damping coefficient
            dof_damping: [f64; nv],
            /// high-order damping coefficients
            dof_dampingpoly: [[f64; 2]; nv],
            /// diag. inverse inertia in qpos0
            dof_invweight0: [f64; nv],
            /// diag. inertia in qpos0
            dof_M0: [f64; nv],
            /// linear: 1; angular: approx. length scale
            dof_length: [f64; nv],
            /// start addr of bodies
            tree_bodyadr: [i32; ntree],
            /// number of bodies in tree
            tree_bodynum: [i32; ntree],
            /// start addr of dofs
            tree_dofadr: [i32; ntree],
            /// number of dofs in tree
            tree_dofnum: [i32; ntree],
            /// sleep policy (mjtSleepPolicy)
            tree_sleep_policy: [i32; ntree],
            /// geometric type (mjtGeom)
            geom_type: [i32; ngeom],
            /// geom contact type
            geom_contype: [i32; ngeom],
            /// geom contact affinity
            geom_conaffinity: [i32; ngeom],
            /// contact dimensionality (1, 3, 4, 6)
            geom_condim: [i32; ngeom],
            /// id of geom's body
            geom_bodyid: [i32; ngeom],
            /// id of geom's mesh/hfield; -1: none
            geom_dataid: [i32; ngeom],
            /// material id for rendering; -1: none
            geom_matid: [i32; ngeom],
            /// group for visibility
            geom_group: [i32; ngeom],
            /// geom contact priority
            geom_priority: [i32; ngeom],
            /// plugin instance id; -1: not in use
            geom_plugin: [i32; ngeom],
            /// same frame as body (mjtSameframe)
            geom_sameframe: [u8; ngeom],
            /// does geom cast shadows
            geom_castshadow: [bool; ngeom],
            /// mixing coef for solref/imp in geom pair
            geom_solmix: [f64; ngeom],
            /// constraint solver reference: contact
            geom_solref: [[f64; 2]; ngeom],
            /// constraint solver impedance: contact
            geom_solimp: [[f64; 5]; ngeom],
            /// geom-specific size parameters
            geom_size: [Vec3; ngeom],
            /// bounding box, (center, size)
            geom_aabb: [[f64; 6]; ngeom],
            /// radius of bounding sphere
            geom_rbound: [f64; ngeom],
            /// local position offset rel. to body
            geom_pos: [Vec3; ngeom],
            /// local orientation offset rel. to body
            geom_quat: [Quat; ngeom],
            /// friction for (slide, spin, roll)
            geom_friction: [[f64; 3]; ngeom],
            /// geometric inflation for contact
            geom_margin: [f64; ngeom],
            /// additional contact detection buffer
            geom_gap: [f64; ngeom],
            /// surface velocity in local frame: lin,ang
            geom_surfacevel: [[f64; 6]; ngeom],
            /// adhesive force of contacts
            geom_adhesion: [f64; ngeom],
            /// fluid interaction parameters
            geom_fluid: [[f64; 12]; ngeom],
            /// user data
            geom_user: [f64; ngeom * nuser_geom],
            /// rgba when material is omitted
            geom_rgba: [[f32; 4]; ngeom],
            /// geom type for rendering (mjtGeom)
            site_type: [i32; nsite],
            /// id of site's body
            site_bodyid: [i32; nsite],
            /// id of site's mesh; -1: none
            site_dataid: [i32; nsite],
            /// material id for rendering; -1: none
            site_matid: [i32; nsite],
            /// group for visibility
            site_group: [i32; nsite],
            /// same frame as body (mjtSameframe)
            site_sameframe: [u8; nsite],
            /// geom size for rendering
            site_size: [Vec3; nsite],
            /// local position offset rel. to body
            site_pos: [Vec3; nsite],
            /// local orientation offset rel. to body
            site_quat: [Quat; nsite],
            /// user data
            site_user: [f64; nsite * nuser_site],
            /// rgba when material is omitted
            site_rgba: [[f32; 4]; nsite],
            /// camera tracking mode (mjtCamLight)
            cam_mode: [i32; ncam],
            /// id of camera's body
            cam_bodyid: [i32; ncam],
            /// id of targeted body; -1: none
            cam_targetbodyid: [i32; ncam],
            /// position rel. to body frame
            cam_pos: [Vec3; ncam],
            /// orientation rel. to body frame
            cam_quat: [Quat; ncam],
            /// global position rel. to sub-com in qpos0
            cam_poscom0: [Vec3; ncam],
            /// global position rel. to body in qpos0
            cam_pos0: [Vec3; ncam],
            /// global orientation in qpos0
            cam_mat0: [Mat3; ncam],
            /// projection type (mjtProjection)
            cam_projection: [i32; ncam],
            /// y field-of-view (ortho ? len : deg)
            cam_fovy: [f64; ncam],
            /// inter-pupilary distance
            cam_ipd: [f64; ncam],
            /// resolution: pixels [width, height]
            cam_resolution: [[i32; 2]; ncam],
            /// output types (mjtCamOut bit flags)
            cam_output: [i32; ncam],
            /// sensor size: length [width, height]
            cam_sensorsize: [[f32; 2]; ncam],
            /// [focal length; principal point]
            cam_intrinsic: [[f32; 4]; ncam],
            /// user data
            cam_user: [f64; ncam * nuser_cam],
            /// light tracking mode (mjtCamLight)
            light_mode: [i32; nlight],
            /// id of light's body
            light_bodyid: [i32; nlight],
            /// id of targeted body; -1: none
            light_targetbodyid: [i32; nlight],
            /// spot, directional, etc. (mjtLightType)
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
            /// position rel. to body frame
            light_pos: [Vec3; nlight],
            /// direction rel. to body frame
            light_dir: [Vec3; nlight],
            /// global position rel. to sub-com in qpos0
            light_poscom0: [Vec3; nlight],
            /// global position rel. to body in qpos0
            light_pos0: [Vec3; nlight],
            /// global direction in qpos0
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
            /// constraint solver reference: contact
            flex_solref: [[f64; 2]; nflex],
            /// constraint solver impedance: contact
            flex_solimp: [[f64; 5]; nflex],
            /// friction for (slide, spin, roll)
            flex_friction: [[f64; 3]; nflex],
            /// geometric inflation for contact
            flex_margin: [f64; nflex],
            /// additional contact detection buffer
            flex_gap: [f64; nflex],
            /// self collision mode (mjtFlexSelf)
            flex_selfcollide: [i32; nflex],
            /// number of active element layers, 3D only
            flex_activelayers: [i32; nflex],
            /// passive collisions enabled
            flex_passive: [i32; nflex],
            /// 1: lines, 2: triangles, 3: tetrahedra
            flex_dim: [i32; nflex],
            /// material id for rendering
            flex_matid: [i32; nflexelem],
            /// group for visibility
            flex_group: [i32; nflex],
            /// interpolation (0: vertex, 1: nodes)
            flex_interp: [i32; nflex],
            /// finite cell num per dimension
            flex_cellnum: [[i32; 3]; nflex],
            /// first node address
            flex_nodeadr: [i32; nflex],
            /// number of nodes
            flex_nodenum: [i32; nflex],
            /// first vertex address
            flex_vertadr: [i32; nflex],
            /// number of vertices
            flex_vertnum: [i32; nflex],
            /// first edge address
            flex_edgeadr: [i32; nflex],
            /// number of edges
            flex_edgenum: [i32; nflex],
            /// first element address
            flex_elemadr: [i32; nflex],
            /// number of elements
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
            /// number of shells
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
            /// address of bvh root; -1: no bvh
            flex_bvhadr: [i32; nflex],
            /// number of bounding volumes
            flex_bvhnum: [i32; nflex],
            /// number of non-zeros in Jacobian row
            flexedge_J_rownnz: [i32; nflexedge],
            /// row start address in colind array
            flexedge_J_rowadr: [i32; nflexedge],
            /// column indices in sparse Jacobian
            flexedge_J_colind: [i32; nJfe],
            /// rgba when material is omitted
            flex_rgba: [[f32; 4]; nflex],
            /// vertex texture coordinates
            flex_texcoord: [[f32; 2]; nflextexcoord],
            /// first vertex address
            mesh_vertadr: [i32; nmesh],
            /// number of vertices
            mesh_vertnum: [i32; nmesh],
            /// first face address
            mesh_faceadr: [i32; nmesh],
            /// number of faces
            mesh_facenum: [i32; nmesh],
            /// address of bvh root
            mesh_bvhadr: [i32; nmesh],
            /// number of bvh
            mesh_bvhnum: [i32; nmesh],
            /// address of octree root
            mesh_octadr: [i32; nmesh],
            /// number of octree nodes
            mesh_octnum: [i32; nmesh],
            /// first normal address
            mesh_normaladr: [i32; nmesh],
            /// number of normals
            mesh_normalnum: [i32; nmesh],
            /// texcoord data address; -1: no texcoord
            mesh_texcoordadr: [i32; nmesh],
            /// number of texcoord
            mesh_texcoordnum: [i32; nmesh],
            /// graph data address; -1: no graph
            mesh_graphadr: [i32; nmesh],
            /// extremum vertices in 3x3x3 directions
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
            /// convex graph data
            mesh_graph: [i32; nmeshgraph],
            /// scaling applied to asset vertices
            mesh_scale: [Vec3; nmesh],
            /// translation applied to asset vertices
            mesh_pos: [Vec3; nmesh],
            /// rotation applied to asset vertices
            mesh_quat: [Quat; nmesh],
            /// address of asset path for mesh; -1: none
            mesh_pathadr: [i32; nmesh],
            /// number of polygons per mesh
            mesh_polynum: [i32; nmesh],
            /// first polygon address per mesh
            mesh_polyadr: [i32; nmesh],
            /// all polygon normals
            mesh_polynormal: [[f64; 3]; nmeshpoly],
            /// polygon vertex start address
            mesh_polyvertadr: [i32; nmeshpoly],
            /// number of vertices per polygon
            mesh_polyvertnum: [i32; nmeshpoly],
            /// all polygon vertices
            mesh_polyvert: [i32; nmeshpolyvert],
            /// first polygon address per vertex
            mesh_polymapadr: [i32; nmeshvert],
            /// number of polygons per vertex
            mesh_polymapnum: [i32; nmeshvert],
            /// vertex to polygon map
            mesh_polymap: [i32; nmeshpolymap],
            /// skin material id; -1: none
            skin_matid: [i32; nskin],
            /// group for visibility
            skin_group: [i32; nskin],
            /// skin rgba
            skin_rgba: [[f32; 4]; nskin],
            /// inflate skin in normal direction
            skin_inflate: [f32; nskin],
            /// first vertex address
            skin_vertadr: [i32; nskin],
            /// number of vertices
            skin_vertnum: [i32; nskin],
            /// texcoord data address; -1: no texcoord
            skin_texcoordadr: [i32; nskin],
            /// first face address
            skin_faceadr: [i32; nskin],
            /// number of faces
            skin_facenum: [i32; nskin],
            /// first bone in skin
            skin_boneadr: [i32; nskin],
            /// number of bones in skin
            skin_bonenum: [i32; nskin],
            /// vertex positions for all skin meshes
            skin_vert: [[f32; 3]; nskinvert],
            /// vertex texcoords for all skin meshes
            skin_texcoord: [[f32; 2]; nskintexvert],
            /// triangle faces for all skin meshes
            skin_face: [[i32; 3]; nskinface],
            /// first vertex in each bone
            skin_bonevertadr: [i32; nskinbone],
            /// number of vertices in each bone
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
            /// address of asset path for skin; -1: none
            skin_pathadr: [i32; nskin],
            /// (x, y, z_top, z_bottom)
            hfield_size: [[f64; 4]; nhfield],
            /// number of rows in grid
            hfield_nrow: [i32; nhfield],
            /// number of columns in grid
            hfield_ncol: [i32; nhfield],
            /// address in hfield_data
            hfield_adr: [i32; nhfield],
            /// elevation data
            hfield_data: [f32; nhfielddata],
            /// address of hfield asset path; -1: none
            hfield_pathadr: [i32; nhfield],
            /// texture type (mjtTexture)
            tex_type: [i32; ntex],
            /// texture colorspace (mjtColorSpace)
            tex_colorspace: [i32; ntex],
            /// number of rows in texture image
            tex_height: [i32; ntex],
            /// number of columns in texture image
            tex_width: [i32; ntex],
            /// number of channels in texture image
            tex_nchannel: [i32; ntex],
            /// start address in tex_data
            tex_adr: [i64; ntex],
            /// pixel values
            tex_data: [u8; ntexdata],
            /// address of texture asset path; -1: none
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
            /// body1 << 16 + body2
            pair_signature: [i32; npair],
            /// solver reference: contact normal
            pair_solref: [[f64; 2]; npair],
            /// solver reference: contact friction
            pair_solreffriction: [[f64; 2]; npair],
            /// solver impedance: contact
            pair_solimp: [[f64; 5]; npair],
            /// geometric inflation for contact
            pair_margin: [f64; npair],
            /// additional contact detection buffer
            pair_gap: [f64; npair],
            /// adhesive force of contacts
            pair_adhesion: [f64; npair],
            /// tangent1, 2, spin, roll1, 2
            pair_friction: [[f64; 5]; npair],
            /// body1 << 16 + body2
            exclude_signature: [i32; nexclude],
            /// constraint type (mjtEq)
            eq_type: [i32; neq],
            /// id of object 1
            eq_obj1id: [i32; neq],
            /// id of object 2
            eq_obj2id: [i32; neq],
            /// type of both objects (mjtObj)
            eq_objtype: [i32; neq],
            /// initial enable/disable constraint state
            eq_active0: [bool; neq],
            /// constraint solver reference
            eq_solref: [[f64; 2]; neq],
            /// constraint solver impedance
            eq_solimp: [[f64; 5]; neq],
            /// numeric data for constraint
            eq_data: [[f64; 12]; neq],
            /// type of tendon (mjtTendon)
            tendon_type: [i32; ntendon],
            /// address of first object in tendon's path
            tendon_adr: [i32; ntendon],
            /// number of objects in tendon's path
            tendon_num: [i32; ntendon],
            /// material id for rendering
            tendon_matid: [i32; ntendon],
            /// actuator contributing damping / armature
            tendon_actuatorid: [i32; ntendon],
            /// group for visibility
            tendon_group: [i32; ntendon],
            /// start addr in plastic state (-1: none)
            tendon_plasticadr: [i32; ntendon],
            /// number of trees along tendon's path
            tendon_treenum: [i32; ntendon],
            /// first two trees along tendon's path
            tendon_treeid: [[i32; 2]; ntendon],
            /// number of non-zeros in Jacobian row
            ten_J_rownnz: [i32; ntendon],
            /// row start address in colind array
            ten_J_rowadr: [i32; ntendon],
            /// column indices in sparse Jacobian
            ten_J_colind: [i32; nJten],
            /// does tendon have length limits
            tendon_limited: [bool; ntendon],
            /// does tendon have actuator force limits
            tendon_actfrclimited: [bool; ntendon],
            /// width for rendering
            tendon_width: [f64; ntendon],
            /// constraint solver reference: limit
            tendon_solref_lim: [[f64; 2]; ntendon],
            /// constraint solver impedance: limit
            tendon_solimp_lim: [[f64; 5]; ntendon],
            /// constraint solver reference: friction
            tendon_solref_fri: [[f64; 2]; ntendon],
            /// constraint solver impedance: friction
            tendon_solimp_fri: [[f64; 5]; ntendon],
            /// tendon length limits
            tendon_range: [[f64; 2]; ntendon],
            /// range of total actuator force
            tendon_actfrcrange: [[f64; 2]; ntendon],
            /// min distance for limit detection
            tendon_margin: [f64; ntendon],
            /// linear stiffness coefficient
            tendon_stiffness: [f64; ntendon],
            /// high-order stiffness coefficients
            tendon_stiffnesspoly: [[f64; 2]; ntendon],
            /// linear damping coefficient
            tendon_damping: [f64; ntendon],
            /// high-order damping coefficients
            tendon_dampingpoly: [[f64; 2]; ntendon],
            /// inertia associated with tendon velocity
            tendon_armature: [f64; ntendon],
            /// loss due to friction
            tendon_frictionloss: [f64; ntendon],
            /// spring resting length range
            tendon_lengthspring: [[f64; 2]; ntendon],
            /// plastic yield threshold
            tendon_springyield: [f64; ntendon],
            /// tendon length in qpos0
            tendon_length0: [f64; ntendon],
            /// inv. weight in qpos0
            tendon_invweight0: [f64; ntendon],
            /// user data
            tendon_user: [f64; ntendon * nuser_tendon],
            /// rgba when material is omitted
            tendon_rgba: [[f32; 4]; ntendon],
            /// wrap object type (mjtWrap)
            wrap_type: [i32; nwrap],
            /// object id: geom, site, joint
            wrap_objid: [i32; nwrap],
            /// divisor, joint coef, or site id
            wrap_prm: [f64; nwrap],
            /// transmission type (mjtTrn)
            actuator_trntype: [i32; nactuator],
            /// dynamics type (mjtDyn)
            actuator_dyntype: [i32; nactuator],
            /// gain type (mjtGain)
            actuator_gaintype: [i32; nactuator],
            /// bias type (mjtBias)
            actuator_biastype: [i32; nactuator],
            /// address of first control
            actuator_ctrladr: [i32; nactuator],
            /// number of controls
            actuator_ctrlnum: [i32; nactuator],
            /// input signature, scoped by gaintype
            actuator_ctrlspec: [i32; nactuator],
            /// address of first force output
            actuator_outadr: [i32; nactuator],
            /// number of force outputs, from trntype
            actuator_outnum: [i32; nactuator],
            /// first activation address; -1: stateless
            actuator_actadr: [i32; nactuator],
            /// number of activation variables
            actuator_actnum: [i32; nactuator],
            /// transmission id: joint, tendon, site
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
            /// step activation before force
            actuator_actearly: [bool; nactuator],
            /// history buffer: [nsample, interp]
            actuator_history: [[i32; 2]; nactuator],
            /// address in history buffer; -1: none
            actuator_historyadr: [i32; nactuator],
            /// delay time; 0: no delay
            actuator_delay: [f64; nactuator],
            /// linear damping coefficient
            actuator_damping: [f64; nactuator],
            /// high-order damping coefficients
            actuator_dampingpoly: [[f64; 2]; nactuator],
            /// armature added to target (joint, tendon)
            actuator_armature: [f64; nactuator],
            /// group for visibility
            actuator_group: [i32; nactuator],
            /// user data
            actuator_user: [f64; nactuator * nuser_actuator],
            /// plugin instance id; -1: not a plugin
            actuator_plugin: [i32; nactuator],
            /// is force limited
            actuator_forcelimited: [bool; nactuator],
            /// range of forces
            actuator_forcerange: [[f64; 2]; nactuator],
            /// is control limited
            actuator_ctrllimited: [bool; nu],
            /// range of controls
            actuator_ctrlrange: [[f64; 2]; nu],
            /// scale length and transmitted force
            actuator_gear: [[f64; 6]; nout],
            /// acceleration from unit force in qpos0
            actuator_acc0: [f64; nout],
            /// actuator length in qpos0
            actuator_length0: [f64; nout],
            /// feasible actuator length range
            actuator_lengthrange: [[f64; 2]; nout],
            /// sensor type (mjtSensor)
            sensor_type: [i32; nsensor],
            /// numeric data type (mjtDataType)
            sensor_datatype: [i32; nsensor],
            /// required compute stage (mjtStage)
            sensor_needstage: [i32; nsensor],
            /// type of sensorized object (mjtObj)
            sensor_objtype: [i32; nsensor],
            /// id of sensorized object
            sensor_objid: [i32; nsensor],
            /// type of reference frame (mjtObj)
            sensor_reftype: [i32; nsensor],
            /// id of reference frame; -1: global frame
            sensor_refid: [i32; nsensor],
            /// sensor parameters
            sensor_intprm: [[i32; 3]; nsensor],
            /// number of scalar outputs
            sensor_dim: [i32; nsensor],
            /// address in sensor array
            sensor_adr: [i32; nsensor],
            /// cutoff for real and positive; 0: ignore
            sensor_cutoff: [f64; nsensor],
            /// noise standard deviation
            sensor_noise: [f64; nsensor],
            /// history buffer: [nsample, interp]
            sensor_history: [[i32; 2]; nsensor],
            /// address in history buffer; -1: none
            sensor_historyadr: [i32; nsensor],
            /// delay time in seconds; 0: no delay
            sensor_delay: [f64; nsensor],
            /// interval: [period, phase] in seconds
            sensor_interval: [[f64; 2]; nsensor],
            /// user data
            sensor_user: [f64; nsensor * nuser_sensor],
            /// plugin instance id; -1: not a plugin
            sensor_plugin: [i32; nsensor],
            /// globally registered plugin slot number
            plugin: [i32; nplugin],
            /// address in the plugin state array
            plugin_stateadr: [i32; nplugin],
            /// number of states in the plugin instance
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
            /// address of text in text_data
            tuple_adr: [i32; ntuple],
            /// number of objects in tuple
            tuple_size: [i32; ntuple],
            /// array of object types in all tuples
            tuple_objtype: [i32; ntupledata],
            /// array of object ids in all tuples
            tuple_objid: [i32; ntupledata],
            /// array of object params in all tuples
            tuple_objprm: [f64; ntupledata],
            /// key time
            key_time: [f64; nkey],
            /// key position
            key_qpos: [f64; nkey * nq],
            /// key velocity
            key_qvel: [f64; nkey * nv],
            /// key activation
            key_act: [f64; nkey * na],
            /// key mocap position
            key_mpos: [Vec3; nkey * nmocap],
            /// key mocap quaternion
            key_mquat: [Quat; nkey * nmocap],
            /// key control
            key_ctrl: [f64; nkey * nu],
            /// key plastic state
            key_plastic: [f64; nkey * nplastic],
            /// body name pointers
            name_bodyadr: [i32; nbody],
            /// joint name pointers
            name_jntadr: [i32; njnt],
            /// geom name pointers
            name_geomadr: [i32; ngeom],
            /// site name pointers
            name_siteadr: [i32; nsite],
            /// camera name pointers
            name_camadr: [i32; ncam],
            /// light name pointers
            name_lightadr: [i32; nlight],
            /// flex name pointers
            name_flexadr: [i32; nflex],
            /// mesh name pointers
            name_meshadr: [i32; nmesh],
            /// skin name pointers
            name_skinadr: [i32; nskin],
            /// hfield name pointers
            name_hfieldadr: [i32; nhfield],
            /// texture name pointers
            name_texadr: [i32; ntex],
            /// material name pointers
            name_matadr: [i32; nmat],
            /// geom pair name pointers
            name_pairadr: [i32; npair],
            /// exclude name pointers
            name_excludeadr: [i32; nexclude],
            /// equality constraint name pointers
            name_eqadr: [i32; neq],
            /// tendon name pointers
            name_tendonadr: [i32; ntendon],
            /// actuator name pointers
            name_actuatoradr: [i32; nactuator],
            /// sensor name pointers
            name_sensoradr: [i32; nsensor],
            /// numeric name pointers
            name_numericadr: [i32; nnumeric],
            /// text name pointers
            name_textadr: [i32; ntext],
            /// tuple name pointers
            name_tupleadr: [i32; ntuple],
            /// keyframe name pointers
            name_keyadr: [i32; nkey],
            /// plugin instance name pointers
            name_pluginadr: [i32; nplugin],
            /// names of all objects, 0-terminated
            names: [u8; nnames],
            /// internal hash map of names
            names_map: [i32; nnames_map],
            /// resolved paths to assets, 0-terminated
            paths: [u8; npaths],
            /// body-dof: non-zeros in each row
            B_rownnz: [i32; nbody],
            /// body-dof: row addresses
            B_rowadr: [i32; nbody],
            /// body-dof: column indices
            B_colind: [i32; nB],
            /// reduced inertia: non-zeros in each row
            M_rownnz: [i32; nv],
            /// reduced inertia: row addresses
            M_rowadr: [i32; nv],
            /// reduced inertia: column indices
            M_colind: [i32; nC],
            /// index mapping from qM to M
            mapM2M: [i32; nC],
            /// full inertia: non-zeros in each row
            D_rownnz: [i32; nv],
            /// full inertia: row addresses
            D_rowadr: [i32; nv],
            /// full inertia: index of diagonal element
            D_diag: [i32; nv],
            /// full inertia: column indices
            D_colind: [i32; nD],
            /// index mapping from M to D
            mapM2D: [i32; nD],
            /// index mapping from D to M
            mapD2M: [i32; nC],
        }
    }
}
