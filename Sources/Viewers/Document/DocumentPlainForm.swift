import ByteStores
import Bytes
package import Feeds
import Glibc
import Records

/// The form of a document on standard output with `--json`: each top-level value on one line,
/// without white space between tokens.
///
/// A value that is not an object is written as a text, so that each line is an object. The document
/// is held in memory. If the JSON is invalid, everything after the last valid value is written as
/// text, and the error is reported at the end.
package struct DocumentPlainForm {
  private let text: TextFeed
  private let form: PlainForm

  /// The maximum size of a document that is held; a larger one is written as lines of text.
  private static let most = DocumentFault.most

  package init(_ text: TextFeed, _ form: PlainForm) { (self.text, self.form) = (text, form) }

  /// Writes until the end of the document, until the limit, or until the pipe is closed.
  ///
  /// - Throws: an error if the document cannot be read or the output cannot be written; an error in
  ///   the document is thrown after everything is written.
  package func run(
    _ output: RecordPlainForm.Output = StandardOutput.write
  ) throws(Failure) {
    signal(SIGPIPE, SIG_IGN)
    guard let bytes = try bytes() else { return try text.writePlain(form) }
    var (line, fault): ([UInt8], RecordFault?) = ([], nil)
    bytes.withUnsafeBytes { fault = append($0, to: &line) }
    do {
      guard try line.withUnsafeBytes(output), let fault else { return }
      throw RecordFaultMessage(fault, of: 1).failure(text)
    } catch {
      throw Failure(error)
    }
  }

  /// Returns the whole document; nil if it is too large.
  private func bytes() throws(Failure) -> [UInt8]? {
    do throws(FileError) {
      var size = try text.file.size()
      while size - text.file.start <= Self.most, try text.stream?.waitForMore(after: size) == true {
        size = try text.file.size()
      }
      guard size - text.file.start <= Self.most else { return nil }
      return try text.file.whole(text.file.start..<size)
    } catch {
      throw Failure(error)
    }
  }

  /// Appends a line for each top-level value, and a line for the remaining bytes if they are
  /// invalid; returns the error.
  private func append(_ bytes: UnsafeRawBufferPointer, to lines: inout [UInt8]) -> RecordFault? {
    let reader = JSONReader(maximumSize: .max)
    var (end, left) = (0, form.options.limit ?? .max)
    guard left > 0 else { return nil }
    let error = reader.forEachValue(in: bytes) { value in
      let written = UnsafeRawBufferPointer(rebasing: bytes[value])
      if written.first == .openBrace {
        reader.appendValue(written, to: &lines)
        lines.append(.lineFeed)
      } else {
        var text: [UInt8] = []
        reader.appendValue(written, to: &text)
        Self.append(text: text, to: &lines)
      }
      (end, left) = (value.upperBound, left - 1)
      return left > 0
    }
    guard let error else { return nil }
    Self.append(text: bytes[end...].drop(while: \.isJSONBlank), to: &lines)
    return RecordFault(problem: "\(error.problem)", offset: text.file.start + error.offset)
  }

  /// Appends an object that contains a text, and the line end.
  private static func append(text: some Collection<UInt8>, to lines: inout [UInt8]) {
    JSONField.append(
      [JSONField("text", .string(String(decoding: text, as: UTF8.self)))], to: &lines)
    lines.append(.lineFeed)
  }
}
