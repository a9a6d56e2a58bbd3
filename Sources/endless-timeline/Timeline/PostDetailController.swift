import TableUI
import Terminal
import Timeline

/// One post, whole, with its picture as large as fits.
final class PostDetailController: ViewController {
  /// Columns left free at each side.
  private static let margin = 2

  var onNeedsDisplay: (() -> Void)?
  private(set) var post: Post
  private let tableView = TableView(allowsSelection: false)
  private let cells: PostCells
  private let onLike: (Post) -> Void
  private var lastSize = Size(lines: 0, columns: 0)
  private var message: Message?

  init(post: Post, cells: PostCells, onLike: @escaping (Post) -> Void) {
    self.post = post
    self.cells = cells
    self.onLike = onLike
    cells.register(with: tableView)
    tableView.dataSource = self
  }

  /// The post has changed.
  func show(_ post: Post) {
    self.post = post
    tableView.reloadData()
    onNeedsDisplay?()
  }

  /// Shows a word in the status line, until the next key.
  func show(_ message: Message) {
    self.message = message
    onNeedsDisplay?()
  }

  func willHandleInput() { message = nil }

  var status: [Message] {
    [Message("Post by \(post.authorName)", .title)] + (message.map { [$0] } ?? [])
  }

  var commands: [Command] {
    [
      Command("like, unlike", keys: ["L"], hint: "like") { [weak self] in
        if let self { onLike(post) }
      }
    ] + tableView.movingCommands()
  }

  /// The post stands where it does in the list, so that opening it moves nothing sideways.
  private func inset(_ size: Size) -> Rect {
    let margin = min(Self.margin, size.columns - 1)
    return Rect(line: 0, column: margin, lines: size.lines, columns: size.columns - 2 * margin)
  }

  func layout(for size: Size) {
    let inner = inset(size).size
    if inner != lastSize {
      lastSize = inner
      tableView.reloadData()
    }
    tableView.layout(for: inner)
  }

  func draw(in canvas: inout Canvas) {
    canvas.inRegion(inset(canvas.size)) { tableView.draw(in: &$0) }
  }
}

extension PostDetailController: TableViewDataSource {
  func numberOfSections(in tableView: TableView) -> Int { 1 }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    PostCells.perPost
  }

  func tableView(
    _ tableView: TableView, cellForRowAt path: TableView.IndexPath
  ) -> any TableViewCell {
    cells.cell(
      for: post, at: path, in: tableView, wholeIn: lastSize, onNeedsDisplay: onNeedsDisplay)
  }

  func tableView(_ tableView: TableView, identifierForSection section: Int) -> AnyHashable {
    section
  }

  func tableView(_ tableView: TableView, sectionWithIdentifier id: AnyHashable) -> Int? { 0 }
}
