import Glibc

/// Completion of a path that the reader is typing, as in a shell.
package enum PathCompletion {
  /// The maximum number of folder entries that are examined.
  private static let most = 10_000

  /// The paths that begin with the typed text, sorted; folders end with a slash.
  ///
  /// Names that begin with a dot are included only if a dot is typed. Cost: one pass over the
  /// folder, and a system call for each path.
  package static func paths(from typed: String) -> [(path: String, name: String)] {
    let slash = typed.lastIndex(of: "/")
    let folder = slash.map { String(typed[...$0]) } ?? ""
    let start = slash.map { typed[typed.index(after: $0)...] } ?? typed[...]
    let path = expanded(folder.isEmpty ? "." : folder)
    return names(in: path)
      .filter { $0.hasPrefix(start) && ($0.first != "." || start.first == ".") }
      .sorted()
      .map { name in
        let name = isFolder(path + "/" + name) ? name + "/" : name
        return (folder + name, name)
      }
  }

  /// A path with a leading `~` expanded.
  package static func expanded(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = Environment.value("HOME") else {
      return path
    }
    return home + path.dropFirst()
  }

  private static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while names.count < most, let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  private static func isFolder(_ path: String) -> Bool {
    var state = stat()
    return stat(path, &state) == 0 && state.st_mode & S_IFMT == S_IFDIR
  }
}
