/// How the records of a text are shown; `t` goes from each to the next.
enum RecordForm {
  /// As lines of a log, where they are records of one.
  case log
  case columns
  /// As they are written.
  case text

  /// The one after it.
  ///
  /// - Parameter hasLog: whether the records are those of a log.
  func next(hasLog: Bool) -> RecordForm {
    switch self {
    case .log: .columns
    case .columns: .text
    case .text: hasLog ? .log : .columns
    }
  }

  /// What the help says of going there.
  var title: String {
    switch self {
    case .log: "show the records as lines of a log"
    case .columns: "show columns"
    case .text: "show the text of the records"
    }
  }

  /// What is said when it is shown.
  var message: String {
    switch self {
    case .log: "records as lines of a log"
    case .columns: "records in columns"
    case .text: "records as they are written"
    }
  }
}
