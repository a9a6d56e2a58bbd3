import Bytes
import Glibc

/// A mapping from user and group IDs to names, as the files of this machine define them; unknown
/// IDs are shown as numbers.
///
/// getpwuid(3) is not used, because it loads libraries, which can crash a statically linked
/// program.
package struct AccountNames: Sendable {
  /// The users (passwd(5)), read on first use.
  package static let users = AccountNames(path: "/etc/passwd")
  package static let groups = AccountNames(path: "/etc/group")

  private let names: [Int: String]
  /// The maximum number of bytes that are read; an ID defined after them is shown as a number.
  private static let mostBytes = 1 << 20

  package init(path: String) { self.init(Self.bytes(at: path)) }

  /// The complete lines at the start of a file; a truncated line is left out, because it could have
  /// a wrong ID.
  static func wholeLines(_ bytes: [UInt8]) -> [UInt8] {
    Array(bytes.prefix((bytes.lastIndex(of: .lineFeed) ?? -1) + 1))
  }

  /// - Parameter lines: lines of the form `name:password:number:`…; if an ID occurs twice, the
  ///   first name is used.
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

  /// The home folder of a user, in bytes; nil if the user is not in the file.
  ///
  /// - Parameter path: the file of the users (passwd(5)).
  static func home(of user: Int, in path: String = "/etc/passwd") -> [UInt8]? {
    let line = bytes(at: path).split(separator: .lineFeed).lazy
      .map { $0.split(separator: .colon, omittingEmptySubsequences: false) }
      .first { $0.count > 5 && Int(String(decoding: $0[2], as: UTF8.self)) == user }
    return line.map { Array($0[5]) }
  }

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

/// A local time to the minute: `2026-11-22 13:43`.
package struct LocalTime: CustomStringConvertible {
  private let seconds: Int

  /// - Parameter seconds: the seconds since 1970-01-01 00:00 UTC.
  package init(_ seconds: Int) { self.seconds = seconds }

  /// The time in sixteen columns for the years 1000 to 9999 (localtime_r(3)).
  package var description: String {
    var (time, parts) = (time_t(seconds), tm())
    guard localtime_r(&time, &parts) != nil else { return "-" }
    let date = "\(Int(parts.tm_year) + 1900)-\(pair(parts.tm_mon + 1))-\(pair(parts.tm_mday))"
    return "\(date) \(pair(parts.tm_hour)):\(pair(parts.tm_min))"
  }

  private func pair(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// Permissions in the notation of `ls -l`: `rw-r--r--`.
package struct Permissions: CustomStringConvertible {
  private let bits: Int

  /// - Parameter bits: the permission bits (chmod(2)).
  package init(_ bits: Int) { self.bits = bits }

  package var description: String {
    part(bits >> 6, special: bits & 0o4000 != 0, "s")
      + part(bits >> 3, special: bits & 0o2000 != 0, "s")
      + part(bits, special: bits & 0o1000 != 0, "t")
  }

  /// Three letters, the last of which also shows a special bit (set-ID or sticky).
  private func part(_ bits: Int, special: Bool, _ mark: String) -> String {
    let runs = bits & 1 != 0
    let last = special ? (runs ? mark : mark.uppercased()) : runs ? "x" : "-"
    return (bits & 4 != 0 ? "r" : "-") + (bits & 2 != 0 ? "w" : "-") + last
  }
}
