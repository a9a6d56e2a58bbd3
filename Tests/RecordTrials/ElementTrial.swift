package import Randomness
import Records

/// Any bytes as an array of JSON: its elements, and where they begin from anywhere.
package let elementTrial = Trial<UInt8>(
  "arrays", drawing: { Noise.drawn(from: $0) { $0.array() } },
  brokenRule: { bytes in
    guard let array = ReadArray(bytes) else { return nil }
    return ElementRules.all.broken(by: array)
  })

/// Bytes and the elements that are in them.
struct ReadArray {
  let bytes: [UInt8]
  let reader = ElementReader()
  /// The elements from the first one on, one after the other.
  let extents: [RecordExtent]
  /// The elements that the grammar has; nil where the bytes are no array.
  let elements: [Range<Int>]?
  /// Where the array's `]` is, and the blanks behind it end.
  let end: Int

  /// Nil where there is no first element.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    let reader = reader
    guard let first = bytes.withUnsafeBytes({ reader.firstElement(from: 0, in: $0) }) else {
      return nil
    }
    var (extents, next) = ([RecordExtent](), first)
    while let extent = bytes.withUnsafeBytes({
      reader.element(at: next, in: $0, isComplete: true)
    }) {
      extents.append(extent)
      next = extent.end
    }
    (self.extents, elements) = (extents, Self.elements(of: bytes))
    end = bytes.lastIndex { $0 == UInt8(ascii: "]") } ?? bytes.count
  }

  /// Where elements begin.
  var starts: [Int] { extents.map(\.content.lowerBound) }

  /// What is before a place.
  func state(at place: Int) -> ElementState {
    bytes[starts[0]..<place].withUnsafeBytes { reader.state(after: $0, from: .between) }
  }

  private static func elements(of bytes: [UInt8]) -> [Range<Int>]? {
    let reader = JSONReader()
    guard (try? reader.value(bytes[...])) != nil else { return nil }
    return bytes.withUnsafeBytes { all in
      let start = bytes.firstIndex { ![0x20, 9, 10, 13].contains($0) } ?? 0
      var ranges: [Range<Int>] = []
      var next = try? reader.firstElement(ofArrayAt: start, in: all, isComplete: true)
      while case .element(let range)? = next {
        ranges.append(range)
        next = try? reader.nextElement(after: range.upperBound, in: all, isComplete: true)
      }
      return ranges
    }
  }
}
