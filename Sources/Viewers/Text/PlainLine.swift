import FileSources
import Records
import Terminal

/// A line of a file as it is written where its bytes do not pass as they stand: numbered, as a JSON
/// object, or with nothing in it that a terminal would obey.
struct PlainLine {
  let isJSON: Bool
  let showsNumber: Bool
  /// Whether a terminal reads it, which would obey what is in it.
  let toTerminal: Bool

  var rules = LineRules()

  /// Adds a line, or a piece of a long one: only the first has what stands before a line, and only
  /// the last what ends it.
  func append(_ line: TextLine, number: Int, to out: inout [UInt8]) {
    if !line.isContinuation { out += beginning(number).utf8 }
    appendText(of: line, to: &out)
    if !line.isContinued { out += (isJSON ? "\"}\n" : "\n").utf8 }
  }

  /// A number as `cat -n` has it: `cut -f 2-` takes it away again.
  private func beginning(_ number: Int) -> String {
    if isJSON { return showsNumber ? "{\"line\":\(number),\"text\":\"" : "{\"text\":\"" }
    guard showsNumber else { return "" }
    let digits = "\(number)"
    return String(repeating: " ", count: max(0, 6 - digits.count)) + digits + "\t"
  }

  private func appendText(of line: TextLine, to out: inout [UInt8]) {
    var bytes = line.bytes
    if isJSON {
      // What is no UTF-8 becomes U+FFFD, because JSON has no bytes.
      var escaped: [UInt8] = []
      JSONField.appendEscaped(String(decoding: bytes, as: UTF8.self).utf8, to: &escaped)
      bytes = escaped[...]
    }
    if toTerminal {
      let text = LineText(bytes, rules, from: Style(bits: line.carriedStyle)).text
      bytes = isJSON ? Array(text.description.utf8)[...] : text.sequences[...]
    }
    out += bytes
  }
}
