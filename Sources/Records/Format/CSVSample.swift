import Bytes

/// The first records of a text, read with one delimiter.
struct CSVSample {
  let delimiter: UInt8
  /// The start of the first record.
  let start: Int
  /// The records, without blank lines.
  private(set) var records: [Record] = []
  /// The end of each record, including the blank lines after it.
  private var ends: [Int] = []
  /// For each record, whether a blank line follows it.
  private var areFollowed: [Bool] = []

  /// The minimum number of records, unless the file's name declares the format.
  private static let leastCount = 3
  /// The minimum number of records after titles: the names and one row.
  private static let leastBehindTitles = 2

  init(delimiter: UInt8, start: Int) { (self.delimiter, self.start) = (delimiter, start) }

  var count: Int { records.count }

  /// Appends a record, or a blank line if the record is nil.
  mutating func append(_ record: Record?, endingAt end: Int) {
    if let record {
      records.append(record)
      ends.append(end)
      areFollowed.append(false)
    } else if !records.isEmpty {
      ends[count - 1] = end
      areFollowed[count - 1] = true
    }
  }

  /// The number of records with as many fields as the first one.
  private var evenCount: Int { records.count { $0.count == records[0].count } }

  /// Whether the first record contains names.
  var hasHeader: Bool { records.first.flatMap { CSVHeader($0) } != nil }

  var hasSeveralFields: Bool { records.first.map { $0.count > 1 } ?? false }

  /// Whether all records have the same number of fields.
  var isEven: Bool { evenCount == count }

  /// Whether more than half of the records have as many fields as the first one.
  var isMostlyEven: Bool { evenCount * 2 > count }

  /// Whether the records are certainly rows of a table, even though the file's name does not
  /// declare the format.
  func isCertain(_ header: CSVChoice.Header?) -> Bool {
    guard count >= Self.leastCount, hasSeveralFields, isEven else { return false }
    if case .line? = header { return true }
    let isTold = delimiter < .space && delimiter != .tab
    return isTold || hasLikelyHeader && blankNamesHaveValues
  }

  /// Whether this sample is better than another one.
  ///
  /// The criteria are, in this order: a larger share of records with the same number of fields,
  /// fewer titles before them, more fields, a first record without names. Titles are compared
  /// before fields, because the names of a table with decimal commas contain no comma.
  func isBetter(than other: CSVSample) -> Bool {
    let (share, otherShare) = (
      evenCount * max(1, other.count), other.evenCount * max(1, count)
    )
    guard share == otherShare else { return share > otherShare }
    guard start == other.start else { return start < other.start }
    let (fields, otherFields) = (records.first?.count ?? 0, other.records.first?.count ?? 0)
    return fields == otherFields ? !hasHeader && other.hasHeader : fields > otherFields
  }
}

/// Title lines before the names.
extension CSVSample {
  /// The sample from the first record with several fields on; the lines before that record are
  /// titles.
  ///
  /// Everything up to a blank line also belongs to the titles if it is divided differently from the
  /// lines after the blank line, and if these are not fewer.
  var behindTitles: CSVSample {
    guard let first = records.firstIndex(where: { $0.count > 1 }) else { return self }
    if let blank = areFollowed[first...].firstIndex(of: true),
      count - (blank + 1) >= max(Self.leastBehindTitles, blank + 1 - first),
      records[blank + 1].count > 1,
      records[first...blank].allSatisfy({ $0.count != records[blank + 1].count }),
      records[(blank + 1)...].allSatisfy({ $0.count == records[blank + 1].count })
    {
      return suffix(from: blank + 1)
    }
    return suffix(from: first)
  }

  /// Whether the lines before some of these records may be titles, and may therefore be hidden.
  ///
  /// A value in one column may also contain a delimiter. Therefore titles without a blank line
  /// after them must be followed by several records, and by more records than titles.
  ///
  /// - Parameters:
  ///   - rest: the records after the titles, read from their start.
  ///   - found: the same records as a part of this sample.
  ///   - isDeclared: whether the delimiter is known.
  func hasTitles(before rest: CSVSample, from found: CSVSample, isDeclared: Bool) -> Bool {
    let titles = count - found.count
    guard titles > 0 else { return true }
    if isDeclared || areFollowed[titles - 1] { return rest.count >= Self.leastBehindTitles }
    return rest.count >= max(Self.leastCount, titles + 1)
  }

  private func suffix(from first: Int) -> CSVSample {
    guard first > 0 else { return self }
    var sample = CSVSample(delimiter: delimiter, start: ends[first - 1])
    sample.records = Array(records[first...])
    sample.ends = Array(ends[first...])
    sample.areFollowed = Array(areFollowed[first...])
    return sample
  }
}

/// Distinguishing names from the words of sentences, logs and code.
extension CSVSample {
  /// Whether the first record has names that can hardly be anything else, including at least two
  /// different ones.
  ///
  /// In addition to plain names, some may be blank, repeated, years, or consecutive numbers.
  var hasLikelyHeader: Bool {
    guard hasSeveralFields, hasHeader, let first = records.first else { return false }
    let names = first.map(\.value).filter { !$0.isBlank }
    let (plain, others) = (names.filter(\.isPlainName), names.filter { !$0.isPlainName })
    guard others.isEmpty || Self.areLikelyNumbers(others.map(\.text)) else { return false }
    return Set(plain.map(\.utf8)).count + others.count > 1
  }

  private static func areLikelyNumbers(_ texts: [String]) -> Bool {
    let numbers = texts.compactMap { Int($0) }
    guard numbers.count == texts.count else { return false }
    if numbers.allSatisfy({ (1_900...2_100).contains($0) }) { return true }
    return numbers.count > 1 && zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 }
  }

  /// Whether every column with a blank name has a value.
  ///
  /// A column without a name or values comes from a delimiter at the start or the end of each line,
  /// and is not a real column.
  private var blankNamesHaveValues: Bool {
    guard let first = records.first else { return false }
    return first.indices.allSatisfy { column in
      !first[column].value.isBlank
        || records.contains { column < $0.count && !$0[column].value.isBlank }
    }
  }

  /// Whether the first record names the columns of the other records: all names are plain and
  /// distinct, and the values of one column begin with digits.
  var isTable: Bool {
    guard count >= Self.leastCount, let first = records.first, first.count > 1,
      first.allSatisfy({ $0.value.isPlainName }), Set(first.map(\.value.utf8)).count == first.count
    else { return false }
    return first.indices.contains { column in
      records.dropFirst().allSatisfy { record in
        column < record.count && (record[column].value.utf8.first?.isDigit ?? false)
      }
    }
  }

  /// Whether each column begins or ends at the same place in all lines.
  var isAligned: Bool {
    guard let first = records.first else { return false }
    return first.indices.allSatisfy { column in
      let places = records.compactMap { column < $0.count ? $0.place(of: column) : nil }
      return Set(places.map(\.lowerBound)).count == 1 || Set(places.map(\.upperBound)).count == 1
    }
  }

  /// Whether the delimiter occurs within quotes that begin after another usual delimiter.
  var splitsQuotes: Bool { records.contains { $0.raw.hasQuoted(delimiter) } }
}

extension Record {
  /// The range of a field, relative to the start of the record.
  fileprivate func place(of column: Int) -> Range<Int> {
    slots[column].value.moved(by: -raw.startIndex)
  }
}

extension ArraySlice<UInt8> {
  /// Whether the delimiter occurs within quotes that begin after another delimiter.
  fileprivate func hasQuoted(_ delimiter: UInt8) -> Bool {
    var (index, isFieldStart) = (startIndex, true)
    while index < endIndex {
      let byte = self[index]
      guard byte == .quote, isFieldStart, let close = closingQuote(after: index) else {
        isFieldStart = Self.usualDelimiters.contains(byte)
        index += 1
        continue
      }
      let isOthers = index > startIndex && self[index - 1] != delimiter
      if isOthers, self[index..<close].contains(delimiter) { return true }
      (index, isFieldStart) = (close + 1, false)
    }
    return false
  }

  private func closingQuote(after open: Int) -> Int? {
    var index = open + 1
    while let quote = self[index...].firstIndex(of: .quote) {
      guard quote + 1 < endIndex, self[quote + 1] == .quote else { return quote }
      index = quote + 2
    }
    return nil
  }

  private static let usualDelimiters: Set<UInt8> = [
    .comma, .tab, UInt8(ascii: ";"), UInt8(ascii: "|"),
  ]
}

extension Value {
  fileprivate var isBlank: Bool { utf8.allSatisfy(\.isJSONBlank) }

  /// Whether the value may be the name of a column: short, without blanks at its ends, and either
  /// quoted or in a form that is usual for names.
  fileprivate var isPlainName: Bool {
    let text = utf8
    guard let first = text.first, text.count <= 64, text.trimmed(\.isJSONBlank).count == text.count
    else {
      return false
    }
    guard notation == .plain else { return true }
    guard text.count(where: { $0 == 0x20 }) < 5 else { return false }
    return first.beginsName && !text.contains { $0 < 0x20 || Self.codeBytes.contains($0) }
      && Self.brackets.allSatisfy { pair in
        text.count { $0 == pair.0 } == text.count { $0 == pair.1 }
      }
  }

  /// Characters that are common in code and settings, but not in names of columns.
  private static let codeBytes: Set<UInt8> = Set(#"{}<>=\"`"#.utf8)
  private static let brackets: [(UInt8, UInt8)] = [
    (UInt8(ascii: "("), UInt8(ascii: ")")), (.openBracket, .closeBracket),
  ]
}

extension UInt8 {
  /// Whether the byte is a letter, an underscore, a `#` or a part of a scalar outside ASCII.
  fileprivate var beginsName: Bool {
    isLetter || self == .underscore || self == UInt8(ascii: "#") || self >= 0x80
  }
}
