import Terminal

/// Controllers in whose place another one is put.
extension Session {
  /// Puts a controller in the place of another, which is let go; one that is in front of it stays there.
  ///
  /// Where the other has waited for it in front, it gets what was typed there.
  package func replace(_ old: any ViewController, by controller: any ViewController) {
    guard let place = controllers.firstIndex(where: { $0 === old }) else { return }
    let isFront = place == controllers.count - 1
    put(controller, at: place)
    if isFront { typeAgain() }
    setNeedsDisplay()
  }

  /// Takes note of what is typed to a controller that waits, but for what is meant for the session, or gives something up.
  func noteTyped(_ input: Input) {
    guard input.isFromReader, front?.isPreliminary == true else {
      return typedAhead = []
    }
    if input.givesUp { return typedAhead = [] }
    if openPrompt.map({ $0.prompt.kind == Self.wordsKind }) ?? Self.ownKeys.contains(input) {
      return
    }
    if typedAhead.count < Self.mostHeld { typedAhead.append(input) }
  }

  /// The kind of the prompt for words of commands, which may do what must not be done twice.
  static let wordsKind = ":"
  private static var ownKeys: [Input] { [":", "^L", "^Z"].map { .key($0) } }

  private func typeAgain() {
    (openPrompt, typed) = (nil, .nothing)
    held = typedAhead + held
    typedAhead = []
    releaseInput()
  }
}
