import Foundation
import Paging

/// Items as lines on standard output, page after page, for pipes and for terminals that are none.
struct PlainForm {
  let options: PlainOptions

  /// Writes until the end, the limit, or until nobody reads any more.
  ///
  /// - Parameter text: an item as text, with its line end.
  func run<Item, Cursor>(
    _ pager: Pager<Item, Cursor>, text: @escaping (Item) -> String
  ) throws -> Outcome {
    try Self.wait { try await write(pager, text) }
    return .done
  }

  /// Runs what takes its time on the main actor, to its end; a closed pipe does not end it.
  static func wait(_ body: @escaping () async throws -> Void) throws {
    signal(SIGPIPE, SIG_IGN)
    var result: Result<Void, any Error>?
    Task {
      do {
        result = .success(try await body())
      } catch {
        result = .failure(error)
      }
    }
    while result == nil { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
    try result?.get()
  }

  private func write<Item, Cursor>(
    _ pager: Pager<Item, Cursor>, _ text: (Item) -> String
  ) async throws(Failure) {
    var left = options.limit ?? .max
    var items = pager.items.makeAsyncIterator()
    while left > 0, let item = try await next(&items) {
      left -= 1
      guard try write(text(item)) else { return }
    }
  }

  private func next<Item, Cursor>(
    _ items: inout PagerItems<Item, Cursor>.Iterator
  ) async throws(Failure) -> Item? {
    do throws(PagingError) {
      return try await items.next()
    } catch {
      throw Failure(error)
    }
  }

  /// Says whether somebody still reads.
  private func write(_ text: String) throws(Failure) -> Bool {
    var text = text
    // `withUTF8` forgets the type of the error.
    return try text.withUTF8 { bytes in
      Result { () throws(Failure) in try StandardOutput.write(UnsafeRawBufferPointer(bytes)) }
    }.get()
  }
}
