/// Makes cells of registered types and keeps those that are out of sight for later rows.
struct CellPool {
  private var factories: [String: () -> any TableViewCell] = [:]
  private var spare: [String: [any TableViewCell]] = [:]
  /// Cells made so far, by identifier.
  private(set) var made: [String: Int] = [:]

  mutating func register<T: TableViewCell>(_ type: T.Type) {
    factories[T.cellIdentifier] = { T() }
  }

  mutating func dequeue<T: CellIdentifiable>(_ type: T.Type) -> T {
    let identifier = T.cellIdentifier
    guard let cell = spare[identifier]?.popLast() ?? make(identifier) else {
      fatalError("\(T.self) was never registered: call tableView.register(\(T.self).self) first")
    }
    guard let cell = cell as? T else {
      fatalError("the identifier \(identifier) of \(T.self) belongs to another type as well")
    }
    return cell
  }

  mutating func enqueue(_ cell: any TableViewCell) {
    cell.prepareForReuse()
    spare[type(of: cell).cellIdentifier, default: []].append(cell)
  }

  private mutating func make(_ identifier: String) -> (any TableViewCell)? {
    guard let factory = factories[identifier] else { return nil }
    made[identifier, default: 0] += 1
    return factory()
  }
}
