/// One thing that happens in a random walk.
///
/// It carries its own randomness: taken again from the same place it does the same, whatever
/// was taken before, and so steps can be left out of a walk.
package struct WalkStep: Hashable, Sendable, CustomStringConvertible {
  package let kind: Kind
  package let seed: UInt64

  package init(kind: Kind, seed: UInt64) {
    self.kind = kind
    self.seed = seed
  }

  package var description: String { "\(kind)(\(seed))" }

  package enum Kind: Hashable, Sendable, CaseIterable {
    /// The network: a load is answered, in any order; its answer is made now and comes later; one
    /// comes that nothing waits for; a load fails; its answer is lost.
    case answer, prepare, answerLate, fail, lose
    /// The reader draws entries near by, or anywhere.
    case look, fling
    /// The reader asks.
    case refresh, refreshAround, jump, jumpToPost, loadMore, fill, retry, cancel, seekEnd,
      stopSeeking
    /// The source says that something has changed; another one takes its place.
    case speak, exchange
    /// Time passes, up to the next tick; a tick comes that was not asked for.
    case wait, wakeEarly
    /// An item changes where it stands; the app edits the list, and its operations end.
    case replace, remove, put, confirm, takeBack
    /// The server's posts change.
    case insert, delete, move

    /// How often each is taken.
    private var weight: Int {
      switch self {
      case .answer: 32
      case .look: 28
      case .wait: 8
      case .fail, .answerLate, .retry, .loadMore: 4
      case .move, .refreshAround: 3
      case .refresh, .fling, .fill, .insert: 3
      case .prepare, .jump, .cancel, .delete: 2
      case .jumpToPost, .remove, .put, .confirm, .takeBack: 1
      case .speak, .exchange: 1
      case .lose, .wakeEarly, .replace, .seekEnd, .stopSeeking: 1
      }
    }

    /// How often a plan takes it, for each time that it would.
    private func times(for plan: WalkPlan) -> Int {
      switch self {
      case .remove, .put, .confirm, .takeBack: plan.edits
      default: 1
      }
    }

    /// All kinds that a plan has, each as often as its weight says.
    static func weighted(for plan: WalkPlan) -> [Kind] {
      allCases.filter { kind in
        switch kind {
        case .insert, .delete: plan.movement != .still
        case .move: plan.movement == .moves
        default: true
        }
      }.flatMap { Array(repeating: $0, count: $0.weight * $0.times(for: plan)) }
    }
  }
}
