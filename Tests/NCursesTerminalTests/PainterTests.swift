import Foundation
import Randomness
import Terminal
import Testing

@testable import NCursesTerminal

@MainActor @Suite(.timeLimit(.minutes(10))) struct `A frame of either painter` {
  /// The number of walks for each painter and terminal; `make fuzz-painters` sets a higher number.
  nonisolated private static let walks =
    ProcessInfo.processInfo.environment["ENDLESS_WALKS"].flatMap { Int($0) } ?? 20

  @Test(arguments: [NCursesOptions.PainterChoice.ncurses, .direct], DescribedTerminal.all)
  func `is what the terminal shows, whatever it has shown before`(
    choice: NCursesOptions.PainterChoice, terminal: DescribedTerminal
  ) throws {
    for seed in 1...UInt64(Self.walks) {
      guard try walk(choice, terminal, seed: seed) else { return }
    }
  }

  /// Returns whether all frames were right.
  private func walk(
    _ choice: NCursesOptions.PainterChoice, _ terminal: DescribedTerminal, seed: UInt64
  ) throws -> Bool {
    var walk = CanvasWalk(seed: seed)
    walk.drawsStrikethrough = choice == .direct
    var size = walk.size()
    let opened = try terminal.open(choice, size)
    walk.looks = opened.looks
    let margins = opened.capabilities.string("csr") == nil ? "" : "\u{1B}[2;3r"
    var (canvas, model) = (Canvas(size: size), TerminalModel(size, opened.capabilities))
    var hasFrame = false
    for step in 0..<60 {
      if walk.random.occurs(inPercent: 4) {
        size = walk.size()
        (canvas, model) = (Canvas(size: size), TerminalModel(size, opened.capabilities))
        opened.painter.repaint()
        hasFrame = false
      } else if walk.random.occurs(inPercent: 4) {
        // Another program has drawn, and has set its own margins.
        model.show(Array("\(margins)\u{1B}[H???????".utf8))
        opened.painter.repaint()
        hasFrame = false
      } else if hasFrame, walk.random.occurs(inPercent: 4), size.columns > 8 {
        model.show(opened.painter.probe(Array("1234567".utf8)))
        #expect(
          walk.places(on: canvas, model) == [],
          "\(terminal.name), seed \(seed), step \(step): probe")
      }
      walk.draw(on: &canvas)
      do {
        model.show(try opened.painter.paint(canvas))
      } catch {
        #expect(
          isExcused(error, walk, canvas), "\(terminal.name), seed \(seed), step \(step): \(error)")
        // Another painter would take over here, but in this test the same one continues.
        canvas = Canvas(size: size)
        opened.painter.repaint()
        model.show(try opened.painter.paint(canvas))
      }
      hasFrame = true
      #expect(model.unknown == [], "\(terminal.name), seed \(seed), step \(step)")
      let wrong = walk.places(on: canvas, model)
      #expect(wrong == [], "\(terminal.name), seed \(seed), step \(step)")
      guard wrong.isEmpty, model.unknown.isEmpty else { return false }
      #expect(try opened.painter.paint(canvas) == [])
    }
    return true
  }

  @Test(arguments: [NCursesOptions.PainterChoice.ncurses, .direct])
  func `is what tmux shows`(choice: NCursesOptions.PainterChoice) throws {
    let terminal = try #require(DescribedTerminal.all.first { $0.name == "tmux-256color" })
    for seed in 1...UInt64(min(20, Self.walks)) {
      var walk = CanvasWalk(seed: seed)
      (walk.drawsStrikethrough, walk.drawsEmoji) = (choice == .direct, false)
      let size = Size(lines: walk.random.within(2...12), columns: walk.random.within(10...40))
      let opened = try terminal.open(choice, size)
      walk.looks = opened.looks
      let pane = try TmuxPane(size)
      var canvas = Canvas(size: size)
      for step in 0..<15 {
        walk.draw(on: &canvas)
        guard let bytes = try? opened.painter.paint(canvas) else {
          (canvas, _) = (Canvas(size: size), opened.painter.repaint())
          continue
        }
        try pane.show(bytes)
        // The lines of tmux are read by the model, which knows the styles.
        var model = TerminalModel(size, opened.capabilities)
        model.show(Array("\u{1B}[H\u{1B}[2J".utf8))
        for (line, text) in try pane.lines().enumerated() {
          model.show(Array("\u{1B}[\(line + 1)H\(text)".utf8))
        }
        let wrong = walk.places(on: canvas, model)
        #expect(wrong == [], "seed \(seed), step \(step)")
        guard wrong.isEmpty else { return }
      }
    }
  }

  /// Whether a frame may be refused: the terminal has too few color pairs for it, or a wide glyph
  /// is in the last corner.
  private func isExcused(_ error: any Error, _ walk: CanvasWalk, _ canvas: Canvas) -> Bool {
    switch error as? Inexpressible {
    case .colorPairs: walk.pairs(on: canvas) > 19
    case .corner: canvas.lines.last?.glyphs.suffix(3).contains { $0.glyph.width != 1 } ?? false
    default: false
    }
  }
}
