"""Types of the module sinew. Written by python/tools/make_stubs.py."""
import enum
from collections.abc import Iterator
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import batch as batch, derivatives as derivatives, minimize as minimize, rollout as rollout, viewer as viewer

__version__: str
__sinew_version__: str

class _View:
    id: int
    name: str
    def __getattr__(self, name: str) -> NDArray[Any]: ...
    def __setattr__(self, name: str, value: ArrayLike) -> None: ...

mjDISABLESTRING: tuple
mjENABLESTRING: tuple
mjFRAMESTRING: tuple
mjLABELSTRING: tuple
mjMAXCONPAIR: int
mjMAXFLEXNODES: int
mjMAXIMP: float
mjMAXLIGHT: int
mjMAXLINE: int
mjMAXLINEPNT: int
mjMAXOVERLAY: int
mjMAXPLANEGRID: int
mjMAXTREEDEPTH: int
mjMAXVAL: float
mjMINAWAKE: int
mjMINIMP: float
mjMINMU: float
mjMINVAL: float
mjNBIAS: int
mjNDYN: int
mjNEQDATA: int
mjNFLUID: int
mjNGAIN: int
mjNGROUP: int
mjNIMP: int
mjNISLAND: int
mjNPOLY: int
mjNREF: int
mjNSENS: int
mjNSOLVER: int
mjPI: float
mjRNDSTRING: tuple
mjSC_IN: int
mjSC_INOUT: int
mjSC_OUT: int
mjTIMERSTRING: tuple
mjVERSION_HEADER: int
mjVISSTRING: tuple
class FatalError(Exception): ...

class UnexpectedError(Exception): ...

class mjtActuator(enum.IntEnum):
    mjACTUATOR_GENERAL = 0
    mjACTUATOR_MOTOR = 1
    mjACTUATOR_POSITION = 2
    mjACTUATOR_VELOCITY = 3
    mjACTUATOR_INTVELOCITY = 4
    mjACTUATOR_DAMPER = 5
    mjACTUATOR_CYLINDER = 6
    mjACTUATOR_MUSCLE = 7
    mjACTUATOR_ADHESION = 8
    mjACTUATOR_PID = 9
    mjACTUATOR_ORIENTATION = 10
    mjACTUATOR_DCMOTOR = 11
    ACTUATOR_HILL = 100

class mjtAlignFree(enum.IntEnum):
    mjALIGNFREE_FALSE = 0
    mjALIGNFREE_TRUE = 1
    mjALIGNFREE_AUTO = 2

class mjtBias(enum.IntEnum):
    mjBIAS_NONE = 0
    mjBIAS_AFFINE = 1
    mjBIAS_MUSCLE = 2
    mjBIAS_DCMOTOR = 3
    mjBIAS_SO3 = 4
    mjBIAS_USER = 5
    BIAS_HILL = 100

class mjtBuiltin(enum.IntEnum):
    mjBUILTIN_NONE = 0
    mjBUILTIN_GRADIENT = 1
    mjBUILTIN_CHECKER = 2
    mjBUILTIN_FLAT = 3

class mjtCamLight(enum.IntEnum):
    mjCAMLIGHT_FIXED = 0
    mjCAMLIGHT_TRACK = 1
    mjCAMLIGHT_TRACKCOM = 2
    mjCAMLIGHT_TARGETBODY = 3
    mjCAMLIGHT_TARGETBODYCOM = 4

class mjtCamOutBit(enum.IntEnum):
    mjCAMOUT_RGB = 1
    mjCAMOUT_DEPTH = 2
    mjCAMOUT_DIST = 4
    mjCAMOUT_NORMAL = 8
    mjCAMOUT_SEG = 16
    mjNCAMOUT = 5

class mjtCamera(enum.IntEnum):
    mjCAMERA_FREE = 0
    mjCAMERA_TRACKING = 1
    mjCAMERA_FIXED = 2
    mjCAMERA_USER = 3

class mjtCatBit(enum.IntEnum):
    mjCAT_STATIC = 1
    mjCAT_DYNAMIC = 2
    mjCAT_DECOR = 4
    mjCAT_ALL = 7

class mjtColorSpace(enum.IntEnum):
    mjCOLORSPACE_AUTO = 0
    mjCOLORSPACE_LINEAR = 1
    mjCOLORSPACE_SRGB = 2

class mjtConDataField(enum.IntEnum):
    mjCONDATA_FOUND = 0
    mjCONDATA_FORCE = 1
    mjCONDATA_TORQUE = 2
    mjCONDATA_DIST = 3
    mjCONDATA_POS = 4
    mjCONDATA_NORMAL = 5
    mjCONDATA_TANGENT = 6
    mjCONDATA_LINVEL = 7
    mjCONDATA_ANGVEL = 8
    mjNCONDATA = 9

class mjtCone(enum.IntEnum):
    mjCONE_PYRAMIDAL = 0
    mjCONE_ELLIPTIC = 1

class mjtConflict(enum.IntEnum):
    mjCONFLICT_WARNING = 0
    mjCONFLICT_MERGE = 1
    mjCONFLICT_ERROR = 2

class mjtConstraint(enum.IntEnum):
    mjCNSTR_EQUALITY = 0
    mjCNSTR_FRICTION_DOF = 1
    mjCNSTR_FRICTION_TENDON = 2
    mjCNSTR_LIMIT_JOINT = 3
    mjCNSTR_LIMIT_TENDON = 4
    mjCNSTR_CONTACT_FRICTIONLESS = 5
    mjCNSTR_CONTACT_PYRAMIDAL = 6
    mjCNSTR_CONTACT_ELLIPTIC = 7

class mjtConstraintState(enum.IntEnum):
    mjCNSTRSTATE_SATISFIED = 0
    mjCNSTRSTATE_QUADRATIC = 1
    mjCNSTRSTATE_LINEARNEG = 2
    mjCNSTRSTATE_LINEARPOS = 3
    mjCNSTRSTATE_CONE = 4

class mjtCtrlChart(enum.IntEnum):
    mjCHART_EXPMAP = 1
    mjCHART_QUAT = 2

class mjtCtrlInput(enum.IntEnum):
    mjINPUT_POS = 1
    mjINPUT_VEL = 2
    mjINPUT_FF = 4
    mjINPUT_VOLTAGE = 8
    mjINPUT_NONE = 16
    mjINPUT_PRESSURE = 32

class mjtDataType(enum.IntEnum):
    mjDATATYPE_REAL = 0
    mjDATATYPE_POSITIVE = 1
    mjDATATYPE_AXIS = 2
    mjDATATYPE_QUATERNION = 3

class mjtDepthMap(enum.IntEnum):
    mjDEPTH_ZERONEAR = 0
    mjDEPTH_ZEROFAR = 1

class mjtDisableBit(enum.IntEnum):
    mjDSBL_CONSTRAINT = 1
    mjDSBL_EQUALITY = 2
    mjDSBL_FRICTIONLOSS = 4
    mjDSBL_LIMIT = 8
    mjDSBL_CONTACT = 16
    mjDSBL_SPRING = 32
    mjDSBL_DAMPER = 64
    mjDSBL_GRAVITY = 128
    mjDSBL_CLAMPCTRL = 256
    mjDSBL_WARMSTART = 512
    mjDSBL_FILTERPARENT = 1024
    mjDSBL_ACTUATION = 2048
    mjDSBL_REFSAFE = 4096
    mjDSBL_SENSOR = 8192
    mjDSBL_MIDPHASE = 16384
    mjDSBL_EULERDAMP = 32768
    mjDSBL_AUTORESET = 65536
    mjDSBL_NATIVECCD = 131072
    mjDSBL_ISLAND = 262144
    mjDSBL_MULTICCD = 524288
    mjNDISABLE = 20

class mjtDyn(enum.IntEnum):
    mjDYN_NONE = 0
    mjDYN_INTEGRATOR = 1
    mjDYN_FILTER = 2
    mjDYN_FILTEREXACT = 3
    mjDYN_MUSCLE = 4
    mjDYN_DCMOTOR = 5
    mjDYN_PID = 6
    mjDYN_USER = 7

class mjtEmbed(enum.IntEnum):
    mjEMBED_FALSE = 0
    mjEMBED_TRUE = 1
    mjEMBED_AUTO = 2

class mjtEnableBit(enum.IntEnum):
    mjENBL_OVERRIDE = 1
    mjENBL_ENERGY = 2
    mjENBL_FWDINV = 4
    mjENBL_INVDISCRETE = 8
    mjENBL_SLEEP = 16
    mjENBL_DIAGEXACT = 32
    mjENBL_IPC = 64
    mjENBL_SPECULATIVE = 128
    mjNENABLE = 8

class mjtEq(enum.IntEnum):
    mjEQ_CONNECT = 0
    mjEQ_WELD = 1
    mjEQ_JOINT = 2
    mjEQ_TENDON = 3
    mjEQ_FLEX = 4
    mjEQ_FLEXVERT = 5
    mjEQ_FLEXSTRAIN = 6
    mjEQ_DISTANCE = 7

class mjtFlexSection(enum.IntEnum):
    mjFLEXSECTION_CIRCLE = 0
    mjFLEXSECTION_BOX = 1

class mjtFlexSelf(enum.IntEnum):
    mjFLEXSELF_NONE = 0
    mjFLEXSELF_NARROW = 1
    mjFLEXSELF_BVH = 2
    mjFLEXSELF_SAP = 3
    mjFLEXSELF_AUTO = 4

class mjtFont(enum.IntEnum):
    mjFONT_NORMAL = 0
    mjFONT_SHADOW = 1
    mjFONT_BIG = 2

class mjtFontScale(enum.IntEnum):
    mjFONTSCALE_50 = 50
    mjFONTSCALE_100 = 100
    mjFONTSCALE_150 = 150
    mjFONTSCALE_200 = 200
    mjFONTSCALE_250 = 250
    mjFONTSCALE_300 = 300

class mjtFrame(enum.IntEnum):
    mjFRAME_NONE = 0
    mjFRAME_BODY = 1
    mjFRAME_GEOM = 2
    mjFRAME_SITE = 3
    mjFRAME_CAMERA = 4
    mjFRAME_LIGHT = 5
    mjFRAME_CONTACT = 6
    mjFRAME_WORLD = 7
    mjNFRAME = 8

class mjtFramebuffer(enum.IntEnum):
    mjFB_WINDOW = 0
    mjFB_OFFSCREEN = 1

class mjtGain(enum.IntEnum):
    mjGAIN_FIXED = 0
    mjGAIN_AFFINE = 1
    mjGAIN_MUSCLE = 2
    mjGAIN_DCMOTOR = 3
    mjGAIN_SO3 = 4
    mjGAIN_PID = 5
    mjGAIN_USER = 6
    GAIN_HILL = 100

class mjtGeom(enum.IntEnum):
    mjGEOM_PLANE = 0
    mjGEOM_HFIELD = 1
    mjGEOM_SPHERE = 2
    mjGEOM_CAPSULE = 3
    mjGEOM_ELLIPSOID = 4
    mjGEOM_CYLINDER = 5
    mjGEOM_BOX = 6
    mjGEOM_MESH = 7
    mjGEOM_SDF = 8
    mjGEOM_ARROW = 100
    mjGEOM_ARROW1 = 101
    mjGEOM_ARROW2 = 102
    mjGEOM_LINE = 103
    mjGEOM_LINEBOX = 104
    mjGEOM_FLEX = 105
    mjGEOM_SKIN = 106
    mjGEOM_LABEL = 107
    mjGEOM_TRIANGLE = 108
    mjGEOM_NONE = 1001
    mjNGEOMTYPES = 9

class mjtGeomInertia(enum.IntEnum):
    mjINERTIA_VOLUME = 0
    mjINERTIA_SHELL = 1

class mjtGridPos(enum.IntEnum):
    mjGRID_TOPLEFT = 0
    mjGRID_TOPRIGHT = 1
    mjGRID_BOTTOMLEFT = 2
    mjGRID_BOTTOMRIGHT = 3
    mjGRID_TOP = 4
    mjGRID_BOTTOM = 5
    mjGRID_LEFT = 6
    mjGRID_RIGHT = 7

class mjtInertiaFromGeom(enum.IntEnum):
    mjINERTIAFROMGEOM_FALSE = 0
    mjINERTIAFROMGEOM_TRUE = 1
    mjINERTIAFROMGEOM_AUTO = 2

class mjtIntegrator(enum.IntEnum):
    mjINT_EULER = 0
    mjINT_RK4 = 1
    mjINT_IMPLICIT = 2
    mjINT_IMPLICITFAST = 3
    mjINT_DISCRETE = 4
    INT_IMPLICITSPRINGDAMPER = 100

class mjtJacobian(enum.IntEnum):
    mjJAC_DENSE = 0
    mjJAC_SPARSE = 1
    mjJAC_AUTO = 2

class mjtJoint(enum.IntEnum):
    mjJNT_FREE = 0
    mjJNT_BALL = 1
    mjJNT_SLIDE = 2
    mjJNT_HINGE = 3

class mjtLRMode(enum.IntEnum):
    mjLRMODE_NONE = 0
    mjLRMODE_MUSCLE = 1
    mjLRMODE_MUSCLEUSER = 2
    mjLRMODE_ALL = 3

class mjtLabel(enum.IntEnum):
    mjLABEL_NONE = 0
    mjLABEL_BODY = 1
    mjLABEL_JOINT = 2
    mjLABEL_GEOM = 3
    mjLABEL_SITE = 4
    mjLABEL_CAMERA = 5
    mjLABEL_LIGHT = 6
    mjLABEL_TENDON = 7
    mjLABEL_ACTUATOR = 8
    mjLABEL_CONSTRAINT = 9
    mjLABEL_FLEX = 10
    mjLABEL_SKIN = 11
    mjLABEL_SELECTION = 12
    mjLABEL_SELPNT = 13
    mjLABEL_CONTACTPOINT = 14
    mjLABEL_CONTACTFORCE = 15
    mjLABEL_ISLAND = 16
    mjNLABEL = 17

class mjtLightType(enum.IntEnum):
    mjLIGHT_SPOT = 0
    mjLIGHT_DIRECTIONAL = 1
    mjLIGHT_POINT = 2
    mjLIGHT_IMAGE = 3

class mjtLimited(enum.IntEnum):
    mjLIMITED_FALSE = 0
    mjLIMITED_TRUE = 1
    mjLIMITED_AUTO = 2

class mjtMark(enum.IntEnum):
    mjMARK_NONE = 0
    mjMARK_EDGE = 1
    mjMARK_CROSS = 2
    mjMARK_RANDOM = 3

class mjtMeshBuiltin(enum.IntEnum):
    mjMESH_BUILTIN_NONE = 0
    mjMESH_BUILTIN_SPHERE = 1
    mjMESH_BUILTIN_HEMISPHERE = 2
    mjMESH_BUILTIN_CONE = 3
    mjMESH_BUILTIN_SUPERSPHERE = 4
    mjMESH_BUILTIN_SUPERTORUS = 5
    mjMESH_BUILTIN_WEDGE = 6
    mjMESH_BUILTIN_PLATE = 7
    mjMESH_BUILTIN_GRID = 8
    mjMESH_BUILTIN_BOX = 9
    mjMESH_BUILTIN_CYLINDER = 10
    mjMESH_BUILTIN_ELLIPSOID = 11
    mjMESH_BUILTIN_SQUARE = 12
    mjMESH_BUILTIN_DISC = 13

class mjtMeshInertia(enum.IntEnum):
    mjMESH_INERTIA_CONVEX = 0
    mjMESH_INERTIA_EXACT = 1
    mjMESH_INERTIA_LEGACY = 2
    mjMESH_INERTIA_SHELL = 3

class mjtMouse(enum.IntEnum):
    mjMOUSE_NONE = 0
    mjMOUSE_ROTATE_V = 1
    mjMOUSE_ROTATE_H = 2
    mjMOUSE_MOVE_V = 3
    mjMOUSE_MOVE_H = 4
    mjMOUSE_ZOOM = 5
    mjMOUSE_MOVE_V_REL = 6
    mjMOUSE_MOVE_H_REL = 7
    mjMOUSE_TURN_V = 8
    mjMOUSE_TURN_H = 9

class mjtObj(enum.IntEnum):
    mjOBJ_UNKNOWN = 0
    mjOBJ_BODY = 1
    mjOBJ_XBODY = 2
    mjOBJ_JOINT = 3
    mjOBJ_DOF = 4
    mjOBJ_GEOM = 5
    mjOBJ_SITE = 6
    mjOBJ_CAMERA = 7
    mjOBJ_LIGHT = 8
    mjOBJ_FLEX = 9
    mjOBJ_MESH = 10
    mjOBJ_SKIN = 11
    mjOBJ_HFIELD = 12
    mjOBJ_TEXTURE = 13
    mjOBJ_MATERIAL = 14
    mjOBJ_PAIR = 15
    mjOBJ_EXCLUDE = 16
    mjOBJ_EQUALITY = 17
    mjOBJ_TENDON = 18
    mjOBJ_ACTUATOR = 19
    mjOBJ_SENSOR = 20
    mjOBJ_NUMERIC = 21
    mjOBJ_TEXT = 22
    mjOBJ_TUPLE = 23
    mjOBJ_KEY = 24
    mjOBJ_PLUGIN = 25
    mjOBJ_FRAME = 100
    mjOBJ_DEFAULT = 101
    mjOBJ_MODEL = 102
    mjNOBJECT = 26

class mjtOrientation(enum.IntEnum):
    mjORIENTATION_QUAT = 0
    mjORIENTATION_AXISANGLE = 1
    mjORIENTATION_XYAXES = 2
    mjORIENTATION_ZAXIS = 3
    mjORIENTATION_EULER = 4

class mjtPassthrough(enum.IntEnum):
    mjPASSTHROUGH_NONE = 0
    mjPASSTHROUGH_TEXTURES = 1

class mjtPertBit(enum.IntEnum):
    mjPERT_TRANSLATE = 1
    mjPERT_ROTATE = 2

class mjtPluginCapabilityBit(enum.IntEnum):
    mjPLUGIN_ACTUATOR = 1
    mjPLUGIN_SENSOR = 2
    mjPLUGIN_PASSIVE = 4
    mjPLUGIN_SDF = 8

class mjtProjection(enum.IntEnum):
    mjPROJ_PERSPECTIVE = 0
    mjPROJ_ORTHOGRAPHIC = 1

class mjtRayDataField(enum.IntEnum):
    mjRAYDATA_DIST = 0
    mjRAYDATA_DIR = 1
    mjRAYDATA_ORIGIN = 2
    mjRAYDATA_POINT = 3
    mjRAYDATA_NORMAL = 4
    mjRAYDATA_DEPTH = 5
    mjNRAYDATA = 6

class mjtRndFlag(enum.IntEnum):
    mjRND_SHADOW = 0
    mjRND_WIREFRAME = 1
    mjRND_REFLECTION = 2
    mjRND_ADDITIVE = 3
    mjRND_SKYBOX = 4
    mjRND_FOG = 5
    mjRND_HAZE = 6
    mjRND_DEPTH = 7
    mjRND_SEGMENT = 8
    mjRND_IDCOLOR = 9
    mjRND_CULL_FACE = 10
    mjRND_POST_PROCESSING = 11
    mjNRNDFLAG = 12

class mjtSDFType(enum.IntEnum):
    mjSDFTYPE_SINGLE = 0
    mjSDFTYPE_INTERSECTION = 1
    mjSDFTYPE_MIDSURFACE = 2
    mjSDFTYPE_COLLISION = 3

class mjtSameFrame(enum.IntEnum):
    mjSAMEFRAME_NONE = 0
    mjSAMEFRAME_BODY = 1
    mjSAMEFRAME_INERTIA = 2
    mjSAMEFRAME_BODYROT = 3
    mjSAMEFRAME_INERTIAROT = 4

class mjtScaling(enum.IntEnum):
    mjSCALING_SIMILAR = 0
    mjSCALING_GEOMETRY = 1

class mjtSensor(enum.IntEnum):
    mjSENS_TOUCH = 0
    mjSENS_ACCELEROMETER = 1
    mjSENS_VELOCIMETER = 2
    mjSENS_GYRO = 3
    mjSENS_FORCE = 4
    mjSENS_TORQUE = 5
    mjSENS_MAGNETOMETER = 6
    mjSENS_RANGEFINDER = 7
    mjSENS_CAMPROJECTION = 8
    mjSENS_JOINTPOS = 9
    mjSENS_JOINTVEL = 10
    mjSENS_TENDONPOS = 11
    mjSENS_TENDONVEL = 12
    mjSENS_ACTUATORPOS = 13
    mjSENS_ACTUATORVEL = 14
    mjSENS_ACTUATORFRC = 15
    mjSENS_JOINTACTFRC = 16
    mjSENS_TENDONACTFRC = 17
    mjSENS_BALLQUAT = 18
    mjSENS_BALLANGVEL = 19
    mjSENS_JOINTLIMITPOS = 20
    mjSENS_JOINTLIMITVEL = 21
    mjSENS_JOINTLIMITFRC = 22
    mjSENS_TENDONLIMITPOS = 23
    mjSENS_TENDONLIMITVEL = 24
    mjSENS_TENDONLIMITFRC = 25
    mjSENS_FRAMEPOS = 26
    mjSENS_FRAMEQUAT = 27
    mjSENS_FRAMEXAXIS = 28
    mjSENS_FRAMEYAXIS = 29
    mjSENS_FRAMEZAXIS = 30
    mjSENS_FRAMELINVEL = 31
    mjSENS_FRAMEANGVEL = 32
    mjSENS_FRAMELINACC = 33
    mjSENS_FRAMEANGACC = 34
    mjSENS_SUBTREECOM = 35
    mjSENS_SUBTREELINVEL = 36
    mjSENS_SUBTREEANGMOM = 37
    mjSENS_INSIDESITE = 38
    mjSENS_GEOMDIST = 39
    mjSENS_GEOMNORMAL = 40
    mjSENS_GEOMFROMTO = 41
    mjSENS_CONTACT = 42
    mjSENS_E_POTENTIAL = 43
    mjSENS_E_KINETIC = 44
    mjSENS_CLOCK = 45
    mjSENS_TACTILE = 46
    mjSENS_PLUGIN = 47
    mjSENS_USER = 48

class mjtSleepPolicy(enum.IntEnum):
    mjSLEEP_AUTO = 0
    mjSLEEP_AUTO_NEVER = 1
    mjSLEEP_AUTO_ALLOWED = 2
    mjSLEEP_NEVER = 3
    mjSLEEP_ALLOWED = 4
    mjSLEEP_INIT = 5

class mjtSleepState(enum.IntEnum):
    mjS_STATIC = -1
    mjS_ASLEEP = 0
    mjS_AWAKE = 1

class mjtSolver(enum.IntEnum):
    mjSOL_PGS = 0
    mjSOL_CG = 1
    mjSOL_NEWTON = 2

class mjtStage(enum.IntEnum):
    mjSTAGE_NONE = 0
    mjSTAGE_POS = 1
    mjSTAGE_VEL = 2
    mjSTAGE_ACC = 3

class mjtState(enum.IntEnum):
    mjSTATE_TIME = 1
    mjSTATE_QPOS = 2
    mjSTATE_QVEL = 4
    mjSTATE_ACT = 8
    mjSTATE_HISTORY = 16
    mjSTATE_WARMSTART = 32
    mjSTATE_CTRL = 64
    mjSTATE_QFRC_APPLIED = 128
    mjSTATE_XFRC_APPLIED = 256
    mjSTATE_EQ_ACTIVE = 512
    mjSTATE_MOCAP_POS = 1024
    mjSTATE_MOCAP_QUAT = 2048
    mjSTATE_USERDATA = 4096
    mjSTATE_PLUGIN = 8192
    mjSTATE_PLASTIC = 16384
    mjSTATE_PHYSICS = 16414
    mjSTATE_FULLPHYSICS = 24607
    mjSTATE_USER = 8128
    mjSTATE_INTEGRATION = 32767
    mjNSTATE = 15

class mjtStereo(enum.IntEnum):
    mjSTEREO_NONE = 0
    mjSTEREO_QUADBUFFERED = 1
    mjSTEREO_SIDEBYSIDE = 2

class mjtTendon(enum.IntEnum):
    mjTENDON_FIXED = 0
    mjTENDON_SPATIAL = 1

class mjtTexture(enum.IntEnum):
    mjTEXTURE_2D = 0
    mjTEXTURE_CUBE = 1
    mjTEXTURE_SKYBOX = 2

class mjtTextureRole(enum.IntEnum):
    mjTEXROLE_USER = 0
    mjTEXROLE_RGB = 1
    mjTEXROLE_OCCLUSION = 2
    mjTEXROLE_ROUGHNESS = 3
    mjTEXROLE_METALLIC = 4
    mjTEXROLE_NORMAL = 5
    mjTEXROLE_OPACITY = 6
    mjTEXROLE_EMISSIVE = 7
    mjTEXROLE_RGBA = 8
    mjTEXROLE_ORM = 9
    mjNTEXROLE = 10

class mjtTimer(enum.IntEnum):
    mjTIMER_STEP = 0
    mjTIMER_FORWARD = 1
    mjTIMER_INVERSE = 2
    mjTIMER_POSITION = 3
    mjTIMER_VELOCITY = 4
    mjTIMER_ACTUATION = 5
    mjTIMER_CONSTRAINT = 6
    mjTIMER_ADVANCE = 7
    mjTIMER_POS_KINEMATICS = 8
    mjTIMER_POS_INERTIA = 9
    mjTIMER_POS_COLLISION = 10
    mjTIMER_POS_MAKE = 11
    mjTIMER_POS_PROJECT = 12
    mjTIMER_COL_BROAD = 13
    mjTIMER_COL_NARROW = 14
    mjNTIMER = 15

class mjtTrn(enum.IntEnum):
    mjTRN_JOINT = 0
    mjTRN_JOINTINPARENT = 1
    mjTRN_SLIDERCRANK = 2
    mjTRN_TENDON = 3
    mjTRN_SITE = 4
    mjTRN_BODY = 5
    mjTRN_SO3 = 6
    mjTRN_UNDEFINED = 1000

class mjtVisFlag(enum.IntEnum):
    mjVIS_CONVEXHULL = 0
    mjVIS_TEXTURE = 1
    mjVIS_JOINT = 2
    mjVIS_CAMERA = 3
    mjVIS_ACTUATOR = 4
    mjVIS_ACTIVATION = 5
    mjVIS_LIGHT = 6
    mjVIS_TENDON = 7
    mjVIS_RANGEFINDER = 8
    mjVIS_CONSTRAINT = 9
    mjVIS_INERTIA = 10
    mjVIS_SCLINERTIA = 11
    mjVIS_PERTFORCE = 12
    mjVIS_PERTOBJ = 13
    mjVIS_CONTACTPOINT = 14
    mjVIS_ISLAND = 15
    mjVIS_CONTACTFORCE = 16
    mjVIS_CONTACTSPLIT = 17
    mjVIS_TRANSPARENT = 18
    mjVIS_AUTOCONNECT = 19
    mjVIS_COM = 20
    mjVIS_SELECT = 21
    mjVIS_STATIC = 22
    mjVIS_SKIN = 23
    mjVIS_FLEXVERT = 24
    mjVIS_FLEXEDGE = 25
    mjVIS_FLEXFACE = 26
    mjVIS_FLEXSKIN = 27
    mjVIS_BODYBVH = 28
    mjVIS_MESHBVH = 29
    mjVIS_SDFITER = 30
    mjNVISFLAG = 31

class mjtWarning(enum.IntEnum):
    mjWARN_INERTIA = 0
    mjWARN_CONTACTFULL = 1
    mjWARN_CNSTRFULL = 2
    mjWARN_BADQPOS = 3
    mjWARN_BADQVEL = 4
    mjWARN_BADQACC = 5
    mjWARN_BADCTRL = 6
    mjNWARNING = 7

class mjtWrap(enum.IntEnum):
    mjWRAP_NONE = 0
    mjWRAP_JOINT = 1
    mjWRAP_PULLEY = 2
    mjWRAP_SITE = 3
    mjWRAP_SPHERE = 4
    mjWRAP_CYLINDER = 5

class MjOption:
    ccd_iterations: int
    """most iterations for a pair of convex geoms"""
    ccd_tolerance: float
    """accuracy of distances between convex geoms"""
    cone: int
    """friction cones, a [`ConeType`](super::ConeType)"""
    density: float
    """density of the medium"""
    disableactuator: int
    """actuator groups that are switched off, as bits"""
    disableflags: int
    """parts that are switched off, as bits"""
    enableflags: int
    """optional parts that are switched on, as bits"""
    gravity: NDArray[np.float64]
    """gravitational acceleration"""
    impratio: float
    """how much harder friction is than the normal force, for elliptic cones"""
    integrator: int
    """integrator, an [`Integrator`](super::Integrator)"""
    iterations: int
    """most iterations of the solver"""
    jacobian: int
    """form of the constraint Jacobian, a [`JacobianType`](super::JacobianType)"""
    ls_iterations: int
    """most evaluations of a line search"""
    ls_tolerance: float
    """slope that a line search may leave, relative to `tolerance`"""
    magnetic: NDArray[np.float64]
    """magnetic flux, for magnetometers"""
    noslip_iterations: int
    """most iterations of the noslip pass; 0: none"""
    noslip_tolerance: float
    """what the noslip pass may leave unimproved"""
    o_friction: NDArray[np.float64]
    """friction of every contact, if overridden"""
    o_margin: float
    """margin of every contact, if overridden"""
    o_solimp: NDArray[np.float64]
    """`solimp` of every contact, if overridden"""
    o_solref: NDArray[np.float64]
    """`solref` of every contact, if overridden"""
    sdf_initpoints: int
    """points from which signed distance fields are descended"""
    sdf_iterations: int
    """most steps of such a descent"""
    sleep_tolerance: float
    """speed below which a tree may fall asleep"""
    solver: int
    """solver, a [`SolverType`](super::SolverType)"""
    timestep: float
    """seconds that a step advances"""
    tolerance: float
    """what the solver may leave unimproved, relative to the inertia"""
    viscosity: float
    """viscosity of the medium"""
    wind: NDArray[np.float64]
    """velocity of the medium"""

class MjStatistic:
    center: NDArray[np.float64]
    """its centre"""
    extent: float
    """size of the whole model"""
    meaninertia: float
    """mean of the inertia's diagonal"""
    meanmass: float
    """mean mass of a body"""
    meansize: float
    """mean size of a body"""

class MjVisualGlobal:
    azimuth: float
    """azimuth of the free camera at the start, in degrees"""
    bvactive: int
    """1 to draw bounding volumes that were checked"""
    cameraid: int
    """camera at the start; -1: the free one"""
    elevation: float
    """elevation of the free camera at the start, in degrees"""
    ellipsoidinertia: int
    """inertia drawn as boxes (0) or ellipsoids (1)"""
    fovy: float
    """vertical field of view of the free camera: degrees, or length if orthographic"""
    glow: float
    """glow of the selected body"""
    ipd: float
    """distance of the eyes of the free camera"""
    linewidth: float
    """width of lines"""
    offheight: int
    """height of pictures that are not on screen"""
    offwidth: int
    """width of pictures that are not on screen"""
    orthographic: int
    """1 if the free camera is orthographic"""
    realtime: float
    """speed at the start; 1: real time"""

class MjVisualQuality:
    numquads: int
    """parts of a side of a box"""
    numslices: int
    """meridians of round shapes"""
    numstacks: int
    """parallels of round shapes"""
    offsamples: int
    """samples per pixel of pictures that are not on screen"""
    shadowsize: int
    """pixels of a side of the shadow map"""

class MjVisualHeadlight:
    active: int
    """light at the camera: 0 off, 1 on, 2 if there is no other"""
    ambient: NDArray[np.float32]
    """ambient rgb (alpha=1)"""
    diffuse: NDArray[np.float32]
    """diffuse rgb (alpha=1)"""
    specular: NDArray[np.float32]
    """specular rgb (alpha=1)"""

class MjVisualMap:
    actuatortendon: float
    """width of tendons with an actuator, relative to their own"""
    alpha: float
    """opacity of geoms drawn transparent"""
    fogend: float
    """where fog is full, in extents of the model"""
    fogstart: float
    """where fog begins, in extents of the model"""
    force: float
    """length of a unit force"""
    haze: float
    """haze ratio"""
    shadowclip: float
    """reach of shadows of directional lights, in extents of the model"""
    shadowscale: float
    """share of a spot light's cone with shadows"""
    stiffness: float
    """stiffness of dragging by mouse"""
    stiffnessrot: float
    """stiffness of turning by mouse"""
    torque: float
    """length of a unit torque"""
    zfar: float
    """furthest distance drawn, in extents of the model"""
    znear: float
    """nearest distance drawn, in extents of the model"""

class MjVisualScale:
    actuatorlength: float
    """actuator length"""
    actuatorwidth: float
    """actuator width"""
    camera: float
    """camera object"""
    com: float
    """com radius"""
    connect: float
    """width of lines between joints"""
    constraint: float
    """constraint width"""
    contactheight: float
    """contact height"""
    contactwidth: float
    """contact width"""
    forcewidth: float
    """width of force arrow"""
    framelength: float
    """bodyframe axis length"""
    framewidth: float
    """bodyframe axis width"""
    frustum: float
    """frustum zfar plane"""
    jointlength: float
    """joint length"""
    jointwidth: float
    """joint width"""
    light: float
    """light object"""
    selectpoint: float
    """selection point"""
    slidercrank: float
    """slidercrank width"""

class MjVisualRgba:
    actuator: NDArray[np.float32]
    """actuator, neutral"""
    actuatornegative: NDArray[np.float32]
    """actuator, negative limit"""
    actuatorpositive: NDArray[np.float32]
    """actuator, positive limit"""
    bv: NDArray[np.float32]
    """bounding volume"""
    bvactive: NDArray[np.float32]
    """active bounding volume"""
    camera: NDArray[np.float32]
    """camera object"""
    com: NDArray[np.float32]
    """center of mass"""
    connect: NDArray[np.float32]
    """auto connect"""
    constraint: NDArray[np.float32]
    """constraint"""
    contactforce: NDArray[np.float32]
    """contact force"""
    contactfriction: NDArray[np.float32]
    """contact friction force"""
    contactgap: NDArray[np.float32]
    """contact point in gap"""
    contactpoint: NDArray[np.float32]
    """contact point"""
    contacttorque: NDArray[np.float32]
    """contact torque"""
    crankbroken: NDArray[np.float32]
    """slider-crank whose rod is too short"""
    fog: NDArray[np.float32]
    """fog"""
    force: NDArray[np.float32]
    """external force"""
    frustum: NDArray[np.float32]
    """camera frustum"""
    haze: NDArray[np.float32]
    """haze"""
    inertia: NDArray[np.float32]
    """inertia box"""
    joint: NDArray[np.float32]
    """joint"""
    light: NDArray[np.float32]
    """light object"""
    rangefinder: NDArray[np.float32]
    """rangefinder ray"""
    selectpoint: NDArray[np.float32]
    """selection point"""
    slidercrank: NDArray[np.float32]
    """slidercrank"""

class MjVisual:
    global_: MjVisualGlobal
    quality: MjVisualQuality
    headlight: MjVisualHeadlight
    map: MjVisualMap
    scale: MjVisualScale
    rgba: MjVisualRgba

class MjContact:
    def __getattr__(self, name: str) -> Any: ...

class _MjStat:
    def __getattr__(self, name: str) -> Any: ...

class _MjContactList:
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[MjContact]: ...
    def __getitem__(self, index: int) -> MjContact: ...
    def __getattr__(self, name: str) -> Any: ...

class _MjStatList:
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[_MjStat]: ...
    def __getitem__(self, index: int) -> _MjStat: ...
    def __getattr__(self, name: str) -> Any: ...

class GLContext:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def __getattr__(self, name: str) -> Any: ...

class MjLROpt:
    mode: int
    useexisting: int
    uselimit: int
    accel: float
    maxforce: float
    timeconst: float
    timestep: float
    inttotal: float
    interval: float
    tolrange: float

class MjSolverStat:
    improvement: float
    gradient: float
    lineslope: float
    nactive: int
    nchange: int
    neval: int
    nupdate: int

class MjSpec:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def __getattr__(self, name: str) -> Any: ...

class MjTimerStat:
    duration: float
    number: int

class MjWarningStat:
    lastinfo: int
    number: int

class MjrContext:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def __getattr__(self, name: str) -> Any: ...

class MjrRect:
    left: int
    bottom: int
    width: int
    height: int

class MjvCamera:
    type: int
    fixedcamid: int
    trackbodyid: int
    lookat: NDArray[np.float64]
    distance: float
    azimuth: float
    elevation: float
    orthographic: int

class MjvFigure:
    title: str
    xlabel: str
    xformat: str
    yformat: str
    minwidth: str

class MjvGLCamera:
    pos: NDArray[np.float64]
    forward: NDArray[np.float64]
    up: NDArray[np.float64]
    frustum_center: float
    frustum_width: float
    frustum_bottom: float
    frustum_top: float
    frustum_near: float
    frustum_far: float
    orthographic: int

class MjvGeom:
    type: int
    dataid: int
    objtype: int
    objid: int
    category: int
    matid: int
    texcoord: int
    segid: int
    size: NDArray[np.float64]
    pos: NDArray[np.float64]
    mat: NDArray[np.float64]
    rgba: NDArray[np.float64]
    emission: float
    specular: float
    shininess: float
    reflectance: float
    label: str
    camdist: float
    modelrbound: float
    transparent: int

class MjvLight:
    id: int
    pos: NDArray[np.float64]
    dir: NDArray[np.float64]
    type: int
    attenuation: NDArray[np.float64]
    cutoff: float
    exponent: float
    ambient: NDArray[np.float64]
    diffuse: NDArray[np.float64]
    specular: NDArray[np.float64]
    headlight: int
    castshadow: int
    bulbradius: float
    intensity: float
    range: float

class MjvOption:
    label: int
    frame: int
    geomgroup: NDArray[np.int32]
    sitegroup: NDArray[np.int32]
    jointgroup: NDArray[np.int32]
    tendongroup: NDArray[np.int32]
    actuatorgroup: NDArray[np.int32]
    flexgroup: NDArray[np.int32]
    skingroup: NDArray[np.int32]
    flags: NDArray[np.int32]
    bvh_depth: int
    flex_layer: int

class MjvPerturb:
    select: int
    flexselect: int
    skinselect: int
    active: int
    active2: int
    refpos: NDArray[np.float64]
    refquat: NDArray[np.float64]
    refselpos: NDArray[np.float64]
    localpos: NDArray[np.float64]
    localmass: float
    scale: float

class MjvScene:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def __getattr__(self, name: str) -> Any: ...

class Renderer:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def __getattr__(self, name: str) -> Any: ...

class MjVfs:
    def __setitem__(self, name: str, content: bytes | str) -> None: ...
    def __delitem__(self, name: str) -> None: ...
    def __contains__(self, name: object) -> bool: ...
    def __enter__(self) -> MjVfs: ...
    def __exit__(self, *_: Any) -> None: ...
    def close(self) -> None: ...

MJTNUM_DTYPE: type[np.float64]

class MjModel:
    nB: int
    """entries of the matrix of which dofs concern which bodies"""
    nC: int
    """entries of the lower triangle of the inertia"""
    nD: int
    """entries of a matrix that couples every dof with its ancestors and descendants"""
    nJfe: int
    """entries of the sparse flexedge Jacobian matrix"""
    nJmom: int
    """entries of the sparse actuator_moment matrix"""
    nJten: int
    """entries of the sparse ten_J matrix"""
    nM: int
    """entries of the inertia matrix in the old layout"""
    na: int
    """length of `act`"""
    nactuator: int
    """how many actuators"""
    narena: int
    """bytes that MuJoCo would set aside for a step"""
    nbody: int
    """how many bodies"""
    nbuffer: int
    """bytes of all columns"""
    nbvh: int
    """bounding volumes in all"""
    nbvhdynamic: int
    """bounding volumes that are refitted while simulating"""
    nbvhstatic: int
    """bounding volumes that never change their shape"""
    ncam: int
    """how many cameras"""
    nefm0L: int
    """how many non-zeros in the constant metric factor"""
    nefm0dof: int
    """how many dofs covered by the constant metric factor"""
    nefmCvert: int
    """how many sparse metric factor ordering slots"""
    nemax: int
    """rows that all equality constraints could make"""
    neq: int
    """how many equality constraints"""
    nexclude: int
    """how many excluded geom pairs"""
    nflex: int
    """how many flexes"""
    nflexbending: int
    """how many bending parameters in all flexes"""
    nflexedge: int
    """how many edges in all flexes"""
    nflexelem: int
    """how many elements in all flexes"""
    nflexelemdata: int
    """how many element vertex ids in all flexes"""
    nflexelemedge: int
    """how many element edge ids in all flexes"""
    nflexnode: int
    """how many dofs in all flexes"""
    nflexshelldata: int
    """how many shell fragment vertex ids in all flexes"""
    nflexstiffness: int
    """how many stiffness parameters in all flexes"""
    nflextexcoord: int
    """how many vertices with texture coordinates"""
    nflexvert: int
    """how many vertices in all flexes"""
    ngeom: int
    """how many geoms"""
    ngravcomp: int
    """bodies with gravity compensation"""
    nhfield: int
    """how many heightfields"""
    nhfielddata: int
    """how many data points in all heightfields"""
    nhistory: int
    """numbers in history buffer"""
    njnt: int
    """how many joints"""
    nkey: int
    """how many keyframes"""
    nlight: int
    """how many lights"""
    nmat: int
    """how many materials"""
    nmesh: int
    """how many meshes"""
    nmeshdegmax: int
    """maximum number of edges adjacent to a mesh vertex"""
    nmeshface: int
    """how many triangular faces in all meshes"""
    nmeshgraph: int
    """integers that describe convex hulls"""
    nmeshnormal: int
    """how many normals in all meshes"""
    nmeshpoly: int
    """how many polygons in all meshes"""
    nmeshpolymap: int
    """how many polygons in vertex map"""
    nmeshpolyvert: int
    """how many vertices in all polygons"""
    nmeshtexcoord: int
    """how many texcoords in all meshes"""
    nmeshvert: int
    """how many vertices in all meshes"""
    nmocap: int
    """how many mocap bodies"""
    nnames: int
    """bytes of all names"""
    nnames_map: int
    """slots of the hash map of names"""
    nnumeric: int
    """how many numeric custom fields"""
    nnumericdata: int
    """numbers in all numeric fields"""
    noct: int
    """how many total octree cells in all meshes"""
    nout: int
    """scalar forces that actuators put out"""
    npair: int
    """how many predefined geom pairs"""
    npaths: int
    """bytes of all paths"""
    nplastic: int
    """numbers in plastic state vector"""
    nplugin: int
    """how many plugin instances"""
    npluginattr: int
    """bytes of all plugin config attributes"""
    npluginstate: int
    """numbers in plugin state vector"""
    npolygonmax: int
    """maximum number of vertices in a mesh polygon"""
    nq: int
    """length of `qpos`"""
    nsensor: int
    """how many sensors"""
    nsensordata: int
    """numbers in sensor data vector"""
    nsite: int
    """how many sites"""
    nskin: int
    """how many skins"""
    nskinbone: int
    """how many bones in all skins"""
    nskinbonevert: int
    """how many vertices in all skin bones"""
    nskinface: int
    """how many triangular faces in all skins"""
    nskintexvert: int
    """how many vertices with texcoords in all skins"""
    nskinvert: int
    """how many vertices in all skins"""
    ntendon: int
    """how many tendons"""
    ntex: int
    """how many textures"""
    ntexdata: int
    """how many bytes in texture rgb data"""
    ntext: int
    """how many text custom fields"""
    ntextdata: int
    """how many mjtBytes in all text fields"""
    ntree: int
    """kinematic trees"""
    ntuple: int
    """how many tuple custom fields"""
    ntupledata: int
    """how many objects in all tuple fields"""
    nu: int
    """length of `ctrl`"""
    nuser_actuator: int
    """user numbers of each actuator"""
    nuser_body: int
    """user numbers of each body"""
    nuser_cam: int
    """user numbers of each cam"""
    nuser_geom: int
    """user numbers of each geom"""
    nuser_jnt: int
    """user numbers of each jnt"""
    nuser_sensor: int
    """user numbers of each sensor"""
    nuser_site: int
    """user numbers of each site"""
    nuser_tendon: int
    """user numbers of each tendon"""
    nuserdata: int
    """numbers in the user"""
    nv: int
    """length of `qvel`: degrees of freedom"""
    nwrap: int
    """how many wrap objects in all tendon paths"""
    qpos0: NDArray[np.float64]
    """the reference configuration; (nq,)"""
    qpos_spring: NDArray[np.float64]
    """configuration at which joint springs are at rest; (nq,)"""
    body_parentid: NDArray[np.int32]
    """the body it hangs on; (nbody,)"""
    body_rootid: NDArray[np.int32]
    """the child of the world that it descends from; (nbody,)"""
    body_weldid: NDArray[np.int32]
    """topmost ancestor that it cannot move against; a mocap body is its own; (nbody,)"""
    body_mocapid: NDArray[np.int32]
    """its place in `mocap_pos`; -1 for an ordinary body; (nbody,)"""
    body_jntnum: NDArray[np.int32]
    """how many joints it has; (nbody,)"""
    body_jntadr: NDArray[np.int32]
    """first of its joints; -1 if it has none; (nbody,)"""
    body_dofnum: NDArray[np.int32]
    """how many dofs it has; (nbody,)"""
    body_dofadr: NDArray[np.int32]
    """first of its dofs; -1 if it has none; (nbody,)"""
    body_treeid: NDArray[np.int32]
    """the kinematic tree it belongs to; -1 if it cannot move; (nbody,)"""
    body_geomnum: NDArray[np.int32]
    """how many geoms; (nbody,)"""
    body_geomadr: NDArray[np.int32]
    """first of its geoms; -1 if it has none; (nbody,)"""
    body_simple: NDArray[np.uint8]
    """1 if its inertia is diagonal, 2 if it only slides besides; (nbody,)"""
    body_sameframe: NDArray[np.uint8]
    """which frame its inertial frame coincides with; (nbody,)"""
    body_pos: NDArray[np.float64]
    """position in the parent's frame; (nbody, 3)"""
    body_quat: NDArray[np.float64]
    """orientation in the parent's frame; (nbody, 4)"""
    body_ipos: NDArray[np.float64]
    """centre of mass in its own frame; (nbody, 3)"""
    body_iquat: NDArray[np.float64]
    """principal axes in its own frame; (nbody, 4)"""
    body_mass: NDArray[np.float64]
    """mass; (nbody,)"""
    body_subtreemass: NDArray[np.float64]
    """mass of everything that hangs on it, itself included; (nbody,)"""
    body_inertia: NDArray[np.float64]
    """principal moments of inertia; (nbody, 3)"""
    body_invweight0: NDArray[np.float64]
    """mean inverse inertia at `qpos0`: translation, rotation; (nbody, 2)"""
    body_gravcomp: NDArray[np.float64]
    """share of its weight that is compensated; (nbody,)"""
    body_margin: NDArray[np.float64]
    """largest margin plus gap of its geoms; (nbody,)"""
    body_user: NDArray[np.float64]
    """the user's own numbers; (nbody, nuser_body)"""
    body_plugin: NDArray[np.int32]
    """its plugin instance; -1 for none; (nbody,)"""
    body_contype: NDArray[np.int32]
    """all contact types of its geoms together; (nbody,)"""
    body_conaffinity: NDArray[np.int32]
    """all contact affinities of its geoms together; (nbody,)"""
    body_bvhadr: NDArray[np.int32]
    """root of its bounding volume hierarchy; (nbody,)"""
    body_bvhnum: NDArray[np.int32]
    """how many bounding volumes; (nbody,)"""
    bvh_depth: NDArray[np.int32]
    """depth in the bounding volume hierarchy; (nbvh,)"""
    bvh_child: NDArray[np.int32]
    """the two volumes inside it; (nbvh, 2)"""
    bvh_nodeid: NDArray[np.int32]
    """the geom or element it bounds; -1 inside the hierarchy; (nbvh,)"""
    bvh_aabb: NDArray[np.float64]
    """box in the local frame: centre, half sizes; (nbvhstatic, 6)"""
    oct_depth: NDArray[np.int32]
    """depth in the octree; (noct,)"""
    oct_child: NDArray[np.int32]
    """children of octree node; (noct, 8)"""
    oct_aabb: NDArray[np.float64]
    """octree node bounding box (center, size); (noct, 6)"""
    oct_coeff: NDArray[np.float64]
    """octree interpolation coefficients; (noct, 8)"""
    jnt_type: NDArray[np.int32]
    """type of joint, a `mjtJoint`; (njnt,)"""
    jnt_qposadr: NDArray[np.int32]
    """where its coordinates start in `qpos`; (njnt,)"""
    jnt_dofadr: NDArray[np.int32]
    """its first dof; (njnt,)"""
    jnt_bodyid: NDArray[np.int32]
    """the body it belongs to; (njnt,)"""
    jnt_actuatorid: NDArray[np.int32]
    """actuator whose damping and armature it takes on; -1 for none; (njnt,)"""
    jnt_group: NDArray[np.int32]
    """group, for showing and hiding; (njnt,)"""
    jnt_plasticadr: NDArray[np.int32]
    """its place in `plastic`; -1 if it is elastic; (njnt,)"""
    jnt_limited: NDArray[np.bool_]
    """whether it has limits; (njnt,)"""
    jnt_actfrclimited: NDArray[np.bool_]
    """whether the sum of actuator forces on it is bounded; (njnt,)"""
    jnt_actgravcomp: NDArray[np.bool_]
    """whether its gravity compensation counts as actuator force; (njnt,)"""
    jnt_solref: NDArray[np.float64]
    """`solref` of its limit; (njnt, 2)"""
    jnt_solimp: NDArray[np.float64]
    """`solimp` of its limit; (njnt, 5)"""
    jnt_pos: NDArray[np.float64]
    """anchor in the body's frame; (njnt, 3)"""
    jnt_axis: NDArray[np.float64]
    """axis in the body's frame; (njnt, 3)"""
    jnt_stiffness: NDArray[np.float64]
    """coefficient of the linear stiffness; (njnt,)"""
    jnt_stiffnesspoly: NDArray[np.float64]
    """coefficients of higher powers of the stiffness; (njnt, 2)"""
    jnt_springyield: NDArray[np.float64]
    """force at which the spring yields; 0 if it is elastic; (njnt,)"""
    jnt_range: NDArray[np.float64]
    """joint limits; (njnt, 2)"""
    jnt_actfrcrange: NDArray[np.float64]
    """bounds of the sum of actuator forces on it; (njnt, 2)"""
    jnt_margin: NDArray[np.float64]
    """how close to a limit it becomes active; (njnt,)"""
    jnt_user: NDArray[np.float64]
    """the user's own numbers; (njnt, nuser_jnt)"""
    dof_bodyid: NDArray[np.int32]
    """the body it belongs to; (nv,)"""
    dof_jntid: NDArray[np.int32]
    """the joint it belongs to; (nv,)"""
    dof_parentid: NDArray[np.int32]
    """the dof before it in its chain; -1 at the root; (nv,)"""
    dof_treeid: NDArray[np.int32]
    """the kinematic tree it belongs to; (nv,)"""
    dof_Madr: NDArray[np.int32]
    """address of its diagonal entry in the old layout of the inertia; (nv,)"""
    dof_simplenum: NDArray[np.int32]
    """dofs from here on that need no chain; (nv,)"""
    dof_solref: NDArray[np.float64]
    """`solref` of its frictionloss; (nv, 2)"""
    dof_solimp: NDArray[np.float64]
    """`solimp` of its frictionloss; (nv, 5)"""
    dof_frictionloss: NDArray[np.float64]
    """dof friction loss; (nv,)"""
    dof_armature: NDArray[np.float64]
    """inertia of the rotor, added to the diagonal; (nv,)"""
    dof_damping: NDArray[np.float64]
    """coefficient of the linear damping; (nv,)"""
    dof_dampingpoly: NDArray[np.float64]
    """coefficients of higher powers of the damping; (nv, 2)"""
    dof_invweight0: NDArray[np.float64]
    """its diagonal entry of the inverse inertia at `qpos0`; (nv,)"""
    dof_M0: NDArray[np.float64]
    """its diagonal entry of the inertia at `qpos0`; (nv,)"""
    dof_length: NDArray[np.float64]
    """length that turns its velocity into that of its geoms; 1 for a translation; (nv,)"""
    tree_bodyadr: NDArray[np.int32]
    """first of its bodies; (ntree,)"""
    tree_bodynum: NDArray[np.int32]
    """how many bodies in tree; (ntree,)"""
    tree_dofadr: NDArray[np.int32]
    """first of its dofs; (ntree,)"""
    tree_dofnum: NDArray[np.int32]
    """how many dofs in tree; (ntree,)"""
    tree_sleep_policy: NDArray[np.int32]
    """sleep policy, a `mjtSleepPolicy`; (ntree,)"""
    geom_type: NDArray[np.int32]
    """geometric type, a `mjtGeom`; (ngeom,)"""
    geom_contype: NDArray[np.int32]
    """bits that say what it is to others; (ngeom,)"""
    geom_conaffinity: NDArray[np.int32]
    """bits that say what it collides with; (ngeom,)"""
    geom_condim: NDArray[np.int32]
    """dimensions of its contact forces; (ngeom,)"""
    geom_bodyid: NDArray[np.int32]
    """the body it belongs to; (ngeom,)"""
    geom_dataid: NDArray[np.int32]
    """its mesh or height field; -1 for none; (ngeom,)"""
    geom_matid: NDArray[np.int32]
    """its material; -1 for none; (ngeom,)"""
    geom_group: NDArray[np.int32]
    """group, for showing and hiding; (ngeom,)"""
    geom_priority: NDArray[np.int32]
    """which geom of a pair sets the contact parameters; (ngeom,)"""
    geom_plugin: NDArray[np.int32]
    """its plugin instance; -1 for none; (ngeom,)"""
    geom_sameframe: NDArray[np.uint8]
    """same frame as body, a `mjtSameframe`; (ngeom,)"""
    geom_castshadow: NDArray[np.bool_]
    """does geom cast shadows; (ngeom,)"""
    geom_solmix: NDArray[np.float64]
    """its weight when contact parameters are mixed; (ngeom,)"""
    geom_solref: NDArray[np.float64]
    """`solref` of its contact; (ngeom, 2)"""
    geom_solimp: NDArray[np.float64]
    """`solimp` of its contact; (ngeom, 5)"""
    geom_size: NDArray[np.float64]
    """sizes, as its type needs them; (ngeom, 3)"""
    geom_aabb: NDArray[np.float64]
    """box around it: centre, half sizes; (ngeom, 6)"""
    geom_rbound: NDArray[np.float64]
    """radius of the sphere around it; (ngeom,)"""
    geom_pos: NDArray[np.float64]
    """position in the body's frame; (ngeom, 3)"""
    geom_quat: NDArray[np.float64]
    """orientation in the body's frame; (ngeom, 4)"""
    geom_friction: NDArray[np.float64]
    """friction: sliding, spinning, rolling; (ngeom, 3)"""
    geom_margin: NDArray[np.float64]
    """how much it is inflated for contact; (ngeom,)"""
    geom_gap: NDArray[np.float64]
    """distance beyond the margin at which contacts are found but make no force; (ngeom,)"""
    geom_surfacevel: NDArray[np.float64]
    """velocity of its surface in its own frame: linear, angular; (ngeom, 6)"""
    geom_adhesion: NDArray[np.float64]
    """adhesive force of its contacts; (ngeom,)"""
    geom_fluid: NDArray[np.float64]
    """fluid interaction parameters; (ngeom, 12)"""
    geom_user: NDArray[np.float64]
    """the user's own numbers; (ngeom, nuser_geom)"""
    geom_rgba: NDArray[np.float32]
    """colour where it has no material; (ngeom, 4)"""
    site_type: NDArray[np.int32]
    """geom type for rendering, a `mjtGeom`; (nsite,)"""
    site_bodyid: NDArray[np.int32]
    """the body it belongs to; (nsite,)"""
    site_dataid: NDArray[np.int32]
    """id of site's mesh; -1: none; (nsite,)"""
    site_matid: NDArray[np.int32]
    """its material; -1 for none; (nsite,)"""
    site_group: NDArray[np.int32]
    """group, for showing and hiding; (nsite,)"""
    site_sameframe: NDArray[np.uint8]
    """same frame as body, a `mjtSameframe`; (nsite,)"""
    site_size: NDArray[np.float64]
    """sizes, as its type needs them; (nsite, 3)"""
    site_pos: NDArray[np.float64]
    """position in the body's frame; (nsite, 3)"""
    site_quat: NDArray[np.float64]
    """orientation in the body's frame; (nsite, 4)"""
    site_user: NDArray[np.float64]
    """the user's own numbers; (nsite, nuser_site)"""
    site_rgba: NDArray[np.float32]
    """colour where it has no material; (nsite, 4)"""
    cam_mode: NDArray[np.int32]
    """camera tracking mode, a `mjtCamLight`; (ncam,)"""
    cam_bodyid: NDArray[np.int32]
    """the body it belongs to; (ncam,)"""
    cam_targetbodyid: NDArray[np.int32]
    """the body it looks at; -1 for none; (ncam,)"""
    cam_pos: NDArray[np.float64]
    """position in the body's frame; (ncam, 3)"""
    cam_quat: NDArray[np.float64]
    """orientation in the body's frame; (ncam, 4)"""
    cam_poscom0: NDArray[np.float64]
    """position relative to the subtree's com at `qpos0`; (ncam, 3)"""
    cam_pos0: NDArray[np.float64]
    """position relative to the body at `qpos0`, in the world; (ncam, 3)"""
    cam_mat0: NDArray[np.float64]
    """orientation at `qpos0`; (ncam, 9)"""
    cam_projection: NDArray[np.int32]
    """projection type, a `mjtProjection`; (ncam,)"""
    cam_fovy: NDArray[np.float64]
    """vertical field of view: degrees, or length if orthographic; (ncam,)"""
    cam_ipd: NDArray[np.float64]
    """distance of the two eyes; (ncam,)"""
    cam_resolution: NDArray[np.int32]
    """resolution: pixels [width, height]; (ncam, 2)"""
    cam_output: NDArray[np.int32]
    """output types (mjtCamOut bit flags); (ncam,)"""
    cam_sensorsize: NDArray[np.float32]
    """sensor size: length [width, height]; (ncam, 2)"""
    cam_intrinsic: NDArray[np.float32]
    """[focal length; principal point]; (ncam, 4)"""
    cam_user: NDArray[np.float64]
    """the user's own numbers; (ncam, nuser_cam)"""
    light_mode: NDArray[np.int32]
    """light tracking mode, a `mjtCamLight`; (nlight,)"""
    light_bodyid: NDArray[np.int32]
    """the body it belongs to; (nlight,)"""
    light_targetbodyid: NDArray[np.int32]
    """the body it shines on; -1 for none; (nlight,)"""
    light_type: NDArray[np.int32]
    """spot, directional, etc., a `mjtLightType`; (nlight,)"""
    light_texid: NDArray[np.int32]
    """texture id for image lights; (nlight,)"""
    light_castshadow: NDArray[np.bool_]
    """does light cast shadows; (nlight,)"""
    light_bulbradius: NDArray[np.float32]
    """light radius for soft shadows; (nlight,)"""
    light_intensity: NDArray[np.float32]
    """intensity, in candela; (nlight,)"""
    light_range: NDArray[np.float32]
    """range of effectiveness; (nlight,)"""
    light_active: NDArray[np.bool_]
    """is light on; (nlight,)"""
    light_pos: NDArray[np.float64]
    """position in the body's frame; (nlight, 3)"""
    light_dir: NDArray[np.float64]
    """direction in the body's frame; (nlight, 3)"""
    light_poscom0: NDArray[np.float64]
    """position relative to the subtree's com at `qpos0`; (nlight, 3)"""
    light_pos0: NDArray[np.float64]
    """position relative to the body at `qpos0`, in the world; (nlight, 3)"""
    light_dir0: NDArray[np.float64]
    """direction at `qpos0`; (nlight, 3)"""
    light_attenuation: NDArray[np.float32]
    """OpenGL attenuation (quadratic model); (nlight, 3)"""
    light_cutoff: NDArray[np.float32]
    """OpenGL cutoff; (nlight,)"""
    light_softness: NDArray[np.float32]
    """spotlight edge softness; (nlight,)"""
    light_exponent: NDArray[np.float32]
    """OpenGL exponent; (nlight,)"""
    light_ambient: NDArray[np.float32]
    """ambient rgb (alpha=1); (nlight, 3)"""
    light_diffuse: NDArray[np.float32]
    """diffuse rgb (alpha=1); (nlight, 3)"""
    light_specular: NDArray[np.float32]
    """specular rgb (alpha=1); (nlight, 3)"""
    flex_contype: NDArray[np.int32]
    """flex contact type; (nflex,)"""
    flex_conaffinity: NDArray[np.int32]
    """flex contact affinity; (nflex,)"""
    flex_condim: NDArray[np.int32]
    """contact dimensionality (1, 3, 4, 6); (nflex,)"""
    flex_priority: NDArray[np.int32]
    """flex contact priority; (nflex,)"""
    flex_solmix: NDArray[np.float64]
    """mix coef for solref/imp in contact pair; (nflex,)"""
    flex_solref: NDArray[np.float64]
    """`solref` of its contact; (nflex, 2)"""
    flex_solimp: NDArray[np.float64]
    """`solimp` of its contact; (nflex, 5)"""
    flex_friction: NDArray[np.float64]
    """friction for (slide, spin, roll); (nflex, 3)"""
    flex_margin: NDArray[np.float64]
    """how much it is inflated for contact; (nflex,)"""
    flex_gap: NDArray[np.float64]
    """distance beyond the margin at which contacts are found but make no force; (nflex,)"""
    flex_selfcollide: NDArray[np.int32]
    """self collision mode, a `mjtFlexSelf`; (nflex,)"""
    flex_activelayers: NDArray[np.int32]
    """how many active element layers, 3D only; (nflex,)"""
    flex_passive: NDArray[np.int32]
    """passive collisions enabled; (nflex,)"""
    flex_dim: NDArray[np.int32]
    """1: lines, 2: triangles, 3: tetrahedra; (nflex,)"""
    flex_matid: NDArray[np.int32]
    """its material; -1 for none; (nflexelem,)"""
    flex_group: NDArray[np.int32]
    """group, for showing and hiding; (nflex,)"""
    flex_interp: NDArray[np.int32]
    """interpolation (0: vertex, 1: nodes); (nflex,)"""
    flex_cellnum: NDArray[np.int32]
    """finite cell num per dimension; (nflex, 3)"""
    flex_nodeadr: NDArray[np.int32]
    """address of its first node; (nflex,)"""
    flex_nodenum: NDArray[np.int32]
    """how many nodes; (nflex,)"""
    flex_vertadr: NDArray[np.int32]
    """address of its first vertex; (nflex,)"""
    flex_vertnum: NDArray[np.int32]
    """how many vertices; (nflex,)"""
    flex_edgeadr: NDArray[np.int32]
    """address of its first edge; (nflex,)"""
    flex_edgenum: NDArray[np.int32]
    """how many edges; (nflex,)"""
    flex_elemadr: NDArray[np.int32]
    """address of its first element; (nflex,)"""
    flex_elemnum: NDArray[np.int32]
    """how many elements; (nflex,)"""
    flex_elemdataadr: NDArray[np.int32]
    """first element vertex id address; (nflex,)"""
    flex_stiffnessadr: NDArray[np.int32]
    """stiffness matrix address; (nflex,)"""
    flex_elemedgeadr: NDArray[np.int32]
    """first element edge id address; (nflex,)"""
    flex_bendingadr: NDArray[np.int32]
    """first bending data address; (nflex,)"""
    flex_plasticadr: NDArray[np.int32]
    """plastic state address; -1: elastic; (nflex,)"""
    flex_plasticmode: NDArray[np.int32]
    """plastic state bits; 1: bend, 2: stretch; (nflex,)"""
    flex_shellnum: NDArray[np.int32]
    """how many shells; (nflex,)"""
    flex_shelldataadr: NDArray[np.int32]
    """first shell data address; (nflex,)"""
    flex_texcoordadr: NDArray[np.int32]
    """address in flex_texcoord; -1: none; (nflex,)"""
    flex_nodebodyid: NDArray[np.int32]
    """node body ids; (nflexnode,)"""
    flex_vertbodyid: NDArray[np.int32]
    """vertex body ids; (nflexvert,)"""
    flex_vertcell: NDArray[np.int32]
    """finite cell index for vertex; -1: none; (nflexvert,)"""
    flex_edge: NDArray[np.int32]
    """edge vertex ids (2 per edge); (nflexedge, 2)"""
    flex_edgeflap: NDArray[np.int32]
    """adjacent vertex ids (dim=2 only); (nflexedge, 2)"""
    flex_elem: NDArray[np.int32]
    """element vertex ids (dim+1 per elem); (nflexelemdata,)"""
    flex_elemtexcoord: NDArray[np.int32]
    """element texture coordinates (dim+1); (nflexelemdata,)"""
    flex_elemedge: NDArray[np.int32]
    """element edge ids; (nflexelemedge,)"""
    flex_elemlayer: NDArray[np.int32]
    """element distance from surface, 3D only; (nflexelem,)"""
    flex_shell: NDArray[np.int32]
    """shell fragment vertex ids (dim per frag); (nflexshelldata,)"""
    flex_vert: NDArray[np.float64]
    """vertex positions in local body frames; (nflexvert, 3)"""
    flex_vert0: NDArray[np.float64]
    """vertex positions in qpos0 on [0, 1]^d; (nflexvert, 3)"""
    flex_node: NDArray[np.float64]
    """node positions in local body frames; (nflexnode, 3)"""
    flex_node0: NDArray[np.float64]
    """Cartesian node positions in qpos0; (nflexnode, 3)"""
    flexedge_length0: NDArray[np.float64]
    """edge lengths in qpos0; (nflexedge,)"""
    flexedge_invweight0: NDArray[np.float64]
    """edge inv. weight in qpos0; (nflexedge,)"""
    flex_radius: NDArray[np.float64]
    """radius around primitive element; (nflex,)"""
    flex_size: NDArray[np.float64]
    """vertex bounding box half sizes in qpos0; (nflex, 3)"""
    flex_stiffness: NDArray[np.float64]
    """finite element stiffness matrix; (nflexstiffness,)"""
    flex_bending: NDArray[np.float64]
    """bending stiffness; (nflexbending,)"""
    efm0_dofid: NDArray[np.int32]
    """constant metric factor row->dof address; (nefm0dof,)"""
    efm0_L_rownnz: NDArray[np.int32]
    """constant metric factor row nonzeros; (nefm0dof,)"""
    efm0_L_rowadr: NDArray[np.int32]
    """constant metric factor row addresses; (nefm0dof,)"""
    efm0_L_colind: NDArray[np.int32]
    """constant metric factor column indices; (nefm0L,)"""
    efm0_L: NDArray[np.float64]
    """factor of M + (dt^2+dt*d)*K_bend; (nefm0L,)"""
    efmC_perm: NDArray[np.int32]
    """sparse factor order: vertex dof or -1; (nefmCvert,)"""
    flex_damping: NDArray[np.float64]
    """Rayleigh's damping coefficient; (nflex,)"""
    flex_yield: NDArray[np.float64]
    """yield strain (stretch, bend); 0: elastic; (nflex, 2)"""
    flex_edgestiffness: NDArray[np.float64]
    """edge stiffness; (nflex,)"""
    flex_edgedamping: NDArray[np.float64]
    """edge damping; (nflex,)"""
    flex_edgeequality: NDArray[np.int32]
    """0:none, 1:edges, 3:strain; (nflex,)"""
    flex_rigid: NDArray[np.bool_]
    """are all vertices in the same body; (nflex,)"""
    flexedge_rigid: NDArray[np.bool_]
    """are both edge vertices in same body; (nflexedge,)"""
    flex_centered: NDArray[np.bool_]
    """are all vertex coordinates (0,0,0); (nflex,)"""
    flex_flatskin: NDArray[np.bool_]
    """render flex skin with flat shading; (nflex,)"""
    flex_bvhadr: NDArray[np.int32]
    """root of its bounding volume hierarchy; (nflex,)"""
    flex_bvhnum: NDArray[np.int32]
    """how many bounding volumes; (nflex,)"""
    flexedge_J_rownnz: NDArray[np.int32]
    """entries in its row of the Jacobian; (nflexedge,)"""
    flexedge_J_rowadr: NDArray[np.int32]
    """where its row starts; (nflexedge,)"""
    flexedge_J_colind: NDArray[np.int32]
    """dofs of the entries; (nJfe,)"""
    flex_rgba: NDArray[np.float32]
    """colour where it has no material; (nflex, 4)"""
    flex_texcoord: NDArray[np.float32]
    """vertex texture coordinates; (nflextexcoord, 2)"""
    mesh_vertadr: NDArray[np.int32]
    """address of its first vertex; (nmesh,)"""
    mesh_vertnum: NDArray[np.int32]
    """how many vertices; (nmesh,)"""
    mesh_faceadr: NDArray[np.int32]
    """address of its first face; (nmesh,)"""
    mesh_facenum: NDArray[np.int32]
    """how many faces; (nmesh,)"""
    mesh_bvhadr: NDArray[np.int32]
    """root of its bounding volume hierarchy; (nmesh,)"""
    mesh_bvhnum: NDArray[np.int32]
    """how many bvh; (nmesh,)"""
    mesh_octadr: NDArray[np.int32]
    """address of octree root; (nmesh,)"""
    mesh_octnum: NDArray[np.int32]
    """how many octree nodes; (nmesh,)"""
    mesh_normaladr: NDArray[np.int32]
    """address of its first normal; (nmesh,)"""
    mesh_normalnum: NDArray[np.int32]
    """how many normals; (nmesh,)"""
    mesh_texcoordadr: NDArray[np.int32]
    """texcoord data address; -1: no texcoord; (nmesh,)"""
    mesh_texcoordnum: NDArray[np.int32]
    """how many texcoord; (nmesh,)"""
    mesh_graphadr: NDArray[np.int32]
    """graph data address; -1: no graph; (nmesh,)"""
    mesh_extrema: NDArray[np.int32]
    """vertices furthest out in 27 directions; (nmesh, 27)"""
    mesh_vert: NDArray[np.float32]
    """vertex positions for all meshes; (nmeshvert, 3)"""
    mesh_normal: NDArray[np.float32]
    """normals for all meshes; (nmeshnormal, 3)"""
    mesh_texcoord: NDArray[np.float32]
    """vertex texcoords for all meshes; (nmeshtexcoord, 2)"""
    mesh_face: NDArray[np.int32]
    """vertex face data; (nmeshface, 3)"""
    mesh_facenormal: NDArray[np.int32]
    """normal face data; (nmeshface, 3)"""
    mesh_facetexcoord: NDArray[np.int32]
    """texture face data; (nmeshface, 3)"""
    mesh_graph: NDArray[np.int32]
    """adjacency of the convex hulls; (nmeshgraph,)"""
    mesh_scale: NDArray[np.float64]
    """scale that was applied to the vertices; (nmesh, 3)"""
    mesh_pos: NDArray[np.float64]
    """shift that was applied to the vertices; (nmesh, 3)"""
    mesh_quat: NDArray[np.float64]
    """turn that was applied to the vertices; (nmesh, 4)"""
    mesh_pathadr: NDArray[np.int32]
    """where the path of its file starts in `paths`; -1 for none; (nmesh,)"""
    mesh_polynum: NDArray[np.int32]
    """how many polygons per mesh; (nmesh,)"""
    mesh_polyadr: NDArray[np.int32]
    """first polygon address per mesh; (nmesh,)"""
    mesh_polynormal: NDArray[np.float64]
    """all polygon normals; (nmeshpoly, 3)"""
    mesh_polyvertadr: NDArray[np.int32]
    """polygon vertex start address; (nmeshpoly,)"""
    mesh_polyvertnum: NDArray[np.int32]
    """how many vertices per polygon; (nmeshpoly,)"""
    mesh_polyvert: NDArray[np.int32]
    """all polygon vertices; (nmeshpolyvert,)"""
    mesh_polymapadr: NDArray[np.int32]
    """first polygon address per vertex; (nmeshvert,)"""
    mesh_polymapnum: NDArray[np.int32]
    """how many polygons per vertex; (nmeshvert,)"""
    mesh_polymap: NDArray[np.int32]
    """vertex to polygon map; (nmeshpolymap,)"""
    skin_matid: NDArray[np.int32]
    """skin material id; -1: none; (nskin,)"""
    skin_group: NDArray[np.int32]
    """group, for showing and hiding; (nskin,)"""
    skin_rgba: NDArray[np.float32]
    """skin rgba; (nskin, 4)"""
    skin_inflate: NDArray[np.float32]
    """inflate skin in normal direction; (nskin,)"""
    skin_vertadr: NDArray[np.int32]
    """address of its first vertex; (nskin,)"""
    skin_vertnum: NDArray[np.int32]
    """how many vertices; (nskin,)"""
    skin_texcoordadr: NDArray[np.int32]
    """texcoord data address; -1: no texcoord; (nskin,)"""
    skin_faceadr: NDArray[np.int32]
    """address of its first face; (nskin,)"""
    skin_facenum: NDArray[np.int32]
    """how many faces; (nskin,)"""
    skin_boneadr: NDArray[np.int32]
    """first bone in skin; (nskin,)"""
    skin_bonenum: NDArray[np.int32]
    """how many bones in skin; (nskin,)"""
    skin_vert: NDArray[np.float32]
    """vertex positions for all skin meshes; (nskinvert, 3)"""
    skin_texcoord: NDArray[np.float32]
    """vertex texcoords for all skin meshes; (nskintexvert, 2)"""
    skin_face: NDArray[np.int32]
    """triangle faces for all skin meshes; (nskinface, 3)"""
    skin_bonevertadr: NDArray[np.int32]
    """first vertex in each bone; (nskinbone,)"""
    skin_bonevertnum: NDArray[np.int32]
    """how many vertices in each bone; (nskinbone,)"""
    skin_bonebindpos: NDArray[np.float32]
    """bind pos of each bone; (nskinbone, 3)"""
    skin_bonebindquat: NDArray[np.float32]
    """bind quat of each bone; (nskinbone, 4)"""
    skin_bonebodyid: NDArray[np.int32]
    """body id of each bone; (nskinbone,)"""
    skin_bonevertid: NDArray[np.int32]
    """mesh ids of vertices in each bone; (nskinbonevert,)"""
    skin_bonevertweight: NDArray[np.float32]
    """weights of vertices in each bone; (nskinbonevert,)"""
    skin_pathadr: NDArray[np.int32]
    """where the path of its file starts in `paths`; -1 for none; (nskin,)"""
    hfield_size: NDArray[np.float64]
    """half sizes in x and y, height above and depth below; (nhfield, 4)"""
    hfield_nrow: NDArray[np.int32]
    """how many rows in grid; (nhfield,)"""
    hfield_ncol: NDArray[np.int32]
    """how many columns in grid; (nhfield,)"""
    hfield_adr: NDArray[np.int32]
    """address in hfield_data; (nhfield,)"""
    hfield_data: NDArray[np.float32]
    """elevation data; (nhfielddata,)"""
    hfield_pathadr: NDArray[np.int32]
    """where the path of its file starts in `paths`; -1 for none; (nhfield,)"""
    tex_type: NDArray[np.int32]
    """texture type, a `mjtTexture`; (ntex,)"""
    tex_colorspace: NDArray[np.int32]
    """texture colorspace, a `mjtColorSpace`; (ntex,)"""
    tex_height: NDArray[np.int32]
    """how many rows in texture image; (ntex,)"""
    tex_width: NDArray[np.int32]
    """how many columns in texture image; (ntex,)"""
    tex_nchannel: NDArray[np.int32]
    """how many channels in texture image; (ntex,)"""
    tex_adr: NDArray[np.int64]
    """start address in tex_data; (ntex,)"""
    tex_data: NDArray[np.uint8]
    """pixel values; (ntexdata,)"""
    tex_pathadr: NDArray[np.int32]
    """where the path of its file starts in `paths`; -1 for none; (ntex,)"""
    tex_contenttypeadr: NDArray[np.int32]
    """content type address in paths; -1: none; (ntex,)"""
    mat_texid: NDArray[np.int32]
    """indices of textures; -1: none; (nmat, 10)"""
    mat_texuniform: NDArray[np.bool_]
    """make texture cube uniform; (nmat,)"""
    mat_texrepeat: NDArray[np.float32]
    """texture repetition for 2d mapping; (nmat, 2)"""
    mat_emission: NDArray[np.float32]
    """emission (x rgb); (nmat,)"""
    mat_specular: NDArray[np.float32]
    """specular (x white); (nmat,)"""
    mat_shininess: NDArray[np.float32]
    """shininess coef; (nmat,)"""
    mat_reflectance: NDArray[np.float32]
    """reflectance (0: disable); (nmat,)"""
    mat_metallic: NDArray[np.float32]
    """metallic coef; (nmat,)"""
    mat_roughness: NDArray[np.float32]
    """roughness coef; (nmat,)"""
    mat_rgba: NDArray[np.float32]
    """rgba; (nmat, 4)"""
    pair_dim: NDArray[np.int32]
    """contact dimensionality; (npair,)"""
    pair_geom1: NDArray[np.int32]
    """id of geom1; (npair,)"""
    pair_geom2: NDArray[np.int32]
    """id of geom2; (npair,)"""
    pair_signature: NDArray[np.int32]
    """both bodies in one number, for sorting; (npair,)"""
    pair_solref: NDArray[np.float64]
    """solver reference: contact normal; (npair, 2)"""
    pair_solreffriction: NDArray[np.float64]
    """solver reference: contact friction; (npair, 2)"""
    pair_solimp: NDArray[np.float64]
    """solver impedance: contact; (npair, 5)"""
    pair_margin: NDArray[np.float64]
    """how much it is inflated for contact; (npair,)"""
    pair_gap: NDArray[np.float64]
    """distance beyond the margin at which contacts are found but make no force; (npair,)"""
    pair_adhesion: NDArray[np.float64]
    """adhesive force of its contacts; (npair,)"""
    pair_friction: NDArray[np.float64]
    """tangent1, 2, spin, roll1, 2; (npair, 5)"""
    exclude_signature: NDArray[np.int32]
    """both bodies in one number, for sorting; (nexclude,)"""
    eq_type: NDArray[np.int32]
    """constraint type, a `mjtEq`; (neq,)"""
    eq_obj1id: NDArray[np.int32]
    """id of object 1; (neq,)"""
    eq_obj2id: NDArray[np.int32]
    """id of object 2; (neq,)"""
    eq_objtype: NDArray[np.int32]
    """type of both objects, a `mjtObj`; (neq,)"""
    eq_active0: NDArray[np.bool_]
    """whether it is active at the start; (neq,)"""
    eq_solref: NDArray[np.float64]
    """`solref`; (neq, 2)"""
    eq_solimp: NDArray[np.float64]
    """`solimp`; (neq, 5)"""
    eq_data: NDArray[np.float64]
    """its numbers, as its type needs them; (neq, 12)"""
    tendon_type: NDArray[np.int32]
    """type of tendon, a `mjtTendon`; (ntendon,)"""
    tendon_adr: NDArray[np.int32]
    """address of first object in tendon's path; (ntendon,)"""
    tendon_num: NDArray[np.int32]
    """how many objects in tendon's path; (ntendon,)"""
    tendon_matid: NDArray[np.int32]
    """its material; -1 for none; (ntendon,)"""
    tendon_actuatorid: NDArray[np.int32]
    """actuator whose damping and armature it takes on; -1 for none; (ntendon,)"""
    tendon_group: NDArray[np.int32]
    """group, for showing and hiding; (ntendon,)"""
    tendon_plasticadr: NDArray[np.int32]
    """its place in `plastic`; -1 if it is elastic; (ntendon,)"""
    tendon_treenum: NDArray[np.int32]
    """how many trees along tendon's path; (ntendon,)"""
    tendon_treeid: NDArray[np.int32]
    """first two trees along tendon's path; (ntendon, 2)"""
    ten_J_rownnz: NDArray[np.int32]
    """entries in its row of the Jacobian; (ntendon,)"""
    ten_J_rowadr: NDArray[np.int32]
    """where its row starts; (ntendon,)"""
    ten_J_colind: NDArray[np.int32]
    """dofs of the entries; (nJten,)"""
    tendon_limited: NDArray[np.bool_]
    """whether its length has limits; (ntendon,)"""
    tendon_actfrclimited: NDArray[np.bool_]
    """whether the sum of actuator forces on it is bounded; (ntendon,)"""
    tendon_width: NDArray[np.float64]
    """width for rendering; (ntendon,)"""
    tendon_solref_lim: NDArray[np.float64]
    """`solref` of its limit; (ntendon, 2)"""
    tendon_solimp_lim: NDArray[np.float64]
    """`solimp` of its limit; (ntendon, 5)"""
    tendon_solref_fri: NDArray[np.float64]
    """`solref` of its friction; (ntendon, 2)"""
    tendon_solimp_fri: NDArray[np.float64]
    """`solimp` of its friction; (ntendon, 5)"""
    tendon_range: NDArray[np.float64]
    """bounds of its length; (ntendon, 2)"""
    tendon_actfrcrange: NDArray[np.float64]
    """bounds of the sum of actuator forces on it; (ntendon, 2)"""
    tendon_margin: NDArray[np.float64]
    """how close to a limit it becomes active; (ntendon,)"""
    tendon_stiffness: NDArray[np.float64]
    """coefficient of the linear stiffness; (ntendon,)"""
    tendon_stiffnesspoly: NDArray[np.float64]
    """coefficients of higher powers of the stiffness; (ntendon, 2)"""
    tendon_damping: NDArray[np.float64]
    """coefficient of the linear damping; (ntendon,)"""
    tendon_dampingpoly: NDArray[np.float64]
    """coefficients of higher powers of the damping; (ntendon, 2)"""
    tendon_armature: NDArray[np.float64]
    """inertia along its length; (ntendon,)"""
    tendon_frictionloss: NDArray[np.float64]
    """largest force of its dry friction; (ntendon,)"""
    tendon_lengthspring: NDArray[np.float64]
    """lengths between which its spring is slack; (ntendon, 2)"""
    tendon_springyield: NDArray[np.float64]
    """force at which the spring yields; 0 if it is elastic; (ntendon,)"""
    tendon_length0: NDArray[np.float64]
    """its length at `qpos0`; (ntendon,)"""
    tendon_invweight0: NDArray[np.float64]
    """its inverse inertia at `qpos0`; (ntendon,)"""
    tendon_user: NDArray[np.float64]
    """the user's own numbers; (ntendon, nuser_tendon)"""
    tendon_rgba: NDArray[np.float32]
    """colour where it has no material; (ntendon, 4)"""
    wrap_type: NDArray[np.int32]
    """wrap object type, a `mjtWrap`; (nwrap,)"""
    wrap_objid: NDArray[np.int32]
    """object id: geom, site, joint; (nwrap,)"""
    wrap_prm: NDArray[np.float64]
    """divisor of a pulley, coefficient of a joint, or side site of a geom; (nwrap,)"""
    actuator_trntype: NDArray[np.int32]
    """transmission type, a `mjtTrn`; (nactuator,)"""
    actuator_dyntype: NDArray[np.int32]
    """dynamics type, a `mjtDyn`; (nactuator,)"""
    actuator_gaintype: NDArray[np.int32]
    """gain type, a `mjtGain`; (nactuator,)"""
    actuator_biastype: NDArray[np.int32]
    """bias type, a `mjtBias`; (nactuator,)"""
    actuator_ctrladr: NDArray[np.int32]
    """its first control; (nactuator,)"""
    actuator_ctrlnum: NDArray[np.int32]
    """how many controls; (nactuator,)"""
    actuator_ctrlspec: NDArray[np.int32]
    """input signature, scoped by gaintype; (nactuator,)"""
    actuator_outadr: NDArray[np.int32]
    """its first force output; (nactuator,)"""
    actuator_outnum: NDArray[np.int32]
    """how many force outputs, from trntype; (nactuator,)"""
    actuator_actadr: NDArray[np.int32]
    """its first activation; -1 if it has no state; (nactuator,)"""
    actuator_actnum: NDArray[np.int32]
    """how many activation variables; (nactuator,)"""
    actuator_trnid: NDArray[np.int32]
    """what it acts on, and a second object where the type needs one; (nactuator, 2)"""
    actuator_cranklength: NDArray[np.float64]
    """crank length for slider-crank; (nactuator,)"""
    actuator_dynprm: NDArray[np.float64]
    """dynamics parameters; (nactuator, 10)"""
    actuator_gainprm: NDArray[np.float64]
    """gain parameters; (nactuator, 10)"""
    actuator_biasprm: NDArray[np.float64]
    """bias parameters; (nactuator, 10)"""
    actuator_actlimited: NDArray[np.bool_]
    """is activation limited; (nactuator,)"""
    actuator_actrange: NDArray[np.float64]
    """range of activations; (nactuator, 2)"""
    actuator_actearly: NDArray[np.bool_]
    """whether the force uses the next activation; (nactuator,)"""
    actuator_history: NDArray[np.int32]
    """samples kept, and order of interpolation; (nactuator, 2)"""
    actuator_historyadr: NDArray[np.int32]
    """its place in `history`; -1 for none; (nactuator,)"""
    actuator_delay: NDArray[np.float64]
    """delay in seconds; 0 for none; (nactuator,)"""
    actuator_damping: NDArray[np.float64]
    """coefficient of the linear damping; (nactuator,)"""
    actuator_dampingpoly: NDArray[np.float64]
    """coefficients of higher powers of the damping; (nactuator, 2)"""
    actuator_armature: NDArray[np.float64]
    """armature added to target (joint, tendon); (nactuator,)"""
    actuator_group: NDArray[np.int32]
    """group, for showing and hiding; (nactuator,)"""
    actuator_user: NDArray[np.float64]
    """the user's own numbers; (nactuator, nuser_actuator)"""
    actuator_plugin: NDArray[np.int32]
    """its plugin instance; -1 for none; (nactuator,)"""
    actuator_forcelimited: NDArray[np.bool_]
    """is force limited; (nactuator,)"""
    actuator_forcerange: NDArray[np.float64]
    """range of forces; (nactuator, 2)"""
    actuator_ctrllimited: NDArray[np.bool_]
    """is control limited; (nu,)"""
    actuator_ctrlrange: NDArray[np.float64]
    """range of controls; (nu, 2)"""
    actuator_gear: NDArray[np.float64]
    """scale of its length and force, in up to six directions; (nout, 6)"""
    actuator_acc0: NDArray[np.float64]
    """size of the acceleration that a unit force makes at `qpos0`; (nout,)"""
    actuator_length0: NDArray[np.float64]
    """its length at `qpos0`; (nout,)"""
    actuator_lengthrange: NDArray[np.float64]
    """lengths that it can reach; (nout, 2)"""
    sensor_type: NDArray[np.int32]
    """sensor type, a `mjtSensor`; (nsensor,)"""
    sensor_datatype: NDArray[np.int32]
    """numeric data type, a `mjtDataType`; (nsensor,)"""
    sensor_needstage: NDArray[np.int32]
    """required compute stage, a `mjtStage`; (nsensor,)"""
    sensor_objtype: NDArray[np.int32]
    """type of sensorized object, a `mjtObj`; (nsensor,)"""
    sensor_objid: NDArray[np.int32]
    """id of sensorized object; (nsensor,)"""
    sensor_reftype: NDArray[np.int32]
    """type of reference frame, a `mjtObj`; (nsensor,)"""
    sensor_refid: NDArray[np.int32]
    """object whose frame it is measured in; -1 for the world; (nsensor,)"""
    sensor_intprm: NDArray[np.int32]
    """sensor parameters; (nsensor, 3)"""
    sensor_dim: NDArray[np.int32]
    """how many scalar outputs; (nsensor,)"""
    sensor_adr: NDArray[np.int32]
    """address in sensor array; (nsensor,)"""
    sensor_cutoff: NDArray[np.float64]
    """bound of its readings; 0 for none; (nsensor,)"""
    sensor_noise: NDArray[np.float64]
    """noise standard deviation; (nsensor,)"""
    sensor_history: NDArray[np.int32]
    """samples kept, and order of interpolation; (nsensor, 2)"""
    sensor_historyadr: NDArray[np.int32]
    """its place in `history`; -1 for none; (nsensor,)"""
    sensor_delay: NDArray[np.float64]
    """delay in seconds; 0 for none; (nsensor,)"""
    sensor_interval: NDArray[np.float64]
    """interval: [period, phase] in seconds; (nsensor, 2)"""
    sensor_user: NDArray[np.float64]
    """the user's own numbers; (nsensor, nuser_sensor)"""
    sensor_plugin: NDArray[np.int32]
    """its plugin instance; -1 for none; (nsensor,)"""
    plugin: NDArray[np.int32]
    """globally registered plugin slot number; (nplugin,)"""
    plugin_stateadr: NDArray[np.int32]
    """address in the plugin state array; (nplugin,)"""
    plugin_statenum: NDArray[np.int32]
    """how many states in the plugin instance; (nplugin,)"""
    plugin_attr: NDArray[np.uint8]
    """config attributes of plugin instances; (npluginattr,)"""
    plugin_attradr: NDArray[np.int32]
    """address to each instance's config attrib; (nplugin,)"""
    numeric_adr: NDArray[np.int32]
    """address of field in numeric_data; (nnumeric,)"""
    numeric_size: NDArray[np.int32]
    """size of numeric field; (nnumeric,)"""
    numeric_data: NDArray[np.float64]
    """array of all numeric fields; (nnumericdata,)"""
    text_adr: NDArray[np.int32]
    """address of text in text_data; (ntext,)"""
    text_size: NDArray[np.int32]
    """size of text field (strlen+1); (ntext,)"""
    text_data: bytes
    """array of all text fields (0-terminated); (ntextdata,)"""
    tuple_adr: NDArray[np.int32]
    """where its objects start; (ntuple,)"""
    tuple_size: NDArray[np.int32]
    """how many objects in tuple; (ntuple,)"""
    tuple_objtype: NDArray[np.int32]
    """array of object types in all tuples; (ntupledata,)"""
    tuple_objid: NDArray[np.int32]
    """array of object ids in all tuples; (ntupledata,)"""
    tuple_objprm: NDArray[np.float64]
    """array of object params in all tuples; (ntupledata,)"""
    key_time: NDArray[np.float64]
    """time of each keyframe; (nkey,)"""
    key_qpos: NDArray[np.float64]
    """position of each keyframe; (nkey, nq)"""
    key_qvel: NDArray[np.float64]
    """velocity of each keyframe; (nkey, nv)"""
    key_act: NDArray[np.float64]
    """activation of each keyframe; (nkey, na)"""
    key_mpos: NDArray[np.float64]
    """mocap position of each keyframe; (nkey, nmocap*3)"""
    key_mquat: NDArray[np.float64]
    """mocap quaternion of each keyframe; (nkey, nmocap*4)"""
    key_ctrl: NDArray[np.float64]
    """control of each keyframe; (nkey, nu)"""
    key_plastic: NDArray[np.float64]
    """plastic state of each keyframe; (nkey, nplastic)"""
    name_bodyadr: NDArray[np.int32]
    """where the name of each body starts in `names`; (nbody,)"""
    name_jntadr: NDArray[np.int32]
    """where the name of each joint starts in `names`; (njnt,)"""
    name_geomadr: NDArray[np.int32]
    """where the name of each geom starts in `names`; (ngeom,)"""
    name_siteadr: NDArray[np.int32]
    """where the name of each site starts in `names`; (nsite,)"""
    name_camadr: NDArray[np.int32]
    """where the name of each camera starts in `names`; (ncam,)"""
    name_lightadr: NDArray[np.int32]
    """where the name of each light starts in `names`; (nlight,)"""
    name_flexadr: NDArray[np.int32]
    """where the name of each flex starts in `names`; (nflex,)"""
    name_meshadr: NDArray[np.int32]
    """where the name of each mesh starts in `names`; (nmesh,)"""
    name_skinadr: NDArray[np.int32]
    """where the name of each skin starts in `names`; (nskin,)"""
    name_hfieldadr: NDArray[np.int32]
    """where the name of each hfield starts in `names`; (nhfield,)"""
    name_texadr: NDArray[np.int32]
    """where the name of each texture starts in `names`; (ntex,)"""
    name_matadr: NDArray[np.int32]
    """where the name of each material starts in `names`; (nmat,)"""
    name_pairadr: NDArray[np.int32]
    """where the name of each geom pair starts in `names`; (npair,)"""
    name_excludeadr: NDArray[np.int32]
    """where the name of each exclude starts in `names`; (nexclude,)"""
    name_eqadr: NDArray[np.int32]
    """where the name of each equality constraint starts in `names`; (neq,)"""
    name_tendonadr: NDArray[np.int32]
    """where the name of each tendon starts in `names`; (ntendon,)"""
    name_actuatoradr: NDArray[np.int32]
    """where the name of each actuator starts in `names`; (nactuator,)"""
    name_sensoradr: NDArray[np.int32]
    """where the name of each sensor starts in `names`; (nsensor,)"""
    name_numericadr: NDArray[np.int32]
    """where the name of each numeric starts in `names`; (nnumeric,)"""
    name_textadr: NDArray[np.int32]
    """where the name of each text starts in `names`; (ntext,)"""
    name_tupleadr: NDArray[np.int32]
    """where the name of each tuple starts in `names`; (ntuple,)"""
    name_keyadr: NDArray[np.int32]
    """where the name of each keyframe starts in `names`; (nkey,)"""
    name_pluginadr: NDArray[np.int32]
    """where the name of each plugin instance starts in `names`; (nplugin,)"""
    names: bytes
    """all names, each ended by a zero byte; (nnames,)"""
    names_map: NDArray[np.int32]
    """hash map from names to ids; (nnames_map,)"""
    paths: bytes
    """paths of asset files, each ended by a zero byte; (npaths,)"""
    B_rownnz: NDArray[np.int32]
    """body-dof: non-zeros in each row; (nbody,)"""
    B_rowadr: NDArray[np.int32]
    """body-dof: row addresses; (nbody,)"""
    B_colind: NDArray[np.int32]
    """body-dof: column indices; (nB,)"""
    M_rownnz: NDArray[np.int32]
    """reduced inertia matrix: entries in each row; (nv,)"""
    M_rowadr: NDArray[np.int32]
    """reduced inertia matrix: where each row starts; (nv,)"""
    M_colind: NDArray[np.int32]
    """reduced inertia matrix: column of each entry; (nC,)"""
    mapM2M: NDArray[np.int32]
    """places of the inertia's entries in the old layout; (nC,)"""
    D_rownnz: NDArray[np.int32]
    """full inertia matrix: entries in each row; (nv,)"""
    D_rowadr: NDArray[np.int32]
    """full inertia matrix: where each row starts; (nv,)"""
    D_diag: NDArray[np.int32]
    """full inertia: index of diagonal element; (nv,)"""
    D_colind: NDArray[np.int32]
    """full inertia matrix: column of each entry; (nD,)"""
    mapM2D: NDArray[np.int32]
    """places of the inertia's entries in the square pattern; (nD,)"""
    mapD2M: NDArray[np.int32]
    """places of the square pattern's lower triangle in the inertia; (nC,)"""
    opt: MjOption
    stat: MjStatistic
    vis: MjVisual
    njmax: int
    nconmax: int
    signature: int
    flg_gravcomp: bool
    flg_surfacevel: bool
    flg_adhesion: bool
    @classmethod
    def from_xml_path(cls, filename: str | PathLike[str], assets: dict[str, bytes] | None = None, vfs: MjVfs | None = None) -> MjModel: ...
    @classmethod
    def from_xml_string(cls, xml: str, assets: dict[str, bytes] | None = None, vfs: MjVfs | None = None) -> MjModel: ...
    @classmethod
    def from_binary_path(cls, filename: str | PathLike[str], assets: dict[str, bytes] | None = None, vfs: MjVfs | None = None) -> MjModel: ...
    def bind(self, _objects: Any) -> Any: ...
    def actuator(self, key: str | int) -> _View: ...
    def body(self, key: str | int) -> _View: ...
    def cam(self, key: str | int) -> _View: ...
    def camera(self, key: str | int) -> _View: ...
    def eq(self, key: str | int) -> _View: ...
    def equality(self, key: str | int) -> _View: ...
    def exclude(self, key: str | int) -> _View: ...
    def geom(self, key: str | int) -> _View: ...
    def hfield(self, key: str | int) -> _View: ...
    def jnt(self, key: str | int) -> _View: ...
    def joint(self, key: str | int) -> _View: ...
    def key(self, key: str | int) -> _View: ...
    def keyframe(self, key: str | int) -> _View: ...
    def light(self, key: str | int) -> _View: ...
    def mat(self, key: str | int) -> _View: ...
    def material(self, key: str | int) -> _View: ...
    def mesh(self, key: str | int) -> _View: ...
    def numeric(self, key: str | int) -> _View: ...
    def pair(self, key: str | int) -> _View: ...
    def sensor(self, key: str | int) -> _View: ...
    def site(self, key: str | int) -> _View: ...
    def skin(self, key: str | int) -> _View: ...
    def ten(self, key: str | int) -> _View: ...
    def tendon(self, key: str | int) -> _View: ...
    def tex(self, key: str | int) -> _View: ...
    def text(self, key: str | int) -> _View: ...
    def texture(self, key: str | int) -> _View: ...
    def tuple(self, key: str | int) -> _View: ...

class MjData:
    def __init__(self, model: MjModel) -> None: ...
    efm_active: int
    """implicit metric: 0 off, 1 on, 2 on with general flex rows"""
    flg_energypos: bool
    """potential energy is current"""
    flg_energyvel: bool
    """kinetic energy is current"""
    flg_rnepost: bool
    """body accelerations and forces are current"""
    flg_subtreevel: bool
    """subtree velocities are current"""
    maxuse_con: int
    """largest number of contacts so far"""
    maxuse_efc: int
    """largest number of constraint rows so far"""
    nA: int
    """how many non-zeros in the constraint-space inertia"""
    nJ: int
    """how many non-zeros in the constraint Jacobian"""
    nY: int
    """how many non-zeros in the whitened Jacobian"""
    nbody_awake: int
    """how many awake and static bodies"""
    ncon: int
    """how many contacts"""
    ne: int
    """how many equality rows"""
    nefc: int
    """how many constraint rows"""
    nefmA: int
    """how many actuators with terms in the metric"""
    nefmK: int
    """how many non-zeros in the effective stiffness"""
    nefmL: int
    """size of the factor of the metric"""
    nefmT: int
    """how many tendons with terms in the metric"""
    nefmcon: int
    """packed length of the contact rows of the metric"""
    nefmdof: int
    """how many vertex triples covered by the metric"""
    nf: int
    """how many friction-loss rows"""
    nidof: int
    """how many dofs in all islands"""
    nisland: int
    """how many constraint islands"""
    nl: int
    """how many limit rows"""
    nparent_awake: int
    """how many bodies with awake or static parents"""
    ntree_awake: int
    """how many awake trees"""
    nv_awake: int
    """how many awake dofs"""
    time: float
    """simulation time"""
    qpos: NDArray[np.float64]
    """position; (nq,)"""
    qvel: NDArray[np.float64]
    """velocity; (nv,)"""
    act: NDArray[np.float64]
    """actuator activation; (na,)"""
    history: NDArray[np.float64]
    """history buffer; (nhistory,)"""
    plastic: NDArray[np.float64]
    """plastic state; (nplastic,)"""
    qacc_warmstart: NDArray[np.float64]
    """acceleration of the last step, where the solver starts; (nv,)"""
    plugin_state: NDArray[np.float64]
    """plugin state; (npluginstate,)"""
    ctrl: NDArray[np.float64]
    """control; (nu,)"""
    qfrc_applied: NDArray[np.float64]
    """generalised force set by the user; (nv,)"""
    xfrc_applied: NDArray[np.float64]
    """force and torque on each body, set by the user; (nbody, 6)"""
    eq_active: NDArray[np.bool_]
    """which equality constraints are on; (neq,)"""
    mocap_pos: NDArray[np.float64]
    """positions of mocap bodies; (nmocap, 3)"""
    mocap_quat: NDArray[np.float64]
    """orientations of mocap bodies; (nmocap, 4)"""
    qacc: NDArray[np.float64]
    """acceleration; (nv,)"""
    act_dot: NDArray[np.float64]
    """rate of change of the activations; (na,)"""
    userdata: NDArray[np.float64]
    """numbers that the engine leaves alone; (nuserdata,)"""
    sensordata: NDArray[np.float64]
    """sensor data array; (nsensordata,)"""
    tree_asleep: NDArray[np.int32]
    """steps until sleep if negative, else the next tree of the sleeping island; (ntree,)"""
    plugin: NDArray[np.int32]
    """copy of m->plugin, required for deletion; (nplugin,)"""
    xpos: NDArray[np.float64]
    """position of each body; (nbody, 3)"""
    xquat: NDArray[np.float64]
    """orientation of each body; (nbody, 4)"""
    xmat: NDArray[np.float64]
    """orientation of each body, as a matrix; (nbody, 9)"""
    xipos: NDArray[np.float64]
    """centre of mass of each body; (nbody, 3)"""
    xiquat: NDArray[np.float64]
    """principal axes of each body; (nbody, 4)"""
    ximat: NDArray[np.float64]
    """principal axes of each body, as a matrix; (nbody, 9)"""
    xanchor: NDArray[np.float64]
    """anchor of each joint; (njnt, 3)"""
    xaxis: NDArray[np.float64]
    """axis of each joint; (njnt, 3)"""
    geom_xpos: NDArray[np.float64]
    """Cartesian geom position; (ngeom, 3)"""
    geom_xquat: NDArray[np.float64]
    """Cartesian geom orientation; (ngeom, 4)"""
    geom_xmat: NDArray[np.float64]
    """Cartesian geom orientation; (ngeom, 9)"""
    site_xpos: NDArray[np.float64]
    """Cartesian site position; (nsite, 3)"""
    site_xquat: NDArray[np.float64]
    """Cartesian site orientation; (nsite, 4)"""
    site_xmat: NDArray[np.float64]
    """Cartesian site orientation; (nsite, 9)"""
    cam_xpos: NDArray[np.float64]
    """Cartesian camera position; (ncam, 3)"""
    cam_xmat: NDArray[np.float64]
    """Cartesian camera orientation; (ncam, 9)"""
    light_xpos: NDArray[np.float64]
    """Cartesian light position; (nlight, 3)"""
    light_xdir: NDArray[np.float64]
    """Cartesian light direction; (nlight, 3)"""
    subtree_com: NDArray[np.float64]
    """centre of mass of each subtree; (nbody, 3)"""
    cdof: NDArray[np.float64]
    """motion that each dof makes, about its subtree's com; (nv, 6)"""
    cinert: NDArray[np.float64]
    """inertia of each body about its subtree's com; (nbody, 10)"""
    flexvert_xpos: NDArray[np.float64]
    """Cartesian flex vertex positions; (nflexvert, 3)"""
    flexelem_aabb: NDArray[np.float64]
    """flex element bounding boxes (center, size); (nflexelem, 6)"""
    flexelem_krot: NDArray[np.float64]
    """corotated element stiffness (implicit only); (nflexstiffness,)"""
    flex_hessian_valid: NDArray[np.bool_]
    """Cartesian stretch Hessian cache is current; (nflex,)"""
    flexvert_hessian: NDArray[np.float64]
    """symmetric diagonal Hessian blocks; (nflexvert, 6)"""
    flexedge_hessian: NDArray[np.float64]
    """oriented off-diagonal Hessian blocks; (nflexedge, 9)"""
    flexedge_J: NDArray[np.float64]
    """flex edge Jacobian; (nJfe,)"""
    flexedge_length: NDArray[np.float64]
    """flex edge lengths; (nflexedge,)"""
    bvh_aabb_dyn: NDArray[np.float64]
    """global bounding box (center, size); (nbvhdynamic, 6)"""
    flexvert_lambda: NDArray[np.float64]
    """flex contact multiplier; (nflexvert,)"""
    flexvert_conage: NDArray[np.int32]
    """flex contact age: <0 loaded, >0 steps since; (nflexvert,)"""
    ten_wrapadr: NDArray[np.int32]
    """start address of tendon's path; (ntendon,)"""
    ten_wrapnum: NDArray[np.int32]
    """how many wrap points in path; (ntendon,)"""
    ten_J: NDArray[np.float64]
    """Jacobian of the tendon lengths; (nJten,)"""
    ten_length: NDArray[np.float64]
    """tendon lengths; (ntendon,)"""
    wrap_obj: NDArray[np.int32]
    """geom id; -1: site; -2: pulley; (nwrap, 2)"""
    wrap_xpos: NDArray[np.float64]
    """Cartesian 3D points in all paths; (nwrap, 6)"""
    actuator_length: NDArray[np.float64]
    """actuator lengths, one per force output; (nout,)"""
    moment_rownnz: NDArray[np.int32]
    """how many non-zeros in actuator_moment row; (nout,)"""
    moment_rowadr: NDArray[np.int32]
    """where its row starts; (nout,)"""
    moment_colind: NDArray[np.int32]
    """dofs of the entries; (nJmom,)"""
    actuator_moment: NDArray[np.float64]
    """actuator moments; (nJmom,)"""
    crb: NDArray[np.float64]
    """inertia of each subtree about its com; (nbody, 10)"""
    M: NDArray[np.float64]
    """joint-space inertia; (nC,)"""
    qLD: NDArray[np.float64]
    """factor `LᵀDL` of the inertia; (nC,)"""
    qLDiagInv: NDArray[np.float64]
    """inverse of `D`; (nv,)"""
    bvh_active: NDArray[np.bool_]
    """was bounding volume checked for collision; (nbvh,)"""
    tree_awake: NDArray[np.int32]
    """is tree awake; 0: asleep; 1: awake; (ntree,)"""
    body_awake: NDArray[np.int32]
    """body sleep state, a `mjtSleepState`; (nbody,)"""
    body_awake_ind: NDArray[np.int32]
    """indices of awake and static bodies; (nbody,)"""
    parent_awake_ind: NDArray[np.int32]
    """indices of bodies with awake or static parents; (nbody,)"""
    dof_awake_ind: NDArray[np.int32]
    """indices of awake dofs; (nv,)"""
    flexedge_velocity: NDArray[np.float64]
    """flex edge velocities; (nflexedge,)"""
    ten_velocity: NDArray[np.float64]
    """tendon velocities; (ntendon,)"""
    actuator_velocity: NDArray[np.float64]
    """actuator velocities, one per force output; (nout,)"""
    cvel: NDArray[np.float64]
    """velocity of each body about its subtree's com; (nbody, 6)"""
    cdof_dot: NDArray[np.float64]
    """rate of change of `cdof`; (nv, 6)"""
    qfrc_bias: NDArray[np.float64]
    """Coriolis, centrifugal and gravitational force, with opposite sign; (nv,)"""
    qfrc_spring: NDArray[np.float64]
    """passive spring force; (nv,)"""
    qfrc_damper: NDArray[np.float64]
    """passive damper force; (nv,)"""
    qfrc_gravcomp: NDArray[np.float64]
    """passive gravity compensation force; (nv,)"""
    qfrc_fluid: NDArray[np.float64]
    """passive fluid force; (nv,)"""
    qfrc_adhesion: NDArray[np.float64]
    """passive contact adhesion force; (nv,)"""
    qfrc_passive: NDArray[np.float64]
    """total passive force; (nv,)"""
    subtree_linvel: NDArray[np.float64]
    """linear velocity of subtree com; (nbody, 3)"""
    subtree_angmom: NDArray[np.float64]
    """angular momentum about subtree com; (nbody, 3)"""
    qH: NDArray[np.float64]
    """factor of the inertia that an implicit integrator uses; (nC,)"""
    qHDiagInv: NDArray[np.float64]
    """inverse of its diagonal; (nv,)"""
    qDeriv: NDArray[np.float64]
    """derivative of the smooth force by the velocity; (nD,)"""
    qLU: NDArray[np.float64]
    """factors of `M − h qDeriv`; (nD,)"""
    actuator_force: NDArray[np.float64]
    """actuator force in actuation space; (nout,)"""
    qfrc_actuator: NDArray[np.float64]
    """actuator force in joint space; (nv,)"""
    qfrc_smooth: NDArray[np.float64]
    """all forces but those of constraints; (nv,)"""
    qacc_smooth: NDArray[np.float64]
    """acceleration that they would cause; (nv,)"""
    qfrc_constraint: NDArray[np.float64]
    """constraint force (flag ipc: incl. flex contact); (nv,)"""
    qfrc_inverse: NDArray[np.float64]
    """force that explains the acceleration; (nv,)"""
    cacc: NDArray[np.float64]
    """acceleration of each body about its subtree's com; (nbody, 6)"""
    cfrc_int: NDArray[np.float64]
    """force that each body receives from its parent; (nbody, 6)"""
    cfrc_ext: NDArray[np.float64]
    """force on each body from outside its tree; (nbody, 6)"""
    efc_type: NDArray[np.int32]
    """constraint type, a `mjtConstraint`; (nefc,)"""
    efc_id: NDArray[np.int32]
    """id of object of specified type; (nefc,)"""
    efc_J_rownnz: NDArray[np.int32]
    """how many non-zeros in constraint Jacobian row; (nefc,)"""
    efc_J_rowadr: NDArray[np.int32]
    """where its row starts; (nefc,)"""
    efc_J_rowsuper: NDArray[np.int32]
    """rows that follow with the same dofs; (nefc,)"""
    efc_J_colind: NDArray[np.int32]
    """column indices in constraint Jacobian; (nJ,)"""
    efc_J: NDArray[np.float64]
    """constraint Jacobian; (nJ,)"""
    efc_pos: NDArray[np.float64]
    """constraint position (equality, contact); (nefc,)"""
    efc_margin: NDArray[np.float64]
    """inclusion margin (contact); (nefc,)"""
    efc_frictionloss: NDArray[np.float64]
    """frictionloss (friction); (nefc,)"""
    efc_diagA: NDArray[np.float64]
    """diagonal of `J M⁻¹ Jᵀ`, estimated or exact; (nefc,)"""
    efc_KBIP: NDArray[np.float64]
    """stiffness, damping, impedance and its derivative; (nefc, 4)"""
    efc_D: NDArray[np.float64]
    """inverse of `efc_R`; (nefc,)"""
    efc_R: NDArray[np.float64]
    """regulariser; (nefc,)"""
    tendon_efcadr: NDArray[np.int32]
    """first efc address involving tendon; -1: none; (ntendon,)"""
    efc_vel: NDArray[np.float64]
    """velocity `J v`; (nefc,)"""
    efc_aref: NDArray[np.float64]
    """acceleration that the constraint asks for; (nefc,)"""
    efc_b: NDArray[np.float64]
    """acceleration it lacks without force: `J q̈ₛ − a_ref`; (nefc,)"""
    efc_state: NDArray[np.int32]
    """constraint state, a `mjtConstraintState`; (nefc,)"""
    efc_force: NDArray[np.float64]
    """constraint force in constraint space; (nefc,)"""
    efc_Y_rownnz: NDArray[np.int32]
    """how many non-zeros in Y row; (nefc,)"""
    efc_Y_rowadr: NDArray[np.int32]
    """row start address in Y colind array; (nefc,)"""
    efc_Y_colind: NDArray[np.int32]
    """column indices in sparse Y; (nY,)"""
    efc_Y: NDArray[np.float64]
    """whitened Jacobian Y = J*M^(-1/2); (nY,)"""
    efc_AR_rownnz: NDArray[np.int32]
    """how many non-zeros in AR; (nefc,)"""
    efc_AR_rowadr: NDArray[np.int32]
    """row start address in AR colind array; (nefc,)"""
    efc_AR_colind: NDArray[np.int32]
    """column indices in sparse AR; (nA,)"""
    efc_AR: NDArray[np.float64]
    """J*inv(M)*J' + R; (nA,)"""
    tree_island: NDArray[np.int32]
    """island id of this tree; -1: none; (ntree,)"""
    island_ntree: NDArray[np.int32]
    """how many trees in this island; (nisland,)"""
    island_itreeadr: NDArray[np.int32]
    """island start address in itree vector; (nisland,)"""
    map_itree2tree: NDArray[np.int32]
    """map from itree to tree; (ntree,)"""
    dof_island: NDArray[np.int32]
    """island id of this dof; -1: none; (nv,)"""
    island_nv: NDArray[np.int32]
    """how many dofs in this island; (nisland,)"""
    island_idofadr: NDArray[np.int32]
    """island start address in idof vector; (nisland,)"""
    island_dofadr: NDArray[np.int32]
    """island start address in dof vector; (nisland,)"""
    map_dof2idof: NDArray[np.int32]
    """map from dof to idof; (nv,)"""
    map_idof2dof: NDArray[np.int32]
    """map from idof to dof;  >= nidof: unconstrained; (nv,)"""
    ifrc_smooth: NDArray[np.float64]
    """net unconstrained force; (nidof,)"""
    iacc_smooth: NDArray[np.float64]
    """unconstrained acceleration; (nidof,)"""
    iacc: NDArray[np.float64]
    """acceleration; (nidof,)"""
    efc_island: NDArray[np.int32]
    """island id of this constraint; (nefc,)"""
    island_ne: NDArray[np.int32]
    """how many equality constraints in island; (nisland,)"""
    island_nf: NDArray[np.int32]
    """how many friction constraints in island; (nisland,)"""
    island_nefc: NDArray[np.int32]
    """how many constraints in island; (nisland,)"""
    island_iefcadr: NDArray[np.int32]
    """start address in iefc vector; (nisland,)"""
    map_efc2iefc: NDArray[np.int32]
    """map from efc to iefc; (nefc,)"""
    map_iefc2efc: NDArray[np.int32]
    """map from iefc to efc; (nefc,)"""
    iefc_type: NDArray[np.int32]
    """constraint type, a `mjtConstraint`; (nefc,)"""
    iefc_id: NDArray[np.int32]
    """id of object of specified type; (nefc,)"""
    iefc_frictionloss: NDArray[np.float64]
    """frictionloss (friction); (nefc,)"""
    iefc_D: NDArray[np.float64]
    """constraint mass; (nefc,)"""
    iefc_R: NDArray[np.float64]
    """inverse constraint mass; (nefc,)"""
    iefc_aref: NDArray[np.float64]
    """reference pseudo-acceleration; (nefc,)"""
    iefc_state: NDArray[np.int32]
    """constraint state, a `mjtConstraintState`; (nefc,)"""
    iefc_force: NDArray[np.float64]
    """constraint force in constraint space; (nefc,)"""
    ifrc_constraint: NDArray[np.float64]
    """constraint force; (nidof,)"""
    efm_c: NDArray[np.float64]
    """smooth-force shift h*K*qvel; (nv,)"""
    efm_diag: NDArray[np.float64]
    """effective-metric diagonal h*D + h^2*K; (nv,)"""
    efm_ck: NDArray[np.float64]
    """diagonal stiffness h*k, for the smooth shift; (nv,)"""
    efm_sdiag: NDArray[np.float64]
    """diagonal additions to M in the backbone; (nv,)"""
    efm_fluid: NDArray[np.float64]
    """fluid drag blocks in M's sparsity pattern; (nC,)"""
    efm_tid: NDArray[np.int32]
    """ids of tendons with terms in the metric; (ntendon,)"""
    efm_ts: NDArray[np.float64]
    """tendon metric scale h^2*k + h*b, tid indexed; (ntendon,)"""
    efm_tk: NDArray[np.float64]
    """tendon stiffness h*k for shift, tid indexed; (ntendon,)"""
    efm_aid: NDArray[np.int32]
    """ids of actuators with terms in the metric; (nactuator,)"""
    efm_as: NDArray[np.float64]
    """actuator metric scale h^2*gp + h*gv, aid indexed; (nactuator,)"""
    efm_ak: NDArray[np.float64]
    """actuator stiffness h*gp, aid indexed; (nactuator,)"""
    efm_ca: NDArray[np.float64]
    """actuation-stage smooth-force shift; (nv,)"""
    efm_K_rownnz: NDArray[np.int32]
    """effective-stiffness CSR row nonzeros; (nv,)"""
    efm_K_rowadr: NDArray[np.int32]
    """effective-stiffness CSR row addresses; (nv,)"""
    efm_K_colind: NDArray[np.int32]
    """effective-stiffness CSR column indices; (nefmK,)"""
    efm_K_val: NDArray[np.float64]
    """effective-stiffness CSR values; (nefmK,)"""
    efm_dofid: NDArray[np.int32]
    """block k -> dof address of its vertex triple; (nefmdof,)"""
    efm_con_ind: NDArray[np.int32]
    """contact rows, packed [nnz, conid, colind...]; (nefmcon,)"""
    efm_con_val: NDArray[np.float64]
    """contact rows, packed [scale, force, val...]; (nefmcon,)"""
    efm_L: NDArray[np.float64]
    """packed Cholesky factor of M+K or island lists; (nefmL,)"""
    model: MjModel
    energy: NDArray[np.float64]
    solver_fwdinv: NDArray[np.float64]
    solver_niter: NDArray[np.int32]
    solver_nnz: NDArray[np.int32]
    signature: int
    contact: _MjContactList
    warning: _MjStatList
    timer: _MjStatList
    solver: _MjStatList
    def bind(self, _objects: Any) -> Any: ...
    def actuator(self, key: str | int) -> _View: ...
    def body(self, key: str | int) -> _View: ...
    def cam(self, key: str | int) -> _View: ...
    def camera(self, key: str | int) -> _View: ...
    def geom(self, key: str | int) -> _View: ...
    def jnt(self, key: str | int) -> _View: ...
    def joint(self, key: str | int) -> _View: ...
    def light(self, key: str | int) -> _View: ...
    def sensor(self, key: str | int) -> _View: ...
    def site(self, key: str | int) -> _View: ...
    def ten(self, key: str | int) -> _View: ...
    def tendon(self, key: str | int) -> _View: ...

def get_mjcb_act_bias() -> Any:
    """The function that `mjcb_act_bias` is set to, or None."""
    ...

def get_mjcb_act_dyn() -> Any:
    """The function that `mjcb_act_dyn` is set to, or None."""
    ...

def get_mjcb_act_gain() -> Any:
    """The function that `mjcb_act_gain` is set to, or None."""
    ...

def get_mjcb_contactfilter() -> Any:
    """The function that `mjcb_contactfilter` is set to, or None."""
    ...

def get_mjcb_control() -> Any:
    """The function that `mjcb_control` is set to, or None."""
    ...

def get_mjcb_passive() -> Any:
    """The function that `mjcb_passive` is set to, or None."""
    ...

def get_mjcb_sensor() -> Any:
    """The function that `mjcb_sensor` is set to, or None."""
    ...

def get_mjcb_time() -> Any:
    """The function that `mjcb_time` is set to, or None."""
    ...

def get_mju_user_warning() -> Any:
    """The function that `mju_user_warning` is set to, or None."""
    ...

def mj_Euler(m: MjModel, d: MjData) -> Any:
    """Advances the state by the semi-implicit Euler method."""
    ...

def mj_RungeKutta(m: MjModel, d: MjData, N: Any) -> Any:
    """Advances the state by the Runge-Kutta method of fourth order."""
    ...

def mj_addM(m: MjModel, d: MjData, dst: Any, rownnz: Any, rowadr: Any, colind: Any) -> Any:
    """Adds the joint-space inertia to the lower triangle of a sparse matrix, or of a full one if there is no pattern."""
    ...

def mj_angmomMat(m: MjModel, d: MjData, mat: Any, body: Any) -> Any:
    """Matrix that maps velocities to the angular momentum of a subtree."""
    ...

def mj_applyFT(m: MjModel, d: MjData, force: Any, torque: Any, point: Any, body: Any, qfrc_target: Any) -> Any:
    """Adds the joint forces of a force and a torque at a point of a body."""
    ...

def mj_camlight(m: MjModel, d: MjData) -> Any:
    """Frames of cameras and lights."""
    ...

def mj_checkAcc(m: MjModel, d: MjData) -> Any:
    """Resets if an acceleration is not a usable number."""
    ...

def mj_checkPos(m: MjModel, d: MjData) -> Any:
    """Resets if a position is not a usable number."""
    ...

def mj_checkVel(m: MjModel, d: MjData) -> Any:
    """Resets if a velocity is not a usable number."""
    ...

def mj_clearCache(*_: Any) -> Any:
    """Forgets compiled assets: Sinew keeps none."""
    ...

def mj_collision(m: MjModel, d: MjData) -> Any:
    """Contacts."""
    ...

def mj_comPos(m: MjModel, d: MjData) -> Any:
    """Centres of mass, motion axes and inertias about them."""
    ...

def mj_comVel(m: MjModel, d: MjData) -> Any:
    """Velocities of bodies."""
    ...

def mj_compareFwdInv(m: MjModel, d: MjData) -> Any:
    """The difference of forward and inverse dynamics, in `solver_fwdinv`."""
    ...

def mj_constraintUpdate(m: MjModel, d: MjData, jar: Any, cost: Any, flg_coneHessian: Any) -> Any:
    """States and forces of constraints, and the forces on the joints, for given `jar = J qacc - aref`; their cost if asked."""
    ...

def mj_contactForce(m: MjModel, d: MjData, id: Any, result: Any) -> Any:
    """Force and torque of a contact, in its frame."""
    ...

def mj_copyData(dest: MjData, m: MjModel, src: MjData) -> MjData:
    """Copies a data into another of the same model."""
    ...

def mj_copyState(m: MjModel, src: MjData, dst: Any, sig: Any) -> Any:
    """Copies the parts of the state that `sig` names."""
    ...

def mj_crb(m: MjModel, d: MjData) -> Any:
    """Joint-space inertia by the composite-rigid-body algorithm."""
    ...

def mj_defaultLROpt(opt: Any) -> Any:
    """Sets the options of finding length ranges to their defaults."""
    ...

def mj_defaultOption(opt: Any) -> Any:
    """Sets options to their defaults."""
    ...

def mj_defaultSolRefImp(solref: Any, solimp: Any) -> Any:
    """The default parameters of constraints."""
    ...

def mj_defaultVisual(vis: Any) -> Any:
    """Sets visualisation options to their defaults."""
    ...

def mj_differentiatePos(m: MjModel, qvel: Any, dt: Any, qpos1: Any, qpos2: Any) -> Any:
    """The velocity that leads from `qpos1` to `qpos2` in the time `dt`."""
    ...

def mj_energyPos(m: MjModel, d: MjData) -> Any:
    """Potential energy."""
    ...

def mj_energyVel(m: MjModel, d: MjData) -> Any:
    """Kinetic energy."""
    ...

def mj_extractState(m: MjModel, src: MjData, srcsig: Any, dst: Any, dstsig: Any) -> Any:
    """Takes the parts that `dstsig` names out of a state vector."""
    ...

def mj_factorM(m: MjModel, d: MjData) -> Any:
    """Factor of the joint-space inertia."""
    ...

def mj_flex(m: MjModel, d: MjData) -> Any:
    """Flexes: a model of Sinew has none, so there is nothing to compute."""
    ...

def mj_forward(m: MjModel, d: MjData) -> Any:
    """Everything that follows from the state and the inputs."""
    ...

def mj_forwardSkip(m: MjModel, d: MjData, skipstage: Any, skipsensor: Any) -> Any:
    """`mj_forward` that keeps the results of stages up to `skipstage`, and of sensors if `skipsensor`."""
    ...

def mj_fullM(m: MjModel, d: MjData, dst: Any) -> Any:
    """Joint-space inertia as a full matrix."""
    ...

def mj_fwdAcceleration(m: MjModel, d: MjData) -> Any:
    """The acceleration without constraints."""
    ...

def mj_fwdActuation(m: MjModel, d: MjData) -> Any:
    """Activation rates and forces of actuators."""
    ...

def mj_fwdConstraint(m: MjModel, d: MjData) -> Any:
    """Constraint forces and the acceleration that they lead to."""
    ...

def mj_fwdKinematics(m: MjModel, d: MjData) -> Any:
    """Frames, centres of mass and tendons."""
    ...

def mj_fwdPosition(m: MjModel, d: MjData) -> Any:
    """Everything that depends on position."""
    ...

def mj_fwdVelocity(m: MjModel, d: MjData) -> Any:
    """Everything that depends on velocity."""
    ...

def mj_geomDistance(m: MjModel, d: MjData, geom1: Any, geom2: Any, distmax: Any, fromto: Any) -> Any:
    """Smallest signed distance of two geoms, at most `distmax`; `fromto` receives the points that have it."""
    ...

def mj_getCache() -> Any:
    """The cache of compiled assets: Sinew keeps none, so this is None."""
    ...

def mj_getCacheCapacity(_cache: Any) -> Any:
    """Bytes that the cache may hold: none."""
    ...

def mj_getCacheSize(_cache: Any) -> Any:
    """Bytes in the cache: none."""
    ...

def mj_getState(m: MjModel, d: MjData, state: Any, sig: Any) -> Any:
    """The parts of the state that `sig` names."""
    ...

def mj_getTotalmass(m: MjModel) -> Any:
    """Mass of all bodies."""
    ...

def mj_id2name(m: MjModel, type: Any, id: Any) -> str | None:
    """Name of an object; None if it has none or does not exist."""
    ...

def mj_implicit(m: MjModel, d: MjData) -> Any:
    """Advances the state by the implicit method."""
    ...

def mj_initCtrlHistory(m: MjModel, d: MjData, id: Any, times: Any, values: Any) -> Any:
    """Sets the past controls of an actuator, oldest first; the times stay as they are if none are given."""
    ...

def mj_initSensorHistory(m: MjModel, d: MjData, id: Any, times: Any, values: Any, phase: Any) -> Any:
    """Sets the past readings of a sensor, oldest first, and the time of its last sample; the times stay as they are if none"""
    ...

def mj_insideSite(m: MjModel, d: MjData, siteid: Any, point: Any) -> Any:
    """1 if a point is inside a site, else 0."""
    ...

def mj_integratePos(m: MjModel, qpos: Any, qvel: Any, dt: Any) -> Any:
    """Moves a configuration by a velocity for the time `dt`."""
    ...

def mj_invConstraint(m: MjModel, d: MjData) -> Any:
    """Constraint forces of inverse dynamics."""
    ...

def mj_invPosition(m: MjModel, d: MjData) -> Any:
    """What inverse dynamics needs of positions."""
    ...

def mj_invVelocity(m: MjModel, d: MjData) -> Any:
    """What inverse dynamics needs of velocities."""
    ...

def mj_inverse(m: MjModel, d: MjData) -> Any:
    """The forces that make the acceleration `qacc`."""
    ...

def mj_inverseSkip(m: MjModel, d: MjData, skipstage: Any, skipsensor: Any) -> Any:
    """`mj_inverse` that keeps the results of stages up to `skipstage`, and of sensors if `skipsensor`."""
    ...

def mj_isDual(m: MjModel) -> Any:
    """True if the model's constraint problem is solved in its dual form."""
    ...

def mj_isPyramidal(m: MjModel) -> Any:
    """True if the friction cones of the model are pyramids."""
    ...

def mj_isSparse(m: MjModel) -> Any:
    """True if the constraint Jacobian of the model is sparse."""
    ...

def mj_island(m: MjModel, d: MjData) -> Any:
    """Islands of constrained trees."""
    ...

def mj_jac(m: MjModel, d: MjData, jacp: Any, jacr: Any, point: Any, body: Any) -> Any:
    """Jacobian of a point of a body."""
    ...

def mj_jacBody(m: MjModel, d: MjData, jacp: Any, jacr: Any, body: Any) -> Any:
    """Jacobian of a body's frame."""
    ...

def mj_jacBodyCom(m: MjModel, d: MjData, jacp: Any, jacr: Any, body: Any) -> Any:
    """Jacobian of a body's centre of mass."""
    ...

def mj_jacDot(m: MjModel, d: MjData, jacp: Any, jacr: Any, point: Any, body: Any) -> Any:
    """Time derivative of the Jacobian of a point of a body."""
    ...

def mj_jacGeom(m: MjModel, d: MjData, jacp: Any, jacr: Any, geom: Any) -> Any:
    """Jacobian of a geom."""
    ...

def mj_jacPointAxis(m: MjModel, d: MjData, jacPoint: Any, jacAxis: Any, point: Any, axis: Any, body: Any) -> Any:
    """Jacobians of a point and of an axis of a body."""
    ...

def mj_jacSite(m: MjModel, d: MjData, jacp: Any, jacr: Any, site: Any) -> Any:
    """Jacobian of a site."""
    ...

def mj_jacSubtreeCom(m: MjModel, d: MjData, jacp: Any, body: Any) -> Any:
    """Jacobian of the centre of mass of a subtree."""
    ...

def mj_kinematics(m: MjModel, d: MjData) -> Any:
    """Frames of bodies, joints, geoms and sites."""
    ...

def mj_loadTexture(m: MjModel, id: Any) -> Any:
    """Pixels of a texture, a copy of (height, width, channels), and its colour space."""
    ...

def mj_local2Global(d: MjData, xpos: Any, xmat: Any, pos: Any, quat: Any, body: Any, sameframe: Any) -> Any:
    """Position and orientation in the world of something fixed to a body."""
    ...

def mj_makeConstraint(m: MjModel, d: MjData) -> Any:
    """Constraint rows."""
    ...

def mj_makeM(m: MjModel, d: MjData) -> Any:
    """Joint-space inertia, with all that adds to it."""
    ...

def mj_mulJacTVec(m: MjModel, d: MjData, res: Any, vec: Any) -> Any:
    """`res = Jᵀ vec`"""
    ...

def mj_mulJacVec(m: MjModel, d: MjData, res: Any, vec: Any) -> Any:
    """`res = J vec`"""
    ...

def mj_mulM(m: MjModel, d: MjData, res: Any, vec: Any) -> Any:
    """`res = M vec`"""
    ...

def mj_mulM2(m: MjModel, d: MjData, res: Any, vec: Any) -> Any:
    """`res = M^(1/2) vec`"""
    ...

def mj_multiRay(m: MjModel, d: MjData, pnt: Any, vec: Any, geomgroup: Any, flg_static: Any, bodyexclude: Any, geomid: Any, dist: Any, normal: Any, nray: Any, cutoff: Any) -> Any:
    """Distances along several rays from one point."""
    ...

def mj_name2id(m: MjModel, type: Any, name: Any) -> int:
    """Id of the object of that type and name; -1 if there is none."""
    ...

def mj_normalizeQuat(m: MjModel, qpos: Any) -> Any:
    """Scales the quaternions of a configuration to unit length."""
    ...

def mj_objectAcceleration(m: MjModel, d: MjData, objtype: Any, objid: Any, res: Any, flg_local: Any) -> Any:
    """Acceleration of an object, rotation first."""
    ...

def mj_objectVelocity(m: MjModel, d: MjData, objtype: Any, objid: Any, res: Any, flg_local: Any) -> Any:
    """Velocity of an object, rotation first."""
    ...

def mj_passive(m: MjModel, d: MjData) -> Any:
    """Spring, damper, fluid and gravity compensation forces."""
    ...

def mj_printData(m: MjModel, d: MjData, filename: Any) -> Any:
    """Writes all numbers of a data as text."""
    ...

def mj_printFormattedData(m: MjModel, d: MjData, filename: Any, float_format: Any) -> Any:
    """Writes all numbers of a data as text, in a given format."""
    ...

def mj_printFormattedModel(m: MjModel, filename: Any, float_format: Any) -> Any:
    """Writes all numbers of a model as text, in a given format."""
    ...

def mj_printModel(m: MjModel, filename: Any) -> Any:
    """Writes all numbers of a model as text."""
    ...

def mj_printSchema(flg_html: Any, flg_pad: Any) -> Any:
    """The elements of a model file and their attributes, as text."""
    ...

def mj_projectConstraint(m: MjModel, d: MjData) -> Any:
    """Inertia in the space of constraints."""
    ...

def mj_ray(m: MjModel, d: MjData, pnt: Any, vec: Any, geomgroup: Any, flg_static: Any, bodyexclude: Any, geomid: Any, normal: Any = None) -> Any:
    """Distance to the nearest geom along a ray, -1 if there is none; `geomid` receives the geom."""
    ...

def mj_rayHfield(m: MjModel, d: MjData, geomid: Any, pnt: Any, vec: Any, normal: Any = None) -> Any:
    """Distance to a height field along a ray, -1 if it is missed."""
    ...

def mj_rayMesh(m: MjModel, d: MjData, geomid: Any, pnt: Any, vec: Any, normal: Any = None) -> Any:
    """Distance to a mesh along a ray, -1 if it is missed."""
    ...

def mj_readCtrl(m: MjModel, d: MjData, id: Any, time: Any, result: Any, interp: Any) -> Any:
    """The controls of an actuator as they act at a time, by an interpolation of order `interp` (-1: the model's own)."""
    ...

def mj_readSensor(m: MjModel, d: MjData, id: Any, time: Any, result: Any, interp: Any) -> Any:
    """The reading of a sensor at a time, by an interpolation of order `interp` (-1: the model's own)."""
    ...

def mj_referenceConstraint(m: MjModel, d: MjData) -> Any:
    """Velocities and reference accelerations of constraints."""
    ...

def mj_resetCallbacks() -> Any:
    """Takes all callbacks away."""
    ...

def mj_resetCtrl(m: MjModel, d: MjData) -> Any:
    """Sets the controls to neutral: zero, and the unit quaternion where a control is an orientation."""
    ...

def mj_resetData(m: MjModel, d: MjData) -> Any:
    """Sets a data to the initial state of the model."""
    ...

def mj_resetDataDebug(m: MjModel, d: MjData, debug_value: Any) -> Any:
    """Sets a data to the initial state, filling what is not state with a byte, to find what reads it unset."""
    ...

def mj_resetDataKeyframe(m: MjModel, d: MjData, key: Any) -> Any:
    """Sets a data to a keyframe of the model."""
    ...

def mj_rne(m: MjModel, d: MjData, flg_acc: Any, result: Any) -> Any:
    """Bias force, or with `flg_acc` inverse dynamics without external forces."""
    ...

def mj_rnePostConstraint(m: MjModel, d: MjData) -> Any:
    """Accelerations of bodies, and the forces between them."""
    ...

def mj_saveLastXML(filename: Any, m: MjModel) -> Any:
    """Writes the model file that a model was compiled from, with everything that it includes."""
    ...

def mj_saveModel(m: MjModel, filename: Any = None, buffer: Any = None) -> Any:
    """Saves a model in Sinew's own format, to a file or into an array of bytes."""
    ...

def mj_sensorAcc(m: MjModel, d: MjData) -> Any:
    """Sensors of accelerations and forces."""
    ...

def mj_sensorPos(m: MjModel, d: MjData) -> Any:
    """Sensors of positions."""
    ...

def mj_sensorVel(m: MjModel, d: MjData) -> Any:
    """Sensors of velocities."""
    ...

def mj_setCacheCapacity(_cache: Any, _size: Any) -> Any:
    """Bytes that the cache may hold from now on: none."""
    ...

def mj_setConst(m: MjModel, d: MjData) -> Any:
    """Recomputes the constants of a model that follow from other fields; the data is left at `qpos0`."""
    ...

def mj_setKeyframe(m: MjModel, d: MjData, k: Any) -> Any:
    """Makes a keyframe of the present state."""
    ...

def mj_setLengthRange(m: MjModel, d: MjData, index: Any, opt: Any) -> Any:
    """Finds the range of lengths of an actuator, as the options say, and sets `actuator_lengthrange`."""
    ...

def mj_setState(m: MjModel, d: MjData, state: Any, sig: Any) -> Any:
    """Sets the parts of the state that `sig` names."""
    ...

def mj_setTotalmass(m: MjModel, newmass: Any) -> Any:
    """Scales masses and inertias so that all bodies together have this mass."""
    ...

def mj_sizeModel(m: MjModel) -> Any:
    """Bytes that a saved model takes."""
    ...

def mj_solveM(m: MjModel, d: MjData, x: Any, y: Any) -> Any:
    """`x = M⁻¹ y`, for each row of `y`"""
    ...

def mj_solveM2(m: MjModel, d: MjData, x: Any, y: Any, sqrtInvD: Any) -> Any:
    """`x = D^(-1/2) L⁻ᵀ y`, for each row of `y`: half of a solution"""
    ...

def mj_stateSize(m: MjModel, sig: Any) -> int:
    """Length of a state vector."""
    ...

def mj_step(m: MjModel, d: MjData, nstep: Any = 1) -> Any:
    """Advances the simulation by a timestep. Optionally, repeat nstep times."""
    ...

def mj_step1(m: MjModel, d: MjData) -> Any:
    """The first half of a step, before controls are needed."""
    ...

def mj_step2(m: MjModel, d: MjData) -> Any:
    """The second half of a step."""
    ...

def mj_subtreeVel(m: MjModel, d: MjData) -> Any:
    """Velocities and angular momenta of subtrees."""
    ...

def mj_tendon(m: MjModel, d: MjData) -> Any:
    """Lengths, paths and Jacobians of tendons."""
    ...

def mj_transmission(m: MjModel, d: MjData) -> Any:
    """Lengths and moments of actuators."""
    ...

def mj_version() -> Any:
    """The release of MuJoCo whose behaviour this is, as a number."""
    ...

def mj_versionString() -> Any:
    """The release of MuJoCo whose behaviour this is."""
    ...

def mjd_inverseFD(m: MjModel, d: MjData, eps: Any, flg_actuation: Any, DfDq: Any, DfDv: Any, DfDa: Any, DsDq: Any, DsDv: Any, DsDa: Any, DmDq: Any) -> Any:
    """Derivatives of inverse dynamics."""
    ...

def mjd_quatIntegrate(vel: Any, scale: Any, Dquat: Any, Dvel: Any, Dscale: Any) -> Any:
    """Derivatives of `mju_quatIntegrate` with respect to the quaternion, the velocity and the time."""
    ...

def mjd_subQuat(qa: Any, qb: Any, Da: Any, Db: Any) -> Any:
    """Derivatives of `mju_subQuat` with respect to its two quaternions."""
    ...

def mjd_transitionFD(m: MjModel, d: MjData, eps: Any, flg_centered: Any, A: Any, B: Any, C: Any, D: Any) -> Any:
    """Derivatives of a step: `dx⁺ = A dx + B du`, `ds = C dx + D du`."""
    ...

def mju_Halton(index: Any, base: Any) -> Any:
    """Element `index` of the Halton sequence in a base."""
    ...

def mju_L1(vec: Any) -> Any:
    """Sum of the absolute values."""
    ...

def mju_add(res: Any, vec1: Any, vec2: Any) -> Any:
    """`res = vec1 + vec2`"""
    ...

def mju_add3(res: Any, vec1: Any, vec2: Any) -> Any:
    """`res = vec1 + vec2`"""
    ...

def mju_addScl(res: Any, vec1: Any, vec2: Any, scl: Any) -> Any:
    """`res = vec1 + scl vec2`"""
    ...

def mju_addScl3(res: Any, vec1: Any, vec2: Any, scl: Any) -> Any:
    """`res = vec1 + scl vec2`"""
    ...

def mju_addTo(res: Any, vec: Any) -> Any:
    """`res += vec`"""
    ...

def mju_addTo3(res: Any, vec: Any) -> Any:
    """`res += vec`"""
    ...

def mju_addToScl(res: Any, vec: Any, scl: Any) -> Any:
    """`res += scl vec`"""
    ...

def mju_addToScl3(res: Any, vec: Any, scl: Any) -> Any:
    """`res += scl vec`"""
    ...

def mju_axisAngle2Quat(res: Any, axis: Any, angle: Any) -> Any:
    """Quaternion from axis and angle."""
    ...

def mju_band2Dense(res: Any, mat: Any, ntotal: Any, nband: Any, ndense: Any, flg_sym: Any) -> Any:
    """A band as a matrix: its lower triangle, or with `flg_sym` all of it."""
    ...

def mju_bandDiag(i: Any, ntotal: Any, nband: Any, ndense: Any) -> Any:
    """Address of diagonal element i of a matrix of `nband` diagonals with `ndense` full rows at its end."""
    ...

def mju_bandMulMatVec(res: Any, mat: Any, vec: Any, ntotal: Any, nband: Any, ndense: Any, nvec: Any, flg_sym: Any) -> Any:
    """`res = mat vec` for `nvec` columns."""
    ...

def mju_boxQP(res: Any, R: Any, index: Any, H: Any, g: Any, lower: Any, upper: Any) -> Any:
    """Minimises `½ xᵀHx + gᵀx` between bounds, starting at `res`, which receives the solution. `R` receives the Cholesky"""
    ...

def mju_cholFactor(mat: Any, mindiag: Any) -> Any:
    """Replaces the lower triangle of a symmetric matrix by its Cholesky factor; pivots below `mindiag` are raised to it."""
    ...

def mju_cholFactorBand(mat: Any, ntotal: Any, nband: Any, ndense: Any, diagadd: Any, diagmul: Any) -> Any:
    """Replaces a band by its Cholesky factor, with `diagadd + diagmul · diagonal` added to the diagonal. Returns the"""
    ...

def mju_cholSolve(res: Any, mat: Any, vec: Any) -> Any:
    """`res = mat⁻¹ vec`, by the Cholesky factor of mat."""
    ...

def mju_cholSolveBand(res: Any, mat: Any, vec: Any, ntotal: Any, nband: Any, ndense: Any) -> Any:
    """`res = mat⁻¹ vec`, by the Cholesky factor of a band."""
    ...

def mju_cholUpdate(mat: Any, x: Any, flg_plus: Any) -> Any:
    """Adds `± x xᵀ` to a matrix whose Cholesky factor is `mat`; x is overwritten. Returns the rank."""
    ...

def mju_clip(x: Any, min: Any, max: Any) -> Any:
    """A number brought into a range."""
    ...

def mju_copy(res: Any, vec: Any) -> Any:
    """`res = vec`"""
    ...

def mju_copy3(res: Any, data: Any) -> Any:
    """`res = data`"""
    ...

def mju_copy4(res: Any, data: Any) -> Any:
    """`res = data`"""
    ...

def mju_cross(res: Any, a: Any, b: Any) -> Any:
    """`res = a × b`"""
    ...

def mju_d2n(res: Any, vec: Any) -> Any:
    """Copies numbers."""
    ...

def mju_decodePyramid(force: Any, pyramid: Any, mu: Any) -> Any:
    """A contact force from the forces along the edges of its pyramid."""
    ...

def mju_dense2Band(res: Any, mat: Any, ntotal: Any, nband: Any, ndense: Any) -> Any:
    """A matrix as its lower band."""
    ...

def mju_dense2sparse(res: Any, mat: Any, rownnz: Any, rowadr: Any, colind: Any) -> Any:
    """A matrix as compressed rows. Returns 0, or 1 if there is not enough room."""
    ...

def mju_derivQuat(res: Any, quat: Any, vel: Any) -> Any:
    """Time derivative of a quaternion, from its angular velocity."""
    ...

def mju_dist3(pos1: Any, pos2: Any) -> Any:
    """Distance of two points."""
    ...

def mju_dot(vec1: Any, vec2: Any) -> Any:
    """`vec1 · vec2`"""
    ...

def mju_dot3(vec1: Any, vec2: Any) -> Any:
    """`vec1 · vec2`"""
    ...

def mju_eig3(eigval: Any, eigvec: Any, quat: Any, mat: Any) -> Any:
    """Eigenvalues of a symmetric matrix, greatest first, its eigenvectors as columns and as a quaternion."""
    ...

def mju_encodePyramid(pyramid: Any, force: Any, mu: Any) -> Any:
    """A contact force as forces along the edges of its pyramid: half of `f₀/n ± fᵢ/μᵢ` each."""
    ...

def mju_euler2Quat(quat: Any, euler: Any, seq: Any) -> Any:
    """Quaternion of three turns about the axes that `seq` names: small letters turn with the body, capitals do not."""
    ...

def mju_eye(mat: Any) -> Any:
    """`mat = 1`"""
    ...

def mju_f2n(res: Any, vec: Any) -> Any:
    """Copies numbers out of single precision."""
    ...

def mju_fill(res: Any, val: Any) -> Any:
    """`res = val`"""
    ...

def mju_getXMLDependencies(filename: Any) -> Any:
    """The files that a model file needs, itself included."""
    ...

def mju_insertionSort(list: Any) -> Any:
    """Sorts numbers in place, least first."""
    ...

def mju_insertionSortInt(list: Any) -> Any:
    """Sorts numbers in place, least first."""
    ...

def mju_isBad(x: Any) -> Any:
    """True for a number that no simulation should hold: not finite, or huge."""
    ...

def mju_isZero(vec: Any) -> Any:
    """True if all elements are zero."""
    ...

def mju_mat2Quat(quat: Any, mat: Any) -> Any:
    """Quaternion of a rotation matrix."""
    ...

def mju_mat2Rot(quat: Any, mat: Any) -> Any:
    """Turns a quaternion towards the rotation in a matrix, in small steps; returns how many it took."""
    ...

def mju_max(a: Any, b: Any) -> Any:
    """Larger of two numbers."""
    ...

def mju_min(a: Any, b: Any) -> Any:
    """Smaller of two numbers."""
    ...

def mju_mulMatMat(res: Any, mat1: Any, mat2: Any) -> Any:
    """`res = mat1 mat2`"""
    ...

def mju_mulMatMatT(res: Any, mat1: Any, mat2: Any) -> Any:
    """`res = mat1 mat2ᵀ`"""
    ...

def mju_mulMatTMat(res: Any, mat1: Any, mat2: Any) -> Any:
    """`res = mat1ᵀ mat2`"""
    ...

def mju_mulMatTVec(res: Any, mat: Any, vec: Any) -> Any:
    """`res = matᵀ vec`"""
    ...

def mju_mulMatTVec3(res: Any, mat: Any, vec: Any) -> Any:
    """`res = matᵀ vec`"""
    ...

def mju_mulMatVec(res: Any, mat: Any, vec: Any) -> Any:
    """`res = mat vec`"""
    ...

def mju_mulMatVec3(res: Any, mat: Any, vec: Any) -> Any:
    """`res = mat vec`"""
    ...

def mju_mulPose(posres: Any, quatres: Any, pos1: Any, quat1: Any, pos2: Any, quat2: Any) -> Any:
    """Product of two poses."""
    ...

def mju_mulQuat(res: Any, quat1: Any, quat2: Any) -> Any:
    """Product of quaternions."""
    ...

def mju_mulQuatAxis(res: Any, quat: Any, axis: Any) -> Any:
    """Product of a quaternion and an axis."""
    ...

def mju_mulVecMatVec(vec1: Any, mat: Any, vec2: Any) -> Any:
    """`vec1ᵀ mat vec2`"""
    ...

def mju_muscleBias(len: Any, lengthrange: Any, acc0: Any, prm: Any) -> Any:
    """Passive force of a muscle."""
    ...

def mju_muscleDynamics(ctrl: Any, act: Any, prm: Any) -> Any:
    """Rate of the activation of a muscle."""
    ...

def mju_muscleGain(len: Any, vel: Any, lengthrange: Any, acc0: Any, prm: Any) -> Any:
    """Gain of a muscle."""
    ...

def mju_n2d(res: Any, vec: Any) -> Any:
    """Copies numbers."""
    ...

def mju_n2f(res: Any, vec: Any) -> Any:
    """Copies numbers into single precision."""
    ...

def mju_negPose(posres: Any, quatres: Any, pos: Any, quat: Any) -> Any:
    """The opposite pose."""
    ...

def mju_negQuat(res: Any, quat: Any) -> Any:
    """The opposite rotation."""
    ...

def mju_norm(res: Any) -> Any:
    """Length of a vector."""
    ...

def mju_norm3(vec: Any) -> Any:
    """Length of a vector."""
    ...

def mju_normalize(res: Any) -> Any:
    """Scales a vector to unit length; returns its length before."""
    ...

def mju_normalize3(vec: Any) -> Any:
    """Scales a vector to unit length; returns its length before."""
    ...

def mju_normalize4(vec: Any) -> Any:
    """Scales a quaternion to unit length; returns its length before."""
    ...

def mju_printMat(mat: Any) -> Any:
    """Prints a matrix."""
    ...

def mju_printMatSparse(mat: Any, rownnz: Any, rowadr: Any, colind: Any) -> Any:
    """Prints a sparse matrix: the columns and numbers of each row."""
    ...

def mju_quat2Mat(res: Any, quat: Any) -> Any:
    """Rotation matrix of a quaternion."""
    ...

def mju_quat2Vel(res: Any, quat: Any, dt: Any) -> Any:
    """Angular velocity that makes a quaternion in the time `dt`."""
    ...

def mju_quatIntegrate(quat: Any, vel: Any, scale: Any) -> Any:
    """Turns a quaternion by an angular velocity for the time `scale`."""
    ...

def mju_quatZ2Vec(quat: Any, vec: Any) -> Any:
    """The quaternion that turns z into a vector."""
    ...

def mju_rayGeom(pos: Any, mat: Any, size: Any, pnt: Any, vec: Any, geomtype: Any, normal: Any = None) -> Any:
    """Distance to a primitive geom along a ray, -1 if it is missed."""
    ...

def mju_raySkin(nface: Any, nvert: Any, face: Any, vert: Any, pnt: Any, vec: Any, vertid: Any = None) -> Any:
    """Distance to a skin along a ray, -1 if it is missed; `vertid` receives the vertex nearest to the hit."""
    ...

def mju_rotVecQuat(res: Any, vec: Any, quat: Any) -> Any:
    """A vector turned by a quaternion."""
    ...

def mju_round(x: Any) -> Any:
    """Nearest integer, halves up."""
    ...

def mju_scl(res: Any, vec: Any, scl: Any) -> Any:
    """`res = scl vec`"""
    ...

def mju_scl3(res: Any, vec: Any, scl: Any) -> Any:
    """`res = scl vec`"""
    ...

def mju_sigmoid(x: Any) -> Any:
    """The quintic that rises smoothly from 0 at 0 to 1 at 1."""
    ...

def mju_sign(x: Any) -> Any:
    """1, 0 or -1."""
    ...

def mju_sparse2dense(res: Any, mat: Any, rownnz: Any, rowadr: Any, colind: Any) -> Any:
    """A sparse matrix as a full one."""
    ...

def mju_springDamper(pos0: Any, vel0: Any, Kp: Any, Kv: Any, dt: Any) -> Any:
    """Position of a unit mass on a spring and a damper after a time."""
    ...

def mju_sqrMatTD(res: Any, mat: Any, diag: Any) -> Any:
    """`res = matᵀ diag(diag) mat`; without `diag`, `matᵀ mat`"""
    ...

def mju_standardNormal(num2: Any = None) -> Any:
    """A number from the standard normal distribution; another goes into `num2`, if it is an array."""
    ...

def mju_str2Type(str: Any) -> Any:
    """Object type of that name; 0 if there is none."""
    ...

def mju_sub(res: Any, vec1: Any, vec2: Any) -> Any:
    """`res = vec1 - vec2`"""
    ...

def mju_sub3(res: Any, vec1: Any, vec2: Any) -> Any:
    """`res = vec1 - vec2`"""
    ...

def mju_subFrom(res: Any, vec: Any) -> Any:
    """`res -= vec`"""
    ...

def mju_subFrom3(res: Any, vec: Any) -> Any:
    """`res -= vec`"""
    ...

def mju_subQuat(res: Any, qa: Any, qb: Any) -> Any:
    """Rotation from `qb` to `qa`, as a velocity for unit time."""
    ...

def mju_sum(vec: Any) -> Any:
    """Sum of the elements."""
    ...

def mju_sym2dense(res: Any, mat: Any, rownnz: Any, rowadr: Any, colind: Any) -> Any:
    """A symmetric matrix out of its lower triangle in compressed rows."""
    ...

def mju_symmetrize(res: Any, mat: Any) -> Any:
    """`res = (mat + matᵀ) / 2`"""
    ...

def mju_threadpool(d: MjData, nthread: Any) -> Any:
    """Gives a data threads that solve its islands beside the one that steps; none if there are to be no more than zero. The result is"""
    ...

def mju_transformSpatial(res: Any, vec: Any, flg_force: Any, newpos: Any, oldpos: Any, rotnew2old: Any) -> Any:
    """A spatial vector moved to another origin and turned into another frame."""
    ...

def mju_transpose(res: Any, mat: Any) -> Any:
    """`res = matᵀ`"""
    ...

def mju_trnVecPose(res: Any, pos: Any, quat: Any, vec: Any) -> Any:
    """A point in the frame of a pose, seen from outside."""
    ...

def mju_type2Str(type: Any) -> Any:
    """Name of an object type; None if it has none."""
    ...

def mju_unit4(res: Any) -> Any:
    """The quaternion that rotates nothing."""
    ...

def mju_warningText(warning: Any, info: Any) -> Any:
    """What a counter of `MjData.warning` means."""
    ...

def mju_writeLog(type: Any, msg: Any) -> Any:
    """Appends a line with the date to MUJOCO_LOG.TXT in the working folder."""
    ...

def mju_writeNumBytes(nbytes: Any) -> Any:
    """A number of bytes with a unit."""
    ...

def mju_zero(res: Any) -> Any:
    """`res = 0`"""
    ...

def mju_zero3(res: Any) -> Any:
    """`res = 0`"""
    ...

def mju_zero4(res: Any) -> Any:
    """`res = 0`"""
    ...

def set_mjcb_act_bias(py_callback: Any) -> Any:
    """Sets `mjcb_act_bias`; None takes it away."""
    ...

def set_mjcb_act_dyn(py_callback: Any) -> Any:
    """Sets `mjcb_act_dyn`; None takes it away."""
    ...

def set_mjcb_act_gain(py_callback: Any) -> Any:
    """Sets `mjcb_act_gain`; None takes it away."""
    ...

def set_mjcb_contactfilter(py_callback: Any) -> Any:
    """Sets `mjcb_contactfilter`; None takes it away."""
    ...

def set_mjcb_control(py_callback: Any) -> Any:
    """Sets `mjcb_control`; None takes it away."""
    ...

def set_mjcb_passive(py_callback: Any) -> Any:
    """Sets `mjcb_passive`; None takes it away."""
    ...

def set_mjcb_sensor(py_callback: Any) -> Any:
    """Sets `mjcb_sensor`; None takes it away."""
    ...

def set_mjcb_time(py_callback: Any) -> Any:
    """Sets `mjcb_time`; None takes it away."""
    ...

def set_mju_user_warning(py_callback: Any) -> Any:
    """Sets `mju_user_warning`; None takes it away."""
    ...

def as_mujoco() -> Any:
    """Makes `import mujoco` give Sinew, here and in packages imported later; returns the module."""
    ...
