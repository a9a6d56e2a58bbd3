package import TableUI
import Terminal

extension Command {
  /// The keys of a search, the same over every source.
  ///
  /// - Parameters:
  ///   - ask: asks what to look for, with the prompt's label, towards the end or the start.
  ///   - goOn: goes to the nth match from here, or back.
  package static func searching(
    ask: @escaping (_ label: String, _ goesDown: Bool) -> Void,
    goOn: @escaping (_ times: Int, _ back: Bool) -> Void
  ) -> [Command] {
    [
      Command("search towards the end", in: .move, keys: ["/"]) { ask("/", true) },
      Command("search towards the start", in: .move, keys: ["?"]) { ask("?", false) },
      Command("next match", in: .move, keys: ["n"], times: { goOn($0, false) }),
      Command("match before that", in: .move, keys: ["N"], times: { goOn($0, true) }),
    ]
  }

  /// The key that ends a search while there is one.
  package static func stoppingSearch(
    isEnabled: @escaping () -> Bool, _ stop: @escaping () -> Void
  ) -> Command {
    Command(
      "stop the search", in: .move, keys: [.escape, "^C"], isEnabled: isEnabled, action: stop)
  }
}
