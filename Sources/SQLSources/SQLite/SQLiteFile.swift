import Glibc

/// A database file by its path, beside what SQLite may put next to it.
struct SQLiteFile: Sendable {
  /// The path, as bytes, because a name need not be UTF-8.
  let path: [UInt8]
  /// What SQLite reads files with (<https://www.sqlite.org/vfs.html>); nil for the system's.
  ///
  /// Tests name one that fails.
  var vfs: String?

  /// How a file can be read without writing to it.
  enum Way: Hashable {
    /// No program keeps a log beside it: no lock is taken, and whether the file has changed is looked at before and after
    /// each read.
    case immutable
    /// Another program keeps a log beside it: SQLite reads both, and may put an index of the log there.
    case shared
    /// The same where no index can be put there, as in a folder that cannot be written: the index is kept in memory, and
    /// whether the file or the log has changed is looked at as for `immutable`.
    case unlocked
  }

  /// What is at the path now, and what is known of it.
  ///
  /// - Throws: that nothing is there, or no file, or that it cannot be opened.
  func look() throws(SQLError) -> SQLiteLook {
    guard !path.isEmpty, !path.contains(0), let full = path.withPath({ realpath($0, nil) }) else {
      KeptFiles.closeNameless()
      throw failure(path.isEmpty || path.contains(0) ? ENOENT : errno)
    }
    defer { free(full) }
    let name = Array(UnsafeBufferPointer(start: full, count: strlen(full))).map {
      UInt8(bitPattern: $0)
    }
    guard let look = SQLiteLook(at: name) else { throw failure(errno) }
    guard look.isFile else {
      throw SQLError(.unwritable, "cannot open \(quotedName): \(look.kindOfOther), not a file")
    }
    return look
  }

  private func failure(_ code: Int32) -> SQLError {
    let words = String(cString: strerror(code))
    return SQLError(
      .unwritable, "cannot open \(quotedName): \(words.prefix(1).lowercased() + words.dropFirst())")
  }

  /// The last part of the path, for a message.
  var quotedName: String {
    let name = path.split(separator: UInt8(ascii: "/")).last ?? path[...]
    return "'\(String(decoding: name, as: UTF8.self))'"
  }

  /// The longest path that SQLite takes, in bytes (`MAX_PATHNAME`).
  static let longestPath = 512

  /// The file as a URI of SQLite's (<https://www.sqlite.org/uri.html>).
  ///
  /// - Parameter name: its full path.
  func uri(_ way: Way, of name: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    // An empty authority, because a path of two slashes would have one.
    var text = Array("file://".utf8)
    for byte in name {
      text +=
        Self.plain.contains(byte)
        ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return String(decoding: text, as: UTF8.self) + "?mode=ro" + parameters(way)
  }

  private func parameters(_ way: Way) -> String {
    switch way {
    case .immutable: "&immutable=1" + (vfs.map { "&vfs=\($0)" } ?? "")
    case .shared: vfs.map { "&vfs=\($0)" } ?? ""
    // It takes no locks, which an index in memory would need to be exclusive.
    case .unlocked: "&vfs=\(vfs ?? "unix")-none"
    }
  }

  private static let plain = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._-~".utf8)
}

extension [UInt8] {
  /// Calls with the bytes as a path of the system's.
  func withPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return "".withCString(body) }
      return body(start)
    }
  }
}
