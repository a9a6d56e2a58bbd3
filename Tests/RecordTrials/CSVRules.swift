import Randomness
import Records

/// Rules that hold for comma-separated values, however they are written.
enum CSVRules {
  typealias CSVRule = Rule<ReadCSV>

  /// All rules; the first one that is broken is reported.
  static let all = ofRecords + ofBorders

  private static let ofRecords = [
    CSVRule("the records are those of the plain reader, one after the other") { text in
      var (start, rows) = (0, [CSVOracle.Row]())
      while let extent = text.extent(at: start, with: text.bytes.count) {
        // A slice that does not begin at 0 would reveal wrong offsets.
        let record = text.reader.record(text.bytes[extent.content])
        rows.append(
          CSVOracle.Row(
            start: start, end: extent.end, fields: record.map { Array($0.value.utf8) }))
        start = extent.end
      }
      return rows == text.rows
    },
    CSVRule("a part of the bytes tells what all of them do, or that more are needed") { text in
      text.borders.dropLast().allSatisfy { start in
        let whole = text.extent(at: start, with: text.bytes.count)
        return (start...text.bytes.count).allSatisfy {
          let part = text.extent(at: start, with: $0)
          return part == nil || part == whole
        }
      }
    },
    CSVRule("a record's line of JSON says the same") { text in
      text.borders.dropLast().allSatisfy { start in
        guard let extent = text.extent(at: start, with: text.bytes.count) else { return false }
        let record = text.reader.record(text.bytes[extent.content])
        guard let object = try? JSONReader().record(record.jsonLine()[...]) else { return false }
        let same = { (one: String, other: String) in one.utf8.elementsEqual(other.utf8) }
        return object.count == record.count
          && zip(object, record).allSatisfy {
            same($0.value.text, $1.value.text) && same($0.name, $1.name)
          }
      }
    },
  ]

  private static let ofBorders = [
    CSVRule("a border that is proved is one, from wherever it is looked for") { text in
      let (end, borders) = (text.bytes.count, Set(text.borders))
      return (0...end).allSatisfy { offset in
        let parts = [
          0..<end, max(0, offset - 1)..<end, 0..<(offset + end) / 2,
          max(0, offset - 1)..<min(end, offset + 12),
        ]
        return parts.allSatisfy { part in
          guard part.contains(max(0, offset - 1)) else { return true }
          guard case .proved(let border) = text.border(from: offset, in: part) else { return true }
          return border >= offset && borders.contains(border)
        }
      }
    },
    CSVRule("a border that is proved before another one is the last before it") { text in
      zip(text.borders, text.borders.dropFirst()).allSatisfy { previous, border in
        (0..<border).allSatisfy { first in
          let answers = [
            text.border(before: border, from: first, to: border),
            text.border(before: border, from: first, to: text.bytes.count),
          ]
          return answers.allSatisfy { !$0.isProved || $0 == .proved(previous) }
        }
      }
    },
    CSVRule("with all bytes before it the border before another one is found") { text in
      guard text.reader.dialect.maximumQuotedSize > text.bytes.count else { return true }
      return zip(text.borders, text.borders.dropFirst()).allSatisfy { previous, border in
        text.border(before: border, from: 0, to: text.bytes.count) == .proved(previous)
      }
    },
  ]
}
