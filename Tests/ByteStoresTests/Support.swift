import TemporaryFolders
import ByteStores
import Foundation
import Testing

extension StreamStore {
  /// Whether poll(2) reports news.
  var hasNews: Bool {
    var asked = pollfd(fd: newsDescriptor, events: Int16(POLLIN), revents: 0)
    return poll(&asked, 1, 0) == 1
  }

  /// All text that has arrived so far.
  func text() throws -> String { try file.text(0..<file.size()) }

  /// Waits until a condition on the stream is true, for at most two minutes, and expects that it
  /// has become true.
  func wait(
    _ place: SourceLocation = #_sourceLocation, until condition: (StreamStore) throws -> Bool
  ) async {
    let deadline = ContinuousClock.now + .seconds(120)
    while (try? condition(self)) != true, ContinuousClock.now < deadline { await Task.yield() }
    #expect((try? condition(self)) == true, sourceLocation: place)
  }
}

extension FileStore {
  func text(_ range: Range<Int>) throws -> String {
    String(decoding: try whole(range), as: UTF8.self)
  }
}

extension TemporaryFolder {
  var isEmpty: Bool { (try? FileManager.default.contentsOfDirectory(atPath: path)) == [] }
}
