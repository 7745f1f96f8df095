"""Generates the table of scalar properties for the sanitizer: Sources/Body/AtollBodyText/Generated/ScalarTable.swift."""

from ucd import VERSION, Table, literal

# The order is that of the cases of `ScalarClass`.
CLASSES = [
    "ordinary", "mark", "replaced", "dropped", "lineEnd", "bidiMark", "joiner", "zeroWidthSpace",
    "selector", "emojiSelector", "ideographSelector", "mongolianSelector", "blank", "pictograph",
    "selectable", "rightToLeft", "joiningRightToLeft", "joining", "spaceless", "ideograph",
]

# The behaviour of letters, by blocks: some scripts use joiners, others have no spaces.
LETTERS = [
    (0x0590, 0x05FF, "rightToLeft"), (0x0600, 0x07FF, "joiningRightToLeft"),
    (0x0800, 0x083F, "rightToLeft"), (0x0840, 0x08FF, "joiningRightToLeft"),
    (0x0900, 0x0DFF, "joining"), (0x0E00, 0x109F, "spaceless"), (0x1780, 0x17FF, "spaceless"),
    (0x1800, 0x18AF, "joining"), (0x1900, 0x194F, "joining"), (0x1950, 0x19DF, "spaceless"),
    (0x1A20, 0x1AAF, "spaceless"), (0x1B00, 0x1C4F, "joining"), (0x3005, 0x3007, "ideograph"),
    (0x3400, 0x9FFF, "ideograph"), (0xA800, 0xA97F, "joining"), (0xA980, 0xA9FF, "spaceless"),
    (0xAA00, 0xAA5F, "joining"), (0xAA60, 0xAA7F, "spaceless"), (0xABC0, 0xABFF, "joining"),
    (0xF900, 0xFAFF, "ideograph"), (0xFB1D, 0xFB4F, "rightToLeft"),
    (0xFB50, 0xFEFF, "joiningRightToLeft"), (0x10800, 0x10ABF, "rightToLeft"),
    (0x10AC0, 0x10AFF, "joiningRightToLeft"), (0x10B00, 0x10B7F, "rightToLeft"),
    (0x10B80, 0x10BAF, "joiningRightToLeft"), (0x10C00, 0x10CFF, "rightToLeft"),
    (0x10D00, 0x10D3F, "joiningRightToLeft"), (0x10D40, 0x10F2F, "rightToLeft"),
    (0x10F30, 0x10FDF, "joiningRightToLeft"), (0x10FE0, 0x10FFF, "rightToLeft"),
    (0x11000, 0x11FFF, "joining"), (0x1E800, 0x1E8FF, "rightToLeft"),
    (0x1E900, 0x1E95F, "joiningRightToLeft"), (0x1EE00, 0x1EEFF, "rightToLeft"),
]

# Symbols and letters with variants, as ranges, which may include others without variants.
SELECTABLE = [
    (0x2190, 0x22FF), (0x2A00, 0x2AFF), (0x3001, 0x3004), (0x3008, 0x3029), (0x3031, 0x303F),
    (0xA840, 0xA877), (0xFF01, 0xFF60), (0x13000, 0x1343F), (0x13441, 0x13446), (0x13460, 0x143FA),
]

# Scalars that were Extended_Pictographic up to Unicode 16, and may be part of older emoji sequences.
FORMER_PICTOGRAPHS = [
    (0x2388, 0x2388), (0x2605, 0x2605), (0x2607, 0x2612), (0x2616, 0x2685), (0x2690, 0x2704),
    (0x270E, 0x2711), (0x2765, 0x2767), (0x1F000, 0x1F0F5), (0x1F10D, 0x1F10F), (0x1F12F, 0x1F12F),
    (0x1F16C, 0x1F16F), (0x1F1AD, 0x1F1AD), (0x1F260, 0x1F4FE), (0x1F546, 0x1F5F9),
    (0x1F6C6, 0x1F6F2), (0x1F774, 0x1F77F), (0x1F7D5, 0x1F7D9), (0x1F8B0, 0x1F8D8),
    (0x1FA00, 0x1FA6D),
]

SPECIAL = {
    0x85: "lineEnd", 0x2028: "lineEnd", 0x2029: "lineEnd",
    0x061C: "bidiMark", 0x200E: "bidiMark", 0x200F: "bidiMark",
    0x200C: "joiner", 0x200D: "joiner", 0x200B: "zeroWidthSpace",
    0xFFF9: "dropped", 0xFFFA: "dropped", 0xFFFB: "dropped",
    # Invisible letters.
    0x115F: "blank", 0x1160: "blank", 0x3164: "blank", 0xFFA0: "blank", 0x2800: "blank",
}
SPECIAL.update({scalar: "selector" for scalar in range(0xFE00, 0xFE0E)})
SPECIAL.update({scalar: "emojiSelector" for scalar in (0xFE0E, 0xFE0F)})
SPECIAL.update({scalar: "mongolianSelector" for scalar in (0x180B, 0x180C, 0x180D, 0x180F)})


def scalars_in(ranges):
    return {scalar for first, last in ranges for scalar in range(first, last + 1)}


def classes(database):
    categories = database.categories()
    emoji = database.scalars("emoji/emoji-data.txt", "Emoji")
    pictographs = database.scalars("emoji/emoji-data.txt", "Extended_Pictographic")
    ignorable = database.scalars("DerivedCoreProperties.txt", "Default_Ignorable_Code_Point")
    selectable = scalars_in(SELECTABLE)
    pictographs |= scalars_in(FORMER_PICTOGRAPHS)
    letters = {}
    for first, last, kind in LETTERS:
        letters.update(dict.fromkeys(range(first, last + 1), kind))

    def kind(scalar):
        category = categories[scalar]
        if scalar < 0x80:
            return "ordinary"
        if scalar in SPECIAL:
            return SPECIAL[scalar]
        if 0x1F1E6 <= scalar <= 0x1F1FF:
            return "ordinary"  # the letters of flags
        if scalar in emoji or scalar in pictographs:
            return "pictograph"
        if category[0] == "M":
            return "mark"
        if scalar in ignorable and not 0xFFF0 <= scalar <= 0xFFF8 or category == "Cc":
            return "dropped"
        if category in ("Cn", "Co", "Cs"):
            return "replaced"
        if scalar in selectable:
            return "selectable"
        if category[0] == "L" and scalar in letters or category == "Nl" and scalar == 0x3007:
            return letters[scalar]
        return "ordinary"

    return [kind(scalar) for scalar in range(0x20000)]


def generate(database):
    """Returns the contents of the file."""
    letters = [chr(97 + CLASSES.index(kind)) for kind in classes(database)]
    table = Table(letters, 32)
    assert len(table.blocks) <= 1600
    return HEAD % VERSION.rsplit(".", 1)[0] + literal("blockNumbers", table.number_text()) + "\n" + literal(
        "blocks", table.block_text()) + "}\n"


HEAD = """\
/// The class of every scalar of Unicode %s, for the sanitizer.
///
/// Made by `Sources/BuildTools/unicode/tables`; not to be edited. The tables are in this module, because the standard
/// library's own answers change with the operating system, and the same body must give the same bytes everywhere.
/// `ScalarTableTests` compares every scalar with the standard library.
///
/// The tables are for planes 0 and 1, in blocks of 32 scalars. `blockNumbers` has the number of each block, as two
/// digits in base 40. `blocks` has 32 letters for each number, a letter for each scalar: `a` is the first case of
/// `ScalarClass`.
enum ScalarTable {
"""
