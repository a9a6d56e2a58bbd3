/// The parts of the page that no table contains.
extension ViewerPage {
  static let introduction = [
    "endless shows text, logs, records, documents, folders, APIs, databases and the output of commands. "
      + "The first screen appears immediately, the rest loads as you scroll, and memory stays bounded.",
    "A source is one of these:",
  ]

  static let sources = [
    (
      "Ar file",
      "Text of any size, CSV, TSV or JSON records in columns, or a JSON document; also compressed. "
        + "The format is detected from the content."
    ),
    ("Ar file Ns \\&: Ns Ar line", "The same file, shown from this line on."),
    ("Ar folder", "Its entries."),
    ("Fl", "Standard input. Without any source, it is read if it is a pipe."),
    (
      "Cm exec:\\& Ns Ar command",
      "The output of a command. If it contains {page}, {offset}, {limit}, {cursor} or {last}, the command "
        + "runs once for each page: with the number of the page, the number of items before it, the number of "
        + "items wanted, the cursor from the previous page, or the identity of the last item."
    ),
    (
      "Ar address",
      "The http:// or https:// address of an API, which is shown page by page, or of a file; also a curl command "
        + "as one argument. It may contain {page}, {offset}, {limit}, {cursor} and {last}, as a command may."
    ),
    (
      "Ar database Ns Op \\&: Ns Ar table",
      "An SQLite file, or postgres://HOST/DATABASE: its tables, or the rows of one table."
    ),
    ("Cm timeline:\\&", "The sample timeline; it is also the default on a terminal."),
  ]

  /// Examples: a shell command and its description.
  static let examples = [
    ("endless server.log", "Open a log; F1 shows the keys, q quits:"),
    ("endless +G server.log", "Open it at the end:"),
    ("endless -f app.log", "Follow it, even after it is rotated:"),
    ("kubectl logs -f web | endless", "Show the data from a pipe as it arrives:"),
    (
      "endless --filter 'status>=500' --since 10:02 access.log",
      "Show only failed requests since 10:02:"
    ),
    (
      "endless --plain --exit-status --filter 'level>=error' app.log",
      "In a script, print the errors in a log:"
    ),
    ("endless --columns name,price export.csv", "Show two columns of a table:"),
    ("endless --items /data/rows answer.json", "Show a list within a document:"),
    ("endless 'https://api.example.org/items?page={page}'", "Open an API that numbers its pages:"),
    (
      "endless -H 'X-Token: $TOKEN' https://api.example.org/items",
      "Send a token that is read from the environment:"
    ),
    (
      "endless --order-by placed:desc shop.db:orders",
      "Show the orders in a database, newest first:"
    ),
    (
      "endless 'exec:git log --oneline --skip={offset} -n {limit}'",
      "Run a command once for each page:"
    ),
    (
      "git config --global core.pager endless",
      "Use endless as the pager for git; git sets LESS to FRX, so short output is printed and endless exits:"
    ),
    (
      "fzf --preview 'endless --plain --limit 200 {}'",
      "Show the beginning of each file in fzf:"
    ),
  ]

  static let conditions = [
    "--filter, the & key, and the / and ? keys take a Perl pattern, or conditions on the columns of records. "
      + "A condition is a column, an operator and a value.",
    "The operators are = (also ==), !=, <, <=, >, >=, ~ (matches a pattern) and !~. "
      + "Conditions are combined with and, or, not and parentheses. "
      + "Levels, times, numbers and durations are compared by their values. "
      + "A leading ! shows the items that do not match.",
  ]

  static let conditionExamples = [
    "status>=500 and not path~^/health", "level>=warn", "took>1s", "time>=10:02 and time<10:05",
  ]

  static let variables = [
    ("BROWSER", "The program that opens links; several are separated by colons."),
    ("COLORFGBG", "Says whether the background of the terminal is light."),
    ("COLORTERM", "If it is truecolor or 24bit, endless uses more than 256 colours."),
    (
      "ESCDELAY",
      "Milliseconds before a single escape byte is taken as the Esc key (25; over SSH 100)."
    ),
    ("LESS", "Options of less for text. They are read before those on the command line."),
    (
      "LESSCLOSE",
      "A command to run at exit for each file that LESSOPEN has replaced: lessclose %s %s, with the names of the "
        + "file and its replacement."
    ),
    ("LESSOPEN", "A command that converts files to text, such as |lesspipe %s, as in less."),
    (
      "LESSSECURE",
      "If it is 1, endless runs no command, requests no address, opens no other file, and keeps no log or position."
    ),
    ("NO_COLOR", "If it is not empty, endless uses no colours."),
    ("SSL_CERT_FILE", "A file of trusted certificates; --cacert replaces it."),
    ("TERM", "The type of the terminal; if it is dumb, items are written as lines."),
    ("VISUAL", "The editor for files; EDITOR is the second choice."),
    ("XDG_DATA_HOME", "The folder for the database of the sample timeline (~/.local/share)."),
    ("XDG_STATE_HOME", "The folder for positions, marks, patterns and columns (~/.local/state)."),
  ]

  static let files = [
    (
      "~/.local/state/endless",
      "Positions in files, marks and search patterns, and for each file the order, width and visibility of "
        + "columns. You may remove it at any time."
    ),
    ("~/.local/share/endless", "The database of the sample timeline."),
    ("~/.netrc", "Logins and passwords for http and https addresses, by host."),
  ]

  static let statuses = [
    ("0", "Success."),
    (
      "1",
      "A source failed completely or in part (see standard error); or, with --exit-status, nothing matched."
    ),
    ("2", "The command line is wrong."),
    ("3", "A temporary failure, such as a network error: try again."),
    ("130", "Interrupted by ^C."),
    ("128+n", "Terminated by signal n."),
  ]
}
