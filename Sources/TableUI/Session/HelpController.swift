import Terminal

/// The keys that work, made from the table that they work by.
final class HelpController: ViewController {
  var onNeedsDisplay: (() -> Void)?
  private let tableView = TableView(allowsSelection: false)
  private let rows: [(keys: SafeText, title: SafeText)]
  private let theme: Theme
  private let keysWidth: Int

  init(commands: [Command], theme: Theme) {
    self.theme = theme
    rows = Self.rows(of: commands, theme.marks)
    keysWidth = rows.map(\.keys.width).max() ?? 0
    tableView.register(HelpCell.self)
    tableView.dataSource = self
    tableView.reloadData()
  }

  /// A row for each command, and below those that a number may stand before what it does there.
  private static func rows(
    of commands: [Command], _ marks: Marks
  ) -> [(keys: SafeText, title: SafeText)] {
    var rows = commands.map { (keys: SafeText(names(of: $0, marks)), title: SafeText($0.title)) }
    if let last = commands.lastIndex(where: { $0.takesCount && !$0.keys.isEmpty }) {
      rows.insert(("N", "a number before a movement repeats it"), at: last + 1)
    }
    return rows
  }

  private static func names(of command: Command, _ marks: Marks) -> String {
    let prefix =
      switch command.prefix {
      case .none: ""
      case .number: "N"
      case .key(let key): marks.name(of: key)
      }
    let keys = command.keys.map { prefix + marks.name(of: $0) }
    let words = command.words + (command.goesToNumber ? ["N"] : [])
    let wheel = command.wheel == nil ? [] : ["wheel"]
    return (keys + wheel + words.map { ":" + $0 }).joined(separator: " ")
  }

  var status: [Message] { [Message("Help", .title), Message("the keys that work")] }

  var commands: [Command] { tableView.movingCommands() }

  func layout(for size: Size) { tableView.layout(for: size) }

  func draw(in canvas: inout Canvas) { tableView.draw(in: &canvas) }
}

extension HelpController: TableViewDataSource {
  /// A row for each command, below a blank one.
  func numberOfSections(in tableView: TableView) -> Int { rows.count + 1 }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 1 }

  func tableView(
    _ tableView: TableView, cellForRowAt indexPath: TableView.IndexPath
  ) -> any TableViewCell {
    let cell: HelpCell = tableView.dequeueCell(for: indexPath)
    let row = indexPath.section == 0 ? nil : rows[indexPath.section - 1]
    cell.show(keys: row?.keys ?? .empty, title: row?.title ?? .empty, keysWidth, theme)
    return cell
  }

  func tableView(_ tableView: TableView, identifierForSection section: Int) -> AnyHashable {
    section
  }

  func tableView(
    _ tableView: TableView, sectionWithIdentifier identifier: AnyHashable
  ) -> Int? {
    identifier.base as? Int
  }
}
