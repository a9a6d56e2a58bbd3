import Randomness
import Records
import Testing

@Suite struct `A decimal number` {
  @Test(arguments: [
    ["1", "1.0", "+01", "10e-1", "0.1E1", "1.", "100e-2"], ["0", "-0", "0.000", ".0", "0e99"],
    ["-.5", "-0.5", "-5e-1", "-50E-2"], ["123456789012345678901", "123456789012345678.901e3"],
  ])
  func `is equal however it is written`(texts: [String]) throws {
    let numbers = try texts.map { try #require(DecimalNumber($0)) }
    #expect(Set(numbers).count == 1)
    for number in numbers { #expect(!(number < numbers[0]) && !(numbers[0] < number)) }
  }

  @Test(arguments: [
    "999999999999999999", "9999999999999999999", "1000000000000000001",
    "123456789012345678901234567890",
  ])
  func `takes an exponent of any length`(exponent: String) throws {
    let large = try #require(DecimalNumber("1e" + exponent))
    let small = try #require(DecimalNumber("1e-" + exponent))
    let one = try #require(DecimalNumber("1"))
    #expect(small < one && one < large)
    #expect(try #require(DecimalNumber("1e99999")) < large)
  }

  @Test func `has an order without rounding`() throws {
    let texts = [
      "-1e1000000000000000000", "-12345678901234567890.2", "-12345678901234567890.1", "-2", "-1.5",
      "-1e-30", "0", "1e-400", "1e-30", "0.5", "1", "9", "10", "9007199254740992",
      "9007199254740993", "12345678901234567890.1", "12345678901234567890.11", "1e400",
    ]
    let numbers = try texts.map { try #require(DecimalNumber($0)) }
    for (index, number) in numbers.enumerated() {
      for other in numbers[..<index] { #expect(other < number && !(number < other)) }
    }
  }

  @Test(arguments: [
    "", "-", ".", "+.", "e1", "1e", "1e+", "1 ", " 1", "1.2.3", "0x10", "1,5", "nan", "inf", "--1",
  ])
  func `is no other text`(text: String) { #expect(DecimalNumber(text) == nil) }

  /// Numbers with few digits and small exponents, whose values in thousandths fit into 64 bits.
  @Test func `is compared as its value in whole steps is`() throws {
    var random = SplitMix64(start: 20)
    for _ in 0..<20_000 {
      let (left, right) = (Self.number(&random), Self.number(&random))
      let (one, other) = (
        try #require(DecimalNumber(left.text)), try #require(DecimalNumber(right.text))
      )
      #expect((one < other) == (left.steps < right.steps), "\(left.text) \(right.text)")
      #expect((one == other) == (left.steps == right.steps), "\(left.text) \(right.text)")
    }
  }

  /// A number as text, and its value in thousandths.
  private static func number(_ random: inout SplitMix64) -> (text: String, steps: Int) {
    let whole = random.pick([0, 1, 7, 9, 10, 99, 100, 12_345])
    let part = random.pick(["", ".", ".0", ".5", ".50", ".125", ".009"])
    let (isNegative, exponent) = (random.occurs(inPercent: 50), random.within(0...3))
    let digits = part.dropFirst()
    let thousandths = Int(digits + String(repeating: "0", count: 3 - digits.count)) ?? 0
    let power = [1, 10, 100, 1_000][exponent]
    let text =
      (isNegative ? "-" : "") + String(repeating: "0", count: random.within(0...2)) + "\(whole)"
      + part + (exponent > 0 ? "e\(exponent)" : "")
    return (text, (whole * 1_000 + thousandths) * power * (isNegative ? -1 : 1))
  }
}
