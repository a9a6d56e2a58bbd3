import ByteStores
import Feeds
import Foundation
import Records
import TemporaryFolders
import Testing
import Viewers

/// What the plain form writes of records.
@MainActor struct PlainRecords {
  var options = ViewerOptions()
  var toTerminal = false
  var start: StartPosition?
  /// The most bytes of a record.
  var most = 16 << 20

  /// - Parameter arguments: `--json`, or the names of columns.
  init(_ form: String = "", _ format: RecordFormat? = nil, limit: Int? = nil) {
    options.writesJSON = form == "--json"
    options.columns =
      options.writesJSON || form.isEmpty ? nil : form.split(separator: ",").map(String.init)
    options.format = format
    options.limit = limit
  }

  /// What is written of a file; nil where it stays as it is.
  func output(of text: String, name: String = "file") async throws -> String? {
    try await output(of: Array(text.utf8), name: name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The same in bytes.
  func output(of bytes: [UInt8], name: String = "file") async throws -> [UInt8]? {
    var output: [UInt8]?
    try await TemporaryFolder.run { folder in
      let path = "\(folder.path)/\(name)"
      try Data(bytes).write(to: URL(filePath: path))
      output = try written(of: TextFeed(FileStore(path: path), nil, at: start))
    }
    return output
  }

  /// What is written of a feed.
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
