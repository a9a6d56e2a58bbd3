import Foundation

/// A folder for one test, which goes with it.
final class Folder {
  let path = NSTemporaryDirectory() + "SpilledSourcesTests-" + UUID().uuidString

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
