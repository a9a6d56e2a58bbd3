import Feeds
import Search
import TableUI

/// What was looked for before, in this run and in others.
extension Viewer {
  /// How earlier patterns are remembered, those of searches and filters together.
  static let historyKind = "/"

  func readHistory() {
    guard let session, session.lines(ofKind: Self.historyKind).isEmpty else { return }
    session.remember(patterns?.all ?? [], ofKind: Self.historyKind)
  }

  func keepHistory(_ text: String) { patterns?.keep(text) }
}

extension Message {
  /// A mistake in a pattern, and where it is.
  init(_ error: PatternError) {
    self.init("\(error.message), at \(error.offset + 1)", .failure)
  }
}
