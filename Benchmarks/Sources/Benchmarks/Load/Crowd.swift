import Glibc

/// Many viewers, whose keys are typed and whose output is read by a single thread.
final class Crowd {
  /// The time between two keys of a viewer.
  private static let interval = Duration.milliseconds(200)

  /// The viewers.
  private(set) var guests: [Guest] = []
  private let launch: Launch
  private var states: [pollfd] = []
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)

  /// Creates an empty crowd, whose viewers are all started with the same command.
  init(_ launch: Launch) { self.launch = launch }

  /// Starts viewers until there are `count`; each one starts when the previous one shows its posts.
  func grow(to count: Int) throws(MeasureError) {
    while guests.count < count {
      let index = guests.count
      let guest = try Guest(launch)
      guests.append(guest)
      states.append(pollfd(fd: guest.terminal.descriptor, events: Int16(POLLIN), revents: 0))
      try wait("the first screen of viewer \(index + 1)") {
        self.guests[index].bytes.holds(Array("loaded".utf8))
      }
    }
    try settle()
  }

  /// Presses `keys` keys in each viewer, evenly distributed over time, and waits for the answers.
  func round(keys: Int) throws(MeasureError) -> Round {
    for index in guests.indices { guests[index].forget() }
    let start = ContinuousClock.now
    for number in 0..<keys * guests.count {
      let moment = start + Self.interval * number / guests.count
      repeat { try read(until: moment) } while .now < moment
      try guests[number % guests.count].press(due: moment)
    }
    var round = Round()
    round.duration = .now - start
    while guests.contains(where: \.isWaiting) {
      try read(until: .now + .milliseconds(50))
      for index in guests.indices { try guests[index].giveUp() }
    }
    for guest in guests {
      for time in guest.times { round.times.add(time) }
      for wait in guest.waits { round.waits.add(wait) }
    }
    round.lost = keys * guests.count - round.times.count
    try settle()
    return round
  }

  /// The position of each viewer, from its status line, which is completely redrawn.
  func places() throws(MeasureError) -> [String] {
    for index in guests.indices {
      guests[index].forget()
      try guests[index].terminal.type("\u{C}")
    }
    try settle()
    return guests.map { guest in
      let text = String(decoding: guest.bytes, as: UTF8.self)
      return text.matches(of: #/post ([0-9,]+)/#).last.map { String($0.output.1) } ?? "?"
    }
  }

  /// Ends viewers with the key `q` until `count` are left; returns the number of those that did not
  /// exit normally.
  func shrink(to count: Int = 0) throws(MeasureError) -> Int {
    let leaving = min(count, guests.count)..<guests.count
    for index in leaving { try guests[index].terminal.type("q") }
    let end = ContinuousClock.now + .seconds(10)
    while .now < end, guests[leaving].contains(where: { $0.terminal.child.exitStatus == nil }) {
      try read(until: .now + .milliseconds(20), mayEnd: true)
    }
    let failures = guests[leaving].count { $0.terminal.child.exitStatus != 0 }
    guests.removeSubrange(leaving)
    states.removeSubrange(leaving)
    return failures
  }
}

extension Crowd {
  /// Reads until no viewer has written for a while, but for at most 20 s, because a viewer may
  /// never stop writing.
  private func settle() throws(MeasureError) {
    let end = ContinuousClock.now + .seconds(20)
    var last = ContinuousClock.now
    while .now < end, .now - last < .milliseconds(500) {
      if try read(until: .now + .milliseconds(100)) { last = .now }
    }
  }

  private func wait(
    _ name: String, until isDone: () -> Bool
  ) throws(MeasureError) {
    let end = ContinuousClock.now + .seconds(30)
    while !isDone() {
      guard .now < end else { throw MeasureError("\(name) did not come within 30 seconds") }
      try read(until: end)
    }
  }

  /// Reads once, waiting at most until the given moment; returns whether any output was available.
  @discardableResult
  private func read(
    until moment: ContinuousClock.Instant, mayEnd: Bool = false
  ) throws(MeasureError) -> Bool {
    // The wait is rounded up to whole milliseconds: it is then too long by less than a millisecond,
    // but it never becomes a busy loop.
    let rest = max(0, (moment - .now) / .milliseconds(1))
    guard poll(&states, nfds_t(states.count), Int32(rest.rounded(.up))) > 0 else { return false }
    for index in states.indices where states[index].revents != 0 {
      try guests[index].read(through: &chunk)
      guard guests[index].hasEnded else { continue }
      guard mayEnd else { throw Self.ended(index, guests[index]) }
      // A negative descriptor is skipped by poll(2).
      states[index].fd = -1
    }
    return true
  }

  private static func ended(_ index: Int, _ guest: Guest) -> MeasureError {
    let words = String(decoding: guest.bytes.suffix(200), as: UTF8.self).debugDescription
    return MeasureError("viewer \(index + 1) has ended by itself: \(words)")
  }
}
