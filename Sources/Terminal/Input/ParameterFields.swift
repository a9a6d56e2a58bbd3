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
