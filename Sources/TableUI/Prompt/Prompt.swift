/// A line that the reader is asked for, in place of the status line: a command, a pattern, a name.
///
/// While it is open no key is a command. The keys are readline's; `Esc`, `^C`, `^G`, and Backspace
/// where nothing is typed, give it up.
public struct Prompt {
  /// What stands before the line, such as `:`.
  public let label: String
  /// What its earlier lines are remembered by, for `↑` and `↓`: prompts of one kind share them.
  public let kind: String
  /// Called with the line, which may be empty, once it is done.
  public let onEnter: (_ line: String) -> Void
  /// Called with the line whenever it has changed; what it returns is shown beside the line until the next
  /// key, as a mistake in it.
  public var onChange: ((_ line: String) -> Message?)?
  /// Called when the line is given up.
  public var onCancel: (() -> Void)?

  /// Creates a prompt.
  ///
  /// - Parameters:
  ///   - label: what stands before the line, a few columns.
  ///   - kind: what its earlier lines are remembered by; the label by default.
  ///   - onEnter: called with the line, on the main actor; a frame follows.
  public init(
    _ label: String, kind: String? = nil, onEnter: @escaping (_ line: String) -> Void
  ) {
    self.label = label
    self.kind = kind ?? label
    self.onEnter = onEnter
  }
}
