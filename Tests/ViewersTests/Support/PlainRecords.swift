import ByteStores
import Feeds
import Foundation
import Records
import TemporaryFolders
import Testing
import Viewers

/// The output of the plain form for records.
@MainActor struct PlainRecords {
  var options = ViewerOptions()
  var toTerminal = false
  var start: StartPosition?
  /// The maximum size of a record in bytes.
  var most = 16 << 20

  /// Chooses the form of the output.
  ///
  /// - Parameter form: `--json`, or the names of columns.
  init(_ form: String = "", _ format: RecordFormat? = nil, limit: Int? = nil) {
    options.writesJSON = form == "--json"
    options.columns =
      options.writesJSON || form.isEmpty ? nil : form.split(separator: ",").map(String.init)
    options.format = format
    options.limit = limit
  }

  /// The output for a file; nil if the file is written unchanged.
  func output(of text: String, name: String = "file") async throws -> String? {
    try await output(of: Array(text.utf8), name: name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The output for a file of these bytes; nil if the file is written unchanged.
  func output(of bytes: [UInt8], name: String = "file") async throws -> [UInt8]? {
    var output: [UInt8]?
    try await TemporaryFolder.run { folder in
      let path = "\(folder.path)/\(name)"
      try Data(bytes).write(to: URL(filePath: path))
      output = try written(of: TextFeed(FileStore(path: path), nil, at: start))
    }
    return output
  }

  /// The output for a file, and the message at the end.
  func outcome(
    of text: String, name: String = "file"
  ) async throws -> (output: String, failure: String?) {
    try await outcome(of: Array(text.utf8), name: name)
  }

  /// The output for these bytes, and the message at the end.
  func outcome(
    of bytes: [UInt8], name: String = "file"
  ) async throws -> (output: String, failure: String?) {
    var result: (String, String?) = ("", nil)
    try await TemporaryFolder.run { folder in
      let path = "\(folder.path)/\(name)"
      try Data(bytes).write(to: URL(filePath: path))
      let feed = try TextFeed(FileStore(path: path), nil, at: start)
      var written: [UInt8] = []
      do throws(Failure) {
        try write(feed) { written += $0 }
      } catch {
        #expect(error == .source(error.text))
        result.1 = error.text.replacing(path + ": ", with: "")
      }
      result.0 = String(decoding: written, as: UTF8.self)
    }
    return result
  }

  /// The output and the message for a document that is not a list of records.
  func documentOutcome(of text: String) async throws -> (output: String, failure: String?) {
    var result: (String, String?) = ("", nil)
    try await TemporaryFolder.run { folder in
      let feed = try TextFeed(FileStore(path: folder.write(text, to: "t.json")), nil)
      var written: [UInt8] = []
      do throws(Failure) {
        try DocumentPlainForm(feed, PlainForm(options: options, toTerminal: false)).run {
          written += $0
          return true
        }
      } catch {
        result.1 = error.text
      }
      result.0 = String(decoding: written, as: UTF8.self)
    }
    return result
  }

  private func write(
    _ feed: TextFeed, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(Failure) {
    let plain = PlainForm(options: options, toTerminal: toTerminal)
    guard let form = try RecordPlainForm(feed, plain, most: most) else { return }
    try form.run { (block) throws(Failure) in
      body(block)
      return true
    }
  }

  /// The output for a feed; nil if the text is written unchanged.
  func written(of feed: TextFeed) throws(Failure) -> [UInt8]? {
    guard
      let form = try RecordPlainForm(
        feed, PlainForm(options: options, toTerminal: toTerminal), most: most)
    else { return nil }
    var bytes: [UInt8] = []
    try form.run { (block) throws(Failure) in
      bytes += block
      return true
    }
    return bytes
  }
}
