import ByteStores
import EventLoop
import Feeds
import FileSources
import Paging
import TableUI
import Terminal

/// Marks: places with a letter, which are kept from one run to the next where the file is at a path.
final class TextMarks {
  private let text: ShownText
  private let journey: TextJourney
  private let marks: FileMarks
  /// Marks that are to be set where the reader is on the way to.
  private var pending: [(letter: Unicode.Scalar, edge: Edge)] = []

  init(_ text: ShownText, _ journey: TextJourney) {
    (self.text, self.journey) = (text, journey)
    marks = FileMarks(keptIn: text.stream == nil ? text.viewer?.marks : nil)
  }

  /// The keys of marks, and those to the ends that go on like them.
  ///
  /// - Parameter goToEnd: goes to the last line.
  func commands(goToEnd: @escaping () -> Void) -> [Command] {
    [
      Command("mark the first line in sight", in: .move, after: .key("m")) { [weak self] letter in
        self?.set(letter, at: .leading)
      },
      Command("mark the last line in sight", in: .move, after: .key("M")) { [weak self] letter in
        self?.set(letter, at: .trailing)
      },
      Command("forget a mark", in: .move, after: .key(.alt("m"))) { [weak self] letter in
        self?.set(letter, to: nil)
      },
      Command("go to a mark", in: .move, after: .key("'")) { [weak self] letter in
        self?.go(to: letter, orElse: "no mark '\(letter)': m\(letter) sets it")
      },
      Command("first line", in: .move, after: .key("'"), keys: ["^"]) { [weak self] in
        self?.journey.goToStart()
      },
      Command("last line", in: .move, after: .key("'"), keys: ["$"], action: goToEnd),
    ]
  }

  /// Marks the first or the last line in sight; on the way to another place those that are in sight there.
  private func set(_ letter: Unicode.Scalar, at edge: Edge) {
    pending.append((letter, edge))
    setPending()
  }

  /// Sets the marks that waited for a place.
  func setPending() {
    guard !pending.isEmpty, !journey.isOnTheWay, !text.list.tableView.isWaiting else { return }
    let lines = text.list.visibleItems
    for (letter, edge) in pending {
      guard let line = edge == .leading ? lines.first : lines.last else { continue }
      set(letter, to: line.id.bytes)
    }
    pending = []
  }

  /// Forgets the marks that wait for a place.
  func giveUpPending() { pending = [] }

  private func set(_ letter: Unicode.Scalar, to bytes: Int?) {
    text.say(Message(bytes == nil ? "no mark '\(letter)' any more" : "mark '\(letter)' set"))
    marks.set(Mark(letter, at: bytes), in: text.file) { [weak self] reason in
      self?.text.say(Message("the mark is not kept: \(reason)", .failure))
    }
  }

  /// Goes back to before the last jump, or to where the last run has left the file.
  func goBack() {
    if !journey.goBack() { go(to: Mark.left, orElse: "there was no jump to go back from") }
  }

  /// Marks of other runs are read from a file, and so in the background.
  private func go(to letter: Unicode.Scalar, orElse refusal: String) {
    journey.leave()
    journey.follow(
      BackgroundExecutor.shared.task { [weak self, marks, file = text.file] in
        let bytes = await marks.bytes(at: letter, in: file)
        if !Task.isCancelled { self?.go(toByte: bytes, orElse: refusal) }
      })
  }

  private func go(toByte byte: Int?, orElse refusal: String) {
    guard let byte else { return journey.arrive(at: nil, orElse: refusal) }
    guard byte <= text.knownSize else {
      return journey.arrive(
        at: nil, orElse: "that line was beyond the end of the file as it is now")
    }
    journey.find { [source = text.source] () async throws(FileError) in
      try await source.cursor(atByte: byte)
    }
  }

  /// Keeps the marks and the place for other runs.
  func keep() throws { try marks.keep(leftAt: text.shown.first?.id.bytes, in: text.file) }
}
