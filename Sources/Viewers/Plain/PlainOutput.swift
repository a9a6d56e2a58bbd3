import ByteStores
import Bytes
import Feeds
import Glibc
import Records

/// The checks before a text is written without a screen.
extension TextFeed {
  /// Refuses to append a text to its own file, because the program would read its own output and
  /// append that again, until the disk is full.
  ///
  /// - Throws: an error if standard output is the file that is read, and the file is not empty or
  ///   is followed.
  func checkOutput(_ options: ViewerOptions) throws(Failure) {
    guard (stream?.packed ?? file).isFile(of: STDOUT_FILENO) else { return }
    // A shell empties the file for '>', so nothing is read unless the file is followed.
    guard options.follows || (try? file.size()) ?? 0 > 0 else { return }
    throw .source("\(title) is both the input and the output: write to another file")
  }

  /// Waits until a followed file has enough lines to show its format, if the output depends on it;
  /// blocks the calling thread.
  ///
  /// - Throws: an error if a system call fails.
  func waitForLines(of followed: FollowedFile, _ options: ViewerOptions) throws(Failure) {
    do throws(FileError) {
      while let size = try sizeBeforeFormat(options), try followed.wait(behind: size) {}
    } catch {
      throw Failure(error)
    }
  }

  /// Waits like `waitForLines`, without blocking a thread.
  ///
  /// - Throws: an error if a system call fails.
  func awaitLines(of followed: FollowedFile, _ options: ViewerOptions) async throws(FileError) {
    while let size = try sizeBeforeFormat(options), try await followed.hasMore(behind: size) {}
  }

  /// Returns the size of a file that has too few lines to show the format on which the output
  /// depends; nil if more lines are not needed.
  private func sizeBeforeFormat(_ options: ViewerOptions) throws(FileError) -> Int? {
    guard wholeHead(options) == nil, let wanted = linesBeforeFormat(options) else { return nil }
    let size = try file.size()
    let bytes = try file.whole(file.start..<max(file.start, min(size, RecordHead.size)))
    let isShort = size < RecordHead.size && bytes.count { $0 == .lineFeed } < wanted
    return isShort ? size : nil
  }

  /// Returns the number of lines that show the format; nil if the output does not depend on it.
  ///
  /// The names of columns are not recognized without a record below them, and a single line of JSON
  /// may be a document.
  private func linesBeforeFormat(_ options: ViewerOptions) -> Int? {
    guard options.format != .text else { return nil }
    let isTable = options.columns != nil || options.format != nil || options.csv.delimiter != nil
    let hasCondition = options.filters.contains { ColumnlessCondition($0) != nil }
    if isTable || hasCondition { return 2 }
    guard options.writesJSON else { return nil }
    let first = try? file.whole(file.start..<file.start + 1).first
    let isNamed = file.path.hasSuffix(".csv") || file.path.hasSuffix(".tsv")
    return isNamed || first == .openBrace || first == .openBracket ? 2 : 1
  }
}
