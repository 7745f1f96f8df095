import AtollPageShots
import AtollSnapshots

/// The old and the new screenshot of a page, with their layouts if they are known.
struct ScreenshotDifference {
  enum Origin {
    /// This engine drew the accepted screenshot.
    case acceptedEngine
    /// This engine drew the screenshot again from the page of a commit, because another engine drew
    /// the accepted screenshot.
    case redrawn
    /// Another engine drew the accepted screenshot.
    case otherEngine
    /// This engine drew the screenshot from the page of the commit that the user named.
    case commit(String)
  }

  let old: Bitmap
  let new: Bitmap
  var oldLayout: PageLayout?
  var newLayout: PageLayout?

  /// Fills in the state, the note and the findings of a snapshot.
  ///
  /// `engines` describes the difference between the engine of the reference and this engine.
  func describe(
    in entry: inout RunRecord.Entry, origin: Origin, engines: String, advice: String
  ) {
    let comparison = Comparison(old, new)
    if comparison.isSame {
      entry.state = .same
      entry.note =
        switch origin {
        case .acceptedEngine: "the pixels are the same, only the bytes of the file differ"
        case .redrawn: "\(engines); this engine renders the accepted page the same"
        case .otherEngine: "\(engines); the pixels are the same"
        case .commit(let name): "not the reference, but the same as the page of \(name)"
        }
      return
    }
    switch origin {
    case .acceptedEngine, .redrawn, .commit: entry.state = .changed
    case .otherEngine:
      entry.state = .otherEngine
      entry.note =
        Tolerance.accepts(old, new)
        ? "\(engines); a tolerant comparison finds no difference, but it may miss some; \(advice)"
        : "\(engines); some differences are larger than those between engines usually are; \(advice)"
    }
    entry.findings = findings(comparison)
  }

  /// Returns the differences by elements and properties; if a layout is missing, by pixels.
  func findings(_ comparison: Comparison) -> [Finding] {
    guard let oldLayout, let newLayout else { return [pixelFinding(comparison)] }
    return LayoutFindings.between(oldLayout, newLayout, comparison: comparison)
  }

  /// Returns a finding from the screenshots alone, without layouts.
  ///
  /// It has the first area that differs, or both sizes if these differ. If few rows differ, it also
  /// has their number.
  private func pixelFinding(_ comparison: Comparison) -> Finding {
    var text = comparison.boxes.first?.description ?? ""
    if old.width != new.width || old.height != new.height {
      text = "\(old.width)×\(old.height) became \(new.width)×\(new.height)"
    }
    let changes = RowAlignment.changes(from: old, to: new)
    if let first = changes.first, changes.elementCount * 4 < new.height {
      text += "; \(changes.elementCount) rows from row \(first.new.lowerBound) on"
    }
    return Finding(
      .pixels, selector: "the page",
      new: "\(text), up to \(comparison.maximumChannelDifference) of 255")
  }
}
