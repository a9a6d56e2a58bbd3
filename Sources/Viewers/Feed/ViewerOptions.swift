package import ByteStores
package import Feeds
import Paging
package import Records
package import TableUI
package import Terminal

/// The reader's options for a viewer; the defaults are those of the command line.
nonisolated package struct ViewerOptions: Sendable {
  /// The options for paging, such as the page size.
  package var paging = PagingNumbers()
  /// Whether lines are numbered.
  package var showsLineNumbers = false
  /// Whether long lines are wrapped; otherwise the screen scrolls sideways.
  package var wrapsLines = true
  /// Whether lines are wrapped at blanks if possible.
  package var wrapsAtBlanks = false
  /// The tab stops.
  package var tabs = TabStops.usual
  /// The line of the screen on which the target of a jump is shown.
  package var jumpTarget = JumpTarget.top
  /// Whether colors and other styles of a text are shown.
  package var showsStyles = true
  /// Whether times and levels of logs are colored.
  package var tintsLogs = true
  /// How searches treat case; nil for the default.
  package var searchCase: SearchCase?
  /// The restriction of the program, if any.
  package var restriction: Restriction?
  /// Whether the end of a growing text is followed.
  package var follows = false
  /// Whether text that fits on one screen is only printed.
  package var quitsIfOneScreen = false
  /// Whether the last screen is left on the terminal.
  package var leavesScreen = false
  /// The format of a text; nil to recognize it.
  package var format: RecordFormat?
  /// The encoding of texts.
  package var decoding = TextDecoding.recognized
  /// The value of `LESSOPEN`: the command that shows files that are not text; evaluated on demand.
  package var lessOpen: @Sendable () -> String? = { nil }
  /// The value of `LESSCLOSE`: the command that is run when such a file is closed; evaluated on
  /// demand.
  package var lessClose: @Sendable () -> String? = { nil }
  /// The lines and columns that stay on the screen; nil to recognize them.
  package var header: HeaderChoice?
  /// The dialect of comma-separated values, as far as the reader has chosen it.
  package var csv = CSVChoice()
  /// The columns that are shown or written, in this order; nil for all columns.
  package var columns: [String]?
  /// The filters, in the form typed after `&`.
  package var filters: [String] = []
  /// The time span to which a text is limited.
  package var span = TimeSpan()
  /// Whether the exit status shows that nothing was found.
  package var failsWithoutMatch = false
  /// The values of options of sources, which each source parses itself.
  package var sourceValues = SourceValues()
  /// The first address on the command line; headers, body and credentials are meant for its
  /// service.
  package var firstAddress: [UInt8]?
  /// The databases on the command line, to which options for tables, queries and orders apply.
  package var namedDatabases: Set<DatabaseAddress> = []
  /// The time zone in which times of records are shown.
  package var times = TimeZoneUse.source
  /// The starting position of the first list on the command line; nil for the start.
  package var start: StartPosition?
  /// Whether the plain form writes JSON objects.
  package var writesJSON = false
  /// The maximum number of items in the plain form.
  package var limit: Int?

  package init() {}

  /// The rules for showing the bytes of a line.
  var lineRules: LineRules { LineRules(tabs: tabs, showsStyles: showsStyles) }
}

/// The lines and columns that stay on the screen.
nonisolated extension ViewerOptions {
  /// Parses `L`, `L,C`, `,C` or `none`, as in `less --header`; returns false if the value is
  /// invalid.
  ///
  /// A missing number is 0.
  package mutating func takeHeader(_ text: String) -> Bool {
    if text == "none" {
      (header, csv.header) = (HeaderChoice(lines: 0), CSVChoice.Header.none)
      return true
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map {
      $0.isEmpty ? 0 : Int($0)
    }
    guard !text.isEmpty, text != ",", (1...2).contains(parts.count), let lines = parts[0],
      let columns = parts.count == 2 ? parts[1] : 0, (0...1_000).contains(lines),
      (0...1_000).contains(columns)
    else { return false }
    header = HeaderChoice(lines: lines, columns: columns)
    if lines > 0 { csv.header = .line(lines) }
    return true
  }
}

/// The encoding of texts.
nonisolated extension ViewerOptions {
  /// Parses the name of an encoding; returns false if it cannot be such a name.
  package mutating func takeEncoding(named text: String) -> Bool {
    guard let encoding = TextEncoding(named: text) else { return false }
    decoding = .named(encoding)
    return true
  }

  /// The name of an encoding that is decoded by another program; nil for any other encoding.
  package var decodingProgram: String? {
    if case .named(.program(let name)) = decoding { name } else { nil }
  }

  /// Whether the name of the encoding is known.
  ///
  /// Cost: a run of iconv(1), if it decodes the encoding.
  package var isEncodingKnown: Bool {
    if case .named(let encoding) = decoding { encoding.isKnown } else { true }
  }

  /// Turns decoding off, so that the bytes of a text stay unchanged, unless an option needs the
  /// decoded text.
  package mutating func passBytesOn() {
    let asksForLines = limit != nil || showsLineNumbers || !filters.isEmpty || span.isLimited
    let asksForRecords = writesJSON || columns != nil || asksForCSV
    if decoding == .recognized, !asksForLines, !asksForRecords { decoding = .none }
  }

  private var asksForCSV: Bool {
    if case .csv? = format { return true }
    return csv.delimiter != nil
  }

  /// Returns these options for a text with the given starting position; unless the position is nil,
  /// the text is decoded, because finding the position requires its lines.
  func starting(at start: StartPosition?) -> ViewerOptions {
    guard start != nil, decoding == .none else { return self }
    var options = self
    options.decoding = .recognized
    return options
  }
}

/// The line of the screen on which the target of a jump is shown, as in `less -j`.
nonisolated package struct JumpTarget: Hashable, Sendable {
  /// The first line, which is the default.
  package static let top = JumpTarget(place: .line(1))

  private enum Place: Hashable {
    /// A line, from 1.
    case line(Int)
    /// A fraction of the screen's height, from 0 to 1.
    case share(Double)
  }
  private let place: Place
  private let isFromBottom: Bool

  private init(place: Place, isFromBottom: Bool = false) {
    (self.place, self.isFromBottom) = (place, isFromBottom)
  }

  /// Parses a number, or a fraction that begins with a dot; with a minus sign, it counts from the
  /// bottom.
  ///
  /// The result is nil for anything else.
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

  /// Returns the number of lines above the target, on a screen with the given number of lines.
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
  /// Returns the message for a forbidden action on the screen.
  package func message(_ what: String) -> Message { Message(words(what), .failure) }
}
