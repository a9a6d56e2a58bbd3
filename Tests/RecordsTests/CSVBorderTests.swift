import Randomness
import RecordTrials
import Records
import Testing

@Suite struct `The border of a record of CSV` {
  private let reader = CSVReader(CSVDialect())
  private static let sample = Array(
    "id,name,note\n1,\"Ann\",\"one\ntwo, \"\"three\"\"\n\"\n2,Bob,plain\n3,\"C, D\",\"\n\n\"\n".utf8
  )

  private func forward(_ text: String, from offset: Int, isComplete: Bool = true) -> CSVBorder {
    Array(text.utf8).withUnsafeBytes { reader.border(from: offset, in: $0, isComplete: isComplete) }
  }

  private func backward(_ text: String, isStart: Bool = false) -> CSVBorder {
    Array(text.utf8).withUnsafeBytes { reader.border(before: $0.count, in: $0, isStart: isStart) }
  }

  @Test func `is proved from every offset of a text as programs write it`() {
    let borders = reader.borders(Self.sample)
    for offset in 0...Self.sample.count {
      let found = Self.sample.withUnsafeBytes {
        reader.border(from: offset, in: $0, isComplete: true)
      }
      #expect(found.isProved, "\(offset)")
      #expect(found.offset.map { borders.contains($0) && $0 >= offset } == true, "\(offset)")
    }
  }

  @Test func `is proved back to the start, one by one`() {
    let borders = reader.borders(Self.sample)
    for (previous, border) in zip(borders, borders.dropFirst()) {
      let found = Self.sample.withUnsafeBytes {
        reader.border(before: border, in: $0, isStart: true)
      }
      #expect(found == .proved(previous))
    }
  }

  @Test func `is not the end of a line in quotes`() {
    // The search starts within the quotes, where lines look like records.
    #expect(forward("y\n1,2\nz\",x\na,\"b\",c\nd,\"e\"\n", from: 1) == .proved(11))
    let text = "\"q\",1\n2,\"x\n1,2\ny\"\n"
    #expect(backward("\n" + text) == .proved(7))
    // If the quotes were opened before the line, their end would be followed by text.
    #expect(backward(text) == .proved(6))
  }

  @Test func `is any line start where no quotes are near`() {
    let reader = CSVReader(CSVDialect(maximumQuotedSize: 16))
    let bytes = Array("2,3\n4,5\n6,7\n8,9\n1,2\n\"".utf8)
    let answers = [8, 20, 21].map { count in
      bytes[..<count].withUnsafeBytes { reader.border(from: 1, in: $0, isComplete: false) }
    }
    #expect(answers == [.needsMoreBytes(guess: 4), .proved(4), .proved(4)])
  }

  @Test func `is any line start where blanks separate fields, because quotes are text there`() {
    let reader = CSVReader(CSVDialect(delimiter: UInt8(ascii: " ")))
    let text = Array("1 \"a\n2 \"\n\n3 \"b\" c\n".utf8)
    let borders = [0, 5, 9, 10]
    text.withUnsafeBytes { bytes in
      for (border, next) in zip(borders, borders.dropFirst()) {
        #expect(reader.border(from: border + 1, in: bytes, isComplete: false) == .proved(next))
        #expect(reader.border(before: next, in: bytes, isStart: true) == .proved(border))
      }
      #expect(reader.border(before: 5, in: bytes, isStart: false) == .needsMoreBytes(guess: nil))
    }
  }

  @Test func `is proved by the end of all`() {
    #expect(forward("1\n2\n3", from: 1) == .proved(2))
    #expect(forward("1\n2\n3", from: 1, isComplete: false) == .needsMoreBytes(guess: 2))
    #expect(forward("1\n2\n3", from: 3) == .proved(4))
    #expect(forward("1\n2\n3", from: 5) == .proved(5))
    #expect(forward("", from: 0) == .proved(0))
  }

  @Test func `needs more bytes where no line ends`() {
    #expect(forward("abc", from: 0, isComplete: false) == .needsMoreBytes(guess: nil))
    #expect(forward("abc\r", from: 0, isComplete: false) == .needsMoreBytes(guess: nil))
    #expect(forward("\n", from: 2, isComplete: false) == .needsMoreBytes(guess: nil))
    #expect(backward("abc") == .needsMoreBytes(guess: nil))
    #expect(backward("abc\n", isStart: true) == .proved(0))
  }

  @Test func `is guessed where both readings go on alike`() {
    let text = "\n" + String(repeating: "\",\"\n", count: 6)
    #expect(forward(text, from: 1, isComplete: false) == .needsMoreBytes(guess: 1))
    #expect(backward(text) == .needsMoreBytes(guess: 21))
    #expect(backward(text, isStart: true) == .proved(21))
    let reader = CSVReader(CSVDialect(maximumQuotedSize: 16))
    let bytes = Array(text.utf8)
    let answers = bytes.withUnsafeBytes {
      [
        reader.border(from: 1, in: $0, isComplete: false),
        reader.border(before: $0.count, in: $0, isStart: false),
      ]
    }
    #expect(answers == [.guessed(1), .guessed(21)])
  }

  @Test func `is guessed by the reading that is better CSV`() {
    // If the text began inside quotes, the closing quotes would be followed by text; no other
    // quotes are closed like that.
    #expect(backward("4,5\n6,7\n\"a\",\"x\ny\"\n") == .proved(8))
    // If the text began outside quotes, there would be quotes within text.
    #expect(backward("\nx\",\"a\nb\",\"c\nd\",\"e\nf\"\n") == .needsMoreBytes(guess: 1))
  }

  @Test func `does not part the two bytes of a line end`() {
    let text = "a\r\nb,\"c\"\r\nd,\"e\"\r\nf"
    #expect(forward(text, from: 2) == .proved(3))
    #expect(backward("a,\"b\"\r\nc,\"d\"\r\n", isStart: true) == .proved(7))
    #expect(backward("a,\"b\"\r\n\r\n\r\n", isStart: true) == .proved(9))
  }

  @Test func `is hardly ever missed in what a program has written`() {
    var (asked, proved) = (0, 0)
    for seed in 1...40 as ClosedRange<UInt64> {
      var noise = Noise(start: seed)
      for _ in 0..<6 { noise.putRecords(delimiter: ",") }
      let bytes = noise.bytes
      let borders = Set(CSVOracle(bytes, delimiter: 0x2C).records.map(\.start) + [bytes.count])
      for offset in 0...bytes.count {
        let found = bytes.withUnsafeBytes { reader.border(from: offset, in: $0, isComplete: true) }
        (asked, proved) = (asked + 1, proved + (found.isProved ? 1 : 0))
        if found.isProved { #expect(found.offset.map { borders.contains($0) } == true) }
      }
    }
    #expect(proved * 100 >= asked * 90, "\(proved) of \(asked)")
  }
}
