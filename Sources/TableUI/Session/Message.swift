public import Terminal

/// A few words for the status line.
public struct Message: Hashable, Sendable {
  /// What kind of words, and so how they look.
  public enum Kind: Hashable, Sendable {
    /// The name of what is shown.
    case title
    /// Something to know.
    case plain
    /// Something good to act on.
    case accent
    /// Something that went wrong.
    case failure
  }

  /// The words, safe to show.
  public let text: SafeText
  /// The same for where there is little room, as a file's name without its folders.
  public let short: SafeText
  /// Text after the message that is never cut, such as a key hint.
  public let tail: SafeText
  /// What kind of words they are.
  public let kind: Kind
  /// Lines that stand above the status line as long as the message does, each wrapped to the screen.
  public let rows: [SafeText]
  /// Whether it is left out where not all of it fits: half a number is a wrong one.
  public let isFact: Bool

  /// Creates a message of any words, which are made safe here.
  ///
  /// It is shown in one line, cut to the screen.
  ///
  /// - Parameters:
  ///   - text: the words.
  ///   - kind: what kind of words they are.
  ///   - short: what takes its place where not all of the status line fits; the same words by default.
  ///   - tail: what stands behind either and is not cut, with what separates it.
  public init(_ text: String, _ kind: Kind = .plain, short: String? = nil, tail: String = "") {
    self.text = SafeText(text)
    self.short = short.map { SafeText($0) } ?? self.text
    self.tail = SafeText(tail)
    self.kind = kind
    (rows, isFact) = ([], false)
  }

  /// Creates a message of several lines, which stand above the status line until it is dismissed.
  ///
  /// - Parameter rows: the lines, from the top; they are made safe here.
  public init(rows: [String]) {
    (text, short, tail, kind, isFact) = (.empty, .empty, .empty, .plain, false)
    self.rows = rows.map { SafeText($0) }
  }

  /// Creates a message that stands there whole or not at all, such as a number.
  public init(fact text: String) { self.init(fact: SafeText(text)) }

  /// Creates one of words that are safe already.
  package init(fact text: SafeText) {
    self.text = text
    (short, tail, kind, rows, isFact) = (self.text, .empty, .plain, [], true)
  }

  /// All of it, where it fits.
  var whole: SafeText { text + tail }

  /// Columns of all of it.
  var width: Int { text.width + tail.width }
}

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
