import ByteStores
import Feeds
import Records

/// What is said of the first of the faults of a text of records.
nonisolated struct RecordFaultMessage {
  private let fault: RecordFault
  private let count: Int

  /// - Parameter count: how many faults there are.
  init(_ fault: RecordFault, of count: Int) { (self.fault, self.count) = (fault, count) }

  /// The end of a run that has written all that can be read.
  func failure(_ feed: TextFeed) -> Failure {
    .source("\(feed.title): \(words(in: feed.file))")
  }

  /// The fault, and where it is.
  func words(in file: FileStore) -> String { "\(fault.problem) at \(place(in: file))\(others)" }

  private var others: String { count > 1 ? ", the first of \(count) faults" : "" }

  /// Its line, where what is before it can still be read, and its byte, both from 1.
  private func place(in file: FileStore) -> String {
    let byte = "byte \(fault.offset + 1)"
    let dropped = file.dropped
    guard fault.offset >= dropped.bytes,
      let feeds = try? file.lineFeedCount(in: dropped.bytes..<fault.offset)
    else { return byte }
    return "line \(dropped.lineFeeds + feeds + 1), \(byte)"
  }
}
