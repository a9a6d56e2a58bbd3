extension JobShell {
  /// What the shell tells.
  enum Report: Hashable, Sendable {
    /// The job is stopped, and the shell waits to be told to go on.
    case stopped
    /// The job has ended with this status, 128 and the signal's number for a signal.
    case ended(Int32)
  }
}

extension JobShell.Report {
  /// The report in a title; nil when the title is none of the shell's.
  init?(title: some StringProtocol) {
    let words = title.split(separator: " ")
    guard words.first == "job" else { return nil }
    if words.dropFirst() == ["stopped"] {
      self = .stopped
    } else if words.count == 3, words[1] == "ended", let status = Int32(words[2]) {
      self = .ended(status)
    } else {
      return nil
    }
  }

  /// The report at the end of an output; nil when there is none.
  ///
  /// Looks at the last bytes only, since the shell waits after a report and the job is silent.
  init?(lastIn output: [UInt8]) {
    let opening = Array("\u{1B}]2;".utf8)
    let titles = output.suffix(4_096).split(separator: opening, omittingEmptySubsequences: false)
    guard titles.count > 1, let title = titles.last, let end = title.firstIndex(of: 0x07) else {
      return nil
    }
    self.init(title: String(decoding: title[..<end], as: UTF8.self))
  }
}
