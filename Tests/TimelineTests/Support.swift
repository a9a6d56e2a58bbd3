import Foundation
import Paging
import SQLSources
import Synchronization
import TemporaryFolders
import Testing
import Timeline

typealias Request = PageRequest<KeysetCursor>

/// A small timeline for most tests, which is filled only as pages are requested.
struct Timelines: Sendable {
  static let epoch = 1_750_000_000
  let directory: TemporaryFolder
  let samples: SamplePosts

  init() throws {
    directory = try TemporaryFolder()
    samples = try Self.samples(in: directory)
  }

  /// Creates 40 sample posts by 3 authors.
  static func samples(in directory: TemporaryFolder) throws -> SamplePosts {
    let file = directory.url("posts.json")
    let posts = (1...40).map {
      $0 % 3 == 0
        ? #"{"text": "Text \#($0)", "picture": "picture-\#($0).png"}"#
        : #"{"text": "Text \#($0)", "picture": null}"#
    }
    let authors = ["Aino", "Chidi", "Łucja"].map { #"{"name": "\#($0)", "handle": "\#($0)"}"# }
    let json = """
      {"authors": [\(authors.joined(separator: ","))], "posts": [\(posts.joined(separator: ","))]}
      """
    try json.write(to: file, atomically: true, encoding: .utf8)
    return try SamplePosts(contentsOf: file)
  }

  func open(
    in path: String? = nil, keeping: TimelineKeeping? = nil, total: Int = 3_000,
    goesOnByItself: Bool = false
  ) throws(TimelineError) -> TimelineStore {
    let plan = FillPlan(total: total, firstBatch: 50, batch: 400, goesOnByItself: goesOnByItself)
    return try TimelineStore(
      directory: path ?? directory.path, keeping: keeping, epoch: Self.epoch, plan: plan
    ) { [samples] () throws(TimelineError) in samples }
  }

  /// Opens a timeline and fills it.
  func openFilled(total: Int = 3_000) async throws -> TimelineStore {
    let store = try open(total: total)
    _ = try await store.page(.end)
    return store
  }
}

extension TimelineStore {
  /// Loads a page in the same way as an edge of a list does, so that no new posts appear.
  func page(
    _ position: Request.Position, count: Int = 10
  ) async throws -> Page<Post, KeysetCursor> {
    try await source().load(Request(reason: .append, position: position, count: count))
  }

  /// All posts in order.
  func allPosts() async throws -> [Post] {
    var page = try await page(.start, count: 700)
    var posts = page.items
    while case .more(let cursor) = page.after {
      page = try await self.page(.after(cursor), count: 700)
      posts += page.items
    }
    return posts
  }
}

extension TemporaryFolder {
  /// The database file in the folder.
  var database: URL { url("timeline.sqlite") }

  func url(_ name: String) -> URL { URL(fileURLWithPath: path(name)) }
}

/// The open descriptors of this process for a folder, according to /proc.
struct OpenFiles {
  private let path: String
  private let inode: Int

  init(in folder: TemporaryFolder) throws {
    path = folder.path
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    inode = (attributes[.systemFileNumber] as? NSNumber)?.intValue ?? 0
  }

  /// The number of descriptors that watch the folder (proc(5), /proc/pid/fdinfo).
  var watches: Int {
    let mark = " ino:\(String(inode, radix: 16)) "
    return names("/proc/self/fdinfo").count { name in
      (try? String(contentsOfFile: name, encoding: .utf8))?
        .split(separator: "\n").contains { $0.hasPrefix("inotify") && $0.contains(mark) } ?? false
    }
  }

  /// The number of descriptors of files in the folder.
  var files: Int {
    names("/proc/self/fd").count { name in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: name))?.hasPrefix(path) ?? false
    }
  }

  private func names(_ folder: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
    return (names ?? []).map { "\(folder)/\($0)" }
  }
}

/// A clock that does not wait: each sleep moves it forward.
final class CountingClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration = .zero

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let instant = Mutex(Instant())

  var now: Instant { instant.withLock { $0 } }
  var minimumResolution: Duration { .zero }

  /// Required by `Clock`; nothing waits here.
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    instant.withLock { $0 = max($0, deadline) }
  }
}

/// A counter of calls.
final class Tally: Sendable {
  private let number = Mutex(0)

  var count: Int { number.withLock { $0 } }

  func add() { number.withLock { $0 += 1 } }

  func reach(_ wanted: Int) async { await wait { count >= wanted } }
}

/// Waits until a condition is true; if it never is, the time limit of the test ends the wait.
func wait(until holds: () throws -> Bool) async rethrows {
  while try !holds(), !Task.isCancelled { await Task.yield() }
}

/// Waits until a watch has reported everything that was written before.
///
/// It waits until another watch, which started later, has reported a second time.
func waitForQuiet() async throws {
  let told = Tally()
  let watch = try #require(FileWatch(folder: "/", names: [], onWrite: told.add))
  await told.reach(2)
  withExtendedLifetime(watch) {}
}
