"""Writes python/sinew/__init__.pyi: the types of the module, out of its own tables.

    python python/tools/make_stubs.py          # with sinew installed
"""
import enum
import inspect
from pathlib import Path

import numpy as np

import sinew
from sinew import _sinew

FILE = Path(__file__).resolve().parents[1] / "sinew" / "__init__.pyi"
HEAD = '''"""Types of the module sinew. Written by python/tools/make_stubs.py."""
import enum
from collections.abc import Iterator
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import batch as batch, derivatives as derivatives, minimize as minimize, rollout as rollout, viewer as viewer

__version__: str
__sinew_version__: str
'''
RECORDS = ["MjOption", "MjStatistic", "MjVisualGlobal", "MjVisualQuality", "MjVisualHeadlight", "MjVisualMap",
           "MjVisualScale", "MjVisualRgba"]
LISTS = {"contact": "_MjContactList", "warning": "_MjStatList", "timer": "_MjStatList", "solver": "_MjStatList"}
NAMED = ["id: int", "name: str", "def __getattr__(self, name: str) -> NDArray[Any]: ...",
         "def __setattr__(self, name: str, value: ArrayLike) -> None: ..."]
FILES = "assets: dict[str, bytes] | None = None, vfs: MjVfs | None = None"
# what functions return, where it is not None
RETURNS = {"mj_name2id": "int", "mj_id2name": "str | None", "mj_copyData": "MjData", "mj_stateSize": "int"}
ARRAYS = {"float64": "NDArray[np.float64]", "float32": "NDArray[np.float32]", "int32": "NDArray[np.int32]",
          "int64": "NDArray[np.int64]", "uint8": "NDArray[np.uint8]", "bool": "NDArray[np.bool_]"}


def documented(name, type_, doc):
    return [f"{name}: {type_}", f'"""{doc}"""']


def shape(rows, width):
    if width == 1:
        return f"({rows},)"
    return f"({rows}, {width if isinstance(width, int) else '*'.join(map(str, width)).removesuffix('*1')})"


def columns(*tables):
    for table in tables:
        for name, rows, width, kind, doc in table:
            text = name in ("names", "paths", "text_data")
            yield from documented(name, "bytes" if text else ARRAYS[kind], f"{doc}; {shape(rows, width)}")


def described(cls, known):
    """Plain attributes of a class, by the value that an instance would have."""
    for name in sorted(set(dir(cls)) - known):
        attribute = getattr(cls, name)
        if not name.startswith("_") and not callable(attribute) and type(attribute).__name__ == "field":
            yield name, attribute.doc


def kind_of(value):
    if isinstance(value, np.ndarray):
        return ARRAYS[value.dtype.name]
    return type(value).__name__


def record(name):
    blank = getattr(sinew, name)()
    yield from (line for field, doc in described(getattr(sinew, name), set())
                for line in documented(field, kind_of(getattr(blank, field)), doc))


def accessors(cls):
    plain = (n for n in dir(cls) if inspect.isfunction(getattr(cls, n)) and not n.startswith("_") and n != "bind")
    yield "def bind(self, _objects: Any) -> Any: ..."
    for name in sorted(plain):
        yield f"def {name}(self, key: str | int) -> _View: ..."


def model_class():
    known = {name for name, *_ in _sinew.MODEL_FIELDS}
    for name, doc in described(sinew.MjModel, known):
        yield from documented(name, "int", doc)
    yield from columns(_sinew.MODEL_FIELDS)
    yield from ["opt: MjOption", "stat: MjStatistic", "vis: MjVisual", "njmax: int", "nconmax: int", "signature: int"]
    yield from [f"flg_{flag}: bool" for flag in ("gravcomp", "surfacevel", "adhesion")]
    for name, source in (("path", "filename: str | PathLike[str]"), ("string", "xml: str")):
        yield "@classmethod"
        yield f"def from_xml_{name}(cls, {source}, {FILES}) -> MjModel: ..."
    yield "@classmethod"
    yield f"def from_binary_path(cls, filename: str | PathLike[str], {FILES}) -> MjModel: ..."
    yield from accessors(sinew.MjModel)


def data_class():
    tables = _sinew.DATA_FIELDS, _sinew.GROWING_FIELDS
    known = {name for table in tables for name, *_ in table}
    yield "def __init__(self, model: MjModel) -> None: ..."
    for name, doc in described(sinew.MjData, known):
        type_ = "float" if name == "time" else "bool" if name.startswith("flg_") else "int"
        yield from documented(name, type_, doc)
    yield from columns(*tables)
    yield from ["model: MjModel", "energy: NDArray[np.float64]", "solver_fwdinv: NDArray[np.float64]",
                "solver_niter: NDArray[np.int32]", "solver_nnz: NDArray[np.int32]", "signature: int"]
    yield from [f"{name}: {type_}" for name, type_ in LISTS.items()]
    yield from accessors(sinew.MjData)


def block(head, lines):
    return "\n".join([head, *(f"    {line}" for line in lines), ""])


def function(name):
    target = getattr(sinew, name)
    parameters = []
    for p in inspect.signature(target).parameters.values():
        type_ = {"m": "MjModel", "d": "MjData", "src": "MjData", "dest": "MjData"}.get(p.name, "Any")
        name_ = "*" + p.name if p.kind is p.VAR_POSITIONAL else p.name
        parameters.append(f"{name_}: {type_}" + (f" = {p.default!r}" if p.default is not p.empty else ""))
    doc = inspect.getdoc(target).splitlines()[0].replace('"""', "'''")
    return block(f"def {name}({', '.join(parameters)}) -> {RETURNS.get(name, 'Any')}:", [f'"""{doc}"""', "..."])


def struct(cls):
    """Fields of a struct that is no part of a model or a data."""
    for name, value in cls._fields.items():
        kind = ARRAYS[value.dtype.name] if isinstance(value, np.ndarray) else type(value).__name__
        yield f"{name}: {kind}"


VFS = ["def __setitem__(self, name: str, content: bytes | str) -> None: ...", "def __delitem__(self, name: str) -> None: ...",
       "def __contains__(self, name: object) -> bool: ...", "def __enter__(self) -> MjVfs: ...",
       "def __exit__(self, *_: Any) -> None: ...", "def close(self) -> None: ..."]


def stubs():
    parts = [HEAD, block("class _View:", NAMED)]
    names = sorted(dir(sinew))
    for name in names:
        value = getattr(sinew, name)
        if name.startswith("mj") and isinstance(value, (int, float, str, tuple)):
            parts.append(f"{name}: {type(value).__name__}")
    for name in names:
        value = getattr(sinew, name)
        if inspect.isclass(value) and issubclass(value, enum.IntEnum):
            parts.append(block(f"class {name}(enum.IntEnum):", (f"{k} = {int(v)}" for k, v in value.__members__.items())))
        elif name in ("FatalError", "UnexpectedError"):
            parts.append(f"class {name}(Exception): ...\n")
    parts += [block(f"class {name}:", record(name)) for name in RECORDS]
    groups = {"global_": "Global", "quality": "Quality", "headlight": "Headlight", "map": "Map", "scale": "Scale", "rgba": "Rgba"}
    parts.append(block("class MjVisual:", (f"{k}: MjVisual{v}" for k, v in groups.items())))
    anything = "def __getattr__(self, name: str) -> Any: ..."
    for name in ("MjContact", "_MjStat"):
        parts.append(block(f"class {name}:", [anything]))
    for name, item in (("_MjContactList", "MjContact"), ("_MjStatList", "_MjStat")):
        parts.append(block(f"class {name}:", ["def __len__(self) -> int: ...",
                                              f"def __iter__(self) -> Iterator[{item}]: ...",
                                              f"def __getitem__(self, index: int) -> {item}: ...", anything]))
    for name in names:
        value = getattr(sinew, name)
        if inspect.isclass(value) and issubclass(value, sinew._structs.MjStruct):
            parts.append(block(f"class {name}:", struct(value)))
        elif inspect.isclass(value) and hasattr(value, "_reason"):
            parts.append(block(f"class {name}:", ["def __init__(self, *args: Any, **kwargs: Any) -> None: ...", anything]))
    parts.append(block("class MjVfs:", VFS))
    parts.append("MJTNUM_DTYPE: type[np.float64]\n")
    parts.append(block("class MjModel:", model_class()))
    parts.append(block("class MjData:", data_class()))
    parts += [function(n) for n in names if n.startswith(("mj_", "mju_", "mjd_", "set_mj", "get_mj")) and callable(getattr(sinew, n))]
    parts.append(function("as_mujoco"))
    return "\n".join(parts)


if __name__ == "__main__":
    FILE.write_text(stubs())
