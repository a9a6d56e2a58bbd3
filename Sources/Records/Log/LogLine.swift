import Bytes

/// The time and level of a log line.
package struct LogLine {
  /// The range of the time, relative to the start of the line; nil if none is found.
  package let time: Range<Int>?
  /// The level, and the range of its word or letter; nil if none is found.
  package let level: (range: Range<Int>, level: LogLevel)?

  /// The largest number of bytes examined in a line.
  private static let most = 200

  /// Finds the time and the level; only the first bytes of the line are examined.
  package init(_ bytes: ArraySlice<UInt8>) {
    let line = bytes.prefix(Self.most)
    let time = LogTime.range(in: line)
    self.time = time
    if time?.lowerBound == 0, let first = line.first, line.dropFirst().first?.isDigit == true,
      let level = LogLevel(letter: first)
    {
      self.level = (0..<1, level)
    } else {
      level = Self.level(in: line, from: line.startIndex + (time?.upperBound ?? 0))
    }
  }

  private static func level(
    in line: ArraySlice<UInt8>, from start: Int
  ) -> (range: Range<Int>, level: LogLevel)? {
    var rest = line[start...]
    while let first = rest.firstIndex(where: \.isLetter) {
      let word = rest[first...].prefix { $0.isLetter }
      if let level = LogLevel(word), isLevel(word, in: line) {
        return (word.startIndex - line.startIndex..<word.endIndex - line.startIndex, level)
      }
      rest = rest[word.endIndex...]
    }
    return nil
  }

  /// Whether a word is a level: in capitals, if it is not part of a longer word; otherwise in
  /// brackets, or as the value of a field for levels.
  private static func isLevel(_ word: ArraySlice<UInt8>, in line: ArraySlice<UInt8>) -> Bool {
    let (before, behind) = (line[..<word.startIndex], line[word.endIndex...])
    if let sign = behind.first, sign.isNamePart {
      return false
    }
    if word.allSatisfy(\.isUppercase) { return !(before.last?.isPartOfWord ?? false) }
    if before.last == .openBracket, behind.first == .closeBracket { return true }
    let signs = before.reversed().prefix { "=:\" ".utf8.contains($0) }
    guard signs.contains(where: { $0 == .equals || $0 == .colon }) else {
      return false
    }
    let name = before.dropLast(signs.count).reversed().prefix { $0.isLetter }.reversed()
    return ["level", "lvl", "loglevel", "levelname", "severity"].contains {
      $0.utf8.elementsEqual(name)
    }
  }
}

extension UInt8 {
  fileprivate var isPartOfWord: Bool {
    isNamePart || self == .minus || self == .slash || self == .dot
  }
}
