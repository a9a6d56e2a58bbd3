import TableUI
import Terminal
import Testing

/// The table that the article "From UITableView to TableView" makes without pages, and its tests.
@MainActor @Suite struct `A table by hand` {
  private let chapters = [
    Chapter(title: "Departure", summary: "A ferry is missed."),
    Chapter(title: "The island", summary: "Nobody there has heard of the mainland, or of it."),
  ]

  @Test func `shows its chapters, the first one selected`() {
    let screen = MemoryScreen(size: Size(lines: 8, columns: 30))
    let session = Session(screen: screen, root: ContentsController(chapters))
    #expect(
      screen.picture == """
        ▌ Departure
        ▌ A ferry is missed.

          The island
          Nobody there has heard of
          the mainland, or of it.

         Contents     F1 help  q quit
        """)
    screen.type("q")
    #expect(session.end == .quit)
  }

  @Test func `opens what is selected`() {
    let screen = MemoryScreen(size: Size(lines: 9, columns: 30))
    let contents = ContentsController(chapters)
    var opened: [String] = []
    contents.onOpen = { opened.append($0.title) }
    let session = Session(screen: screen, root: contents)
    screen.type("j", .enter)
    #expect(opened == ["The island"])
    #expect(session.end == nil)
  }
}
