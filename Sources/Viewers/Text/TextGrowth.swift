import ByteStores
import EventLoop
import FileSources

/// Tells when the file or the stream behind a text may have grown, or may be another by now.
final class TextGrowth {
  /// What comes sooner after the last news is told together: thirty frames a second are enough for
  /// text that is too fast to read.
  static let pause = Duration.milliseconds(33)
  /// How often a file is looked at whose changes the system does not report.
  private static let pollInterval = Duration.seconds(1)

  private let loop: MainLoop
  private let onNews: () -> Void
  private var path: PathWatch?
  private var watches: [DescriptorWatch] = []
  private var isOver = false
  /// Whether the system does not report all changes of the file.
  private var isSilent = false
  /// Whether it is looked at then, and the next look is due.
  private var (isWanted, isPolling) = (false, false)

  /// Waits for a stream, and for the file at a path.
  ///
  /// - Parameters:
  ///   - file: what is at the path; a stream may unpack it.
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

  /// Hears nothing of it for a while.
  private func rest(_ index: Int) {
    watches[index].interest = .nothing
    loop.after(Self.pause) { [weak self] in
      if let self, !isOver { watches[index].interest = .input }
    }
  }

  /// Looks at a file each second, as long as that is wanted, whose changes the system does not report.
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

/// Counts the lines that have come since a reader last saw the end.
final class NewLines {
  /// Called when there are more.
  var onChange: (() -> Void)?
  /// How many there are, as far as they are counted.
  private(set) var number = 0
  /// Whether these are all.
  var isCounted: Bool { rest.isEmpty }

  private let executor: BackgroundExecutor
  /// What is still to be counted, of one file or of several that came one after the other.
  private var rest: [(file: FileStore, range: Range<Int>)] = []
  /// The end of what is counted or is to be; nil before the end was ever seen, since when there can be
  /// anything new.
  private var wanted: (file: FileStore, end: Int)?
  private var count: Task<Void, Never>?

  /// Bytes looked through before the number is told: some 5 ms.
  private static let chunk = 64 << 20

  init(_ executor: BackgroundExecutor) { self.executor = executor }

  isolated deinit { count?.cancel() }

  /// Another text is read from its start, of which nothing was seen.
  func forget() {
    count?.cancel()
    (number, rest, wanted, count) = (0, [], nil, nil)
  }

  /// What ends here was seen.
  func begin(in file: FileStore, at end: Int) {
    if let wanted, wanted.file === file, wanted.end == end, number == 0, rest.isEmpty { return }
    count?.cancel()
    (number, rest, wanted, count) = (0, [], (file, end), nil)
  }

  /// Counts on, beside the screen.
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
