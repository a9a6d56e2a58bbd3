public import Answers
public import Paging

/// A source whose pages are the output of a command, which is run once for each page.
///
///     let template = try CommandTemplate("git log --oneline --skip {offset} -n {limit}")
///     let source = CommandSource(template)
///
/// The placeholder determines how pages are found; see `PagedAnswers`.
///
/// Cost: one process group for each page, whose output is held in memory.
public struct CommandSource: PagingSource {
  /// The command that is run.
  public let template: CommandTemplate
  private let pages: CommandPages
  private let answers: PagedAnswers

  /// Creates a source; a command without a placeholder has a single page.
  ///
  /// Nothing is run before the first load.
  public init(_ template: CommandTemplate, _ options: CommandOptions = CommandOptions()) {
    self.template = template
    let pages = CommandPages(template, options)
    self.pages = pages
    answers = PagedAnswers(template.style, options.answers) { address, limit throws(PagingError) in
      try await pages.printed(for: address, limit)
    }
  }

  /// The abilities of the source: with page numbers or offsets, it loads several pages at once and
  /// can open the list at an item by its number.
  public var traits: PagingTraits { answers.traits }

  /// Runs the command for a page, or for several pages at once; kept pages need no run.
  ///
  /// If the task is cancelled, the process group is terminated.
  ///
  /// - Throws: an error if the command cannot be run, if it fails, if its output is invalid, or if
  ///   it was stopped by a cancellation or by `stop()`.
  public func load(
    _ request: PageRequest<PageCursor>
  ) async throws(PagingError) -> Page<AnswerItem, PageCursor> {
    try await answers.load(request)
  }

  /// A page that is kept from an earlier run; nil if none is kept.
  public func cachedPage(for request: PageRequest<PageCursor>) -> Page<AnswerItem, PageCursor>? {
    answers.cachedPage(for: request)
  }

  /// A description of how the latest output was parsed; nil before the first output.
  public var explanation: String? { answers.explanation }

  /// The columns of comma-separated values, known after the first page; nil for other formats.
  public var rows: AnswerRows? { answers.rows }

  /// The number of runs, including those that failed or were stopped.
  public var runCount: Int { pages.runCount }

  /// Terminates all runs and prevents further ones.
  ///
  /// It returns immediately. A process that ignores the signal is killed after a second, even if
  /// this program has exited by then. Further calls have no effect.
  public func stop() { pages.stop() }
}

extension CommandTemplate {
  /// The way in which pages are found; a command without a placeholder has a single page.
  fileprivate var style: PagedAnswers.Style {
    switch way {
    case .offset: .offset
    case .cursor: .cursor
    case .last: .last
    case .page, .limit, nil: .page
    }
  }
}

/// Options for running a command and parsing its output.
public struct CommandOptions: Sendable {
  /// Options for parsing answers and counting pages.
  public var answers = PagedAnswers.Options()
  /// The maximum time without output, after which the command is terminated and the load fails; 60
  /// seconds by default.
  public var timeout = Duration.seconds(60)

  /// Whether every failure of the command may be retried automatically.
  ///
  /// By default a command that has failed is run again only if its status is 75 (EX_TEMPFAIL of
  /// sysexits(3)), because running a command again may have side effects.
  public var retriesFailures = false

  /// Creates options with default values.
  public init() { answers.asked = "command" }
}
