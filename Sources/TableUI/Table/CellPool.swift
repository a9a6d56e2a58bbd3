/// Makes cells of registered types and keeps those that are out of sight for later rows.
///
/// A type is found by itself and not by its name, which is dear to make.
struct CellPool {
  private var factories: [ObjectIdentifier: () -> any ReusableCell] = [:]
  private var spare: [ObjectIdentifier: [any ReusableCell]] = [:]
  /// Cells made so far, by type.
  private var made: [ObjectIdentifier: Int] = [:]
  /// The types that subclasses were made for, so that they are found again.
  private var homes: [ObjectIdentifier: ObjectIdentifier] = [:]

  mutating func register<T: ReusableCell>(_ type: T.Type, _ make: @escaping () -> T) {
    factories[ObjectIdentifier(type)] = make
  }

  /// How many cells were made of a type.
  func made<T: ReusableCell>(of type: T.Type) -> Int { made[ObjectIdentifier(type)] ?? 0 }

  mutating func dequeue<T: CellIdentifiable>(_ type: T.Type) -> T {
    let type = ObjectIdentifier(type)
    guard let cell = (spare[type]?.popLast() ?? make(type)) as? T else {
      let name = T.cellIdentifier
      fatalError("\(name) was never registered: call tableView.register(\(T.self).self) first")
    }
    return cell
  }

  mutating func enqueue(_ cell: any ReusableCell) {
    cell.prepareForReuse()
    let type = ObjectIdentifier(type(of: cell))
    spare[homes[type] ?? type, default: []].append(cell)
  }

  private mutating func make(_ type: ObjectIdentifier) -> (any ReusableCell)? {
    guard let factory = factories[type] else { return nil }
    made[type, default: 0] += 1
    let cell = factory()
    let own = ObjectIdentifier(Swift.type(of: cell))
    if own != type { homes[own] = type }
    return cell
  }
}
