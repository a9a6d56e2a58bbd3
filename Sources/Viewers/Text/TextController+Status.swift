import Bytes
import ByteStores
import EventLoop
import Feeds
import FileSources
import Paging
import TableUI
import Terminal

/// The status line and the reader's position.
extension TextController {
  var status: [Message] {
    var parts = [text.name]
    parts += [saving.message, journey.message, tail.message].compactMap { $0 }
    parts += list.notices + filtering.status
    for case let fact? in [searching.status, viewer?.sources.description, stream?.compression] {
      parts.append(Message(fact: fact))
    }
    if let place { parts.append(Message(fact: place)) }
    if let percent = total.percent { parts.append(Message(fact: "\(percent)% counted")) }
    for case let fact? in [records.doubt, records.faults.fact, column] {
      parts.append(Message(fact: fact))
    }
    return parts
  }

  /// The number of the first visible line, the number of all lines, and the percentage of the file
  /// above the first visible line, as far as they are known.
  ///
  /// It may change in each frame, and is therefore built from bytes instead of strings.
  private var place: SafeText? {
    guard let first = text.shown.first, let number = appearance.numbers[first.id] else {
      return share
    }
    var words = Array(appearance.itemName.utf8) + [0x20] + number.groupedDigits
    // The lines of a file that was rotated have numbers in that file, whose total is not counted.
    if let lineTotal, isOfFile(first) { words += Array(" of ".utf8) + lineTotal.groupedDigits }
    guard let share else { return SafeText(utf8: words[...]) }
    return SafeText(utf8: words[...]) + appearance.theme.symbols.spacedDot + share
  }

  /// The number of lines or records, once they are counted.
  var lineTotal: Int? {
    guard !text.isArriving, text.shown.last?.id.edition == text.file.edition else { return nil }
    return total.lines(in: text.file)
  }

  /// Whether a line belongs to the current file, and not to an earlier one at the path.
  private func isOfFile(_ line: TextLine) -> Bool { line.id.edition == text.file.edition }

  private var share: SafeText? {
    guard !text.shown.isEmpty, !text.isArriving else { return nil }
    if text.showsEnd { return SafeText("end") }
    guard let first = text.shown.first, first.id.edition == text.file.edition,
      text.knownSize > text.file.start
    else {
      return nil
    }
    let above = Double(first.id.bytes - text.file.start) / Double(text.knownSize - text.file.start)
    let percent = min(99, Int((above * 100).rounded()))
    return SafeText(utf8: (percent.groupedDigits + [UInt8(ascii: "%")])[...])
  }

  /// A description of the visible columns of records; for other text, the first visible column if
  /// the screen is scrolled sideways, or else whether long lines are cut.
  private var column: String? {
    if appearance.shownColumns != nil { return records.table.columnInSight }
    let offset = list.tableView.columnOffset
    if offset > 0 { return "column \(list.grouped(offset + 1))" }
    return appearance.wantsWrap ? nil : "cut"
  }

  var position: Double? {
    guard !text.isArriving, let first = text.shown.first, let last = text.shown.last,
      last.id.edition == text.file.edition, text.knownSize > text.file.start
    else { return nil }
    if text.showsEnd { return first.id.bytes > text.file.start ? 1 : nil }
    let size = Double(text.knownSize - text.file.start)
    return min(1, Double(last.endOffset - text.file.start) / size)
  }

  var telling: Command {
    Command("show the position", in: .view, keys: ["=", "^G"], words: ["f"]) { [weak self] in
      self?.tellPosition()
    }
  }

  /// Shows the position immediately, as far as it is known, and again, with the times of a log,
  /// when all lines are counted.
  private func tellPosition() {
    let told = position(ofLines: nil)
    list.show(told)
    guard stream?.state ?? .ended == .ended else { return }
    appearance.numbers.executor.task {
      [weak self, total, times = times.search, file = text.file, size = text.knownSize] in
      let span = await times.span(of: file)
      let count = await total.count(in: file, size: size)
      guard let self, let count, list.message == told else { return }
      let counted = position(ofLines: count, span)
      list.show(counted)
      guard let fault = await records.faults.lookAtAll()?.words, list.message == counted else {
        return
      }
      list.show(Message(rows: [fault] + counted.rows.map(\.description)))
    }
  }

  /// Returns the position of the visible lines: their numbers, and the number of bytes up to the
  /// last of them.
  private func position(ofLines count: Int?, _ span: String? = nil) -> Message {
    let isInFile = text.shown.last.map { isOfFile($0) } ?? true
    let total = isInFile ? count.map { " of \(list.grouped($0))" } ?? "" : ""
    let lines = numbersInSight.map { first, last in
      "\(appearance.itemName)s \(list.grouped(first))–\(list.grouped(last))\(total)"
    }
    let seen = text.shown.last.map { min($0.endOffset, text.knownSize) } ?? 0
    let unit = stream?.encoding == nil ? "" : " after conversion to UTF-8"
    let bytes =
      isInFile
      ? "byte \(list.grouped(seen)) of \(list.grouped(text.knownSize))\(unit)"
      : "in an earlier file, which has been replaced"
    // In a long file, a change between the compared samples goes unnoticed.
    let isCompared = stream == nil && text.knownSize > FileStore.wholeSampleSize
    let compared =
      isCompared ? "changes to the file are detected by comparing samples: some may be missed" : nil
    return Message(rows: [lines, span, bytes, compared, leftOut, decoded].compactMap { $0 })
  }

  /// The encoding of the text, if it is not UTF-8, with the number of characters that were not
  /// decoded.
  private var decoded: String? {
    guard let stream, let encoding = stream.encoding else { return nil }
    let count = stream.undecodedCount
    let faults = count == 1 ? "1 character" : "\(list.grouped(count)) characters"
    return count == 0 ? "encoding \(encoding)" : "encoding \(encoding), \(faults) not decoded"
  }

  /// A note on how many control sequences in the visible lines are not shown; nil if none are left
  /// out.
  private var leftOut: String? {
    let count = text.shown.reduce(0) { $0 + LineText($1.bytes, appearance.rules).leftOut }
    return count > 0
      ? "\(count) control sequence\(count == 1 ? "" : "s") not shown" : nil
  }

  /// The numbers of the first and the last visible line of the file that the last one belongs to.
  private var numbersInSight: (Int, Int)? {
    guard let last = text.shown.last,
      let first = text.shown.first(where: { $0.id.edition == last.id.edition }),
      let start = appearance.numbers[first.id],
      let end = appearance.numbers[last.id]
    else { return nil }
    return (start, end)
  }

  /// The text before the first line, which says how much was dropped.
  var wordsForStart: String? {
    guard let first = list.pager[0].item, stream != nil else { return nil }
    // The smaller of the two offsets is right: with a filter, the first shown line may be far after
    // the dropped lines, and lines that have been dropped may still be visible.
    let dropped = min(first.id.bytes, text.file.start)
    return dropped > max(records.start, text.leadEnd)
      ? "the first \(ByteCount(dropped)) were dropped" : nil
  }
}
