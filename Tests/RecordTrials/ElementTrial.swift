package import Randomness
import Records

/// A trial that reads arbitrary bytes as a JSON array, and checks its elements, and the starts of
/// elements that are found from any place.
package let elementTrial = Trial<UInt8>(
  "arrays", drawing: { Noise.drawn(from: $0) { $0.array() } },
  brokenRule: { bytes in
    guard let array = ReadArray(bytes) else { return nil }
    return ElementRules.all.broken(by: array)
  })

/// Bytes, and the elements in them.
struct ReadArray {
  let bytes: [UInt8]
  let reader = ElementReader()
  /// The elements in order, starting with the first one.
  let extents: [RecordExtent]
  /// The elements according to the grammar; nil if the bytes are not an array.
  let elements: [Range<Int>]?
  /// The offset of the last `]`; the number of bytes if they have none.
  let end: Int

  /// Reads the elements in some bytes; nil if they have no first element.
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

  /// The offsets where elements begin.
  var starts: [Int] { extents.map(\.content.lowerBound) }

  /// The state before a place.
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
