import Bytes

/// What the detail says below a record's time: that in the zone that was asked for, and how long it is after the
/// record above.
package struct TimeRemark {
  /// The row of the time, by its number.
  package let row: Int
  package let text: String

  /// - Parameters:
  ///   - above: the time of the record above, if that has one.
  ///   - name: what a record is called.
  /// - Returns: nil where the record has no time, or there is nothing to say of it.
  package init?(
    _ record: Record, after above: RecordTime?, _ zone: TimeZoneUse, called name: String
  ) {
    guard let (value, time) = Self.time(of: record) else { return nil }
    let isNumber = value.utf8.allSatisfy { $0.isDigit || $0 == .dot }
    let converted = zone == .source && !isNumber ? nil : zone.text(of: time)
    let parts = [
      converted == value.text ? nil : converted, above.flatMap { Self.distance(time, $0, name) },
    ].compactMap { $0 }
    guard !parts.isEmpty else { return nil }
    (row, text) = (value.raw.startIndex, parts.joined(separator: ", "))
  }

  /// The time of a record by a usual name.
  package static func time(of record: Record) -> (value: Value, time: RecordTime)? {
    for path in LogNames.times {
      if let value = record.value(at: path), let time = RecordTime(value) { return (value, time) }
    }
    return nil
  }

  /// Moments whose zones are not both known, or both unknown, cannot be compared; nil for more than 292 years, too.
  private static func distance(
    _ time: RecordTime, _ above: RecordTime, _ name: String
  ) -> String? {
    let (distance, isTooFar) = time.nanoseconds.subtractingReportingOverflow(above.nanoseconds)
    guard time.hasZone == above.hasZone, !isTooFar else { return nil }
    if distance == 0 { return "at the same time as the \(name) above" }
    let direction = distance > 0 ? "after" : "before"
    return "\(TimeDistance(nanoseconds: distance)) \(direction) the \(name) above"
  }
}
