public import Answers
public import Paging

/// The pages of a command that is run once for each.
///
///     let template = try CommandTemplate("git log --oneline --skip {offset} -n {limit}")
///     let source = CommandSource(template)
///
/// The placeholder says how pages are found: `{page}` and `{offset}` by numbers, several at once, `{cursor}` by what the
/// page before says, `{last}` by the identity of its last item. The end is a page without items; with `{cursor}` one
/// that names no other; and with `{limit}` beside another than `{cursor}` one with fewer items than that.
///
/// Cost: a process group for each page, and its answer in memory.
public struct CommandSource: PagingSource {
  /// What is run.
  public let template: CommandTemplate
  private let pages: CommandPages
  private let way: Way

  /// The adapter by which its pages are found.
  private enum Way {
    case page(PageNumberSource<AnswerItem>)
    case offset(OffsetSource<AnswerItem>)
    case cursor(TokenSource<AnswerItem>)
    case last(ExclusiveKeySource<AnswerItem, String>)
  }

  /// Creates a source; a command without a placeholder has one page.
  public init(_ template: CommandTemplate, _ options: CommandOptions = CommandOptions()) {
    self.template = template
    let pages = CommandPages(template, options)
    self.pages = pages
    way = Self.way(template, options, pages)
  }

  private static func way(
    _ template: CommandTemplate, _ options: CommandOptions, _ pages: CommandPages
  ) -> Way {
    let shortPageEnds = template.placeholders.contains(.limit)
    switch template.way {
    case .offset:
      var source = OffsetSource<AnswerItem>(shortPageEnds: shortPageEnds) {
        offset, limit throws(PagingError) in
        OffsetPage(items: try await pages.answer(.offset(offset), limit).items)
      }
      source.pagesAtOnce = options.pagesAtOnce
      return .offset(source)
    case .cursor:
      return .cursor(
        TokenSource { token, count throws(PagingError) in
          let answer = try await pages.answer(.cursor(token), count)
          return TokenPage(items: answer.items, next: answer.next)
        })
    case .last:
      return .last(
        ExclusiveKeySource(key: { $0.id.key }, shortPageEnds: shortPageEnds) {
          key, count throws(PagingError) in
          KeyedPage(items: try await pages.answer(.last(key), count).items)
        })
    case .page, .limit, nil:
      var source = PageNumberSource<AnswerItem>(
        firstPage: options.firstPage, shortPageEnds: shortPageEnds
      ) { number, size throws(PagingError) in
        NumberedPage(items: try await pages.answer(.page(number), size).items)
      }
      source.pagesAtOnce = options.pagesAtOnce
      return .page(source)
    }
  }

  /// Several pages at once where they have numbers.
  public var traits: PagingTraits {
    switch way {
    case .page(let source): source.traits
    case .offset(let source): source.traits
    case .cursor(let source): source.traits
    case .last(let source): source.traits
    }
  }

  /// Runs the command for a page, or for several at once.
  ///
  /// When the task is cancelled, the process group is ended.
  ///
  /// - Throws: why it cannot be run, how it has failed, or what is wrong with what it has printed.
  public func load(
    _ request: PageRequest<CommandCursor>
  ) async throws(PagingError) -> Page<AnswerItem, CommandCursor> {
    do throws(PagingError) {
      return try await page(request)
    } catch {
      pages.noteFailure()
      throw error
    }
  }

  private func page(
    _ request: PageRequest<CommandCursor>
  ) async throws(PagingError) -> Page<AnswerItem, CommandCursor> {
    switch way {
    case .page(let source):
      try await source.load(
        request.mapping { if case .page(let cursor) = $0 { cursor } else { nil } }
      )
      .mapping(CommandCursor.page)
    case .offset(let source):
      try await source.load(
        request.mapping { if case .offset(let cursor) = $0 { cursor } else { nil } }
      ).mapping(CommandCursor.offset)
    case .cursor(let source):
      try await source.load(
        request.mapping { if case .cursor(let cursor) = $0 { cursor } else { nil } }
      ).mapping(CommandCursor.cursor)
    case .last(let source):
      try await source.load(request.mapping { if case .last(let key) = $0 { key } else { nil } })
        .mapping(CommandCursor.last)
    }
  }

  /// What was found in the answer that came last, and why; nil before the first.
  public var explanation: String? { pages.explanation }

  /// The columns of rows of comma-separated values, once the first page has come; nil where there are none.
  public var rows: AnswerRows? { pages.rows }

  /// How often the command was run.
  public var runCount: Int { pages.runCount }

  /// Ends what runs, and runs nothing from now on.
  ///
  /// It does not wait. What does not end by itself is killed after a second, also where this program is gone by then.
  public func stop() { pages.stop() }
}
