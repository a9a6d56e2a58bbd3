import Foundation
import Terminal
import Timeline

/// A post as one line: its most telling fields, or a JSON object.
struct PostLine {
  let json: Bool
  /// Whether a terminal reads it, which would obey what is in it.
  let toTerminal: Bool

  private let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()

  init(json: Bool, toTerminal: Bool) {
    self.json = json
    self.toTerminal = toTerminal
  }

  /// The line, with its end.
  func text(_ post: Post) -> String {
    let line = json ? encoded(post) : fields(post)
    return (toTerminal ? SafeText(line).description : line) + "\n"
  }

  private func fields(_ post: Post) -> String {
    let line = "\(post.date.formatted(.iso8601))  @\(post.authorHandle)  \(post.text)"
    guard line.unicodeScalars.contains(where: Self.endsLine) else { return line }
    return String(
      String.UnicodeScalarView(line.unicodeScalars.map { Self.endsLine($0) ? " " : $0 }))
  }

  /// An item is one line: what would end it, or is a control, becomes a blank.
  private static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00..<0x20, 0x7F...0x9F, 0x2028, 0x2029: true
    default: false
    }
  }

  private func encoded(_ post: Post) -> String {
    (try? encoder.encode(post)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
