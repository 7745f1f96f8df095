import AtollBodyText

/// Tables and code, which only `HTMLVocabulary.full` has.
///
/// A table contains rows, a row contains cells, and a cell contains words. A block inside a cell
/// becomes a line of the cell, and the rows of a nested table become rows of the outer one.
extension HTMLBuilder {
  var isInTable: Bool {
    switch table {
    case .none: false
    case .pending, .table, .row, .cell: true
    }
  }

  mutating func openTablePart(_ element: HTMLElement, into richText: inout RichText) {
    if element == .table, !isInTable {
      endLine(&richText)
      table = .pending
      return
    }
    if element == .table, case .cell = table { nestedTableCount += 1 }
    guard isInTable, element != .table else { return endLine(&richText) }
    if element == .row { return closeTable(to: .table, in: &richText) }
    closeTable(to: .row, in: &richText)
    openCell(isHeading: element == .headingCell, into: &richText)
  }

  /// Opens a cell, and the row and the table around it if they are not open yet.
  mutating func openCell(isHeading: Bool, into richText: inout RichText) {
    if case .pending = table {
      _ = blocks.writePendingBlocks(into: &richText)
      richText.append(.tableOpen)
      table = .table
    }
    if case .table = table { richText.append(.rowOpen) }
    richText.append(.cellOpen, number: isHeading ? 1 : 0)
    table = .cell(isHeading: isHeading)
    line = .cell
    hasText = false
    hasPendingSpace = false
    pendingBreakCount = 0
  }

  /// Ends the innermost table; the outer table, if there is one, continues with a new row.
  mutating func closeInnermostTable(in richText: inout RichText) {
    if nestedTableCount == 0 { return closeTable(to: .none, in: &richText) }
    nestedTableCount -= 1
    closeTable(to: .table, in: &richText)
  }

  /// Closes the open parts of a table, from the inside out, until only `part` is open.
  mutating func closeTable(to part: TablePart, in richText: inout RichText) {
    if case .cell(let isHeading) = table {
      flush(&richText)
      closeMarks(from: 0, in: &richText)
      richText.append(.cellClose, number: isHeading ? 1 : 0)
      table = .row
      line = .none
      pendingBreakCount = 0
      hasPendingSpace = false
      hasText = false
    }
    if part == .row { return }
    if case .row = table {
      richText.append(.rowClose)
      table = .table
    }
    if part == .table { return }
    if case .table = table { richText.append(.tableClose) }
    table = .none
  }

  /// The parts that `closeTable` leaves open: none, the table, or the table and its row.
  enum TablePart { case none, table, row }

  // MARK: Code

  mutating func append(code words: [UInt8], to richText: inout RichText, report: inout BodyReport) {
    if words.isEmpty { return }
    openContext(in: &richText, report: &report)
    flush(&richText)
    richText.append(code: words.span)
  }

  mutating func append(
    codeBlock words: [UInt8], to richText: inout RichText, report: inout BodyReport
  ) {
    if isInTable {
      return append(code: words.map { $0 == 0x0A ? 0x20 : $0 }, to: &richText, report: &report)
    }
    endLine(&richText)
    if isInSpoiler {
      // A block of code cannot be covered, so its lines are written as code in a paragraph.
      for line in words.split(separator: 0x0A) {
        append(code: Array(line), to: &richText, report: &report)
        pendingBreakCount = 1
      }
      return endLine(&richText)
    }
    _ = blocks.writePendingBlocks(into: &richText)
    richText.append(codeBlock: words.span)
  }
}
