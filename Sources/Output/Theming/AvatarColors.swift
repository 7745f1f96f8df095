/// The colours of avatars in mails, which are written into the tags of each comment, whatever the scheme of the reader.
package struct AvatarColors: Hashable, Sendable {
  package let ink: String
  package let backgrounds: [String]
}

extension Theme {
  /// Returns the colours of avatars in mails; `nil` if the theme has no avatars.
  package func avatarColors(isDark: Bool) -> AvatarColors? {
    guard tokens.avatars == .initials else { return nil }
    let palette = tokens.palette(isDark ? .dark : .light)
    return AvatarColors(
      ink: MailColors(palette)[.avatarInk].hexadecimal,
      backgrounds: ColorToken.avatars.map { palette[$0].hexadecimal })
  }
}
