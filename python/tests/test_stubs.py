"""The type stubs are those of the module."""
import ast

from conftest import ROOT, tool


def test_stubs_are_up_to_date():
    maker = tool("make_stubs")
    assert maker.FILE.read_text() == maker.stubs(), "run python python/tools/make_stubs.py"


def test_stubs_are_python():
    tree = ast.parse((ROOT / "python" / "sinew" / "__init__.pyi").read_text())
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    fields = {item.target.id for item in classes["MjData"].body if isinstance(item, ast.AnnAssign)}
    assert {"qpos", "xpos", "efc_J", "time", "contact"} <= fields
