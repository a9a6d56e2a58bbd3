import Paging
import Records
import Synchronization

/// A loader of the pages of a service or a command, which parses all of them in the same way as the
/// first page.
final class AnsweredPages: Sendable {
  private let style: PagedAnswers.Style
  private let options: PagedAnswers.Options
  private let fetch: PagedAnswers.FetchPage
  private let state = Mutex(State())

  private struct State {
    var explanation: String?
    /// The reader with the format of the first page.
    var reader: AnswerReader?
    /// The number of items on a page, which may differ from the requested limit.
    var pageSize: Int?
    /// The number of all items, if a page states it.
    var total: Int?
    /// Whether the first page has all items, according to its total.
    var isWhole = false
    /// Whether the last page that arrived says that more items follow.
    var hasMore = false
    /// The JSON pointer to the latest cursor of a next page.
    var nextPath: String?
    var repeats = RepeatedPageCheck()
    var items = AnsweredItems()
    var localKeys = LocalKeyCheck()
    var equal = EqualPages()
    var circle = CursorCircle()
  }

  init(
    _ style: PagedAnswers.Style, _ options: PagedAnswers.Options,
    _ fetch: @escaping PagedAnswers.FetchPage
  ) {
    (self.style, self.options, self.fetch) = (style, options, fetch)
  }

  var explanation: String? { state.withLock { $0.explanation } }
  var rows: AnswerRows? {
    if case .rows(let rows)? = state.withLock({ $0.reader?.knownLayout }) { rows } else { nil }
  }

  /// The page in which an item arrived; nil if the item has been forgotten.
  func page(of item: AnswerItemID) -> AskedPage? { state.withLock { $0.items.page(of: item) } }

  /// Records that a load has failed.
  func noteFailure() { state.withLock { $0.repeats.noteFailure() } }

  /// Returns a request for an item by its number with the page size of the service, which
  /// determines the page of the item; returns any other request unchanged.
  func sized(_ request: PageRequest<PageCursor>) -> PageRequest<PageCursor> {
    guard style == .page, case .number = request.position,
      let size = state.withLock({ $0.pageSize })
    else { return request }
    return PageRequest(
      reason: request.reason, position: request.position, count: size, pages: request.pages,
      validator: request.validator, isUpdate: request.isUpdate,
      overrulesWait: request.overrulesWait)
  }

  // MARK: Styles of paging

  /// The paging adapter for the style, used for one load.
  func source(_ load: PageLoad) -> any PagingSource<AnswerItem, PageCursor> {
    switch style {
    case .page: numbered(load)
    case .offset: byOffset(load)
    case .cursor: chained(load)
    case .last: keyed(load)
    case .link: linked(load)
    }
  }

  private func numbered(_ load: PageLoad) -> any PagingSource<AnswerItem, PageCursor> {
    var source = PageNumberSource<AnswerItem>(firstPage: options.firstPage) {
      number, size throws(PagingError) in
      let answer = try await self.answer(.page(number), size, load)
      var page = NumberedPage(
        items: answer.items, totalPages: answer.counts.pages, totalCount: answer.counts.items,
        pageSize: self.state.withLock { $0.pageSize }, hasMore: answer.saysEnd)
      page.isEstimate = true
      return page
    }
    source.pagesAtOnce = options.pagesAtOnce
    source.opensAtItems = true
    return source.mapCursors(to: PageCursor.page) {
      if case .page(let cursor) = $0 { cursor } else { nil }
    }
  }

  private func byOffset(_ load: PageLoad) -> any PagingSource<AnswerItem, PageCursor> {
    var source = OffsetSource<AnswerItem> { offset, limit throws(PagingError) in
      let answer = try await self.answer(.offset(offset), limit, load)
      var page = OffsetPage(
        items: answer.items, totalCount: answer.counts.totalItems, hasMore: answer.saysEnd)
      page.isEstimate = true
      return page
    }
    source.pagesAtOnce = options.pagesAtOnce
    source.opensAtItems = true
    return source.mapCursors(to: PageCursor.offset) {
      if case .offset(let cursor) = $0 { cursor } else { nil }
    }
  }

  private func chained(_ load: PageLoad) -> any PagingSource<AnswerItem, PageCursor> {
    chain { cursor, count, isBack throws(PagingError) in
      let (answer, page) = try await self.answerWithPage(
        .cursor(cursor), count, load, isBack: isBack)
      return TokenPage(
        items: answer.items,
        next: self.onward(answer.leading(to: page.cursor(answer), from: cursor), cursor, isBack),
        previous: answer.previousToken, hasMore: answer.saysEnd,
        totalCount: answer.counts.totalItems)
    }
  }

  /// Loads a page of a chain of cursors.
  private typealias LoadLink =
    @Sendable (_ cursor: AnswerCursor?, _ count: Int, _ isBack: Bool) async throws(PagingError) ->
    TokenPage<AnswerItem, AnswerCursor>

  /// Creates the adapter for cursors, which can also page backward if answers have cursors of
  /// previous pages.
  private func chain(_ load: @escaping LoadLink) -> any PagingSource<AnswerItem, PageCursor> {
    TokenSource<AnswerItem, AnswerCursor>(
      isEnd: { _ in false },
      preceding: { cursor, count throws(PagingError) in try await load(cursor, count, true) },
      following: { cursor, count throws(PagingError) in try await load(cursor, count, false) }
    ).mapCursors(to: PageCursor.cursor) { if case .cursor(let cursor) = $0 { cursor } else { nil } }
  }

  private func linked(_ load: PageLoad) -> any PagingSource<AnswerItem, PageCursor> {
    chain { cursor, count, isBack throws(PagingError) in
      let (answer, page) = try await self.answerWithPage(
        .cursor(cursor), count, load, isBack: isBack)
      let cursors = page.cursors(answer, isNamed: self.options.reader.next != nil)
      return TokenPage(
        items: answer.items,
        next: self.onward(answer.leading(to: cursors.next, from: cursor), cursor, isBack),
        previous: cursors.previous,
        hasMore: answer.saysEnd, totalCount: answer.counts.totalItems)
    }
  }

  /// The cursor after a page, or `.back` if it leads back to an earlier page.
  private func onward(
    _ next: AnswerCursor?, _ asked: AnswerCursor?, _ isBack: Bool
  ) -> AnswerCursor? {
    guard !isBack, next != .nowhere else { return next }
    return state.withLock { $0.circle.isClosed(by: next, from: asked) } ? .back : next
  }

  private func keyed(_ load: PageLoad) -> any PagingSource<AnswerItem, PageCursor> {
    ExclusiveKeySource(key: { $0.id.key }) { key, count throws(PagingError) in
      let answer = try await self.answer(.last(key), count, load)
      let items = answer.items.following(key)
      if answer.saysEnd == nil, let last = items.last, last.id.key == nil { throw .hasNoKey }
      return KeyedPage(
        items: items, hasMore: answer.saysEnd, totalCount: answer.counts.totalItems)
    }.mapCursors(to: PageCursor.last) { if case .last(let key) = $0 { key } else { nil } }
  }

  // MARK: An answer

  private func answer(
    _ address: PageAddress, _ limit: Int, _ load: PageLoad
  ) async throws(PagingError) -> Answer {
    try await answerWithPage(address, limit, load).answer
  }

  private func answerWithPage(
    _ address: PageAddress, _ limit: Int, _ load: PageLoad, isBack: Bool = false
  ) async throws(PagingError) -> (answer: Answer, page: FetchedPage) {
    if address == .cursor(.back) { throw .isCircular }
    if address == .cursor(.nowhere) {
      throw options.unplaced.map { PagingError($0, isRetryable: false) } ?? .leadsNowhere
    }
    let isFirst = address.isFirst(from: options.firstPage)
    let page = try await fetch(load.fetch(address, limit, isFirst: isFirst))
    load.note(page, isFirst: isFirst)
    if page.isUnchanged { throw .unchanged }
    if let error = page.missing, isFirst || !mayEnd(at: address, page) { throw error }
    var answer = try parsed(page, at: address)
    if options.isReversed { answer.items.reverse() }
    answer.counts.items = answer.counts.items ?? page.total
    if options.endsWithoutLink { answer.noteMissingLink(in: page) }
    if style == .cursor, page.cursor == nil, hasDoubtfulCursor(answer) { answer.hasMore = true }
    try check(answer, page, address, limit, isBack: isBack)
    if !isBack, try isBehindEnd(answer, address) { answer.hasMore = false }
    // If no pages are remembered, the page of each item need not be recorded either.
    if options.remembered > 0 {
      state.withLock { $0.items.note(answer.items, of: AskedPage(address, limit: limit)) }
    }
    return (answer, page)
  }

  /// Parses a page in the same way as the first one.
  private func parsed(_ page: FetchedPage, at address: PageAddress) throws(PagingError) -> Answer {
    var reader = state.withLock { $0.reader } ?? options.reader
    (reader.keysTexts, reader.mustBeJSON) = (style == .last, page.isJSON)
    if page.isCSV, reader.format == nil { reader.format = .csv(CSVDialect()) }
    let bytes = page.missing == nil ? options.decode(page.bytes, page.charset) : []
    do throws(AnswerError) {
      let answer = try reader.answer(bytes, at: address.place)
      guard hasLocalKeys(answer, at: address) else { return answer }
      reader.knownID = .some(nil)
      return try reader.answer(bytes, at: address.place)
    } catch {
      throw PagingError("\(address.words): \(error)", isRetryable: false)
    }
  }

  /// Records what an answer says about the list, and refuses the answer if it lacks the form for a
  /// needed cursor or repeats the first page.
  private func check(
    _ answer: Answer, _ page: FetchedPage, _ address: PageAddress, _ limit: Int, isBack: Bool
  ) throws(PagingError) {
    let isFirst = address.isFirst(from: options.firstPage)
    let isRepeated = state.withLock { state in
      state.explanation = "\(address.words): \(answer.explanation)"
      if state.reader == nil, !answer.items.isEmpty {
        state.reader = options.reader.continuing(answer)
      }
      state.total = answer.counts.totalItems ?? state.total
      if isFirst { state.isWhole = answer.isWhole }
      state.hasMore = answer.hasMore == true
      state.nextPath = answer.nextPath ?? state.nextPath
      state.pageSize = answer.pageSize(
        askedFor: limit, known: isFirst ? nil : state.pageSize)
      return state.repeats.isRepeated(
        by: answer, at: address, isFirst: isFirst, looksAtKeys: options.unheeded == nil || isBack)
    }
    if style == .cursor, !answer.canLeadOn, page.cursor == nil {
      throw PagingError(
        "{cursor} needs pages that are JSON objects and contain the next cursor", isRetryable: false
      )
    }
    if isRepeated { throw repeatsFirst }
  }

  /// Whether the keys of a page are unique only within the page; if so, items of all further pages
  /// are identified by their positions.
  ///
  /// Keys that the user has named, or that find the next page, are always used.
  private func hasLocalKeys(_ answer: Answer, at address: PageAddress) -> Bool {
    guard options.reader.id == nil, style != .last, answer.idField != nil else { return false }
    return state.withLock { state in
      guard !address.isFirst(from: options.firstPage) else {
        state.localKeys.note(first: answer)
        return false
      }
      guard state.localKeys.areLocal(keysOf: answer) else { return false }
      state.reader?.knownID = .some(nil)
      return true
    }
  }

  /// Whether a page without a cursor has a string that may be one, in which case the list must not
  /// end without an error.
  ///
  /// If the cursors of earlier pages have another name, the page is the last one, and the string is
  /// something else.
  private func hasDoubtfulCursor(_ answer: Answer) -> Bool {
    guard let path = answer.doubtfulPath, answer.hasMore == nil else { return false }
    return state.withLock { $0.nextPath.map { $0 == path } ?? true }
  }

  /// Whether a page repeats the last page, which some services send for everything after the end.
  ///
  /// - Throws: an error that is reported once for each page, if it is not certain that the list has
  ///   ended: if the page repeats the first page, because the service may then ignore the number;
  ///   if other pages imply that this page has other items; or if the items have no keys, because
  ///   the list then shows them again.
  private func isBehindEnd(_ answer: Answer, _ address: PageAddress) throws(PagingError) -> Bool {
    let isFirst = address.isFirst(from: options.firstPage)
    guard state.withLock({ $0.equal.isThird(answer, at: address, isFirst: isFirst) }) else {
      return false
    }
    let isBegun = state.withLock { $0.repeats.isBegun(by: answer) }
    if !isBegun, address.isNumbered, answer.hasKeys, !isCounted(address) { return true }
    guard state.withLock({ $0.repeats.isNews(address) }) else { return false }
    throw isBegun && style != .link ? repeatsFirst : .repeatsPage
  }

  /// The error for a page that begins with all items of the first page.
  private var repeatsFirst: PagingError {
    PagingError(
      options.unheeded
        ?? "this page repeats the first: does the \(options.asked) ignore {\(style)}?",
      isRetryable: false)
  }

  /// Whether the list may end before a page that the service does not have.
  private func mayEnd(at address: PageAddress, _ page: FetchedPage) -> Bool {
    guard !isCounted(address) else { return false }
    return !page.endsOnlyBehindTotal
      || state.withLock { $0.isWhole || $0.total != nil && $0.pageSize != nil }
  }

  /// Whether other pages imply that this page has items, in which case the list does not end if the
  /// page is missing.
  private func isCounted(_ address: PageAddress) -> Bool {
    let (total, size, hasMore) = state.withLock { ($0.total, $0.pageSize, $0.hasMore) }
    if hasMore { return true }
    switch address {
    case .offset(let offset): return total.map { offset < $0 } ?? false
    case .page(let number):
      guard let total, let size, size > 0 else { return false }
      return number - options.firstPage < total / size + (total % size > 0 ? 1 : 0)
    // A cursor comes from another page, which implies that the page at the cursor exists.
    case .cursor: return true
    case .last: return total != nil
    }
  }
}

extension [AnswerItem] {
  /// The items without a repeated first item, which some services send again when the items after a
  /// key are requested.
  fileprivate func following(_ key: AnswerKey?) -> [AnswerItem] {
    guard let key, first?.id.key == key else { return self }
    return Array(dropFirst())
  }
}

extension Answer {
  /// Whether more items follow: false if this is known to be the last page, and otherwise nil,
  /// because a flag for more items may always be true.
  fileprivate var saysEnd: Bool? { hasMore == false ? false : nil }

  /// Whether the answer has all items, according to its total.
  fileprivate var isWhole: Bool { counts.isWhole || counts.totalItems == items.count }

  /// Records that no more items follow if neither the answer nor the information that came with it
  /// has a link to the next page.
  fileprivate mutating func noteMissingLink(in page: FetchedPage) {
    guard hasMore == nil, !items.isEmpty, (page.links?.next ?? link?.text) == nil else { return }
    hasMore = false
  }

  /// The cursor of the next page.
  ///
  /// If an answer with items says that more follow but has no cursor, this is `.nowhere`, because a
  /// request without a cursor would load the first page again. An empty page that returns the
  /// requested cursor again is the end; services send such pages for lists that grow.
  fileprivate func leading(to next: AnswerCursor?, from asked: AnswerCursor?) -> AnswerCursor? {
    if items.isEmpty, next == asked { return nil }
    return next ?? (hasMore == true && !items.isEmpty ? .nowhere : nil)
  }

  /// The number of items on a page; nil if it is not known, as when this may be the only page.
  ///
  /// A stated size that equals the requested limit may merely repeat that limit, although the
  /// service sends fewer items. In that case the size of the fullest page is used.
  fileprivate func pageSize(askedFor limit: Int, known: Int?) -> Int? {
    if let said = counts.pageSize, said != limit || agrees(said) { return said }
    let hasOthers = counts.pages.map { $0 > 1 } ?? counts.items.map { $0 > items.count } ?? false
    guard hasOthers, !items.isEmpty else { return known ?? counts.pageSize }
    return max(items.count, known ?? 0)
  }

  /// Whether pages of this size would add up to the number of pages that the answer states.
  private func agrees(_ size: Int) -> Bool {
    guard let total = counts.items, let pages = counts.pages, size > 0 else { return false }
    return total / size + (total % size > 0 ? 1 : 0) == pages
  }
}

extension PageAddress {
  /// Whether the page is found by a number or an offset.
  fileprivate var isNumbered: Bool {
    switch self {
    case .page, .offset: true
    case .cursor, .last: false
    }
  }
}

extension PagingError {
  fileprivate static let isCircular = PagingError(
    "the next page is one that was already loaded: the list seems to end here", isRetryable: false)
  fileprivate static let repeatsPage = PagingError(
    "the same page was received three times: the list seems to end here", isRetryable: false)
  fileprivate static let hasNoKey = PagingError(
    "no field identifies the last item of the page: name one with --id", isRetryable: false)
  fileprivate static let leadsNowhere = PagingError(
    "the page has no cursor for the next one: name it with --next, or use {page}, {offset} or {last}",
    isRetryable: false)
}
