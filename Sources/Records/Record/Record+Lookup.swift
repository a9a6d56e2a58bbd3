import Bytes

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

  /// Whether the field at an index is written with the same name in another record, and is an object in neither.
  ///
  /// Cost: the bytes of the name.
  public func hasSameName(at index: Int, as other: Record) -> Bool {
    guard index < other.count else { return false }
    let (slot, otherSlot) = (slots[index], other.slots[index])
    return slot.kind != .object && otherSlot.kind != .object
      && raw[slot.name].elementsEqual(other.raw[otherSlot.name])
  }

  private func lastIndex(named name: ArraySlice<UInt8>) -> Int? {
    guard header == nil else { return indices.last { self.name(at: $0).utf8 == name } }
    return raw.withUnsafeBytes { bytes in
      name.withUnsafeBytes { name in
        slots.lastIndex { slot in
          slot.nameNotation == .quoted
            ? Self.isName(name, slot.name, in: bytes, from: raw.startIndex)
            : self.name(at: slot).utf8.elementsEqual(name)
        }
      }
    }
  }

  /// Whether a name stands between quotes as it is: most differ in length already.
  private static func isName(
    _ name: UnsafeRawBufferPointer, _ quoted: Range<Int>, in bytes: UnsafeRawBufferPointer,
    from start: Int
  ) -> Bool {
    guard quoted.count == name.count + 2 else { return false }
    let first = quoted.lowerBound + 1 - start
    return name.indices.allSatisfy { name[$0] == bytes[first + $0] }
  }
}
