import Foundation
import Paging
import Terminal
import Timeline

/// Items as lines on standard output, page after page, for pipes and for terminals that are none.
struct PlainForm {
  private let options: PlainOptions
  private let line: PostLine

  init(options: PlainOptions) {
    self.options = options
    line = PostLine(json: options.json, toTerminal: isatty(STDOUT_FILENO) != 0)
  }

  /// Writes until the end, the limit, or until nobody reads any more.
  func run<Source: PagingSource>(_ pager: Pager<Source>) throws -> Outcome
  where Source.Item == Post {
    signal(SIGPIPE, SIG_IGN)
    var result: Result<Outcome, Failure>?
    Task {
      do throws(Failure) {
        try await write(pager)
        result = .success(.done)
      } catch {
        result = .failure(error)
      }
    }
    while result == nil { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
    return try result?.get() ?? .done
  }

  private func write<Source: PagingSource>(_ pager: Pager<Source>) async throws(Failure)
  where Source.Item == Post {
    var left = options.limit ?? .max
    var items = pager.items.makeAsyncIterator()
    while left > 0, let post = try await next(&items) {
      left -= 1
      guard try write(line.text(post)) else { return }
    }
  }

  private func next<Source: PagingSource>(
    _ items: inout PagerItems<Source>.Iterator
  ) async throws(Failure) -> Source.Item? {
    do throws(PagingError) {
      return try await items.next()
    } catch {
      throw error.mayPass ? .passing(error.description) : .source(error.description)
    }
  }

  /// Writes all bytes, and returns 0 or the error that ended it (write(2)).
  private static func send(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
    var sent = 0
    while sent < bytes.count {
      let count = Foundation.write(
        STDOUT_FILENO, bytes.baseAddress?.advanced(by: sent), bytes.count - sent)
      if count >= 0 {
        sent += count
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  /// Says whether somebody still reads.
  private func write(_ text: String) throws(Failure) -> Bool {
    var text = text
    let error = text.withUTF8(Self.send)
    guard error != 0 else { return true }
    guard error == EPIPE else {
      throw .source("standard output cannot be written: \(String(cString: strerror(error)))")
    }
    return false
  }
}
