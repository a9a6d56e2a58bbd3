import ByteStores
import Bytes
import Feeds
import FileSources
import Paging
import Records
import Search
import TableUI
import Terminal

/// The search keys of a text: `/` and `?` ask for a pattern and show the first match during typing;
/// `n` and `N` go to the next and the previous match.
final class TextSearching {
  private let text: ShownText
  private let journey: TextJourney
  private let itemDetail: ItemDetail<TextLine, FileOffset>
  private var hold = InputHold()
  /// The last step if it went down and found nothing, its file, and the message about it.
  private var vainStep: (step: TextSearch.Step, file: FileStore, message: Message?)?
  /// Called when a match is shown, so that added lines at the end do not push it off the screen.
  var onFound: () -> Void = {}

  private var list: ShownText.List { text.list }
  private var finder: TextSearch { text.finder }
  private var matches: TextMatches { text.appearance.matches }

  init(
    _ text: ShownText, _ journey: TextJourney, _ itemDetail: ItemDetail<TextLine, FileOffset>
  ) {
    (self.text, self.journey, self.itemDetail) = (text, journey, itemDetail)
    text.finder.countsPlaces = { [weak self] in self?.hasPlacesInLines ?? false }
  }

  var commands: [Command] {
    Command.searching(
      ask: { [weak self] in self?.ask($0, goesDown: $1, count: $2) },
      goOn: { [weak self] in self?.goOn(times: $0, back: $1) })
      + [
        Command("turn highlighting of matches on or off", in: .view, keys: [.alt("u"), .alt("U")]) {
          [weak self] in
          self?.toggleMatches()
        },
        Command.stoppingSearch(isEnabled: { [weak self] in self?.finder.isFinding ?? false }) {
          [weak self] in
          self?.stop()
        },
        Command(
          "ignore or respect case in searches", in: .view, after: .key("-"), keys: ["i", "I"]
        ) {
          [weak self] in
          self?.toggleCase()
        },
      ]
  }

  /// Whether further keys wait for the match.
  var holdsInput: Bool { hold.holdsInput(while: finder.isFinding || journey.isOnTheWay) }

  // MARK: Typing

  /// The state to which the reader returns when the prompt is cancelled.
  private final class Departure {
    /// The offset; nil if no line is shown, or if the text has not reached its position yet.
    var offset: FileOffset?
    let pattern: TextPattern?
    let current: FileOffset?
    let goesDown: Bool
    /// The number of the match to find, from 1.
    let count: Int

    init(at offset: FileOffset?, _ matches: TextMatches, count: Int) {
      (self.offset, pattern, current) = (offset, matches.pattern, matches.current)
      self.count = count
      goesDown = matches.direction.goesDown
    }
  }

  private func ask(_ label: String, goesDown: Bool, count: Int = 1) {
    text.performPendingInput()
    text.viewer?.readHistory()
    let departure = Departure(
      at: journey.isOnTheWay ? nil : text.shown.first?.id, matches, count: count)
    matches.direction.goesDown = goesDown
    let number = count > 1 ? "\(count)" : ""
    var prompt = Prompt(number + label, kind: Viewer.historyKind) { [weak self] in
      self?.enter($0, since: departure)
    }
    prompt.onChange = { [weak self] in self?.preview($0, since: departure) }
    prompt.onCancel = { [weak self] in self?.giveUp(departure) }
    prompt.offer(
      { [weak self] in self?.finder.completion }, theme: text.appearance.theme,
      or: "pattern, or empty for the last one")
    text.viewer?.session?.open(prompt)
  }

  /// Shows the first match from the reader's position on; returns a message about the pattern, if
  /// any.
  private func preview(_ typed: String, since departure: Departure) -> Message? {
    do throws(PatternError) {
      let pattern = typed.isEmpty ? nil : try finder.pattern(of: typed)
      look(for: pattern)
      guard let pattern else {
        goBack(to: departure)
        return nil
      }
      find(from: departure) { [weak self] in self?.goBack(to: departure) }
      return note(on: pattern)
    } catch {
      finder.stop()
      return Message(error)
    }
  }

  private func enter(_ typed: String, since departure: Departure) {
    hold.begin()
    guard !typed.isEmpty else {
      look(for: departure.pattern, at: departure.current)
      return goOn(times: departure.count)
    }
    do throws(PatternError) {
      let isSame = typed == departure.pattern?.text
      look(for: try finder.pattern(of: typed))
      text.viewer?.keepHistory(typed)
      journey.previous = departure.offset ?? journey.previous
      if isSame, departure.current != nil {
        matches.current = departure.current
        return goOn(times: departure.count)
      }
      find(from: departure) { [weak self] in
        self?.sayNothing(below: self?.matches.direction.goesDown ?? true)
      }
    } catch {
      giveUp(departure)
      text.say(Message(error))
    }
  }

  private func giveUp(_ departure: Departure) {
    finder.stop()
    matches.direction.goesDown = departure.goesDown
    look(for: departure.pattern, at: departure.current)
    goBack(to: departure)
  }

  private func goBack(to departure: Departure) {
    let before = journey.previous
    if let offset = departure.offset, text.shown.first?.id != offset { journey.show(offset) }
    journey.previous = before
  }

  /// Sets or removes the pattern to search for.
  ///
  /// - Parameter line: the line of the current match.
  private func look(for pattern: TextPattern?, at line: FileOffset? = nil) {
    finder.look(for: pattern, at: line)
    text.setNeedsDisplay()
  }

  /// Returns a note on whether typed text is a condition or a pattern; nil for a pattern in plain
  /// text.
  func note(on pattern: TextPattern) -> Message? {
    guard !text.appearance.isPlainText || pattern.expression != nil else { return nil }
    return Message(pattern.expression == nil ? "pattern" : pattern.description)
  }

  /// Shows the first match when the text is opened, or the error in the pattern.
  func begin(atMatch pattern: String) {
    do throws(PatternError) {
      look(for: try finder.pattern(of: pattern))
      step(TextSearch.Step(goesDown: true, offset: 0)) { [weak self] in
        self?.sayNothing(below: true)
      }
    } catch {
      text.say(Message("\(error.message): \(pattern)", .failure))
    }
  }

  // MARK: Next match

  private func find(from departure: Departure, orElse: @escaping () -> Void) {
    journey.afterJump { [weak self] in
      guard let self else { return }
      departure.offset = departure.offset ?? text.shown.first?.id
      let offset = start(at: departure.offset)
      step(
        TextSearch.Step(
          goesDown: matches.direction.goesDown, offset: offset, count: departure.count),
        orElse: orElse)
    }
  }

  /// Goes to the next match, or to the nth one; wraps around only if the previous step has found no
  /// match before the end.
  private func goOn(times count: Int, back: Bool = false) {
    guard matches.pattern != nil else {
      return text.say(Message("nothing to search for: press / to type a pattern"))
    }
    hold.begin()
    text.performPendingInput()
    matches.hide(false)
    journey.afterJump { [weak self] in self?.goOnFromHere(times: count, back: back) }
  }

  /// Goes to another match, first within the line if each match is counted.
  private func goOnFromHere(times count: Int, back: Bool) {
    let goesDown = matches.direction.goesDown != back
    let left = stepInLine(times: count, goesDown)
    guard left > 0 else { return }
    // Lines may have several matches: if few steps are left, each match is visited; if many are
    // left, the matching lines are counted instead.
    guard left > 1, left <= Self.mostOneByOne, hasPlacesInLines else {
      return goOnByLines(times: left, goesDown)
    }
    goOnByLines(times: 1, goesDown) { [weak self] in
      self?.journey.afterJump {
        self?.text.performPendingInput()
        self?.goOnFromHere(times: left - 1, back: back)
      }
    }
  }

  private static let mostOneByOne = 100

  /// Whether a line may have more than one match to visit; a record or log entry counts as a single
  /// match.
  private var hasPlacesInLines: Bool {
    text.appearance.numbersRecords == nil && matches.pattern?.plain != nil && !text.hasEntries
  }

  /// Moves to another match within the current line; returns the number of remaining steps.
  private func stepInLine(times count: Int, _ goesDown: Bool) -> Int {
    guard hasPlacesInLines, let current = matches.current,
      let line = text.shown.first(where: { $0.id == current })
    else { return count }
    let all = matches.glyphs(in: line, text.appearance.rules).count
    let index = matches.placeInLine.index(of: all)
    let room = goesDown ? max(0, all - 1 - index) : index
    guard count <= room else { return count - room }
    matches.placeInLine = .number(index + (goesDown ? count : -count))
    text.setNeedsDisplay()
    return 0
  }

  private func goOnByLines(
    times count: Int, _ goesDown: Bool, then next: @escaping () -> Void = {}
  ) {
    var offset = start(goesDown)
    if matches.direction.wraps(goingDown: goesDown) { offset = goesDown ? 0 : .max }
    step(TextSearch.Step(goesDown: goesDown, offset: offset, count: count), then: next) {
      [weak self] in
      self?.sayNothing(below: goesDown)
    }
  }

  /// Returns the offset after or before the line or entry of the current match if that is visible,
  /// otherwise the offset of the first visible line.
  private func start(_ goesDown: Bool) -> Int {
    if let current = matches.current, current.edition == text.file.edition,
      let line = text.shown.first(where: { $0.id == current })
    {
      if text.hasEntries, let entry = try? text.source.entry(around: current.bytes, in: text.file) {
        return goesDown ? entry.upperBound : entry.lowerBound
      }
      return goesDown ? line.endOffset : line.id.bytes
    }
    return start(at: text.shown.first?.id)
  }

  /// Returns the offset of a line in the current file; 0 for a line of an earlier file, because the
  /// whole current file is after it.
  private func start(at line: FileOffset?) -> Int {
    line.map { $0.edition == text.file.edition ? $0.bytes : 0 } ?? 0
  }

  private func step(
    _ step: TextSearch.Step, then next: @escaping () -> Void = {}, orElse: @escaping () -> Void
  ) {
    hold.begin()
    text.stream?.requestBytes(upTo: .max)
    // A pipe may never end, so it is not awaited.
    let stream = text.stream?.packed == nil ? nil : text.stream
    finder.take(step, in: text.file, of: stream) { [weak self] outcome in
      guard let self else { return }
      text.setNeedsDisplay()
      switch outcome {
      case .found(let offset):
        show(match: offset, isLast: !step.goesDown)
        next()
      case .nothing:
        // The count for the current match is restarted, because the search has stopped it.
        if let current = matches.current { finder.count(at: current) }
        orElse()
        vainStep = nil
        if step.goesDown { vainStep = (step, text.file, list.message) }
      case .failed(let error): text.report(error)
      }
    }
  }

  /// Searches the text that was added while the message that no match was found is shown, and
  /// reports a match.
  func noteGrowth() {
    guard let vainStep, let message = vainStep.message, list.message == message,
      vainStep.file === text.file
    else { return }
    finder.goOn(with: vainStep.step, in: text.file) { [weak self] in
      guard let self, list.message == message else { return }
      matches.direction.renew()
      let key = matches.direction.goesDown ? "n" : "N"
      let dot = text.appearance.theme.symbols.dot
      text.say(Message("a match has arrived \(dot) \(key): go to it", .accent))
    }
  }

  /// Makes a match the current one, and shows it.
  ///
  /// - Parameter isLast: whether the last match of the line becomes the current one, instead of the
  ///   first.
  private func show(match offset: FileOffset, isLast: Bool) {
    matches.direction.renew()
    matches.current = offset
    matches.placeInLine = isLast && hasPlacesInLines ? .last : .first
    onFound()
    itemDetail.chosen = nil
    finder.count(at: offset)
    if !text.shown.dropLast().contains(where: { $0.id == offset }) { journey.showAtTarget(offset) }
  }

  private func stop() {
    finder.stop()
    itemDetail.isWanted = false
    text.say(Message("search stopped"))
  }

  // MARK: Appearance and messages

  private func toggleMatches() {
    matches.hide(!matches.isHidden)
    text.setNeedsDisplay()
  }

  private func toggleCase() {
    let message = matches.toggleCase()
    finder.renew()
    text.say(message)
  }

  private func sayNothing(below: Bool) {
    text.say(
      matches.direction.exhaust(
        goingDown: below, isNowhere: finder.total == 0, text: matches.pattern?.description ?? "",
        doubt: doubt + inHeader + inEarlierFiles, theme: text.appearance.theme))
  }

  /// A note if the header contains a match; the header is always visible, and its matches are not
  /// counted.
  private var inHeader: String {
    let header = text.list.tableView.headerCell as? TextHeaderCell
    return header?.hasMatch == true ? ", only in the header" : ""
  }

  /// A note if the list has lines of earlier files at the path; only the current file is searched.
  private var inEarlierFiles: String {
    guard list.pager.count > 0, let first = list.pager[0].item,
      first.id.edition != text.file.edition
    else { return "" }
    return ", lines of replaced files not searched"
  }

  /// A note if some lines could not be searched.
  private var doubt: String { finder.hasGivenUp ? ", some lines not checked" : "" }

  /// The status of the search for the status line.
  var status: String? {
    if finder.isFinding {
      let percent = finder.percent.map { " \($0)%" } ?? ""
      return "searching\(text.appearance.theme.symbols.more)\(percent)"
    }
    guard matches.current != nil, let pattern = matches.shown else { return nil }
    // If lines of context are shown, matches are not counted.
    guard let before = finder.countBefore else { return text.filter.context > 0 ? "match" : nil }
    let total = finder.total.map { " of \(list.grouped($0))" } ?? ""
    let column = pattern.expression.map { " \($0.inColumns)" } ?? ""
    let hasPlaces = hasPlacesInLines
    let place = hasPlaces ? matches.placeInLine.index(of: matches.countInLine) : 0
    let count = "\(list.grouped(before + place + 1))\(total)"
    guard !hasPlaces, !total.isEmpty else { return "match \(count)\(column)\(doubt)" }
    // A record with several matches counts once.
    return "\(count) matching \(finder.total == 1 ? "record" : "records")\(column)\(doubt)"
  }
}
