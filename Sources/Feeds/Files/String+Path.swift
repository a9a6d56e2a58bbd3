import Bytes

extension String {
  /// What stands behind the last slash of a path, but for one at its end; all of it where there is none.
  package var lastPathComponent: String {
    utf8.split(separator: .slash).last.map { String(Substring($0)) } ?? self
  }
}
