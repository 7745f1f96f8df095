"""Makes vocabulary.json from a release of schema.org.

    python3 Tests/EndToEnd/structured-data/vocabulary.py schemaorg-current-https.jsonld 30.0 > Tests/EndToEnd/structured-data/vocabulary.json

The release is data/releases/VERSION/schemaorg-current-https.jsonld of https://github.com/schemaorg/schemaorg.
Superseded terms and sections for specialists are omitted.
"""
import json
import sys

OMITTED = ("health-lifesci", "bib", "auto", "attic", "meta")


def names(value):
    """Returns the names of the terms to which a property of the release refers."""
    return sorted(it["@id"].removeprefix("schema:") for it in (value if isinstance(value, list) else [value]))


def main(path, version):
    with open(path, encoding="utf-8") as file:
        graph = json.load(file)["@graph"]
    types, properties, members = {}, {}, {}
    for term in graph:
        name = term["@id"].removeprefix("schema:")
        part = term.get("schema:isPartOf", {}).get("@id", "")
        if "schema:supersededBy" in term or any("//%s.schema.org" % it in part for it in OMITTED):
            continue
        kinds = term["@type"] if isinstance(term["@type"], list) else [term["@type"]]
        if "rdfs:Class" in kinds:
            types[name] = names(term.get("rdfs:subClassOf", []))
        elif "rdf:Property" in kinds:
            properties[name] = [names(term.get("schema:%sIncludes" % side, [])) for side in ("domain", "range")]
        else:
            members[name] = [it.removeprefix("schema:") for it in kinds]
    rows = {"types": types, "properties": properties, "members": members}
    print("{")
    print('"source": "schema.org %s, https://github.com/schemaorg/schemaorg/tree/main/data/releases/%s",' % (version, version))
    print('"license": "Creative Commons Attribution-ShareAlike 3.0, https://schema.org/docs/terms.html",')
    for index, (key, table) in enumerate(rows.items()):
        text = json.dumps(table, sort_keys=True, separators=(",", ":"))
        print('"%s":\n%s%s' % (key, text, "," if index < len(rows) - 1 else ""))
    print("}")


main(*sys.argv[1:])
