import Answers
import Records

extension AnswerReader {
  /// What a text says: each item as text, and the pages' next cursor.
  func read(_ text: String, at place: AnswerPlace = AnswerPlace()) throws(AnswerError) -> Answer {
    try answer(Array(text.utf8), at: place)
  }
}

extension Answer {
  /// The items as lines of JSON, or as texts.
  var texts: [String] {
    items.map { item in
      switch item.content {
      case .record(let record): String(decoding: record.jsonLine(), as: UTF8.self)
      case .text(let text): String(decoding: text, as: UTF8.self)
      }
    }
  }

  /// The keys of the items.
  var keys: [String?] { items.map { $0.id.key?.text } }
}
