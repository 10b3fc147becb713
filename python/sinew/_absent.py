"""What Sinew does not have yet: it can be named, imported and subclassed, and says so when it is used."""
from sinew._sinew import FatalError

RENDERING = "Sinew has no rendering yet"
EDITING = "Sinew has no MjSpec yet: edit the XML, and compile it with MjModel.from_xml_string"


def function(name, reason):
    """A function that raises when it is called."""
    def absent(*_args, **_kwargs):
        raise FatalError(f"{name}: {reason}")
    absent.__name__ = absent.__qualname__ = name
    absent.__doc__ = f"Not available: {reason}."
    absent._reason = reason
    return absent


class _Refusing(type):
    """A class whose static functions do not exist yet either."""

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return function(f"{cls.__name__}.{name}", cls._reason)


def _class(name, reason):
    def refuse(self, *_args, **_kwargs):
        raise FatalError(f"{name}: {reason}")
    return _Refusing(name, (), {"__init__": refuse, "__module__": "sinew", "_reason": reason, "__doc__":
                                f"Not available: {reason}."})


MjSpec = _class("MjSpec", EDITING)
Renderer = _class("Renderer", RENDERING)
GLContext = _class("GLContext", RENDERING)
MjrContext = _class("MjrContext", RENDERING)
MjvScene = _class("MjvScene", RENDERING)


def named(name):
    """Something of MuJoCo that is absent, by name; None if it is not known."""
    if name.startswith(("mjr_", "mjv_")):
        return function(name, RENDERING)
    if name.startswith("Mjs"):
        return _class(name, EDITING)
    return None
