import Glibc
import Testing

@testable import Bytes

@Suite struct `Events of files` {
  /// An event as inotify(7) writes it: a header, and a name that is padded with zeros.
  private static func event(_ watch: Int32, _ name: String, filledTo length: Int) -> [UInt8] {
    var head = inotify_event()
    (head.wd, head.mask, head.len) = (watch, UInt32(IN_CREATE), UInt32(length))
    let zeros = [UInt8](repeating: 0, count: length - name.utf8.count)
    return withUnsafeBytes(of: head) { Array($0) } + Array(name.utf8) + zeros
  }

  private func names(_ bytes: [UInt8]) -> [String] {
    FileEvents(bytes[...]).map { "\($0.watch) \(String(decoding: $0.name, as: UTF8.self))" }
  }

  @Test func `are read in order, with and without names`() {
    let bytes =
      Self.event(1, "a.log", filledTo: 16) + Self.event(2, "", filledTo: 0)
      + Self.event(1, "exactly16-bytes.", filledTo: 16)
    #expect(names(bytes) == ["1 a.log", "2 ", "1 exactly16-bytes."])
  }

  @Test func `that were lost have a watch below zero`() {
    #expect(names(Self.event(-1, "", filledTo: 0)) == ["-1 "])
  }

  @Test func `cut in their head are ignored`() {
    let bytes = Self.event(1, "a", filledTo: 16)
    #expect(names(bytes + bytes.prefix(10)) == ["1 a"])
    #expect(names([]) == [])
  }
}
