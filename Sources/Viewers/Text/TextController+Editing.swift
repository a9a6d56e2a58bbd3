import ByteStores
import FileSources
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
    let line = middleLine
    session.lendTerminal { takeBack in
      Editor.chosen.edit(path, line: line, in: loop) { [weak self] status in
        takeBack()
        self?.didEdit(status)
      }
    }
  }

  private func didEdit(_ status: Int) {
    guard status == 0 else {
      let why = status == 127 ? "there is no such editor" : "it has ended with status \(status)"
      return list.show(Message("\(Editor.chosen.command): \(why)", .failure))
    }
    reload()
  }

  /// The number of the line in the middle, where it is known, as less has it.
  private var middleLine: Int? {
    shown.isEmpty ? nil : appearance.numbers[shown[(shown.count - 1) / 2].id]
  }
}
