/// A cell type that is identified by itself: no string to keep in step.
@MainActor public protocol CellIdentifiable: AnyObject {
  /// What the type is called where it is spoken of; the type's name by default.
  static var cellIdentifier: String { get }
}

extension CellIdentifiable {
  /// The type's name, with those of its module and enclosing types.
  public static var cellIdentifier: String { String(reflecting: Self.self) }
}
