import Feeds
import Records
import TemporaryFolders
import Terminal
import Testing

@testable import Viewers

@Suite struct `A line of a log` {
  private static func parts(_ line: String) -> [String] {
    let log = LogLine(Array(line.utf8)[...])
    let bytes = Array(line.utf8)
    return [log.time, log.level?.range].map { range in
      range.map { String(decoding: bytes[$0], as: UTF8.self) } ?? ""
    }
  }

  @Test(arguments: [
    ("2026-03-01 00:00:00.037 host ERROR no", "2026-03-01 00:00:00.037", "ERROR"),
    ("2026-03-01T00:00:00Z INFO: x", "2026-03-01T00:00:00Z", "INFO"),
    ("2026-03-01T00:00:00,123+02:00 [main] WARN  x", "2026-03-01T00:00:00,123+02:00", "WARN"),
    ("2026/03/01 00:00:00 x", "2026/03/01 00:00:00", ""),
    ("Mar  1 00:00:00 host app[1]: CRITICAL", "Mar  1 00:00:00", "CRITICAL"),
    (
      "10.0.0.1 - - [01/Mar/2026:00:00:00 +0000] \"GET / HTTP/1.1\" 200",
      "[01/Mar/2026:00:00:00 +0000]", ""
    ),
    ("[Sun Mar 01 00:00:00 2026] [error] x", "", "error"),
    ("[   12.345678] usb 1-1", "[   12.345678]", ""),
    ("[2026-03-01 00:00:00] DEBUG x", "[2026-03-01 00:00:00]", "DEBUG"),
    ("00:00:00 TRACE", "00:00:00", "TRACE"),
    ("E0301 00:00:00.123456 1 main.go:1] x", "E0301 00:00:00.123456", "E"),
    ("time=2026-03-01T00:00:00Z level=warning msg=ERR", "", "warning"),
    ("{\"level\": \"info\", \"msg\": \"x\"}", "", "info"), ("severity: err x", "", "err"),
    ("plain text about an error, a warning and info", "", ""),
    ("ERRORS and X_ERROR and ERROR_X", "", ""),
    ("INFORMATION", "", ""), ("GET /ERROR.txt /x/ERROR", "", ""), ("", "", ""),
    ("2026-03-01", "", ""),
    ("99:99", "", ""), ("[", "", ""), ("[12.]", "[12.]", ""), ("[12]", "", ""), ("level=", "", ""),
    ("Mar", "", ""),
    ("\u{E9}\u{E9} ERROR", "", "ERROR"),
  ]) func `has a time and a level`(line: String, time: String, level: String) {
    #expect(Self.parts(line) == [time, level])
  }

  @Test(arguments: 0...60) func `may end anywhere`(count: Int) {
    let line = "10.0.0.1 - - [01/Mar/2026:00:00:00 +0000] level=\"error\" [error]"
    _ = LogLine(Array(line.utf8.prefix(count))[...])
  }

  @Test func `has colours where it is serious, that are readable on any ground`() {
    #expect(LogLevel.failure.style(in: .eight) == Style(foreground: .indexed(1), attributes: .bold))
    #expect(
      LogLevel.failure.style(in: .palette256) == Style(foreground: .indexed(167), attributes: .bold)
    )
    #expect(LogLevel.information.style(in: .palette256) == .plain)
    #expect(LogLevel.failure.style(in: .none) == Style(.bold))
    #expect(LogLevel.information.style(in: .none) == .plain)
  }
}

@MainActor @Suite(.timeLimit(.minutes(2))) struct `The tint of a log` {
  private static let log = (1...60).map { "2026-03-01 00:00:\($0 % 50 + 10) ERROR \($0)\n" }
    .joined()
  private static let tinted = "ddddddddddddddddddd.bbbbb.."

  private static func styles(_ viewer: ViewerFixture, _ line: Int) -> String {
    String(viewer.screen.canvas.stylePicture.split(separator: "\n")[line].prefix(27))
  }

  @Test func `is there in the first frame, and goes and comes by a key`() async throws {
    try await ViewerFixture.show(Self.log, columns: 60) { viewer in
      await viewer.wait(for: "ERROR 7")
      #expect(Self.styles(viewer, 0) == Self.tinted)
      viewer.type("T")
      await viewer.wait(for: "log colours off")
      #expect(!Self.styles(viewer, 0).contains("d"))
      viewer.type("T")
      await viewer.wait(for: "log colours on")
      #expect(Self.styles(viewer, 0) == Self.tinted)
      viewer.type("G")
      await viewer.wait(for: "ERROR 60")
      #expect(Self.styles(viewer, 6) == Self.tinted)
    }
  }

  @Test func `leaves other texts alone, and lines with looks of their own`() async throws {
    try await ViewerFixture.show("an ERROR\nand a WARN\n00:00:00 x\n") { viewer in
      await viewer.wait(for: "00:00:00 x")
      #expect(!viewer.screen.canvas.stylePicture.dropLast(41).contains("b"))
      viewer.type("T")
      await viewer.wait(for: "log colours on")
      #expect(Self.styles(viewer, 0).hasPrefix("...bbbbb."))
    }
    try await ViewerFixture.show("00:00:00 \u{1B}[31mred\u{1B}[m ERROR\n00:00:00 ERROR\n") {
      viewer in
      await viewer.wait(for: "red ERROR")
      #expect(Self.styles(viewer, 0).hasPrefix(".........ccc......"))
      #expect(Self.styles(viewer, 1).hasPrefix("dddddddd.bbbbb"))
    }
  }

  @Test func `goes with the text that is cut, scrolled and folded`() async throws {
    let line = "00:00:00 " + String(repeating: "x", count: 40) + " ERROR\n"
    try await ViewerFixture.show(String(repeating: line, count: 3)) { viewer in
      await viewer.wait(for: ["00:00:00 xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "xxxxxxxxx ERROR"])
      #expect(Self.styles(viewer, 1).hasPrefix("..........bbbbb"))
      viewer.type("30l")
      await viewer.wait("the end of the line") { $0.first?.hasSuffix(" ERROR") == true }
      #expect(viewer.screen.canvas.stylePicture.prefix(40).contains("bbbbb"))
    }
  }

  @Test(arguments: [
    "java.io.IOException: gone\n\tat a.B.c(B.java:1)\nCaused by: java.lang.Error\n\t... 12 more\n",
    "Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\nValueError: no\n",
    "Error: ENOENT: no such file\n    at f (/app/a.js:10:9) {\n  code: 'ENOENT'\n}\n",
    "ActiveRecord::RecordNotFound (no such user):\n\tfrom a.rb:3:in `f'\n",
    "thread 'main' panicked at src/main.rs:2:5:\nstack backtrace:\n   0: rust_begin_unwind\n",
    "panic: no\n\ngoroutine 1 [running]:\nmain.main()\n\t/src/a.go:1 +0x1\nexit status 2\n",
    "Unhandled exception. System.InvalidOperationException: no\n ---> System.IO.IOException: x\n",
  ]) func `is there where traces are most of the text`(trace: String) async throws {
    let text = (1...5).map { "2026-03-01 00:00:1\($0) ERROR no\n" + trace }.joined()
    try await ViewerFixture.show(text, lines: 12) { viewer in
      await viewer.wait(for: "ERROR no")
      #expect(Self.styles(viewer, 0).hasPrefix("ddddddddddddddddddd.bbbbb"))
    }
  }

  @Test func `comes with the first screen of entries behind a long head, and stays behind it`()
    async throws
  {
    let head = (1...30).map { "word \($0)\n" }.joined()
    try await ViewerFixture.show(head + Self.log + head) { viewer in
      await viewer.wait(for: "word 1")
      viewer.type("60G")
      await viewer.wait(for: "ERROR 31")
      #expect(Self.styles(viewer, 0).hasPrefix("ddddddddddddddddddd.bbbbb"))
      viewer.type("G")
      await viewer.wait(for: "word 30")
      viewer.type("25k")
      await viewer.wait(for: "ERROR 60")
      #expect(viewer.screen.canvas.stylePicture.contains("bbbbb"))
    }
  }

  @Test func `is none where few lines of a screen begin with a time`() async throws {
    let text = (1...40).map {
      $0 % 4 == 0 ? "00:00:\($0 + 10) ERROR\n" : "Sentence \($0), an ERROR.\n"
    }
    try await ViewerFixture.show(text.joined()) { viewer in
      await viewer.wait(for: "Sentence 1")
      for _ in 1...3 { viewer.type(" ") }
      await viewer.wait(for: "Sentence 22")
      #expect(!viewer.screen.canvas.stylePicture.dropLast(41).contains("bbbbb"))
    }
  }

  @Test func `is none where nobody wants any`() async throws {
    var options = ViewerOptions()
    options.tintsLogs = false
    try await TemporaryFolder.run { folder in
      try folder.write(Self.log, to: "file")
      let viewer = try ViewerFixture(folder, "file", options: options)
      await viewer.wait(for: "ERROR 7")
      #expect(!Self.styles(viewer, 0).contains("d"))
    }
  }
}
