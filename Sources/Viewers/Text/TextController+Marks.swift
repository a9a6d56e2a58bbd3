import ByteStores
import EventLoop
import Feeds
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
    list.show(Message(bytes == nil ? "no mark '\(letter)' any more" : "mark '\(letter)' set"))
    marks.set(Mark(letter, at: bytes), in: file) { [weak self] reason in
      self?.list.show(Message("the mark is not kept: \(reason)", .failure))
    }
  }

  /// Goes to where the last run has left the file, if it has.
  func goToPlaceOfLastRun() {
    goToMark(Mark.left, or: "there was no jump to go back from")
  }

  private func goToMark(_ letter: Unicode.Scalar) {
    goToMark(letter, or: "no mark '\(letter)': m\(letter) sets it")
  }

  /// Marks of other runs are read from a file, and so in the background.
  private func goToMark(_ letter: Unicode.Scalar, or refusal: String) {
    leave()
    search = BackgroundExecutor.shared.task { [weak self, marks, file] in
      let bytes = await marks.bytes(at: letter, in: file)
      if !Task.isCancelled { self?.goTo(byte: bytes, or: refusal) }
    }
  }

  private func goTo(byte: Int?, or refusal: String) {
    guard let byte else { return take(nil, or: refusal) }
    guard byte <= knownSize else {
      return take(nil, or: "that line was beyond the end of the file as it is now")
    }
    find { [source] () async throws(FileError) in try await source.cursor(atByte: byte) }
  }

  /// Keeps the marks and the place for other runs.
  func keepMarks() throws { try marks.keep(leftAt: shown.first?.id.bytes, in: file) }
}
