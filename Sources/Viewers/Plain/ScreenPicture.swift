import EventLoop
package import Feeds
package import TableUI
package import Terminal

/// A screen that can be printed instead of being shown, where all there is stands on it.
protocol PrintableController: AnyObject {
  /// Whether all there is stands on the screen as it was laid out last.
  var showsAll: Bool { get }
  /// Whether there is more than stands on the screen.
  var isLarger: Bool { get }
  /// Whether that is nothing.
  var isEmpty: Bool { get }
}

extension Viewer {
  /// How long it may take until all stands on a screen that fits.
  private static let longestPicture = Duration.seconds(1)

  /// What a screen shows of a feed, line after line, for a reader who needs none (`less -F`).
  ///
  /// - Parameters:
  ///   - size: the terminal's; one line of it is left for the prompt of the shell.
  ///   - time: how long to wait for what still arrives.
  /// - Returns: nil where not all of it fits, or may not.
  /// - Throws: which numbers of the reader do not go together.
  package func picture(
    of feed: some Feed, on size: Size, within time: Duration
  ) throws(Failure) -> [StyledText]? {
    guard size.lines > 1, feed.fits(on: size, within: time, options),
      let screen = try controller(of: feed) as? any PrintableController & ViewController
    else { return nil }
    let rows = Size(lines: size.lines - 1, columns: size.columns)
    var (isNew, isOver) = (true, false)
    screen.onNeedsDisplay = { isNew = true }
    screen.viewDidAppear()
    let timer = loop.after(Self.longestPicture) { isOver = true }
    defer { loop.cancel(timer) }
    while !isOver {
      isNew = false
      screen.layout(for: rows)
      if screen.showsAll { return screen.isEmpty ? [] : screen.picture(on: rows) }
      if screen.isLarger { return nil }
      do throws(EventLoopError) { try loop.run { isNew || isOver } } catch { return nil }
    }
    return nil
  }
}

extension ViewController {
  /// What stands on a screen, line after line.
  package func picture(on size: Size) -> [StyledText] {
    layout(for: size)
    var canvas = Canvas(size: size)
    draw(in: &canvas)
    return canvas.styledLines
  }
}
