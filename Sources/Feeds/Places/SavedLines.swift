import Bytes
import Glibc

/// Lines of words, kept from one run to the next in one small file of the reader's own, the last used last.
///
/// One program writes at a time, and what another has written meanwhile stays.
struct SavedLines {
  private let folder: BytePath
  private let name: String
  /// Lines that are kept; the longest unused go first.
  private let limit: Int
  /// A file that is larger than this is none of ours.
  private static let largest = 1 << 16

  init(folder: BytePath, name: String, limit: Int) {
    (self.folder, self.name, self.limit) = (folder, name, limit)
  }

  /// Whether anything may have been kept.
  var exists: Bool { folder.exists }

  /// The words of each line; nothing where it cannot be read.
  var lines: [[String]] { lines(in: folder.usable) }

  /// Changes the lines, and makes the folder where it is missing.
  ///
  /// Of two programs that do so at once one waits a moment for the other.
  ///
  /// - Throws: what the system says where the file cannot be written.
  func update(_ change: ([[String]]) -> [[String]]) throws {
    folder.makeFolder()
    let folder = folder.usable
    let new = try NewFile(replacing: "\(folder)/\(name)")
    let held = lines(in: folder)
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

  private func lines(in folder: String) -> [[String]] {
    // By bytes, because a blank may be part of one character with what stands before it.
    bytes(at: "\(folder)/\(name)").split(separator: .lineFeed).map { line in
      line.split(separator: .space).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// What is in the file; nothing where it is something else, which might keep one waiting for ever: a
  /// pipe, a terminal.
  private func bytes(at path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
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

  /// The text that was made one word.
  static func text(_ word: String) -> String {
    var (text, rest) = ("", word.unicodeScalars[...])
    while let scalar = rest.popFirst() {
      let code = scalar == "%" ? UInt8(String(rest.prefix(2)), radix: 16) : nil
      text.unicodeScalars.append(code.map { Unicode.Scalar($0) } ?? scalar)
      if code != nil { rest = rest.dropFirst(2) }
    }
    return text
  }

  /// A text as one word.
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
