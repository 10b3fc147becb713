"""The type stubs are those of the module."""
import ast
import importlib.util

from conftest import ROOT


def test_stubs_are_up_to_date():
    spec = importlib.util.spec_from_file_location("make_stubs", ROOT / "python" / "tools" / "make_stubs.py")
    maker = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(maker)
    assert maker.FILE.read_text() == maker.stubs(), "run python python/tools/make_stubs.py"


def test_stubs_are_python():
    tree = ast.parse((ROOT / "python" / "sinew" / "__init__.pyi").read_text())
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    fields = {item.target.id for item in classes["MjData"].body if isinstance(item, ast.AnnAssign)}
    assert {"qpos", "xpos", "efc_J", "time", "contact"} <= fields
