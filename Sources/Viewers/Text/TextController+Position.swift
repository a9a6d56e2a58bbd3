import ByteStores
import EventLoop
import FileSources
import TableUI

/// Telling where the reader is.
extension TextController {
  var telling: Command {
    Command("where am I", in: .view, keys: ["=", "^G"], words: ["f"]) { [weak self] in
      self?.tellPosition()
    }
  }

  /// Tells at once what is known, and the number of all lines when they are counted.
  private func tellPosition() {
    let told = position(ofLines: nil)
    list.show(told)
    guard stream?.state ?? .ended == .ended else { return }
    appearance.numbers.executor.task { [weak self, numbers = appearance.numbers] in
      let count = try? await numbers.lineCount()
      guard let self, let count, list.message == told else { return }
      list.show(position(ofLines: count))
    }
  }

  /// What is known of the lines in sight: their numbers, and how many bytes end with the last.
  private func position(ofLines count: Int?) -> Message {
    let dot = " \(appearance.theme.symbols.dot) "
    let lines = numbersInSight.map { first, last in
      "lines \(list.grouped(first))-\(list.grouped(last))"
        + (count.map { " of \(list.grouped($0))" } ?? "")
    }
    let bytes = shown.last.map { last in
      "byte \(list.grouped(min(last.id.bytes + last.raw.count, knownSize))) of \(list.grouped(knownSize))"
    }
    let name = viewer?.sources.description.map { "\(file.path) (\($0))" } ?? file.path
    return Message([name, lines, bytes].compactMap { $0 }.joined(separator: dot))
  }

  private var numbersInSight: (Int, Int)? {
    guard let first = shown.first, let last = shown.last, let start = appearance.numbers[first.id],
      let end = appearance.numbers[last.id]
    else { return nil }
    return (start, end)
  }
}
