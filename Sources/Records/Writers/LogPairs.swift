import Bytes

/// The names and values of a logfmt line: `level=info msg="it is up" port=80`.
struct LogPairs {
  /// The fields, with their names.
  private(set) var slots: [FieldSlot] = []

  /// Parses a line that consists of names and values; nil for any other line.
  ///
  /// At least two names must have values. Any name except the first may be alone.
  init?(_ line: ArraySlice<UInt8>) {
    var (offset, values) = (line.startIndex, 0)
    while offset < line.endIndex {
      let name = line[offset...].prefix(while: Self.isNamePart)
      guard !name.isEmpty, values > 0 || line[name.endIndex...].first == .equals else { return nil }
      let value = line[name.endIndex...].first == .equals
      guard let slot = Self.slot(name, hasValue: value, in: line) else { return nil }
      slots.append(slot)
      values += value ? 1 : 0
      offset = line[slot.value.upperBound...].firstIndex { !$0.isBlank } ?? line.endIndex
      // Text directly after quotes belongs to no pair, so the line has another form.
      guard offset == line.endIndex || offset > slot.value.upperBound else { return nil }
    }
    guard values > 1 else { return nil }
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    byte > .space && byte != .equals && byte != .quote && byte != 0x7F
  }

  private static func slot(
    _ name: ArraySlice<UInt8>, hasValue: Bool, in line: ArraySlice<UInt8>
  ) -> FieldSlot? {
    let start = name.endIndex + (hasValue ? 1 : 0)
    let isQuoted = hasValue && line[start...].first == .quote
    guard let end = isQuoted ? endOfQuotes(in: line, from: start) : endOfWord(in: line, from: start)
    else { return nil }
    let inside = line[start..<end]
    let notation: Value.Notation =
      !isQuoted ? .plain : inside.contains(.backslash) ? .looseEscapes : .quoted
    var slot = FieldSlot(value: start..<end, kind: .string, notation: notation)
    slot.name = name.startIndex..<name.endIndex
    return slot
  }

  private static func endOfWord(in line: ArraySlice<UInt8>, from start: Int) -> Int {
    line[start...].firstIndex { $0.isBlank } ?? line.endIndex
  }

  private static func endOfQuotes(in line: ArraySlice<UInt8>, from start: Int) -> Int? {
    var index = start + 1
    while index < line.endIndex, line[index] != .quote {
      index += line[index] == .backslash ? 2 : 1
    }
    return index < line.endIndex ? index + 1 : nil
  }
}
