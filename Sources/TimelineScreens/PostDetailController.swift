import Paging
import TableUI
import Terminal
import Timeline

/// The screen of a single, complete post, with its picture as large as possible.
final class PostDetailController: ViewController {
  /// The margin at each side, in columns.
  private static let margin = 2

  var onNeedsDisplay: (() -> Void)?
  private(set) var post: Post
  private let tableView = TableView(allowsSelection: false)
  private let cells: PostCells
  /// The actions that the keys of this screen perform.
  private let actions: Actions
  /// The size at the last layout.
  private(set) var size = Size(lines: 0, columns: 0)
  private var lastSize = Size(lines: 0, columns: 0)
  private var message: Message?

  /// Actions on the post, and movements to other posts.
  struct Actions {
    let like: (Post) -> Void
    let copy: (Post) -> Void
    /// Shows the next or previous post in the list.
    let step: (_ towards: Edge) -> Void
    let back: () -> Void
  }

  init(post: Post, cells: PostCells, actions: Actions) {
    self.post = post
    self.cells = cells
    self.actions = actions
    cells.register(with: tableView)
    tableView.dataSource = self
  }

  /// Updates the post, or shows another one from its first line.
  func show(_ post: Post) {
    let isOther = post.id != self.post.id
    self.post = post
    tableView.reloadData()
    if isOther { tableView.scrollToStart() }
    onNeedsDisplay?()
  }

  /// Shows a message in the status line, until the next key.
  func show(_ message: Message) {
    self.message = message
    onNeedsDisplay?()
  }

  func joinEmoji() {
    cells.joinEmoji()
    show(post)
  }

  func willHandleInput() { message = nil }

  var status: [Message] {
    [Message("Post by \(post.authorName)", .title)] + (message.map { [$0] } ?? [])
  }

  /// The commands, created once, because each key and each frame uses them.
  private(set) lazy var commands =
    [
      Command("like, unlike", keys: ["L"], hint: "like") { [weak self] in
        if let self { actions.like(post) }
      },
      Command("copy the post", in: .feed, keys: ["y"]) { [weak self] in
        if let self { actions.copy(post) }
      },
      Command("next post", in: .move, keys: ["J"]) { [weak self] in
        self?.actions.step(.trailing)
      },
      Command("previous post", in: .move, keys: ["K"]) { [weak self] in
        self?.actions.step(.leading)
      },
      Command("back to the posts", in: .program, keys: ["h", .left, .backspace]) { [weak self] in
        self?.actions.back()
      },
    ] + tableView.movingCommands()

  /// The region of the post, at the same horizontal position as in the list, so that nothing moves
  /// sideways.
  private func inset(_ size: Size) -> Rect {
    let margin = min(Self.margin, size.columns - 1)
    return Rect(line: 0, column: margin, lines: size.lines, columns: size.columns - 2 * margin)
  }

  func layout(for size: Size) {
    self.size = size
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
  ) -> any ReusableCell {
    cells.cell(
      for: post, at: path, in: tableView, wholeIn: lastSize, onNeedsDisplay: onNeedsDisplay)
  }

  func tableView(_ tableView: TableView, identifierForSection section: Int) -> AnyHashable {
    section
  }

  func tableView(_ tableView: TableView, sectionWithIdentifier id: AnyHashable) -> Int? { 0 }
}
