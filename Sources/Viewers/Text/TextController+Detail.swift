import ByteStores
import Bytes
import EventLoop
import Feeds
import FileSources
import Paging
import Records
import Search
import TableUI

/// Showing a line or record completely, with `i`, and with Enter if the text has records; the item
/// stays chosen in the list.
extension TextController: ItemDetailContext {
  typealias Item = TextLine

  func subject(of line: TextLine) -> DetailSubject {
    let reading = appearance.columns?.reading
    let entry = text.entry(of: line)
    guard entry.bytes.count > line.bytes.count else { return DetailSubject(line, reading) }
    return DetailSubject(part: entry.bytes, at: line.id, reading, isCut: false)
  }

  /// Returns the record of a line; a piece of a long line is not parsed.
  func record(of line: TextLine) -> Record? { appearance.columns?.reading.record(of: line) }

  var isInOrderOfTime: Bool { true }

  func title(of line: FileOffset) -> String? {
    let number = appearance.numbers[line].map { " \(list.grouped($0))" } ?? ""
    return "\(appearance.itemName)\(number)"
  }

  func isPart(_ line: TextLine) -> Bool { text.isPart(line) }

  var isOnTheWay: Bool? { journey.isOnTheWay || text.finder.isFinding }
  var found: FileOffset? { appearance.matches.current }
  var lookedFor: TextPattern? { appearance.matches.pattern }

  func pattern(of text: String) throws(PatternError) -> TextPattern? {
    try TextPattern(text, appearance.matches.rule)
  }

  func didChoose(_ line: FileOffset?) { appearance.chosen = line }

  func didShow(_ line: TextLine) { readWhole(line) }

  /// Reads the rest of a line, record or log entry in the background, unless it is already held.
  private func readWhole(_ line: TextLine) {
    let (id, reading) = (line.id, appearance.columns?.reading)
    if text.hasEntries, !line.isContinued {
      if text.entry(of: line).mayGoOn { readEntry(of: line) }
      return
    }
    // An abridged record of more than `DetailSubject.most` bytes is not read again, because parts
    // of all its fields are already held.
    let isReadable = line.isContinued || line.isAbridged && line.byteCount <= DetailSubject.most
    guard isReadable, id.edition == text.file.edition else { return }
    BackgroundExecutor.shared.task { [weak self, file = text.file] in
      let subject = await Self.subject(of: line, in: file, reading)
      guard let self, let subject, appearance.chosen == id else { return }
      itemDetail.detail?.show(subject, nil)
    }
  }

  /// Reads the lines of a log entry that are not loaded.
  private func readEntry(of line: TextLine) {
    let (id, reading) = (line.id, appearance.columns?.reading)
    BackgroundExecutor.shared.task { [weak self, file = text.file, source = text.source] in
      guard id.edition == file.edition,
        let range = try? source.entry(around: id.bytes, in: file),
        let bytes = try? file.whole(range)
      else { return }
      let whole = bytes.dropLast(bytes.lineEndLength)
      guard let self, appearance.chosen == id else { return }
      itemDetail.detail?.show(DetailSubject(part: whole, at: id, reading, isCut: false), nil)
    }
  }

  @concurrent nonisolated private static func subject(
    of line: TextLine, in file: FileStore, _ reading: RecordDecoder?
  ) async -> DetailSubject? {
    guard let size = try? file.size() else { return nil }
    let id = line.id
    let end = min(size, id.bytes + DetailSubject.most)
    guard id.bytes < end, let bytes = try? file.whole(id.bytes..<end) else { return nil }
    let extent = bytes.withUnsafeBytes {
      // In a text without records, an item ends at a line end, as in NDJSON.
      (reading ?? .ndjson).extent(at: 0, in: $0, isComplete: end == size)
    }
    let part = extent.map { bytes[$0.content] } ?? bytes[...]
    if line.isContinuation { return DetailSubject(tail: part, at: id, isCut: extent == nil) }
    return DetailSubject(part: part, at: id, reading, isCut: extent == nil)
  }
}
