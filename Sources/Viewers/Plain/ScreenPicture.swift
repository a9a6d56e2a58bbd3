import EventLoop
package import Feeds
package import TableUI
package import Terminal

/// A screen that can be printed instead of being shown, if its content fits on it.
protocol PrintableController: AnyObject {
  /// Whether all content was on the screen at the last layout.
  var showsAll: Bool { get }
  /// Whether the content exceeds the screen.
  var isLarger: Bool { get }
  /// Whether the content is empty, so that no line is printed.
  var isEmpty: Bool { get }
}

extension Viewer {
  /// The maximum time to wait for the content of a screen.
  private static let longestPicture = Duration.seconds(1)

  /// Returns the lines that the screen of a feed would show, so that they can be printed without a
  /// screen (`less -F`).
  ///
  /// - Parameters:
  ///   - size: the size of the terminal; one line is left for the shell's prompt.
  ///   - time: the time to wait for content that is still arriving.
  /// - Returns: the lines; nil if the content does not fit, or may not fit.
  /// - Throws: an error, for example if the reader's paging options contradict each other.
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
  /// Returns the lines of the screen.
  package func picture(on size: Size) -> [StyledText] {
    layout(for: size)
    var canvas = Canvas(size: size)
    draw(in: &canvas)
    return canvas.styledLines
  }
}
