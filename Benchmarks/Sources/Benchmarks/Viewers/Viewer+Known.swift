extension Viewer {
  /// Our program.
  static func endless(_ path: String, named name: String = "endless") -> Viewer {
    Viewer(name: name, program: path, lines: 49, following: ["-f"], keys: pagerKeys)
  }

  /// The name shown for the program as `make install` builds it, without the profile and the
  /// function order of `make release`.
  static let plainName = "plain install"

  /// The standard of comparison; with `-n` it does not count lines, and is fastest.
  static let less = Viewer(
    name: "less", program: "less", arguments: ["-n"], lines: 49, keys: pagerKeys)

  /// `less` with its default settings, which counts lines.
  static let lessCounting = Viewer(name: "less", program: "less", lines: 49)

  /// The other viewers in the table.
  static let others = [lnav, fzf, visidata]

  /// The other viewers that show comma-separated values in columns; `lnav` is left out because it
  /// does not.
  ///
  /// `lines` counts the lines that are certain to be visible.
  static let othersOfRecords = [
    Viewer(
      name: "visidata", program: "vd", arguments: ["-f", "csv"], lines: 40, largest: 100),
    Viewer(name: "pspg", program: "pspg", arguments: ["--csv", "-f"], lines: 40, largest: 100),
  ]

  /// The viewer for records, which may have column names above them.
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

  /// A finder, not a pager: its keys move a selection.
  private static let fzf = Viewer(
    name: "fzf", program: "fzf", arguments: ["--layout=reverse", "--no-mouse"], readsInput: true,
    lines: 48)

  /// A viewer that keeps all lines as objects: a file of one gigabyte would take several gigabytes
  /// of memory.
  private static let visidata = Viewer(
    name: "visidata", program: "vd", arguments: ["-f", "txt"], lines: 47, pageSteps: 44...48,
    keys: [.page: "\u{6}", .start: "gg", .end: "G"], largest: 100)
}
