"""Holds Sinew to MuJoCo over real models, stage by stage, and to the floors of this repository.

    python conformance/run.py --shared ../shared [--raise-floors] [--offenders 10]

Needs an interpreter that imports both sinew and mujoco. A stage's fraction is that of the models that load, the loaded
ones that of all models without deformable bodies and plugins.
"""
import argparse
import collections
import json
import subprocess
import sys
from pathlib import Path

import floors

OUT = Path(__file__).resolve().parent.parent / "target" / "conformance"


def fractions(results):
    ran = [r for r in results if r["status"] != "skip"]
    loaded = [r for r in ran if r["load"]]
    out = {"load": len(loaded) / max(1, len(ran))}
    for stage in (loaded[0]["stages"] if loaded else ()):
        checked = [r["stages"][stage] for r in loaded if r["stages"][stage]["checked"]]
        if checked:
            out[stage] = sum(c["pass"] for c in checked) / len(checked)
    return out


def offenders(results, count):
    """The fields that fail most often, with a model for each; and what did not load."""
    seen = collections.defaultdict(list)
    for r in results:
        name = "/".join(Path(r["model"]).parts[-2:])
        if r["status"] != "skip" and not r["load"]:
            why = r.get("why") or json.dumps(r.get("errors", {}).get("load", ""))
            print(f"not loaded  {name}: {why[:160]}")
        for stage, verdict in r.get("stages", {}).items():
            for field, failure in verdict["failed"].items():
                seen[stage, field].append((failure["err"], name))
    for (stage, field), rows in sorted(seen.items(), key=lambda kv: -len(kv[1]))[:count]:
        worst, name = max(rows)
        print(f"{len(rows):4} models fail  {stage}: {field}  worst {worst:.1e} in {name}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, required=True, help="folder with conformance/ and models/")
    parser.add_argument("--models", help="another manifest, folder or model")
    parser.add_argument("--jobs", default="2")
    parser.add_argument("--offenders", type=int, default=20)
    parser.add_argument("--raise-floors", action="store_true", help="keep what was reached as the new floors")
    args = parser.parse_args()

    OUT.mkdir(parents=True, exist_ok=True)
    results = OUT / "results.json"
    subprocess.run([sys.executable, args.shared / "conformance" / "run.py", "--engine", "sinew", "--at-least", "0",
                    "--models", args.models or args.shared / "models" / "rigid.txt", "--jobs", args.jobs,
                    "--cache", OUT / "cache", "--out", results], check=True)
    results = json.loads(results.read_text())["results"]
    print()
    offenders(results, args.offenders)
    print()
    if args.models is None and not floors.check(fractions(results), args.raise_floors):
        sys.exit("conformance fell below its floors")


if __name__ == "__main__":
    main()
