import Programs

/// The page `endless-timeline(1)`.
struct TimelinePage {
  let options: [CommandOption]
  let screens: [ScreenKeys]

  /// Examples: a shell command and its description.
  static let examples = [
    ("endless timeline:", "The timeline, where you left it:"),
    ("endless --latency 300 --fail-every 5", "Over a slow network that fails now and then:"),
    ("endless timeline: --plain --json --limit 10", "Ten posts, an object of JSON on each line:"),
    (
      "endless --secure --slots /run/endless --sessions 20",
      "The one command of an SSH server that anybody may enter:"
    ),
  ]

  var text: String {
    var page = Mdoc()
    page.head("endless-timeline", "the sample timeline of endless, and a guest's program")
    page.section("SYNOPSIS")
    page.macro("Nm", "endless")
    page.macro("Op", "Cm timeline:\\&")
    page.macro("Op", "Ar option ...")
    page.macro("Nm", "endless")
    page.macro("Fl", "-secure")
    page.macro("Op", "Ar option ...")
    page.section("DESCRIPTION")
    page.words(
      "endless becomes this program where it is given no source at a terminal, timeline: or --secure. "
        + "It shows 100000 posts with pictures, from a database that is made on first use.")
    page.macro("Pp")
    page.words(
      "With --secure it shows only the posts, takes its environment away but for the terminal's type, and "
        + "ends a session that is idle, too long or a flood. "
        + "It is meant as the one command of an SSH server that anybody may enter.")
    page.subsection("Examples")
    for (line, words) in Self.examples { page.example(line, words) }
    page.section("OPTIONS")
    page.words("These are the options that only this program has; endless(1) has the others.")
    page.options(options.filter { $0.group == .timeline || $0.group == .guests })
    page.section("KEYS")
    page.words("F1 shows the keys that work at the moment.")
    page.keys(screens)
    page.section("FILES")
    page.list([
      ("Pa \\(ti/.local/share/endless", "The database, or $XDG_DATA_HOME/endless."),
      ("Pa \\(ti/.local/state/endless", "The place of the last run, or $XDG_STATE_HOME/endless."),
    ])
    page.section("EXIT STATUS")
    page.words(
      "As of endless(1): 0 for success, 1 where the timeline failed or a session's limit was reached, "
        + "2 for wrong usage.")
    page.section("SEE ALSO")
    page.macro("Xr", "endless", "1")
    return page.text
  }
}
