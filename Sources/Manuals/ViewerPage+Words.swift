/// The parts of the page that no table contains.
extension ViewerPage {
  static let introduction = [
    "endless shows a text, a log, records, a document, a folder, an API, a database or the output of a command. "
      + "The first screen stands at once, the rest is read as you scroll, and memory stays flat.",
    "A source is one of these:",
  ]

  static let sources = [
    (
      "Ar file",
      "Text of any size, records of CSV, TSV or JSON in columns, a document of JSON, or any of them "
        + "compressed; the content says which."
    ),
    ("Ar file Ns \\&: Ns Ar line", "The same from a line on."),
    ("Ar folder", "Its entries."),
    ("Fl", "Standard input, as is nothing at all where that is a pipe."),
    (
      "Cm exec:\\& Ns Ar command",
      "What a command prints, or with {page}, {offset}, {limit}, {cursor} or {last} in it, what it prints "
        + "for each page."
    ),
    (
      "Ar address",
      "An API, page by page, or a file: http:// or https://, or a line that begins with curl and a blank."
    ),
    (
      "Ar database Ns Op \\&: Ns Ar table",
      "A file of SQLite, or postgres://HOST/DATABASE: its tables, or the rows of one of them."
    ),
    ("Cm timeline:\\&", "The sample timeline, as is nothing at all at a terminal."),
  ]

  /// Examples: a shell command and its description.
  static let examples = [
    ("endless server.log", "A log; F1 shows the keys, q leaves:"),
    ("endless +G server.log", "From its end:"),
    ("endless -f app.log", "Follow it, also over its rotation:"),
    ("kubectl logs -f web | endless", "What comes through a pipe, while it comes:"),
    (
      "endless --filter 'status>=500' --since 10:02 access.log",
      "Only failed requests, from two minutes past ten on:"
    ),
    (
      "endless --plain --exit-status --filter 'level>=error' app.log",
      "The same without a screen, for a script:"
    ),
    ("endless --columns name,price export.csv", "Two columns of a table:"),
    ("endless --items /data/rows answer.json", "The list within a document:"),
    ("endless 'https://api.example.org/items?page={page}'", "An API that numbers its pages:"),
    (
      "endless -H 'Authorization: Bearer $TOKEN' https://api.example.org/items",
      "One that wants a token, which is read from the environment:"
    ),
    (
      "endless --order-by placed:desc shop.db:orders", "The orders of a database, the newest first:"
    ),
    (
      "endless 'exec:git log --oneline --skip={offset} -n {limit}'",
      "A command that is run once a page:"
    ),
    ("git config --global core.pager endless", "As the pager of git; for others see ENVIRONMENT:"),
    (
      "fzf --preview 'endless --plain --limit 200 {}'",
      "The beginning of each file beside a list of fzf:"
    ),
  ]

  static let conditions = [
    "--filter, the key & and the keys / and ? take a pattern of Perl, or conditions on the columns of records. "
      + "A condition is a column, an operator and a value.",
    "The operators are = (also ==), !=, <, <=, >, >=, ~ (matches a pattern) and !~. "
      + "Conditions are joined by and, or, not and brackets. "
      + "Levels, times, numbers and durations are compared by what they mean. "
      + "A ! before all of it shows what does not match.",
  ]

  static let conditionExamples = [
    "status>=500 and not path~^/health", "level>=warn", "took>1s", "time>=10:02 and time<10:05",
  ]

  static let variables = [
    ("BROWSER", "What opens a link; several may stand with colons between them."),
    ("COLORFGBG", "Whether the ground of the terminal is light."),
    ("COLORTERM", "Whether it has more than 256 colours."),
    ("ESCDELAY", "Milliseconds until a lone escape is the key Esc (25; over SSH 100)."),
    ("LESS", "Options of less, which come before those of the command line where a text is shown."),
    (
      "LESSCLOSE",
      "A command for the end of a file that LESSOPEN has replaced, with both names: lessclose %s %s"
    ),
    ("LESSOPEN", "A command that makes text of other files, as in less: |lesspipe %s"),
    (
      "LESSSECURE",
      "Where it is 1 no command is run, no address asked, no other file opened, and no log or place kept."
    ),
    ("NO_COLOR", "Where it is not empty, no colours are used."),
    ("SSL_CERT_FILE", "The certificates that are trusted, beside --cacert."),
    ("TERM", "The terminal; with dumb the plain form is written."),
    ("VISUAL", "What edits a file, before EDITOR."),
    ("XDG_DATA_HOME", "Where the database of the sample timeline is kept (~/.local/share)."),
    ("XDG_STATE_HOME", "Where places, marks, patterns and columns are kept (~/.local/state)."),
  ]

  static let files = [
    (
      "~/.local/state/endless",
      "Places in files, marks, patterns that were searched for and how columns are arranged. "
        + "It may be removed at any time."
    ),
    ("~/.local/share/endless", "The database of the sample timeline."),
    ("~/.netrc", "Names and passwords for addresses, by host."),
  ]

  static let statuses = [
    ("0", "All is well."),
    (
      "1",
      "A source failed, in part or as a whole, or with --exit-status nothing was found."
    ),
    ("2", "The command line is wrong."),
    ("3", "A temporary failure, as of a network: try again."),
    ("130", "Interrupted by ^C."),
    ("128+n", "Ended by signal n."),
  ]
}
