"""Builds the fuzz targets as cargo-fuzz does, without sanitizers, on the pinned compiler, and runs them one after another.

    python3 fuzz/run.py [--seconds 60] [--targets text,step] [--no-build]

Needs a C++ compiler for libFuzzer, besides cargo.
"""
import argparse
import os
import re
import resource
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
TARGET_DIR = Path(os.environ.get("CARGO_TARGET_DIR", HERE / "target"))
TARGETS = ["text", "urdf", "step", "stl", "obj", "msh", "png", "ktx", "field", "skn", "model", "data"]
HOST = "x86_64-unknown-linux-gnu"
TEXTS = ["text", "urdf", "step"]
WORDS = HERE / "corpus" / "words.dict"
COVERAGE = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Ccodegen-units=1",
    "--cfg", "fuzzing",
]


def build():
    env = dict(os.environ, RUSTC_BOOTSTRAP="1", RUSTFLAGS=" ".join(COVERAGE))
    # an explicit target keeps the flags away from build scripts
    command = ["cargo", "build", "--release", "--target", HOST, "--bins", "--target-dir", TARGET_DIR]
    subprocess.run(command, cwd=HERE, env=env, check=True)


def seed():
    subprocess.run(["cargo", "run", "--quiet", "-p", "sinew-conformance", "--example", "seeds", "--", HERE / "corpus"],
                   cwd=HERE.parent, check=True)
    # every word in quotes in the tables of elements, attributes and keywords
    source = HERE.parent / "crates/sinew-mjcf/src"
    texts = [path.read_text() for folder in ["schema", "urdf"] for path in sorted((source / folder).glob("*.rs"))]
    words = sorted({word for text in texts for word in re.findall(r'"(\w+)"', text)})
    WORDS.write_text("".join(f'"{word}"\n' for word in words))


def cpu_seconds():
    """What finished children took."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(name, seconds):
    corpus, artifacts = HERE / "corpus" / name, HERE / "artifacts" / name
    corpus.mkdir(parents=True, exist_ok=True)
    artifacts.mkdir(parents=True, exist_ok=True)
    before, used, tried, memory, done = cpu_seconds(), 0, 0, 0, None
    # libFuzzer counts time on the wall, of which a busy machine gives us a part
    while used < 0.95 * seconds and (done is None or done.returncode == 0):
        command = [TARGET_DIR / HOST / "release" / name, corpus, f"-artifact_prefix={artifacts}/",
                   f"-max_total_time={max(1, round(seconds - used))}", "-timeout=20", "-rss_limit_mb=1000", "-max_len=20000",
                   "-print_final_stats=1", "-verbosity=0"]
        if name in TEXTS:
            command.append(f"-dict={WORDS}")
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")
        used = cpu_seconds() - before
        figures = dict(re.findall(r"stat::(\w+):\s+(\d+)", done.stderr))
        tried += int(figures.get("number_of_executed_units", 0))
        memory = max(memory, int(figures.get("peak_rss_mb", 0)))
    found = "nothing" if done.returncode == 0 else done.stderr[-1500:]
    print(f"{name:6} {used:6.0f} s of CPU, {tried:>9} inputs, peak {memory} MB, found {found}", flush=True)
    return done.returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=60, help="of CPU for each target")
    parser.add_argument("--targets", default=",".join(TARGETS))
    parser.add_argument("--no-build", action="store_true", help="take targets and seeds as they are")
    args = parser.parse_args()
    if not args.no_build:
        build()
        seed()
    good = [run(name, args.seconds) for name in args.targets.split(",")]
    if not all(good):
        sys.exit("found something: the inputs are in fuzz/artifacts")


if __name__ == "__main__":
    main()
