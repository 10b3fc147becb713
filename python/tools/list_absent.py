"""Lists what MuJoCo's Python module has and Sinew has not, each with the reason.

    python python/tools/list_absent.py

The names are those of the installed `mujoco`: functions, classes, enumerations, constants, and the attributes of classes.
A name that is absent for no known reason is a gap, and this fails.
"""
import inspect
import re
import sys

# reason -> names, as whole words of a regular expression
REASONS = {
    "rendering": r"mjr\w*|mjv\w*|Mjr\w*|Mjv\w*|Renderer|GLContext|rendering|egl|glfw|osmesa|mj_print(Formatted)?Scene",
    "the windows of MuJoCo's viewer": r"mjtButton|mjtEvent|mjtItem|mjtSection|mjui\w*",
    "MjSpec": r"MjSpec|Mjs\w*|Mj(Byte|Char|Double|Float|Int|String)Vec|MjStruct|from_zip|to_zip|Mj(Model|Data)\.bind_scalar",
    "plugins": r"mj_load\w*Plugin\w*|PLUGIN\w*",
    "flexes": r"mj_rayFlex",
    "no arena: memory grows by itself": r"mj_maxContact|[gs]et_mju_user_(malloc|free)",
    "contacts are made by collision alone": r"mj_addContact|MjPreContact",
    "assets are always part of the model": r"mj_embedAssets",
    "actuators take numbers without names": r"mj_actuatorInputName",
    "no log: warnings are Python's": r"MjLog\w*|mjtLog\w*|mjtCTimer",
    "no C headers": r"HEADERS_DIR",
}


def reason(name):
    """Why a name is absent; None if that is not known."""
    return next((why for why, names in REASONS.items() if re.fullmatch(names, name)), None)


def public(module):
    """Names that are the module's own: what it imports for itself is left out."""
    for name in dir(module):
        value = getattr(module, name)
        foreign = inspect.ismodule(value) and not value.__name__.startswith("mujoco.")
        foreign |= getattr(value, "__module__", "mujoco") in ("typing", "collections.abc")
        if not name.startswith("_") and not foreign and value is not module:
            yield name


def has(module, name):
    """True if a name exists, and does more than to refuse."""
    value = getattr(module, name, None)
    return value is not None and not hasattr(value, "_reason")


def attributes(theirs, ours, name):
    """Attributes of a class that ours does not have."""
    cls, other = getattr(theirs, name), getattr(ours, name)
    try:
        blank = other()
    except Exception:  # noqa: BLE001: made by other means
        blank = other
    return [f"{name}.{a}" for a in dir(cls) if not a.startswith("_") and not hasattr(other, a) and not hasattr(blank, a)]


def absent():
    """Every absent name of the installed mujoco, with its reason or None."""
    import mujoco

    import sinew

    names = []
    for name in public(mujoco):
        if not has(sinew, name):
            names.append(name)
        elif inspect.isclass(getattr(mujoco, name)) and name.startswith("Mj"):
            names += attributes(mujoco, sinew, name)
    return {name: reason(name) or reason(name.split(".")[0]) for name in names}, len(list(public(mujoco)))


def main():
    names, total = absent()
    for why in [*REASONS, None]:
        listed = [name for name, reason in names.items() if reason == why]
        if listed:
            print(f"{why or 'GAPS'} ({len(listed)}): {', '.join(listed)}\n")
    missing = sum("." not in name for name in names)
    print(f"{total - missing} of {total} names are there")
    if None in names.values():
        sys.exit("some are absent for no known reason")


if __name__ == "__main__":
    main()
