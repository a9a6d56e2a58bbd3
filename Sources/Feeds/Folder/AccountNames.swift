import Bytes
import Glibc

/// Names of accounts by their numbers, as the files of this machine have them; any other is its number.
///
/// getpwuid(3) would load libraries, which a program that is linked as a whole cannot.
package struct AccountNames: Sendable {
  /// Read when the first one is asked for (passwd(5), group(5)).
  package static let users = AccountNames(path: "/etc/passwd")
  package static let groups = AccountNames(path: "/etc/group")

  private let names: [Int: String]
  /// More than a machine has of its own: what is behind that are numbers.
  private static let mostBytes = 1 << 20

  package init(path: String) { self.init(Self.bytes(at: path)) }

  /// The lines of a beginning that are whole: a number that is cut is another account's.
  static func wholeLines(_ bytes: [UInt8]) -> [UInt8] {
    Array(bytes.prefix((bytes.lastIndex(of: .lineFeed) ?? -1) + 1))
  }

  /// - Parameter lines: `name:password:number:` and more; of two with one number the first counts.
  package init(_ lines: [UInt8]) {
    names = lines.split(separator: .lineFeed).reduce(into: [:]) { names, line in
      let words = line.split(separator: .colon, omittingEmptySubsequences: false)
      guard words.count > 2, let number = Int(String(decoding: words[2], as: UTF8.self)),
        names[number] == nil
      else { return }
      names[number] = String(decoding: words[0], as: UTF8.self)
    }
  }

  package subscript(number: Int) -> String { names[number] ?? "\(number)" }

  private static func bytes(at path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    let bytes = [UInt8](unsafeUninitializedCapacity: mostBytes) { memory, count in
      var got = 1
      while got > 0, count < mostBytes {
        got = read(descriptor, memory.baseAddress.map { $0 + count }, mostBytes - count)
        count += max(0, got)
      }
    }
    return bytes.count < mostBytes ? bytes : wholeLines(bytes)
  }
}
