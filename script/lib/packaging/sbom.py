"""Writes the list of the components of the program, as SPDX 2.3 in JSON.

    SOURCE_DATE_EPOCH=… python3 script/lib/packaging/sbom.py VERSION PROGRAM
"""
import datetime
import hashlib
import json
import os
import sys

import components


def spdx_id(name):
    return "SPDXRef-" + "".join(c if c.isalnum() else "-" for c in name)


def package(name, version, license_name, address, purpose, **fields):
    return {
        "SPDXID": spdx_id(name), "name": name, "versionInfo": version, "downloadLocation": address,
        "filesAnalyzed": False, "licenseConcluded": license_name, "licenseDeclared": license_name,
        "primaryPackagePurpose": purpose, **fields,
    }


def document(version, program):
    with open(program, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    time = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    packages = [package(
        "atoll", version, "Apache-2.0", "NOASSERTION", "APPLICATION", supplier="NOASSERTION",
        copyrightText="2026 The Atoll authors",
        checksums=[{"algorithm": "SHA256", "checksumValue": digest}])]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-atoll")]
    for name, its_version, holder, license_name, address, use in components.built_in():
        packages.append(package(
            name, its_version, license_name, address, "LIBRARY", supplier="NOASSERTION", copyrightText=holder, comment=use))
        how = "STATIC_LINK" if "statically" in use else "CONTAINS"
        relations.append(("SPDXRef-atoll", how, spdx_id(name)))
    for library, debian, its_version, license_name in components.linked(program):
        packages.append(package(
            library, its_version, license_name, "NOASSERTION", "LIBRARY", supplier="Organization: Debian",
            copyrightText="NOASSERTION", comment="linked at run time, and not part of the packages",
            externalRefs=[{
                "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                "referenceLocator": "pkg:deb/debian/%s@%s" % (debian, its_version.replace(":", "%3A").replace("+", "%2B")),
            }]))
        relations.append(("SPDXRef-atoll", "DYNAMIC_LINK", spdx_id(library)))
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": "atoll-" + version,
        "documentNamespace": "https://example.com/atoll/spdx/%s-%s" % (version, digest),
        "creationInfo": {
            "created": time.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: script/release-" + version]},
        "packages": packages,
        "relationships": [
            {"spdxElementId": one, "relationshipType": how, "relatedSpdxElement": other}
            for one, how, other in relations],
    }


def main():
    if len(sys.argv) != 3 or "SOURCE_DATE_EPOCH" not in os.environ:
        raise SystemExit(__doc__.strip())
    json.dump(document(*sys.argv[1:]), sys.stdout, indent=2)
    print()


main()
