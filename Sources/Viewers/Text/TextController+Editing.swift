import ByteStores
import EventLoop
import FileSources
import Paging
import TableUI

/// Editing the file that is shown.
extension TextController {
  var editing: Command {
    Command("edit the file at this line", in: .feed, keys: ["v"]) { [weak self] in self?.edit() }
  }

  private func edit() {
    if let refusal = viewer?.options.restriction?.message("editing") { return list.show(refusal) }
    guard stream == nil, let path = file.resolvedPath, let session = viewer?.session else {
      let why = stream == nil ? "\(file.path) is gone" : "only a file can be edited"
      return list.show(Message(why, .accent))
    }
    let (line, byte) = (middleLine, list.visibleItems.first?.id.bytes ?? 0)
    // What becomes of the file meanwhile is the editor's doing.
    isReopening = true
    session.lendTerminal { takeBack in
      Editor.chosen.edit(path, line: line, in: loop) { [weak self] status in
        takeBack()
        self?.didEdit(status, at: byte)
      }
    }
  }

  private func didEdit(_ status: Int, at byte: Int) {
    guard status == 0 else {
      isReopening = false
      let why = status == 127 ? "there is no such editor" : "it has ended with status \(status)"
      return list.show(Message("\(Editor.chosen.command): \(why)", .failure))
    }
    reopen(at: byte)
  }

  /// Shows the same place of what is at the path now, whose lines may be others.
  private func reopen(at byte: Int) {
    leave()
    search = BackgroundExecutor.shared.task { [weak self, source] in
      do throws(FileError) {
        let new = try await source.restartedFile()
        let place = try await source.cursor(atByte: min(byte, try new.size()))
        self?.takeEdited(new, at: place)
      } catch {
        self?.isReopening = false
        self?.giveUp()
        self?.list.show(Message(error.description, .failure))
      }
    }
  }

  private func takeEdited(_ new: FileStore, at place: FileOffset) {
    (search, isReopening) = (nil, false)
    renew(new)
    list.jump(to: place.bytes == 0 ? .start : .after(place))
    list.show(Message("reloaded"))
  }

  /// The number of the line in the middle, where it is known, as less has it.
  private var middleLine: Int? {
    shown.isEmpty ? nil : appearance.numbers[shown[(shown.count - 1) / 2].id]
  }
}
