import Foundation
import Randomness
import TemporaryFolders
import Testing

@testable import ByteStores

/// Text in encodings other than UTF-8, decoded as it is read.
@Suite(.timeLimit(.minutes(10))) struct `A text in another encoding` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The output of iconv(1) for some bytes; nil if it refuses them.
  private func iconv(_ bytes: [UInt8], from: String, to: String) throws -> [UInt8]? {
    let path = folder.path + "/iconv"
    try Data(bytes).write(to: URL(filePath: path))
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["iconv", "-f", from, "-t", to, path]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let result = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? Array(result) : nil
  }

  private func content(
    _ bytes: [UInt8], _ decoding: TextDecoding
  ) async throws -> (text: [UInt8], encoding: TextEncoding?, faults: Int) {
    let path = folder.path + "/text"
    try Data(bytes).write(to: URL(filePath: path))
    let stream = try #require(
      try StreamStore(unpacking: FileStore(path: path), decoding: decoding))
    stream.requestBytes(upTo: .max)
    await stream.wait { $0.state != .arriving && $0.state != .paused }
    try #require(stream.state == .ended)
    let size = try stream.file.size()
    return (try stream.file.whole(0..<size), stream.encoding, stream.undecodedCount)
  }

  private static func randomText(_ random: inout SplitMix64) -> String {
    let ranges: [ClosedRange<Int>] = [
      0x20...0x7E, 0x20...0x7E, 0x0A...0x0A, 0xA0...0x24F, 0x4E00...0x9FFF, 0xE000...0xFFFD,
      0x10000...0x10FFFF,
    ]
    let scalars = (0..<random.within(0...400)).compactMap { _ in
      Unicode.Scalar(UInt32(random.within(random.pick(ranges))))
    }
    return String(String.UnicodeScalarView(scalars))
  }

  @Test(arguments: SingleByteEncoding.all) func `has the characters that iconv has`(
    encoding: SingleByteEncoding
  ) async throws {
    let isKnown: (UInt8) -> Bool = { $0 < 0x80 || encoding.scalars[Int($0) - 0x80] != 0xFFFD }
    let all = (0x01...0xFF).map { UInt8($0) }
    let known = all.filter(isKnown)
    let found = try await content(known, .named(.singleByte(encoding)))
    let expected = try iconv(known, from: encoding.name, to: "UTF-8")
    #expect(found.text == expected)
    #expect(found.faults == 0)
    #expect(found.encoding == .singleByte(encoding))
    for byte in all where !isKnown(byte) {
      let character = try iconv([byte], from: encoding.name, to: "UTF-8")
      #expect(character == nil)
    }
  }

  @Test(arguments: ["UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"], 1...8 as ClosedRange<UInt64>)
  func `is what iconv makes of it, whatever it holds`(name: String, seed: UInt64) async throws {
    var random = SplitMix64(start: seed)
    let text = Self.randomText(&random)
    let bytes = try #require(try iconv(Array(text.utf8), from: "UTF-8", to: name))
    let encoding = try #require(TextEncoding(named: name))
    let found = try await content(bytes, .named(encoding))
    #expect(found.text == Array(text.utf8))
    #expect(found.faults == 0)
  }

  @Test(arguments: [false, true]) func `has each character of UTF-16`(isBigEndian: Bool)
    async throws
  {
    let units = (UInt16.min...UInt16.max).filter { $0 != 0xFEFF && Unicode.Scalar($0) != nil }
    let bytes = units.flatMap { unit in
      let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isBigEndian ? pair : pair.reversed()
    }
    let found = try await content(bytes, .named(.utf16(isBigEndian: isBigEndian)))
    let expected = Array(String(decoding: units, as: UTF16.self).utf8)
    #expect(found.text == expected)
  }

  @Test(arguments: [false, true])
  func `has characters of any lengths next to each other`(isBigEndian: Bool) {
    // Eight units are decoded at a time.
    let characters: [[UInt16]] = [[0x61], [0xE9], [0x4E00], [0xD83D, 0xDE00]]
    var sequences: [[UInt16]] = [[]]
    for _ in 0..<6 { sequences = sequences.flatMap { first in characters.map { first + $0 } } }
    for sequence in sequences {
      let units = sequence + [0x62, 0xFC] + Array(sequence.prefix(1)) + [0x800, 0x7FF, 0x80, 0x7F]
      let bytes = units.flatMap { unit in
        let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
        return isBigEndian ? pair : pair.reversed()
      }
      var decoder = TextDecoder(.utf16(isBigEndian: isBigEndian), isAtStart: false)
      var text = [UInt8](repeating: 0, count: bytes.count * TextDecoder.growth + 12)
      let count = bytes.withUnsafeBytes { bytes in
        text.withUnsafeMutableBytes { decoder.decode(bytes, isLast: true, into: $0) }
      }
      #expect(text.prefix(count).elementsEqual(String(decoding: units, as: UTF16.self).utf8))
    }
  }

  @Test(arguments: ["UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"], 1...20 as ClosedRange<UInt64>)
  func `is the same in any pieces`(name: String, seed: UInt64) throws {
    var random = SplitMix64(start: seed)
    let bytes = (0..<random.within(0...200)).map { _ in
      UInt8(
        random.occurs(inPercent: 60) ? random.within(0...255) : random.pick([0, 0xD8, 0xDC, 0x41]))
    }
    let encoding = try #require(TextEncoding(named: name))
    let whole = Self.decoded([bytes[...]], encoding)
    var (pieces, rest): ([ArraySlice<UInt8>], ArraySlice<UInt8>) = ([], bytes[...])
    while !rest.isEmpty {
      let count = random.within(1...9)
      pieces.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    #expect(Self.decoded(pieces, encoding) == whole)
    #expect(String(validating: whole, as: UTF8.self) != nil)
  }

  private static func decoded(
    _ pieces: [ArraySlice<UInt8>], _ encoding: TextEncoding
  ) -> [UInt8] {
    var (decoder, text) = (TextDecoder(encoding), [UInt8]())
    for piece in pieces + [[]] {
      let room = piece.count * TextDecoder.growth + 12
      text += [UInt8](unsafeUninitializedCapacity: room) { memory, count in
        count = piece.withUnsafeBytes {
          decoder.decode($0, isLast: piece.isEmpty, into: UnsafeMutableRawBufferPointer(memory))
        }
      }
    }
    return text
  }

  @Test(arguments: [
    ("utf-16", "FFFE", TextEncoding.utf16(isBigEndian: false)),
    ("utf-16", "FEFF", .utf16(isBigEndian: true)),
    ("utf-32", "FFFE0000", .utf32(isBigEndian: false)),
    ("utf-32", "0000FEFF", .utf32(isBigEndian: true)),
    ("utf-16", "", .utf16(isBigEndian: false)), ("utf-16", "", .utf16(isBigEndian: true)),
    ("utf-32", "", .utf32(isBigEndian: false)), ("utf-32", "", .utf32(isBigEndian: true)),
  ]) func `is recognized by its mark, which is no part of it, or by its zeros`(
    kind: String, mark: String, encoding: TextEncoding
  ) async throws {
    let text = "a first line, größer\nand 漢字\n"
    let bytes = try #require(try iconv(Array(text.utf8), from: "UTF-8", to: "\(encoding)"))
    let start = stride(from: 0, to: mark.count, by: 2).compactMap { offset in
      UInt8(mark.dropFirst(offset).prefix(2), radix: 16)
    }
    let found = try await content(start + bytes, .recognized)
    #expect(found.text == Array(text.utf8))
    #expect(found.encoding == encoding)
  }

  @Test(
    arguments: [
      ([0xFF, 0xFE, 0x61, 0], false), ([0xFE, 0xFF, 0, 0x61], false), ([0xFF, 0xFE, 0, 0], false),
      ([0, 0, 0xFE, 0xFF], false), ([0xFF, 0xFE, 0x61], true), ([0x61, 0, 0x62, 0], true),
      ([0x61], false),
    ] as [([UInt8], Bool)]) func `needs no more bytes once its mark has come`(
      bytes: [UInt8], more: Bool
    )
  {
    #expect(TextEncoding.mayBeRecognized(withMoreThan: bytes[...]) == more)
  }

  @Test(
    arguments: [
      [], [0x61], Array("text\n".utf8), Array("größer\n".utf8), [0xEF, 0xBB, 0xBF, 0x61],
      [0x61, 0, 0x62], Array(repeating: 0, count: 100),
      [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0, 0, 0, 0, 0],
      [0x61, 0, 0, 0x62, 0, 0, 0x63, 0, 0, 0x64, 0, 0], [0xFF, 0xFB, 0x90, 0x64, 0, 0, 0, 0, 0],
    ] as [[UInt8]]) func `is none where that is not sure`(bytes: [UInt8]) throws
  {
    let path = folder.path + "/text"
    try Data(bytes).write(to: URL(filePath: path))
    #expect(try StreamStore(unpacking: FileStore(path: path), decoding: .recognized) == nil)
  }

  @Test func `shows what stands for nothing as U+FFFD, and counts it`() async throws {
    let half: [UInt8] = [0x61, 0, 0x3D, 0xD8, 0x62, 0, 0, 0xDC, 0x63]
    let found = try await content(half, .named(.utf16(isBigEndian: false)))
    #expect(String(decoding: found.text, as: UTF8.self) == "a\u{FFFD}b\u{FFFD}\u{FFFD}")
    #expect(found.faults == 3)
  }

  @Test(arguments: [
    ("latin1", "ISO-8859-1"), ("Windows-1252", "CP1252"), ("koi8_r", "KOI8-R"),
    ("iso8859-15", "ISO-8859-15"), ("UTF16", "UTF-16LE"), ("utf-8", "UTF-8"), ("EUC-JP", "EUC-JP"),
    ("ibm850", "CP850"),
  ]) func `has the names that iconv knows`(said: String, name: String) {
    #expect(TextEncoding(named: said)?.description == name)
  }

  @Test(arguments: ["", "-x", "a b", "a;b", "é", "$(x)"]) func `has no other names`(said: String) {
    #expect(TextEncoding(named: said) == nil)
  }

  @Test func `is decoded by iconv where no table is known`() async throws {
    let text = Array("漢字\n".utf8)
    let bytes = try #require(try iconv(text, from: "UTF-8", to: "SHIFT_JIS"))
    #expect(try await content(bytes, .named(.program("SHIFT_JIS"))).text == text)
  }

  @Test func `arrives line by line from a pipe that iconv decodes`() async throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let stream = try StreamStore(
      reading: ends[0], name: "pipe", decoding: .named(.program("SHIFT_JIS")))
    stream.requestBytes(upTo: .max)
    func send(_ text: String) throws {
      let bytes = try #require(try iconv(Array(text.utf8), from: "UTF-8", to: "SHIFT_JIS"))
      #expect(write(ends[1], bytes, bytes.count) == bytes.count)
    }
    // The pipe stays open, and a line arrives in parts.
    try send("漢字\n表")
    await stream.wait { try $0.text() == "漢字\n" }
    try send("示\nあ\nい")
    await stream.wait { try $0.text() == "漢字\n表示\nあ\n" }
    close(ends[1])
    await stream.wait { $0.state == .ended }
    #expect(try stream.text() == "漢字\n表示\nあ\nい")
  }

  @Test func `says where iconv cannot decode, behind what it could`() async throws {
    let stream = try StreamStore(
      command: "printf 'a\\nb\\377\\nc\\n'", decoding: .named(.program("EUC-JP")))
    stream.requestBytes(upTo: .max)
    await stream.wait { !$0.mayGrow }
    #expect(try stream.text().hasPrefix("a\nb"))
    guard case .failed(.commandFailed) = stream.state else {
      Issue.record("the stream has not failed: \(stream.state)")
      return
    }
  }

  @Test(arguments: [
    ("EUC-KR", true), ("gb18030", true), ("Big5-HKSCS", true), ("ISO-2022-KR", false),
    ("CP037", false), ("UCS-2BE", false), ("UTF-7", false),
  ]) func `is decoded by lines where these do not depend on each other`(
    name: String, isByLine: Bool
  ) {
    #expect(TextDecoding.named(.program(name)).isDecodedByLine == isByLine)
  }

  @Test(arguments: [
    "true", "printf '\\000'", "printf '\\377\\376a'", "printf '\\357'", ": | xz -dc 2>&-; true",
  ])
  func `ends where a command ends that writes little`(command: String) async throws {
    let stream = try StreamStore(command: command, decoding: .recognized)
    stream.requestBytes(upTo: .max)
    await stream.wait { $0.state == .ended }
    #expect(stream.state == .ended)
  }

  @Test(
    arguments: [
      (
        [0x61, 0, 0x62, 0, 0x63, 0, 0x64, 0, 0x65, 0],
        [0x61, 0, 0x62, 0, 0x63, 0, 0x64, 0, 0x65, 0]
      ),
      ([0xEF, 0xBB, 0xBF, 0x61], [0x61]), ([0xEF, 0xBB], [0xEF, 0xBB]), ([], []),
    ] as [([UInt8], [UInt8])]) func `is UTF-8 where a reader says so, whatever it looks like`(
      bytes: [UInt8], shown: [UInt8]
    ) async throws
  {
    let path = folder.path + "/text"
    try Data(bytes).write(to: URL(filePath: path))
    let stream = try StreamStore(command: "cat '\(path)'", decoding: .named(.utf8))
    stream.requestBytes(upTo: .max)
    await stream.wait { $0.state == .ended }
    let size = try stream.file.size()
    #expect(try stream.file.whole(0..<size) == shown)
  }

  @Test(
    arguments: ["UTF-16LE", "UTF-16BE", "UTF-32LE", "ISO-8859-15"], 1...3 as ClosedRange<UInt64>)
  func `is the same read at any place, and has as many line feeds`(
    name: String, seed: UInt64
  ) async throws {
    var random = SplitMix64(start: seed)
    // Enough text for several parts. A part may end anywhere, even within a surrogate pair.
    let characters = name.hasPrefix("ISO") ? ["a", "ü", "€", "\n"] : ["a", "ü", "漢", "😀", "\n"]
    let words = (0..<60_000).map { _ in
      String(repeating: random.pick(characters), count: random.within(1...6))
    }
    let text = Array(words.joined().utf8)
    let path = folder.path + "/text"
    let encoded = try #require(try iconv(text, from: "UTF-8", to: name))
    try Data(encoded).write(to: URL(filePath: path))
    let encoding = try #require(TextEncoding(named: name))
    let stream = try #require(
      try StreamStore(unpacking: FileStore(path: path), decoding: .named(encoding)))
    stream.requestBytes(upTo: .max)
    await stream.wait { $0.state == .ended }
    #expect(try stream.file.size() == text.count)
    let feeds = text.reduce(into: [0]) { $0.append(($0.last ?? 0) + ($1 == 0x0A ? 1 : 0)) }
    for _ in 0..<300 {
      let start = random.within(0...text.count)
      let end = random.within(start...min(text.count, start + random.pick([10, 1_000, 300_000])))
      #expect(try stream.file.whole(start..<end) == Array(text[start..<end]))
      #expect(try stream.file.lineFeedCount(in: start..<end) == feeds[end] - feeds[start])
    }
  }

  @Test func `is not mixed with what the file holds later`() async throws {
    let path = folder.path + "/text"
    let url = URL(filePath: path)
    let lines = String(repeating: "a line\n", count: 100_000)
    try Data(lines.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }).write(to: url)
    let stream = try #require(
      try StreamStore(unpacking: FileStore(path: path), decoding: .recognized))
    stream.requestBytes(upTo: .max)
    await stream.wait { $0.state == .ended }
    // The file is rewritten in place, with characters of a different length.
    let handle = try FileHandle(forWritingTo: url)
    handle.write(Data(repeating: 0x4E, count: 1_400_000))
    try handle.close()
    #expect(throws: FileError.cutShort(path: path)) { try stream.file.whole(0..<700_000) }
  }
}
