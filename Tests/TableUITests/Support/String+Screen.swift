extension String {
  /// Whether a terminal without Unicode can show it.
  var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }

  /// The text without the blanks at the ends of its lines.
  var trimmingBlanks: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var line = line
      while line.last == " " { line.removeLast() }
      return String(line)
    }.joined(separator: "\n")
  }
}
