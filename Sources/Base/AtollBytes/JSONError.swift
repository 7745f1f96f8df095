/// The reason why JSON text cannot be read, and the byte offset of the error.
@usableFromInline
package struct JSONError: Error, Hashable, Sendable {
  @usableFromInline
  package enum Reason: Hashable, Sendable {
    case expectedValue, expectedString, expectedNumber, expectedObject, expectedArray
    case expectedKey, expectedColon, expectedCommaOrEnd, badEscape, badLiteral
    case unexpectedEnd, tooManyElements, trailingBytes
    /// Arrays and objects are nested more deeply than the reader allows.
    case tooDeep
    /// A string is not UTF-8 or contains a raw NUL, and the reader was not asked to repair it.
    case invalidUTF8
    /// A string has not ended when the next line begins with a new value.
    case unterminatedString
  }

  package var reason: Reason
  package var offset: Int

  package init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

extension JSONError.Reason {
  package var message: String {
    switch self {
    case .expectedValue: "a value is missing"
    case .expectedString: "a string is missing"
    case .expectedNumber: "a number is missing or malformed"
    case .expectedObject: "an object is missing"
    case .expectedArray: "a list is missing"
    case .expectedKey: "a key in quotation marks is missing"
    case .expectedColon: "the colon after a key is missing"
    case .expectedCommaOrEnd: "the comma or the closing bracket after a value is missing"
    case .badEscape: "a string has an escape that JSON does not know"
    case .badLiteral: "a word is not true, false or null"
    case .unexpectedEnd: "the input ends too early"
    case .tooManyElements: "the list has too many elements"
    case .tooDeep: "lists and objects are nested too deeply"
    case .trailingBytes: "there is text after the end"
    case .invalidUTF8: "a string is not UTF-8"
    case .unterminatedString: "the closing quotation mark of a string is missing"
    }
  }
}
