import AtollBytes

/// A color with a purpose.
///
/// Every theme has each of these in all of its palettes. The raw value is the name in `theme.json`;
/// style sheets use `var(--atoll-NAME)`.
package enum ColorToken: String, NumberedCases, Sendable {
  // Surfaces.
  case page, card, sunken
  // Text.
  case ink
  case inkSecondary = "ink-secondary"
  case inkMuted = "ink-muted"
  case link
  case linkVisited = "link-visited"
  // Lines: `line` is only decorative, `edge` has a meaning, `accent` is the brand as a line.
  case line, edge, accent, focus
  // The brand as a fill under text.
  case brand
  case brandHover = "brand-hover"
  case onBrand = "on-brand"
  // The notices.
  case announcement
  case announcementInk = "announcement-ink"
  case announcementEdge = "announcement-edge"
  case info
  case infoInk = "info-ink"
  case infoEdge = "info-edge"
  case slab
  case slabInk = "slab-ink"
  case slabLink = "slab-link"
  case featured
  case featuredInk = "featured-ink"
  case featuredEdge = "featured-edge"
  case closed
  case closedInk = "closed-ink"
  case closedEdge = "closed-edge"
  // The comment a link points at.
  case highlight
  // Badges.
  case badgeStaff = "badge-staff"
  case badgeStaffInk = "badge-staff-ink"
  case badgeModerator = "badge-mod"
  case badgeModeratorInk = "badge-mod-ink"
  case badgeExpert = "badge-expert"
  case badgeExpertInk = "badge-expert-ink"
  case badgePlain = "badge-plain"
  case badgePlainInk = "badge-plain-ink"
  // One rail for each level of replies.
  case rail1 = "rail-1"
  case rail2 = "rail-2"
  case rail3 = "rail-3"
  case rail4 = "rail-4"
  case rail5 = "rail-5"
  case rail6 = "rail-6"
  case rail7 = "rail-7"
  case rail8 = "rail-8"
  // Initials, and the discs behind them.
  case avatarInk = "avatar-ink"
  case avatar1 = "avatar-1"
  case avatar2 = "avatar-2"
  case avatar3 = "avatar-3"
  case avatar4 = "avatar-4"
  case avatar5 = "avatar-5"
  case avatar6 = "avatar-6"

  static let rails: [ColorToken] = [
    .rail1, .rail2, .rail3, .rail4, .rail5, .rail6, .rail7, .rail8,
  ]
  /// The rails for all levels except the first.
  package static let deeperRails = Array(rails.dropFirst())

  /// The discs of avatars, one of which is chosen for each author.
  package static let avatars: [ColorToken] = [
    .avatar1, .avatar2, .avatar3, .avatar4, .avatar5, .avatar6,
  ]
}

/// A set of colors: one for each token.
package struct Palette: Hashable, Sendable {
  private var colors: [Color]

  init(filling color: Color) {
    colors = Array(repeating: color, count: ColorToken.allCases.count)
  }

  package internal(set) subscript(token: ColorToken) -> Color {
    get { colors[token.index] }
    set { colors[token.index] = newValue }
  }
}

/// One of a theme's four palettes.
package enum PaletteKind: String, NumberedCases, Sendable {
  case light, dark
  case lightContrast = "light-contrast"
  case darkContrast = "dark-contrast"

  var isHighContrast: Bool { self == .lightContrast || self == .darkContrast }

  /// The palette on which a high-contrast one is based.
  var base: PaletteKind {
    switch self {
    case .light, .lightContrast: .light
    case .dark, .darkContrast: .dark
    }
  }
}

package enum FontToken: String, NumberedCases, Sendable {
  case text, code
}

/// A type size with its line height, written `16/24` in pixels.
package enum SizeToken: String, NumberedCases, Sendable {
  case body, name, meta, small, badge, heading, quote
}

/// A length in whole pixels.
package enum LengthToken: String, NumberedCases, Sendable {
  case space1 = "space-1"
  case space2 = "space-2"
  case space3 = "space-3"
  case space4 = "space-4"
  case space5 = "space-5"
  case space6 = "space-6"
  /// The indentation of each level of replies, depending on the width of the root.
  case indentWide = "indent-wide"
  case indentMiddle = "indent-middle"
  case indentNarrow = "indent-narrow"
  case radius
  case rail
  /// The minimum height of anything that can be pressed.
  case target
  /// The maximum width of the root.
  case measure

  /// The values that leave the comments legible, and their controls large enough to be pressed.
  var range: ClosedRange<Int> {
    switch self {
    case .space1, .space2, .space3, .space4, .space5, .space6: 0...128
    case .indentWide, .indentMiddle, .indentNarrow: 0...128
    case .radius: 0...4096
    case .rail: 0...16
    case .target: 24...96
    case .measure: 240...4096
    }
  }
}

package struct TypeSize: Hashable, Sendable {
  package let size: Int
  package let lineHeight: Int
}

/// The coloring of the rails of reply groups.
package enum RailMode: String, CaseIterable, Sendable {
  /// The first level in the color `rail-1`, all deeper ones in the edge color.
  case mono
  /// A different color for each level up to the eighth; all deeper ones in the color `rail-8`.
  case cycle
}

/// The avatars of authors without a picture.
package enum AvatarMode: String, CaseIterable, Sendable {
  case none
  /// The author's initials on a colored disc.
  case initials
}

/// The number of levels of replies that are indented, if the root is wide and if it is narrow.
package struct DepthCap: Hashable, Sendable {
  package let wide: Int
  package let narrow: Int
}
