import Bytes

/// Where a field's name and value are among the bytes of a record; a record of CSV has its names elsewhere.
struct FieldSlot {
  var name = 0..<0
  var nameNotation = Value.Notation.plain
  var value: Range<Int>
  let kind: Value.Kind
  let notation: Value.Notation

  /// The same for bytes whose first has another index.
  func moved(by distance: Int) -> FieldSlot {
    guard distance != 0 else { return self }
    var slot = self
    slot.name = name.moved(by: distance)
    slot.value = value.moved(by: distance)
    return slot
  }
}
