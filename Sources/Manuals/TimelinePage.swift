import Programs

/// The page `endless-timeline(1)`.
struct TimelinePage {
  let options: [CommandOption]
  let screens: [ScreenKeys]

  /// Examples: a shell command and its description.
  static let examples = [
    ("endless timeline:", "Open the timeline where you left it:"),
    ("endless --latency 300 --fail-every 5", "Simulate a slow network that fails now and then:"),
    ("endless timeline: --plain --json --limit 10", "Print ten posts, one JSON object per line:"),
    (
      "endless --secure --slots /run/endless --sessions 20",
      "Serve as the only command of a public SSH server:"
    ),
  ]

  var text: String {
    var page = Mdoc()
    page.head("endless-timeline", "the sample timeline of endless, also for a public SSH server")
    page.section("SYNOPSIS")
    page.macro("Nm", "endless")
    page.macro("Op", "Cm timeline:\\&")
    page.macro("Op", "Ar option ...")
    page.macro("Nm", "endless")
    page.macro("Fl", "-secure")
    page.macro("Op", "Ar option ...")
    page.section("DESCRIPTION")
    page.words(
      "endless replaces itself with this program if its source is timeline:, if --secure is set, or if it has no "
        + "source and runs on a terminal. The program shows 100000 posts with pictures, from a database that is "
        + "created on first use."
    )
    page.macro("Pp")
    page.words(
      "With --secure it shows only the posts, clears its environment except for TERM, and ends a session "
        + "that is idle, lasts too long or floods it with input. "
        + "It is meant as the only command of a public SSH server.")
    page.subsection("Examples")
    for (line, words) in Self.examples { page.example(line, words) }
    page.section("OPTIONS")
    page.words("Only this program has these options; endless(1) describes the others.")
    page.options(options.filter { $0.group == .timeline || $0.group == .guests })
    page.section("KEYS")
    page.words("F1 shows the keys that work at the moment.")
    page.keys(screens)
    page.section("FILES")
    page.list([
      (
        "Pa \\(ti/.local/share/endless",
        "The database. If XDG_DATA_HOME is set, the folder is $XDG_DATA_HOME/endless."
      ),
      (
        "Pa \\(ti/.local/state/endless",
        "The position of the last run. If XDG_STATE_HOME is set, the folder is $XDG_STATE_HOME/endless."
      ),
    ])
    page.section("EXIT STATUS")
    page.words(
      "As in endless(1): 0 for success, 1 if the timeline failed or a session reached a limit, "
        + "2 for a usage error.")
    page.section("SEE ALSO")
    page.macro("Xr", "endless", "1")
    return page.text
  }
}
