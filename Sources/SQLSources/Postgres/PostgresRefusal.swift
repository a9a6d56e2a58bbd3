/// Why a connection could not be opened, as libpq says it with all details.
struct PostgresRefusal {
  /// What libpq says: a line for each host that was tried, with lines after it that say where in the server.
  let lines: [String]

  /// The same as an error of the database.
  ///
  /// - Parameter isMistaken: whether the parameters themselves are wrong; asked only where no server has answered.
  func error(isMistaken: () -> Bool) -> SQLError {
    let parts = lines.compactMap(Self.part)
    let text = parts.map(\.text).joined(separator: "; ")
    guard let state = parts.last(where: { $0.state != nil })?.state else {
      return SQLError(
        isMistaken() ? .mistaken : .passing, text, state: isMistaken() ? nil : PostgresFault.lost)
    }
    // 28: authorization. Who may read a file of passwords knows it better than who types one.
    let isDenied = state.hasPrefix("28")
    return SQLError(
      postgres: state, isDenied ? "\(text): ~/.pgpass is where passwords are kept" : text)
  }

  /// A line without the severity and the SQLSTATE; nil of one that tells more of the line before.
  private static func part(_ line: String) -> (state: String?, text: String)? {
    guard !line.hasPrefix("\t"), !line.hasPrefix("LOCATION:") else { return nil }
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    // FATAL:  28P01: password …
    guard let place = words.indices.first(where: { isState(words[$0]) && $0 > 1 }),
      words[place - 1].isEmpty
    else { return (nil, line) }
    let text = words[..<(place - 2)] + words[(place + 1)...]
    return (String(words[place].dropLast()), text.joined(separator: " "))
  }

  private static func isState(_ word: Substring) -> Bool {
    word.count == 6 && word.hasSuffix(":")
      && word.dropLast().allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber) }
  }
}
