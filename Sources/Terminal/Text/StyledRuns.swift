/// The bytes of a line in runs of one style each, without control sequences and overstriking.
///
/// Man pages use overstriking, like old printers: a character, a backspace and the same character
/// stand for a bold one; `_`, a backspace and a character, in either order, for an underlined one.
struct StyledRuns: IteratorProtocol {
  /// Consecutive bytes and their style.
  typealias Run = (bytes: ArraySlice<UInt8>, style: Style)

  /// The current style, as set by the sequences so far.
  private(set) var style: Style
  /// The hyperlink target of the last run; empty if it has none.
  private(set) var target: ArraySlice<UInt8> = []
  /// The number of omitted commands to the terminal.
  private(set) var leftOut = 0
  private var rest: ArraySlice<UInt8>
  /// Whether the bytes extend to the end of the line; if not, an incomplete sequence at their end
  /// is omitted.
  private let isWhole: Bool
  /// Whether the last character was overstruck to be bold; if so, `_` over `_` is also bold, and
  /// otherwise underlined.
  private var wasBold = false

  /// Creates the runs of a line's bytes.
  ///
  /// - Parameters:
  ///   - style: the style at the start.
  ///   - isWhole: whether the bytes extend to the end of the line.
  init(_ bytes: ArraySlice<UInt8>, from style: Style, isWhole: Bool) {
    (rest, self.style, self.isWhole) = (bytes, style, isWhole)
  }

  mutating func next() -> Run? {
    while rest.first == .escape {
      guard let (sequence, end) = TextSequence.read(rest) else { break }
      obey(sequence)
      rest = rest[end...]
    }
    guard !rest.isEmpty, isWhole || !(rest.first == .escape && TextSequence.isBegun(rest)) else {
      return nil
    }
    if let struck = overstruck() { return struck }
    wasBold = false
    let end = endOfRun()
    defer { rest = rest[end...] }
    return (rest[..<end], style)
  }

  private mutating func obey(_ sequence: TextSequence) {
    switch sequence {
    case .rendition(let parameters): style.apply(rendition: parameters)
    case .link(let target): self.target = target
    case .command: leftOut += 1
    case .nothing: break
    }
  }

  /// The index of the next byte that is or may be styling; at least one byte after the start.
  private func endOfRun() -> Int {
    var index = rest.startIndex + 1
    while index < rest.endIndex {
      if rest[index] == .escape { return index }
      if rest[index] == .backspace, index > rest.startIndex + 1 {
        let start = rest.startOfScalar(before: index)
        if start > rest.startIndex { return start }
      }
      index += 1
    }
    return rest.endIndex
  }

  /// Removes and returns the character at the start if it is overstruck; returns nil otherwise.
  private mutating func overstruck() -> Run? {
    var end = rest.endOfScalar(at: rest.startIndex)
    guard end < rest.endIndex, rest[end] == .backspace, rest[rest.startIndex] >= 0x20 else {
      return nil
    }
    var (character, look) = (rest[..<end], Style.Attributes())
    // Control characters are never overstruck: a sequence after a backspace remains a sequence.
    while end + 1 < rest.endIndex, rest[end] == .backspace, rest[end + 1] >= 0x20 {
      let start = end + 1
      let next = rest[start..<rest.endOfScalar(at: start)]
      if next == character {
        look.insert(next == [.underscore] && !wasBold ? .underline : .bold)
      } else if character == [.underscore] {
        (character, look) = (next, look.union(.underline))
      } else if next == [.underscore] {
        look.insert(.underline)
      } else {
        break
      }
      end = next.endIndex
    }
    guard !look.isEmpty else { return nil }
    rest = rest[end...]
    wasBold = look.contains(.bold)
    return (character, style.overlaid(by: Style(look)))
  }
}

extension UInt8 {
  static let escape: UInt8 = 0x1B
  static let backspace: UInt8 = 0x08
  static let underscore = UInt8(ascii: "_")

  fileprivate var isContinuation: Bool { self & 0xC0 == 0x80 }

  /// The length of the scalar that begins with this byte; 1 if no scalar does.
  fileprivate var lengthOfScalar: Int {
    switch self {
    case 0xC2..<0xE0: 2
    case 0xE0..<0xF0: 3
    case 0xF0..<0xF5: 4
    default: 1
    }
  }
}

extension ArraySlice<UInt8> {
  /// The start of the scalar that ends before an index.
  fileprivate func startOfScalar(before index: Int) -> Int {
    var start = index - 1
    while start > startIndex, index - start < 4, self[start].isContinuation { start -= 1 }
    return start
  }

  /// The end of the scalar that begins at an index; a byte that begins no scalar counts as one.
  fileprivate func endOfScalar(at index: Int) -> Int {
    let end = index + self[index].lengthOfScalar
    let isWhole = end <= endIndex && self[(index + 1)..<end].allSatisfy(\.isContinuation)
    return isWhole ? end : index + 1
  }
}

/// The style that a line passes on to the lines after it.
package enum CarriedStyle {
  /// The bits of the style after the given bytes; `bits` are those of the style before the bytes.
  ///
  /// Cost: proportional to the number of bytes; bytes other than sequences are only searched for an
  /// escape.
  package static func next(_ bits: UInt64, _ bytes: ArraySlice<UInt8>) -> UInt64 {
    var (style, rest) = (Style(bits: bits), bytes)
    while let start = rest.firstIndex(of: .escape) {
      rest = rest[start...]
      guard let (sequence, end) = TextSequence.read(rest) else {
        rest = rest.dropFirst()
        continue
      }
      if case .rendition(let parameters) = sequence { style.apply(rendition: parameters) }
      rest = rest[end...]
    }
    return style.bits
  }
}
