import ByteStores
import EventLoop
import Feeds
import Records

/// A check that looks for errors in a document in the background, after the first rows are shown.
final class DocumentFault {
  /// The first error, with its line and byte; nil if none is known.
  private(set) var words: String?
  /// Called when an error has been found.
  var onFound: (() -> Void)?
  private var look: Task<Void, Never>?

  /// The maximum size in bytes of a document that is checked; the check holds all of it in memory.
  nonisolated static let most = 64 << 20

  isolated deinit { look?.cancel() }

  /// Starts checking a document, unless a check was started before or more of the document may
  /// arrive.
  func request(_ text: TextFeed) {
    guard look == nil, text.stream?.mayGrow != true else { return }
    look = BackgroundExecutor.shared.task { [weak self] in
      guard let found = await Self.first(in: text), let self else { return }
      words = found
      onFound?()
    }
  }

  @concurrent nonisolated private static func first(in text: TextFeed) async -> String? {
    let file = text.file
    guard let size = try? file.size(), size - file.start <= most,
      let bytes = try? file.whole(file.start..<size),
      let error = bytes.withUnsafeBytes({
        JSONReader(maximumSize: .max).forEachValue(in: $0) { _ in true }
      })
    else { return nil }
    let fault = RecordFault(problem: "\(error.problem)", offset: file.start + error.offset)
    return RecordFaultMessage(fault, of: 1).words(in: file)
  }
}
