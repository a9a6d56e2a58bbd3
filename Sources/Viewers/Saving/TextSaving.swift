import Bytes
import ByteStores
import Feeds
import FileSources
import Records
import TableUI
import Terminal

extension Saving {
  /// Creates the commands that save the lines of a text that its filters do not hide, with their
  /// bytes unchanged unless the command line names columns.
  convenience init(
    _ text: ShownText, _ marks: TextMarks, _ itemDetail: ItemDetail<TextLine, FileOffset>
  ) {
    self.init(
      in: text.viewer, text.appearance.theme, say: { [weak text] in text?.say($0) },
      display: { [weak text] in text?.setNeedsDisplay() },
      prepare: { [weak text] in
        text?.performPendingInput()
        text?.stream?.requestBytes(upTo: .max)
      }, whenThere: { [weak marks] in marks?.whenThere($0) }
    ) { [weak text, weak marks, weak itemDetail] (request) throws(Failure) in
      // `here` is the line that `y` copies, or a later part of that line.
      let here = itemDetail?.pointed?.id
      var places = await marks?.places(of: request.marks) ?? []
      for (letter, place) in zip(request.marks, places) where place == nil {
        throw .source("no mark '\(letter)': press m\(letter) to set it")
      }
      if request.target == .clipboard, places.count == 1 { places.append(here) }
      guard let text else { throw .source("nothing to save") }
      return SavedText(text, from: places.compactMap { $0 }.sorted())
    }
  }
}

/// The items of a text, and the form in which they are written.
nonisolated private struct SavedText: SavedContent {
  let read: [FileStore]
  private let items: ShownItems
  private let file: FileStore
  private let head: RecordHead?
  private let columns: [String]?
  private let range: [FileOffset]
  /// The number of bytes before the first line: a byte order mark, or header lines.
  private let leadEnd: Int
  /// The noun for an item in messages.
  private let itemName: String
  private let isAll: Bool
  /// Whether more of the text may arrive for which the write does not wait.
  private let isArriving: Bool

  /// - Parameter range: the starts of the first and last item; empty for all items.
  @MainActor init(_ text: ShownText, from range: [FileOffset]) {
    let filter = text.filter
    // The end of a compressed file is awaited, but any other stream may never end.
    items = ShownItems(
      text.source, text.file, text.stream?.packed == nil ? nil : text.stream, filter.conditions,
      context: filter.context, on: text.finder.executors)
    isArriving = text.isArriving && text.stream?.packed == nil
    (file, self.range) = (text.file, range)
    leadEnd = range.isEmpty && text.appearance.columns == nil ? text.leadEnd : 0
    read = [text.file, text.stream?.packed].compactMap { $0 }
    head = text.appearance.columns.map {
      RecordHead(reading: $0.reading, names: $0.headNames, start: $0.recordsStart)
    }
    columns = text.viewer?.options.columns
    isAll = range.isEmpty && filter.source == nil
    itemName = text.hasEntries && filter.source != nil ? "record" : text.appearance.itemName
  }

  func write(
    _ progress: @escaping LineCounter.Progress, to output: @escaping ShownItems.Output
  ) async throws -> Int {
    if leadEnd > 0, try !file.whole(0..<leadEnd).withUnsafeBytes(output) { return 0 }
    return try await ItemsForm(
      items, of: file, head, called: file.path, columns: columns, to: output
    ).write(from: range.first, through: range.last, progress: progress)
  }

  func words(for count: Int) -> String {
    let words = isAll ? "all" : "\(count.grouped) \(itemName)\(count == 1 ? "" : "s")"
    return words + arrival
  }

  func words(for count: Int, _ size: ByteCount) -> String {
    isAll ? "all \(size)\(arrival)" : "\(words(for: count)), \(size),"
  }

  private var arrival: String { isArriving ? " received so far" : "" }
}
