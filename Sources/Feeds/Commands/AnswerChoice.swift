package import Answers
package import Records

/// What a reader says of the pages of a command; the defaults are those of the command line.
package struct AnswerChoice: Equatable, Sendable {
  /// Where the items are in an answer.
  package var items: JSONPointer?
  /// Where the next cursor is in an answer.
  package var next: JSONPointer?
  /// The field that identifies an item.
  package var id: FieldPath?
  /// The number of the first page.
  package var firstPage = 1
  /// How many pages are asked for at once, where they have numbers or offsets.
  package var pagesAtOnce = 4
  /// How long a command may print nothing, in seconds.
  package var timeout = 60

  package init() {}

  /// The place in an answer that an option names.
  ///
  /// - Throws: that it is no JSON Pointer.
  package static func pointer(
    _ text: String, of option: String
  ) throws(Failure) -> JSONPointer {
    do throws(AnswerError) {
      return try JSONPointer(text)
    } catch {
      throw .usage("\(option): \(error)")
    }
  }

  /// The field that an option names.
  ///
  /// - Throws: that it has no name.
  package static func field(_ text: String, of option: String) throws(Failure) -> FieldPath {
    guard !text.isEmpty else { throw .usage("\(option) needs the name of a field") }
    return FieldPath(text)
  }
}
