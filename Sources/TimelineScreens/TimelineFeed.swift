package import Feeds
import Foundation
package import NCursesTerminal
package import Paging
package import Records
import TableUI
package import Timeline
package import Viewers

/// The feed of the sample timeline: posts with pictures, which can be liked.
nonisolated package final class TimelineFeed: Feed {
  package let takesFilters = false
  private let timeline: TimelineOpening
  /// The controller on the screen; nil without a screen.
  @MainActor private var controller: TimelineController?

  package init(_ timeline: TimelineOpening) { self.timeline = timeline }

  package var title: String { "Timeline" }
  package var itemNames: (one: String, many: String) { ("post", "posts") }
  package var source: any PagingSource<Post, TimelineSource.Cursor> { timeline.pages() }
  /// The paging defaults; for a guest, the jump to the far end is limited, because its requests
  /// take resources from other guests.
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

  /// The cursor that a string encodes; nil for other strings, such as an empty one.
  private static func cursor(_ text: String) -> TimelineSource.Cursor? {
    let words = text.split(separator: ",")
    guard words.count == 2, let time = Int(words[0]), let id = Int64(words[1]) else { return nil }
    return TimelineSource.cursor(time: time, id: id)
  }

  @MainActor package func screen(
    in viewer: Viewer
  ) throws(Failure) -> FeedScreen<Post, TimelineSource.Cursor> {
    let pager = try viewer.pager(of: self)
    // With another clock, `--latency` would use the shared thread pool, which would then wake the
    // process every second.
    pager.source = timeline.pages(clock: viewer.clock)
    let controller = TimelineController(timeline, pager, in: viewer) {
      copying(from: $0, in: viewer) + [telling(of: $0)]
    }
    self.controller = controller
    return FeedScreen(controller: controller.list, list: controller.list)
  }

  /// Waits for pending likes; returns a failure if one of them could not be stored.
  @MainActor package func finish(on screen: NCursesScreen) -> Failure? {
    controller?.keepLikes(on: screen).map { Failure($0) }
  }

  /// Limits the number of items that a guest's pending movement can require.
  @MainActor package func limitWaiting(to items: Int) {
    controller?.list.tableView.maximumPendingMovement = items
  }

  package func line(of post: Post) -> String {
    "\(post.date.formatted(.iso8601))  @\(post.authorHandle)  \(post.text)"
  }

  /// The text of the post.
  package func copied(of post: Post) -> [UInt8] { Array(post.text.utf8) }

  package func fields(of post: Post) -> [JSONField] { post.fields }
}

nonisolated extension Post {
  /// The time of the post.
  var date: Date { Date(timeIntervalSince1970: TimeInterval(time)) }
}

nonisolated extension Post {
  /// The fields of the post, in order.
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
