import FoundationEssentials
import Paging
public import SpilledSources

extension SpillCoding where Item: Codable {
  /// Pages as JSON.
  ///
  /// The items can be of any `Codable` type. An item that cannot be encoded or decoded fails the load with an error
  /// that is not tried again by itself.
  public static var json: SpillCoding {
    SpillCoding { items throws(PagingError) in
      do { return Array(try JSONEncoder().encode(items)) } catch {
        throw PagingError("an item cannot be kept as JSON: \(line(of: error))", isRetryable: false)
      }
    } decode: { bytes throws(PagingError) in
      do { return try JSONDecoder().decode([Item].self, from: Data(bytes)) } catch {
        throw PagingError("a kept page cannot be decoded: \(line(of: error))", isRetryable: false)
      }
    }
  }
}

extension SpilledSource where Item: Codable {
  /// Creates a source that keeps what another one gives as JSON.
  ///
  /// - Parameters:
  ///   - source: one that need not go back, nor answer the same request twice.
  ///   - folder: where the file is made, such as the program's cache folder; made if need be.
  ///   - limit: how large the file may become, in bytes, at least 1; one larger page is kept all the same.
  ///   - asksAgain: whether the source can be asked for its start again; see the other initializer.
  ///   - executor: where a source that is asked once is read; the shared pool of threads by
  ///     default.
  /// - Throws: `SpillError.failed`, where the system can make no file in the folder.
  public init(
    _ source: Source, folder: String, limit: Int = 256 << 20, asksAgain: Bool = false,
    executor: (any TaskExecutor)? = nil
  ) throws(SpillError) {
    try self.init(
      source, folder: folder, limit: limit, asksAgain: asksAgain, executor: executor, coding: .json)
  }
}

/// What is wrong with a value or with JSON, in one line.
private func line(of error: any Error) -> String {
  switch error {
  case EncodingError.invalidValue(_, let context): context.debugDescription
  case DecodingError.dataCorrupted(let context), DecodingError.keyNotFound(_, let context),
    DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
    context.debugDescription
  default: "\(error)"
  }
}
