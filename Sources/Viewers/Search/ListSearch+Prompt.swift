import Feeds
import Paging
import Search
import TableUI

/// Showing the first match during typing, if it is loaded.
extension ListSearch {
  /// The state to which the reader returns when the prompt is cancelled.
  private final class Departure {
    /// The position; nil if no item is visible, or if the list has not reached its position yet.
    var place: ListPlace<Source.Cursor>?
    var start: Int?
    let pattern: TextPattern?
    let found: Source.Item.ID?
    let direction: SearchDirection

    /// The number of the match to find, from 1.
    let count: Int

    init(place: ListPlace<Source.Cursor>?, start: Int?, count: Int, _ search: ListSearch) {
      (self.place, self.start, self.count) = (place, start, count)
      (pattern, found, direction) = (search.pattern, search.found, search.matches.direction)
    }
  }

  func ask(_ label: String, goesDown: Bool, count: Int = 1) {
    performPendingInput()
    viewer?.readHistory()
    let isThere = !list.isOnTheWay
    let departure = Departure(
      place: isThere ? list.currentPlace() : nil, start: isThere ? start : nil, count: count, self)
    matches.direction.goesDown = goesDown
    let number = count > 1 ? "\(count)" : ""
    var prompt = Prompt(number + label, kind: Viewer.historyKind) { [weak self] in
      self?.enter($0, since: departure)
    }
    prompt.onChange = { [weak self] in self?.type($0, since: departure) }
    prompt.onCancel = { [weak self] in self?.giveUp(departure) }
    prompt.offer(
      { [weak self] in self?.questions.completion }, theme: list.theme,
      or: "pattern, or empty for the last one")
    viewer?.session?.open(prompt)
  }

  /// Shows the first match from the reader's position on; returns a message about the pattern, if
  /// any.
  private func type(_ text: String, since departure: Departure) -> Message? {
    do throws(PatternError) {
      let pattern = text.isEmpty ? nil : try questions.pattern(of: text)
      look(for: pattern)
      guard departure.place != nil, let pattern else {
        goBack(to: departure)
        return pattern.flatMap(questions.note)
      }
      take(step(from: departure), loads: false) { [weak self] in self?.goBack(to: departure) }
      return questions.note(on: pattern)
    } catch {
      return Message(error)
    }
  }

  private func enter(_ text: String, since departure: Departure) {
    noteAsked()
    guard !text.isEmpty else {
      look(for: departure.pattern, at: departure.found)
      return goOn(times: departure.count)
    }
    do throws(PatternError) {
      look(for: try questions.pattern(of: text))
      viewer?.keepHistory(text)
    } catch {
      giveUp(departure)
      return list.show(Message(error))
    }
    afterJump { [weak self] in
      guard let self else { return }
      goBack(to: departure)
      if departure.place == nil {
        (departure.place, departure.start) = (list.currentPlace(), start)
      }
      if let place = departure.place { list.noteDeparture(from: place) }
      take(step(from: departure))
    }
  }

  /// Returns the step from the departure; when going down, the current item is included.
  private func step(from departure: Departure) -> ListStep {
    let start = departure.start.map { matches.direction.goesDown ? $0 : $0 - 1 }
    return ListStep(
      from: start, down: matches.direction.goesDown, count: departure.count)
  }

  private func giveUp(_ departure: Departure) {
    cancel()
    look(for: departure.pattern)
    matches.direction = departure.direction
    goBack(to: departure)
  }

  private func goBack(to departure: Departure) {
    if let place = departure.place { list.go(backTo: place) }
  }
}
