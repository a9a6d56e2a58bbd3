/// The parameters of a sequence, one after the other: numbers parted by semicolons, each with parts behind
/// colons; one that is missing is 0.
struct RenditionFields: IteratorProtocol {
  struct Field {
    fileprivate(set) var number = 0
    /// What stands behind its colons.
    fileprivate(set) var parts: [Int] = []
  }

  /// More digits change nothing.
  private static let greatest = 9_999

  private var rest: ArraySlice<UInt8>
  private var isOver = false

  /// Takes digits, semicolons and colons.
  init(_ parameters: ArraySlice<UInt8>) { rest = parameters }

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

  private mutating func number() -> Int {
    var number = 0
    while let digit = rest.first, (0x30...0x39).contains(digit) {
      number = min(number * 10 + Int(digit - 0x30), Self.greatest)
      rest.removeFirst()
    }
    return number
  }
}
