import ArgumentParser

/// A group of figures that are measured together.
enum Group: String, CaseIterable, ExpressibleByArgument, Sendable {
  case floor, start, keys, direct, colors, jumps, numbers, searches, saving, records, streams,
    commands, addresses, databases, postgres,
    memory,
    idle, timeline, load, machine

  /// The title above its rows.
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
    case .saving: "Jumps to a time, and saving, 1 GB"
    case .records: "Records in columns"
    case .streams: "Data that is read while it is written"
    case .commands: "Commands, a page at a time"
    case .addresses: "Addresses: an API on this machine"
    case .databases: "Databases: a table of ten million rows"
    case .postgres: "PostgreSQL: a table of ten million rows on a server"
    case .memory: "Peak memory"
    case .idle: "Wake-ups in ten idle seconds"
    case .timeline: "The timeline"
    case .load: "Load"
    case .machine: "An event, with a million loaded items compared with a thousand"
    }
  }

  /// A short description of how its figures are measured.
  var method: String {
    switch self {
    case .floor:
      """
      This is the time that a byte takes to `cat` in a raw terminal and back. It is the cost of the \
      pseudo-terminal and of two context switches, and each figure for a key includes it.
      """
    case .start:
      """
      The time from just before the start of the process to the last byte of the frame whose last content line is \
      complete. `lnav` opens a file at its end, so its time includes reading the whole file.
      """
    case .keys:
      """
      The time until the expected line is complete on the screen, and until the last byte before a pause of 5 ms. \
      Each page begins after a pause of 20 ms, as with a key that is held down. The bytes are those of one row. \
      They exclude the output after the last movement of the cursor to the last line. For `less` all bytes count, \
      because its prompt follows the text.
      """
    case .direct:
      """
      The same measurements as in the two groups above, with the painter of `endless` instead of ncurses.
      """
    case .colors:
      """
      The same measurement with four colour sequences in each line, compared with `less -R`.
      """
    case .jumps:
      """
      The same measurement for `G` and `50%`. Between two jumps the viewer returns to the start.
      """
    case .numbers:
      """
      Keys are typed while a new process counts lines: `G`, `50%` and three rows. The longest time of all keys is \
      given. The exact count is the time from `G` until the second line from the bottom has its number, compared \
      with `wc -l`.
      """
    case .searches:
      """
      The time from the first key of the pattern until the status line shows the number of matching lines, or that \
      none matches. It is compared with `rg -c` and `grep -c` from the start of their process. `less` shows the \
      last line. One figure is for a key that is pressed during a count of matches of one second. The peak \
      (`VmHWM`) is measured after searches and a filter for frequent texts, and before them.
      """
    case .saving:
      """
      A jump to a time is measured from the first key to the last byte of the screen. `--filter` is measured as \
      the whole process, which writes to `/dev/null` as `rg` and `jq` do. It is compared with `&` from its first \
      key until the status line shows the number of matching records. `:w` is measured from its first key until \
      the file exists.
      """
    case .records:
      """
      The files are CSV with 64 bytes and NDJSON with 124 bytes for each record, with seven columns. A row is \
      compared with a row of a text file of 100 MB in the same program. The peak (`VmHWM`) is measured after visiting \
      both ends and the middle, and after a filter. The filter is measured from its first key until the status line \
      shows the number of matching records, and is compared with `rg -c` for the same text. `--json` and `jq -c .` \
      write 100 MB to a pipe, and the elapsed time is measured. A document is measured until the name of the file is \
      in the last line. A log with `--columns time,level,message` is compared with its text.
      """
    case .streams:
      """
      A pipe from `cat` is measured until the last line of the screen is complete. For following, a thousand lines \
      are written to a file every 10 ms for ten seconds, and the viewer runs with `-f`. The figures are the \
      processor time during these seconds, and the time from the last write until its line is on the screen. The \
      end of a gzip file is measured from just before the start of the process, with `+G`, until the row for the \
      end appears. `lnav` shows a pipe only after it has read everything, and follows files by default; the other \
      programs do not.
      """
    case .commands:
      """
      The time from just before the start of the process until the last line is on the screen. `GG` is typed on \
      the first screen. It is compared with `sh` for the same commands one after another.
      """
    case .addresses:
      """
      The service is the sample API of this project. The first screen is measured from just before the start of \
      the process, and is compared with `curl` for the same page. All pages are measured with `--plain` to the end \
      of the process, and are compared with `curl` for one page after another. The peak (`VmHWM`) is measured when \
      the last page is written.
      """
    case .databases:
      """
      The database is SQLite with five columns and 0.7 GB, in the cache. The first screen is measured from just \
      before the start of the process to the last byte. A page is measured with Space, to the last byte before a \
      pause of 5 ms. The search is measured from the first key of the pattern until the row is shown, and is \
      compared with `sqlite3` with `like` for the column that contains the pattern. The peak (`VmHWM`) is that of \
      `--plain`.
      """
    case .postgres:
      """
      PostgreSQL runs on this machine with five columns, in the cache. The first screen is measured from just before \
      the start of the process to the last byte, and is compared with the whole run of `psql` for the same rows. A \
      page is read by the library, and is compared with the same query through the functions of libpq, both on an \
      open connection. The network is a proxy that delays all data by 20 ms. The peak (`VmHWM`) is that of \
      `--plain`.
      """
    case .memory:
      """
      `VmHWM` after visiting both ends, the middle and 200 pages. `fzf` cannot jump, so it is measured after it \
      has read everything. `endless --version` is measured while it waits to write.
      """
    case .idle:
      """
      The number of context switches of all threads, voluntary and involuntary, in ten seconds. They begin seven \
      seconds after the first screen, with a file of 10 MB.
      """
    case .timeline:
      """
      A sample timeline of 100,000 posts. The first screen is the first frame with posts, which ends with the \
      status line. With pictures, it ends when no output has come for 200 ms. A key is measured to the last byte \
      before a pause of 5 ms. The memory is measured after 10,000 posts have been scrolled with `j`.
      """
    case .load:
      """
      Viewers with `--secure` run in terminals of \(Guest.lines)×\(Guest.columns). Each receives `j`, Space, `j`, \
      `j` repeatedly, one key every 200 ms, and the viewers are evenly staggered. One thread types and reads on the \
      same processors. The posts are in a shared folder (`--posts`); for comparison, each viewer creates them in \
      memory. A key is measured to the first bytes after it. If a key is due before the last one is answered, it \
      waits. The figures "from when it was due" include this wait and delays of the typing thread on a busy machine; \
      they are used to find the largest number of viewers. A key is lost if no bytes come within 5 s. As a check, \
      `^L` shows the current post of each viewer, and all must show the same post. The memory is `Pss`, which counts \
      shared pages proportionally, and `VmHWM`. "Processors at work" is the average number of processors that work \
      for the viewers. The largest number of viewers is found by doubling from 25 to 400 and three bisections, with \
      20 keys for each viewer. Over SSH, `Scripts/ssh-demo` runs with the same number of `ssh` clients. There the \
      memory includes the processes of `sshd` and excludes the client.
      """
    case .machine:
      """
      `PagerMachine.handle` in the benchmark process with pages of 50 items, of which none is dropped. The figures \
      are medians of single events, with a viewport of a hundred items.
      """
    }
  }
}
