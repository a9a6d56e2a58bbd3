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
  /// The columns that tabs lead to.
  package var tabs = TabStops.usual
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
  /// How a text is read; as its content says where nil.
  package var format: RecordFormat?
  /// What is said of comma-separated values.
  package var csv = CSVChoice()
  /// The columns of records that are shown or written, in this order; all where nil.
  package var columns: [String]?
  /// What is said for the options of sources, each of which reads its own.
  package var sourceValues = SourceValues()
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

extension Restriction {
  /// What a reader is told who asks for something on the screen.
  package func message(_ what: String) -> Message { Message(words(what), .failure) }
}
