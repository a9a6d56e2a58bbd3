package import ByteStores
import Bytes
package import FileSources
package import Records
import Synchronization

/// A time span of a log: from the first item that is not before a time up to the first item that is
/// not before another time.
package struct TimeSpan: Sendable {
  /// The limits as they were typed.
  package var since: (text: String, time: TypedTime)?
  package var until: (text: String, time: TypedTime)?
  /// The time when the limits were typed, in nanoseconds since 1970-01-01 00:00 UTC.
  private let now: Int

  /// Creates a span without limits.
  package init(now: Int = SystemTime.now()) { self.now = now }

  /// Whether the span has a limit.
  package var isLimited: Bool { since != nil || until != nil }

  /// A description of the span: `since 10:02, until 10:30`.
  package var description: String {
    [since.map { "since \($0.text)" }, until.map { "until \($0.text)" }].compactMap { $0 }
      .joined(separator: ", ")
  }

  /// The limits as times: their missing parts are taken from `base`, and relative times are counted
  /// back from now.
  ///
  /// - Returns: nil if a limit is not a valid time.
  func moments(
    beside base: ItemTime, in zone: TimeZoneUse
  ) -> (since: RecordTime?, until: RecordTime?)? {
    func moment(_ typed: TypedTime) -> RecordTime? {
      let base = typed.isRelative ? ItemTime.now(like: base, in: zone, nanoseconds: now) : base
      return base.flatMap { typed.moment(beside: $0, in: zone) }
    }
    let (first, end) = (since.map { moment($0.time) }, until.map { moment($0.time) })
    if case .some(.none) = first { return nil }
    if case .some(.none) = end { return nil }
    return (first ?? nil, end ?? nil)
  }
}

/// The byte range of a time span in a file.
package struct TimeBounds: Sendable {
  /// The range from the first item of the span to the end of the last one.
  package let range: Range<Int>
  /// Whether all times that were compared are in order.
  package let isOrdered: Bool

  /// Finds the range by binary search.
  ///
  /// A time of day refers to the day of the last item with a time, because logs are mostly read for
  /// recent events.
  ///
  /// - Returns: nil if the examined items have no times, or if a limit is not a valid time.
  /// - Throws: an error if a system call fails.
  package init?(
    of span: TimeSpan, in source: TextFileSource, _ file: FileStore, _ reading: RecordDecoder?,
    in zone: TimeZoneUse
  ) throws(FileError) {
    let size = try file.size()
    let count = ItemTimes.sampleCount
    let head = try source.items(atEnd: false, of: file, count: count)
    guard let times = ItemTimes(of: head, reading, in: zone) else { return nil }
    let tail = try source.items(atEnd: true, of: file, count: count)
    let base =
      tail.reversed().lazy.compactMap(times.time).first
      ?? head.reversed().lazy.compactMap(times.time).first
    guard let base, let (since, until) = span.moments(beside: base, in: zone) else { return nil }
    var (start, end, isOrdered) = (file.start, size, true)
    func find(_ moment: RecordTime) throws(FileError) -> Int {
      let place = try source.place(of: moment, in: file) { times.time(of: $0)?.time }
      isOrdered = isOrdered && place?.isOrdered ?? true
      return place?.offset?.bytes ?? size
    }
    if let since { start = try find(since) }
    if let until { end = try find(until) }
    range = start..<max(start, end)
    self.isOrdered = isOrdered
  }
}

/// A time span as a pattern that is matched against consecutive items, for streams, whose end is
/// not known.
///
/// A time of day refers to the day of the first item with a time.
package struct SpanPattern: LinePattern {
  private let span: TimeSpan
  private let times: ItemTimes
  private let zone: TimeZoneUse
  package let unit: MatchUnit
  private let moments = SharedMoments()

  /// The limits of the span as times, known after the first item with a time.
  fileprivate final class SharedMoments: Sendable {
    typealias Moments = (since: RecordTime?, until: RecordTime?)
    private let known = Mutex<Moments?>(nil)

    func moments(_ span: TimeSpan, beside time: ItemTime, in zone: TimeZoneUse) -> Moments {
      known.withLock { known in
        if let known { return known }
        let moments = span.moments(beside: time, in: zone) ?? (nil, nil)
        known = moments
        return moments
      }
    }
  }

  package init(_ span: TimeSpan, _ times: ItemTimes, unit: MatchUnit, in zone: TimeZoneUse) {
    (self.span, self.times, self.unit, self.zone) = (span, times, unit, zone)
  }

  /// Whether an item is in the span; nil for an item without a time.
  fileprivate func contains(_ item: ArraySlice<UInt8>) -> Bool? {
    guard let time = times.time(ofItem: item) else { return nil }
    let (since, until) = moments.moments(span, beside: time, in: zone)
    return since.map { time.time >= $0 } ?? true && until.map { time.time < $0 } ?? true
  }

  package func makeMatcher() -> any LineMatcher { SpanMatcher(self) }
}

/// A matcher that finds the items in a span; an item without a time belongs to the item before it.
private final class SpanMatcher: ItemwiseMatcher {
  private let pattern: SpanPattern

  init(_ pattern: SpanPattern) { self.pattern = pattern }

  var hasGivenUp: Bool { false }

  func forEachMatch(in lines: UnsafeRawBufferPointer, _ body: (Int) -> Bool) {
    var (start, isIn) = (0, false)
    while start < lines.count {
      let end = pattern.unit.end(ofItemAt: start, in: lines)
      isIn = pattern.contains(Array(lines[start..<end])[...]) ?? isIn
      if isIn, !body(start) { return }
      start = end
    }
  }
}
