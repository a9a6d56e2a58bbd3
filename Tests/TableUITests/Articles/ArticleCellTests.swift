import Paging
import TableUI
import Terminal
import Testing

/// The list of the article "From UITableView to TableView" whose cells depend on the item above.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `Cells that are made with something` {
  private let names = ["Monday", "Tuesday"]
  private let mails = [
    Mail(id: 1, subject: "The ferry", day: 0), Mail(id: 2, subject: "The owl", day: 0),
    Mail(id: 3, subject: "The kite", day: 1),
  ]

  @Test func `show a day before its first mail`() async {
    let source = OffsetSource<Mail>(mapError: { PagingError("\($0)", isRetryable: true) }) {
      [mails] offset, limit in
      OffsetPage(items: Array(mails.dropFirst(offset).prefix(limit)), totalCount: mails.count)
    }
    let pager = Pager(source: source)
    let names = names
    let list = PagedListController(
      pager: pager, title: "Mail", cell: MailCell.self, make: { MailCell(dayNames: names) }
    ) { cell, mail, context in
      cell.show(mail, beginsDay: context.previous?.day != mail.day)
    }
    let screen = MemoryScreen(size: Size(lines: 7, columns: 30))
    let session = Session(screen: screen, root: list)
    await wait { pager.hasLoaded }
    session.drawIfNeeded()
    #expect(
      screen.picture.hasPrefix(
        "▌ Monday\n▌ The ferry\n  The owl\n  Tuesday\n  The kite\n  ── end ──\n"))
  }
}

nonisolated struct Mail: Identifiable, Sendable {
  let id: Int
  let subject: String
  /// The number of a day, from 0.
  let day: Int
}

@MainActor final class MailCell: ReusableCell {
  private let dayNames: [String]
  private var lines: [SafeText] = []

  init(dayNames: [String]) { self.dayNames = dayNames }

  func show(_ mail: Mail, beginsDay: Bool) {
    lines = (beginsDay ? [SafeText(dayNames[mail.day])] : []) + [SafeText(mail.subject)]
  }

  func height(forWidth width: Int) -> Int { lines.count }

  func draw(in canvas: inout Canvas) {
    for (index, line) in lines.enumerated() {
      canvas.draw(line, at: Point(line: index, column: 0))
    }
  }
}

/// The commands that the article "From UITableView to TableView" adds to a list, with their tests.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `Commands with words and a prompt` {
  private enum Folder { case drafts }

  @Test func `are done by their words and by the line that was asked for`() async throws {
    let fixture = try await ListFixture.loaded(0..<3, columns: 60, after: .end)
    let list = fixture.list
    var shown: [Folder] = []
    var receivers: [String] = []
    func show(_ folder: Folder) { shown.append(folder) }
    func write(to name: String) { receivers.append(name) }
    list.extraCommands += [
      Command("drafts", words: ["drafts"]) { show(.drafts) },
      Command("write to", keys: ["c"], prompt: Prompt("To: ") { write(to: $0) }),
    ]
    for text in [":drafts", "cAnna"] {
      fixture.screen.send(text.unicodeScalars.map { .input(.key(.character($0))) })
      fixture.screen.type(.enter)
    }
    #expect(shown == [.drafts])
    #expect(receivers == ["Anna"])
  }
}
