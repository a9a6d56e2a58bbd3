import Paging

/// How a source is read that answers no request twice.
///
/// At any time it can be asked for one page alone, the one after the newest. So there is one load,
/// whoever waits for it, and it is not cancelled with the request that began it: the source might
/// throw away what it has read. Its page is kept, also where nothing waits for it any more.
extension SpillReader {
  /// The page after the newest.
  ///
  /// - Throws: what the source throws, why the page cannot be kept, or that the task was cancelled.
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
    // The task's cancellation ends the stream.
    for await answer in answers { return try answer.get() }
    throw PagingError("the load was stopped", isRetryable: true)
  }

  /// Does not hold the reader meanwhile, so that the source is stopped when nothing refers to it.
  private func read(
    _ request: PageRequest<Source.Cursor>, after previous: Int?
  ) -> Task<Void, Never> {
    Task(executorPreference: executor) { [weak self, source] in
      let result = await Self.answer(to: request, from: source)
      await self?.take(result, after: previous)
    }
  }

  private func take(
    _ result: Result<Page<Source.Item, Source.Cursor>, PagingError>, after previous: Int?
  ) {
    reading = nil
    let answer = result.flatMap { page in
      Result { () throws(PagingError) in try keep((page, previous)) }
    }
    for waiter in waiters.values {
      waiter.yield(answer)
      waiter.finish()
    }
  }

  /// Keeps a page that has come; one that cannot be kept now is there for the next request.
  private func keep(
    _ new: (page: Page<Source.Item, Source.Cursor>, previous: Int?)
  ) throws(PagingError) -> Answer {
    unkept = new
    let answer = try pages.keep(new.page, after: new.previous)
    unkept = nil
    return answer
  }
}
