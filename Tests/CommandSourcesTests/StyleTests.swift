import Answers
import CommandSources
import Paging
import TemporaryFolders
import Testing

/// Every way to find pages, each with a number of items that fills the last page and with one that
/// does not.
@Suite(.timeLimit(.minutes(2))) struct `A command a page at a time` {
  struct Style: Sendable, CustomTestStringConvertible {
    let name: String
    /// The shell command, which prints up to 100 of the TOTAL items.
    let command: String
    var atOnce = 1
    /// The numbers of runs for 1,000 items and for 1,003 items.
    let runs: [Int]
    var testDescription: String { name }
  }

  /// A shell command that prints the numbers of a page, from `$a` on, one per line.
  private static let numbers = "seq $a $((a + 99 < TOTAL ? a + 99 : TOTAL))"

  private static let styles = [
    Style(
      name: "page numbers, lines", command: "a=$(( ({page} - 1) * 100 + 1 )); \(numbers)",
      runs: [11, 12]),
    Style(
      name: "page numbers with a limit, lines",
      command: "a=$(( ({page} - 1) * {limit} + 1 )); \(numbers)", runs: [11, 12]),
    Style(
      name: "page numbers, four at once", command: "a=$(( ({page} - 1) * 100 + 1 )); \(numbers)",
      atOnce: 4, runs: [13, 13]),
    Style(
      name: "offsets with a limit, NDJSON",
      command: "a=$(( {offset} + 1 )); e=$(( {offset} + {limit} )); "
        + "seq $a $(( e < TOTAL ? e : TOTAL )) | sed 's/.*/{\"n\": &}/'", runs: [13, 13]),
    Style(
      name: "offsets, four at once",
      command: "a=$(( {offset} + 1 )); e=$(( {offset} + {limit} )); "
        + "seq $a $(( e < TOTAL ? e : TOTAL ))", atOnce: 4, runs: [18, 18]),
    Style(
      name: "cursors, an object",
      command: "c={cursor}; a=${c:-1}; n=$((a + 100)); [ $n -gt TOTAL ] && n=null; "
        + "printf '{\"items\": [%s], \"next\": %s}' \"$(\(numbers) | sed 's/.*/{\"n\": &}/' | paste -sd,)\" $n",
      runs: [10, 11]),
    Style(
      name: "the last line", command: "l={last}; a=$(( ${l:-0} + 1 )); \(numbers)", runs: [11, 12]),
    Style(
      name: "the last id with a limit, CSV",
      command: "l={last}; a=$(( ${l:-0} + 1 )); : {limit}; "
        + "echo id,n; \(numbers) | sed 's/.*/&,&/'", runs: [11, 12]),
  ]

  @Test(arguments: styles) func `has each item once and in order, and runs as often as needed`(
    _ style: Style
  ) async throws {
    for (total, runs) in zip([1_000, 1_003], style.runs) {
      let command = style.command.split(separator: "TOTAL", omittingEmptySubsequences: false)
        .joined(separator: "\(total)")
      let source = CommandSource(try CommandTemplate(command))
      let texts = try await source.walk(size: 100, atOnce: style.atOnce)
      #expect(texts == (1...total).map { "\($0)" }, "\(command)")
      #expect(source.runCount == runs, "\(total) items")
    }
  }

  /// The service returns at most 100 items at a time, so the source must not request 101.
  @Test(arguments: [1, 4], ["page", "offset", "last"])
  func `that gives no more than the limit has each item once`(atOnce: Int, way: String)
    async throws
  {
    let start =
      switch way {
      case "page": "$(( ({page} - 1) * 100 ))"
      case "offset": "{offset}"
      default: "${ENDLESS_LAST:-0}"
      }
    let source = CommandSource(
      try CommandTemplate(
        "l={limit}; [ $l -le 100 ] || l=100; a=\(start); a=$((a + 1)); e=$((a + l - 1)); "
          + "seq $a $(( e < 1000 ? e : 1000 ))"))
    let texts = try await source.walk(size: 100, atOnce: atOnce)
    #expect(texts == (1...1_000).map { "\($0)" })
  }

  /// The service returns 20 items at a time, although 100 are requested.
  @Test(arguments: ["page", "offset"]) func `whose pages are short goes on to an empty one`(
    way: String
  ) async throws {
    let start = way == "page" ? "$(( ({page} - 1) * 20 ))" : "{offset}"
    let source = CommandSource(
      try CommandTemplate(
        "a=\(start); a=$((a + 1)); e=$((a + 19)); : {limit}; seq $a $(( e < 95 ? e : 95 ))"))
    #expect(try await source.walk(size: 100) == (1...95).map { "\($0)" })
  }

  @Test func `can be entered at any item where it says how many there are`() async throws {
    let source = CommandSource(
      try CommandTemplate(
        "a={offset}; a=$((a + 1)); e=$((a + {limit} - 1)); [ $e -le 5000 ] || e=5000; "
          + "printf '{\"total\": 5000, \"items\": [%s]}' "
          + "\"$(seq $a $e | sed 's/.*/{\"n\": &}/' | paste -sd,)\""))
    let page = try await source.load(
      PageRequest(reason: .refresh, position: .number(2_499), count: 50))
    #expect(page.extent == PageExtent(start: 2_499, total: 5_000))
    #expect(page.text == "2500")
    #expect(source.runCount == 1)
  }

  @Test func `says what was found`() async throws {
    let source = CommandSource(try CommandTemplate("echo '[{\"id\": 1}]'; : {page}"))
    #expect(source.explanation == nil)
    _ = try await source.walk(size: 1, mostPages: 2)
    #expect(source.explanation == "page 2: an array of 1 item, identified by id")
  }

  @Test func `that prints the same page for ever is found out, and goes on where that is wanted`()
    async throws
  {
    let source = CommandSource(try CommandTemplate("echo a; echo b; : {page}"))
    let first = try await source.load(PageRequest(reason: .refresh, position: .start, count: 2))
    let cursor = try #require(first.after.cursor)
    let second = PageRequest(reason: .append, position: .after(cursor), count: 2)
    await #expect(
      throws: PagingError(
        "this page repeats the first: does the command ignore {page}?", isRetryable: false)
    ) {
      try await source.load(second)
    }
    #expect(try await source.load(second).items.count == 2)
    let ids = CommandSource(try CommandTemplate("echo '[{\"id\": 1}]'; : {offset}"))
    #expect(try await ids.walk(size: 1, mostPages: 2) == ["?"])
    await #expect(
      throws: PagingError(
        "this page repeats the first: does the command ignore {offset}?", isRetryable: false)
    ) {
      try await ids.walk(size: 1, mostPages: 5)
    }
  }

  /// The service returns its first page for any page number beyond the end.
  @Test func `whose pages repeat is found out each time, also among pages asked for at once`()
    async throws
  {
    var options = CommandOptions()
    options.answers.pagesAtOnce = 4
    let source = CommandSource(
      try CommandTemplate("n={page}; [ $n -le 3 ] || n=1; echo a$n; echo b$n; : {limit}"), options)
    let first = try await source.load(PageRequest(reason: .refresh, position: .start, count: 2))
    var (cursor, shown) = (first.after.cursor, first.items.count)
    await #expect(throws: PagingError.self) {
      for _ in 0..<20 {
        guard let next = cursor else { return }
        let page = try await source.load(
          PageRequest(reason: .append, position: .after(next), count: 2, pages: 4))
        (cursor, shown) = (page.after.cursor, shown + page.items.count)
      }
    }
    #expect(shown == 6)
  }

  @Test func `has identities by one field on all pages, and goes on where items lack it`()
    async throws
  {
    let source = CommandSource(
      try CommandTemplate(
        "[ {offset} -gt 5 ] || for i in 1 2; do n=$(( {offset} + i )); "
          + "[ $n = 4 ] && echo '{\"uid\": 1}' || echo \"{\\\"id\\\": $n}\"; done"))
    #expect(try await source.walk(size: 2, mostPages: 10).count == 7)
  }

  @Test func `has nothing where nothing is printed`() async throws {
    for way in ["page", "offset", "cursor", "last"] {
      let source = CommandSource(try CommandTemplate("true {\(way)}"))
      #expect(try await source.walk(size: 10) == [], "\(way)")
      #expect(source.runCount == 1)
    }
  }

  /// Each run prints the number of current runs, including itself.
  @Test(arguments: [1, 3]) func `are run at once up to a number`(most: Int) async throws {
    try await TemporaryFolder.run { folder in
      var options = CommandOptions()
      options.answers.pagesAtOnce = most
      let command =
        "cd \(folder.path); : > r$$; ls | wc -l; rm r$$; : {page}"
      let source = CommandSource(try CommandTemplate(command), options)
      let counts = try await withThrowingTaskGroup(of: [Int].self) { group in
        for _ in 1...4 {
          group.addTask {
            let request = PageRequest<PageCursor>(
              reason: .append, position: .start, count: 10, pages: 3)
            return try await source.load(request).items.compactMap { Int($0.text) }
          }
        }
        return try await group.reduce([], +)
      }
      #expect(!counts.isEmpty)
      #expect(counts.allSatisfy { $0 <= most }, "\(counts)")
    }
  }
}
