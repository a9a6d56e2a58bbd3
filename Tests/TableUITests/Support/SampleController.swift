import TableUI
import Terminal

/// A controller that returns the values that the test sets, and records the calls to it.
@MainActor final class SampleController: ViewController {
  var onNeedsDisplay: (() -> Void)?
  var commands: [Command] = []
  var status: [Message] = []
  var text: SafeText = "hello"
  var isStarting = false
  var holdsInput = false
  var isPreliminary = false
  var position: Double?
  private(set) var appearances = 0
  private(set) var dismissals = 0
  private(set) var focusChanges: [Bool] = []
  private(set) var joinsEmoji = false

  /// The calls for frames, in order.
  private(set) var steps: [String] = []

  func layout(for size: Size) { steps.append("layout \(size.columns)x\(size.lines)") }
  func draw(in canvas: inout Canvas) {
    steps.append("draw")
    canvas.draw(text)
  }

  /// A closure that takes an input and returns whether the controller handles it itself.
  var takes: (Input) -> Bool = { _ in false }

  func handle(_ input: Input) -> Bool { takes(input) }
  func viewDidAppear() { appearances += 1 }
  func didChangeFocus(to isFocused: Bool) { focusChanges.append(isFocused) }
  func joinEmoji() { joinsEmoji = true }
  func willHandleInput() { dismissals += 1 }
}

extension String {
  /// Whether the string is ASCII, which a terminal without Unicode can show.
  var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }

  /// The text without the blanks at the ends of its lines.
  var trimmingBlanks: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var line = line
      while line.last == " " { line.removeLast() }
      return String(line)
    }.joined(separator: "\n")
  }
}
