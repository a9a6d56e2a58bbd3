import Bytes

nonisolated extension String {
  /// What stands behind the last slash of a path, but for one at its end; all of it where there is none.
  var lastPathComponent: String {
    utf8.split(separator: .slash).last.map { String(Substring($0)) } ?? self
  }
}
