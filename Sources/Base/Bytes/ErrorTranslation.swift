/// Returns a value, or throws what `translation` makes of the error that the value could not be made for.
///
/// This is for the boundaries of modules, where an error gets a path, or words for another reader.
package func translatingErrors<Value: ~Copyable, Original: Error, Translated: Error>(
  of value: @autoclosure () throws(Original) -> Value, _ translation: (Original) -> Translated
) throws(Translated) -> Value {
  do { return try value() } catch { throw translation(error) }
}
