import TableUI
import Terminal

/// A controller that says what the test says, and records what was done.
@MainActor final class SampleController: ViewController {
  var onNeedsDisplay: (() -> Void)?
  var commands: [Command] = []
  var status: [Message] = []
  var text: SafeText = "hello"
  var isStarting = false
  private(set) var appearances = 0
  private(set) var dismissals = 0

  func draw(in canvas: inout Canvas) { canvas.draw(text) }
  func viewDidAppear() { appearances += 1 }
  func willHandleInput() { dismissals += 1 }
}
