import Paging
import PagingTesting
import TableUI
import Terminal
import Testing

/// The program of the article "Your first list in ten minutes", with its tests.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `A list of people` {
  private let names = ["Ada", "Grace", "Edsger"]

  private var people: [Person] {
    names.enumerated().map { Person(id: $0.offset, name: $0.element) }
  }

  /// Presses the left button and releases it.
  private func click(_ screen: MemoryScreen, column: Int, line: Int) {
    for kind in [MouseEvent.Kind.press(.left), .release(.left)] {
      screen.send([.input(.mouse(MouseEvent(kind: kind, column: column, line: line)))])
    }
  }

  @Test func `is three lines over an array`() {
    let names = ["Ada", "Grace", "Edsger"]
    let people = names.enumerated().map { Person(id: $0.offset, name: $0.element) }
    let pager = Pager(source: ArraySource(people))
    let list = PagedListController(pager: pager, cell: PersonCell.self) { cell, person, _ in
      cell.person = person
    }
    let screen = MemoryScreen(size: Size(lines: 8, columns: 60))
    let session = Session(screen: screen, root: list)
    #expect(screen.picture.hasPrefix("▌ ♡ Ada\n  ♡ Grace\n  ♡ Edsger\n  ── end ──\n"))
    screen.type("q")
    #expect(session.end == .quit)
  }

  @Test func `goes on over a service by itself`() async {
    let list = peopleList(over: Pager(source: allPeople(of: PeopleService())))
    let screen = MemoryScreen(size: Size(lines: 12, columns: 60))
    let session = Session(screen: screen, root: list)
    await list.pager.settled()
    session.drawIfNeeded()
    #expect(screen.picture.contains("♡ person 0\n"))
    screen.type("G")
    await wait { screen.picture.contains("♡ person 94\n") }
    #expect(session.end == nil)
  }

  @Test func `opens a person, and leads back`() {
    let list = peopleList(over: Pager(source: ArraySource(people).erasingCursors()))
    let screen = MemoryScreen(size: Size(lines: 8, columns: 60))
    let session = peopleSession(on: screen, root: list)
    session.drawIfNeeded()
    screen.type("j", .enter)
    session.drawIfNeeded()
    #expect(screen.picture.contains("name: Grace"))
    #expect(!screen.picture.contains("Edsger"))
    screen.type("q")
    session.drawIfNeeded()
    #expect(screen.picture.contains("♡ Edsger"))
  }

  @Test func `marks a person whose heart is clicked`() async {
    let list = peopleList(over: Pager(source: ArraySource(people).erasingCursors()))
    markByClick(list)
    let screen = MemoryScreen(size: Size(lines: 8, columns: 60))
    let session = peopleSession(on: screen, root: list)
    // The first two columns belong to the selection.
    click(screen, column: 2, line: 1)
    await wait { screen.picture.contains("♥ Grace") }
    #expect(screen.picture.contains("▌ ♡ Ada"))
    click(screen, column: 6, line: 1)
    await wait { screen.picture.contains("▌ ♥ Grace") }
    #expect(session.end == nil)
  }

  @Test func `shows another source in place`() async {
    let all = allPeople(of: PeopleService())
    let list = peopleList(over: Pager(source: all.erasingCursors()))
    list.refreshesAround = true
    markByClick(list)
    addFilters(to: list, over: all)
    let screen = MemoryScreen(size: Size(lines: 12, columns: 60))
    let session = peopleSession(on: screen, root: list)
    await list.pager.settled()
    session.drawIfNeeded()
    #expect(screen.picture.contains("♡ person 8\n"))
    screen.type("s")
    await wait { screen.picture.contains("♡ person 17\n") }
    #expect(!screen.picture.contains("♡ person 8\n"))
    screen.type("a")
    await wait { screen.picture.contains("♡ person 8\n") }
    #expect(session.end == nil)
  }

  @Test func `speaks with words of the program`() {
    let list = peopleList(over: Pager(source: ArraySource(people)))
    list.words.loading = "lädt"
    list.words.end = "Ende"
    list.words.triesAgain = "versucht es noch einmal"
    let screen = MemoryScreen(size: Size(lines: 8, columns: 60))
    let session = Session(screen: screen, root: list)
    session.drawIfNeeded()
    #expect(screen.picture.contains("── Ende ──"))
  }

  @Test func `goes on after a failure`() async {
    let source = ScriptedSource<Person, Int>()
    let list = peopleList(over: Pager(source: source))
    let screen = MemoryScreen(size: Size(lines: 6, columns: 60))
    let session = Session(screen: screen, root: list)
    func settle() async {
      await list.pager.settled()
      session.drawIfNeeded()
    }

    await source.isAsked(1)
    await source.answer(0, Page(items: [Person(id: 0, name: "Ada")], after: .more(1)))
    await settle()
    #expect(screen.picture.hasPrefix("▌ ♡ Ada\n"))
    #expect(screen.picture.contains("loading"))

    await source.isAsked(2)
    await source.fail(1, PagingError("no network", isRetryable: false))
    await settle()
    #expect(screen.picture.contains("no network"))

    screen.type(".")
    await source.isAsked(3)
    await source.answer(2, Page(items: [Person(id: 1, name: "Grace")], after: .end))
    await settle()
    #expect(screen.picture.hasPrefix("▌ ♡ Ada\n  ♡ Grace\n  ── end ──\n"))
  }
}

struct Person: Identifiable, Sendable {
  let id: Int
  let name: String
  var isFavourite = false
}

final class PersonCell: TableViewCell {
  var person: Person?

  func draw(in canvas: inout Canvas) {
    guard let person else { return }
    canvas.draw(SafeText("\(person.isFavourite ? "♥" : "♡") \(person.name)"))
  }
}

struct PeopleService: Sendable {
  var latency = Duration.milliseconds(300)
  let total = 95

  func people(offset: Int, limit: Int) async throws -> (people: [Person], total: Int) {
    try await Task.sleep(for: latency)
    let numbers = (0..<total).dropFirst(offset).prefix(limit)
    return (numbers.map { Person(id: $0, name: "person \($0)") }, total)
  }
}

func allPeople(of service: PeopleService) -> OffsetSource<Person> {
  OffsetSource<Person>(mapError: { PagingError("\($0)", isRetryable: true) }) { offset, limit in
    let answer = try await service.people(offset: offset, limit: limit)
    return OffsetPage(items: answer.people, totalCount: answer.total)
  }
}

@MainActor func peopleList<Cursor: Hashable & Sendable>(
  over pager: Pager<Person, Cursor>
) -> PagedListController<Person, Cursor> {
  PagedListController(pager: pager, title: "People", cell: PersonCell.self) {
    cell, person, _ in
    cell.person = person
  }
}

struct Fact: Identifiable, Sendable {
  let id: String
  let value: String
}

final class FactCell: TableViewCell {
  var fact: Fact?

  func draw(in canvas: inout Canvas) {
    guard let fact else { return }
    canvas.draw(SafeText("\(fact.id): \(fact.value)"))
  }
}

@MainActor func details(of person: Person) -> any ViewController {
  let facts = [Fact(id: "name", value: person.name), Fact(id: "number", value: "\(person.id)")]
  return PagedListController(
    pager: Pager(source: ArraySource(facts)), title: person.name, cell: FactCell.self
  ) { cell, fact, _ in
    cell.fact = fact
  }
}

@MainActor func peopleSession(
  on screen: any Screen, root list: PagedListController<Person, AnyCursor>
) -> Session {
  let session = Session(screen: screen, root: list)
  list.onActivate = { [weak session] person in session?.push(details(of: person)) }
  return session
}

@MainActor func markByClick(_ list: PagedListController<Person, AnyCursor>) {
  list.onClick = { [pager = list.pager] person, _, column in
    guard column < 2 else { return false }
    var changed = person
    changed.isFavourite.toggle()
    pager.replace(changed)
    return true
  }
}

@MainActor func addFilters(
  to list: PagedListController<Person, AnyCursor>, over all: OffsetSource<Person>
) {
  let sevens = all.filter { $0.id % 10 == 7 }
  list.extraCommands = [
    Command("people with a 7", keys: ["s"], hint: "sevens") { [weak list] in
      list?.open(sevens.erasingCursors())
    },
    Command("all people", keys: ["a"], hint: "all") { [weak list] in
      list?.open(all.erasingCursors())
    },
  ]
}
