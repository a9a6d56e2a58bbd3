/// APIs whose items are wrapped: in edges, in things with a kind, or in members of an object.
extension Shape {
  static let wrapped = [
    Shape(
      "Reddit", "/r/swift/new.json?limit=2",
      [
        #"{"kind": "Listing", "data": {"after": "t3_b", "before": null, "dist": 2, "modhash": "", "children": [{"kind": "t3", "data": {"id": "a", "title": "A"}}, {"kind": "t3", "data": {"id": "b", "title": "B"}}]}}"#,
        #"{"kind": "Listing", "data": {"after": null, "before": null, "dist": 1, "modhash": "", "children": [{"kind": "t3", "data": {"id": "c", "title": "C"}}]}}"#,
      ], asks: ["/r/swift/new.json?limit=2&after=t3_b"], ids: "a b c"),
    Shape(
      "a connection of Relay by REST", "/api/issues?first=2",
      [
        #"{"data": {"issues": {"edges": [{"cursor": "c1", "node": {"id": "a"}}, {"cursor": "c2", "node": {"id": "b"}}], "pageInfo": {"startCursor": "c1", "endCursor": "c2", "hasNextPage": true, "hasPreviousPage": false}}}}"#,
        #"{"data": {"issues": {"edges": [{"cursor": "c3", "node": {"id": "c"}}], "pageInfo": {"startCursor": "c3", "endCursor": "c3", "hasNextPage": false, "hasPreviousPage": true}}}}"#,
      ], asks: ["/api/issues?first=2&after=c2"], ids: "a b c"),
    Shape(
      "Quay", "/api/v1/repository?namespace=n&next_page=",
      [
        #"{"repositories": [{"namespace": "n", "name": "a", "id": 1}, {"namespace": "n", "name": "b", "id": 2}], "next_page": "gAAA"}"#,
        #"{"repositories": [{"namespace": "n", "name": "c", "id": 3}]}"#,
      ], asks: ["/api/v1/repository?namespace=n&next_page=gAAA"], ids: "1 2 3"),
    Shape(
      "Elasticsearch, whose hits are in hits", "/logs/_search",
      [
        Reply(
          #"{"took": 1, "_shards": {"total": 1, "failed": 0}, "hits": {"total": {"value": 2, "relation": "eq"}, "max_score": 1, "hits": [{"_id": "a", "_source": {}}, {"_id": "b", "_source": {}}]}}"#
        )
      ], ids: "a b"),
    Shape(
      "objects by their keys, with a total beside none", "/v1/devices",
      [
        Reply(
          #"{"d1": {"name": "a", "on": true}, "d2": {"name": "b", "on": false}, "d3": {"name": "c", "on": true}}"#
        )
      ], ids: "d1 d2 d3", end: .advice),
    Shape(
      "a result within a response", "/client/v4/zones?per_page=2",
      [
        #"{"success": true, "errors": [], "messages": [], "result": [{"id": "a"}, {"id": "b"}], "result_info": {"page": 1, "per_page": 2, "count": 2, "total_count": 3, "total_pages": 2}}"#,
        #"{"success": true, "errors": [], "messages": [], "result": [{"id": "c"}], "result_info": {"page": 2, "per_page": 2, "count": 1, "total_count": 3, "total_pages": 2}}"#,
        #"{"success": true, "errors": [], "messages": [], "result": [], "result_info": {"page": 3, "per_page": 2, "count": 0, "total_count": 3, "total_pages": 2}}"#,
      ], asks: ["/client/v4/zones?per_page=2&page=2", "/client/v4/zones?per_page=2&page=3"],
      ids: "a b c"),
    Shape(
      "a list of its own name beside an empty one", "/v1/search?q=x",
      [
        #"{"warnings": [], "facets": [{"name": "f"}], "matches": [{"id": 1}], "pagination": {"next_cursor": "n", "limit": 1}}"#,
        #"{"warnings": [], "facets": [{"name": "f"}], "matches": [{"id": 2}], "pagination": {"next_cursor": null, "limit": 1}}"#,
      ], asks: ["/v1/search?q=x&cursor=n"], ids: "1 2"),
  ]
}
