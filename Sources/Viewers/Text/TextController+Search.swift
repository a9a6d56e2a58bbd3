import ByteStores
import Feeds
import FileSources
import Records
import Search
import TableUI
import Terminal

/// Searching: `/` and `?` ask for a pattern, whose first match from here comes into sight while it is typed;
/// `n` and `N` go on from there.
extension TextController {
  var searching: [Command] {
    Command.searching(
      ask: { [weak self] in self?.askForPattern($0, goesDown: $1) },
      goOn: { [weak self] in self?.goOn(times: $0, back: $1) })
      + [
        Command("show or hide the matches", in: .view, keys: [.alt("u"), .alt("U")]) {
          [weak self] in
          self?.toggleMatches()
        },
        Command.stoppingSearch(isEnabled: { [weak self] in self?.finder.isFinding ?? false }) {
          [weak self] in
          self?.stopSearch()
        },
        Command("ignore case in searches, or not", in: .view, after: .key("-"), keys: ["i", "I"]) {
          [weak self] in
          self?.toggleCase()
        },
      ]
  }

  // MARK: Typing

  /// What a reader goes back to who gives the pattern up.
  private final class Departure {
    /// Nil as long as the reader is on the way to it.
    var place: FileOffset?
    let pattern: TextPattern?
    let current: FileOffset?
    let goesDown: Bool

    init(at place: FileOffset?, _ finder: TextSearch, current: FileOffset?) {
      (self.place, self.current) = (place, current)
      (pattern, goesDown) = (finder.pattern, finder.direction.goesDown)
    }
  }

  private func askForPattern(_ label: String, goesDown: Bool) {
    performPendingInput()
    viewer?.readHistory()
    let departure = Departure(
      at: isOnTheWay ? nil : shown.first?.id, finder, current: appearance.matches.current)
    finder.direction.goesDown = goesDown
    var prompt = Prompt(label, kind: Viewer.historyKind) { [weak self] in
      self?.enter($0, since: departure)
    }
    prompt.onChange = { [weak self] in self?.type($0, since: departure) }
    prompt.onCancel = { [weak self] in self?.giveUpPattern(departure) }
    viewer?.session?.open(prompt)
  }

  /// Does what was typed before, because a search begins where that leads.
  func performPendingInput() {
    if let size { layout(for: size) }
    list.tableView.hasMovedUp = false
    pause()
  }

  /// Shows the first match from where the reader was; a mistake in the pattern is told beside it.
  private func type(_ text: String, since departure: Departure) -> Message? {
    do throws(PatternError) {
      let pattern = text.isEmpty ? nil : try finder.pattern(of: text)
      mark(pattern)
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

  private func enter(_ text: String, since departure: Departure) {
    guard !text.isEmpty else {
      mark(departure.pattern)
      appearance.matches.current = departure.current
      return goOn(times: 1)
    }
    do throws(PatternError) {
      let isSame = text == departure.pattern?.text
      mark(try finder.pattern(of: text))
      viewer?.keepHistory(text)
      previous = departure.place ?? previous
      if isSame, departure.current != nil {
        appearance.matches.current = departure.current
        return goOn(times: 1)
      }
      find(from: departure) { [weak self] in
        self?.sayNothing(below: self?.finder.direction.goesDown ?? true)
      }
    } catch {
      giveUpPattern(departure)
      list.show(Message(error))
    }
  }

  private func giveUpPattern(_ departure: Departure) {
    finder.stop()
    finder.direction.goesDown = departure.goesDown
    mark(departure.pattern)
    appearance.matches.current = departure.current
    goBack(to: departure)
  }

  private func goBack(to departure: Departure) {
    let before = previous
    if let place = departure.place, shown.first?.id != place { show(place) }
    previous = before
  }

  private func mark(_ pattern: TextPattern?) {
    finder.set(pattern)
    appearance.matches.pattern = pattern
    appearance.matches.current = nil
    onNeedsDisplay?()
  }

  /// Shows the first match of the text when it is opened; a mistake in the pattern is told.
  func begin(atMatch text: String) {
    do throws(PatternError) {
      mark(try finder.pattern(of: text))
      take(TextSearch.Step(goesDown: true, offset: 0)) { [weak self] in
        self?.sayNothing(below: true)
      }
    } catch {
      list.show(Message("\(error.message): \(text)", .failure))
    }
  }

  // MARK: Going on

  private func find(from departure: Departure, orElse: @escaping () -> Void) {
    afterJump { [weak self] in
      guard let self else { return }
      departure.place = departure.place ?? shown.first?.id
      let offset = departure.place?.bytes ?? 0
      take(TextSearch.Step(goesDown: finder.direction.goesDown, offset: offset), orElse: orElse)
    }
  }

  /// The next match, or the nth from here; beyond the last only when asked again.
  private func goOn(times count: Int, back: Bool = false) {
    guard finder.pattern != nil else { return list.show(Message("nothing to search for: / asks")) }
    performPendingInput()
    if appearance.matches.pattern == nil { appearance.matches.pattern = finder.pattern }
    afterJump { [weak self] in self?.goOnFromHere(times: count, back: back) }
  }

  private func goOnFromHere(times count: Int, back: Bool) {
    let goesDown = finder.direction.goesDown != back
    var step = TextSearch.Step(goesDown: goesDown, offset: start(goesDown), count: count)
    if finder.direction.wraps(goingDown: goesDown) {
      step = TextSearch.Step(goesDown: goesDown, offset: goesDown ? 0 : .max, count: count)
    }
    take(step) { [weak self] in self?.sayNothing(below: goesDown) }
  }

  /// Behind or before the match that the reader is at, if that is in sight.
  private func start(_ goesDown: Bool) -> Int {
    if let current = appearance.matches.current, let line = shown.first(where: { $0.id == current })
    {
      return goesDown ? line.id.bytes + line.raw.count : line.id.bytes
    }
    return shown.first?.id.bytes ?? 0
  }

  private func take(_ step: TextSearch.Step, orElse: @escaping () -> Void) {
    stream?.requestBytes(upTo: .max)
    finder.take(step, in: file) { [weak self] outcome in
      guard let self else { return }
      onNeedsDisplay?()
      switch outcome {
      case .found(let place): show(match: place)
      case .nothing: orElse()
      case .failed(let error): list.show(Message(error.description, .failure))
      }
    }
  }

  private func show(match place: FileOffset) {
    finder.direction.renew()
    appearance.matches.current = place
    itemDetail.chosen = nil
    finder.count(at: place)
    if !shown.dropLast().contains(where: { $0.id == place }) { show(place) }
  }

  private func sayNothing(below: Bool) {
    list.show(
      finder.direction.exhaust(
        goingDown: below, isNowhere: finder.total == 0, text: finder.pattern?.description ?? "",
        doubt: doubt, theme: appearance.theme))
  }

  /// What is said where not all lines could be searched, or where another text was than the one in sight.
  private var doubt: String {
    let isOther =
      appearance.form == .log && appearance.columns != nil && finder.pattern?.condition == nil
    let written = isOther ? " in the text that t shows" : ""
    return written + (finder.hasGivenUp ? ", some lines too hard" : "")
  }

  private func stopSearch() {
    finder.stop()
    itemDetail.isWanted = false
    list.show(Message("search stopped"))
  }

  // MARK: Looks

  private func toggleMatches() {
    appearance.matches.pattern = appearance.matches.pattern == nil ? finder.pattern : nil
    onNeedsDisplay?()
  }

  private func toggleCase() {
    finder.rule = finder.rule == .ignored ? .smart : .ignored
    finder.renew()
    if appearance.matches.pattern != nil { appearance.matches.pattern = finder.pattern }
    list.show(
      Message(
        finder.rule == .ignored
          ? "searches ignore case" : "searches ignore case unless capitals are typed"))
  }

  /// What the status line says of it.
  var searchStatus: String? {
    if finder.isFinding {
      let percent = finder.percent.map { " \($0)%" } ?? ""
      return "searching\(appearance.theme.symbols.more)\(percent)"
    }
    guard appearance.matches.current != nil, appearance.matches.pattern != nil,
      let number = finder.number
    else { return nil }
    let total = finder.total.map { " of \(list.grouped($0))" } ?? ""
    let column = finder.pattern?.condition.map { " in column \($0.condition.column)" } ?? ""
    return "match \(list.grouped(number))\(total)\(column)\(doubt)"
  }

  /// Whether what is typed over records is a condition on a column, or a pattern.
  func note(on pattern: TextPattern) -> Message? {
    guard appearance.columns != nil else { return nil }
    return Message(pattern.condition == nil ? "pattern" : pattern.description)
  }
}
