extension Int {
  /// The number in groups of three digits.
  package var grouped: String { String(decoding: groupedDigits, as: UTF8.self) }

  /// The same as characters of ASCII: what each frame says is made without a string.
  package var groupedDigits: [UInt8] {
    var (digits, rest, count): ([UInt8], UInt, Int) = ([], magnitude, 0)
    repeat {
      if count > 0, count % 3 == 0 { digits.append(UInt8(ascii: ",")) }
      digits.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      (rest, count) = (rest / 10, count + 1)
    } while rest > 0
    if self < 0 { digits.append(UInt8(ascii: "-")) }
    digits.reverse()
    return digits
  }
}
