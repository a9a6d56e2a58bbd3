import Paging

/// A reader, a server and a network that do as they like, one step at a time, from one start value.
struct RandomWalk {
  var run: MachineRun
  private var random: SplitMix64
  /// Whether posts come at the head and others go.
  private let moves: Bool
  /// Loads that were stopped or answered, which may still answer.
  private var gone: [MachineRun.Load] = []
  /// What the reader looked at last.
  private(set) var drawn: [PagerEntry<Post>.ID] = []
  /// How many entries the first page may have grown by since the list was replaced.
  private(set) var grown = 0
  /// Whether the last event was the reader's wish for a load.
  private(set) var isWish = false
  /// Whether the last event was the reader's wish for none.
  private(set) var isCancel = false
  /// What was done and to which load, for a message.
  private(set) var doing = ("nothing", nil as MachineRun.Load?)

  init(start: UInt64, goesBack: Bool, moves: Bool) throws(PagerConfigurationError) {
    var random = SplitMix64(start: start)
    let pageSize = Int.random(in: 3...5, using: &random)
    let prefetch = Int.random(in: 0...3, using: &random)
    let keep = pageSize + 2 * prefetch + Int.random(in: 0...5, using: &random)
    self.random = random
    self.moves = moves
    var server = SimulatedServer(1...60, goesBack: goesBack)
    server.hidden = [15, 20, 21, 22, 23, 24, 25, 26, 38, 39, 40, 41, 59, 60]
    run = try MachineRun(
      server, opensAtEnd: goesBack, pageSize: pageSize, prefetch: prefetch, keep: keep)
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  /// Does one thing at random.
  mutating func step() {
    run.forget()
    (isWish, isCancel) = (false, false)
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<35: answer()
    case 35..<40: fail()
    case 40..<45: answerLate()
    case 45..<48 where moves: changeServer()
    case 48..<62: wish()
    case 62..<64: cancel()
    default: look()
    }
    gone += run.cancelled
    note()
  }

  // MARK: The network

  private mutating func answer() {
    guard let ticket = run.waiting.randomElement(using: &random) else { return }
    doing = ("answered", ticket)
    gone.append(ticket)
    run.send(.loaded(ticket, page(for: ticket)))
  }

  /// What the server says, at times with duplicates or with the cursor that was asked.
  private mutating func page(for ticket: MachineRun.Load) -> Page<Post, Int> {
    var page = run.server.page(for: ticket.request)
    if chance(10), let post = page.items.randomElement(using: &random) {
      page.items.append(Post(id: post.id, version: 1))
    }
    if chance(10), case .extend = ticket.purpose, run.machine.count > 0 {
      let index = Int.random(in: 0..<run.machine.count, using: &random)
      if let post = run.machine[index].item { page.items.insert(post, at: 0) }
    }
    if chance(3), case .after(let cursor) = ticket.request.position { page.after = .more(cursor) }
    return page
  }

  private mutating func fail() {
    guard let ticket = run.waiting.randomElement(using: &random) else { return }
    doing = ("failed", ticket)
    run.send(.failed(ticket, PagingError("offline", mayPass: true)))
  }

  private mutating func answerLate() {
    guard let ticket = gone.randomElement(using: &random) else { return }
    doing = ("answered late", ticket)
    run.answer(ticket)
  }

  private mutating func changeServer() {
    doing = ("changed the server", nil)
    let first = run.server.ids.first ?? 0
    if chance(60) {
      let new = first - Int.random(in: 1...8, using: &random)
      run.server.ids.insert(contentsOf: new..<first, at: 0)
    } else if let id = run.server.ids.randomElement(using: &random),
      id > 12 || id <= 0 && run.machine.index(of: .item(id)) == nil
    {
      run.server.ids.removeAll { $0 == id }
    }
  }

  // MARK: The reader

  private mutating func wish() {
    let wishes: [PagerEvent<Post, Int>] = [
      .refresh, .refresh, .retry, .retry, .retry, .loadMore(.trailing), .loadMore(.leading),
      .jump(.leading), .jump(.trailing), .fill(gap: run.gap ?? 0, from: .leading),
      .fill(gap: run.gap ?? 0, from: .leading),
    ]
    let event = wishes.randomElement(using: &random) ?? .refresh
    doing = ("wished", nil)
    isWish = true
    run.send(event)
  }

  private mutating func cancel() {
    doing = ("cancelled", nil)
    isCancel = true
    run.send(.cancel)
  }

  private mutating func look() {
    let anchor = drawn.first.flatMap { run.machine.index(of: $0) } ?? 0
    let move = Int.random(in: -3...4, using: &random)
    let far = Int.random(in: 0..<max(1, run.machine.count), using: &random)
    let first = max(0, min(chance(5) ? far : anchor + move, run.machine.count))
    let height = Int.random(in: 1...2, using: &random)
    let entries = first..<min(first + height, run.machine.count)
    doing = ("looked", nil)
    drawn = entries.map { run.machine[$0].id }
    run.show(entries)
  }

  /// Keeps book of what the reader sees and of how much the first page may have grown.
  private mutating func note() {
    for change in run.changes {
      switch change {
      case .replaced: (drawn, grown) = ([], 0)
      case .refreshed(let new): grown += new
      case .filled(let entries, _): grown += entries.count
      default: break
      }
    }
    // A gap may close; any other entry that is drawn has to stay.
    drawn.removeAll { id in
      if case .gap = id { run.machine.index(of: id) == nil } else { false }
    }
  }
}
