import ByteStores
import Glibc

/// A database named by an argument, and optionally a table in it: an SQLite file, or a PostgreSQL
/// server.
package struct DatabaseAddress: Hashable, Sendable {
  /// The path of the file, or the address of the server without the table; it is stored as bytes,
  /// because a file name may be invalid UTF-8.
  package let path: [UInt8]
  /// The table; nil for the list of all tables.
  package let table: String?
  /// Whether the database is on a server.
  package private(set) var isServer = false

  /// The scheme for SQLite files.
  package static let scheme = "sqlite"

  package init(path: [UInt8], table: String?) { (self.path, self.table) = (path, table) }

  /// The same database with another table, or with the list of tables.
  package func with(table: String?) -> DatabaseAddress {
    var address = DatabaseAddress(path: path, table: table)
    address.isServer = isServer
    return address
  }

  /// Parses an argument; returns nil if it does not name a database.
  ///
  /// An argument is `sqlite:FILE`, an SQLite file, `postgres://…` or `service=NAME`, each
  /// optionally followed by a colon and a table. A colon in an existing path belongs to the path.
  /// Cost: reads the first bytes of the file.
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
    } else if let server = Self.ofServer(word) {
      self = server
    } else if let named = Self.ofTable(word) {
      self = named
    } else {
      return nil
    }
  }

  /// Parses `FILE:TABLE`, where FILE is a database and the whole argument is not the name of a
  /// file.
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

  /// The beginnings of server addresses.
  private static let servers = ["postgres:", "postgresql:", "service="].map { Array($0.utf8) }

  /// Parses `postgres://HOST/DATABASE:TABLE?…` or `service=NAME:TABLE …`; the table may be
  /// percent-encoded.
  private static func ofServer(_ word: [UInt8]) -> DatabaseAddress? {
    guard let start = servers.first(where: { word.starts(with: $0) }) else { return nil }
    let (head, tail) = parts(of: word, behind: start.count)
    var address = DatabaseAddress(path: word, table: nil)
    if let colon = head.lastIndex(of: UInt8(ascii: ":")), colon + 1 < head.endIndex {
      address = DatabaseAddress(
        path: Array(word[..<colon]) + tail, table: String(percents: head[(colon + 1)...]))
    }
    address.isServer = true
    return address
  }

  /// The part of an address that may end with a table (the path of a URL, or the name of a
  /// service), and the text after that part.
  private static func parts(
    of word: [UInt8], behind start: Int
  ) -> (head: ArraySlice<UInt8>, tail: ArraySlice<UInt8>) {
    let rest = word[start...]
    guard rest.starts(with: Array("//".utf8)) else {
      let end = rest.firstIndex(of: UInt8(ascii: " ")) ?? word.endIndex
      return (rest[..<end], word[end...])
    }
    let end = rest.firstIndex(of: UInt8(ascii: "?")) ?? word.endIndex
    let slash = rest[(start + 2)..<end].firstIndex(of: UInt8(ascii: "/")) ?? end
    return (rest[slash..<end], word[end...])
  }

  private var serverWord: [UInt8] {
    guard let table, let start = Self.servers.first(where: { path.starts(with: $0) }) else {
      return path
    }
    let (head, tail) = Self.parts(of: path, behind: start.count)
    let slash = path.starts(with: start + Array("//".utf8)) && head.isEmpty ? "/" : ""
    return path[..<head.endIndex] + Array("\(slash):\(table.withPercents)".utf8) + tail
  }

  /// The address as an argument.
  package var word: [UInt8] {
    isServer
      ? serverWord
      : Array("\(Self.scheme):".utf8) + path + (table.map { Array(":\($0)".utf8) } ?? [])
  }

  /// Whether a file begins with the header of SQLite (<https://www.sqlite.org/fileformat2.html>,
  /// section 1.3.1).
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

extension String {
  /// The string, percent-encoded for an address.
  fileprivate var withPercents: String {
    utf8.map { byte in
      let character = Character(Unicode.Scalar(byte))
      let isPlain =
        character.isASCII
        && (character.isLetter || character.isNumber || "_-.\"".contains(character))
      let digits = String(byte, radix: 16, uppercase: true)
      return isPlain ? String(character) : "%\(digits.count < 2 ? "0" : "")\(digits)"
    }.joined()
  }

  /// Creates a string from percent-encoded bytes.
  fileprivate init(percents bytes: some Collection<UInt8>) {
    var (text, rest) = ([UInt8](), Array(bytes)[...])
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count > 1,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        text.append(value)
        rest = rest.dropFirst(2)
      } else {
        text.append(byte)
      }
    }
    self.init(decoding: text, as: UTF8.self)
  }
}

extension [CChar] {
  fileprivate func withZero(_ body: (UnsafePointer<CChar>) -> Int32) -> Int32 {
    (self + [0]).withUnsafeBufferPointer { $0.baseAddress.map(body) ?? -1 }
  }
}

extension [UInt8] {
  /// Whether an argument names a database.
  package var isDatabase: Bool { DatabaseAddress(self) != nil }
}
