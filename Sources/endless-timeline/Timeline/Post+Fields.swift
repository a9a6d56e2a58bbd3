import Records
import Timeline
import Viewers

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
