extension String {
  /// Whether it is one line with its end.
  var isOneLine: Bool { hasSuffix("\n") && count { $0.isNewline } == 1 }

  /// Whether any terminal and any font can show it.
  var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
