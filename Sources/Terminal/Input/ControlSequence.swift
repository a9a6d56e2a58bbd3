/// A sequence after CSI (`ESC [`) or SS3 (`ESC O`), collected byte by byte.
///
/// It has the form of ECMA-48: parameters 0x30 to 0x3F, intermediates 0x20 to 0x2F and a final byte
/// 0x40 to 0x7E. SS3 has the same form here, because old terminals put modifiers behind it.
struct ControlSequence: Sendable {
  /// What the sequence starts with.
  enum Introducer: Sendable {
    case csi
    case ss3
  }

  /// The bytes kept; a longer sequence is swallowed to its final byte and dropped.
  static let limit = 256

  /// What the sequence started with.
  let introducer: Introducer
  /// Whether a further ESC came before it, as rxvt marks Alt.
  let isAfterEscape: Bool
  /// The bytes between the introducer and the final byte.
  private(set) var body: [UInt8] = []
  /// The final byte, once it is there.
  private(set) var final: Unicode.Scalar?
  /// Whether the sequence is too long or held a byte that cannot be part of it.
  private(set) var isSpoiled = false

  /// Creates an empty sequence.
  init(_ introducer: Introducer, isAfterEscape: Bool) {
    self.introducer = introducer
    self.isAfterEscape = isAfterEscape
  }

  /// Takes the next byte and says whether it was the final one.
  mutating func append(_ byte: UInt8) -> Bool {
    switch byte {
    // A terminal would obey a control character in mid-sequence; a key that an attacker hides
    // there must not be typed.
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

  /// Whether a dollar sign ends the sequence, which is rxvt's way to write shift: `CSI 5 $`.
  ///
  /// ECMA-48 makes it an intermediate. The known key number alone before it tells the two apart:
  /// DECRPM, which has the intermediate, always holds two numbers.
  private var isShiftedByRxvt: Bool {
    guard introducer == .csi, !isSpoiled, (1...2).contains(body.count),
      body.allSatisfy({ (0x30...0x39).contains($0) })
    else { return false }
    return Key.Code(tilde: body.reduce(0) { $0 * 10 + Int($1 - 0x30) }) != nil
  }
}

/// What stands between a sequence's introducer and its final byte.
struct SequenceParameters {
  /// One of `<`, `=`, `>` and `?` in the first place.
  let marker: Unicode.Scalar?
  /// The numbers: fields parted by semicolons, each of parts parted by colons; nil where empty.
  let fields: [[Int?]]
  /// The bytes from space to `/` before the final byte.
  let intermediates: [UInt8]

  /// Parses the bytes; nil if they stand in an order that ECMA-48 does not allow.
  init?(_ body: [UInt8]) {
    let mark = body.first.flatMap { (0x3C...0x3F).contains($0) ? Unicode.Scalar($0) : nil }
    let rest = body.dropFirst(mark == nil ? 0 : 1)
    let numbers = rest.prefix { (0x30...0x3B).contains($0) }
    marker = mark
    intermediates = Array(rest.dropFirst(numbers.count))
    fields = ParameterFields(numbers).map { [$0.number] + $0.parts }
    guard intermediates.allSatisfy({ (0x20...0x2F).contains($0) }) else { return nil }
  }

  /// A number by the places of its field and of its part; nil if it is missing.
  subscript(field: Int, part: Int = 0) -> Int? {
    guard fields.indices.contains(field), fields[field].indices.contains(part) else { return nil }
    return fields[field][part]
  }

  /// The modifiers in a field; nil if they are unknown or the key was released.
  ///
  /// kitty puts the kind of event into the second part: 1 press, 2 repeat, 3 release.
  func modifiers(inField field: Int) -> KeyModifiers? {
    guard (1...2).contains(self[field, 1] ?? 1) else { return nil }
    return KeyModifiers(parameter: max(1, self[field] ?? 1))
  }
}

/// The parameters of a control sequence, one after the other: fields parted by semicolons, each with parts
/// behind colons (ECMA-48 5.4.2, ISO 8613-6).
struct ParameterFields: IteratorProtocol, Sequence {
  struct Field {
    /// Nil where it is missing.
    fileprivate(set) var number: Int?
    /// What stands behind its colons; nil where that is missing.
    fileprivate(set) var parts: [Int?] = []
  }

  /// The greatest value of a parameter; more digits change nothing, so no sequence can overflow.
  static let greatestNumber = 9_999_999

  private var rest: ArraySlice<UInt8>
  private var isOver: Bool

  /// Takes digits, semicolons and colons; there is no field in nothing.
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
