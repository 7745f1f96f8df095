"""Generates the table of widths and breaks: Sources/Output/AtollTerminalOutput/Generated/DisplayTable.swift."""

from ucd import COUNT, VERSION, Table, literal

# The order is that of the cases of `GraphemeClass`, `CellWidth` and `BreakClass`.
GRAPHEME = [
    "other", "carriageReturn", "lineFeed", "control", "extend", "linker", "zwj", "regionalIndicator",
    "prepend", "spacingMark", "l", "v", "t", "lv", "lvt", "pictograph", "consonant",
]
WIDTH = ["none", "one", "two", "ambiguous"]
BREAK = ["alphabetic", "ideographic", "open", "close", "quote", "after", "glue"]

GRAPHEME_OF = {
    "CR": "carriageReturn", "LF": "lineFeed", "Control": "control", "Extend": "extend",
    "ZWJ": "zwj", "Regional_Indicator": "regionalIndicator", "Prepend": "prepend",
    "SpacingMark": "spacingMark", "L": "l", "V": "v", "T": "t", "LV": "lv", "LVT": "lvt",
}
BREAK_OF = {
    "ID": "ideographic", "EB": "ideographic", "EM": "ideographic", "H2": "ideographic",
    "H3": "ideographic", "JL": "ideographic", "JV": "ideographic", "JT": "ideographic",
    "RI": "ideographic", "CB": "ideographic",
    "OP": "open", "PR": "open",
    # Small kana, closing brackets and similar characters may not begin a line (kinsoku).
    "CL": "close", "CP": "close", "EX": "close", "IS": "close", "SY": "close", "IN": "close",
    "NS": "close", "CJ": "close", "PO": "close",
    "QU": "quote", "BA": "after", "HH": "after", "B2": "after", "ZW": "after",
    "GL": "glue", "WJ": "glue", "ZWJ": "glue",
}
# Hangul vowels and finals share the cell of the first letter of their syllable.
TRAILING_JAMO = {*range(0x1160, 0x1200), *range(0xD7B0, 0xD800)}


def grapheme_classes(database):
    classes = [
        GRAPHEME_OF[each] if each else "other"
        for each in database.property("auxiliary/GraphemeBreakProperty.txt", "")]
    conjunct = database.property(
        "DerivedCoreProperties.txt", None, lambda rest: rest[1] if rest[0] == "InCB" else None)
    pictographs = database.scalars("emoji/emoji-data.txt", "Extended_Pictographic")
    for scalar in range(COUNT):
        kind = conjunct[scalar]
        if kind == "Linker":
            assert classes[scalar] == "extend"
            classes[scalar] = "linker"
        elif kind == "Consonant":
            assert classes[scalar] == "other"
            classes[scalar] = "consonant"
        elif scalar in pictographs:
            assert classes[scalar] == "other"
            classes[scalar] = "pictograph"
    return classes, conjunct


def widths(database, pictographs):
    categories = database.categories()
    east_asian = database.property("EastAsianWidth.txt", "N")
    ignorable = database.scalars("DerivedCoreProperties.txt", "Default_Ignorable_Code_Point")
    found = []
    for scalar in range(COUNT):
        if categories[scalar] in ("Mn", "Me", "Cc", "Cf", "Zl", "Zp") or scalar in ignorable:
            # Of the format characters, only those before numbers are visible.
            is_visible = categories[scalar] == "Cf" and scalar not in ignorable
            found.append("one" if is_visible else "none")
        elif scalar in TRAILING_JAMO:
            found.append("none")
        elif east_asian[scalar] in ("W", "F"):
            found.append("two")
        elif categories[scalar] == "Cn" and scalar in pictographs:
            found.append("two")  # reserved for emoji
        elif 0x1F1E6 <= scalar <= 0x1F1FF:
            found.append("two")
        elif east_asian[scalar] == "A" and categories[scalar] not in ("Mc", "Co"):
            found.append("ambiguous")
        else:
            found.append("one")
    return found


def break_classes(database):
    return [
        BREAK_OF.get(each, "alphabetic")
        for each in database.property("LineBreak.txt", "XX")]


def generate(database):
    """Returns the contents of the file."""
    graphemes, _ = grapheme_classes(database)
    pictographs = database.scalars("emoji/emoji-data.txt", "Extended_Pictographic")
    cells = widths(database, pictographs)
    breaks = break_classes(database)
    kinds, letters = [], []
    for scalar in range(COUNT):
        kind = (graphemes[scalar], cells[scalar], breaks[scalar])
        if kind not in kinds:
            kinds.append(kind)
        letters.append(kinds.index(kind))
    alphabet = [chr(code) for code in range(48, 127) if chr(code) not in '"\\']
    assert len(kinds) <= len(alphabet), len(kinds)

    # Planes 2 and 3 contain only ideographs, and planes from 14 on only invisible characters.
    for scalar in range(0x20000, 0x3FFFE):
        assert scalar & 0xFFFE == 0xFFFE or kinds[letters[scalar]] == ("other", "two", "ideographic")
    table = Table([alphabet[each] for each in letters[:0x20000]], 32)
    assert len(table.blocks) <= 1600
    named = "".join(
        alphabet[GRAPHEME.index(grapheme)] + alphabet[WIDTH.index(width)]
        + alphabet[BREAK.index(kind)] for grapheme, width, kind in kinds)
    return HEAD % VERSION + literal("kinds", named) + "\n" + literal(
        "blockNumbers", table.number_text()) + "\n" + literal("blocks", table.block_text()) + "}\n"


HEAD = """\
/// The width and the line breaking of every scalar of Unicode %s.
///
/// Drawn by `Sources/BuildTools/unicode/tables`; not to be changed by hand. Planes 0 and 1 are looked up in blocks
/// of 32 scalars; `blockNumbers` names a block by two digits to the base 40, and each letter of a
/// block names one of `kinds`, which are three letters each: a `GraphemeClass`, a `CellWidth` and a
/// `BreakClass`.
enum DisplayTable {
"""
