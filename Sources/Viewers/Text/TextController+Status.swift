import ByteStores
import EventLoop
import Feeds
import FileSources
import TableUI
import Terminal

/// What the status line says, and where the reader is.
extension TextController {
  var status: [Message] {
    var parts = [name]
    parts += filterStatus
    if let searchMessage { parts.append(searchMessage) }
    if let growthMessage { parts.append(growthMessage) }
    parts += list.notices
    for case let fact? in [searchStatus, viewer?.sources.description, stream?.compression] {
      parts.append(Message(fact: fact))
    }
    if let place { parts.append(Message(fact: place)) }
    for case let fact? in [doubt, column] { parts.append(Message(fact: fact)) }
    return parts
  }

  static func name(of file: FileStore) -> Message {
    Message(file.path, .title, short: file.path.lastPathComponent)
  }

  /// The first line in sight, of how many, and how much of the file is above it: as far as that is known.
  ///
  /// It is another one in each frame, and so it is made of bytes and not of strings.
  private var place: SafeText? {
    guard let number = shown.first.flatMap({ appearance.numbers[$0.id] }) else { return share }
    var words = Array(itemName.utf8) + [0x20] + number.groupedDigits
    if let lineTotal { words += Array(" of ".utf8) + lineTotal.groupedDigits }
    guard let share else { return SafeText(utf8: words[...]) }
    return SafeText(utf8: words[...]) + appearance.theme.symbols.spacedDot + share
  }

  /// After a jump into a text whose quotes can be read in two ways.
  private var doubt: String? {
    guard appearance.columns != nil, let first = shown.first, !source.isBorderProved(at: first.id)
    else { return nil }
    return "borders not proved"
  }

  private var itemName: String { appearance.shownColumns?.itemName ?? "line" }

  private var lineTotal: Int? {
    guard !isArriving, shown.last?.id.edition == file.edition else { return nil }
    return total.lines(in: file)
  }

  private var share: SafeText? {
    guard !shown.isEmpty, !isArriving else { return nil }
    if showsEnd { return SafeText("end") }
    guard let first = shown.first, first.id.edition == file.edition, knownSize > file.start else {
      return nil
    }
    let above = Double(first.id.bytes - file.start) / Double(knownSize - file.start)
    let percent = min(99, Int((above * 100).rounded()))
    return SafeText(utf8: (percent.groupedDigits + [UInt8(ascii: "%")])[...])
  }

  /// The first column in sight, from 1, where it is not the first of the text.
  private var column: String? {
    if appearance.shownColumns != nil { return table.columnInSight }
    let offset = list.tableView.columnOffset
    if offset > 0 { return "column \(list.grouped(offset + 1))" }
    return appearance.wantsWrap ? nil : "cut"
  }

  var position: Double? {
    guard !isArriving, let first = shown.first, let last = shown.last,
      last.id.edition == file.edition, knownSize > file.start
    else { return nil }
    if showsEnd { return first.id.bytes > file.start ? 1 : nil }
    let size = Double(knownSize - file.start)
    return min(1, Double(last.id.bytes + last.raw.count - file.start) / size)
  }

  var telling: Command {
    Command("where am I", in: .view, keys: ["=", "^G"], words: ["f"]) { [weak self] in
      self?.tellPosition()
    }
  }

  /// Tells at once what is known, and the number of all lines when they are counted.
  private func tellPosition() {
    let told = position(ofLines: nil)
    list.show(told)
    guard stream?.state ?? .ended == .ended else { return }
    appearance.numbers.executor.task { [weak self, total, file, knownSize] in
      let count = await total.count(in: file, size: knownSize)
      guard let self, let count, list.message == told else { return }
      list.show(position(ofLines: count))
    }
  }

  /// What is known of the lines in sight: their numbers, and how many bytes end with the last.
  private func position(ofLines count: Int?) -> Message {
    let dot = " \(appearance.theme.symbols.dot) "
    let lines = numbersInSight.map { first, last in
      "lines \(list.grouped(first))–\(list.grouped(last))"
        + (count.map { " of \(list.grouped($0))" } ?? "")
    }
    let bytes = shown.last.map { last in
      "byte \(list.grouped(min(last.id.bytes + last.raw.count, knownSize))) of \(list.grouped(knownSize))"
    }
    return Message([lines, bytes].compactMap { $0 }.joined(separator: dot))
  }

  private var numbersInSight: (Int, Int)? {
    guard let first = shown.first, let last = shown.last, let start = appearance.numbers[first.id],
      let end = appearance.numbers[last.id]
    else { return nil }
    return (start, end)
  }
}
