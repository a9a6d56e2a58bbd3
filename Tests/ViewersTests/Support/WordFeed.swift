import Paging
import Records
import Viewers

struct Word: Identifiable, Sendable { let id: String }

/// An empty feed of words, for tests of its lines and fields.
struct WordFeed: Feed {
  var title: String { "Words" }
  var source: any PagingSource<Word, OffsetSource<Word>.Cursor> {
    OffsetSource { _, _ in OffsetPage(items: []) }
  }
  func line(of word: Word) -> String { word.id }
  func fields(of word: Word) -> [JSONField] {
    [
      JSONField("word", .string(word.id)),
      JSONField("length", .number(word.id.unicodeScalars.count)),
      JSONField("isLong", .bool(word.id.unicodeScalars.count > 10)),
    ]
  }
}
