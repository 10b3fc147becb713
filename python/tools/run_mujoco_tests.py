"""Runs MuJoCo's own Python tests, out of its installed wheel, with Sinew in MuJoCo's place.

    python python/tools/run_mujoco_tests.py                 # every file, against the floors
    python python/tools/run_mujoco_tests.py bindings_test   # one of them, with what fails
    python python/tools/run_mujoco_tests.py --raise-floors  # keeps a better result as the floor

Each file runs in a process of its own in which `import mujoco` yields Sinew. Nothing is copied: the files are read where
pip put them. `mujoco_tests.json`, beside this script, holds the floors, which only rise, and the tests that are left out,
each with its reason.
"""
import argparse
import importlib.util
import json
import re
import subprocess
import sys
import unittest
from pathlib import Path

RECORD = Path(__file__).with_name("mujoco_tests.json")
MARK = "@@result "


def wheel():
    """Where MuJoCo's package is, without importing it."""
    spec = importlib.util.find_spec("mujoco")
    if spec is None or spec.origin is None:
        sys.exit("mujoco-core is not installed here")
    return Path(spec.origin).parent


class Report(unittest.TestResult):
    """Says how each test ended, at once: a crash must not take the results before it along."""

    def _say(self, test, outcome, why=""):
        print(MARK + json.dumps([test.id().split(".", 1)[1], outcome, why]), flush=True)

    def addSuccess(self, test):
        self._say(test, "pass")

    def addFailure(self, test, error):
        self._say(test, "fail", self._exc_info_to_string(error, test))

    addError = addFailure

    def addSkip(self, test, reason):
        self._say(test, "skip", reason)

    def addSubTest(self, test, subtest, error):
        if error is not None:
            self._say(test, "fail", self._exc_info_to_string(error, test))


def every(suite):
    for item in suite:
        yield from every(item) if isinstance(item, unittest.TestSuite) else [item]


def child(path):
    """Loads one test file with Sinew as `mujoco`, and runs it."""
    import sinew

    directory = wheel()
    sinew.as_mujoco()
    from etils import epath

    # data files of the tests lie in MuJoCo's wheel
    epath.resource_path = lambda package: epath.Path(directory if package == "mujoco" else package)
    spec = importlib.util.spec_from_file_location(Path(path).stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    tests = list(every(unittest.defaultTestLoader.loadTestsFromModule(module)))
    print(MARK + json.dumps(["", "list", [test.id().split(".", 1)[1] for test in tests]]), flush=True)
    left_out = set(json.loads(RECORD.read_text())["left_out"].get(Path(path).stem, {}))
    suite = unittest.TestSuite(test for test in tests if name_of(test.id().split(".", 1)[1]) not in left_out)
    suite.run(Report())


def name_of(test):
    """`Class.test_method` of a test, without its parameters."""
    return re.sub(r"\d+ \(.*", "", test, flags=re.DOTALL)


def run(name, timeout):
    """Outcome of every test of a file that is not left out: {test: (outcome, why)}."""
    path = wheel() / f"{name}.py"
    command = [sys.executable, __file__, "--child", str(path)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
        output, end = done.stdout, f"exit code {done.returncode}\n{done.stderr[-2000:]}"
    except subprocess.TimeoutExpired as late:
        output, end = (late.stdout or b"").decode(), f"not done after {timeout} s"
    lines = [json.loads(line.split(MARK, 1)[1]) for line in output.splitlines() if MARK in line]
    outcomes, tests = {}, []
    for test, outcome, why in lines:
        if outcome == "list":
            tests = why
        elif outcomes.get(test, ("pass",))[0] != "fail":
            outcomes[test] = (outcome, why)
    if not tests:
        return {f"{name}: the file cannot be loaded": ("fail", end)}
    left_out = json.loads(RECORD.read_text())["left_out"].get(name, {})
    unknown = set(left_out) - {name_of(test) for test in tests} - set(tests)
    if unknown:
        sys.exit(f"{name} has no tests {sorted(unknown)}, which {RECORD.name} leaves out")
    expected = [test for test in tests if name_of(test) not in left_out]
    return {test: outcomes.get(test, ("fail", end)) for test in expected}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", help="test files, without .py; all that have a floor if none is named")
    parser.add_argument("--raise-floors", action="store_true", help="write better results into the record")
    parser.add_argument("--timeout", type=float, default=120, help="seconds for one file")
    parser.add_argument("--verbose", action="store_true", help="whole tracebacks of what fails")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.child:
        return child(arguments.child)

    record, below = json.loads(RECORD.read_text()), []
    for name in arguments.files or record["floors"]:
        outcomes = run(name, arguments.timeout)
        passed = sum(outcome == "pass" for outcome, _ in outcomes.values())
        skipped = sum(outcome == "skip" for outcome, _ in outcomes.values())
        of, floor = len(outcomes) - skipped, record["floors"].get(name, 0)
        left_out = len(record["left_out"].get(name, {}))
        print(f"{name:20} {passed:4} of {of:4} pass ({100 * passed / max(of, 1):.1f} %), floor {floor}, "
              f"{left_out} left out, {skipped} skipped by MuJoCo")
        for test, (outcome, why) in outcomes.items():
            if outcome == "fail":
                lines = why.strip().splitlines() or [""]
                print(f"    {test}: {why if arguments.verbose else lines[-1]}")
        if passed < floor:
            below.append(name)
        elif arguments.raise_floors:
            record["floors"][name] = passed
    if arguments.raise_floors:
        RECORD.write_text(json.dumps(record, indent=2) + "\n")
    if below:
        sys.exit(f"below the floor: {', '.join(below)}")


if __name__ == "__main__":
    main()
