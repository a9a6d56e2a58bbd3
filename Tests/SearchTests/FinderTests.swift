import CSearch
import Glibc
import Randomness
import Testing

@testable import Search

/// The search for bytes, at each vector width that the machine supports.
@Suite struct `Bytes are found` {
  private static let widths = [ENDLESS_PORTABLE, ENDLESS_16_BYTES, ENDLESS_32_BYTES]
    .map { Int32($0) }.filter { $0 <= endless_widest() }

  private func find(
    _ needle: [UInt8], in memory: UnsafeRawBufferPointer, ignoresCase: Bool, width: Int32
  ) -> Int {
    needle.withUnsafeBufferPointer { bytes in
      var wanted = endless_make_needle(bytes.baseAddress, bytes.count, ignoresCase)
      wanted.width = width
      let base = memory.baseAddress?.assumingMemoryBound(to: UInt8.self)
      let found = endless_find(&wanted, base, memory.count)
      // After the needle is fitted to the searched bytes, the result is the same.
      endless_fit_needle(&wanted, base, memory.count)
      return endless_find(&wanted, base, memory.count) == found ? found : -2
    }
  }

  @Test func `by the two that are the rarest together in what is searched`() {
    let needle = Array(" INFO 9e37".utf8)
    let lines = Array(
      (1000..<2000).map { "at \($0) INFO e\($0 * 7) is done\n" }.joined().utf8)
    needle.withUnsafeBufferPointer { bytes in
      var wanted = endless_make_needle(bytes.baseAddress, bytes.count, false)
      #expect([wanted.rarest, wanted.second].sorted() == [3, 4])
      endless_fit_needle(&wanted, lines, lines.count)
      #expect(
        lines.indices.dropLast(10).allSatisfy {
          lines[$0 + wanted.rarest] != bytes[wanted.rarest]
            || lines[$0 + wanted.second] != bytes[wanted.second]
        })
    }
  }

  /// The first place of the needle, found by comparing at each place.
  private func expected(_ needle: [UInt8], _ memory: UnsafeRawBufferPointer, _ ignoresCase: Bool)
    -> Int
  {
    guard memory.count >= needle.count else { return -1 }
    func fold(_ byte: UInt8) -> UInt8 {
      ignoresCase && (0x41...0x5A).contains(byte) ? byte + 0x20 : byte
    }
    return (0...memory.count - needle.count).first { start in
      needle.indices.allSatisfy { fold(memory[start + $0]) == needle[$0] }
    } ?? -1
  }

  @Test(arguments: Self.widths)
  func `at every place of memory that ends before what cannot be read`(width: Int32) throws {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let memory = try #require(
      mmap(nil, 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    defer { munmap(memory, 3 * page) }
    mprotect(memory, page, PROT_NONE)
    mprotect(memory + 2 * page, page, PROT_NONE)
    for needle in ["x", "xy", "error", "a needle that is longer than a vector has bytes"].map({
      Array($0.utf8)
    }) {
      for count in 0...300 {
        // The bytes are at the end of the page, and then at its start.
        for start in [2 * page - count, page] {
          let bytes = UnsafeMutableRawBufferPointer(start: memory + start, count: count)
          bytes.copyBytes(from: repeatElement(UInt8(ascii: "-"), count: count))
          let view = UnsafeRawBufferPointer(bytes)
          try #require(find(needle, in: view, ignoresCase: false, width: width) == -1)
          guard count >= needle.count else { continue }
          for place in Set([0, count / 3, count - needle.count]) where place + needle.count <= count
          {
            UnsafeMutableRawBufferPointer(rebasing: bytes[place...]).copyBytes(from: needle)
            try #require(find(needle, in: view, ignoresCase: false, width: width) == place)
            bytes.copyBytes(from: repeatElement(UInt8(ascii: "-"), count: count))
          }
        }
      }
    }
  }

  @Test(arguments: Self.widths) func `wherever they are first`(width: Int32) throws {
    var chance = SplitMix64(start: 1)
    for _ in 0..<5000 {
      let letters = chance.pick([Array("ab".utf8), Array("abAB@`[{".utf8), Array(0...255)])
      let memory = (0..<chance.within(0...200)).map { _ in chance.pick(letters) }
      var needle = (0..<chance.within(1...8)).map { _ in chance.pick(letters) }
      if chance.occurs(inPercent: 50), memory.count > 40 { needle = Array(memory[30..<40]) }
      let ignoresCase = chance.occurs(inPercent: 50)
      if ignoresCase { needle = needle.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 } }
      // The searched bytes begin at a random distance from a vector boundary.
      let start = chance.within(0...min(33, memory.count))
      try memory.withUnsafeBytes { bytes in
        let part = UnsafeRawBufferPointer(rebasing: bytes[start...])
        let found = find(needle, in: part, ignoresCase: ignoresCase, width: width)
        try #require(found == expected(needle, part, ignoresCase), "\(needle) in \(memory)")
      }
    }
  }

  @Test(arguments: Self.widths)
  func `where some bytes equal others, wherever they are first`(width: Int32) throws {
    var chance = SplitMix64(start: 2)
    for _ in 0..<5000 {
      // Each byte equals the smallest one of its class.
      let letters: [UInt8] = chance.pick([[0, 1, 2, 255], Array(0...255)])
      var fold = Array(UInt8.min...UInt8.max)
      for _ in 0..<chance.within(0...5) {
        let (one, other) = (fold[Int(chance.pick(letters))], fold[Int(chance.pick(letters))])
        fold = fold.map { $0 == max(one, other) ? min(one, other) : $0 }
      }
      let memory = (0..<chance.within(0...200)).map { _ in chance.pick(letters) }
      var needle = (0..<chance.within(1...8)).map { _ in chance.pick(letters) }
      if chance.occurs(inPercent: 50), memory.count > 40 { needle = Array(memory[30..<40]) }
      needle = needle.map { fold[Int($0)] }
      let folded = memory.map { fold[Int($0)] }
      let expected = folded.withUnsafeBytes { self.expected(needle, $0, false) }
      let found = needle.withUnsafeBufferPointer { bytes in
        fold.withUnsafeBufferPointer { fold in
          var wanted = endless_make_folded_needle(bytes.baseAddress, bytes.count, fold.baseAddress)
          wanted.width = width
          let found = endless_find(&wanted, memory, memory.count)
          endless_fit_needle(&wanted, memory, memory.count)
          return endless_find(&wanted, memory, memory.count) == found ? found : -2
        }
      }
      try #require(found == expected, "\(needle) in \(memory)")
    }
  }

  @Test(arguments: Self.widths)
  func `where the needle is long and nearly everywhere`(width: Int32) throws {
    var memory = [UInt8](repeating: UInt8(ascii: "a"), count: 300_000)
    let needle = [UInt8](repeating: UInt8(ascii: "a"), count: 30_000) + [UInt8(ascii: "b")]
    memory.withUnsafeBytes {
      #expect(find(needle, in: $0, ignoresCase: false, width: width) == -1)
      #expect(find(needle, in: $0, ignoresCase: true, width: width) == -1)
    }
    memory[290_000] = UInt8(ascii: "b")
    memory.withUnsafeBytes {
      #expect(find(needle, in: $0, ignoresCase: false, width: width) == 260_000)
      #expect(find(needle, in: $0, ignoresCase: true, width: width) == 260_000)
    }
  }

  @Test func `as ASCII up to any of them that is not`() {
    for count in 0...200 {
      var memory = [UInt8](repeating: 0x7F, count: count)
      #expect(endless_is_ascii(memory, count))
      for place in 0..<count {
        memory[place] = 0x80
        #expect(!endless_is_ascii(memory, count))
        memory[place] = 0x7F
      }
    }
  }
}
