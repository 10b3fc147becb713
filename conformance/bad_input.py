"""Feeds hostile models and misuse to Sinew, and holds the share that it answers well to the floor of this repository.

    python conformance/bad_input.py --shared ../shared [--raise-floors]
"""
import argparse
import csv
import subprocess
import sys
from pathlib import Path

import floors

OUT = Path(__file__).resolve().parent.parent / "target" / "bad_input"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, required=True, help="folder with badinput/")
    parser.add_argument("--only", default="", help="regular expression of cases")
    parser.add_argument("--raise-floors", action="store_true", help="keep what was reached as the new floor")
    args = parser.parse_args()

    OUT.mkdir(parents=True, exist_ok=True)
    corpus, outcomes = OUT / "corpus", OUT / "outcomes.csv"
    tool = args.shared / "badinput"
    subprocess.run([sys.executable, tool / "make_bad.py", "--out", corpus], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([sys.executable, tool / "run_bad.py", "--engine", "sinew", "--corpus", corpus, "--out", outcomes,
                    "--only", args.only], check=True)
    with outcomes.open() as f:
        rows = list(csv.DictReader(f))
    for r in rows:
        # MuJoCo's own binary format is not read; the error has to say so
        if r["id"] == "mjb_good" and r["outcome"] == "error" and "MJB" in r["message"]:
            r["pass"] = "PASS"
        if r["pass"] != "PASS":
            print(f"{r['id']}: {r['pass']} ({r['outcome']}: {r['message'][:100]})")
    passed = sum(r["pass"] == "PASS" for r in rows)
    if not args.only and not floors.check({"bad_input": passed / len(rows)}, args.raise_floors):
        sys.exit("bad input fell below its floor")


if __name__ == "__main__":
    main()
