package import Feeds
import Foundation
package import NCursesTerminal
package import Paging
package import Records
import TableUI
package import Timeline
package import Viewers

/// The sample timeline: posts with pictures, which can be liked.
nonisolated package final class TimelineFeed: Feed {
  package let takesFilters = false
  private let timeline: TimelineOpening
  /// What is on the screen, if there is one.
  @MainActor private var controller: TimelineController?

  package init(_ timeline: TimelineOpening) { self.timeline = timeline }

  package var title: String { "Timeline" }
  package var itemNames: (one: String, many: String) { ("post", "posts") }
  package var source: any PagingSource<Post, TimelineSource.Cursor> { timeline.pages() }
  /// A guest's way to a far post costs others something.
  package var paging: PagingDefaults {
    PagingDefaults(requestsToEnd: timeline.identity == nil ? 20 : nil)
  }

  package var positionCoding: PositionCoding<Post, TimelineSource.Cursor>? {
    timeline.identity.map { identity in
      PositionCoding(
        identity: identity, cursorText: { "\($0.time),\($0.id)" }, cursor: Self.cursor,
        idText: { "\($0)" }, id: { Int64($0) })
    }
  }

  /// A place that says nothing is none.
  private static func cursor(_ text: String) -> TimelineSource.Cursor? {
    let words = text.split(separator: ",")
    guard words.count == 2, let time = Int(words[0]), let id = Int64(words[1]) else { return nil }
    return TimelineSource.cursor(time: time, id: id)
  }

  @MainActor package func screen(
    in viewer: Viewer
  ) throws(Failure) -> FeedScreen<Post, TimelineSource.Cursor> {
    let pager = try viewer.pager(of: self)
    // By another clock `--latency` would use the shared pool, which then wakes the process for ever.
    pager.source = timeline.pages(clock: viewer.clock)
    let controller = TimelineController(timeline, pager, in: viewer) {
      copying(from: $0, in: viewer)
    }
    self.controller = controller
    return FeedScreen(controller: controller.list, list: controller.list)
  }

  /// Waits for the likes that are on their way; returns what could not be kept, if anything.
  @MainActor package func finish(on screen: NCursesScreen) -> Failure? {
    controller?.keepLikes(on: screen).map { Failure($0) }
  }

  /// A guest's keys wait for this number of items at most.
  @MainActor package func limitWaiting(to items: Int) {
    controller?.list.tableView.maximumPendingMovement = items
  }

  package func line(of post: Post) -> String {
    "\(post.date.formatted(.iso8601))  @\(post.authorHandle)  \(post.text)"
  }

  /// Its text, which is what is pasted elsewhere.
  package func copied(of post: Post) -> [UInt8] { Array(post.text.utf8) }

  package func fields(of post: Post) -> [JSONField] { post.fields }
}

nonisolated extension Post {
  /// When it was posted.
  var date: Date { Date(timeIntervalSince1970: TimeInterval(time)) }
}

nonisolated extension Post {
  /// All that a post says, in its own order.
  var fields: [JSONField] {
    [
      JSONField("id", .number(Int(id))), JSONField("time", .number(time)),
      JSONField("authorName", .string(authorName)),
      JSONField("authorHandle", .string(authorHandle)), JSONField("text", .string(text)),
    ] + (picture.map { [JSONField("picture", .string($0))] } ?? []) + [
      JSONField("likes", .number(likes)), JSONField("isLiked", .bool(isLiked)),
    ]
  }
}
