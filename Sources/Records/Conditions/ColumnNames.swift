/// Resolution of column names that a reader types.
package enum ColumnNames {
  /// The column that a typed name means, although no column has exactly this name; nil if the name
  /// is unknown or ambiguous.
  ///
  /// The result is the only column with this name in another case. If no column has the name in any
  /// case, `level`, `time`, `msg` and the like mean the column with that part of a log entry.
  ///
  /// - Parameters:
  ///   - name: the typed name, which no column has exactly.
  ///   - columns: the names of all known columns.
  package static func meant(by name: String, among columns: some Collection<String>) -> String? {
    let folded = name.lowercased()
    let same = columns.filter { $0.lowercased() == folded }
    if same.count == 1 { return same.first }
    guard same.isEmpty, let aliases = aliases[folded] else { return nil }
    return aliases.lazy.map(\.description).first(where: columns.contains)
  }

  /// The names in a list that a reader types, separated by commas; nil if a name is empty, if a
  /// quote is not closed, or if text other than a comma follows a closing quote.
  ///
  /// A name may be in quotes, for example because it contains a comma: `id,"last, first"`. Between
  /// quotes, a doubled quote stands for one quote.
  package static func list(_ text: String) -> [String]? {
    var (names, rest) = ([String](), Substring(text))
    while let name = name(&rest), !name.isEmpty {
      names.append(name)
      guard let next = rest.popFirst() else { return names }
      guard next == "," else { return nil }
    }
    return nil
  }

  /// Reads a name up to a comma, or the name in quotes; nil if a quote is not closed.
  private static func name(_ rest: inout Substring) -> String? {
    guard rest.first == "\"" else {
      let name = rest.prefix { $0 != "," }
      rest = rest[name.endIndex...]
      return String(name)
    }
    return quotedName(&rest)
  }

  /// Reads a name in quotes, and the quotes, from the start of a text; nil if the quote is not
  /// closed.
  ///
  /// A doubled quote in the name stands for one quote.
  package static func quotedName(_ rest: inout Substring) -> String? {
    rest = rest.dropFirst()
    var name = ""
    while let character = rest.popFirst() {
      if character != "\"" {
        name.append(character)
      } else if rest.first == "\"" {
        name.append("\"")
        rest = rest.dropFirst()
      } else {
        return name
      }
    }
    return nil
  }

  /// A column with a similar name, for a suggestion; nil if there is none.
  package static func like(_ name: String, among columns: some Collection<String>) -> String? {
    let folded = Array(name.lowercased().utf8)
    let near = columns.map { ($0, distance(folded, Array($0.lowercased().utf8))) }
      .min { ($0.1, $0.0) < ($1.1, $1.0) }
    guard let (column, distance) = near, distance <= max(1, folded.count / 3),
      distance < folded.count
    else {
      return columns.filter { $0.lowercased().hasPrefix(name.lowercased()) }.min()
    }
    return column
  }

  private static let aliases: [String: [FieldPath]] = [
    "level": LogNames.levels, "severity": LogNames.levels, "time": LogNames.times,
    "timestamp": LogNames.times, "msg": LogNames.messages, "message": LogNames.messages,
  ]

  /// The number of bytes to insert, delete or change (Levenshtein distance); the largest integer if
  /// one of the names has more than 40 bytes.
  private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
    guard one.count <= 40, other.count <= 40 else { return .max }
    var row = Array(0...other.count)
    for (index, letter) in one.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for place in other.indices {
        let changed = diagonal + (letter == other[place] ? 0 : 1)
        diagonal = row[place + 1]
        row[place + 1] = min(changed, row[place] + 1, diagonal + 1)
      }
    }
    return row[other.count]
  }
}
