import Answers
import CommandSources
import Glibc
import Paging
import Records
import Testing

extension AnswerItem {
  /// The text of the item; for a record, the field `n`.
  var text: String {
    switch content {
    case .record(let record): record.value(at: "n")?.text ?? "?"
    case .text(let text): String(decoding: text, as: UTF8.self)
    }
  }
}

extension Page where Item == AnswerItem {
  /// The text of the first item.
  var text: String? { items.first?.text }
}

extension CommandSource {
  /// Loads pages to the end, as if the list were scrolled through, but with at most `mostPages`
  /// calls of `load`.
  ///
  /// - Returns: the text of each item, in order; an item that appears again is left out.
  func walk(size: Int, atOnce: Int = 1, mostPages: Int = 200) async throws(PagingError) -> [String]
  {
    var (texts, seen): ([String], Set<AnswerItemID>) = ([], [])
    var position = PageRequest<PageCursor>.Position.start
    for _ in 0..<mostPages {
      let page = try await load(
        PageRequest(
          reason: .append, position: position, count: size, pages: position == .start ? 1 : atOnce))
      for item in page.items where seen.insert(item.id).inserted { texts.append(item.text) }
      guard case .more(let cursor) = page.after else { break }
      position = .after(cursor)
    }
    return texts
  }

  /// The error with which the first page fails; nil if it does not fail.
  func failure() async -> String? {
    do throws(PagingError) {
      _ = try await load(PageRequest(reason: .refresh, position: .start, count: 10))
      return nil
    } catch { return error.description }
  }
}
