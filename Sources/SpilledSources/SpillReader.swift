import Paging

/// A reader that answers requests from the file if the page was loaded before, and otherwise from
/// the source.
actor SpillReader<Source: PagingSource> {
  typealias Answer = Page<Source.Item, SpillCursor>

  /// The validator of the first page of a source that is asked only once, whose start cannot
  /// change.
  private static var validator: String { "kept" }

  let source: Source
  let asksAgain: Bool
  /// Whether a source that is asked only once can begin again before its first page has arrived.
  let restarts: Bool
  let executor: (any TaskExecutor)?
  var pages: SpilledPages<Source.Item, Source.Cursor>
  /// The current load of a source that is asked only once, its number, and the tasks that wait for
  /// it.
  var reading: Task<Void, Never>?
  var readingNumber = 0
  var waiters: [Int: AsyncStream<Result<Answer, PagingError>>.Continuation] = [:]
  var waiterCount = 0
  /// A page that arrived but could not be stored.
  var unkept: (page: Page<Source.Item, Source.Cursor>, previous: Int?)?

  init(
    _ source: Source, asksAgain: Bool, restarts: Bool, executor: (any TaskExecutor)?,
    pages: consuming SpilledPages<Source.Item, Source.Cursor>
  ) {
    self.source = source
    (self.asksAgain, self.restarts, self.executor) = (asksAgain, restarts, executor)
    self.pages = pages
  }

  deinit { reading?.cancel() }

  func load(_ request: PageRequest<SpillCursor>) async throws(PagingError) -> Answer {
    switch request.position {
    case .start: return try await start(request)
    case .before(let cursor): return try page(before: cursor.page)
    case .after(let cursor): return try await page(after: cursor.page, request)
    case .end, .number:
      throw PagingError(
        "this source can only be opened at its start", isRetryable: false)
    }
  }

  /// The first page, or the oldest stored page if the first was overwritten; with `asksAgain`, the
  /// page at the source's current start.
  private func start(_ request: PageRequest<SpillCursor>) async throws(PagingError) -> Answer {
    if asksAgain { return try await ask(request, at: .start, after: nil) }
    var answer: Answer
    if let first = pages.oldest {
      // If the start was overwritten, a refresh must not report later items as new.
      if request.validator == Self.validator { return .unchanged }
      answer = try kept(first)
    } else {
      answer = try await ask(request, at: .start, after: nil)
    }
    answer.validator = Self.validator
    return answer
  }

  private func page(before number: Int) throws(PagingError) -> Answer {
    if let previous = pages.number(before: number), let page = try pages.page(previous) {
      return page
    }
    if asksAgain { throw .tooFarBack }
    // Restarting from the oldest stored page would show less than before. Therefore the error is
    // not an expired cursor: the list is already at the start of the stored pages.
    let lost = pages.lostCount == 1 ? "item was" : "\(pages.lostCount) items were"
    throw PagingError("the oldest \(lost) dropped", isRetryable: false)
  }

  private func page(
    after number: Int, _ request: PageRequest<SpillCursor>
  ) async throws(PagingError) -> Answer {
    if let next = pages.number(after: number) { return try kept(next) }
    switch pages.tail(number) {
    case .more(let own), .unknown(let own):
      return try await ask(request, at: .after(own), after: number)
    case .end: throw PagingError("nothing follows the last page", isRetryable: false)
    case nil: throw .tooFarBack
    }
  }

  private func kept(_ number: Int) throws(PagingError) -> Answer {
    guard let page = try pages.page(number) else { throw .tooFarBack }
    return page
  }

  private func ask(
    _ request: PageRequest<SpillCursor>, at position: PageRequest<Source.Cursor>.Position,
    after previous: Int?
  ) async throws(PagingError) -> Answer {
    let own = PageRequest(
      reason: request.reason, position: position, count: request.count,
      validator: asksAgain ? request.validator : nil, isUpdate: request.isUpdate,
      overrulesWait: request.overrulesWait)
    guard asksAgain else { return try await readOnce(own, after: previous) }
    let page = try await Self.answer(to: own, from: source).get()
    return page.isUnchanged ? .unchanged : try pages.keep(page, after: previous)
  }

  /// Loads from the source off the actor, so that the file can be read during the load.
  @concurrent static func answer(
    to request: PageRequest<Source.Cursor>, from source: Source
  ) async -> Result<Page<Source.Item, Source.Cursor>, PagingError> {
    do throws(PagingError) { return .success(try await source.load(request)) } catch {
      return .failure(error)
    }
  }
}

extension PagingError {
  fileprivate static var tooFarBack: PagingError {
    PagingError(
      "this page is gone: newer pages have overwritten it", isRetryable: false, hasExpired: true)
  }
}

/// Functions that read a source that answers no request twice.
///
/// The only possible request is for the page after the newest page. Therefore there is a single
/// load, shared by all tasks that wait for it. It is not cancelled with the request that started
/// it, because the source might discard the data it has read. The page that it returns is stored
/// even if no task is waiting for it any longer. The exception is the first load of a source that
/// can begin again, which is cancelled when no task waits for it.
extension SpillReader {
  /// Loads the page after the newest page.
  ///
  /// - Throws: the error of the source, or an error if the page cannot be stored or the task is
  ///   cancelled.
  func readOnce(
    _ request: PageRequest<Source.Cursor>, after previous: Int?
  ) async throws(PagingError) -> Answer {
    if let unkept { return try keep(unkept) }
    let (answers, waiter) = AsyncStream<Result<Answer, PagingError>>.makeStream()
    waiterCount += 1
    let number = waiterCount
    waiters[number] = waiter
    defer { waiters[number] = nil }
    if reading == nil { reading = read(request, after: previous) }
    // The stream ends if the task is cancelled.
    for await answer in answers { return try answer.get() }
    waiters[number] = nil
    if restarts, previous == nil, waiters.isEmpty { stopReading() }
    throw PagingError("the load was stopped", isRetryable: true)
  }

  private func stopReading() {
    reading?.cancel()
    reading = nil
  }

  /// Starts the load without retaining the reader, so that the load is cancelled when nothing else
  /// refers to the reader.
  private func read(
    _ request: PageRequest<Source.Cursor>, after previous: Int?
  ) -> Task<Void, Never> {
    readingNumber += 1
    let number = readingNumber
    return Task(executorPreference: executor) { [weak self, source] in
      let result = await Self.answer(to: request, from: source)
      await self?.finishReading(number, result, after: previous)
    }
  }

  /// Ends the load with a number, and passes its result to all waiting tasks; the result of a load
  /// that was stopped is dropped.
  private func finishReading(
    _ number: Int, _ result: Result<Page<Source.Item, Source.Cursor>, PagingError>,
    after previous: Int?
  ) {
    guard reading != nil, number == readingNumber else { return }
    reading = nil
    let answer = result.flatMap { page in
      Result { () throws(PagingError) in try keep((page, previous)) }
    }
    for waiter in waiters.values {
      waiter.yield(answer)
      waiter.finish()
    }
  }

  /// Stores a page that arrived; if that fails, the page is kept in memory for the next request.
  private func keep(
    _ new: (page: Page<Source.Item, Source.Cursor>, previous: Int?)
  ) throws(PagingError) -> Answer {
    unkept = new
    let answer = try pages.keep(new.page, after: new.previous)
    unkept = nil
    return answer
  }
}
