import Randomness
import Terminal
import Testing

@Suite struct `The change of a style` {
  private static func sequence(from old: Style, to new: Style) -> String {
    var bytes: [UInt8] = []
    StyleChange(from: old, to: new).append(to: &bytes)
    return String(decoding: bytes.dropFirst(2), as: UTF8.self)
  }

  private static let bar = Style(foreground: .indexed(252), background: .indexed(236))

  @Test(
    arguments: [
      (.plain, Style(.bold), "1m"), (Style(.bold), .plain, "m"),
      (Style(.bold), Style(.dim), "0;2m"),
      (Style([.bold, .dim]), Style(.dim), "0;2m"), (.plain, bar, "38;5;252;48;5;236m"),
      (bar, bar.overlaid(by: Style(.bold)), "1m"), (bar.overlaid(by: Style(.bold)), bar, "22m"),
      (bar, .plain, "m"), (Style(foreground: .indexed(1)), Style(foreground: .indexed(9)), "91m"),
      (Style(foreground: .indexed(1), attributes: .bold), Style(.bold), "39m"),
      (Style(background: .rgb(red: 1, green: 20, blue: 255)), Style(.italic), "0;3m"),
      (
        Style(foreground: .indexed(200), attributes: [.bold, .dim]),
        Style(foreground: .indexed(200), attributes: .dim), "22;2m"
      ),
      (Style([.bold, .italic, .underline, .reverse]), Style(.strikethrough), "0;9m"),
    ] as [(Style, Style, String)])
  func `is the shortest sequence that makes it`(old: Style, new: Style, sequence: String) {
    #expect(Self.sequence(from: old, to: new) == sequence)
  }

  @Test(arguments: 1...20) func `is read back as the style`(seed: UInt64) {
    var random = SplitMix64(start: seed)
    var style = Style.plain
    for _ in 0..<200 {
      let next = Self.style(&random)
      var bytes: [UInt8] = []
      StyleChange(from: style, to: next).append(to: &bytes)
      bytes.append(0x78)
      let line = LineText(bytes[...], from: style).text
      #expect((line.spans.first?.style ?? .plain) == next)
      style = next
    }
  }

  private static func style(_ random: inout SplitMix64) -> Style {
    func color() -> Color {
      switch random.within(0...3) {
      case 0: .rgb(red: byte(), green: byte(), blue: byte())
      case 1: .default
      default: .indexed(byte())
      }
    }
    func byte() -> UInt8 { UInt8(random.within(0...255)) }
    return Style(
      foreground: color(), background: color(),
      attributes: Style.Attributes(rawValue: byte() & 0x3F))
  }
}
