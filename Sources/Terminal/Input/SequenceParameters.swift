/// What stands between a sequence's introducer and its final byte.
struct SequenceParameters {
  /// One of `<`, `=`, `>` and `?` in the first place.
  let marker: Unicode.Scalar?
  /// The numbers: fields parted by semicolons, each of parts parted by colons; nil where empty.
  let fields: [[Int?]]
  /// The bytes from space to `/` before the final byte.
  let intermediates: [UInt8]

  /// Parses the bytes; nil if they stand in an order that ECMA-48 does not allow.
  init?(_ body: [UInt8]) {
    let mark = body.first.flatMap { (0x3C...0x3F).contains($0) ? Unicode.Scalar($0) : nil }
    let rest = body.dropFirst(mark == nil ? 0 : 1)
    let numbers = rest.prefix { (0x30...0x3B).contains($0) }
    marker = mark
    intermediates = Array(rest.dropFirst(numbers.count))
    fields = ParameterFields(numbers).map { [$0.number] + $0.parts }
    guard intermediates.allSatisfy({ (0x20...0x2F).contains($0) }) else { return nil }
  }

  /// A number by the places of its field and of its part; nil if it is missing.
  subscript(field: Int, part: Int = 0) -> Int? {
    guard fields.indices.contains(field), fields[field].indices.contains(part) else { return nil }
    return fields[field][part]
  }

  /// The modifiers in a field; nil if they are unknown or the key was released.
  ///
  /// kitty puts the kind of event into the second part: 1 press, 2 repeat, 3 release.
  func modifiers(inField field: Int) -> KeyModifiers? {
    guard (1...2).contains(self[field, 1] ?? 1) else { return nil }
    return KeyModifiers(parameter: max(1, self[field] ?? 1))
  }
}
