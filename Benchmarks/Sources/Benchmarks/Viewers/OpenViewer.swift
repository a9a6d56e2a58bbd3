/// A viewer with a file on its screen.
struct OpenViewer {
  /// The program.
  let viewer: Viewer
  /// The file that it shows.
  let file: LogFile
  /// The terminal in which it runs.
  let terminal: MeasuredTerminal
  /// The output from its start to the first screen.
  let opening: Frame
  /// The number of the last visible line.
  private var last: Int
  /// The number of pages that advanced by fewer lines than expected.
  private(set) var shortPages = 0
  private static let mostShortPages = 100

  /// Starts the viewer, and waits for the first screen.
  init(
    _ viewer: Viewer, _ file: LogFile, in home: Home, within limit: Duration = .seconds(120)
  ) throws(MeasureError) {
    (self.viewer, self.file) = (viewer, file)
    last = viewer.opensAtEnd ? file.count : viewer.lines
    do throws(MeasureError) {
      terminal = try MeasuredTerminal(viewer.launch(file, in: home))
      opening = try terminal.frame(
        since: terminal.start, holding: [LogLine(number: last).mark], within: limit)
    } catch {
      throw MeasureError("\(viewer.name), first screen of \(file.size): \(error)")
    }
  }

  /// Whether it has a key for a move.
  func takes(_ move: Move) -> Bool { viewer.keys[move] != nil }

  /// Types the key of a move, and waits for its finished frame.
  ///
  /// A frame is finished when the last line that must be visible has arrived and no more output
  /// follows. Only a page may be short, because the next lines may not have been loaded yet; its
  /// frame is then not finished.
  @discardableResult
  mutating func press(_ move: Move) throws(MeasureError) -> Frame {
    guard let keys = viewer.keys[move] else {
      throw MeasureError("\(viewer.name) has no key to go \(move.rawValue)")
    }
    let candidates = candidates(after: move)
    do throws(MeasureError) {
      if move == .page { return try turnPage(keys, candidates) }
      let frame = try terminal.frame(
        since: try terminal.type(keys), holding: candidates.map { LogLine(number: $0).mark })
      take(candidates, from: frame)
      return frame
    } catch {
      throw MeasureError(
        "\(viewer.name), \(move.rawValue) in \(file.size), lines \(candidates): \(error)")
    }
  }

  /// Turns a page as if the key were held down, at most 40 times a second.
  ///
  /// It first waits until the output of earlier loads has arrived, because that output is not the
  /// answer to the key.
  private mutating func turnPage(
    _ keys: String, _ candidates: ClosedRange<Int>
  ) throws(MeasureError) -> Frame {
    terminal.settle(quiet: .milliseconds(20), within: .seconds(1))
    let frame = try terminal.attempt(
      since: try terminal.type(keys), holding: candidates.map { LogLine(number: $0).mark },
      within: .seconds(1))
    guard !frame.isFinished else {
      take(candidates, from: frame)
      return frame
    }
    take(last + 1...candidates.upperBound, from: frame)
    shortPages += 1
    guard shortPages <= Self.mostShortPages else { throw MeasureError("too many pages fall short") }
    return frame
  }

  private mutating func take(_ candidates: ClosedRange<Int>, from frame: Frame) {
    last = candidates.last { frame.bytes.holds(LogLine(number: $0).mark) } ?? last
  }

  /// The lines that may be the last visible one.
  private func candidates(after move: Move) -> ClosedRange<Int> {
    switch move {
    case .row: last + 1...last + 1
    case .page: last + viewer.pageSteps.lowerBound...last + viewer.pageSteps.upperBound
    case .start: viewer.lines...viewer.lines
    case .middle: file.count / 2 + viewer.lines - 3...file.count / 2 + viewer.lines + 1
    case .end: file.count...file.count
    }
  }
}
