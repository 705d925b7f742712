#!/usr/bin/env python3
"""Prints what a release consists of, as SPDX 2.3: sbom.py <version> <table of Debian's packages>

The Swift packages are those of the build, as the build's plan lists them; the table has a line for each package whose libraries
go along: name, version, source's name, source's version.
"""
import datetime
import hashlib
import json
import os
import re
import subprocess
import sys

version, table = sys.argv[1:]
root = os.path.join(os.path.dirname(__file__), "../..")
made = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)


def identifier(*parts):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", "-".join(parts))


def package(name, version, locator, terms="NOASSERTION", **more):
    return {
        "SPDXID": identifier("Package", name), "name": name, "versionInfo": version,
        "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
        "licenseConcluded": "NOASSERTION", "licenseDeclared": terms, "copyrightText": "NOASSERTION",
        **({"externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                              "referenceLocator": locator}]} if locator else {}),
        **more,
    }


def swift_packages():
    with open(f"{root}/.build/workspace-state.json", encoding="utf-8") as file:
        dependencies = json.load(file)["object"]["dependencies"]
    for dependency in sorted(dependencies, key=lambda each: each["packageRef"]["identity"]):
        location = dependency["packageRef"]["location"].removesuffix(".git")
        number = dependency["state"]["checkoutState"].get("version", "")
        yield package(location.split("/")[-1], number, f"pkg:swift/{location.split('://')[-1]}@{number}")
    told = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=True).stdout
    number = re.search(r"Swift version (\S+)", told).group(1)
    yield package("swift", number, f"pkg:github/swiftlang/swift@swift-{number}-RELEASE", "Apache-2.0 WITH Swift-exception")


def libraries():
    with open(table, encoding="utf-8") as file:
        for line in file:
            name, number, source, source_version = line.rstrip("\n").split("\t")
            yield package(
                name, number, f"pkg:deb/debian/{name}@{number}?arch=amd64",
                sourceInfo=f"from Debian's source package {source} {source_version}")


def models():
    with open(f"{root}/scripts/models.sha256", encoding="utf-8") as file:
        for line in file:
            digest, name = line.split()
            with open(f"{root}/models/{name}", "rb") as model:
                assert hashlib.sha256(model.read()).hexdigest() == digest, name
            yield package(
                name, "", None, "Apache-2.0",
                checksums=[{"algorithm": "SHA256", "checksumValue": digest}])


own = package("headshot", version, f"pkg:github/headshot/headshot@{version}", "MIT")
parts = [*swift_packages(), *libraries(), *models()]
print(json.dumps({
    "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
    "name": f"headshot-{version}",
    "documentNamespace": f"https://github.com/headshot/headshot/releases/{version}/spdx",
    "creationInfo": {"created": made.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: headshot-make-dist"]},
    "packages": [own, *parts],
    "relationships": [
        {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": own["SPDXID"]},
        *({"spdxElementId": own["SPDXID"], "relationshipType": "CONTAINS", "relatedSpdxElement": part["SPDXID"]}
          for part in parts),
    ],
}, indent=1))
