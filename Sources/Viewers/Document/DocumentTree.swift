import ByteStores
import Bytes
import FileSources
import Paging
import Records
import TableUI
import Terminal

/// The reader's actions on a document: folding, and copying a value or its path.
final class DocumentTree {
  typealias List = PagedListController<DocumentRow, FileOffset>

  private let source: DocumentSource
  private unowned let list: List
  private weak var viewer: Viewer?
  private let text: TextFeed
  /// The check for errors in the document.
  private let fault = DocumentFault()

  init(_ source: DocumentSource, _ text: TextFeed, _ list: List, in viewer: Viewer) {
    (self.source, self.text, self.list, self.viewer) = (source, text, list, viewer)
    fault.onFound = { [weak list] in list?.onNeedsDisplay?() }
  }

  var commands: [Command] { folding + copying + [telling] }

  /// The path of the selected row, and a note that the document has an error once one is known.
  var words: [Message] {
    if list.pager.hasLoaded { fault.request(text) }
    return [list.selectedItem?.path, fault.words.map { _ in "1 error" }].compactMap { $0 }
      .map { Message(fact: $0) }
  }

  private var telling: Command {
    Command("show the position", in: .view, keys: ["=", "^G"], words: ["f"]) {
      let row = self.list.selectedItem
      let byte = row.map { "byte \(self.list.grouped($0.valueOffset + 1))" }
      let parts = [self.fault.words, row?.path, byte].compactMap { $0 }
      let dot = " \(self.viewer?.theme.symbols.dot ?? "-") "
      self.list.show(Message(parts.joined(separator: dot), .accent))
    }
  }

  // MARK: Folding

  private var folding: [Command] {
    [
      Command("unfold or fold the value", in: .view, keys: [.enter], hint: "fold") {
        if let row = self.list.selectedItemInSight() { self.toggle(row) }
      },
      Command("unfold the value, or go into it", in: .view, keys: ["l", .right]) { self.goIn() },
      Command("fold the value, or go to its parent", in: .view, keys: ["h", .left]) {
        self.goOut()
      },
      Command("unfold all", in: .view, keys: ["+"]) { self.fold(from: nil) },
      Command("unfold N levels", in: .view, after: .number, keys: ["+"]) { self.fold(from: $0) },
      Command("fold all", in: .view, keys: ["-"]) { self.fold(from: 1) },
      Command("fold from level N on", in: .view, after: .number, keys: ["-"]) {
        self.fold(from: $0)
      },
    ]
  }

  func toggle(_ row: DocumentRow) {
    guard row.isFoldable else { return list.show(Message("nothing to unfold")) }
    source.change { $0.toggle(row) }
    reload(selecting: row.id)
  }

  private func goIn() {
    guard let row = list.selectedItemInSight(), row.isFoldable else { return }
    if row.isFolded { toggle(row) } else { list.tableView.selectNext() }
  }

  private func goOut() {
    guard let row = list.selectedItemInSight() else { return }
    if row.isFoldable, !row.isFolded { return toggle(row) }
    guard let parent = row.parent else { return }
    let id = FileOffset(bytes: parent.offset, edition: row.id.edition)
    if !list.select(id) { list.jump(to: .after(id)) { [weak list] in list?.select(id) } }
  }

  private func fold(from level: Int?) {
    let row = list.selectedItem
    source.change { $0 = DocumentFolds(level: level) }
    // The selected row may be within a value that is now folded.
    var node = row?.parent
    var id = row?.id
    while let parent = node, let level {
      if parent.depth >= level {
        id = row.map { FileOffset(bytes: parent.offset, edition: $0.id.edition) }
      }
      node = parent.parent
    }
    reload(selecting: id)
  }

  /// Reloads the rows from the top row on, or from the row to select if that is above it.
  private func reload(selecting id: FileOffset?) {
    let top = list.firstVisibleItem()?.id
    let start = [top, id].compactMap { $0 }.min()
    list.open(source, at: start.map { .after($0) } ?? .start) { [weak list] in
      if let id { list?.select(id) }
    }
  }

  // MARK: Copying

  private var copying: [Command] {
    [
      Command("copy the value", in: .feed, keys: ["y"]) { self.copyValue() },
      Command("copy the value as JSON", in: .feed, keys: ["Y"]) {
        self.copyJSON()
      },
      Command("copy the path", in: .feed, keys: ["c"]) { self.copyPath() },
    ]
  }

  private var say: (Message) -> Void { { [weak list] in list?.show($0) } }

  private func copyValue() {
    guard let viewer, let row = list.selectedItemInSight() else { return }
    if row.kind != .string || row.isCut { return copyJSON() }
    viewer.copy(row.text, as: row.parent == nil ? "the value" : row.name, say: say)
  }

  private func copyJSON() {
    guard let viewer, let row = list.selectedItemInSight() else { return }
    let most = viewer.clipboard.limit
    guard let bytes = try? source.bytes(of: row, atMost: most) else {
      return list.show(Message("cannot read the value", .failure))
    }
    let name = row.parent == nil ? "the document" : row.name
    guard bytes.count <= most else {
      return list.show(Message("cannot copy \(name): more than \(most.grouped) bytes", .failure))
    }
    var line: [UInt8] = []
    JSONReader.elements(ofPart: [.openBracket] + bytes, limit: 1)?.first?.appendJSON(to: &line)
    viewer.copy(line, as: name, say: say)
  }

  private func copyPath() {
    guard let viewer, let row = list.selectedItemInSight() else { return }
    viewer.copy(Array(row.path.utf8), as: "the path", say: say)
  }
}
