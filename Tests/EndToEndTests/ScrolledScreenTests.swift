import Foundation
import Testing

/// The content of a terminal after its lines were moved; only a terminal can show whether it is
/// right.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `A screen that was scrolled` {
  /// Lines of several kinds, including empty, identical and wide ones.
  private static let lines = (0..<400).map { number in
    switch number % 7 {
    case 0: ""
    case 2, 5: "the same"
    case 3: "宽 wide \(number) 宽"
    default: "line \(number)" + String(repeating: "x", count: number * 5 % 28)
    }
  }

  @Test(arguments: ["tmux-256color", "xterm-256color", "vt100"])
  func `shows what a model of it shows, however it got there`(terminal: String) async throws {
    try await SampleHome.run(filled: false) { home in
      try home.directory.write(Self.lines.map { $0 + "\n" }.joined(), to: "file.txt")
      let launch = home.launch("file.txt", environment: ["TERM": terminal])
      try await Tmux.run(launch, lines: 12, columns: 40) { tmux in
        try await tmux.waitUntil("the file") { $0.last?.contains("file.txt") == true }
        var top = 0
        for (keys, lines) in Self.walk {
          try await tmux.type(keys)
          top = min(max(0, top + lines), 390)
          let rows = Array(Self.lines[top..<top + 11])
          try await tmux.waitUntil("\(keys) from \(top - lines)") { Array($0.dropLast()) == rows }
        }
      }
    }
  }

  /// Keys, and the number of lines by which they scroll.
  ///
  /// Some keys are typed before the screen has followed the earlier ones.
  private static let walk: [(String, Int)] = [
    ("j", 1), ("j", 1), ("k", -1), ("5j", 5), ("3k", -3), (" ", 11), ("jj", 2), ("b", -11),
    ("7j", 7), ("jkjkj", 1), ("d", 6), ("u", -6), ("9j", 9), ("10j", 10), ("8k", -8), ("  ", 22),
    ("kkk", -3), ("4j4k", 0), ("6j", 6), ("20j", 20), ("9k", -9), ("bb", -22), ("jjjjjjj", 7),
  ]
}
