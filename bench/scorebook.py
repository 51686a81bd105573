"""How fast a scorebook is filled and verified, and how soon the program is there."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MATCHES = 2000
REVISIONS = 20_000


def _run(instance: Path, *arguments: str) -> tuple[float, str]:
    environment = {**os.environ, "SCOREKEEPER_INSTANCE": str(instance)}
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "scorekeeper", *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return time.perf_counter() - began, done.stdout


def _worker() -> tuple[float, float]:
    """Give the seconds until an application has answered once, and its MiB then."""
    code = (
        "import time, resource; began = time.perf_counter()\n"
        "from scorekeeper import create_app\n"
        "create_app().test_client().get('/')\n"
        "print(time.perf_counter() - began, "
        "resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    seconds, mebibytes = map(float, done.stdout.split())
    return seconds, mebibytes


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        instance = Path(folder)
        os.environ["SCOREKEEPER_INSTANCE"] = folder
        _run(instance, "init")
        filled, _ = _run(instance, "demo", "--matches", str(MATCHES), "--circles", "10")
        verified, said = _run(instance, "verify")
        revisions = int(said.split(" matches, ")[1].split()[0])
        file, other = str(instance / "all.jsonl"), instance / "other"
        exported, _ = _run(instance, "export", "--all", file)
        _run(other, "init")
        imported, _ = _run(other, "import", file)
        first, mebibytes = _worker()
    print("\nScorebook")
    print(f"  demo                    {MATCHES / filled:8.0f} matches/s   goal ≥ 400")
    at_size = verified * REVISIONS / revisions
    print(f"  verify                  {at_size:8.2f} s for 20,000 revisions   goal ≤ 3")
    print(f"  export                  {MATCHES / exported:8.0f} matches/s")
    print(f"  import, checked         {MATCHES / imported:8.0f} matches/s")
    print(f"  start to first answer   {first:8.2f} s   goal ≤ 1")
    print(f"  memory of a worker      {mebibytes:8.0f} MiB   goal ≤ 90")
