import EventLoop
import ByteStores
import FileSources
import Paging
import TableUI

/// The file behind the list, which may grow, or be another one by now.
extension TextController {
  /// Looks at the path again: another file is shown from its start, what was added to this one goes
  /// on at its end.
  func reload() {
    BackgroundExecutor.shared.task { [weak self, source] in
      do throws(FileError) {
        self?.take(try await source.reopenedFile())
      } catch {
        self?.list.show(Message(error.description, .failure))
      }
    }
  }

  private func take(_ new: FileStore) {
    guard new.edition == file.edition else {
      renew(new)
      list.pager.exchange(source)
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
    guard let line = shown.first, line.id.edition != file.edition else { return }
    BackgroundExecutor.shared.task { [weak self, source] in
      if let file = try? await source.file() { self?.renew(file) }
    }
  }

  private func renew(_ new: FileStore) {
    guard new.edition != file.edition else { return }
    let isSame = new.isSameFile(as: file)
    file = new
    seenSize = (try? new.size()) ?? 0
    (knownSize, isGone) = (seenSize, false)
    newLines.begin(at: knownSize)
    let what = seenSize == 0 ? "the file is empty now" : "changed: reloaded"
    list.show(Message(isSame ? what : "a new file is at this path"))
  }
}
