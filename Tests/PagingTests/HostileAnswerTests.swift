import Paging
import PagingSimulation
import Randomness
import Testing

/// Case P86 of docs/paging-cases.md.
@Suite struct `A list under any answers and edits` {
  /// A source that gives arbitrary answers, and an app that edits in the meantime.
  private struct Noise {
    var random: SplitMix64
    var run: MachineRun
    var operation = 0

    mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }

    mutating func step() {
      switch number(0...11) {
      case 0...4 where !run.waiting.isEmpty: answer()
      case 5 where !run.waiting.isEmpty: run.fail()
      case 6: edit()
      case 7: ask()
      case 8: run.send(.loadMore(edge()))
      case 9: if let gap = gap() { run.send(.fill(gap: gap, from: edge())) }
      default: show()
      }
    }

    private mutating func edge() -> Edge { number(0...1) == 0 ? .leading : .trailing }

    private mutating func show() {
      let first = number(0...max(0, run.machine.count))
      run.show(first..<min(run.machine.count, first + 4))
    }

    private mutating func ask() {
      let events: [PagerEvent<Post, Int>] = [
        .refresh, .refreshAround, .sourceChanged, .retry, .cancel, .jump(.after(number(0...40))),
        .jump(.start), .jump(.end), .confirm(operation: operation), .takeBack(operation: operation),
        .refresh, .refreshAround,
      ]
      run.send(events[number(0...events.count - 1)])
    }

    private mutating func gap() -> Int? {
      let gaps = (0..<run.machine.count).compactMap {
        if case .gap(let gap) = run.machine[$0] { gap } else { nil }
      }
      return gaps.randomElement(using: &random)
    }

    private mutating func edit() {
      let (id, other) = (PostID(number(0...40)), PostID(number(0...40)))
      let place: PagerEdit<Post>.Place = number(0...1) == 0 ? .before(other) : .after(other)
      let edits: [PagerEdit<Post>] = [
        .remove(id), .move(id, place), .insert(Post(id: id.number), place),
        .replace(Post(id: id.number, version: 3)),
      ]
      operation += number(0...1)
      run.send(.edit(edits[number(0...3)], operation: number(0...2) == 0 ? operation : nil))
    }

    private mutating func answer() {
      let start = number(0...40)
      var ids = Array(start..<start + number(0...9))
      if number(0...3) == 0 { ids.shuffle(using: &random) }
      if number(0...3) == 0 { ids.append(number(0...40)) }
      var page = Page<Post, Int>(
        items: ids.map { Post(id: $0) }, before: side(ids.first), after: side(ids.last))
      if number(0...1) == 0 { page.itemCursors = ids }
      if number(0...5) == 0 { page.itemCursors = ids.map { $0 / 2 } }
      run.answer(with: page)
    }

    private mutating func side(_ id: Int?) -> Continuation<Int> {
      switch number(0...9) {
      case 0: .end
      case 1: .unknown(id ?? number(0...40))
      case 2: .more(number(0...40))
      default: .more(id ?? number(0...40))
      }
    }
  }

  @Test(arguments: UInt64(1)...8, [true, false])
  func `has each item once, no two gaps together, and tells all that changes`(
    seed: UInt64, isStable: Bool
  ) throws {
    var server = SimulatedServer([], goesBack: true)
    server.style = isStable ? .keyed : .offset
    let run = try MachineRun(server, opensAtEnd: true, keep: 12, pagesAtOnce: 2)
    var noise = Noise(random: SplitMix64(start: seed), run: run)
    for step in 0..<800 {
      noise.step()
      if let fault = fault(of: noise.run) {
        Issue.record("step \(step): \(fault): \(noise.run.list)")
        return
      }
    }
  }

  private func fault(of run: MachineRun) -> String? {
    let entries = (0..<run.machine.count).map { run.machine[$0] }
    if let fault = run.mirror.fault { return fault }
    if !run.mirror.isCopy(of: run.machine) { return "another list is told" }
    for (index, entry) in entries.enumerated() where run.machine.index(of: entry.id) != index {
      return "\(entry.id) is not found at \(index)"
    }
    if let last = entries.last, last.item == nil { return "the last entry is a gap" }
    for (above, below) in zip(entries, entries.dropFirst()) where above.item == nil {
      if below.item == nil { return "two gaps stand together" }
    }
    return nil
  }
}
