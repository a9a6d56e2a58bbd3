import Feeds
package import TableUI

extension Restriction {
  /// What a reader is told who asks for something on the screen.
  package func message(_ what: String) -> Message { Message(words(what), .failure) }
}
