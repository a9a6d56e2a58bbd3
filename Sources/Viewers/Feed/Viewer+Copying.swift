import Feeds
import TableUI

/// Copying to the clipboard of the reader's terminal, for all screens.
extension Viewer {
  /// Bytes that are copied at the most: terminals leave out what is longer, and none says so.
  private static let mostCopied = 8 << 10

  /// Copies a text as it is, and says what has become of it.
  ///
  /// - Parameter name: what is copied, as "the value".
  func copy(_ text: some Collection<UInt8>, as name: String) -> Message {
    if let refusal = options.restriction?.message("copying") { return refusal }
    let count = text.count
    guard count <= Self.mostCopied else {
      let (size, most) = (count.grouped, Self.mostCopied.grouped)
      return Message("\(name) is not copied: \(size) bytes, more than \(most)", .failure)
    }
    guard count > 0 else { return Message("\(name) is empty", .accent) }
    guard session?.copy(Array(text)) == true else {
      return Message("this terminal has no clipboard", .failure)
    }
    return Message("copied \(name), \(ByteCount(count))")
  }
}
