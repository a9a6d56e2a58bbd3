import ByteStores
import EventLoop
import FileSources
import Paging
import Records
import TableUI
import Terminal

/// A record whole: `Enter` opens it, and it stays the chosen one in the list.
extension TextController {
  /// Columns from which on the list and the record stand side by side.
  private static let leastForBoth = 140

  /// Lines above that are looked at for a time.
  private static let mostLookedAt = 50

  var detailing: [Command] {
    guard appearance.columns != nil || detail != nil else { return [] }
    let isOpen = { [weak self] in self?.detail != nil }
    return [
      Command("the record whole", in: .view, keys: [.enter], hint: "open", hintPriority: -2) {
        [weak self] in
        self?.openDetail()
      },
      Command("close the record", in: .view, keys: [.escape, "q"], isEnabled: isOpen) {
        [weak self] in
        self?.closeDetail()
      },
    ]
  }

  /// What shows a record whole, if that is open.
  var detail: DetailController? { detailScreen?.secondary as? DetailController }

  // MARK: Opening and closing

  private func openDetail() {
    arrive()
    opensDetail = true
    openWhenThere()
  }

  /// Opens the record that was asked for, once the reader is there.
  func openWhenThere() {
    guard opensDetail, !isOnTheWay, !finder.isFinding, pendingSteps == 0 else { return }
    let line = current
    // Where nothing is shown, nothing will be opened by itself later.
    if line != nil || list.pager.hasLoaded && !list.pager.isLoading { opensDetail = false }
    if let line { open(line) }
  }

  private func open(_ line: TextLine) {
    guard let reading = appearance.columns?.reading, let session = viewer?.session else { return }
    if detail == nil {
      let detail = DetailController(
        DetailSubject(line, reading), remark(on: line, reading), of: self,
        for: size ?? Session.smallest)
      let both = SplitController(primary: self, secondary: detail, theme: appearance.theme)
      both.minimumColumns = Self.leastForBoth
      detailScreen = both
      session.push(both)
    }
    choose(line)
    detailScreen?.focus = .secondary
  }

  /// Shows the list alone, at the same record.
  func closeDetail() {
    guard let session = viewer?.session, let detailScreen, session.front === detailScreen else {
      return
    }
    self.detailScreen = nil
    session.pop()
  }

  /// The record that was chosen or found last, if it is in sight, or else the first.
  var current: TextLine? {
    let shown = list.visibleItems
    let line =
      shown.first { $0.id == appearance.chosen }
      ?? shown.first { $0.id == appearance.matches.current } ?? shown.first
    return line.map(start)
  }

  /// The first piece of a line that is held, where another one is in sight.
  private func start(of line: TextLine) -> TextLine {
    guard line.isContinuation, var index = list.pager.index(of: .item(line.id)) else { return line }
    var first = line
    while first.isContinuation, index > 0, let before = list.pager[index - 1].item {
      (first, index) = (before, index - 1)
    }
    return first
  }

  // MARK: One of them

  /// Makes a line the one that was gone to last, and shows it whole where one is shown.
  func choose(_ line: TextLine) {
    appearance.chosen = line.id
    reveal(line.id)
    guard let detail, let reading = appearance.columns?.reading else { return }
    detail.show(DetailSubject(line, reading), remark(on: line, reading))
    if line.isContinued { readWhole(line.id, reading) }
  }

  /// Reads more of a record than one piece, in the background.
  private func readWhole(_ id: FileOffset, _ reading: RecordReading) {
    guard id.edition == file.edition else { return }
    BackgroundExecutor.shared.task { [weak self, file] in
      let subject = await Self.subject(at: id, in: file, reading)
      guard let self, let subject, appearance.chosen == id else { return }
      detail?.show(subject, nil)
    }
  }

  /// What is said of the record's time: that of the record above is the last one before it that is held.
  private func remark(on line: TextLine, _ reading: RecordReading) -> TimeRemark? {
    guard let record = reading.record(of: line), var index = list.pager.index(of: .item(line.id))
    else { return nil }
    var above: RecordTime?
    let first = max(0, index - Self.mostLookedAt)
    while above == nil, index > first {
      index -= 1
      let record = list.pager[index].item.flatMap { reading.record(of: $0) }
      above = record.flatMap { TimeRemark.time(of: $0)?.time }
    }
    return TimeRemark(record, after: above, appearance.times)
  }

  @concurrent nonisolated private static func subject(
    at id: FileOffset, in file: FileStore, _ reading: RecordReading
  ) async -> DetailSubject? {
    guard let size = try? file.size() else { return nil }
    let end = min(size, id.bytes + DetailSubject.most)
    guard id.bytes < end, let bytes = try? file.whole(id.bytes..<end) else { return nil }
    let extent = bytes.withUnsafeBytes { reading.extent(at: 0, in: $0, isComplete: end == size) }
    let part = extent.map { bytes[$0.content] } ?? bytes[...]
    return DetailSubject(part: part, at: id, reading, isCut: extent == nil)
  }
}
