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
      The time that a byte takes to travel to `cat` in a raw terminal and back. This time is the cost of the \
      pseudo-terminal and of two context switches. Each figure for a key includes it.
      """
    case .start:
      """
      The time from just before the start of the process to the last byte of the first frame in which the last line of \
      the content is complete. `lnav` opens a file at its end, so its time includes reading the whole file.
      """
    case .keys:
      """
      The time from a key to the last byte of its frame. A frame is finished when the expected line is complete and no \
      output follows for 5 ms. A key that scrolls by a page is pressed only after 20 ms without output, so the key \
      repeats at about the rate of a key that is held down. The bytes are counted for a key that scrolls by one row. \
      `endless` moves the cursor to the bottom line of the screen before it draws the status line; the bytes after the \
      last of these movements are not counted. `less` does not move the cursor before it writes its prompt, so all its \
      bytes are counted.
      """
    case .direct:
      """
      The same measurements as in the two groups above, but `endless` itself paints the screen, without ncurses.
      """
    case .colors:
      """
      The first screen and the keys are measured as above, with a file that has four colour sequences in each line, \
      and are compared with `less -R`.
      """
    case .jumps:
      """
      The times for `G` and `50%` are measured in the same way as for the keys above. Between two jumps, the viewer \
      returns to the start of the file.
      """
    case .numbers:
      """
      While a new process counts lines, `G`, `50%` and three keys that scroll by a row are typed. The figure is the \
      longest time for any of these keys. The figure for the exact count is the time from `G` until the second line \
      from the bottom has its number, and is compared with `wc -l`.
      """
    case .searches:
      """
      The time from the first key of the pattern until the status line shows the number of matching lines, or that no \
      line matches. It is compared with the time of a whole run of `rg -c` and of `grep -c`. For `less`, it is the \
      time until the match in the last line is shown. One figure is for a key that is pressed while all matches are \
      counted, which takes a second. The peak memory (`VmHWM`) is measured before and after searches and a filter for \
      frequent text.
      """
    case .saving:
      """
      A jump to a time is measured from the first key to the last byte of the screen. For `--filter`, the figure is \
      the time of the whole process, which writes to `/dev/null` as `rg` and `jq` do. It is compared with `&`, which \
      is measured from its first key until the status line shows the number of matching records. `:w` is measured from \
      its first key until the file exists.
      """
    case .records:
      """
      The files have seven columns. A record is 64 bytes long in CSV and 124 bytes in NDJSON. The time to scroll by a \
      row of records is compared with the time to scroll by a row of a 100 MB text file in the same program. The peak \
      memory (`VmHWM`) is measured after both ends and the middle of the file have been visited, and again after a \
      filter. The filter is measured from its first key until the status line shows the number of matching records, \
      and is compared with `rg -c` for the same text. For `--json` and `jq -c .`, the figure is the elapsed time for \
      writing 100 MB to a pipe. The time for a document ends when the name of the file is in the last line. A log with \
      `--columns time,level,message` is compared with the same log as text.
      """
    case .streams:
      """
      The time for the first screen of a pipe from `cat` ends when the last line of the screen is complete. To measure \
      following, a thousand lines are written to a file every 10 ms for ten seconds, and the viewer runs with `-f`. \
      The figures are the processor time per second, and the time from the last write until its line is on the screen. \
      For the end of a gzip file (`+G`), the figure is the time from just before the start of the process until the \
      status line says "end". `lnav` shows a pipe only after it has read everything, and follows files by default. \
      `fzf` and VisiData are not measured, because they cannot follow a file.
      """
    case .commands:
      """
      The time from just before the start of the process until the last line is on the screen. `GG` is typed on the \
      first screen. The time is compared with the time that `sh` takes to run the same commands one after another.
      """
    case .addresses:
      """
      The service is the sample API of this project. The first screen is measured from just before the start of the \
      process, and is compared with `curl` for the same page. All pages are measured with `--plain` until the process \
      ends, and are compared with `curl` for one page after another. The peak (`VmHWM`) is measured when the last page \
      is written.
      """
    case .databases:
      """
      The database is an SQLite file of 0.7 GB with five columns, in the page cache. The first screen is measured from \
      just before the start of the process to the last byte. The time for a page is from Space to the last byte before \
      a pause of 5 ms. The search is measured from the first key of the pattern until the row is shown, and is \
      compared with `sqlite3`, which uses `like` for the column that contains the pattern. The peak (`VmHWM`) is that \
      of `--plain`.
      """
    case .postgres:
      """
      PostgreSQL runs on this machine. The table has five columns and is in the cache. The first screen is measured \
      from just before the start of the process to the last byte, and is compared with a whole run of `psql` for the \
      same rows. A page is read by the library, and is compared with the same query through the functions of libpq; \
      both use an open connection. The network is a proxy that delays all data by 20 ms. The peak (`VmHWM`) is that of \
      `--plain`.
      """
    case .memory:
      """
      The peak memory (`VmHWM`) after both ends, the middle and 200 pages of the file have been visited. `fzf` cannot \
      jump, so it is measured after it has read the whole file. `endless --version` exits too soon to be measured, so \
      the terminal's output is stopped, and the program is measured while its first write blocks.
      """
    case .idle:
      """
      The number of context switches of all threads, voluntary and involuntary, in a period of ten seconds that \
      begins seven seconds after the first screen. The file is 10 MB in size.
      """
    case .timeline:
      """
      The sample timeline has 100,000 posts. The first screen is the first frame with posts; it is complete when the \
      status line is drawn. With pictures, the first screen is complete when there has been no output for 200 ms. The \
      time for a key ends with the last byte before a pause of 5 ms. The memory is measured after `j` has scrolled \
      through 10,000 posts.
      """
    case .load:
      """
      Viewers with `--secure` run in terminals of \(Guest.lines)×\(Guest.columns). Each viewer repeatedly receives the \
      key sequence `j`, Space, `j`, `j`, one key every 200 ms, and the times at which the viewers receive their keys \
      are evenly staggered. One thread types the keys and reads the output of all viewers. It runs on the same \
      processors as the viewers. The posts are in a shared folder (`--posts`); for the comparison "in memory", each \
      viewer creates its own posts in memory. The time for a key ends with the first bytes that follow the key. No key \
      is sent before the viewer has responded to the previous key, so a key may have to wait after it is due. The \
      figures "from when it was due" include this wait, and delays of the typing thread on a busy machine. A key \
      counts as lost if no bytes come within 5 s. As a check, `^L` shows the current post of each viewer, and all \
      viewers must show the same post. The memory is measured as `Pss`, which divides shared pages among the processes \
      that share them, and as `VmHWM`. "Processors at work" is the average number of processors that work for the \
      viewers. The row "most viewers" is the largest number of viewers for which no key is lost and the 99th \
      percentile "from when it was due" is under 100 ms. This number is found by doubling from 25 to 400 and then \
      bisecting three times, with 20 keys for each viewer. Over SSH, `Scripts/ssh-demo` runs the server, and an `ssh` \
      client starts each viewer. In this case, the memory includes the processes of `sshd`, but not the client.
      """
    case .machine:
      """
      The time that `PagerMachine.handle` takes in the benchmark process. Each page has 50 items, and no page is \
      dropped. The figures are medians over single events, with a viewport of 49 items.
      """
    }
  }
}
