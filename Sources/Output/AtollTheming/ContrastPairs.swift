/// Two color tokens that meet on screen, and the contrast that they need.
struct ContrastPair: Sendable {
  enum Kind: Sendable {
    /// Text on its background (WCAG 2.1, 1.4.3 and 1.4.6): 4.5:1, and 7:1 in the high-contrast
    /// palettes.
    case text
    /// A meaningful line on its background: 3:1 everywhere (WCAG 2.1, 1.4.11).
    case line
  }

  let foreground: ColorToken
  let background: ColorToken
  let kind: Kind

  var name: String { "\(foreground.rawValue) on \(background.rawValue)" }

  func requiredRatio(in palette: PaletteKind) -> Double {
    switch kind {
    case .text: palette.isHighContrast ? 7 : 4.5
    case .line: 3
    }
  }

  /// All pairs that the style sheets may combine.
  static let all: [ContrastPair] = {
    var pairs: [ContrastPair] = []
    func add(_ kind: Kind, of foregrounds: [ColorToken], on background: ColorToken) {
      for foreground in foregrounds {
        pairs.append(ContrastPair(foreground: foreground, background: background, kind: kind))
      }
    }
    for surface in [ColorToken.page, .card, .sunken, .highlight] {
      add(.text, of: [.ink, .inkSecondary, .inkMuted, .link, .linkVisited], on: surface)
      add(.line, of: [.edge, .focus], on: surface)
    }
    add(.text, of: [.announcementInk, .link, .linkVisited], on: .announcement)
    add(.line, of: [.announcementEdge, .focus], on: .announcement)
    add(.text, of: [.infoInk, .link, .linkVisited], on: .info)
    add(.line, of: [.infoEdge, .focus], on: .info)
    add(.text, of: [.slabInk, .slabLink], on: .slab)
    add(
      .text, of: [.featuredInk, .ink, .inkSecondary, .inkMuted, .link, .linkVisited], on: .featured)
    add(.line, of: [.featuredEdge, .edge, .focus], on: .featured)
    add(.text, of: [.closedInk, .link, .linkVisited], on: .closed)
    add(.line, of: [.closedEdge, .inkSecondary, .focus], on: .closed)
    add(.text, of: [.onBrand], on: .brand)
    add(.text, of: [.onBrand], on: .brandHover)
    add(.text, of: [.badgeStaffInk], on: .badgeStaff)
    add(.text, of: [.badgeModeratorInk], on: .badgeModerator)
    add(.text, of: [.badgeExpertInk], on: .badgeExpert)
    add(.text, of: [.badgePlainInk], on: .badgePlain)
    add(.text, of: [.accent], on: .page)
    add(.line, of: [.accent], on: .card)
    add(.line, of: [.accent], on: .highlight)
    add(.line, of: ColorToken.rails, on: .card)
    for disc in ColorToken.avatars { add(.text, of: [.avatarInk], on: disc) }
    return pairs
  }()
}
