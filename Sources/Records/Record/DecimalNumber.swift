import Bytes

/// A decimal number with any number of digits, compared by its value without rounding.
///
/// `1`, `1.0`, `+01` and `10e-1` are equal. An exponent beyond 10^18 counts as 10^18.
public struct DecimalNumber: Comparable, Hashable, Sendable {
  /// -1, 0 or 1.
  private let sign: Int
  /// The position of the decimal point, in digits from the start of the first one that is not 0;
  /// negative for 0.05.
  private let magnitude: Int
  /// The first 18 digits from the first one that is not 0, padded with zeros.
  private let head: UInt64
  /// Further digits, without zeros at the end.
  private let tail: [UInt8]

  private static let headLength = 18
  private static let mostExponent = 1_000_000_000_000_000_000

  /// Parses a number as people write it: `-1`, `.5`, `1e3`, `007`; nil for anything else.
  ///
  /// Cost: proportional to the number of bytes; numbers of up to 18 digits allocate no memory.
  public init?(_ text: UnsafeRawBufferPointer) {
    var scan = Scan(text: text)
    let isNegative = scan.skipSign()
    guard scan.readDigits(), scan.readExponent(), scan.isAtEnd else { return nil }
    (head, tail) = (scan.alignedHead, scan.trimmedTail)
    sign = scan.count == 0 ? 0 : isNegative ? -1 : 1
    magnitude = scan.count == 0 ? 0 : scan.magnitude
  }

  /// Parses a number in a string; nil for anything else.
  public init?(_ text: String) {
    var text = text
    guard let number = text.withUTF8({ Self(UnsafeRawBufferPointer($0)) }) else { return nil }
    self = number
  }

  /// Whether the first number is less than the second one.
  public static func < (left: Self, right: Self) -> Bool {
    guard left.sign == right.sign else { return left.sign < right.sign }
    return left.sign < 0 ? right.isNearerToZero(than: left) : left.isNearerToZero(than: right)
  }

  private func isNearerToZero(than other: Self) -> Bool {
    if magnitude != other.magnitude { return magnitude < other.magnitude }
    if head != other.head { return head < other.head }
    return tail.lexicographicallyPrecedes(other.tail)
  }

  /// The state of a parser that reads a number from left to right.
  private struct Scan {
    let text: UnsafeRawBufferPointer
    private var offset = 0
    private var head: UInt64 = 0
    private var tail: [UInt8] = []
    /// The number of digits from the first one that is not 0.
    private(set) var count = 0
    private(set) var magnitude = 0

    init(text: UnsafeRawBufferPointer) { self.text = text }

    var isAtEnd: Bool { offset == text.count }

    private var next: UInt8 { isAtEnd ? 0 : text[offset] }

    mutating func skipSign() -> Bool {
      let isNegative = next == .minus
      if isNegative || next == .plus { offset += 1 }
      return isNegative
    }

    /// Reads digits before and after the decimal point; returns whether there are any.
    mutating func readDigits() -> Bool {
      let start = offset
      while next.isDigit {
        appendDigit()
        if count > 0 { magnitude += 1 }
      }
      var digits = offset - start
      guard next == .dot else { return digits > 0 }
      offset += 1
      digits -= offset
      while next.isDigit {
        appendDigit()
        if count == 0 { magnitude -= 1 }
      }
      return digits + offset > 0
    }

    private mutating func appendDigit() {
      let digit = next - .zero
      offset += 1
      guard digit > 0 || count > 0 else { return }
      if count < headLength { head = head * 10 + UInt64(digit) } else { tail.append(digit) }
      count += 1
    }

    /// Reads an optional exponent; returns whether it is valid.
    mutating func readExponent() -> Bool {
      guard next | 0x20 == UInt8(ascii: "e") else { return true }
      offset += 1
      let isNegative = skipSign()
      let start = offset
      var exponent = 0
      while next.isDigit {
        // Exponents beyond the limit are all equal, and a larger product would overflow.
        exponent =
          exponent >= mostExponent / 10 ? mostExponent : exponent * 10 + Int(next - .zero)
        offset += 1
      }
      magnitude += isNegative ? -exponent : exponent
      return offset > start
    }

    var alignedHead: UInt64 {
      (count..<max(count, headLength)).reduce(head) { head, _ in head * 10 }
    }

    var trimmedTail: [UInt8] {
      tail.lastIndex { $0 > 0 }.map { Array(tail[...$0]) } ?? []
    }
  }
}
