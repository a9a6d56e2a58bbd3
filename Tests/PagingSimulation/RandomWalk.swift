import Randomness

package import Paging

/// A reader, a server and a network that do as they like, one step at a time.
package struct RandomWalk: Sendable {
  package let plan: WalkPlan
  package var run: MachineRun
  /// The chance of the step at hand.
  var random = SplitMix64(start: 0)
  /// The server's posts: what was ever there, and what has to be found.
  var posts: WalkPosts
  /// Loads that were stopped or answered, which may still answer; the last of them.
  var gone: [MachineRun.Load] = []
  /// Answers that are made and on their way, by the numbers of their loads.
  var prepared: [Int: Page<Post, Int>] = [:]
  /// The numbers of loads whose answers are lost.
  var lost: Set<Int> = []
  var sight = WalkSight()
  var ledger = WalkLedger()
  /// What is true now, for the next step to compare with.
  private(set) var memory: WalkMemory

  // What the step at hand is.
  private(set) var step: WalkStep?
  /// What the machine was told.
  private(set) var event: PagerEvent<Post, Int>?
  /// The loads that the reader asked for, as far as they may go out.
  var asked: [LoadReason] = []

  package init(_ plan: WalkPlan) throws(PagerConfigurationError) {
    self.plan = plan
    posts = WalkPosts(plan)
    run = try MachineRun(
      posts.server(for: plan), opensAtEnd: plan.opensAtEnd, pageSize: plan.pageSize,
      prefetch: plan.prefetch, keep: plan.keep, retry: plan.retry,
      maxRequests: plan.maxRequests, stallLimit: plan.stallLimit, patience: plan.patience,
      refresh: plan.refresh, remembered: plan.remembered, followsReader: plan.followsReader,
      pagesAtOnce: plan.pagesAtOnce)
    memory = WalkMemory(of: run)
  }

  /// Takes a step, and says which rule it broke, if any.
  package mutating func take(_ step: WalkStep) -> String? {
    begin(step)
    perform(step.kind)
    finish()
    let before = memory
    memory = WalkMemory(of: run)
    return WalkRule.all.first { !$0.holds(self, before) }?.sentence
  }

  mutating func send(_ event: PagerEvent<Post, Int>) {
    self.event = event
    run.send(event)
  }

  mutating func tick(at time: Duration) {
    event = .tick
    ledger.noteReader()
    run.tick(at: time)
  }

  private mutating func begin(_ step: WalkStep) {
    self.step = step
    random = SplitMix64(start: step.seed)
    (event, asked) = (nil, [])
    run.forget()
    run.chance = Double(random.within(0...100)) / 100
  }

  private mutating func perform(_ kind: WalkStep.Kind) {
    switch kind {
    case .answer, .prepare, .answerLate, .fail, .lose: performNetwork(kind)
    case .look, .fling: look(far: kind == .fling)
    case .refresh, .jump, .loadMore, .fill, .retry, .cancel, .seekEnd: wish(kind)
    case .stay: send(.stay)
    case .wait: wait()
    case .wakeEarly: tick(at: run.now)
    case .replace: replace()
    case .insert: posts.insert(with: &random, into: &run.server)
    case .delete: posts.delete(with: &random, from: &run.server)
    }
  }

  private mutating func finish() {
    gone += run.cancelled
    if gone.count > 40 { gone.removeFirst(gone.count - 20) }
    sight.note(run)
    ledger.note(run)
  }
}
