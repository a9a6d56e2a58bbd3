import Terminal

/// Replacing controllers.
extension Session {
  /// Replaces a controller with another one and releases the old one; controllers in front of it
  /// stay.
  ///
  /// If the old controller was in front and was preliminary, the new one gets the input that has
  /// been typed so far.
  package func replace(_ old: any ViewController, by controller: any ViewController) {
    guard let place = controllers.firstIndex(where: { $0 === old }) else { return }
    let isFront = place == controllers.count - 1
    put(controller, at: place)
    if isFront { typeAgain() }
    setNeedsDisplay()
  }

  /// Records input typed while a preliminary controller is in front, except for the keys of the
  /// session; a cancellation discards the recorded input.
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

  /// The kind of the prompt for the words of commands; input to it is not recorded, because its
  /// command must not be performed twice.
  static let wordsKind = ":"
  private static var ownKeys: [Input] { [":", "^L", "^Z"].map { .key($0) } }

  private func typeAgain() {
    (openPrompt, typed) = (nil, .nothing)
    held = typedAhead + held
    typedAhead = []
    releaseInput()
  }
}
