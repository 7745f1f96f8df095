import Comments

extension AtollMediaWord {
  init(_ kind: Media.Kind) {
    switch kind {
    case .gif: self = .gif
    case .youTube: self = .youTube
    case .x: self = .x
    case .bluesky: self = .bluesky
    case .image: self = .image
    }
  }
}

extension AtollTombstoneWord {
  init(_ tombstone: Tombstone) {
    switch tombstone {
    case .deleted: self = .deleted
    case .rejected: self = .rejected
    case .withheld: self = .withheld
    case .ignored: self = .ignored
    }
  }
}
