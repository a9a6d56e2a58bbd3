/// One event of a random walk.
///
/// It carries its own random seed: from the same state it always does the same, whatever steps came
/// before. Therefore steps can be left out of a walk.
package struct WalkStep: Hashable, Sendable, CustomStringConvertible {
  package let kind: Kind
  package let seed: UInt64

  package init(kind: Kind, seed: UInt64) {
    self.kind = kind
    self.seed = seed
  }

  package var description: String { "\(kind)(\(seed))" }

  package enum Kind: Hashable, Sendable, CaseIterable {
    /// The network: a load is answered, in any order; an answer is made now and delivered later; an
    /// answer arrives that nothing waits for; a load fails; an answer is lost.
    case answer, prepare, answerLate, fail, lose
    /// The reader draws nearby entries, or entries anywhere in the list.
    case look, fling
    /// The reader gives a command.
    case refresh, refreshAround, jump, jumpToPost, loadMore, fill, retry, cancel, seekEnd,
      stopSeeking
    /// The source says that something has changed; another source replaces it.
    case speak, exchange
    /// Time passes, with a tick if one is due; a tick arrives that was not requested.
    case wait, wakeEarly
    /// An item is replaced in its place; the app edits the list; an operation of the app ends.
    case replace, remove, put, confirm, takeBack
    /// The server's posts change.
    case insert, delete, move

    /// How often each kind is picked.
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

    /// The factor for how often a plan picks the kind: 1 is the usual frequency, 0 is never.
    private func times(for plan: WalkPlan) -> Int {
      switch self {
      case .remove, .put, .confirm, .takeBack: plan.edits
      default: 1
      }
    }

    /// All kinds that a plan has, each repeated according to its weight.
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
