import Bytes

/// Places between elements, from the middle of an array.
///
/// Nothing there tells whether it is in quotes, or how deep. A line feed ends all quotes; where there is none, both
/// readings are followed, as of comma-separated values (``CSVReader``). The depth is that of each reading down to its
/// lowest: there are the elements, if they are not longer than the bytes.
extension ElementReader {
  /// A place that is between two elements.
  ///
  /// Where it is known what is behind the bytes, a reading that does not lead to it is wrong, and its lowest depth tells
  /// whether there are elements; what is left is proved. Else the reading that breaks fewer rules is a guess, and so
  /// is that its lowest depth is that of the elements. Cost: the bytes, once or twice.
  ///
  /// - Parameters:
  ///   - bytes: the bytes at hand; places are counted from the first of them.
  ///   - end: what is behind the bytes; nil where that is not known.
  public func anchor(in bytes: UnsafeRawBufferPointer, before end: ElementState?) -> ElementAnchor?
  {
    var readings = readings(of: bytes)
    if let end {
      readings = readings.filter { $0.isPossible(before: end) }
      guard readings.allSatisfy({ $0.reachesElements(before: end) }) else { return nil }
    }
    let likely = readings.reduce(nil as ElementReading?) { best, next in
      best.map { $0.violations <= next.violations } ?? false ? best : next
    }
    guard let likely, let offset = likely.anchor, end != nil || !likely.isInObject else {
      return nil
    }
    guard end != nil else { return ElementAnchor(offset: offset, isProved: false) }
    guard readings.count > 1 else { return ElementAnchor(offset: offset, isProved: true) }
    let agreed = readings[0].anchor(in: bytes, agreedWith: readings[1])
    return ElementAnchor(offset: agreed ?? offset, isProved: agreed != nil)
  }

  /// The same before the end of all, which is that of the array if the last of the bytes is its `]`.
  public func anchor(atEndOf bytes: UnsafeRawBufferPointer) -> ElementAnchor? {
    if let last = bytes.lastIndex(where: { !$0.isJSONBlank }), bytes[last] == .closeBracket,
      let found = anchor(in: UnsafeRawBufferPointer(rebasing: bytes[..<last]), before: .between)
    {
      return found
    }
    return anchor(in: bytes, before: nil)
  }

  /// What is before a place in an element that is longer than the bytes; nil where they do not tell.
  ///
  /// - Parameters:
  ///   - place: where to look.
  ///   - bytes: the bytes at hand; places are counted from the first of them.
  ///   - end: what is behind the bytes.
  public func state(
    at place: Int, in bytes: UnsafeRawBufferPointer, before end: ElementState
  ) -> ElementState? {
    let readings = readings(of: bytes).filter { $0.isPossible(before: end) }
    guard readings.count == 1, let reading = readings.first, place > reading.first else {
      return nil
    }
    return reading.state(at: place, in: bytes, before: end)
  }

  private func readings(of bytes: UnsafeRawBufferPointer) -> [ElementReading] {
    let feed = bytes.firstIndex(of: .lineFeed, in: 0..<bytes.count)
    // What is behind a backslash may be escaped by it, or by none where that is escaped itself.
    let backslashes = bytes.prefix { $0 == .backslash }.count
    let start = feed.map { $0 + 1 } ?? min(bytes.count, backslashes > 0 ? backslashes + 1 : 0)
    return (feed == nil ? [false, true] : [false]).map {
      var reading = ElementReading(isInString: $0, from: start)
      reading.read(bytes)
      return reading
    }
  }
}
