import Dispatch
import Glibc
import NCursesTerminal
import Terminal

/// A program that opens the library's screen, waits for a key and ends as its argument says.
@main enum Crasher {
  static func main() throws {
    guard let path = CommandLine.arguments.dropFirst().first.flatMap(ExitPath.init) else {
      throw Mistake(text: "an exit path is needed")
    }
    path.prepare()
    guard path.closes else { return try run(path, on: NCursesScreen(options: path.options)) }
    try NCursesScreen.open(options: path.options) { try run(path, on: $0) }
    path.finish()
  }

  private static func run(_ path: ExitPath, on screen: NCursesScreen) throws {
    var isDone = false
    let show = {
      var canvas = Canvas(size: screen.size)
      for line in 1..<max(1, screen.size.lines) {
        canvas.draw("\(line) of \(screen.size.lines) lines", at: Point(line: line, column: 0))
      }
      canvas.draw(
        "ready for anything", at: Point(line: 0, column: 0), style: Style([.bold, .reverse]))
      screen.present(canvas)
    }
    show()
    screen.onWake = {
      for event in screen.readEvents() {
        if case .input(.key) = event { isDone = true }
        if case .resized = event, screen.isReady { show() }
      }
    }
    screen.run { isDone }
    try path.take()
  }
}
