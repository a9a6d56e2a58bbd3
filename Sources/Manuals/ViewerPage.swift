import Programs

/// The page `endless(1)`.
struct ViewerPage {
  let options: [CommandOption]
  let screens: [ScreenKeys]

  /// The text of the page, which consists of hand-written parts and parts generated from the
  /// tables.
  var text: String {
    var page = Mdoc()
    page.head("endless", "viewer for files, APIs and databases that loads more as you scroll")
    synopsis(&page)
    description(&page)
    page.section("OPTIONS")
    page.words(
      "Options of less that are not listed here are accepted; most of them have no effect. "
        + "Options in LESS are read before those on the command line. "
        + "The value of an option is the next argument, or follows = after a long name.")
    page.options(options.filter { $0.group != .timeline && $0.group != .guests })
    conditions(&page)
    page.section("KEYS")
    page.words(
      "F1 shows the keys that work at the moment. The keys in the first list work on every screen where they "
        + "make sense; the other lists contain the keys that a screen adds. Some keys do different things in "
        + "text and in records. N is a number that you type before the key. ^X is Ctrl and X, and M-x is Alt and x."
    )
    page.keys(screens)
    surroundings(&page)
    return page.text
  }

  private func conditions(_ page: inout Mdoc) {
    page.section("CONDITIONS")
    for paragraph in Self.conditions {
      page.paragraph()
      page.words(paragraph)
    }
    page.macro("Bd", "-literal", "-offset", "indent")
    for line in Self.conditionExamples { page.macro("No", Mdoc.argument(line)) }
    page.macro("Ed")
  }

  private func surroundings(_ page: inout Mdoc) {
    page.section("ENVIRONMENT")
    page.list(Self.variables.map { ("Ev \($0)", $1) })
    page.section("FILES")
    page.list(Self.files.map { ("Pa \(Mdoc.argument($0))", $1) })
    page.section("EXIT STATUS")
    page.list(Self.statuses.map { ("\($0)", $1) })
    page.section("SEE ALSO")
    page.macro("Xr", "endless-timeline", "1", ",")
    page.macro("Xr", "less", "1", ",")
    page.macro("Xr", "tail", "1")
  }

  private func synopsis(_ page: inout Mdoc) {
    page.section("SYNOPSIS")
    page.macro("Nm")
    page.macro("Op", "Ar source ...")
    page.macro("Op", "Cm +N | +G | +F | +/PATTERN")
    page.macro("Op", "Ar option ...")
  }

  private func description(_ page: inout Mdoc) {
    page.section("DESCRIPTION")
    for paragraph in Self.introduction {
      page.paragraph()
      page.words(paragraph)
    }
    page.list(Self.sources.map { ($0, $1) })
    page.macro("Pp")
    page.words(
      "endless-connect opens addresses and databases, and endless-timeline the sample timeline. "
        + "Both are in ../libexec/endless, relative to the folder of the program.")
    page.subsection("Examples")
    for (line, words) in Self.examples { page.example(line, words) }
  }
}
