package import ByteStores
package import Feeds
import Paging
package import Records
package import TableUI
package import Terminal

/// What a reader asked of a viewer; the defaults are those of the command line.
nonisolated package struct ViewerOptions: Sendable {
  /// The numbers of the list.
  package var paging = PagingNumbers()
  /// Whether lines of text are numbered.
  package var showsLineNumbers = false
  /// Whether a long line goes on below the first, or else to the right.
  package var wrapsLines = true
  /// Whether it goes on there behind a blank, if it has one.
  package var wrapsAtBlanks = false
  /// The columns that tabs lead to.
  package var tabs = TabStops.usual
  /// Where the line stands that a jump leads to.
  package var jumpTarget = JumpTarget.top
  /// Whether colours and the like that a text brings along are shown.
  package var showsStyles = true
  /// Whether times and levels have colours where a text is a log.
  package var tintsLogs = true
  /// Whether a search takes capitals and small letters for the same.
  package var searchCase: SearchCase?
  /// What forbids all but reading what was named, if anything does.
  package var restriction: Restriction?
  /// Whether a text stays at its end as that grows.
  package var follows = false
  /// Whether a text that fits on one screen is only printed.
  package var quitsIfOneScreen = false
  /// Whether what was shown last is left on the terminal.
  package var leavesScreen = false
  /// How a text is read; as its content says where nil.
  package var format: RecordFormat?
  /// How the bytes of texts become characters.
  package var decoding = TextDecoding.recognized
  /// What `less` shows a file through, as `LESSOPEN` has it; asked where a file is no text.
  package var lessOpen: @Sendable () -> String? = { nil }
  /// What stays in sight of a text; as its content says where nil.
  package var header: HeaderChoice?
  /// What is said of comma-separated values.
  package var csv = CSVChoice()
  /// The columns of records that are shown or written, in this order; all where nil.
  package var columns: [String]?
  /// What only is shown or written, each as it may be typed after `&`.
  package var filters: [String] = []
  /// The times of which only is shown or written.
  package var span = TimeSpan()
  /// Whether the status says that nothing was found.
  package var failsWithoutMatch = false
  /// What is said for the options of sources, each of which reads its own.
  package var sourceValues = SourceValues()
  /// The address of the command line for whose service headers, a body and credentials are meant.
  package var firstAddress: [UInt8]?
  /// The databases of the command line, for which tables, queries and orders are meant.
  package var namedDatabases: Set<DatabaseAddress> = []
  /// In which zone times of records are shown.
  package var times = TimeZoneUse.source
  /// Whether the plain form writes JSON objects.
  package var writesJSON = false
  /// How many items the plain form writes at most.
  package var limit: Int?

  package init() {}

  /// How the bytes of a line are shown.
  var lineRules: LineRules { LineRules(tabs: tabs, showsStyles: showsStyles) }
}

/// What stays in sight.
nonisolated extension ViewerOptions {
  /// Takes `L`, `L,C` or `none`, as `less --header` has it; says whether it is one of these.
  package mutating func takeHeader(_ text: String) -> Bool {
    if text == "none" {
      (header, csv.header) = (HeaderChoice(lines: 0), CSVChoice.Header.none)
      return true
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...2).contains(parts.count), let lines = parts[0], (0...1_000).contains(lines) else {
      return false
    }
    guard let columns = parts.count == 2 ? parts[1] : 0, (0...1_000).contains(columns),
      lines + columns > 0
    else { return false }
    header = HeaderChoice(lines: lines, columns: columns)
    if lines > 0 { csv.header = .line(lines) }
    return true
  }
}

/// How texts are encoded.
nonisolated extension ViewerOptions {
  /// Takes the name of an encoding; says whether it may be one.
  package mutating func takeEncoding(named text: String) -> Bool {
    guard let encoding = TextEncoding(named: text) else { return false }
    decoding = .named(encoding)
    return true
  }

  /// The encoding that another program has to decode, by its name; nil where none does.
  package var decodingProgram: String? {
    if case .named(.program(let name)) = decoding { name } else { nil }
  }

  /// Lets the bytes of a text stay what they are, unless something asks about its characters.
  package mutating func passBytesOn() {
    let asks = writesJSON || !filters.isEmpty || span.isLimited || columns != nil
    if decoding == .recognized, !asks { decoding = .none }
  }
}

/// The line of the screen that a jump puts its line on, as `less -j` has it.
nonisolated package struct JumpTarget: Hashable, Sendable {
  /// The first line, which is the default.
  package static let top = JumpTarget(place: .line(1))

  private enum Place: Hashable {
    /// From 1.
    case line(Int)
    /// From 0 to 1, down from the top.
    case share(Double)
  }
  private let place: Place
  private let isFromBottom: Bool

  private init(place: Place, isFromBottom: Bool = false) {
    (self.place, self.isFromBottom) = (place, isFromBottom)
  }

  /// Reads a number, or a share that begins with a point, with a minus before it where it counts from the bottom; nil of
  /// anything else.
  package init?(_ text: String) {
    let isFromBottom = text.hasPrefix("-")
    let number = text.dropFirst(isFromBottom ? 1 : 0)
    if number.hasPrefix("."), let share = Double("0\(number)") {
      self.init(place: .share(share), isFromBottom: isFromBottom)
    } else if let line = Int(number), number.first != "+" {
      self.init(place: .line(max(1, line)), isFromBottom: isFromBottom)
    } else {
      return nil
    }
  }

  /// How many lines stand above it on a screen.
  func linesAbove(of lines: Int) -> Int {
    let above =
      switch place {
      case .line(let line): line - 1
      case .share(let share): Int(Double(lines) * share)
      }
    return max(0, min(lines - 1, isFromBottom ? lines - 1 - above : above))
  }
}

extension Restriction {
  /// What a reader is told who asks for something on the screen.
  package func message(_ what: String) -> Message { Message(words(what), .failure) }
}
