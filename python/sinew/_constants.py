"""Numbers and strings that MuJoCo's headers define."""

mjDISABLESTRING = (
    "Constraint", "Equality", "Frictionloss", "Limit", "Contact", "Spring", "Damper", "Gravity", "Clampctrl",
    "Warmstart", "Filterparent", "Actuation", "Refsafe", "Sensor", "Midphase", "Eulerdamp", "AutoReset", "NativeCCD",
    "Island", "MultiCCD",
)
mjENABLESTRING = (
    "Override", "Energy", "Fwdinv", "InvDiscrete", "Sleep", "DiagExact", "IPC", "Speculative",
)
mjFRAMESTRING = (
    "None", "Body", "Geom", "Site", "Camera", "Light", "Contact", "World",
)
mjLABELSTRING = (
    "None", "Body", "Joint", "Geom", "Site", "Camera", "Light", "Tendon", "Actuator", "Constraint", "Flex", "Skin",
    "Selection", "SelPoint", "Contact", "ContactForce", "Island",
)
mjMAXCONPAIR = 50
mjMAXFLEXNODES = 27
mjMAXIMP = 0.9999
mjMAXLIGHT = 100
mjMAXLINE = 100
mjMAXLINEPNT = 1001
mjMAXOVERLAY = 500
mjMAXPLANEGRID = 200
mjMAXTREEDEPTH = 50
mjMAXVAL = 10000000000.0
mjMINAWAKE = 10
mjMINIMP = 0.0001
mjMINMU = 1e-05
mjMINVAL = 1e-15
mjNBIAS = 10
mjNDYN = 10
mjNEQDATA = 12
mjNFLUID = 12
mjNGAIN = 10
mjNGROUP = 6
mjNIMP = 5
mjNISLAND = 20
mjNPOLY = 2
mjNREF = 2
mjNSENS = 3
mjNSOLVER = 200
mjPI = 3.141592653589793
mjRNDSTRING = (
    ("Shadow", "1", "S"), ("Wireframe", "0", "W"), ("Reflection", "1", "R"), ("Additive", "0", "L"),
    ("Skybox", "1", "K"), ("Fog", "0", "G"), ("Haze", "1", "/"), ("Depth", "0", ""), ("Segment", "0", ","),
    ("Id Color", "0", ""), ("Cull Face", "1", ""), ("Post Processing", "1", ""),
)
mjSC_IN = 1
mjSC_INOUT = 3
mjSC_OUT = 2
mjTIMERSTRING = (
    "step", "forward", "inverse", "position", "velocity", "actuation", "constraint", "advance", "pos_kinematics",
    "pos_inertia", "pos_collision", "pos_make", "pos_project", "col_broadphase", "col_narrowphase",
)
mjVERSION_HEADER = 4000001
mjVISSTRING = (
    ("Convex Hull", "0", "H"), ("Texture", "1", "X"), ("Joint", "0", "J"), ("Camera", "0", "Q"),
    ("Actuator", "0", "U"), ("Activation", "0", ","), ("Light", "0", "Z"), ("Tendon", "1", "V"),
    ("Range Finder", "1", "Y"), ("Equality", "0", "E"), ("Inertia", "0", "I"), ('Scale Inertia', '0', "'"),
    ("Perturb Force", "0", "B"), ("Perturb Object", "1", "O"), ("Contact Point", "0", "C"), ("Island", "0", "N"),
    ("Contact Force", "0", "F"), ("Contact Split", "0", "P"), ("Transparent", "0", "T"), ("Auto Connect", "0", "A"),
    ("Center of Mass", "0", "M"), ("Select Point", "0", ""), ("Static Body", "1", "D"), ("Skin", "1", ";"),
    ("Flex Vert", "0", ""), ("Flex Edge", "1", ""), ("Flex Face", "0", ""), ("Flex Skin", "1", ""),
    ("Body Tree", "0", "`"), ("Mesh Tree", "0", "\\"), ("SDF iters", "0", ""),
)
MJTNUM_BYTES = 8
