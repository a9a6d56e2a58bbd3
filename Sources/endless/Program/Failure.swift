import FileSources
import Paging
import Timeline

/// Why the program cannot go on: a line for the reader, and the exit status of the contract.
struct Failure: Error {
  let text: String
  let status: Int32

  private init(text: String, status: Int32) {
    self.text = text
    self.status = status
  }

  /// The source failed.
  static func source(_ text: String) -> Failure { Failure(text: text, status: 1) }
  /// Wrong usage or configuration.
  static func usage(_ text: String) -> Failure { Failure(text: text, status: 2) }
  /// A failure that may pass if tried again.
  static func passing(_ text: String) -> Failure { Failure(text: text, status: 3) }

  /// A file cannot be read or counted.
  init(_ error: FileError) {
    self = error.mayPass ? .passing(error.description) : .source(error.description)
  }

  /// The timeline cannot be opened.
  init(_ error: TimelineError) {
    self = error.mayPass ? .passing(error.description) : .source(error.description)
  }

  /// A load failed.
  init(_ error: PagingError) {
    self = error.mayPass ? .passing(error.description) : .source(error.description)
  }
}
