import Answers
import Bytes

/// The variables of a run, in which the values of a page travel.
struct CommandValues {
  /// Every variable of a placeholder: those without a value are unset.
  let variables: [(name: String, value: String?)]

  /// The most bytes that Linux takes in one variable, with its name and its end (MAX_ARG_STRLEN).
  private static let most = 128 << 10

  /// Checks the values.
  ///
  /// - Throws: which of them cannot be passed.
  init(
    _ address: PageAddress, limit: Int, for template: CommandTemplate
  ) throws(CommandError) {
    var values: [Placeholder: String] = [.limit: "\(limit)"]
    values[address.placeholder] = address.value
    for (placeholder, value) in values {
      try Self.check(value, of: placeholder, startsWord: template.wordStarts.contains(placeholder))
    }
    variables = Placeholder.allCases.map { ($0.variable, values[$0]) }
  }

  private static func check(
    _ value: String, of placeholder: Placeholder, startsWord: Bool
  ) throws(CommandError) {
    if value.utf8.contains(0) { throw .hasNUL(placeholder) }
    if value.utf8.count + placeholder.variable.utf8.count + 2 > most { throw .tooLong(placeholder) }
    if startsWord, value.utf8.first == .minus { throw .looksLikeOption(placeholder) }
  }
}

extension PageAddress {
  /// The placeholder that says it.
  fileprivate var placeholder: Placeholder {
    switch self {
    case .page: .page
    case .offset: .offset
    case .cursor: .cursor
    case .last: .last
    }
  }
}
