package import Feeds
import Paging
package import Records
import TableUI
import Terminal

/// A feed of records: its screen is a list in columns, and its plain form objects or rows.
///
/// A new kind of source brings its pages, what it says of its columns, and the words of `=`.
nonisolated package protocol RecordFeed: Feed where Item: RecordItem {
  /// How its records are read, and the columns that are known before the records are; asked once the
  /// first record has come. By default objects, whose columns come with them.
  var head: RecordHead { get }
  /// What was found in the pages that have come, and why; nil before the first.
  var explanation: String? { get }
}

nonisolated extension RecordFeed {
  package var head: RecordHead { RecordHead(reading: .ndjson) }
  package var explanation: String? { nil }

  @MainActor package func screen(
    in viewer: Viewer
  ) throws(Failure) -> FeedScreen<Item, Cursor> {
    let controller = RecordListController(self, try viewer.pager(of: self), in: viewer)
    return FeedScreen(controller: controller, list: controller.list)
  }

  /// The values of a record, each by itself; a line without what colours it.
  package func texts(of item: Item) -> [ArraySlice<UInt8>] {
    switch item.content {
    case .record(let record): return record.map(\.value.utf8)
    case .text(let text):
      guard text.withUnsafeBytes({ ShownBytes.isNeeded(for: $0) }) else { return [text] }
      var plain: [UInt8] = []
      LineText.appendPlain(text, to: &plain)
      return [plain[...]]
    }
  }

  package func record(of item: Item) -> Record? { item.record }

  package func line(of item: Item) -> String {
    switch item.content {
    case .record(let record): String(decoding: record.jsonLine(), as: UTF8.self)
    case .text(let text): String(decoding: text, as: UTF8.self)
    }
  }

  package func fields(of item: Item) -> [JSONField] {
    guard let record = item.record else { return [JSONField("text", .string(line(of: item)))] }
    return record.map { field in
      var value: [UInt8] = []
      field.value.appendJSON(to: &value)
      return JSONField(field.name, .written(value))
    }
  }

  /// Objects as they are, rows with tabs between under their names, and lines as they are.
  @MainActor package func writePlain(_ form: PlainForm) throws(Failure) {
    let pager = Pager(
      source: source, configuration: try form.options.paging.configuration(paging))
    let lines = RecordItemLines(form) { head }
    try form.write(pager) { lines.bytes(of: $0.content) }
  }
}
