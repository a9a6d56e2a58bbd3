import Bytes
import ByteStores
import EventLoop
import Feeds
import FileSources
import Glibc
import Processes
import Synchronization
import TableUI
import Terminal

/// Content that can be saved; it is written in the background.
nonisolated protocol SavedContent: Sendable {
  /// The files that are read for the content, and must not be overwritten.
  var read: [FileStore] { get }
  /// Whether a path leads to a file that is read for the content; by default, whether it leads to
  /// one of `read`.
  func isRead(_ path: String) -> Bool
  /// Writes the content.
  ///
  /// - Parameters:
  ///   - progress: called with the progress, if it is known.
  ///   - output: called with the bytes, part by part; returns whether more are wanted.
  /// - Returns: the number of items.
  /// - Throws: `.cancelled` if the task is cancelled, or an error if a system call or the output
  ///   fails.
  func write(
    _ progress: @escaping LineCounter.Progress,
    to output: @escaping (UnsafeRawBufferPointer) throws -> Bool
  ) async throws -> Int
  /// Returns a description of the number of items.
  func words(for count: Int) -> String
  /// Returns a description of the items that were written to a file, with the size of the file.
  func words(for count: Int, _ size: ByteCount) -> String
}

/// The command that copies, `:y a`, and those that save: `:w FILE`, `:w! FILE`, `:w |COMMAND`, and
/// `:w FILE a b` from one mark to another.
final class Saving {
  /// Determines the content for a request; throws an error, for example if a mark is not set.
  typealias Find = (SaveRequest) async throws(Failure) -> any SavedContent

  private weak var viewer: Viewer?
  private let theme: Theme
  private let say: (Message) -> Void
  private let display: () -> Void
  private let find: Find
  /// Handles input that was typed earlier, because it determines the content.
  private let prepare: () -> Void
  /// Performs an action when pending movements are complete; immediately by default.
  private let whenThere: (@escaping () -> Void) -> Void
  /// The task that saves or copies; nil if none is in progress.
  private var writing: Task<Void, Never>?
  /// The progress in percent; 0 until it is known.
  private var percent = 0
  private var name = SafeText("")
  /// Whether the target is the clipboard.
  private var isCopying = false

  /// - Parameters:
  ///   - say: shows a message.
  ///   - display: requests a frame after `message` has changed.
  ///   - prepare: handles input that was typed earlier.
  ///   - whenThere: performs an action when pending movements are complete.
  ///   - find: determines the content.
  init(
    in viewer: Viewer?, _ theme: Theme, say: @escaping (Message) -> Void,
    display: @escaping () -> Void, prepare: @escaping () -> Void,
    whenThere: @escaping (@escaping () -> Void) -> Void = { $0() }, find: @escaping Find
  ) {
    (self.viewer, self.theme, self.say, self.display) = (viewer, theme, say, display)
    (self.prepare, self.whenThere, self.find) = (prepare, whenThere, find)
    // If the reader types `:w FILE` and then `q`, the file must still be complete.
    viewer?.atEnd { [weak self] in self?.finish() }
  }

  var commands: [Command] {
    [
      Command(
        "stop writing", in: .feed, keys: [.escape, "^C"],
        isEnabled: { [weak self] in self?.writing != nil }
      ) { [weak self] in self?.stop() },
      Command(
        "save all items that match the filter; :w! overwrites FILE", in: .feed, line: "w FILE",
        fits: { SaveRequest.fits($0) },
        complete: { [weak viewer] in viewer?.options.completions(of: $0) ?? [] }
      ) { [weak self] in self?.save($0) },
    ]
  }

  /// The command that copies the lines between two marks.
  var copying: Command {
    Command(
      "copy from mark a to here", in: .feed, line: "y a", fits: { SaveRequest.asksToCopy($0) }
    ) { [weak self] in self?.copy($0) }
  }

  private func copy(_ line: String) {
    if let refusal = viewer?.options.restriction?.message("copying") { return say(refusal) }
    guard writing == nil else { return say(busyMessage) }
    guard let request = SaveRequest(copying: line) else {
      return say(Message(":y needs a mark: type :y a to copy from mark a to here", .failure))
    }
    whenThere { [weak self] in self?.copy(request) }
  }

  private func copy(_ request: SaveRequest) {
    (name, isCopying) = (SafeText(request.name), true)
    find(request) { [weak self] content in
      guard let viewer = self?.viewer else { return }
      let result = await content.bytes(atMost: viewer.clipboard.limit)
      guard let self, !Task.isCancelled else { return }
      switch result {
      case .success(let (count, bytes)):
        (writing, percent) = (nil, 0)
        viewer.copy(bytes, as: content.words(for: count), say: say)
      case .failure(let failure): end(with: Message(failure.text, .failure))
      }
    }
  }

  /// The message in the status line while something is written.
  var message: Message? {
    guard writing != nil else { return nil }
    let dot = theme.symbols.dot
    let share = percent > 0 ? " \(dot) \(percent)%" : ""
    return Message("\(isCopying ? "copying to" : "writing") \(name)\(share) \(dot) Esc: stop")
  }

  /// The message for a request while another one is in progress.
  private var busyMessage: Message {
    Message(isCopying ? "still copying to \(name)" : "\(name) is still being written", .accent)
  }

  private func stop() {
    writing?.cancel()
    end(with: Message("stopped: nothing was \(isCopying ? "copied" : "written")"))
  }

  private func end(with message: Message) {
    (writing, percent) = (nil, 0)
    say(message)
    display()
  }

  private func finish() {
    guard writing != nil, let loop = viewer?.loop else { return }
    viewer?.keep { try loop.run { writing == nil } }
  }

  private func save(_ line: String) {
    if let refusal = viewer?.options.restriction?.message("writing files") { return say(refusal) }
    guard writing == nil else { return say(busyMessage) }
    guard let request = SaveRequest(line) else {
      return say(Message(":w needs a name: type :w FILE or :w |COMMAND", .failure))
    }
    prepare()
    (name, isCopying) = (SafeText(request.name), false)
    switch request.target {
    case .file(let path, let replaces):
      find(request) { [weak self] in await self?.write($0, to: path, replacing: replaces) }
    case .command(let command):
      // The terminal is lent immediately, because the next keys are meant for the command.
      viewer?.session?.lendTerminal { takeBack in
        find(request, orElse: takeBack) { [weak self] in self?.give($0, to: command, takeBack) }
      }
    case .clipboard: break
    }
  }

  /// Determines the content for a request, and continues with it.
  private func find(
    _ request: SaveRequest, orElse giveUp: @escaping () -> Void = {},
    then write: @escaping (any SavedContent) async -> Void
  ) {
    writing = Task { [weak self, find] in
      do throws(Failure) {
        let content = try await find(request)
        if Task.isCancelled { giveUp() } else { await write(content) }
      } catch {
        giveUp()
        if !Task.isCancelled { self?.end(with: Message(error.text, .failure)) }
      }
    }
  }

  private func write(
    _ content: any SavedContent, to path: String, replacing replaces: Bool
  ) async {
    let steps = ProgressSteps()
    let result = await content.save(to: path, replacing: replaces) { [weak self] progress in
      guard steps.isStep(progress) else { return }
      Task { @MainActor in self?.note(progress) }
    }
    guard !Task.isCancelled else { return }
    switch result {
    case .success(let (count, size)):
      end(with: Message("wrote \(content.words(for: count, ByteCount(size))) to \(name)"))
    case .failure(let failure): end(with: Message(failure.text, .failure))
    }
  }

  private func note(_ progress: CountProgress) {
    guard writing != nil, progress.percent > percent else { return }
    percent = min(99, progress.percent)
    display()
  }

  /// Passes the content to a command, which uses the terminal while it runs; its output stays until
  /// Return is pressed.
  private func give(
    _ content: any SavedContent, to command: String, _ takeBack: @escaping () -> Void
  ) {
    let process = ShellInput.start(command) { descriptor in
      BackgroundExecutor.shared.task { await content.give(to: descriptor) }
    }
    guard let process, let loop = viewer?.loop else {
      takeBack()
      return end(with: Message("cannot start \(name)", .failure))
    }
    loop.whenEnded(process) { [weak self] in
      let status = ProgramLaunch.wait(for: process)
      takeBack()
      self?.end(
        with: status == 0
          ? Message("\(self?.name ?? "") is done")
          : Message("\(self?.name ?? "") exited with status \(status)", .failure))
    }
  }
}

/// A filter of progress reports, which passes them on only if the percentage has risen.
nonisolated private final class ProgressSteps: Sendable {
  private let percent = Atomic(0)

  func isStep(_ progress: CountProgress) -> Bool {
    let now = progress.percent
    return percent.exchange(now, ordering: .relaxed) < now
  }
}

extension SavedContent {
  nonisolated func words(for count: Int, _ size: ByteCount) -> String {
    "\(words(for: count)), \(size),"
  }

  nonisolated func isRead(_ path: String) -> Bool { read.contains { $0.isFile(at: path) } }

  /// Returns the number of items, and their bytes; if the items have more than `most` bytes,
  /// writing stops shortly after that many.
  @concurrent nonisolated fileprivate func bytes(
    atMost most: Int
  ) async -> Result<(count: Int, bytes: [UInt8]), Failure> {
    var bytes: [UInt8] = []
    do {
      let count = try await write({ _ in }) {
        bytes += $0
        return bytes.count <= most
      }
      return .success((count, bytes))
    } catch {
      return .failure(Failure(error))
    }
  }

  /// Writes the content to a file, which is created completely or not at all.
  @concurrent nonisolated fileprivate func save(
    to path: String, replacing replaces: Bool, progress: @escaping LineCounter.Progress
  ) async -> Result<(count: Int, size: Int), Failure> {
    do {
      let saved = try SavedFile(at: path, replacing: replaces, whereRead: isRead)
      let count = try await write(progress) { bytes in
        try saved.write(bytes)
        return true
      }
      if Task.isCancelled { throw FileError.cancelled }
      try saved.commit()
      return .success((count, saved.size))
    } catch {
      return .failure(Failure(error))
    }
  }

  /// Writes the content to a pipe until the content is complete or the other end is closed, and
  /// then closes the descriptor.
  @concurrent nonisolated fileprivate func give(to descriptor: Int32) async {
    _ = try? await write({ _ in }) { bytes in
      DescriptorOutput.write(bytes, to: descriptor).error == 0
    }
    close(descriptor)
  }
}
