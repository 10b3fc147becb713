"""The examples run, are typed, and have a twin in Rust."""
import subprocess
import sys

import pytest
from conftest import ROOT

EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_runs(path, tmp_path):
    subprocess.run([sys.executable, str(path)], check=True, cwd=tmp_path, stdout=subprocess.DEVNULL)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_in_rust_too(path):
    assert path.stem == "tutorial" or path.with_suffix(".rs").exists()


def test_examples_pass_a_type_checker(tmp_path):
    pytest.importorskip("mypy", reason="mypy is not installed")
    for path in EXAMPLES:
        (tmp_path / path.name).write_text(path.read_text())
    checked = subprocess.run([sys.executable, "-m", "mypy", "--strict", "."], cwd=tmp_path, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout
