import FileSources
import Paging
import TableUI
import Terminal

/// The keys of a text file, in addition to those of any list.
extension TextController {
  func makeCommands() -> [Command] {
    saving.commands + records.table.movingByColumn + linking + [
      filtering.removingWhileLoading, stopping,
    ] + detailing
      + copying + searching.commands
      + filtering.commands + tail.commands + jumping
      + marks.commands(goToEnd: { [weak self] in self?.tail.goToEnd() }) + viewing
      + [telling] + editions.commands + goingToNamed + list.commands
  }

  private var copying: [Command] {
    [saving.copying]
      + (appearance.columns == nil ? [records.table.copyingLine] : records.table.copying)
  }

  /// The keys that show an item completely; without records, Enter scrolls down by a line, as in
  /// less.
  private var detailing: [Command] {
    appearance.isPlainText ? itemDetail.commandsOfText : itemDetail.commandsWithEnter
  }

  private var goingToNamed: [Command] {
    viewer?.goingToNamed { [weak self] in self?.list.show($0) } ?? []
  }

  private var stopping: Command {
    Command(
      "cancel the jump", in: .move, keys: [.escape, "^C"],
      isEnabled: { [weak self] in self?.journey.isOnTheWay ?? false }
    ) { [weak self] in self?.journey.stop() }
  }

  private var jumping: [Command] {
    [
      Command("first line", in: .move, keys: ["g", .home, "<", "p", "%", .alt("<")]) {
        [weak self] in
        self?.journey.goToStart()
      },
      Command("last line", in: .move, keys: ["G", .end, ">", .alt(">")]) { [weak self] in
        self?.tail.goToEnd()
      },
      Command(
        "the record at line N of the file", in: .move, after: .number, keys: [], goesToNumber: true,
        isEnabled: { [weak self] in self?.appearance.numbersRecords != nil }
      ) { [weak self] in
        self?.journey.go(toLineOfFile: $0)
      },
      Command(
        "\(appearance.itemName) N", in: .move, after: .number,
        keys: ["G", "g", "<", ">", .alt("<"), .alt(">")],
        goesToNumber: appearance.numbersRecords == nil
      ) { [weak self] in
        self?.journey.go(toLine: $0)
      },
      times.command,
      Command("N percent into the file", in: .move, after: .number, keys: ["%", "p"]) {
        [weak self] in
        self?.journey.go(toPercent: $0)
      },
      Command("return to the place before the last jump", in: .move, after: .key("'"), keys: ["'"])
      {
        [weak self] in
        self?.marks.goBack()
      },
      Command(
        "return to the place before the last jump", in: .move, after: .key("^X"), keys: ["^X"]
      ) {
        [weak self] in
        self?.marks.goBack()
      },
    ]
  }
}
