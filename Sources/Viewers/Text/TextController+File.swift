import EventLoop
import ByteStores
import Feeds
import FileSources
import Paging
import TableUI

/// The file behind the list, which may grow, or be another one by now.
extension TextController {
  /// Looks at the path again: another file is shown from its start, what was added to this one goes
  /// on at its end.
  func reload() {
    guard !isReopening else { return }
    isReopening = true
    BackgroundExecutor.shared.task { [weak self, source] in
      do throws(FileError) {
        let file = try await source.reopenedFile()
        self?.isReopening = false
        self?.take(file)
      } catch {
        self?.isReopening = false
        self?.list.show(Message(error.description, .failure))
      }
    }
  }

  private func take(_ new: FileStore) {
    guard new.edition == file.edition else {
      if renew(new) { return goOn() }
      list.pager.exchange(shownSource)
      return following == .on ? goToLastLine() : ()
    }
    if case .failed = list.pager.state(of: .refresh) { return list.pager.refresh() }
    guard list.pager.hasLoaded else { return list.pager.refresh() }
    let size = (try? file.size()) ?? seenSize
    list.show(Message(news(of: size)))
    seenSize = size
    if list.pager.state(of: .append) != .end { list.pager.paginate() }
  }

  /// What is new of a file that is the same as before.
  private func news(of size: Int) -> String {
    if file.isDeleted() { return "the file is gone; this is what it was" }
    return size > seenSize ? "grown by \(ByteCount(size - seenSize))" : "up to date"
  }

  /// Another file may stand at the path by now.
  func noteFile() {
    guard let line = shown.last, line.id.edition > file.edition else { return }
    BackgroundExecutor.shared.task { [weak self, source] in
      if let file = try? await source.file() { self?.renew(file) }
    }
  }

  /// Takes another file that is at the path, and says whether its lines follow those of the one before.
  @discardableResult
  func renew(_ new: FileStore) -> Bool {
    guard new.edition != file.edition else { return false }
    endProof()
    let (isSame, goesOn) = (new.isSameFile(as: file), source.holds(end(of: file)))
    seenSize = (try? new.size()) ?? 0
    if goesOn {
      newLines.count(in: file, upTo: end(of: file).bytes)
      newLines.count(in: new, upTo: seenSize)
    } else {
      newLines.begin(in: new, at: seenSize)
    }
    (file, knownSize, isGone) = (new, seenSize, false)
    if stream == nil { recognize(new) }
    let what = seenSize == 0 ? "the file is empty now" : "changed: reloaded"
    let other = "a new file is at this path" + (goesOn ? ", and follows the old one" : "")
    list.show(Message(isSame ? what : other))
    return goesOn
  }

  private func end(of file: FileStore) -> FileOffset {
    FileOffset(bytes: (try? file.size()) ?? knownSize, edition: file.edition)
  }
}
