import Paging
import TableUI
import Terminal
import Testing

/// The list of the article "From UITableView to TableView" whose cells look at their neighbours.
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
