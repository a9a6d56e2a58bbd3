import Terminal

extension Input {
  /// Whether a reader did it; the terminal answers questions by itself.
  var isFromReader: Bool {
    switch self {
    case .key, .mouse, .paste: true
    case .focus, .reply: false
    }
  }

  /// Whether a reader means it to do something: a message that stands there has been read by then.
  ///
  /// The release of a button only ends what its press has done.
  var isAction: Bool {
    switch self {
    case .key, .paste: true
    case .mouse(let mouse):
      switch mouse.kind {
      case .press, .wheelUp, .wheelDown, .wheelLeft, .wheelRight: true
      case .release, .move: false
      }
    case .focus, .reply: false
    }
  }
}
