/// Returns the value of an expression, or throws the translation of its error.
///
/// Use this at the boundaries of modules: for example, to add the path of a file to an error.
package func translatingErrors<Value: ~Copyable, Original: Error, Translated: Error>(
  of value: @autoclosure () throws(Original) -> Value, _ translation: (Original) -> Translated
) throws(Translated) -> Value {
  do { return try value() } catch { throw translation(error) }
}
