"""Validates the client's operation documents against every schema that they claim; see README.md."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from standin import full_schemas, operations
from standin.schema import PLUGINS, Shape, boundaries, build

ROOT = Path(__file__).resolve().parent.parent.parent
DOCUMENTS = ROOT / "Sources" / "Live" / "CoralClient" / "Operations"


def shapes() -> list[Shape]:
    """Returns a shape for every version at which a subset changes; for Talk 4 without plugins, with each plugin, and with all."""
    found = [Shape("coral", version) for version in boundaries("coral")]
    sets = [frozenset[str](), frozenset(PLUGINS), *(frozenset({plugin}) for plugin in PLUGINS)]
    found += [Shape("talk4", version, plugins) for version in boundaries("talk4") for plugins in sets]
    return found


def against_subsets(documents: list[operations.Operations]) -> list[str]:
    """Returns the errors with the schema subsets of this folder."""
    wrong = []
    for shape in shapes():
        schema = build(shape)
        for document in documents:
            if document.claims_server(shape.protocol, shape.version) and document.is_sent_to(schema):
                wrong += [
                    f"{relative(document.path)}: {shape}: {message}"
                    for message in operations.errors(document, shape.protocol, shape.version, schema)]
    return wrong


def against_full(documents: list[operations.Operations], folder: Path) -> list[str]:
    """Returns the errors with full schemas, and the differences between these and the subsets."""
    wrong = []
    known = full_schemas.read_all(folder)
    if not known:
        wrong.append(f"{folder}: there are no schemas")
    for full in known:
        wrong += [f"{full.path.name}: {message}" for message in full_schemas.differences(full)]
        for document in documents:
            if document.claims_server(full.protocol, full.version) and document.is_sent_to(full.schema):
                wrong += [
                    f"{relative(document.path)}: {full.path.name}: {message}"
                    for message in operations.errors(document, full.protocol, full.version, full.schema)]
    print(f"{len(known)} full schemas")
    return wrong


def relative(path: Path) -> str:
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--schemas", type=Path, default=os.environ.get("ATOLL_SCHEMAS"), metavar="FOLDER",
                        help="full introspection results, too (default: $ATOLL_SCHEMAS)")
    parser.add_argument("--documents", type=Path, default=DOCUMENTS, metavar="FOLDER")
    given = parser.parse_args()
    wrong: list[str] = []
    documents = []
    for path in sorted(given.documents.glob("*/*.graphql")):
        try:
            documents.append(operations.read(path))
        except ValueError as error:
            wrong.append(str(error))
    probed = operations.probed_types(given.documents)
    for document in documents:
        wrong += [f"{relative(document.path)}:{message}" for message in document.wrong_remarks(probed)]
    wrong += against_subsets(documents)
    if given.schemas:
        wrong += against_full(documents, Path(given.schemas))
    print("\n".join(dict.fromkeys(wrong)), end="\n" if wrong else "")
    print(f"{len(documents)} documents, {len(shapes())} schema subsets, {len(wrong)} errors")
    if not documents:
        print(f"no documents in {given.documents}")
    return 1 if wrong or not documents else 0


if __name__ == "__main__":
    sys.exit(main())
