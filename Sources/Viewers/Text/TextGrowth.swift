import ByteStores
import EventLoop

/// Tells when the file or the stream behind a text may have grown, or may be another by now.
final class TextGrowth {
  /// What comes sooner after the last news is told together: thirty frames a second are enough for
  /// what nobody can read.
  private static let pause = Duration.milliseconds(33)
  /// How often a file is looked at whose changes the system does not report.
  private static let pollInterval = Duration.seconds(1)

  private let loop: MainLoop
  private let onNews: () -> Void
  private var path: PathWatch?
  private var watch: DescriptorWatch?
  private var isOver = false

  /// Waits for a stream, or for the file at a path.
  init(
    of file: FileStore, _ stream: StreamStore?, in loop: MainLoop, onNews: @escaping () -> Void
  ) {
    self.loop = loop
    self.onNews = onNews
    if let stream {
      wait(at: stream.newsDescriptor) { _ = stream.takeNews() }
    } else {
      path = PathWatch(of: file)
      if let path { wait(at: path.newsDescriptor) { [weak self] in self?.takePathNews() ?? false } }
      if path?.hearsAll != true { pollFile() }
    }
  }

  isolated deinit {
    isOver = true
    if let watch { loop.remove(watch) }
  }

  private func wait(at descriptor: Int32, _ take: @escaping () -> Void) {
    wait(at: descriptor) {
      take()
      return true
    }
  }

  private func wait(at descriptor: Int32, _ take: @escaping () -> Bool) {
    let watch = DescriptorWatch(descriptor, for: .input) { [weak self] in
      guard let self, take() else { return }
      rest()
      onNews()
    }
    self.watch = watch
    loop.add(watch)
  }

  private func takePathNews() -> Bool { path?.takeNews() ?? false }

  /// Hears nothing for a while.
  private func rest() {
    watch?.interest = .nothing
    loop.after(Self.pause) { [weak self] in
      if let self, !isOver { watch?.interest = .input }
    }
  }

  private func pollFile() {
    loop.after(Self.pollInterval) { [weak self] in
      guard let self, !isOver else { return }
      onNews()
      pollFile()
    }
  }
}
