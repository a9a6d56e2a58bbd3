package import FileSources
package import Paging
import TableUI
import Terminal

/// A text file or log: its lines, of any number and any length.
nonisolated package struct TextFeed: Feed {
  let file: TextFile
  let text: TextFileSource
  let start: StartPosition?

  /// Takes a path that exists and is no directory.
  package static let opener = FeedOpener { address, _ throws(Failure) in
    guard case .path(let path, let kind, let start) = address, kind != .directory else {
      return nil
    }
    do throws(FileError) {
      return TextFeed(try TextFile(path: path), at: start)
    } catch {
      throw Failure(error)
    }
  }

  init(_ file: TextFile, at start: StartPosition? = nil) {
    self.file = file
    text = TextFileSource(file)
    self.start = start
  }

  package var title: String { file.path }
  package var itemNames: (one: String, many: String) { ("line", "lines") }
  package var source: any PagingSource<TextLine, FileOffset> { text }
  /// Lines are small and near: fewer are held, and more are read ahead.
  package var paging: PagingDefaults { PagingDefaults(keep: 300, ahead: 100) }

  @MainActor package func screen(
    in viewer: Viewer
  ) throws(Failure) -> FeedScreen<TextLine, FileOffset> {
    let controller = TextController(
      self, try viewer.pager(of: self), theme: viewer.theme,
      showsNumbers: viewer.options.showsLineNumbers)
    return FeedScreen(controller: controller, list: controller.list)
  }

  package func line(of line: TextLine) -> String { String(decoding: line.bytes, as: UTF8.self) }

  package func fields(of line: TextLine) -> [JSONField] {
    [JSONField("text", .string(self.line(of: line)))]
  }

  /// To a pipe byte for byte: a pager's items would be a hundred times slower.
  @MainActor package func writePlain(_ form: PlainForm) throws(Failure) {
    try TextPlainForm(file, start: start, form).run()
  }
}
