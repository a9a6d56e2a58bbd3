import ByteStores
import Bytes
import FileSources
import Glibc
package import Terminal

/// Whether a text needs a screen at all, as `less -F` asks.
extension TextFeed {
  /// Bytes that no screenful has.
  private static let tooMany = 256 << 10

  @MainActor package func fits(
    on size: Size, within time: Duration, _ options: ViewerOptions
  ) -> Bool {
    let deadline = SuspendingClock.now + time
    while stream?.state == .arriving, isShort(on: size, options.lineRules),
      SuspendingClock.now < deadline
    {
      stream?.waitForNews(until: deadline)
    }
    return stream?.state ?? .ended == .ended && isShort(on: size, options.lineRules)
  }

  /// Whether what has come leaves a line for the prompt of the shell.
  private func isShort(on size: Size, _ rules: LineRules) -> Bool {
    guard let count = try? file.size(), count < Self.tooMany,
      let bytes = try? file.whole(0..<count)
    else { return false }
    var height = 0
    for line in bytes.split(separator: .lineFeed, omittingEmptySubsequences: false) {
      height += max(1, LineText(line, rules).text.folded(to: max(1, size.columns)).count)
      if height > size.lines { return false }
    }
    // What follows the last line end is no line.
    return height - (bytes.last == .lineFeed || bytes.isEmpty ? 1 : 0) < size.lines
  }
}
