/// Values by the paths of their fields.
extension Record {
  /// The value at a path; nil if there is none.
  ///
  /// A field whose whole name is the path comes first, then one whose name is the longest part of it that ends
  /// before a dot and that leads to an object, in which the rest is looked for. Of several fields with the same name
  /// the last counts, as in most readers of JSON (RFC 8259, 4).
  ///
  /// Cost: a comparison with each name, once for each dot of the path, and the bytes of the objects on the way.
  public func value(at path: FieldPath) -> Value? { value(at: path.utf8[...]) }

  private func value(at path: ArraySlice<UInt8>) -> Value? {
    if let index = lastIndex(named: path) { return value(at: index) }
    var end = path.endIndex
    while let dot = path[..<end].lastIndex(of: .dot) {
      if let index = lastIndex(named: path[..<dot]), let record = value(at: index).record {
        return record.value(at: path[(dot + 1)...])
      }
      end = dot
    }
    return nil
  }

  private func lastIndex(named name: ArraySlice<UInt8>) -> Int? {
    indices.last { self.name(at: $0).utf8 == name }
  }
}
