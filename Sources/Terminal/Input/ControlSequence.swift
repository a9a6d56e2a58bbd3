/// A sequence after CSI (`ESC [`) or SS3 (`ESC O`), collected byte by byte.
///
/// It has the form of ECMA-48: parameters 0x30 to 0x3F, intermediates 0x20 to 0x2F and a final byte
/// 0x40 to 0x7E. SS3 is parsed in the same form, because old terminals put modifiers after it.
struct ControlSequence: Sendable {
  /// The introducer of a sequence.
  enum Introducer: Sendable {
    case csi
    case ss3
  }

  /// The largest number of bytes kept; a longer sequence is read to its final byte and dropped.
  static let limit = 256

  /// The introducer of the sequence.
  let introducer: Introducer
  /// Whether another ESC came before the sequence, which is how rxvt marks Alt.
  let isAfterEscape: Bool
  /// The bytes between the introducer and the final byte.
  private(set) var body: [UInt8] = []
  /// The final byte, once it has been read.
  private(set) var final: Unicode.Scalar?
  /// Whether the sequence is too long or contains an invalid byte.
  private(set) var isSpoiled = false

  /// Creates an empty sequence.
  init(_ introducer: Introducer, isAfterEscape: Bool) {
    self.introducer = introducer
    self.isAfterEscape = isAfterEscape
  }

  /// Appends the next byte; returns whether it was the final one.
  mutating func append(_ byte: UInt8) -> Bool {
    switch byte {
    // A terminal would execute a control character within a sequence. The decoder ignores it,
    // because a key that an attacker hides there must not be typed.
    case 0x00...0x1F, 0x7F: return false
    case 0x24 where isShiftedByRxvt, 0x40...0x7E:
      final = Unicode.Scalar(byte)
      return true
    case 0x20...0x3F where body.count < Self.limit:
      body.append(byte)
      return false
    default:
      isSpoiled = true
      return false
    }
  }

  /// Whether a dollar sign ends the sequence, which is rxvt's notation for Shift: `CSI 5 $`.
  ///
  /// In ECMA-48 the dollar sign is an intermediate byte. Only the known key number before it
  /// distinguishes the two: DECRPM, which has the intermediate byte, always contains two numbers.
  private var isShiftedByRxvt: Bool {
    guard introducer == .csi, !isSpoiled, (1...2).contains(body.count),
      body.allSatisfy({ (0x30...0x39).contains($0) })
    else { return false }
    return Key.Code(tilde: body.reduce(0) { $0 * 10 + Int($1 - 0x30) }) != nil
  }
}

/// The bytes between a sequence's introducer and its final byte.
struct SequenceParameters {
  /// The first byte, if it is one of `<`, `=`, `>` and `?`; otherwise nil.
  let marker: Unicode.Scalar?
  /// The numbers: fields separated by semicolons, whose parts are separated by colons; nil for an
  /// empty part.
  let fields: [[Int?]]
  /// The bytes from space to `/` before the final byte.
  let intermediates: [UInt8]

  /// Parses the bytes; returns nil if their order is not allowed by ECMA-48.
  init?(_ body: [UInt8]) {
    let mark = body.first.flatMap { (0x3C...0x3F).contains($0) ? Unicode.Scalar($0) : nil }
    let rest = body.dropFirst(mark == nil ? 0 : 1)
    let numbers = rest.prefix { (0x30...0x3B).contains($0) }
    marker = mark
    intermediates = Array(rest.dropFirst(numbers.count))
    fields = ParameterFields(numbers).map { [$0.number] + $0.parts }
    guard intermediates.allSatisfy({ (0x20...0x2F).contains($0) }) else { return nil }
  }

  /// The number at the given field and part; nil if it is missing.
  subscript(field: Int, part: Int = 0) -> Int? {
    guard fields.indices.contains(field), fields[field].indices.contains(part) else { return nil }
    return fields[field][part]
  }

  /// The modifiers in a field; nil if they are unknown or the key was released.
  ///
  /// In kitty's protocol, the second part of the field is the kind of event: 1 press, 2 repeat, 3
  /// release.
  func modifiers(inField field: Int) -> KeyModifiers? {
    guard (1...2).contains(self[field, 1] ?? 1) else { return nil }
    return KeyModifiers(parameter: max(1, self[field] ?? 1))
  }
}

/// The parameters of a control sequence, one by one: fields separated by semicolons, with parts
/// after colons (ECMA-48 5.4.2, ISO 8613-6).
struct ParameterFields: IteratorProtocol, Sequence {
  struct Field {
    /// The number; nil if it is missing.
    fileprivate(set) var number: Int?
    /// The numbers after colons; nil for a missing one.
    fileprivate(set) var parts: [Int?] = []
  }

  /// The largest value of a parameter; a larger number is reduced to it, so that no number can
  /// overflow.
  static let greatestNumber = 9_999_999

  private var rest: ArraySlice<UInt8>
  private var isOver: Bool

  /// Creates an iterator over digits, semicolons and colons; without any bytes, it has no fields.
  init(_ parameters: ArraySlice<UInt8>) { (rest, isOver) = (parameters, parameters.isEmpty) }

  mutating func next() -> Field? {
    guard !isOver else { return nil }
    var field = Field(number: number())
    while rest.first == UInt8(ascii: ":") {
      rest.removeFirst()
      field.parts.append(number())
    }
    isOver = rest.popFirst() == nil
    return field
  }

  private mutating func number() -> Int? {
    var number: Int?
    while let digit = rest.first, (0x30...0x39).contains(digit) {
      number = Swift.min((number ?? 0) * 10 + Int(digit - 0x30), Self.greatestNumber)
      rest.removeFirst()
    }
    return number
  }
}
