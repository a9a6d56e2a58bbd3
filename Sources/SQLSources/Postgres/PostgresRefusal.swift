/// The reason why a connection could not be opened, with all the details that libpq gives.
struct PostgresRefusal {
  /// libpq's message: a line for each host that was tried, followed by lines with the location in
  /// the server's code.
  let lines: [String]
  /// Whether a server required a password, and libpq had none.
  let lacksPassword: Bool
  /// Advice for a missing or wrong password.
  let advice: String

  /// The refusal as a `SQLError`.
  ///
  /// - Parameter isMistaken: returns whether the parameters themselves are wrong; called only if no
  ///   server has answered.
  func error(isMistaken: () -> Bool) -> SQLError {
    let parts = lines.compactMap(Self.part)
    let text = parts.map(\.text).joined(separator: "; ")
    let state = lacksPassword ? Self.denied : parts.last { $0.state != nil }?.state
    guard let state else {
      return isMistaken()
        ? SQLError(.mistaken, text) : SQLError(postgres: PostgresFault.lost, text)
    }
    let isOfPooler = state == Self.ofPooler
    // For the other errors that deny a connection, such as a missing role, the advice would be
    // wrong.
    let isDenied = isOfPooler ? text.has("authentication failed") : state == Self.denied
    let said = text + (isDenied ? ": \(advice)" : "")
    return isOfPooler && Self.lasting.contains { text.has($0) }
      ? SQLError(.mistaken, said, state: state) : SQLError(postgres: state, said)
  }

  /// The SQLSTATE for a missing or wrong password.
  private static let denied = "28P01"
  /// The only SQLSTATE that pgbouncer uses for refusals, whether a name is wrong or the server is
  /// down.
  private static let ofPooler = "08P01"
  /// Parts of the messages that pgbouncer sends if another attempt would fail, too.
  private static let lasting = [
    "no such database", "no such user", "does not exist", "authentication failed", "login rejected",
    "not allowed", "config error", "SSL required", "unsupported startup parameter",
  ]

  /// The SQLSTATE of a line, if it has one, and its text without the severity and the SQLSTATE; nil
  /// for a line that continues the previous one or gives the location in the server's code.
  private static func part(_ line: String) -> (state: String?, text: String)? {
    guard !line.hasPrefix("\t"), !line.hasPrefix("LOCATION:") else { return nil }
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    // For example: FATAL:  28P01: password …
    let places = words.indices.dropFirst(2)
    guard let place = places.first(where: { words[$0 - 1].isEmpty && isState(words[$0]) }) else {
      return (nil, line)
    }
    let text = words[..<(place - 2)] + words[(place + 1)...]
    return (String(words[place].dropLast()), text.joined(separator: " "))
  }

  private static func isState(_ word: Substring) -> Bool {
    word.count == 6 && word.hasSuffix(":")
      && word.dropLast().allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber) }
  }
}
