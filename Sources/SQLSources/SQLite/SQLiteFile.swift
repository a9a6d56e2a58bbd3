import Glibc

/// A database file, given by its path.
struct SQLiteFile: Sendable {
  /// The path as bytes, because a file name need not be valid UTF-8.
  let path: [UInt8]
  /// The file system layer that SQLite uses (<https://www.sqlite.org/vfs.html>); nil for the
  /// default.
  ///
  /// Tests use a layer that causes failures.
  var vfs: String?

  /// The ways to read a file without writing to it.
  enum Way: Hashable {
    /// Without a log: no lock is taken, and the file is compared before and after each read.
    case immutable
    /// With the log of another program: SQLite reads the file and the log, and may create an index
    /// of the log.
    case shared
    /// With a log whose index cannot be created, for example in a read-only folder: the index is
    /// kept in memory, and the file and the log are compared as for `immutable`.
    case unlocked
  }

  /// Examines the file at the path.
  ///
  /// - Throws: an error if the file does not exist, is not a regular file, or cannot be opened.
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
    SQLError(.unwritable, "cannot open \(quotedName): \(String(cString: strerror(code)))")
  }

  /// The last component of the path in quotes, for messages.
  var quotedName: String {
    let name = path.split(separator: UInt8(ascii: "/")).last ?? path[...]
    return "'\(String(decoding: name, as: UTF8.self))'"
  }

  /// The maximum length of a path in SQLite, in bytes: its `MAX_PATHNAME` of 512, less 8 for the
  /// suffix of a journal.
  static let longestPath = 504

  /// The file as a URI for SQLite (<https://www.sqlite.org/uri.html>).
  ///
  /// - Parameter name: the full path.
  func uri(_ way: Way, of name: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    // The authority is present but empty; without it, a path that begins with two slashes would be
    // read as an authority.
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
    // The layer `…-none` takes no locks; with any other layer, an index in memory requires an
    // exclusive lock.
    case .unlocked: "&vfs=\(vfs ?? "unix")-none"
    }
  }

  private static let plain = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._-~".utf8)
}

extension [UInt8] {
  /// Calls a closure with the bytes as a C string.
  func withPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return "".withCString(body) }
      return body(start)
    }
  }
}
