import Randomness
import Records

/// Rules for the elements of an array, and of a text that only begins like one.
enum ElementRules {
  typealias ElementRule = Rule<ReadArray>

  /// All rules; the first one that is broken is reported.
  static let all = ofElements + ofPlaces

  private static let ofElements = [
    ElementRule("the elements are those of the grammar") { array in
      guard let elements = array.elements else { return true }
      return array.extents.map(\.content) == elements
    },
    ElementRule("each byte from the first element on is in one element") { array in
      zip(array.extents, array.extents.dropFirst()).allSatisfy { $0.end == $1.content.lowerBound }
        && array.extents.last?.end == array.bytes.count
        && array.extents.allSatisfy {
          $0.content.upperBound <= $0.end && $0.content.lowerBound < $0.end
        }
    },
    ElementRule("a part of the bytes tells what all of them do, or that more are needed") { array in
      array.extents.allSatisfy { extent in
        stride(from: extent.content.lowerBound, through: array.bytes.count, by: 3).allSatisfy {
          count in
          let part = array.bytes[..<count].withUnsafeBytes {
            array.reader.element(at: extent.content.lowerBound, in: $0, isComplete: false)
          }
          return part == nil || part == extent
        }
      }
    },
    ElementRule("an element that is read in two parts ends where it does in one") { array in
      array.extents.allSatisfy { extent in
        stride(from: extent.content.lowerBound + 1, to: extent.end, by: 2).allSatisfy { place in
          var state = array.state(at: place)
          let rest = array.bytes.withUnsafeBytes {
            array.reader.element(at: place, after: &state, in: $0, isComplete: true)
          }
          return rest?.end == extent.end
        }
      }
    },
  ]

  private static let ofPlaces = [
    ElementRule("a place that is proved before an element is between two") { array in
      array.hasPlaces(before: array.starts) { part in
        array.reader.anchor(in: part, before: .between)
      }
    },
    ElementRule("a place that is proved before the end is between two") { array in
      guard array.elements != nil else { return true }
      return array.hasPlaces(before: [array.bytes.count]) { array.reader.anchor(atEndOf: $0) }
    },
    ElementRule("a place in an element is known by what is behind the bytes") { array in
      guard array.elements != nil else { return true }
      let start = array.starts[0]
      return stride(from: start, to: array.end, by: 5).allSatisfy { end in
        let state = array.state(at: end)
        return stride(from: start, to: end, by: 3).allSatisfy { first in
          let part = array.bytes[first..<end]
          let middle = part.count / 2
          let found = part.withUnsafeBytes { array.reader.state(at: middle, in: $0, before: state) }
          return found == nil || found == array.state(at: first + middle)
        }
      }
    },
    ElementRule("without line ends and escapes, the bytes from the first element on prove a place")
    { array in
      guard let elements = array.elements,
        !array.bytes.contains(where: { [0x0A, 0x5C].contains($0) })
      else { return true }
      let first = array.starts[0]
      let anchor = array.bytes[first...].withUnsafeBytes { array.reader.anchor(atEndOf: $0) }
      let hasObject = elements.contains { [0x5B, 0x7B].contains(array.bytes[$0.lowerBound]) }
      return !hasObject || anchor?.isProved == true
    },
  ]
}

extension ReadArray {
  /// Whether every place that is proved by the bytes before an end is between two elements.
  fileprivate func hasPlaces(
    before ends: [Int], _ anchor: (UnsafeRawBufferPointer) -> ElementAnchor?
  ) -> Bool {
    ends.allSatisfy { end in
      (starts[0]..<end).allSatisfy { first in
        guard let found = bytes[first..<end].withUnsafeBytes({ anchor($0) }), found.isProved else {
          return true
        }
        return state(at: first + found.offset).isBetween
      }
    }
  }
}
