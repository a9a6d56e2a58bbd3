import ByteStores
import Feeds
import FileSources
import Records

/// The time span and the filters of the command line for a text.
struct AskedItems {
  var limit: SpanLimit?
  var parts: [FilterPart] = []
}

/// The limits that restrict a text to a time span.
struct SpanLimit {
  /// The condition on the items of a stream; nil for a file, whose bytes outside the time span are
  /// left out.
  let condition: LineConditions.Condition?
  /// Whether all times that were compared are in order.
  let isOrdered: Bool
}

extension TextFeed {
  /// Limits a text to the time span: in a file by leaving out the bytes before and after it, in a
  /// stream by a condition on its items.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - reading: parses its records; nil for lines.
  /// - Returns: the limit; nil if the options have no time span.
  /// - Throws: an error if a file has no times or cannot be read.
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
    guard let bounds else { throw .source("\(title): no times found in its lines") }
    file.leaveOut(before: bounds.range.lowerBound)
    if span.until != nil { file.end(at: bounds.range.upperBound) }
    return SpanLimit(condition: nil, isOrdered: bounds.isOrdered)
  }
}
