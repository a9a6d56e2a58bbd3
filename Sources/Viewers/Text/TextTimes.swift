import ByteStores
import EventLoop
import Feeds
import FileSources
import Records
import TableUI
import Terminal

/// Jumps to a time, in a log or in records with a column of times; they are exact only if the times
/// are in order.
final class TextTimes {
  private let text: ShownText
  private let journey: TextJourney

  init(_ text: ShownText, _ journey: TextJourney) { (self.text, self.journey) = (text, journey) }

  /// The command that goes to a time, such as `:10:02`, `:2026-11-24T09:52` or `:-15m`.
  var command: Command {
    Command(
      "go to a time; -15m: go back 15 minutes", in: .move, line: "TIME",
      fits: { TypedTime($0.withoutLastBlanks) != nil }
    ) { [weak self] in self?.go(to: $0.withoutLastBlanks) }
  }

  /// Goes to the first line that is not before a time.
  private func go(to typed: String) {
    guard let wanted = TypedTime(typed) else { return }
    text.performPendingInput()
    let (search, here) = (search, place)
    journey.leave()
    journey.follow(
      BackgroundExecutor.shared.task { [weak self] in
        let result = await search.place(of: wanted, from: here)
        if !Task.isCancelled { self?.arrive(result, typed) }
      })
  }

  private var appearance: TextAppearance { text.appearance }

  /// The search for times in the text as it is currently read.
  var search: TimeSearchInText {
    TimeSearchInText(text.source, appearance.columns?.reading, in: appearance.times)
  }

  /// The line from which relative times are counted: the line that was chosen or found last, if it
  /// is visible, otherwise the first visible line.
  private var place: FileOffset? {
    let chosen = [appearance.chosen, appearance.matches.current].compactMap { $0 }
    return chosen.first { id in text.shown.contains { $0.id == id } } ?? text.shown.first?.id
  }

  private func arrive(_ result: Result<TimePlace, TimeFailure>, _ typed: String) {
    switch result {
    case .success(let place):
      journey.arrive(at: place.offset)
      if !place.isOrdered {
        text.say(Message("times are not in order here; this is near \(SafeText(typed))", .accent))
      }
    case .failure(let failure):
      if let error = failure.error { return journey.end(with: error) }
      journey.arrive(at: failure.place, orElse: failure.text)
      if failure.place != nil { text.say(Message(failure.text)) }
    }
  }
}

/// The reason why a time was not found, on one line.
nonisolated struct TimeFailure: Error {
  let text: String
  /// The position to show instead, if any.
  var place: FileOffset?
  /// The error of the file, if it cannot be read.
  var error: FileError?
}

/// A search for times in a text, in the background.
nonisolated struct TimeSearchInText: Sendable {
  private let source: TextFileSource
  private let reading: RecordDecoder?
  private let zone: TimeZoneUse

  init(_ source: TextFileSource, _ reading: RecordDecoder?, in zone: TimeZoneUse) {
    (self.source, self.reading, self.zone) = (source, reading, zone)
  }

  /// Returns the position of a time; a missing day or time zone is that of the last time up to the
  /// given line or, if none is found near that line, of the first time in the file.
  @concurrent func place(
    of typed: TypedTime, from line: FileOffset?
  ) async -> Result<TimePlace, TimeFailure> {
    do throws(FileError) {
      return try find(typed, in: await source.file(), from: line)
    } catch {
      return .failure(TimeFailure(text: error.description, error: error))
    }
  }

  /// Returns a description of the first and last time in a file; nil if no times are found at its
  /// start, or none at its end.
  @concurrent func span(of file: FileStore) async -> String? {
    let count = ItemTimes.sampleCount
    guard let head = try? source.items(atEnd: false, of: file, count: count),
      let times = ItemTimes(of: head, reading, in: zone),
      let tail = try? source.items(atEnd: true, of: file, count: count),
      let first = head.lazy.compactMap(times.time).first,
      let last = tail.reversed().lazy.compactMap(times.time).first
    else { return nil }
    return "times \(first.description) – \(last.description)"
  }

  private func find(
    _ typed: TypedTime, in file: FileStore, from line: FileOffset?
  ) throws(FileError) -> Result<TimePlace, TimeFailure> {
    let head = try source.items(atEnd: false, of: file, count: ItemTimes.sampleCount)
    guard let times = ItemTimes(of: head, reading, in: zone) else {
      return .failure(TimeFailure(text: "no times found in these lines"))
    }
    let near = try line.flatMap { line throws(FileError) in
      try source.lastTime(upTo: line, in: file, times)
    }
    guard let base = near ?? head.lazy.compactMap(times.time).first,
      let wanted = typed.moment(beside: base, in: zone)
    else { return .failure(TimeFailure(text: "the time is out of range")) }
    guard let place = try source.place(of: wanted, in: file, time: { times.time(of: $0)?.time })
    else { return .failure(TimeFailure(text: "no times found in these lines")) }
    guard place.offset == nil else { return .success(place) }
    let last = try source.items(atEnd: true, of: file, count: ItemTimes.sampleCount)
    let end = last.last { times.time(of: $0) != nil }
    let words = end.flatMap(times.time).map { "the last time is \($0.description)" }
    return .failure(TimeFailure(text: words ?? "all times are earlier", place: end?.id))
  }
}

extension TextFileSource {
  /// Returns the time of a line, or of the last line before it that has a time, within a limited
  /// distance; nil for a line of another file.
  fileprivate nonisolated func lastTime(
    upTo line: FileOffset, in file: FileStore, _ times: ItemTimes
  ) throws(FileError) -> ItemTime? {
    guard line.edition == file.edition else { return nil }
    let items = try items(upTo: line.bytes, of: file, count: ItemTimes.sampleCount)
    return items.reversed().lazy.compactMap(times.time).first
  }
}

extension String {
  /// The text without trailing blanks.
  fileprivate nonisolated var withoutLastBlanks: String {
    var text = self
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return text
  }
}
