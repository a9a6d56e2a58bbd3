import Foundation
import Terminal
import Timeline

/// A post as one line: its most telling fields, or a JSON object.
struct PostLine {
  let json: Bool
  /// Whether a terminal reads it, which would obey what is in it.
  let toTerminal: Bool

  /// The line, with its end.
  func text(_ post: Post) -> String {
    let line = json ? encoded(post) : fields(post)
    return (toTerminal ? SafeText(line).description : line) + "\n"
  }

  private func fields(_ post: Post) -> String {
    let time = post.date.formatted(.iso8601)
    let text = String(String.UnicodeScalarView(post.text.unicodeScalars.map(Self.inLine)))
    return "\(time)  @\(post.authorHandle)  \(text)"
  }

  /// An item is one line: what would end it, or is no text, becomes a blank.
  private static func inLine(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: " "
    default: scalar
    }
  }

  private func encoded(_ post: Post) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(post)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
