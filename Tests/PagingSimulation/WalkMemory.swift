import Paging

/// The state remembered from before a step, to compare with the state after it.
struct WalkMemory: Sendable {
  let ids: [PagerEntry<Post>.ID]
  /// The states of the reasons to load, in the order of all of them.
  let states: [LoadState]
  /// Whether all that follows is loaded.
  let seeksEnd: Bool
  /// What is out.
  let waiting: [MachineRun.Load]

  /// - Parameter before: what was remembered before, if the list has not changed since.
  init(of run: MachineRun, asOf before: WalkMemory? = nil) {
    ids = before?.ids ?? (0..<run.machine.count).map { run.machine[$0].id }
    states = LoadReason.allCases.map { run.machine.state(of: $0) }
    waiting = run.waiting
    seeksEnd = run.machine.seeksEnd
  }

  func state(_ reason: LoadReason) -> LoadState {
    for (place, one) in LoadReason.allCases.enumerated() where one == reason {
      return states[place]
    }
    return .idle
  }
}
