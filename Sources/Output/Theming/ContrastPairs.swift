/// Two colour tokens that meet on screen, and the contrast that they need.
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
    func add(_ kind: Kind, _ foregrounds: [ColorToken], on background: ColorToken) {
      for foreground in foregrounds {
        pairs.append(ContrastPair(foreground: foreground, background: background, kind: kind))
      }
    }
    for surface in [ColorToken.page, .card, .sunken, .highlight] {
      add(.text, [.ink, .inkSecondary, .inkMuted, .link, .linkVisited], on: surface)
      add(.line, [.edge, .focus], on: surface)
    }
    add(.text, [.announcementInk, .link, .linkVisited], on: .announcement)
    add(.line, [.announcementEdge, .focus], on: .announcement)
    add(.text, [.infoInk, .link, .linkVisited], on: .info)
    add(.line, [.infoEdge, .focus], on: .info)
    add(.text, [.slabInk, .slabLink], on: .slab)
    add(.text, [.featuredInk, .ink, .inkSecondary, .inkMuted, .link, .linkVisited], on: .featured)
    add(.line, [.featuredEdge, .edge, .focus], on: .featured)
    add(.text, [.closedInk, .link, .linkVisited], on: .closed)
    add(.line, [.closedEdge, .inkSecondary, .focus], on: .closed)
    add(.text, [.onBrand], on: .brand)
    add(.text, [.onBrand], on: .brandHover)
    add(.text, [.badgeStaffInk], on: .badgeStaff)
    add(.text, [.badgeModeratorInk], on: .badgeModerator)
    add(.text, [.badgeExpertInk], on: .badgeExpert)
    add(.text, [.badgePlainInk], on: .badgePlain)
    add(.text, [.accent], on: .page)
    add(.line, [.accent], on: .card)
    add(.line, [.accent], on: .highlight)
    add(.line, ColorToken.rails, on: .card)
    for disc in ColorToken.avatars { add(.text, [.avatarInk], on: disc) }
    return pairs
  }()
}
