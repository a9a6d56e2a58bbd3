import Paging
import TableUI
import Terminal
import Testing

/// The commands that the article "From UITableView to TableView" adds to a list, and their tests.
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
