package import TableUI

/// Which way a search goes on, and whether nothing more was found that way.
package struct SearchDirection {
  /// Whether the search was asked for towards the end, as `n` goes on.
  package var goesDown = true
  private var exhausted: Bool?

  /// Creates a direction: towards the end.
  package init() {}

  /// Whether a step begins at the other end, because nothing more was found on the way there.
  package func wraps(goingDown: Bool) -> Bool { exhausted == goingDown }

  /// Forgets that nothing more was found: something was, or something else is looked for.
  package mutating func renew() { exhausted = nil }

  /// Notes that nothing was found on a way, and says so and which key goes on from the other end.
  ///
  /// - Parameters:
  ///   - isNowhere: whether there is nothing on the other way either.
  ///   - text: what was looked for.
  ///   - doubt: what is to be said besides, such as that not all could be searched.
  package mutating func exhaust(
    goingDown: Bool, isNowhere: Bool, text: String, doubt: String = "", theme: Theme
  ) -> Message {
    if isNowhere || wraps(goingDown: goingDown) {
      renew()
      return Message("no match for \(text)\(doubt)", .accent)
    }
    exhausted = goingDown
    let (edge, other) = goingDown ? ("below", "start") : ("above", "end")
    let key = goesDown == goingDown ? "n" : "N"
    return Message(
      "no match \(edge)\(doubt) \(theme.symbols.dot) \(key) from the \(other)", .accent)
  }
}
