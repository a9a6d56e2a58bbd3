import Terminal

/// The columns of a character as ncurses gets them: the program's own `wcwidth`.
///
/// ncurses asks libc's for the columns of a character, and glibc 2.36 knows Unicode 14 only: what
/// is newer would be blank, and other rules than ours would shift the rest of a line. The program's
/// own symbol comes before libc's, so layout and ncurses share one table.
@c(wcwidth)
public nonisolated func columnWidth(_ character: Int32) -> Int32 {
  guard character != 0 else { return 0 }
  return Int32(TextWidth.columns(of: UInt32(bitPattern: character)) ?? -1)
}
