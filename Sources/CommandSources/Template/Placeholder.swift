/// What stands in a command for something that is another on each page.
public enum Placeholder: String, CaseIterable, Hashable, Sendable {
  /// The number of the page.
  case page
  /// How many items precede the page.
  case offset
  /// How many items are wanted.
  case limit
  /// What the page before has said to lead here.
  case cursor
  /// The identity of the last item of the page before.
  case last

  /// As it stands in a command: `{page}`.
  public var text: String { "{\(rawValue)}" }

  /// The environment variable that has the value: `ENDLESS_PAGE`.
  public var variable: String { "ENDLESS_\(rawValue.uppercased())" }

  /// Whether its value comes from an answer, and so may be anything.
  var isFromAnswer: Bool { self == .cursor || self == .last }
}
