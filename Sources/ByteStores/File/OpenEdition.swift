/// An open file, and how long it was when that was looked at.
package struct OpenEdition: Sendable {
  /// The file.
  package let file: FileStore
  /// Its bytes.
  package let size: Int
}
