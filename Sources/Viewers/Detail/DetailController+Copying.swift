import Feeds
import Records
import TableUI

/// Copying: the selected value, or all of it.
extension DetailController {
  var copying: [Command] {
    [
      Command("copy the value", in: .feed, keys: ["y"]) { [weak self] in self?.copyValue() },
      Command("copy all of it, a record as JSON", in: .feed, keys: ["Y"]) { [weak self] in
        self?.copyRecord()
      },
    ]
  }

  private func copyValue() {
    guard let viewer = host?.viewer, let selected else { return }
    show(viewer.copy(selected.utf8, as: selected.name.isEmpty ? "the text" : selected.name))
  }

  private func copyRecord() {
    guard let viewer = host?.viewer else { return }
    let record = subject.isWhole ? subject.record : nil
    show(viewer.copy(record?.jsonLine() ?? Array(subject.bytes), as: subject.name))
  }
}
