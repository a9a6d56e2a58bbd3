import FileSources
import Paging

extension PagingSource where Item == TextLine, Cursor == FileOffset {
  typealias Position = PageRequest<FileOffset>.Position

  func page(_ position: Position, _ count: Int = 50) async throws -> Page<TextLine, FileOffset> {
    try await load(PageRequest(reason: .append, position: position, count: count))
  }

  /// The lines of all pages from a position on, in the order of the file.
  func walk(_ start: Position, by count: Int) async throws -> [TextLine] {
    var lines: [TextLine] = []
    var position: Position? = start
    while let place = position {
      let page = try await page(place, count)
      switch place {
      case .start, .after:
        lines += page.items
        position = page.after.isEnd ? nil : page.after.cursor.map { .after($0) }
      case .end, .before, .item:
        lines = page.items + lines
        position = page.before.cursor.map { .before($0) }
      }
    }
    return lines
  }
}

extension Continuation {
  /// Whether nothing follows now.
  fileprivate var isEnd: Bool { if case .more = self { false } else { true } }
}

extension TextLine {
  /// The text without the line end, so that a test can compare it.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}
