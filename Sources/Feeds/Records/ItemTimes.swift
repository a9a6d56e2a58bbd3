package import FileSources
package import Records

/// The place of the time in the items of a text: the start of a log line, or a column of records.
package struct ItemTimes: Sendable {
  private enum Place {
    case line
    /// The first column with a usual name and a time.
    case usualColumn(RecordDecoder)
    case column(RecordColumn, RecordDecoder)
  }

  private let place: Place
  private let zone: TimeZoneUse

  /// The number of items that are examined.
  package static let sampleCount = 50

  /// Examines the given items; returns nil if they have no times.
  ///
  /// For records, the time is in the first column with a usual name and a time. If no column is
  /// found in this way, it is in the first column in which all examined values that are not empty
  /// are a date or a time of day.
  ///
  /// - Parameters:
  ///   - reading: parses records; nil for lines.
  ///   - zone: the time zone in which times are shown.
  package init?(of items: [TextLine], _ reading: RecordDecoder?, in zone: TimeZoneUse) {
    self.zone = zone
    if reading?.isOfText ?? true,
      items.contains(where: { ItemTime(line: $0.bytes, in: zone) != nil })
    {
      place = .line
      return
    }
    guard let reading else { return nil }
    let records = items.compactMap { reading.record(of: $0) }
    guard let name = Self.column(of: records, in: zone) else { return nil }
    let names = reading.csv.map { _ in records.first?.map(\.name) ?? [] } ?? reading.writer?.fields
    place = .column(RecordColumn(name, of: names ?? []), reading)
  }

  /// Assumes the usual place of times, because the items of the text are not known yet.
  package init(_ reading: RecordDecoder?, in zone: TimeZoneUse) {
    self.zone = zone
    place = reading.flatMap { $0.isOfText ? nil : .usualColumn($0) } ?? .line
  }

  private static func column(of records: [Record], in zone: TimeZoneUse) -> String? {
    for path in LogNames.times {
      let values = records.compactMap { $0.value(at: path) }
      if values.contains(where: { ItemTime($0.utf8, in: zone) != nil }) { return path.description }
    }
    return records.first?.map(\.name).first { name in
      let values = records.compactMap { record in record.first { $0.name == name }?.value.utf8 }
      let written = values.filter { !$0.isEmpty }
      return !written.isEmpty
        && written.allSatisfy { RecordTime(number: $0) == nil && ItemTime($0, in: zone) != nil }
    }
  }

  /// The time of an item, given its bytes with the line end; nil if the item has no time.
  package func time(ofItem raw: ArraySlice<UInt8>) -> ItemTime? {
    switch place {
    case .line: ItemTime(line: raw, in: zone)
    case .usualColumn(let reading): usualTime(in: reading.record(ofItem: raw))
    case .column(let column, let reading):
      column.value(inItem: raw, reading).flatMap { ItemTime($0.utf8, in: zone) }
    }
  }

  private func usualTime(in record: Record?) -> ItemTime? {
    LogNames.times.lazy.compactMap { record?.value(at: $0) }
      .compactMap { ItemTime($0.utf8, in: zone) }.first
  }

  /// The time of an item; nil if the item has no time.
  package func time(of item: TextLine) -> ItemTime? {
    switch place {
    case .line: ItemTime(line: item.bytes, in: zone)
    case .usualColumn(let reading): usualTime(in: reading.record(of: item))
    case .column(let column, let reading):
      reading.record(of: item).flatMap { column.value(in: $0, reading) }
        .flatMap { ItemTime($0.utf8, in: zone) }
    }
  }
}
