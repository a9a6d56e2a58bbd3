import ByteStores
import EventLoop
import FileSources
import Paging
import TableUI
import Terminal

/// Marks: places with a letter, which are kept from one run to the next where the file is at a path.
extension TextController {
  var marking: [Command] {
    [
      Command("mark the first line in sight", in: .move, after: .key("m")) { [weak self] letter in
        self?.setMark(letter, at: .leading)
      },
      Command("mark the last line in sight", in: .move, after: .key("M")) { [weak self] letter in
        self?.setMark(letter, at: .trailing)
      },
      Command("forget a mark", in: .move, after: .key(.alt("m"))) { [weak self] letter in
        self?.setMark(letter, to: nil)
      },
      Command("go to a mark", in: .move, after: .key("'")) { [weak self] letter in
        self?.goToMark(letter)
      },
      Command("first line", in: .move, after: .key("'"), keys: ["^"]) { [weak self] in
        self?.goToStart()
      },
      Command("last line", in: .move, after: .key("'"), keys: ["$"]) { [weak self] in
        self?.goToEnd()
      },
    ]
  }

  /// Marks the first or the last line in sight; on the way to another place those that are in sight there.
  private func setMark(_ letter: Unicode.Scalar, at edge: Edge) {
    pendingMarks.append((letter, edge))
    setPendingMarks()
  }

  /// Sets the marks that waited for a place.
  func setPendingMarks() {
    guard !pendingMarks.isEmpty, !isOnTheWay, !list.tableView.isWaiting else { return }
    let lines = list.visibleItems
    for (letter, edge) in pendingMarks {
      guard let line = edge == .leading ? lines.first : lines.last else { continue }
      setMark(letter, to: line.id.bytes)
    }
    pendingMarks = []
  }

  private func setMark(_ letter: Unicode.Scalar, to bytes: Int?) {
    var marks = knownMarks
    marks[letter] = bytes
    self.marks = marks
    list.show(Message(bytes == nil ? "no mark '\(letter)' any more" : "mark '\(letter)' set"))
    keep(bytes, as: letter)
  }

  private func goToMark(_ letter: Unicode.Scalar) {
    guard let bytes = knownMarks[letter] else {
      return list.show(Message("no mark '\(letter)': m\(letter) sets it", .accent))
    }
    goTo(byte: bytes)
  }

  /// Goes to where the last run has left the file, if it has.
  func goToPlaceOfLastRun() {
    guard let bytes = knownMarks[SavedMarks.left] else {
      return list.show(Message("there was no jump to go back from", .accent))
    }
    goTo(byte: bytes)
  }

  private func goTo(byte: Int) {
    guard byte <= knownSize else {
      return list.show(Message("that line was beyond the end of the file as it is now", .accent))
    }
    goToPlace { [source] () async throws(FileError) in
      try await source.cursor(atByte: byte)
    }
  }

  /// The marks of this run and those of earlier ones, which are read only when they are asked for.
  private var knownMarks: [Unicode.Scalar: Int] {
    if let marks { return marks }
    let kept = identity.flatMap { viewer?.marks?.marks(of: $0) } ?? [:]
    marks = kept
    return kept
  }

  /// What the file's marks are kept under: its path, whatever it was opened by; nil for a stream.
  private var identity: String? {
    stream == nil ? file.resolvedPath.map { String(decoding: $0, as: UTF8.self) } : nil
  }

  /// Off the main actor, because another program may write them at this moment.
  private func keep(_ bytes: Int?, as letter: Unicode.Scalar) {
    guard let marks = viewer?.marks, let identity else { return }
    BackgroundExecutor.shared.task { [weak self] in
      guard let error = await Self.keep(bytes, as: letter, of: identity, in: marks) else { return }
      self?.list.show(Message("the mark is not kept: \(error)", .failure))
    }
  }

  @concurrent private static func keep(
    _ bytes: Int?, as letter: Unicode.Scalar, of file: String, in marks: SavedMarks
  ) async -> String? {
    do {
      try marks.keep(bytes, as: letter, of: file)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Keeps where the reader leaves the file; who is at its start leaves what another run has kept.
  func keepPlace() {
    guard let marks = viewer?.marks, let bytes = shown.first?.id.bytes, bytes > 0, let identity
    else { return }
    try? marks.keep(bytes, as: SavedMarks.left, of: identity)
  }
}
