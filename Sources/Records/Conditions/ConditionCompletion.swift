import Bytes

/// Completions of partly typed conditions.
package struct ConditionCompletion {
  private let columns: [String]
  private let column: (String) -> String?
  private let values: (String) -> [String]

  /// The largest number of columns or values offered.
  private static let most = 50
  /// The largest number of characters in an offered name or value.
  private static let longest = 80

  /// - Parameters:
  ///   - columns: the offered names, in their order.
  ///   - column: takes a typed name, and returns the column that it means, or nil if there is none.
  ///   - values: takes the name of a column, and returns the values of that column seen so far.
  package init(
    columns: [String], named column: @escaping (String) -> String?,
    values: @escaping (String) -> [String]
  ) {
    (self.columns, self.column, self.values) = (columns, column, values)
  }

  /// The completions at the end of a line: each completed line, with the name or value that
  /// completes it.
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

  /// The start of the condition at the end of a line: after `and`, `or`, `not`, an opening
  /// parenthesis, or a `!` at the start of the line.
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

  /// A condition split into the part before its value, the value, and the column; nil if no
  /// operator follows the name of a column.
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

  /// The distinct strings that begin with the typed string, regardless of case; very long strings
  /// are left out, and the number is limited.
  private static func matching(_ texts: [String], _ typed: Substring) -> [String] {
    var (found, seen): ([String], Set<String>) = ([], [])
    let folded = typed.lowercased()
    for text in texts where found.count < most && text.count <= longest {
      if text.lowercased().hasPrefix(folded), seen.insert(text).inserted { found.append(text) }
    }
    return found
  }

  /// A name or a value, in quotes if it is empty, or has blanks or signs of conditions; text that
  /// contains quotes is unchanged.
  private static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy {
      $0 > .space && !"()\"<>=!~".utf8.contains($0)
    }
    return isPlain && !text.isEmpty || text.contains("\"") ? text : "\"\(text)\""
  }
}
