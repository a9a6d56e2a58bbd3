/// Makes cells of registered types and keeps those that are out of sight for later rows.
///
/// A type is found by itself and not by its name, which is dear to make.
struct CellPool {
  private var factories: [ObjectIdentifier: () -> any TableViewCell] = [:]
  private var spare: [ObjectIdentifier: [any TableViewCell]] = [:]
  /// Cells made so far, by type.
  private var made: [ObjectIdentifier: Int] = [:]

  mutating func register<T: TableViewCell>(_ type: T.Type) {
    factories[ObjectIdentifier(type)] = { T() }
  }

  /// How many cells were made of a type.
  func made<T: TableViewCell>(of type: T.Type) -> Int { made[ObjectIdentifier(type)] ?? 0 }

  mutating func dequeue<T: CellIdentifiable>(_ type: T.Type) -> T {
    let type = ObjectIdentifier(type)
    guard let cell = (spare[type]?.popLast() ?? make(type)) as? T else {
      let name = T.cellIdentifier
      fatalError("\(name) was never registered: call tableView.register(\(T.self).self) first")
    }
    return cell
  }

  mutating func enqueue(_ cell: any TableViewCell) {
    cell.prepareForReuse()
    spare[ObjectIdentifier(type(of: cell)), default: []].append(cell)
  }

  private mutating func make(_ type: ObjectIdentifier) -> (any TableViewCell)? {
    guard let factory = factories[type] else { return nil }
    made[type, default: 0] += 1
    return factory()
  }
}
