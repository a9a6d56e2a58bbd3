import Bytes
import Foundation
import Randomness
import TemporaryFolders
import Testing

@testable import ByteStores

/// A file in UTF-16; up to two threads decode its parts.
@Suite(.timeLimit(.minutes(10))) struct `A decoded file` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The number of units in a part.
  private static let part = DecodedParts.partSize / 2

  private func file(_ units: [UInt16], isBigEndian: Bool = false) throws -> FileStore {
    let bytes = units.flatMap { unit in
      isBigEndian
        ? [UInt8(unit >> 8), UInt8(unit & 0xFF)] : [UInt8(unit & 0xFF), UInt8(unit >> 8)]
    }
    let path = folder.path + "/text"
    try Data(bytes).write(to: URL(filePath: path))
    return try FileStore(path: path)
  }

  private func text(_ units: [UInt16]) -> [UInt8] {
    Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private func whole(_ decoded: DecodedFile) throws -> [UInt8] {
    while try decoded.next() != nil {}
    return try read(decoded, 0..<decoded.size)
  }

  private func read(_ decoded: DecodedFile, _ range: Range<Int>) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    let count = try bytes.withUnsafeMutableBytes { memory in
      try decoded.read(into: memory, at: range.lowerBound, by: decoded.file.read)
    }
    #expect(count == range.count)
    return bytes
  }

  @Test(arguments: [false, true], [0xE9, 0x4E00, 0xD83D] as [UInt16])
  func `has ASCII around another character at each place`(
    isBigEndian: Bool, other: UInt16
  ) throws {
    // ASCII is copied 16 units at a time.
    for place in 0..<40 {
      var units = (0..<40).map { UInt16(0x21 + $0) }
      units[place] = other
      let decoded = try DecodedFile(
        file(units, isBigEndian: isBigEndian), .utf16(isBigEndian: isBigEndian), DecodedText())
      let (found, expected) = (try whole(decoded), text(units))
      #expect(found == expected)
    }
  }

  @Test(arguments: [UTF16.CodeUnit(0xFEFF), nil])
  func `has the pairs at the borders of its parts`(mark: UInt16?) throws {
    var units = Array(repeating: UInt16(0x61), count: 40 * Self.part)
    for (number, border) in stride(from: Self.part, to: units.count, by: Self.part).enumerated() {
      // Surrogate pairs before, across and after the border, and single surrogates.
      let pair: [UInt16] =
        [[0xD83D, 0xDE00], [0xD83D, 0x62], [0x62, 0xDE00], [0xD83D, 0xD800]][number / 5 % 4]
      let start = border - 3 + number % 5
      units.replaceSubrange(start..<start + 2, with: pair)
    }
    let note = DecodedText()
    let decoded = try DecodedFile(
      file([mark].compactMap { $0 } + units), .utf16(isBigEndian: false), note)
    let (found, expected) = (try whole(decoded), text(units))
    #expect(found == expected)
    #expect(note.faults == String(decoding: units, as: UTF16.self).count { $0 == "\u{FFFD}" })
  }

  @Test(arguments: [part - 1, part, part + 1, 40 * part])
  func `ends with a fault where it ends within a pair`(count: Int) throws {
    let units = Array(repeating: UInt16(0x61), count: count - 1) + [0xD83D]
    let note = DecodedText()
    let decoded = try DecodedFile(file(units), .utf16(isBigEndian: false), note)
    #expect(try whole(decoded).suffix(4) == [0x61, 0xEF, 0xBF, 0xBD])
    #expect(note.faults == 1)
  }

  @Test(arguments: [2, 1_000]) func `is the same while it is measured`(longFile: Int) throws {
    var random = SplitMix64(start: 7)
    let words = (0..<300_000).map { _ in random.pick(["a line\n", "größer ", "漢字", "😀 "]) }
    let units = Array(words.joined().utf16)
    let expected = text(units)
    let decoded = try DecodedFile(
      file(units), .utf16(isBigEndian: false), DecodedText(), longFile: longFile)
    while let end = try decoded.next() {
      for _ in 0..<20 {
        let start = random.within(max(0, end - 200_000)...end)
        let part = start..<random.within(start...min(end, start + 100_000))
        let found = try read(decoded, part)
        #expect(found.elementsEqual(expected[part]))
      }
    }
    #expect(decoded.size == expected.count)
  }

  /// A probe that finds a unit of ASCII.
  // @unchecked, because only one thread uses a probe at a time.
  private final class Finds: TextProbe, @unchecked Sendable {
    let unit: UInt8

    init(_ unit: UInt8) { self.unit = unit }

    func mayMatch(in bytes: UnsafeRawBufferPointer, hasControls: Bool) -> Bool {
      bytes.contains(unit)
    }
  }

  /// Text in which `#` is in a given share of the lines, and pairs are at the borders of pieces.
  private static func units(
    _ random: inout SplitMix64, _ words: [String], share: Int
  ) -> [UInt16] {
    var units: [UInt16] = []
    while units.count < 14 * part {
      let left = PartPieces.size / 2 - units.count % (PartPieces.size / 2)
      if left < 20, words.count > 1 {
        units += Array(repeating: 0x2D, count: max(0, left - random.within(0...2)))
        units += [0xD83D, 0xDE00]
      }
      if random.within(0...9_999) < share { units.append(UInt16(UInt8(ascii: "#"))) }
      units += Array(random.pick(words).utf16) + [0x0A]
    }
    return units
  }

  @Test(
    arguments: [0, 3, 40, 5_000], [["a line of text"], ["text", "größer", "漢字", "😀 ja"]])
  func `is the same while a search decides what is decoded`(share: Int, words: [String]) throws {
    var random = SplitMix64(start: UInt64(share))
    let units = Self.units(&random, words, share: share)
    let expected = text(units)
    let hash = UInt8(ascii: "#")
    let decoded = try DecodedFile(file(units), .utf16(isBigEndian: false), DecodedText())
    let probes = TextProbes { Finds(hash) }
    _ = try decoded.possibleMatch(in: 0..<0, of: probes, by: decoded.file.read)
    // A second search reads the parts that the first one has measured.
    for probes in [probes, TextProbes { Finds(hash) }] {
      repeat {
        let end = decoded.size
        for _ in 0..<8 where end > 0 {
          let start = random.within(max(0, end - 400_000)...end)
          let part = start..<random.within(start...min(end, start + random.pick([50, 200_000])))
          let found = try read(decoded, part)
          #expect(found.elementsEqual(expected[part]))
          let feeds = try decoded.lineFeedCount(in: part, by: decoded.file.read)
          #expect(feeds == expected[part].count { $0 == .lineFeed })
          let match = try decoded.possibleMatch(in: part, of: probes, by: decoded.file.read)
          #expect(!expected[part.lowerBound..<match.lowerBound].contains(hash))
          #expect(match.upperBound <= part.upperBound)
        }
      } while try decoded.next() != nil
    }
    #expect(decoded.size == expected.count)
  }

  @Test func `decodes few pieces for a search of what is in few of them`() throws {
    let line = Array("a line of text with ü\n".utf16)
    var units = Array((0..<60_000).map { _ in line }.joined())
    for part in stride(from: 5 * Self.part, to: units.count, by: 4 * Self.part) {
      units[part + 10_000] = UInt16(UInt8(ascii: "#"))
    }
    let decoded = try DecodedFile(file(units), .utf16(isBigEndian: false), DecodedText())
    let probes = TextProbes { Finds(UInt8(ascii: "#")) }
    _ = try decoded.possibleMatch(in: 0..<0, of: probes, by: decoded.file.read)
    while try decoded.next() != nil {}
    var (place, sizes) = (0, [Int]())
    while place < decoded.size {
      let match = try decoded.possibleMatch(
        in: place..<decoded.size, of: probes, by: decoded.file.read)
      if !match.isEmpty { sizes.append(match.count) }
      place = match.upperBound
    }
    #expect(sizes.count == (units.count / Self.part - 5 + 4) / 4)
    #expect(sizes.allSatisfy { $0 < PartPieces.size })
  }

  @Test func `has pieces of equal sizes, except for the last one`() {
    let size = PartPieces.size
    #expect(PartPieces.ranges(of: 2) == [0..<2])
    #expect(PartPieces.ranges(of: size) == [0..<size])
    #expect(PartPieces.ranges(of: size + 2) == [0..<size + 2])
    #expect(PartPieces.ranges(of: size + 4) == [0..<size, size..<size + 4])
    let all = PartPieces.ranges(of: DecodedParts.partSize + 2)
    #expect(all.count == 16)
    #expect(all.last == 15 * size..<16 * size + 2)
  }

  /// Parts whose lengths are their numbers; one of them is the last one of the file.
  private static func parts(_ numbers: Range<Int>, last: Int = .max) -> [MeasuredPart] {
    numbers.prefix { $0 <= last }
      .map { MeasuredPart(length: PartStart(bytes: $0), isLast: $0 == last) }
  }

  @Test(arguments: [(40, 1), (100, DecodedParts.mostOfRead)])
  func `is measured by rounds that begin no part after their time`(size: Int, first: Int) throws {
    for (time, count) in [(Duration.zero, first), (.seconds(100), size)] {
      let round = MeasuringRound(0..<size, atMost: time) { { Self.parts($0) } }
      #expect(try round.run(with: MeasuringHelper()).map(\.length.bytes) == Array(0..<count))
    }
  }

  @Test(arguments: [40, 100], [0, 1, 7, 39])
  func `is measured up to its last part`(size: Int, last: Int) throws {
    let round = MeasuringRound(0..<size) { { Self.parts($0, last: last) } }
    let found = try round.run(with: MeasuringHelper())
    #expect(found.prefix(last + 1).map(\.length.bytes) == Array(0...last))
    #expect(found[last].isLast)
  }

  @Test(arguments: [40, 100], [1, 7, 39])
  func `is measured as far as it can be read`(size: Int, broken: Int) throws {
    let error = FileError(code: EIO, path: "file")
    for numbers in [0..<size, broken..<size] {
      let round = MeasuringRound(numbers) {
        { numbers throws(FileError) in
          if numbers.contains(broken) { throw error }
          return Self.parts(numbers)
        }
      }
      if numbers.lowerBound == broken {
        #expect(throws: error) { try round.run(with: MeasuringHelper()) }
      } else {
        #expect(try round.run(with: MeasuringHelper()).map(\.length.bytes) == Array(0..<broken))
      }
    }
  }

  @Test func `knows of two searches which parts may have a match`() {
    let searches = (0..<3).map { _ in TextProbes { Finds(0) } }
    var parts = DecodedParts(from: 0, longFile: 1)
    func found(_ search: Int) -> [Bool?] {
      (0..<3).map { part in
        parts.found(in: part, by: searches[search])
          .map { if case .nothing = $0 { false } else { true } }
      }
    }
    parts.search(for: searches[0])
    parts.note(2, PartPieces(), searches[0])
    parts.note(1, nil, searches[0])
    parts.note(0, nil, searches[1])
    #expect(found(0) == [nil, true, false])
    #expect(found(1) == [nil, nil, nil])
    parts.search(for: searches[1])
    parts.note(0, nil, searches[1])
    parts.search(for: searches[0])
    #expect(found(0) == [nil, true, false])
    #expect(found(1) == [true, nil, nil])
    parts.search(for: searches[2])
    #expect(found(0) == [nil, true, false])
    #expect(found(1) == [nil, nil, nil])
  }

  @Test func `keeps few texts of a round in which many parts are decoded`() throws {
    let tools = MeasuringTools(
      SharedParts(DecodedParts(from: 0, longFile: 0)), .utf16(isBigEndian: false))
    let kept = (0..<100).map { _ in tools.keepsNextText() }
    #expect(kept == (0..<100).map { $0 < DecodedParts.mostOfRound })
  }
}
