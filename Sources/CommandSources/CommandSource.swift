public import Answers
public import Paging

/// The pages of a command that is run once for each.
///
///     let template = try CommandTemplate("git log --oneline --skip {offset} -n {limit}")
///     let source = CommandSource(template)
///
/// The placeholder says how pages are found, as `PagedAnswers` describes it.
///
/// Cost: a process group for each page, and its answer in memory.
public struct CommandSource: PagingSource {
  /// What is run.
  public let template: CommandTemplate
  private let pages: CommandPages
  private let answers: PagedAnswers

  /// Creates a source; a command without a placeholder has one page.
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

  /// Several pages at once, and any item by its number, where pages have numbers or offsets.
  public var traits: PagingTraits { answers.traits }

  /// Runs the command for a page, or for several at once.
  ///
  /// When the task is cancelled, the process group is ended. A page that is remembered costs no run.
  ///
  /// - Throws: why it cannot be run, how it has failed, or what is wrong with what it has printed; that it was stopped,
  ///   by the task's cancellation or by `stop()`.
  public func load(
    _ request: PageRequest<PageCursor>
  ) async throws(PagingError) -> Page<AnswerItem, PageCursor> {
    try await answers.load(request)
  }

  /// A page that the command has printed and that is remembered; nil where none is, and then nothing is run.
  public func cachedPage(for request: PageRequest<PageCursor>) -> Page<AnswerItem, PageCursor>? {
    answers.cachedPage(for: request)
  }

  /// What was found in the answer that came last, and why; nil before the first.
  public var explanation: String? { answers.explanation }

  /// The columns of rows of comma-separated values, once the first page has come; nil where there are none.
  public var rows: AnswerRows? { answers.rows }

  /// How often the command was run, runs that failed or were stopped among them.
  public var runCount: Int { pages.runCount }

  /// Ends what runs, and runs nothing from now on.
  ///
  /// It does not wait. What does not end by itself is killed after a second, also where this program is gone by then.
  /// A second call does nothing more.
  public func stop() { pages.stop() }
}

extension CommandTemplate {
  /// How its pages are found; a command without a placeholder has one.
  fileprivate var style: PagedAnswers.Style {
    switch way {
    case .offset: .offset
    case .cursor: .cursor
    case .last: .last
    case .page, .limit, nil: .page
    }
  }
}

/// How a command is run, and how what it prints is read.
public struct CommandOptions: Sendable {
  /// How answers are read, and pages counted.
  public var answers = PagedAnswers.Options()
  /// How long a command may print nothing before it is ended and its load fails; 60 seconds by default.
  public var timeout = Duration.seconds(60)

  /// Whether each failure is one that may be tried again by itself; by default only that of a command which
  /// says so, by status 75 (EX_TEMPFAIL of sysexits(3)), because a command may do more than print.
  public var retriesFailures = false

  /// Creates options with their defaults.
  public init() { answers.asked = "command" }
}
