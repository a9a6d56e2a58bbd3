extension Viewer {
  /// The program that all this is about.
  static func endless(_ path: String, named name: String = "endless") -> Viewer {
    Viewer(name: name, program: path, lines: 49, following: ["-f"], keys: pagerKeys)
  }

  /// How the program is called as `make install` makes it, without the release's order of functions.
  static let plainName = "plain install"

  /// The measure; `-n` lets it count no lines, and so it is at its fastest.
  static let less = Viewer(
    name: "less", program: "less", arguments: ["-n"], lines: 49, keys: pagerKeys)

  /// The same that counts lines, as it does if not told otherwise.
  static let lessCounting = Viewer(name: "less", program: "less", lines: 49)

  /// For the table's sake.
  static let others = [lnav, fzf, visidata]

  /// Those that show comma-separated values in columns, which `lnav` does not; the lines are those that are surely in
  /// sight.
  static let othersOfRecords = [
    Viewer(
      name: "visidata", program: "vd", arguments: ["-f", "csv"], lines: 40, largest: 100),
    Viewer(name: "pspg", program: "pspg", arguments: ["--csv", "-f"], lines: 40, largest: 100),
  ]

  /// The same over records: names may stand above them.
  func showing(
    _ records: RecordForm, namesAbove: Bool, arguments more: [String] = []
  ) -> Viewer {
    Viewer(
      name: name, program: program, arguments: arguments + more, lines: namesAbove ? 48 : 49,
      pageSteps: namesAbove ? 48...48 : pageSteps, keys: keys)
  }

  private static let pagerKeys: [Move: String] = [
    .row: "j", .page: " ", .start: "g", .middle: "50%", .end: "G",
  ]

  private static let lnav = Viewer(
    name: "lnav", program: "lnav", versionArgument: "-V", opensAtEnd: true, lines: 45,
    pageSteps: 40...48, following: [],
    keys: [.row: "j", .page: " ", .start: "g", .middle: ":goto 50%\r", .end: "G"])

  /// A finder and no pager: its keys move a selection.
  private static let fzf = Viewer(
    name: "fzf", program: "fzf", arguments: ["--layout=reverse", "--no-mouse"], readsInput: true,
    lines: 48)

  /// It holds all lines as objects: a gigabyte would take several of memory.
  private static let visidata = Viewer(
    name: "visidata", program: "vd", arguments: ["-f", "txt"], lines: 47, pageSteps: 44...48,
    keys: [.page: "\u{6}", .start: "gg", .end: "G"], largest: 100)
}
