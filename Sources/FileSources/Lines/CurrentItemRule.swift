import Records
import Synchronization

/// How the items of a text are told apart now: what a stream is made of is known only when some of it has come.
final class CurrentItemRule: Sendable {
  private let state: Mutex<ItemRule>

  init(_ rule: ItemRule) { state = Mutex(rule) }

  /// The rule, to be asked for once a page.
  var rule: ItemRule { state.withLock { $0 } }

  /// Takes others from now on; the borders that are known stay where they are the same.
  func change(to items: RecordFormat) {
    state.withLock { if $0.items != items { $0 = ItemRule(items) } }
  }
}
