/// A bracketed paste whose end mark is still to come.
struct PartialPaste: Sendable {
  /// The bytes kept of one paste; the rest is dropped.
  static let limit = 4096

  private static let endMark = Array("\u{1B}[201~".utf8)

  private var bytes: [UInt8] = []
  private var matchedCount = 0
  /// Whether more came than is kept.
  private(set) var isTruncated = false

  /// How many bytes are kept, part of an end mark included.
  var heldByteCount: Int { bytes.count + matchedCount }

  /// The pasted text, repaired; a scalar cut by the limit is left out.
  var text: String {
    String(decoding: bytes.dropLast(isTruncated ? cutByteCount : 0), as: UTF8.self)
  }

  /// Takes the next byte and says whether it ended the paste.
  mutating func take(_ byte: UInt8) -> Bool {
    if byte == Self.endMark[matchedCount] {
      matchedCount += 1
      return matchedCount == Self.endMark.count
    }
    // Only the mark's first byte is an ESC, so a failed match cannot hide the start of another.
    for byte in Self.endMark.prefix(matchedCount) { keep(byte) }
    matchedCount = byte == Self.endMark[0] ? 1 : 0
    if matchedCount == 0 { keep(byte) }
    return false
  }

  private mutating func keep(_ byte: UInt8) {
    if bytes.count < Self.limit { bytes.append(byte) } else { isTruncated = true }
  }

  /// How many bytes at the end are the start of a scalar without its rest.
  private var cutByteCount: Int {
    for count in 1...3 {
      let tail = bytes.suffix(count)
      guard let lead = tail.first, var scalar = PartialScalar(lead: lead) else { continue }
      let isCut = tail.dropFirst().allSatisfy {
        if case .incomplete = scalar.take($0) { true } else { false }
      }
      return isCut ? count : 0
    }
    return 0
  }
}
