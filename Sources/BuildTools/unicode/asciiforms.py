"""Generates the ASCII replacements of other characters: Sources/Output/AtollTerminalOutput/Generated/ASCIIForms.swift."""

from ucd import VERSION, literal

# Forms that are in common use, but are not decompositions.
CUSTOMARY = {
    0x00AB: '"', 0x00BB: '"', 0x2018: "'", 0x2019: "'", 0x201A: "'", 0x201B: "'",
    0x201C: '"', 0x201D: '"', 0x201E: '"', 0x201F: '"', 0x2039: "'", 0x203A: "'",
    0x2010: "-", 0x2012: "-", 0x2013: "-", 0x2014: "--", 0x2015: "--", 0x2212: "-",
    0x2022: "*", 0x2023: "*", 0x2043: "-", 0x00B7: "*", 0x2190: "<-", 0x2192: "->", 0x2194: "<->",
    0x21D2: "=>", 0x2605: "*", 0x2606: "*", 0x2713: "v", 0x2714: "v", 0x2717: "x", 0x2718: "x",
    0x00A9: "(c)", 0x00AE: "(R)", 0x00B1: "+-", 0x00D7: "x", 0x00F7: "/", 0x2044: "/",
    0x2215: "/", 0x2260: "!=", 0x2264: "<=", 0x2265: ">=", 0x20AC: "EUR", 0x00A3: "GBP",
    0x00A5: "JPY", 0x00A1: "!", 0x00BF: "?", 0x00A6: "|", 0x00C6: "AE", 0x00E6: "ae", 0x0152: "OE",
    0x0153: "oe", 0x00D8: "O", 0x00F8: "o", 0x00DF: "ss", 0x1E9E: "SS", 0x00D0: "D", 0x00F0: "d",
    0x00DE: "Th", 0x00FE: "th", 0x0110: "D", 0x0111: "d", 0x0126: "H", 0x0127: "h", 0x0131: "i",
    0x0141: "L", 0x0142: "l", 0x014A: "N", 0x014B: "n", 0x0166: "T", 0x0167: "t",
    0x1F600: ":-D", 0x1F642: ":-)", 0x1F641: ":-(", 0x1F609: ";-)", 0x1F602: ":'-D",
    0x2764: "<3", 0x1F44D: "+1", 0x1F44E: "-1",
}


def generate(database):
    """Returns the contents of the file."""
    decompositions = database.decompositions()
    categories = database.categories()

    def form(scalar):
        if scalar in CUSTOMARY:
            return CUSTOMARY[scalar]
        if scalar < 0x7F:
            return chr(scalar)
        if scalar not in decompositions:
            return None
        text = ""
        for part in decompositions[scalar]:
            if categories[part] in ("Mn", "Me"):
                continue
            found = form(part)
            if found is None:
                return None
            text += found
        return text

    forms = {}
    for scalar in sorted(set(decompositions) | set(CUSTOMARY)):
        found = form(scalar)
        if found and scalar >= 0x80 and len(found) <= 4 and not found.isspace():
            if all(0x20 <= ord(each) < 0x7F for each in found) and scalar < 0x20000:
                forms[scalar] = found
    # Spaces of all widths.
    for scalar, category in enumerate(categories[:0x3001]):
        if category == "Zs" and scalar >= 0x80:
            forms[scalar] = " "
    entries = "".join(
        "%05X%d%s" % (scalar, len(form), form + "_" * (4 - len(form)))
        for scalar, form in sorted(forms.items()) if "\\" not in form)
    return HEAD % VERSION + literal("entries", entries, width=90) + "}\n"


HEAD = """\
/// The ASCII forms of other characters, by the decompositions of Unicode %s and by custom.
///
/// Drawn by `Sources/BuildTools/unicode/tables`; not to be changed by hand. Each entry is a scalar in five
/// hexadecimal digits, how many letters its form has, and these, filled up to four.
enum ASCIIForms {
"""
