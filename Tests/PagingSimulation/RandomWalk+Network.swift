import Paging
import Randomness

/// What the network does.
extension RandomWalk {
  mutating func performNetwork(_ kind: WalkStep.Kind) {
    let there = run.waiting.filter { !lost.contains($0.sequence) }
    guard let ticket = kind == .answerLate ? random.pickAny(gone) : random.pickAny(there)
    else { return }
    switch kind {
    case .prepare: prepared[ticket.sequence] = page(for: ticket)
    case .lose: lost.insert(ticket.sequence)
    case .fail: fail(ticket)
    default: answer(ticket)
    }
  }

  private mutating func answer(_ ticket: MachineRun.Load) {
    let page = prepared.removeValue(forKey: ticket.sequence) ?? page(for: ticket)
    gone.append(ticket)
    sight.longestPage = max(sight.longestPage, page.items.count)
    excuse(page, for: ticket)
    sight.isReplacedByRefresh = plan.refresh == .replace && !page.isUnchanged
    send(.loaded(ticket, page))
  }

  /// Where a page that goes above begins with what is held and ends beyond it, it looks like one
  /// with posts pinned to its top: where those belong cannot be known.
  ///
  /// It comes so where many posts went, and where a page is longer than another time.
  mutating func excuse(_ page: Page<Post, Int>, for ticket: MachineRun.Load) {
    if case .fill(let gap, _) = ticket.purpose { return excuse(page, filling: gap) }
    let ids = page.withoutRepeats.items.map(\.id)
    let held = ids.filter { run.machine.index(of: .item($0)) != nil }
    guard let first = ids.first, let last = ids.last, !held.isEmpty, last != held.last else {
      return
    }
    switch ticket.purpose {
    case .merge where held.contains(where: endsAtGapOrEnd): return
    case .extend(.leading) where first != held.first && .item(held[0]) == memory.ids.first: return
    case .merge, .extend(.leading): posts.excuse(ids, of: run.server)
    default: return
    }
  }

  /// Where all that is held below a gap went, a page for the gap may be from below that.
  private mutating func excuse(_ page: Page<Post, Int>, filling gap: Int) {
    guard let place = run.machine.index(of: .gap(gap)), place + 1 < run.machine.count,
      let below = run.machine[place + 1].item?.id, !run.server.ids.contains(below)
    else { return }
    posts.excuse(page.items.map(\.id).filter { $0 > below }, of: run.server)
  }

  /// Whether a post is the last one held, or the last above a gap: what follows it is below.
  private func endsAtGapOrEnd(_ id: Int) -> Bool {
    guard let place = run.machine.index(of: .item(id)), place + 1 < run.machine.count else {
      return true
    }
    if case .gap = run.machine[place + 1] { return true }
    return false
  }

  private mutating func fail(_ ticket: MachineRun.Load) {
    gone.append(ticket)
    let mayPass = random.chance(60)
    let asked: Duration? = random.chance(20) ? .seconds(random.within(0...20)) : nil
    let hasExpired = random.chance(5)
    let error = PagingError(
      "offline", mayPass: mayPass, retryAfter: asked, hasExpired: hasExpired)
    send(.failed(ticket, error))
  }

  /// What the server says: fewer or more items than asked, some twice, or the cursor that was asked.
  ///
  /// An unruly one says anything.
  private mutating func page(for ticket: MachineRun.Load) -> Page<Post, Int> {
    var page = run.server.page(for: request(like: ticket.request))
    if random.chance(10), let post = random.pickAny(page.items) {
      page.items.append(Post(id: post.id, version: 1))
    }
    if !plan.counts, random.chance(10), case .extend = ticket.purpose, let post = heldPost() {
      page.items.insert(post, at: 0)
    }
    if random.chance(3) { repeatCursor(of: ticket.request, in: &page) }
    if random.chance(3) { page.pause = .seconds(random.within(0...8)) }
    if plan.isUnruly, random.chance(30) { disturb(&page) }
    return page
  }

  private mutating func request(like request: PageRequest<Int>) -> PageRequest<Int> {
    guard plan.isFitful, random.chance(25) else { return request }
    let count = random.chance(70) ? random.within(1...request.count) : request.count + 3
    return PageRequest(
      reason: request.reason, position: request.position, count: count, pages: request.pages,
      validator: request.validator)
  }

  private func repeatCursor(of request: PageRequest<Int>, in page: inout Page<Post, Int>) {
    switch request.position {
    case .after(let cursor): page.after = .more(cursor)
    case .before(let cursor): page.before = .more(cursor)
    case .start, .end, .item: break
    }
  }

  /// Makes a page that keeps to no order and to no agreement.
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
  /// One of several, or nil where there is none.
  fileprivate mutating func pickAny<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : pick(elements)
  }
}
