import ArgumentParser

/// Figures that are measured together.
enum Group: String, CaseIterable, ExpressibleByArgument, Sendable {
  case floor, start, keys, direct, colors, jumps, numbers, searches, saving, records, streams,
    commands, addresses, databases, postgres,
    memory,
    idle, timeline, load, machine

  /// What stands above its rows.
  var title: String {
    switch self {
    case .floor: "The floor"
    case .start: "Start to first screen"
    case .keys: "Key to finished frame, 100 MB"
    case .direct: "Painted directly (`--painter direct`), 100 MB"
    case .colors: "Coloured text, 100 MB"
    case .jumps: "Jumps, 1 GB"
    case .numbers: "Line numbers on (`-N`), 1 GB"
    case .searches: "Searches, 1 GB"
    case .saving: "Times, and what leaves the screen, 1 GB"
    case .records: "Records in columns"
    case .streams: "What is written while it is read"
    case .commands: "Commands, a page at a time"
    case .addresses: "Addresses: an API on this machine"
    case .databases: "Databases: a table of ten million rows"
    case .postgres: "PostgreSQL: a table of ten million rows on a server"
    case .memory: "Peak memory"
    case .idle: "Wake-ups in ten idle seconds"
    case .timeline: "The timeline"
    case .load: "Load"
    case .machine: "An event, with a million items held against a thousand"
    }
  }

  /// How its figures are measured, in short.
  var method: String {
    switch self {
    case .floor:
      "A byte to `cat` in a raw terminal and back: what the pseudo-terminal and two changes of the "
        + "processor's task cost in every figure of a key."
    case .start:
      "From before the start of the process to the last byte of the frame whose last content line "
        + "is complete. `lnav` opens at the end, and so when it has read all."
    case .keys:
      "Until the line that must have come into sight is there whole, and to the last byte before "
        + "5 ms without any; a page begins after 20 ms without any, as by a key that is held. The bytes are those of one row; not counted is what follows the last "
        + "movement of the cursor to the last line (of `less`, whose prompt follows the text, all "
        + "counts)."
    case .direct: "As the two groups above, which ncurses paints."
    case .colors: "As above, each line with four sequences, beside `less -R`."
    case .jumps: "As a key, `G` and `50%`; in between back to the start."
    case .numbers:
      "Keys while a new process counts: `G`, `50%` and three rows, then the longest of all. The "
        + "exact count: from `G` until the last but one line has its number, against `wc -l`."
    case .searches:
      "From the pattern's first key until the status line says how many lines match, or that none does; beside "
        + "`rg -c` and `grep -c`, from the start of their process. `less` shows the last line. A key pressed "
        + "while a second's count of matches is under way. The peak (`VmHWM`) after searches and a filter of frequent "
        + "texts, beside that before."
    case .saving:
      "A time: from the first key to the last byte of the screen. `--filter`: the whole process, which writes to "
        + "`/dev/null` as `rg` and `jq` do, beside `&` from its first key until the status line says how many records "
        + "match. `:w`: from the first key until the file is there."
    case .records:
      "CSV of 64 bytes a record and NDJSON of 124, with seven columns. A row is compared with one of a text of "
        + "100 MB in the same program. The peak (`VmHWM`) after both ends and the middle, and after a filter. "
        + "The filter: from its first key until the status line says how many records match, beside `rg -c` for the "
        + "same text. `--json` and `jq -c .` write 100 MB to a pipe, by the clock. A document: until the name of the "
        + "file is in the last line. A log: `--columns time,level,message` beside its text."
    case .streams:
      "A pipe from `cat`: until the last line of the screen is there. A file to which a thousand lines are "
        + "written every 10 ms for ten seconds, followed by `-f`: the processor's time over that, and from "
        + "the last write until its line is on the screen. The end of a gzip file: from before the start of "
        + "the process, with `+G`, until the row that says it is the end. `lnav` shows a pipe when it has read "
        + "all, and follows by itself; the others do not."
    case .commands:
      "From before the start of the process until the last line is on the screen, with `GG` typed into "
        + "the first one; beside `sh` with the same commands, one after the other."
    case .addresses:
      "The sample API of this project. First screen: from before the start of the process, beside "
        + "`curl` for the same page. All pages: `--plain`, to the end of the process, beside `curl` for one "
        + "page after the other. The peak (`VmHWM`) when the last page is written."
    case .databases:
      "SQLite, five columns, 0.7 GB, in the cache. First screen: from before the start of the process to the last byte. "
        + "A page: Space, to the last byte before 5 ms without any. The search: from the pattern's first key until the row "
        + "is shown, beside `sqlite3` with `like` for the column that has it. The peak (`VmHWM`) of `--plain`."
    case .postgres:
      "PostgreSQL on this machine, five columns, in the cache. First screen: from before the start of the process to the "
        + "last byte, beside `psql` with the same rows, to its end. A page: by the library, beside the same query by "
        + "libpq's own functions, both on a connection that is open. The network: a proxy that holds what is sent for "
        + "20 ms. The peak (`VmHWM`) of `--plain`."
    case .memory:
      "`VmHWM` after both ends, the middle and 200 pages; `fzf` has no places to go to, and is asked "
        + "when it has read all. `endless --version` is asked while it waits to write."
    case .idle:
      "Context switches of all threads, both kinds, in ten seconds that begin seven seconds after "
        + "the first screen, with a file of 10 MB."
    case .timeline:
      "A filled sample timeline of 100,000 posts. First screen: the first frame with posts, whose "
        + "status line is its last; with pictures: until nothing came for 200 ms. A key: to the last "
        + "byte before 5 ms without any. Memory: after walking down 10,000 posts by `j`."
    case .load:
      "Viewers with `--secure` in terminals of \(Guest.lines)×\(Guest.columns), each of which gets "
        + "`j`, Space, `j`, `j` and again, a key every 200 ms, evenly shifted; one thread types and "
        + "reads, on the same processors. The posts are those of a shared folder (`--posts`); beside "
        + "them, made in memory by each. A key: to the first bytes after it; one that is due before "
        + "the last is answered waits, and is counted from when it was due. From when it was due: "
        + "with what the one who types came late on a busy machine; so for the most viewers. Lost: no "
        + "bytes within 5 s. "
        + "As a check of that, `^L` shows the post where each has come; all must be at the same. "
        + "Memory: `Pss`, in which shared pages count in parts, and `VmHWM`. Processors: those at work "
        + "for the viewers, on average. The most viewers: doubled from 25 to 400 and three times "
        + "halved between, 20 keys each. Over SSH: `Scripts/ssh-demo` and as many `ssh`; the memory "
        + "is that of the program with its processes of `sshd`, without the client."
    case .machine:
      "`PagerMachine.handle` in this process, pages of 50, nothing dropped; medians of single "
        + "events, of a viewport of a hundred."
    }
  }
}
