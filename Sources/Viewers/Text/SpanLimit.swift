import ByteStores
import Feeds
import FileSources
import Records

/// What the command line has asked to be shown of a text.
struct AskedItems {
  var limit: SpanLimit?
  var parts: [FilterPart] = []
}

/// How a text is limited to the times that were asked for.
struct SpanLimit {
  /// What its items have to meet, where they come one after the other; nil where the bytes of other times are left out.
  let condition: LineConditions.Condition?
  /// Whether the times that were seen on the way to it are in order.
  let isOrdered: Bool
}

extension TextFeed {
  /// Leaves out what is not of the times that were asked for: what is before and behind their bytes in a file; in a stream
  /// it takes a condition on its items.
  ///
  /// - Parameters:
  ///   - file: the file that is limited.
  ///   - reading: how its records are read, where there are some.
  /// - Returns: nil where no times were asked for.
  /// - Throws: that no times are known.
  @MainActor func limit(
    _ file: FileStore, to options: ViewerOptions, _ reading: RecordDecoder?
  ) throws(Failure) -> SpanLimit? {
    let (span, zone) = (options.span, options.times)
    guard span.isLimited else { return nil }
    if stream != nil {
      let head = (try? text.items(atEnd: false, of: file, count: ItemTimes.sampleCount)) ?? []
      let times = ItemTimes(of: head, reading, in: zone) ?? ItemTimes(reading, in: zone)
      let pattern = SpanPattern(span, times, unit: text.matchUnit(in: file), in: zone)
      return SpanLimit(condition: LineConditions.Condition(pattern), isOrdered: true)
    }
    let bounds: TimeBounds?
    do throws(FileError) {
      bounds = try TimeBounds(of: span, in: text, file, reading, in: zone)
    } catch {
      throw Failure(error)
    }
    guard let bounds else { throw .source("\(title): no time is known of its lines") }
    file.leaveOut(before: bounds.range.lowerBound)
    if span.until != nil { file.end(at: bounds.range.upperBound) }
    return SpanLimit(condition: nil, isOrdered: bounds.isOrdered)
  }
}
