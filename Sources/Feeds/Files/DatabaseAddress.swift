import ByteStores
import Glibc

/// A database of SQLite's that a word of the command line names, and perhaps a table in it.
package struct DatabaseAddress: Hashable, Sendable {
  /// The path of the file; bytes, because a name need be no UTF-8.
  package let path: [UInt8]
  /// The table; nil for the list of all.
  package let table: String?

  /// The name of the scheme.
  package static let scheme = "sqlite"

  package init(path: [UInt8], table: String?) { (self.path, self.table) = (path, table) }

  /// What a word names: `sqlite:FILE`, a file whose content is a database, or one with a colon and the name of a table behind it;
  /// nil where it is none of these.
  ///
  /// A path that exists counts whole. Cost: the first bytes of the file are read.
  package init?(_ word: some Collection<UInt8>) {
    let word = Array(word)
    let start = Array("\(Self.scheme):".utf8)
    if FileKind(at: word) != nil {
      guard Self.isDatabase(word) else { return nil }
      self.init(path: word, table: nil)
    } else if word.starts(with: start) {
      let rest = Array(word.dropFirst(start.count))
      guard !rest.isEmpty else { return nil }
      self = Self.ofTable(rest) ?? DatabaseAddress(path: rest, table: nil)
    } else if let named = Self.ofTable(word) {
      self = named
    } else {
      return nil
    }
  }

  /// `FILE:TABLE`, where FILE is a database, and the whole is the name of no file.
  private static func ofTable(_ word: [UInt8]) -> DatabaseAddress? {
    guard FileKind(at: word) == nil else { return nil }
    let colons = word.indices.filter { word[$0] == UInt8(ascii: ":") && $0 > 0 }
    let colon = colons.first { $0 + 1 < word.count && isDatabase(Array(word[..<$0])) }
    return colon.map { colon in
      DatabaseAddress(
        path: Array(word[..<colon]),
        table: String(decoding: word[(colon + 1)...], as: UTF8.self))
    }
  }

  /// The address as a word.
  package var word: [UInt8] {
    Array("\(Self.scheme):".utf8) + path + (table.map { Array(":\($0)".utf8) } ?? [])
  }

  /// Whether a file begins as SQLite's do (<https://www.sqlite.org/fileformat2.html>, 1.3.1).
  package static func isDatabase(_ path: [UInt8]) -> Bool {
    guard case .plain? = FileKind(at: path) else { return false }
    let magic = Array("SQLite format 3\0".utf8)
    let descriptor = path.map { CChar(bitPattern: $0) }.withZero {
      open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: magic.count)
    return pread(descriptor, &bytes, bytes.count, 0) == bytes.count && bytes == magic
  }
}

extension [CChar] {
  fileprivate func withZero(_ body: (UnsafePointer<CChar>) -> Int32) -> Int32 {
    (self + [0]).withUnsafeBufferPointer { $0.baseAddress.map(body) ?? -1 }
  }
}

extension Collection<UInt8> {
  /// Whether a word of the command line names a database of SQLite's.
  package var isDatabase: Bool { DatabaseAddress(self) != nil }
}
