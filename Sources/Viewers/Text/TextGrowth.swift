import ByteStores
import EventLoop
import FileSources

/// A watch that reports when the file or stream of a text may have grown or been replaced.
final class TextGrowth {
  /// The minimum time between two reports; thirty frames per second are enough for text that is
  /// scrolling past.
  static let pause = Duration.milliseconds(33)
  /// The interval for checking a file whose changes the system does not report.
  private static let pollInterval = Duration.seconds(1)

  private let loop: MainLoop
  private let onNews: () -> Void
  private var path: PathWatch?
  private var watches: [DescriptorWatch] = []
  private var isOver = false
  /// Whether the system does not report all changes of the file.
  private var isSilent = false
  /// Whether checks are wanted, and whether the next check is scheduled.
  private var (isWanted, isPolling) = (false, false)

  /// Watches a stream, and the file at a path.
  ///
  /// - Parameters:
  ///   - file: the file at the path, which may be the input of the stream.
  init(
    of file: FileStore, _ stream: StreamStore?, in loop: MainLoop, onNews: @escaping () -> Void
  ) {
    self.loop = loop
    self.onNews = onNews
    if let stream {
      wait(at: stream.newsDescriptor) {
        _ = stream.takeNews()
        return true
      }
    }
    guard stream == nil || stream?.packed != nil else { return }
    path = PathWatch(of: file)
    if let path { wait(at: path.newsDescriptor) { [weak self] in self?.path?.takeNews() ?? false } }
    isSilent = path?.hearsAll != true
  }

  isolated deinit {
    isOver = true
    for watch in watches { loop.remove(watch) }
  }

  private func wait(at descriptor: Int32, _ take: @escaping () -> Bool) {
    let index = watches.count
    let watch = DescriptorWatch(descriptor, for: .input) { [weak self] in
      guard let self, take() else { return }
      rest(index)
      onNews()
    }
    watches.append(watch)
    loop.add(watch)
  }

  /// Pauses a watch for the minimum time between two reports.
  private func rest(_ index: Int) {
    watches[index].interest = .nothing
    loop.after(Self.pause) { [weak self] in
      if let self, !isOver { watches[index].interest = .input }
    }
  }

  /// Starts or stops checking a file every second, if the system does not report its changes.
  func poll(_ isWanted: Bool) {
    self.isWanted = isWanted
    guard isWanted, isSilent, !isPolling else { return }
    isPolling = true
    loop.after(Self.pollInterval) { [weak self] in
      guard let self, !isOver else { return }
      isPolling = false
      if self.isWanted { onNews() }
      poll(self.isWanted)
    }
  }
}

/// A counter of the lines added since the reader last saw the end.
final class NewLines {
  /// Called when more has been counted.
  var onChange: (() -> Void)?
  /// The number of new lines that have been counted so far.
  private(set) var number = 0
  /// Whether all new lines have been counted.
  var isCounted: Bool { rest.isEmpty }

  private let executor: BackgroundExecutor
  /// The ranges that are still to be counted, in one file or several successive ones.
  private var rest: [(file: FileStore, range: Range<Int>)] = []
  /// The offset up to which lines have been seen or are to be counted, and the file; nil until the
  /// reader has seen the end of the text for the first time, because nothing counts as new until
  /// then.
  private var wanted: (file: FileStore, end: Int)?
  private var count: Task<Void, Never>?

  /// The maximum number of bytes that are counted before the number is reported, which takes about
  /// 5 ms.
  private static let chunk = 64 << 20

  init(_ executor: BackgroundExecutor) { self.executor = executor }

  isolated deinit { count?.cancel() }

  /// Resets the count for another text that is read from its start.
  func forget() {
    count?.cancel()
    (number, rest, wanted, count) = (0, [], nil, nil)
  }

  /// Records that everything up to an offset was seen.
  func begin(in file: FileStore, at end: Int) {
    if let wanted, wanted.file === file, wanted.end == end, number == 0, rest.isEmpty { return }
    count?.cancel()
    (number, rest, wanted, count) = (0, [], (file, end), nil)
  }

  /// Continues the count up to an offset, in the background.
  func count(in file: FileStore, upTo end: Int) {
    guard let wanted else { return }
    let isSame = wanted.file === file
    let start = isSame ? wanted.end : file.start
    guard start < end else { return }
    self.wanted = (file, end)
    if isSame, let last = rest.last {
      rest[rest.count - 1].range = last.range.lowerBound..<end
    } else {
      rest.append((file, start..<end))
    }
    goOn()
  }

  private func goOn() {
    guard count == nil, let next = rest.first else { return }
    let range =
      next.range.lowerBound..<min(next.range.upperBound, next.range.lowerBound + Self.chunk)
    count = executor.task { [weak self] in
      let feeds = try? await next.file.lineFeeds(in: range)
      guard !Task.isCancelled, let self else { return }
      take(feeds ?? 0, upTo: range.upperBound)
    }
  }

  private func take(_ feeds: Int, upTo end: Int) {
    (number, count) = (number + feeds, nil)
    rest[0].range = end..<rest[0].range.upperBound
    if rest[0].range.isEmpty { rest.removeFirst() }
    onChange?()
    goOn()
  }
}
