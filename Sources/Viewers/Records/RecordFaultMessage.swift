import ByteStores
import Feeds
import Records

/// The message about the first error in the records of a text.
nonisolated struct RecordFaultMessage {
  private let fault: RecordFault
  private let count: Int

  /// - Parameter count: the number of errors.
  init(_ fault: RecordFault, of count: Int) { (self.fault, self.count) = (fault, count) }

  /// Returns the failure to report when everything has been written.
  func failure(_ feed: TextFeed) -> Failure {
    .source("\(feed.title): \(words(in: feed.file))")
  }

  /// Returns the error and its position.
  func words(in file: FileStore) -> String { "\(fault.problem) at \(place(in: file))\(others)" }

  private var others: String { count > 1 ? ", the first of \(count) errors" : "" }

  /// Returns the line, if it can be counted, and the offset in bytes, both from 1.
  private func place(in file: FileStore) -> String {
    let byte = "byte \(fault.offset + 1)"
    let dropped = file.dropped
    guard fault.offset >= dropped.bytes,
      let feeds = try? file.lineFeedCount(in: dropped.bytes..<fault.offset)
    else { return byte }
    return "line \(dropped.lineFeeds + feeds + 1), \(byte)"
  }
}
