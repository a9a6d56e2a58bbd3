import Paging
import Randomness

/// The actions of the network.
extension RandomWalk {
  mutating func performNetwork(_ kind: WalkStep.Kind) {
    let there = run.waiting.filter { !lost.contains($0.sequence) }
    guard let ticket = kind == .answerLate ? random.pickAny(gone) : random.pickAny(there)
    else { return }
    switch kind {
    case .prepare: prepared[ticket.sequence] = makeAnswer(to: ticket)
    case .lose: lost.insert(ticket.sequence)
    case .fail: fail(ticket)
    default: answer(ticket)
    }
  }

  private mutating func answer(_ ticket: MachineRun.Load) {
    let answer =
      prepared.removeValue(forKey: ticket.sequence) ?? makeAnswer(to: ticket)
    gone.append(ticket)
    deliver(answer, to: ticket)
  }

  private mutating func deliver(_ answer: Answer, to ticket: MachineRun.Load) {
    sight.longestPage = max(sight.longestPage, answer.page.items.count)
    sight.isReplacedByRefresh =
      plan.refresh == .replace && ticket.purpose == .merge && !answer.page.isUnchanged
    sight.include(answer.page, isPending: truth.edits.isPending)
    let isWaitedFor = run.waiting.contains(ticket)
    if isWaitedFor, !answer.page.isUnchanged { delivered = (answer, ticket) }
    if isWaitedFor, ticket.request.reason == .refresh, ticket.passed == nil { passed = [] }
    send(.loaded(ticket, answer.page))
    if isWaitedFor, run.waiting.contains(where: { $0.passed != nil }) {
      passed += answer.part.map { [$0] } ?? []
    }
  }

  private mutating func fail(_ ticket: MachineRun.Load) {
    gone.append(ticket)
    let isRetryable = random.occurs(inPercent: 60)
    let asked: Duration? = random.occurs(inPercent: 20) ? .seconds(random.within(0...20)) : nil
    let hasExpired = random.occurs(inPercent: 5)
    let error = PagingError(
      "offline", isRetryable: isRetryable, retryAfter: asked, hasExpired: hasExpired)
    send(.failed(ticket, error))
  }

  /// Makes the server's answer, which may have fewer or more items than requested, the same item
  /// twice, or the cursor of the request.
  ///
  /// An unruly server may give any answer.
  private mutating func makeAnswer(to ticket: MachineRun.Load) -> Answer {
    let request = request(like: ticket.request)
    var (page, stretch) = run.server.answer(to: request)
    if random.occurs(inPercent: 10), let post = random.pickAny(page.items) {
      page.items.append(Post(id: post.id.number, version: 1))
      if let cursor = page.itemCursors.first { page.itemCursors.append(cursor) }
    }
    if random.occurs(inPercent: 3) { repeatCursor(of: ticket.request, in: &page) }
    if random.occurs(inPercent: 3) { page.pause = .seconds(random.within(0...8)) }
    if plan.isUnruly, random.occurs(inPercent: 30) { disturb(&page) }
    return Answer(page: page, time: posts.time, stretch: stretch)
  }

  private mutating func request(like request: PageRequest<Int>) -> PageRequest<Int> {
    guard plan.isFitful, random.occurs(inPercent: 25) else { return request }
    let count = random.occurs(inPercent: 70) ? random.within(1...request.count) : request.count + 3
    return PageRequest(
      reason: request.reason, position: request.position, count: count, pages: request.pages,
      validator: request.validator)
  }

  private func repeatCursor(of request: PageRequest<Int>, in page: inout Page<Post, Int>) {
    switch request.position {
    case .after(let cursor): page.after = .more(cursor)
    case .before(let cursor): page.before = .more(cursor)
    case .start, .end, .number: break
    }
  }

  /// Changes a page so that it may break the order of the posts or the rules for pages.
  private mutating func disturb(_ page: inout Page<Post, Int>) {
    let anywhere = random.pickAny(run.server.ids) ?? 0
    switch random.within(0...7) {
    case 0: page.items.shuffle(using: &random)
    case 1: page.items.append(Post(id: anywhere, version: 2))
    case 2: if let post = heldPost() { page.items.append(post) }
    case 3: page.items = []
    case 4: page.after = random.pick([.end, .unknown(anywhere)])
    case 5: page.after = .more(anywhere)
    case 6: page.before = random.pick([.end, .unknown(anywhere), .more(anywhere)])
    default: page.items.removeLast(random.within(0...page.items.count))
    }
  }

  private mutating func heldPost() -> Post? {
    guard run.machine.count > 0 else { return nil }
    return run.machine[random.within(0...run.machine.count - 1)].item
  }
}

extension SplitMix64 {
  /// Picks one of several elements; nil if the array is empty.
  fileprivate mutating func pickAny<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : pick(elements)
  }
}
