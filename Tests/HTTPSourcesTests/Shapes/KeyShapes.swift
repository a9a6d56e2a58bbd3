/// APIs that continue after the key of the last item, or return all items at once.
///
/// Nothing in their answers shows how they are paged.
extension Shape {
  static let keys = [
    Shape(
      "Stripe", "/v1/charges?limit=2",
      [
        Reply(
          #"{"object": "list", "url": "/v1/charges", "has_more": true, "data": [{"id": "ch_1"}, {"id": "ch_2"}]}"#
        )
      ], ids: "ch_1 ch_2", end: .failure("{last}")),
    Shape(
      "Stripe, all of it", "/v1/charges?limit=9",
      [
        Reply(
          #"{"object": "list", "url": "/v1/charges", "has_more": false, "data": [{"id": "ch_1"}]}"#)
      ], ids: "ch_1"),
    Shape(
      "Discord", "/api/v10/channels/1/messages?limit=2",
      [Reply(#"[{"id": "9", "content": "b"}, {"id": "8", "content": "a"}]"#)], ids: "9 8",
      end: .advice),
    Shape(
      "Hacker News", "/v0/topstories.json", [Reply("[9129911, 9129199, 9127761]")],
      ids: "9129911 9129199 9127761", end: .advice),
    Shape(
      "Firebase", "/posts.json?orderBy=%22$key%22&limitToFirst=3",
      [
        Reply(
          #"{"-Na": {"t": "a", "n": 1}, "-Nb": {"t": "b", "n": 2}, "-Nc": {"t": "c", "n": 3}}"#)
      ], ids: "-Na -Nb -Nc", end: .advice),
    Shape(
      "Prometheus", "/api/v1/query?query=up",
      [
        Reply(
          #"{"status": "success", "data": {"resultType": "vector", "result": [{"metric": {"job": "a"}, "value": [1, "1"]}, {"metric": {"job": "b"}, "value": [1, "0"]}]}}"#
        )
      ], ids: #"{"job": "a"} {"job": "b"}"#, end: .advice),
    Shape(
      "Elasticsearch, a scroll, which goes on at another address", "/logs/_search?scroll=1m&size=2",
      [
        Reply(
          #"{"_scroll_id": "DXF1", "hits": {"total": {"value": 9, "relation": "eq"}, "hits": [{"_id": "a"}, {"_id": "b"}]}}"#
        )
      ], ids: "a b", end: .advice),
    Shape(
      "JSONPlaceholder, which counts in another parameter", "/posts?_limit=2",
      [Reply(#"[{"id": 1}, {"id": 2}]"#, header: "X-Total-Count: 100")], ids: "1 2", end: .advice),
    Shape(
      "Heroku, whose ranges are no numbers", "/apps",
      [
        Reply(
          #"[{"id": "01"}, {"id": "02"}]"#,
          header: "Content-Range: id 01..02\r\nNext-Range: ]id 02..; max=2",
          status: "206 Partial Content")
      ], ids: "01 02", end: .advice),
  ]
}
