import Bytes
import Glibc

/// Lines of words, kept between runs in a small file of the user, with the most recently used one
/// last.
///
/// Only one program writes at a time, and it keeps the lines that other programs have written.
struct SavedLines {
  private let folder: BytePath
  private let name: String
  /// The maximum number of lines; the least recently used are removed.
  private let limit: Int
  /// The maximum size of the file, in bytes; a larger file was not written by this program.
  private static let largest = 1 << 16

  init(folder: BytePath, name: String, limit: Int) {
    (self.folder, self.name, self.limit) = (folder, name, limit)
  }

  /// Whether the folder of the file exists.
  var exists: Bool { folder.exists }

  /// The words of each line; empty if the file cannot be read.
  var lines: [[String]] {
    // The bytes are split before they are decoded, because in a string a space may form one
    // character with a combining mark after it.
    bytes(at: folder.appending(name)).split(separator: .lineFeed).map { line in
      line.split(separator: .space).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Replaces the lines with those that a closure returns for the current ones; the folder is
  /// created if necessary.
  ///
  /// - Parameter waits: whether to wait a moment if another program does this at the same time.
  /// - Throws: an error if the file cannot be written, or if another program is still writing it.
  func update(waiting waits: Bool = true, _ change: ([[String]]) -> [[String]]) throws {
    folder.makeFolder()
    let new = try NewFile(replacing: name, in: folder, waiting: waits)
    let held = lines
    let kept = change(held)
    guard !held.isEmpty || !kept.isEmpty else { return new.discard() }
    try new.commit(bytes(of: kept))
  }

  private func bytes(of lines: [[String]]) -> [UInt8] {
    var size = 0
    let texts = lines.suffix(limit).map { Array(($0.joined(separator: " ") + "\n").utf8) }
    let kept = texts.reversed().prefix {
      size += $0.count
      return size <= Self.largest
    }
    return Array(kept.reversed().joined())
  }

  /// The content of the file; empty if it is not a regular file, such as a pipe, which could block,
  /// or if it is too large or cannot be read.
  private func bytes(at path: BytePath) -> [UInt8] {
    let descriptor = path.withPointer { open($0, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) }
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= Self.largest
    else { return [] }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    let count = read(descriptor, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }

  /// The string that a word encodes.
  static func text(_ word: String) -> String {
    var (text, rest) = ("", word.unicodeScalars[...])
    while let scalar = rest.popFirst() {
      let code = scalar == "%" ? UInt8(String(rest.prefix(2)), radix: 16) : nil
      text.unicodeScalars.append(code.map { Unicode.Scalar($0) } ?? scalar)
      if code != nil { rest = rest.dropFirst(2) }
    }
    return text
  }

  /// A string encoded as one word.
  static func word(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { word, scalar in
      switch scalar {
      case "%": word += "%25"
      case " ": word += "%20"
      case "\n": word += "%0A"
      default: word.unicodeScalars.append(scalar)
      }
    }
  }
}
