/// A form of compressed siblings that web servers send instead of a file.
package enum SiblingForm: String, CaseIterable, Sendable {
  case gzip, br

  /// Returns the name of the sibling of a file.
  func name(of file: String) -> String {
    switch self {
    case .gzip: "\(file).gz"
    case .br: "\(file).br"
    }
  }
}

/// The forms of siblings, and how each is made.
package struct SiblingForms: Sendable {
  package typealias Compressor = @Sendable ([UInt8]) throws(StoreError) -> [UInt8]
  private let compressors: [SiblingForm: Compressor]

  package init(_ compressors: [SiblingForm: Compressor] = [:]) { self.compressors = compressors }

  var forms: Set<SiblingForm> { Set(compressors.keys) }

  /// The compressors in the order of their forms.
  var list: [(form: SiblingForm, compress: Compressor)] {
    SiblingForm.allCases.compactMap { form in compressors[form].map { (form, $0) } }
  }
}
