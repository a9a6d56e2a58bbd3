import ByteStores
import FileSources
import Records

/// A counter of the numbered items of a text: its lines, or its records if these are shown.
nonisolated struct ItemCounter: Sendable {
  private enum Unit {
    /// Lines are counted; `before` is the number of lines before the first shown one, such as a
    /// header.
    case lines(LineCounter, before: Int)
    case records(RecordCounter, RecordDecoder)
  }

  private let unit: Unit
  let file: FileStore

  /// - Parameter reading: parses the records; nil to count lines.
  init(of file: FileStore, _ reading: RecordDecoder? = nil) {
    self.file = file
    if let reading {
      unit = .records(RecordCounter(of: file, reading), reading)
    } else {
      unit = .lines(LineCounter(of: file), before: Self.linesBefore(file))
    }
  }

  /// Returns the number of skipped lines, such as header lines, that the file does not count as
  /// dropped.
  private static func linesBefore(_ file: FileStore) -> Int {
    let dropped = file.dropped
    guard dropped.bytes > 0, dropped.lineFeeds == 0 else { return 0 }
    return (try? file.lineFeedCount(in: 0..<file.countedStart)) ?? 0
  }

  /// The format of the counted records; nil for lines.
  var format: RecordFormat? {
    if case .records(_, let reading) = unit { reading.format } else { nil }
  }

  /// Returns the number of the item at a position.
  func number(of place: FileOffset) async throws(FileError) -> Int {
    switch unit {
    case .lines(let counter, let before): try await counter.count(before: place) + before + 1
    case .records(let counter, _): try await counter.count(before: place) + 1
    }
  }

  /// The number of the first item; nil if it has to be counted.
  var firstNumber: Int? {
    guard file.countedStart == file.start else { return nil }
    return switch unit {
    case .lines(_, let before): file.dropped.lineFeeds + before + 1
    case .records: file.dropped.lineFeeds == 0 ? 1 : nil
    }
  }

  func place(
    of number: Int, progress: @escaping LineCounter.Progress
  ) async throws(FileError) -> FileOffset? {
    switch unit {
    case .lines(let counter, let before):
      try await counter.place(ofLine: max(1, number - before), progress: progress)
    case .records(let counter, _): try await counter.place(ofRecord: number, progress: progress)
    }
  }

  func total(progress: @escaping LineCounter.Progress) async throws(FileError) -> Int {
    switch unit {
    case .lines(let counter, let before): try await counter.lineCount(progress: progress) + before
    case .records(let counter, _): try await counter.recordCount(progress: progress)
    }
  }

  /// Returns the difference between the number of an item and that of the next one.
  func step(over line: TextLine) -> Int {
    guard case .records(_, let reading) = unit else { return line.lineFeedCount }
    return line.isContinued || isBlank(line, reading) ? 0 : 1
  }

  private func isBlank(_ line: TextLine, _ reading: RecordDecoder) -> Bool {
    !line.isContinuation && reading.isBlank(line.bytes)
  }
}
