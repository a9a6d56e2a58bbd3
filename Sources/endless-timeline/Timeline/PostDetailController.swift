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

  func dismissMessage() { message = nil }

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

  /// Draws the post where it stands in the list, so that opening it moves nothing sideways.
  func draw(in canvas: inout Canvas) {
    let margin = min(Self.margin, canvas.size.columns - 1)
    let size = Size(lines: canvas.size.lines, columns: canvas.size.columns - 2 * margin)
    if size != lastSize {
      lastSize = size
      tableView.reloadData()
    }
    canvas.inRegion(Rect(origin: Point(line: 0, column: margin), size: size)) {
      tableView.draw(in: &$0)
    }
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
