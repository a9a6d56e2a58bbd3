import Paging

struct LetterSource: PagingSource {
  let mailbox: Mailbox

  func load(_ request: PageRequest<Int>) async throws(PagingError) -> Page<Letter, Int> {
    do throws(MailboxError) {
      switch request.position {
      case .start: return try await older(than: nil, request.count)
      case .after(let number): return try await older(than: number, request.count)
      case .before(let number): return try await newer(than: number, request.count)
      case .end, .number: break
      }
    } catch {
      throw PagingError(error)
    }
    throw PagingError("a mailbox only opens at its newest letter", isRetryable: false)
  }

  private func older(
    than number: Int?, _ count: Int
  ) async throws(MailboxError) -> Page<Letter, Int> {
    // One letter more than requested shows whether the list continues.
    let found = try await mailbox.letters(olderThan: number, limit: count + 1)
    let letters = Array(found.prefix(count))
    var page = Page<Letter, Int>(items: letters, after: .end)
    if found.count > count, let last = letters.last { page.after = .more(last.number) }
    if let first = letters.first {
      // A newer letter may arrive later.
      page.before = number == nil ? .unknown(first.number) : .more(first.number)
    }
    return page
  }

  private func newer(
    than number: Int, _ count: Int
  ) async throws(MailboxError) -> Page<Letter, Int> {
    let found = try await mailbox.letters(newerThan: number, limit: count + 1)
    let letters = Array(found.prefix(count).reversed())
    let first = letters.first?.number ?? number
    return Page(
      items: letters, before: found.count > count ? .more(first) : .unknown(first),
      // The list continues after this page, at least with the letter that the request named.
      after: .more(letters.last?.number ?? number))
  }
}

struct Day: Identifiable, Sendable {
  let id: Int
}

struct DaySource: PagingSource {
  let total = 36_525

  var traits: PagingTraits { PagingTraits(opensAtEnd: true, opensAtItems: true) }

  func load(_ request: PageRequest<Int>) async throws(PagingError) -> Page<Day, Int> {
    let first =
      switch request.position {
      case .start: 0
      case .end: total - request.count
      case .number(let number): number
      case .after(let number): number
      case .before(let number): number - request.count
      }
    var end = first + request.count
    if case .before(let number) = request.position { end = number }
    let days = max(0, first)..<min(end, total)
    return Page(
      items: days.map(Day.init), before: days.lowerBound > 0 ? .more(days.lowerBound) : .end,
      after: days.upperBound < total ? .more(days.upperBound) : .end,
      extent: PageExtent(start: days.lowerBound, total: total))
  }
}
