import ByteStores
import EventLoop
import Feeds
import Records

/// Looks in the background for what is wrong in a document, once its first rows are shown.
final class DocumentFault {
  /// The first fault, with its line and byte; nil where there is none, and before it is known.
  private(set) var words: String?
  /// Called when there is one.
  var onFound: (() -> Void)?
  private var look: Task<Void, Never>?

  /// Bytes of a document that are looked at: a longer one would be held for that.
  nonisolated static let most = 64 << 20

  isolated deinit { look?.cancel() }

  /// Looks at a document, unless it has begun to.
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
