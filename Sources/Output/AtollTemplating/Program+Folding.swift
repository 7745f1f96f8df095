import AtollBytes

extension Program {
  /// Returns the program with everything that is already known written into its literals.
  ///
  /// - Parameters:
  ///   - text: Returns the value of a field, escaped, or `nil` if the value is not known yet.
  ///   - flag: Returns whether a flag is set, or whether an optional field is present; `nil` if
  ///     this is not known yet. For a list, `false` means that it is empty, and `true` decides only
  ///     its inverted section.
  package func folding(
    text: (_ id: UInt16) -> [UInt8]?, flag: (_ id: UInt16) -> Bool?
  ) -> Program {
    var builder = ProgramBuilder()
    // The ends of the sections that are kept.
    var ends: [Int] = []
    var pc = 0
    while pc < ops.count || !ends.isEmpty {
      if ends.last == pc {
        ends.removeLast()
        builder.end()
        continue
      }
      let op = ops[pc]
      pc += 1
      switch op {
      case .literal(let slice): builder.append(literal: literals[slice.range])
      case .field(let id, _), .html(let id):
        if let known = text(id) {
          builder.append(literal: known)
        } else {
          builder.append(op)
        }
      case .mark: builder.append(op)
      case .sectionBegin(let id, let end), .invertedBegin(let id, let end):
        let isInverted = op == .invertedBegin(id: id, end: end)
        guard let isSet = flag(id) else {
          builder.begin(isInverted ? .inverted : .section, id: id)
          ends.append(Int(end))
          continue
        }
        if isSet == isInverted { pc = Int(end) }
      case .listBegin(let id, let end):
        if flag(id) == false {
          pc = Int(end)
        } else {
          builder.begin(.list, id: id)
          ends.append(Int(end))
        }
      case .listEnd: break
      }
    }
    return builder.program
  }
}
