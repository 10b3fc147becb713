"""Enumerations: integers with MuJoCo's names."""
import enum

from sinew._sinew import ENUMS


class _Named(enum.IntEnum):
    def __str__(self):
        return f"{type(self).__name__}.{self.name}"


# used by viewers and renderers only: the engine does not know them
_VISUAL = {
    "mjtCatBit": {"mjCAT_STATIC": 1, "mjCAT_DYNAMIC": 2, "mjCAT_DECOR": 4, "mjCAT_ALL": 7},
    "mjtMouse": {"mjMOUSE_NONE": 0, "mjMOUSE_ROTATE_V": 1, "mjMOUSE_ROTATE_H": 2, "mjMOUSE_MOVE_V": 3,
        "mjMOUSE_MOVE_H": 4, "mjMOUSE_ZOOM": 5, "mjMOUSE_MOVE_V_REL": 6, "mjMOUSE_MOVE_H_REL": 7,
        "mjMOUSE_TURN_V": 8, "mjMOUSE_TURN_H": 9},
    "mjtPertBit": {"mjPERT_TRANSLATE": 1, "mjPERT_ROTATE": 2},
    "mjtCamera": {"mjCAMERA_FREE": 0, "mjCAMERA_TRACKING": 1, "mjCAMERA_FIXED": 2, "mjCAMERA_USER": 3},
    "mjtLabel": {"mjLABEL_NONE": 0, "mjLABEL_BODY": 1, "mjLABEL_JOINT": 2, "mjLABEL_GEOM": 3, "mjLABEL_SITE": 4,
        "mjLABEL_CAMERA": 5, "mjLABEL_LIGHT": 6, "mjLABEL_TENDON": 7, "mjLABEL_ACTUATOR": 8, "mjLABEL_CONSTRAINT": 9,
        "mjLABEL_FLEX": 10, "mjLABEL_SKIN": 11, "mjLABEL_SELECTION": 12, "mjLABEL_SELPNT": 13,
        "mjLABEL_CONTACTPOINT": 14, "mjLABEL_CONTACTFORCE": 15, "mjLABEL_ISLAND": 16, "mjNLABEL": 17},
    "mjtFrame": {"mjFRAME_NONE": 0, "mjFRAME_BODY": 1, "mjFRAME_GEOM": 2, "mjFRAME_SITE": 3, "mjFRAME_CAMERA": 4,
        "mjFRAME_LIGHT": 5, "mjFRAME_CONTACT": 6, "mjFRAME_WORLD": 7, "mjNFRAME": 8},
    "mjtVisFlag": {"mjVIS_CONVEXHULL": 0, "mjVIS_TEXTURE": 1, "mjVIS_JOINT": 2, "mjVIS_CAMERA": 3,
        "mjVIS_ACTUATOR": 4, "mjVIS_ACTIVATION": 5, "mjVIS_LIGHT": 6, "mjVIS_TENDON": 7, "mjVIS_RANGEFINDER": 8,
        "mjVIS_CONSTRAINT": 9, "mjVIS_INERTIA": 10, "mjVIS_SCLINERTIA": 11, "mjVIS_PERTFORCE": 12,
        "mjVIS_PERTOBJ": 13, "mjVIS_CONTACTPOINT": 14, "mjVIS_ISLAND": 15, "mjVIS_CONTACTFORCE": 16,
        "mjVIS_CONTACTSPLIT": 17, "mjVIS_TRANSPARENT": 18, "mjVIS_AUTOCONNECT": 19, "mjVIS_COM": 20,
        "mjVIS_SELECT": 21, "mjVIS_STATIC": 22, "mjVIS_SKIN": 23, "mjVIS_FLEXVERT": 24, "mjVIS_FLEXEDGE": 25,
        "mjVIS_FLEXFACE": 26, "mjVIS_FLEXSKIN": 27, "mjVIS_BODYBVH": 28, "mjVIS_MESHBVH": 29, "mjVIS_SDFITER": 30,
        "mjNVISFLAG": 31},
    "mjtRndFlag": {"mjRND_SHADOW": 0, "mjRND_WIREFRAME": 1, "mjRND_REFLECTION": 2, "mjRND_ADDITIVE": 3,
        "mjRND_SKYBOX": 4, "mjRND_FOG": 5, "mjRND_HAZE": 6, "mjRND_DEPTH": 7, "mjRND_SEGMENT": 8, "mjRND_IDCOLOR": 9,
        "mjRND_CULL_FACE": 10, "mjRND_POST_PROCESSING": 11, "mjNRNDFLAG": 12},
    "mjtStereo": {"mjSTEREO_NONE": 0, "mjSTEREO_QUADBUFFERED": 1, "mjSTEREO_SIDEBYSIDE": 2},
    "mjtGridPos": {"mjGRID_TOPLEFT": 0, "mjGRID_TOPRIGHT": 1, "mjGRID_BOTTOMLEFT": 2, "mjGRID_BOTTOMRIGHT": 3,
        "mjGRID_TOP": 4, "mjGRID_BOTTOM": 5, "mjGRID_LEFT": 6, "mjGRID_RIGHT": 7},
    "mjtFramebuffer": {"mjFB_WINDOW": 0, "mjFB_OFFSCREEN": 1},
    "mjtDepthMap": {"mjDEPTH_ZERONEAR": 0, "mjDEPTH_ZEROFAR": 1},
    "mjtFontScale": {"mjFONTSCALE_50": 50, "mjFONTSCALE_100": 100, "mjFONTSCALE_150": 150, "mjFONTSCALE_200": 200,
        "mjFONTSCALE_250": 250, "mjFONTSCALE_300": 300},
    "mjtFont": {"mjFONT_NORMAL": 0, "mjFONT_SHADOW": 1, "mjFONT_BIG": 2},
    "mjtPluginCapabilityBit": {"mjPLUGIN_ACTUATOR": 1, "mjPLUGIN_SENSOR": 2, "mjPLUGIN_PASSIVE": 4,
        "mjPLUGIN_SDF": 8},
}

# how many values there are, which MuJoCo counts as a member
_COUNTS = {
    "mjtCamOutBit": {"mjNCAMOUT": 5}, "mjtConDataField": {"mjNCONDATA": 9}, "mjtDisableBit": {"mjNDISABLE": 20},
    "mjtEnableBit": {"mjNENABLE": 8}, "mjtGeom": {"mjNGEOMTYPES": 9}, "mjtObj": {"mjNOBJECT": 26},
    "mjtRayDataField": {"mjNRAYDATA": 6}, "mjtState": {"mjNSTATE": 15}, "mjtTextureRole": {"mjNTEXROLE": 10},
    "mjtTimer": {"mjNTIMER": 15}, "mjtWarning": {"mjNWARNING": 7},
}

globals().update({name: _Named(name, members | _COUNTS.get(name, {}), module="sinew")
                  for name, members in (ENUMS | _VISUAL).items()})
__all__ = [*ENUMS, *_VISUAL]
