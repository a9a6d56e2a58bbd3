/// What is done many times over, as by `500j`.
extension TableView {
  /// Steps that are left where there was nothing to go over any more.
  struct Rest {
    let times: Int
    let steps: Steps
  }

  /// Takes so many steps, and returns how many there was room for.
  typealias Steps = (TableView, _ times: Int) -> Int

  /// Takes so many steps; what is left of several is taken when more has come.
  func go(_ times: Int, _ steps: @escaping Steps) {
    let done = steps(self, times)
    rest = times > 1 && done < times ? Rest(times: times - done, steps: steps) : nil
  }

  /// Takes what is left, after more has come.
  func goOn() {
    if let rest { go(rest.times, rest.steps) }
  }

  /// Gives up what is left.
  func stay() { rest = nil }

  /// Pages so many times; where there is no selection to take along, by the lines of them all.
  func go(_ times: Int, pages: Double) {
    if allowsSelection || times == 1 {
      go(times) { table, times in table.count(upTo: times) { table.pages(by: pages) } }
    } else {
      let lines = lines(ofScreenfuls: pages) * times
      go(lines) { $0.lines(by: pages < 0 ? -$1 : $1) }
    }
  }

  /// Scrolls by lines, and returns how many there were, up or down.
  func lines(by lines: Int) -> Int { abs(scroll(by: lines)) }

  /// Takes a step up to so many times, as long as there is room for it.
  func count(upTo times: Int, _ step: () -> Bool) -> Int {
    (0..<times).first { _ in !step() } ?? times
  }

  /// Pages, and says whether that has changed anything.
  private func pages(by screenfuls: Double) -> Bool {
    let before = (selectedIdentifier, visible.first?.identifier, visible.first?.top)
    page(by: screenfuls)
    return before != (selectedIdentifier, visible.first?.identifier, visible.first?.top)
  }
}
