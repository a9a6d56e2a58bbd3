public import Terminal

/// A short text for the status line.
public struct Message: Hashable, Sendable {
  /// The kind of a message, which determines its style.
  public enum Kind: Hashable, Sendable {
    /// The name of the view.
    case title
    /// Information.
    case plain
    /// Information that the reader can act on.
    case accent
    /// A failure.
    case failure
  }

  /// The safe text.
  public let text: SafeText
  /// A short form for narrow screens, such as the name of a file without its folders.
  public let short: SafeText
  /// Text after the message that is never cut, such as a key hint.
  public let tail: SafeText
  /// The kind of the message.
  public let kind: Kind
  /// Lines shown above the status line for as long as the message itself, each wrapped to the width
  /// of the screen.
  public let rows: [SafeText]
  /// Whether the message is omitted rather than cut if it does not fit; a cut number, for example,
  /// would be wrong.
  public let isFact: Bool
  /// Whether the rows are shown only if the status line would cut the message, and then in its
  /// place.
  let isWhole: Bool

  /// Creates a message from any text, which is made safe here.
  ///
  /// It is shown on one line and cut to the width of the screen.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - kind: the kind of the message.
  ///   - short: the text used if the status line does not fit; the same text by default.
  ///   - tail: text after it that is not cut, including a separator.
  public init(_ text: String, _ kind: Kind = .plain, short: String? = nil, tail: String = "") {
    self.text = SafeText(text)
    self.short = short.map { SafeText($0) } ?? self.text
    self.tail = SafeText(tail)
    self.kind = kind
    (rows, isFact, isWhole) = ([], false, false)
  }

  /// Creates a message that is never cut in the status line: if it does not fit there, rows show
  /// it.
  ///
  /// - Parameter rows: the text and the tail as rows, the more important first; they are made safe
  ///   here.
  package init(whole text: String, _ kind: Kind, tail: String, rows: [String]) {
    self.text = SafeText(text)
    (short, self.tail, self.kind) = (self.text, SafeText(tail), kind)
    self.rows = rows.map { SafeText($0) }
    (isFact, isWhole) = (false, true)
  }

  /// Creates a message of several lines, which are shown above the status line until the message is
  /// dismissed.
  ///
  /// - Parameter rows: the lines, from the top; they are made safe here.
  public init(rows: [String]) {
    (text, short, tail, kind) = (.empty, .empty, .empty, .plain)
    (isFact, isWhole) = (false, false)
    self.rows = rows.map { SafeText($0) }
  }

  /// Creates a message that is shown completely or not at all, such as a number.
  public init(fact text: String) { self.init(fact: SafeText(text)) }

  /// Creates a message that is shown completely or not at all, from safe text.
  package init(fact text: SafeText) {
    self.text = text
    (short, tail, kind, rows) = (self.text, .empty, .plain, [])
    (isFact, isWhole) = (true, false)
  }

  /// The complete text with its tail.
  var whole: SafeText { text + tail }

  /// The width of the complete text in columns.
  var width: Int { text.width + tail.width }
}

extension Int {
  /// The number in groups of three digits.
  package var grouped: String { String(decoding: groupedDigits, as: UTF8.self) }

  /// The number in groups of three digits, as ASCII characters.
  ///
  /// A status line that is drawn in each frame uses them, because they need no string.
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
