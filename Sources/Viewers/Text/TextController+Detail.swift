import ByteStores
import EventLoop
import Feeds
import FileSources
import Paging
import Records
import Search
import TableUI

/// A line or a record whole: `i` shows it, and `Enter` where there are records; it stays the chosen one in the list.
extension TextController {
  /// What a text says of its lines.
  func setUpDetail() {
    let detail = itemDetail
    detail.primary = self
    detail.isInOrderOfTime = true
    detail.performPendingInput = { [weak self] in self?.performPendingInput() }
    detail.isOnTheWay = { [weak self] in self.map { $0.isOnTheWay || $0.finder.isFinding } ?? true }
    detail.found = { [weak self] in self?.appearance.matches.current }
    detail.lookedFor = { [weak self] in self?.finder.pattern }
    detail.reading = { [weak self] text throws(PatternError) in
      try TextPattern(text, self?.finder.rule ?? .smart)
    }
    detail.title = { [weak self] in self?.title(of: $0) ?? "" }
    // Of a piece of a long line none is read.
    detail.record = { [appearance] in appearance.columns?.reading.record(of: $0) }
    detail.isPart = { $0.isContinuation }
    detail.onChoose = { [weak self] in self?.appearance.chosen = $0 }
    detail.onShow = { [weak self] in self?.readWhole($0) }
  }

  private func title(of line: FileOffset) -> String {
    let number = appearance.numbers[line].map { " \(list.grouped($0))" } ?? ""
    return "\(appearance.columns?.itemName ?? "line")\(number)"
  }

  /// Reads more of a line than one piece, in the background.
  private func readWhole(_ line: TextLine) {
    let (id, reading) = (line.id, appearance.columns?.reading)
    guard line.isContinued, id.edition == file.edition else { return }
    BackgroundExecutor.shared.task { [weak self, file] in
      let subject = await Self.subject(at: id, in: file, reading, isTail: line.isContinuation)
      guard let self, let subject, appearance.chosen == id else { return }
      itemDetail.detail?.show(subject, nil)
    }
  }

  @concurrent nonisolated private static func subject(
    at id: FileOffset, in file: FileStore, _ reading: RecordDecoder?, isTail: Bool
  ) async -> DetailSubject? {
    guard let size = try? file.size() else { return nil }
    let end = min(size, id.bytes + DetailSubject.most)
    guard id.bytes < end, let bytes = try? file.whole(id.bytes..<end) else { return nil }
    let extent = bytes.withUnsafeBytes {
      // A line of a text ends where one of objects does.
      (reading ?? .ndjson).extent(at: 0, in: $0, isComplete: end == size)
    }
    let part = extent.map { bytes[$0.content] } ?? bytes[...]
    if isTail { return DetailSubject(tail: part, at: id, isCut: extent == nil) }
    return DetailSubject(part: part, at: id, reading, isCut: extent == nil)
  }
}
