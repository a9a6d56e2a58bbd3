/// A record: fields in the order and with the values that were written, also where names are the same.
///
/// It shares the memory of what it was read from. A field is made when it is asked for.
public struct Record: RandomAccessCollection, Sendable {
  /// The bytes as they were written: an object with its braces, or a line of CSV without its end.
  public let raw: ArraySlice<UInt8>
  let slots: [FieldSlot]
  /// The names of a record of CSV; an object has its own.
  let header: CSVHeader?

  init(raw: ArraySlice<UInt8>, slots: [FieldSlot], header: CSVHeader? = nil) {
    (self.raw, self.slots, self.header) = (raw, slots, header)
  }

  /// Zero.
  public var startIndex: Int { 0 }
  /// How many fields there are.
  public var endIndex: Int { slots.count }

  /// A field, by its place from 0 on.
  public subscript(index: Int) -> Field {
    Field(value: value(at: index), writtenName: name(at: index))
  }

  func value(at index: Int) -> Value {
    let slot = slots[index]
    return Value(slot.kind, slot.notation, raw: raw[slot.value])
  }

  func name(at index: Int) -> Value {
    header?.name(at: index) ?? name(at: slots[index])
  }

  func name(at slot: FieldSlot) -> Value {
    Value(.string, slot.nameNotation, raw: raw[slot.name])
  }
}
