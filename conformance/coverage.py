"""Which lines of the crates the tests run.

    python conformance/coverage.py [--missing] [--no-python] [--report]

Builds the tests and the Python module with counters, runs them, and prints for each crate how many of its lines were run;
unit tests do not count as lines. Needs `llvm-profdata` and `llvm-cov` of LLVM 19 or later: those of `rustup component add
llvm-tools`, of the system, or in the folder that LLVM_BIN names. Everything goes to target/coverage.
"""
import argparse
import glob
import json
import os
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OUT = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "coverage"
CRATES = ["sinew-core", "sinew-mjcf", "sinew-py", "sinew"]
# runs what others run, for long without optimisation
SLOW = ["--skip", "place_and_threads_of_a_batch_change_no_bit"]
FLOOR = {"sinew-core": 0.9, "sinew-mjcf": 0.9, "sinew-py": 0.9}


def llvm(tool):
    """Where a tool of LLVM is."""
    host = subprocess.run(["rustc", "--print", "sysroot"], capture_output=True, text=True, check=True).stdout.strip()
    folders = [os.environ.get("LLVM_BIN", ""), *glob.glob(f"{host}/lib/rustlib/*/bin"),
               *sorted(glob.glob("/usr/lib/llvm-*/bin"), reverse=True)]
    found = next((path for folder in folders if folder and (path := Path(folder) / tool).exists()), shutil.which(tool))
    return found or sys.exit(f"{tool} is not there: rustup component add llvm-tools, or apt install llvm-19")


def environment():
    env = dict(os.environ, RUSTFLAGS="-Cinstrument-coverage", CARGO_TARGET_DIR=str(OUT))
    env["LLVM_PROFILE_FILE"] = str(OUT / "raw" / "%m.profraw")  # one file per binary, added to
    # built in a fraction of the time
    env.update(CARGO_PROFILE_DEV_OPT_LEVEL="0", CARGO_PROFILE_DEV_DEBUG="0")
    env.setdefault("SINEW_POSES", "40")
    env.setdefault("SINEW_MUTATIONS", "200")
    return env


def run_rust(env):
    """Runs the tests; the binaries that they are."""
    packages = [part for crate in ["sinew-core", "sinew-mjcf", "sinew", "sinew-conformance"] for part in ("-p", crate)]
    command = ["cargo", "test", "--no-fail-fast", "--tests", *packages]
    built = subprocess.run([*command, "--no-run", "--message-format=json"], cwd=ROOT, env=env, check=True,
                           stdout=subprocess.PIPE, text=True)
    messages = map(json.loads, built.stdout.splitlines())
    binaries = {message["executable"]: message["manifest_path"] for message in messages if message.get("executable")}
    for binary, manifest in binaries.items():
        print(binary, flush=True)
        # speed is not what is measured: a test that waits too long is no failure here
        subprocess.run([binary, "--quiet", *SLOW], cwd=Path(manifest).parent, env=env, check=False)
    return list(binaries)


def run_python(env):
    """Builds the Python module with counters and runs its tests; the library that it is."""
    venv = OUT / "venv"
    if not venv.exists():
        subprocess.run([sys.executable, "-m", "venv", venv], check=True)
        subprocess.run([venv / "bin/pip", "install", "--quiet", "maturin", "pytest", "numpy", "gymnasium", "imageio", "glfw",
                        "absl-py", "etils[epath]", "mujoco-core==4.0.1"], check=True)
    shutil.rmtree(OUT / "wheels", ignore_errors=True)
    subprocess.run([venv / "bin/maturin", "build", "--quiet", "--interpreter", venv / "bin/python", "--profile", "dev",
                    "--out", OUT / "wheels"], cwd=ROOT, env=env, check=True)
    wheel = next((OUT / "wheels").glob("*.whl"))
    subprocess.run([venv / "bin/pip", "install", "--quiet", "--force-reinstall", "--no-deps", wheel], check=True)
    subprocess.run([venv / "bin/python", "-m", "pytest", "--quiet", "python/tests"], cwd=ROOT, env=env, check=True)
    subprocess.run([venv / "bin/python", "python/tools/run_mujoco_tests.py"], cwd=ROOT, env=env, check=False)
    return glob.glob(str(venv / "lib/python3*/site-packages/sinew/_sinew*.so"))


def counts(binaries):
    """How often each line of each file was run."""
    merged = OUT / "all.profdata"
    raw = glob.glob(str(OUT / "raw" / "*.profraw"))
    subprocess.run([llvm("llvm-profdata"), "merge", "--sparse", "--failure-mode=all", *raw, "-o", merged], check=True)
    objects = [part for binary in binaries for part in ("--object", binary)]
    exported = subprocess.run([llvm("llvm-cov"), "export", "--format=lcov", "--skip-functions", *objects[1:],
                               f"--instr-profile={merged}"], check=True, capture_output=True, text=True).stdout
    lines, name = defaultdict(dict), None
    for row in exported.splitlines():
        if row.startswith("SF:"):
            name = Path(row[3:])
        elif row.startswith("DA:"):
            number, count = map(int, row[3:].split(",")[:2])
            lines[name][number] = max(count, lines[name].get(number, 0))
    return lines


def without_tests(path, lines):
    """Lines of a file before its unit tests."""
    text = path.read_text().splitlines()
    end = next((i for i, line in enumerate(text, 1) if line.startswith("#[cfg(test)]")), len(text) + 1)
    return {number: count for number, count in lines.items() if number < end}


def ranges(numbers):
    """Text for sorted numbers: 3-5 9."""
    out = []
    for n in numbers:
        if out and out[-1][1] == n - 1:
            out[-1][1] = n
        else:
            out.append([n, n])
    return " ".join(str(a) if a == b else f"{a}-{b}" for a, b in out)


def report(lines, missing):
    """Prints the share of each crate; true if none is below its floor."""
    good = True
    for crate in CRATES:
        source = ROOT / "crates" / crate / "src"
        files = {path: without_tests(path, counted) for path, counted in lines.items()
                 if source in path.parents and not re.search(r"/(tests|testing)(\.rs|/)", str(path))}
        total = sum(map(len, files.values()))
        ran = sum(count > 0 for counted in files.values() for count in counted.values())
        print(f"{crate:12} {ran} of {total} lines, {100 * ran / max(total, 1):.1f} %")
        good &= ran >= FLOOR.get(crate, 0) * total
        if missing:
            for path, counted in sorted(files.items(), key=lambda item: -sum(c == 0 for c in item[1].values())):
                not_run = sorted(number for number, count in counted.items() if count == 0)
                if not_run:
                    print(f"    {path.relative_to(source)} ({len(not_run)} of {len(counted)}): {ranges(not_run)}")
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--missing", action="store_true", help="print the lines that were not run")
    parser.add_argument("--no-python", action="store_true", help="leave the Python module out")
    parser.add_argument("--report", action="store_true", help="report what was run the last time")
    args = parser.parse_args()
    kept = OUT / "binaries.json"
    if not args.report:
        env = environment()
        shutil.rmtree(OUT / "raw", ignore_errors=True)
        binaries = run_rust(env) + ([] if args.no_python else run_python(env))
        kept.write_text(json.dumps(binaries))
    if not report(counts(json.loads(kept.read_text())), args.missing):
        sys.exit("coverage fell below its floor")


if __name__ == "__main__":
    main()
