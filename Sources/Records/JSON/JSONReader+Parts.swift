import Bytes

/// Objects and arrays of which only a part is there, or that are nested deeper than a reader goes.
///
/// What is strict JSON is read as ``JSONReader/record(_:)`` and ``Value/elements`` have it; of anything else, as far as
/// brackets and quotes tell. The last field may be cut. Nothing calls itself, so that no depth is too much. Cost: the bytes
/// up to the last field that is taken.
extension JSONReader {
  /// The fields of an object, which begins with the first byte that is no blank; nil where that is no brace.
  ///
  /// - Parameters:
  ///   - bytes: the bytes at hand; places are counted from the first of them.
  ///   - limit: the most fields that are taken.
  public static func record(ofPart bytes: ArraySlice<UInt8>, limit: Int = .max) -> Record? {
    slots(of: bytes, .openBrace, limit) { $0.nextMember() }.map { Record(raw: bytes, slots: $0) }
  }

  /// The elements of an array, which begins with the first byte that is no blank; nil where that is no bracket.
  ///
  /// - Parameters:
  ///   - bytes: the bytes at hand; places are counted from the first of them.
  ///   - limit: the most elements that are taken.
  public static func elements(ofPart bytes: ArraySlice<UInt8>, limit: Int = .max) -> [Value]? {
    slots(of: bytes, .openBracket, limit) { $0.nextElement() }?.map {
      Value($0.kind, $0.notation, raw: bytes[$0.value])
    }
  }

  private static func slots(
    of bytes: ArraySlice<UInt8>, _ bracket: UInt8, _ limit: Int,
    _ next: (inout JSONPartScanner) -> FieldSlot?
  ) -> [FieldSlot]? {
    guard let start = bytes.firstIndex(where: { !$0.isJSONBlank }), bytes[start] == bracket else {
      return nil
    }
    let first = bytes.startIndex
    return bytes.withUnsafeBytes { buffer in
      var scanner = JSONPartScanner(buffer, at: start - first)
      var slots: [FieldSlot] = []
      while slots.count < limit, let slot = next(&scanner) { slots.append(slot.moved(by: first)) }
      return slots
    }
  }
}
