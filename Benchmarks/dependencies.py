"""Whether each target of this folder's package has the dependencies and resources that its sources use: dependencies.py, in
the project's folder.

The package is built only when a benchmark is run, so a missing dependency would be found late.
"""

import json
import pathlib
import re
import subprocess
import sys

dumped = subprocess.run(
    ["swift", "package", "--package-path", "Benchmarks", "dump-package"], check=True, capture_output=True)
targets = json.loads(dumped.stdout)["targets"]
declared = {
    target["name"]: {next(iter(one.values()))[0] for one in target["dependencies"]} for target in targets}
known = set(declared).union(*declared.values())
importing = re.compile(r"^(?:@\w+ )?(?:(?:public|package|internal|private) )?import (?:\w+ )?(\w+)", re.M)
missing = []
for target in targets:
    folder = pathlib.Path("Benchmarks/Sources", target["name"])
    for place in target.get("sources") or ["."]:
        path = (folder / place).resolve()
        for file in [path] if path.is_file() else sorted(path.rglob("*.swift")):
            text = file.read_text()
            for module in sorted(set(importing.findall(text)) & known - declared[target["name"]]):
                missing.append(f"{target['name']} imports {module} in {file.name}")
            if "PackageResources." in text and not target["resources"]:
                missing.append(f"{target['name']} embeds a resource in {file.name}")
if missing:
    sys.exit("Benchmarks/Package.swift: add what is missing: " + "; ".join(missing))
