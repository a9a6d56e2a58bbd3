package import Randomness
import Terminal

/// A trial that reads arbitrary bytes as a line of a file, and checks how the line is shown.
package let lineTrial = Trial<UInt8>(
  "line", drawing: { Noise.drawn(from: $0) { $0.text() } },
  brokenRule: { bytes in
    ShownLineRules.all.broken(by: ShownLine(bytes))
  })

/// Rules for how a line is shown.
enum ShownLineRules {
  typealias LineRule = Rule<ShownLine>

  static let all = [
    LineRule("nothing in it is obeyed, hidden or reorders") { line in
      !line.shown.text.text.holdsHostileScalar
    },
    LineRule("the bytes that are no UTF-8 are shown by their numbers, in their order") {
      $0.signs.filter { !$0.hasPrefix("<U") }.joined() == $0.bytes.invalid.map(\.number).joined()
    },
    LineRule("without such bytes and styles it is what the filter makes of the text") { line in
      !line.bytes.invalid.isEmpty || line.bytes.contains { $0 == 0x1B || $0 == 8 }
        || line.shown.text.text == SafeText(String(decoding: line.bytes, as: UTF8.self))
    },
    LineRule("what it hands on is the style of what follows it") { line in
      // The bell ends any unfinished sequence or overstrike, and the sequence after it ends a link.
      let ended = line.bytes + [7] + Array("\u{1B}]8;;\u{7}".utf8)
      let style = Style(bits: CarriedStyle.next(0, ended[...]))
      return LineText((ended + [0x78])[...]).text.styledGlyphs.last?.style == style
    },
    LineRule("a line that is cut is shown as the whole is, up to there") { line in
      [0, 1, 7, 80, line.shown.text.width / 2].allSatisfy {
        line.beginsAlike($0, LineRules()) && line.beginsAlike($0, LineRules(joinsEmoji: true))
      }
    },
  ]
}

/// A line's bytes, and how they are shown.
struct ShownLine {
  let bytes: [UInt8]
  let shown: LineText

  init(_ bytes: [UInt8]) {
    (self.bytes, shown) = (bytes, LineText(bytes[...]))
  }

  /// The numbers that are shown in reverse video in place of bytes and characters, without the
  /// marks on them.
  ///
  /// If the line itself sets styles, these numbers cannot be recognized, so the numbers of the
  /// line's invalid bytes are returned instead.
  var signs: [String] {
    guard !bytes.contains(where: { $0 == 0x1B || $0 == 8 }) else {
      return bytes.invalid.map(\.number)
    }
    let signs = shown.text.styledGlyphs.filter { $0.style == Style(.reverse) }
    let letters = String.UnicodeScalarView(signs.compactMap { Unicode.Scalar($0.glyph.base) })
    return String(letters).split(separator: ">").map { "\($0)>" }
  }

  /// Whether the text that is decoded for a number of columns has the same content in these columns
  /// as the whole text.
  func beginsAlike(_ count: Int, _ rules: LineRules) -> Bool {
    let (part, shown) = (
      LineText(bytes[...], reaching: count, rules), LineText(bytes[...], rules)
    )
    guard part.text.width >= min(count, shown.text.width) else { return false }
    let (seen, whole) = (part.text.styledGlyphs, shown.text.styledGlyphs)
    return seen.columns(over: .plain).prefix(count) == whole.columns(over: .plain).prefix(count)
  }
}

extension UInt8 {
  fileprivate var number: String {
    let digits = Array("0123456789ABCDEF")
    return "<\(digits[Int(self / 16)])\(digits[Int(self % 16)])>"
  }
}

extension [UInt8] {
  /// The bytes that do not belong to a valid form of a scalar (RFC 3629, 4).
  fileprivate var invalid: [UInt8] {
    var (invalid, index): ([UInt8], Int) = ([], 0)
    while index < count {
      let length = lengthOfScalar(at: index)
      if length == 0 { invalid.append(self[index]) }
      index += Swift.max(1, length)
    }
    return invalid
  }

  private func lengthOfScalar(at index: Int) -> Int {
    let forms: [[ClosedRange<UInt8>]] = [
      [0...0x7F], [0xC2...0xDF, tail], [0xE0...0xE0, 0xA0...0xBF, tail],
      [0xE1...0xEC, tail, tail], [0xED...0xED, 0x80...0x9F, tail], [0xEE...0xEF, tail, tail],
      [0xF0...0xF0, 0x90...0xBF, tail, tail], [0xF1...0xF3, tail, tail, tail],
      [0xF4...0xF4, 0x80...0x8F, tail, tail],
    ]
    let here = self[index...]
    let form = forms.first { form in
      here.count >= form.count && zip(form, here).allSatisfy { $0.contains($1) }
    }
    return form?.count ?? 0
  }

  private var tail: ClosedRange<UInt8> { 0x80...0xBF }
}
