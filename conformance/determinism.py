"""Two ways to the same state must give the same bits: the shared checks, with warm starts and without.

    python conformance/determinism.py --shared ../shared

Runs `soak/determinism.py` of the shared folder on its models as they are, and once more with `<flag warmstart="disable"/>` added. Without
warm starts every check must be identical. With them, a physics state lacks what the solver starts from, as MuJoCo defines these
states, so the checks that restore one are the only ones that may differ. Exit code 1 otherwise.
"""
import argparse
import csv
import re
import subprocess
import sys
import tempfile
from pathlib import Path

WITHOUT = '<option><flag warmstart="disable"/></option>'
# states that MuJoCo defines without the warm start
INCOMPLETE = ("restore mjSTATE_PHYSICS", "restore mjSTATE_FULLPHYSICS")


def checks(tool, models, out):
    """What each check of the tool found on a folder of models: {(model, check): result}."""
    command = [sys.executable, str(tool), "--engine", "sinew", "--models", str(models / "det_*.xml"), "--out", str(out)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    with out.open() as file:
        return {(row["model"], row["check"]): row["result"] for row in csv.DictReader(file) if row["check"] != "info"}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, required=True, help="folder with soak/")
    args = parser.parse_args()
    soak = args.shared.resolve() / "soak"
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        for path in soak.glob("models/det_*.xml"):
            text = re.sub(r"<mujoco[^>]*>", lambda root: root[0] + WITHOUT, path.read_text(), count=1)
            (folder / path.name).write_text(text)
        for label, models, excused in (("with warm starts", soak / "models", INCOMPLETE), ("without", folder, ())):
            found = checks(soak / "determinism.py", models, folder / "checks.csv")
            differing = {key: result for key, result in found.items() if result != "IDENTICAL"}
            print(f"{label}: {len(found) - len(differing)} of {len(found)} identical")
            for (model, check), result in differing.items():
                excuse = check.startswith(excused) if excused else False
                failed |= not excuse
                print(f"  {model}, {check}: {result}{' (the state holds no warm start)' if excuse else ''}")
            failed |= not found
    if failed:
        sys.exit("two ways to the same state gave different bits")


if __name__ == "__main__":
    main()
