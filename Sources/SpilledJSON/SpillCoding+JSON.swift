import FoundationEssentials
import Paging
public import SpilledSources

extension SpillCoding where Item: Codable {
  /// A coding that stores pages as JSON.
  ///
  /// The items can be of any `Codable` type. If an item cannot be encoded or decoded, the load
  /// fails, and is not retried automatically.
  public static var json: SpillCoding {
    SpillCoding { items throws(PagingError) in
      do { return Array(try JSONEncoder().encode(items)) } catch {
        throw PagingError(
          "an item cannot be stored as JSON: \(line(of: error))", isRetryable: false)
      }
    } decode: { bytes throws(PagingError) in
      do { return try JSONDecoder().decode([Item].self, from: Data(bytes)) } catch {
        throw PagingError("a stored page cannot be decoded: \(line(of: error))", isRetryable: false)
      }
    }
  }
}

extension SpilledSource where Item: Codable {
  /// Creates a source that stores the pages of another one as JSON.
  ///
  /// - Parameters:
  ///   - source: the source to read from; it need not load earlier pages or answer the same
  ///     request twice.
  ///   - folder: the folder for the file, such as the program's cache folder; created if it is
  ///     missing.
  ///   - limit: the maximum size of the file in bytes, at least 1; a larger page is stored alone.
  ///   - asksAgain: whether the source can be asked for its start again; see the other initializer.
  ///   - restarts: whether the source can begin again before its first page has arrived; see the
  ///     other initializer.
  ///   - executor: the executor on which the source is read if it can be asked only once; the
  ///     shared thread pool by default.
  /// - Throws: `SpillError.failed` if the system cannot create a file in the folder.
  public init(
    _ source: Source, folder: String, limit: Int = 256 << 20, asksAgain: Bool = false,
    restarts: Bool = false, executor: (any TaskExecutor)? = nil
  ) throws(SpillError) {
    try self.init(
      source, folder: folder, limit: limit, asksAgain: asksAgain, restarts: restarts,
      executor: executor, coding: .json)
  }
}

/// The description of an encoding or decoding error.
private func line(of error: any Error) -> String {
  switch error {
  case EncodingError.invalidValue(_, let context): context.debugDescription
  case DecodingError.dataCorrupted(let context), DecodingError.keyNotFound(_, let context),
    DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
    context.debugDescription
  default: "\(error)"
  }
}
