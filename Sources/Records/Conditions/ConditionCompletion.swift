import Bytes

/// What conditions may become that a reader has begun to type.
package struct ConditionCompletion {
  private let columns: [String]
  private let column: (String) -> String?
  private let values: (String) -> [String]

  /// Columns or values that are offered at the most.
  private static let most = 50
  /// Characters of a value that is offered.
  private static let longest = 80

  /// - Parameters:
  ///   - columns: the names that are offered, in their order.
  ///   - column: the column that a typed name means; nil where there is none.
  ///   - values: the values of a column that were seen.
  package init(
    columns: [String], named column: @escaping (String) -> String?,
    values: @escaping (String) -> [String]
  ) {
    (self.columns, self.column, self.values) = (columns, column, values)
  }

  /// The lines that a line may become at its end, each with the name or the value that is new in it.
  package func lines(from line: String) -> [(line: String, label: String)] {
    let start = Self.startOfTerm(in: line)
    let (before, term) = (line[..<start], line[start...])
    if let (head, value, name) = split(term) {
      let typed = value.first == "\"" ? value.dropFirst() : value[...]
      return Self.matching(values(name), typed)
        .map { ("\(before)\(head)\(Self.quoted($0))", $0) }
    }
    let typed = term.first == "\"" ? term.dropFirst() : term
    return Self.matching(columns, typed).map { ("\(before)\(Self.quoted($0))", $0) }
  }

  /// Where the condition begins that the end of a line is in: behind `and`, `or`, `not` and a parenthesis.
  private static func startOfTerm(in line: String) -> String.Index {
    var start = line.startIndex
    var index = start
    if line.first == "!" { start = line.index(after: start) }
    while index < line.endIndex {
      let rest = line[index...]
      let before = index > line.startIndex ? line[line.index(before: index)] : " "
      let isAtWord = before == " " || before == "("
      index = line.index(after: index)
      if rest.first == "(" {
        start = index
      } else if isAtWord, let word = ["and ", "or ", "not "].first(where: rest.hasPrefix) {
        start = line.index(rest.startIndex, offsetBy: word.count)
      }
    }
    return line[start...].firstIndex { $0 != " " } ?? line.endIndex
  }

  /// A condition up to its value, the value, and the column.
  private func split(_ term: Substring) -> (head: Substring, value: Substring, column: String)? {
    let bytes = Array(term.utf8)
    for index in bytes.indices {
      guard let (_, count) = ColumnOperator.read(at: index, in: bytes) else { continue }
      let written = bytes[..<index].trimmed(\.isBlank)
      let isQuoted = written.count > 1 && written.first == .quote && written.last == .quote
      let name = String(
        decoding: isQuoted ? written.dropFirst().dropLast() : written, as: UTF8.self)
      guard let column = column(name) else { continue }
      let rest = bytes[(index + count)...].drop(while: \.isBlank)
      let head = term.utf8.index(term.startIndex, offsetBy: rest.startIndex)
      return (term[..<head], term[head...], column)
    }
    return nil
  }

  /// Texts that begin with what is typed, whatever the letters' case, each once.
  private static func matching(_ texts: [String], _ typed: Substring) -> [String] {
    var (found, seen): ([String], Set<String>) = ([], [])
    let folded = typed.lowercased()
    for text in texts where found.count < most && text.count <= longest {
      if text.lowercased().hasPrefix(folded), seen.insert(text).inserted { found.append(text) }
    }
    return found
  }

  /// A name or a value, in quotes where it would be read as something else without them.
  private static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy {
      $0 > .space && !"()\"<>=!~".utf8.contains($0)
    }
    return isPlain && !text.isEmpty || text.contains("\"") ? text : "\"\(text)\""
  }
}
