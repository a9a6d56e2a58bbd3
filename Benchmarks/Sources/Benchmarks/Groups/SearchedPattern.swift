/// A pattern to search for, and the commands to compare with.
struct SearchedPattern: Sendable {
  /// Its name in the table.
  let title: String
  /// The pattern as it is typed and as it is passed to other programs.
  let text: String
  /// Whether it is literal text and not an expression.
  var isLiteral = true
  /// Whether case is ignored.
  var ignoresCase = false
  /// The name of the command with which ours is compared, and the target.
  var measure = "rg"
  var reach = Reach.ratio(1.2)

  /// The shell commands that count the matching lines, by name; `$0` is the file.
  var commands: [(name: String, command: String)] {
    let options = (isLiteral ? " -F" : "") + (ignoresCase ? " -i" : "")
    let grep = isLiteral ? "" : " -E"
    return [
      ("rg", "rg -c\(options) -e '\(text)' \"$0\""),
      ("grep", "grep -c\(grep)\(options) -e '\(text)' \"$0\""),
    ]
  }

  /// The patterns that are measured.
  static func all(in file: LogFile) -> [SearchedPattern] {
    [
      SearchedPattern(title: "text in the last line", text: LogLine(number: file.count).time),
      SearchedPattern(title: "text that is nowhere", text: "zzzzqq"),
      SearchedPattern(title: "rare text", text: " INFO 9e37"),
      SearchedPattern(title: "frequent text", text: "answered"),
      SearchedPattern(
        title: "text that is nowhere, ignoring case", text: "zzzzQQ", ignoresCase: true),
      SearchedPattern(
        title: "expression with a literal", text: "orders.10[0-9]{2}. INFO 9e3", isLiteral: false,
        reach: .ratio(1.5)),
      SearchedPattern(
        title: "expression with a choice", text: "answered in 0(29|87)|passed on in 058",
        isLiteral: false, reach: .ratio(1.5)),
      SearchedPattern(
        title: "expression without a literal", text: "\\b\\w{9}\\b", isLiteral: false,
        measure: "grep", reach: .ratio(1)),
    ]
  }
}

extension LogLine {
  /// The time at the start of the line.
  var time: String {
    var bytes = [UInt8](repeating: 0, count: Self.length)
    bytes.withUnsafeMutableBufferPointer { write(to: $0, isColored: false) }
    return String(decoding: bytes.prefix(23), as: UTF8.self)
  }
}
