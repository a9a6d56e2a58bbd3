/// APIs whose answers have a token for the next page, which is sent in the query.
extension Shape {
  static let tokens = [
    Shape(
      "Slack", "/api/conversations.list?limit=2",
      [
        #"{"ok": true, "channels": [{"id": "C1"}, {"id": "C2"}], "response_metadata": {"next_cursor": "dGVhbTpD"}}"#,
        #"{"ok": true, "channels": [{"id": "C3"}], "response_metadata": {"next_cursor": ""}}"#,
      ], asks: ["/api/conversations.list?limit=2&cursor=dGVhbTpD"], ids: "C1 C2 C3"),
    Shape(
      "Airtable", "/v0/app/Table?pageSize=2",
      [
        #"{"records": [{"id": "rec1", "fields": {}}, {"id": "rec2", "fields": {}}], "offset": "itr1/rec2"}"#,
        #"{"records": [{"id": "rec3", "fields": {}}]}"#,
      ], asks: ["/v0/app/Table?pageSize=2&offset=itr1%2Frec2"], ids: "rec1 rec2 rec3"),
    Shape(
      "YouTube", "/youtube/v3/search?part=id&maxResults=2",
      [
        #"{"kind": "youtube#searchListResponse", "nextPageToken": "CAUQAA", "pageInfo": {"totalResults": 3, "resultsPerPage": 2}, "items": [{"etag": "e1", "id": "a"}, {"etag": "e2", "id": "b"}]}"#,
        #"{"kind": "youtube#searchListResponse", "prevPageToken": "CAUQAQ", "pageInfo": {"totalResults": 3, "resultsPerPage": 2}, "items": [{"etag": "e3", "id": "c"}]}"#,
      ], asks: ["/youtube/v3/search?part=id&maxResults=2&pageToken=CAUQAA"], ids: "a b c"),
    Shape(
      "Google Drive", "/drive/v3/files?pageSize=2",
      [
        #"{"kind": "drive#fileList", "incompleteSearch": false, "nextPageToken": "~!!~AI9", "files": [{"id": "a"}, {"id": "b"}]}"#,
        #"{"kind": "drive#fileList", "incompleteSearch": false, "files": [{"id": "c"}]}"#,
      ], asks: ["/drive/v3/files?pageSize=2&pageToken=~%21%21~AI9"], ids: "a b c"),
    Shape(
      "Gmail", "/gmail/v1/users/me/messages?maxResults=2",
      [
        #"{"messages": [{"id": "m1", "threadId": "t"}, {"id": "m2", "threadId": "t"}], "nextPageToken": "1288", "resultSizeEstimate": 2}"#,
        #"{"messages": [{"id": "m3", "threadId": "t"}], "resultSizeEstimate": 1}"#,
      ], asks: ["/gmail/v1/users/me/messages?maxResults=2&pageToken=1288"], ids: "m1 m2 m3"),
    Shape(
      "Kubernetes", "/api/v1/pods?limit=2",
      [
        #"{"kind": "PodList", "apiVersion": "v1", "metadata": {"resourceVersion": "5", "continue": "eyJ2", "remainingItemCount": 1}, "items": [{"metadata": {"name": "a", "uid": "u1"}}, {"metadata": {"name": "b", "uid": "u2"}}]}"#,
        #"{"kind": "PodList", "apiVersion": "v1", "metadata": {"resourceVersion": "5"}, "items": [{"metadata": {"name": "c", "uid": "u3"}}]}"#,
      ], asks: ["/api/v1/pods?limit=2&continue=eyJ2"], ids: "u1 u2 u3"),
    Shape(
      "Kubernetes, of old", "/api/v1/nodes?limit=1",
      [
        #"{"kind": "NodeList", "metadata": {"selfLink": "/api/v1/nodes", "continue": "tok"}, "items": [{"metadata": {"uid": "u1"}}]}"#,
        #"{"kind": "NodeList", "metadata": {"selfLink": "/api/v1/nodes", "continue": ""}, "items": [{"metadata": {"uid": "u2"}}]}"#,
      ], asks: ["/api/v1/nodes?limit=1&continue=tok"], ids: "u1 u2"),
    Shape(
      "a service of AWS by REST", "/functions?MaxItems=1",
      [
        #"{"Functions": [{"FunctionName": "a"}], "NextToken": "AAMA+/="}"#,
        #"{"Functions": [{"FunctionName": "b"}]}"#,
      ], asks: ["/functions?MaxItems=1&NextToken=AAMA%2B%2F%3D"], ids: "a b"),
    Shape(
      "S3 by JSON, version 2", "/bucket?list-type=2&max-keys=2",
      [
        #"{"Name": "bucket", "IsTruncated": true, "KeyCount": 2, "MaxKeys": 2, "NextContinuationToken": "1ueG", "Contents": [{"Key": "a"}, {"Key": "b"}]}"#,
        #"{"Name": "bucket", "IsTruncated": false, "KeyCount": 1, "MaxKeys": 2, "ContinuationToken": "1ueG", "Contents": [{"Key": "c"}]}"#,
      ], asks: ["/bucket?list-type=2&max-keys=2&continuation-token=1ueG"], ids: "a b c"),
    Shape(
      "S3 by JSON, versions", "/bucket?versions",
      [
        #"{"Name": "bucket", "IsTruncated": true, "NextKeyMarker": "b/c", "NextVersionIdMarker": "v7", "Versions": [{"Key": "a"}, {"Key": "b"}]}"#,
        #"{"Name": "bucket", "IsTruncated": false, "KeyMarker": "b/c", "VersionIdMarker": "v7", "Versions": [{"Key": "c"}]}"#,
      ], asks: ["/bucket?versions&key-marker=b%2Fc&version-id-marker=v7"], ids: "a b c"),
    Shape(
      "a marker beside a flag", "/v1/objects",
      [
        #"{"truncated": true, "marker": "k2", "objects": [{"id": "k1"}, {"id": "k2"}]}"#,
        #"{"truncated": false, "marker": "k3", "objects": [{"id": "k3"}]}"#,
      ], asks: ["/v1/objects?marker=k2"], ids: "k1 k2 k3"),
    Shape(
      "MediaWiki",
      "/w/api.php?action=query&list=categorymembers&cmtitle=Category:X&cmlimit=2&format=json",
      [
        #"{"batchcomplete": "", "continue": {"cmcontinue": "page|41|7", "continue": "-||"}, "query": {"categorymembers": [{"pageid": 1}, {"pageid": 2}]}}"#,
        #"{"batchcomplete": "", "query": {"categorymembers": [{"pageid": 3}]}}"#,
      ],
      asks: [
        "/w/api.php?action=query&list=categorymembers&cmtitle=Category:X&cmlimit=2&format=json&cmcontinue=page%7C41%7C7&continue=-%7C%7C"
      ], ids: "1 2 3"),
    Shape(
      "Square", "/v2/payments?limit=2",
      [
        #"{"payments": [{"id": "p1"}, {"id": "p2"}], "cursor": "2TTnuq"}"#,
        #"{"payments": [{"id": "p3"}]}"#,
      ], asks: ["/v2/payments?limit=2&cursor=2TTnuq"], ids: "p1 p2 p3"),
    Shape(
      "Bluesky", "/xrpc/app.bsky.feed.getAuthorFeed?actor=a&limit=2",
      [
        #"{"cursor": "2026-01-01T00:00:00Z", "feed": [{"post": {"cid": "b1"}}, {"post": {"cid": "b2"}}]}"#,
        #"{"feed": [{"post": {"cid": "b3"}}]}"#,
      ],
      asks: ["/xrpc/app.bsky.feed.getAuthorFeed?actor=a&limit=2&cursor=2026-01-01T00%3A00%3A00Z"],
      ids: #"{"cid": "b1"} {"cid": "b2"} {"cid": "b3"}"#),
    Shape(
      "Intercom", "/contacts?per_page=1",
      [
        #"{"type": "list", "data": [{"type": "contact", "id": "c1"}], "total_count": 2, "pages": {"type": "pages", "next": {"page": 2, "starting_after": "WzE2"}, "page": 1, "per_page": 1, "total_pages": 2}}"#,
        #"{"type": "list", "data": [{"type": "contact", "id": "c2"}], "total_count": 2, "pages": {"type": "pages", "page": 2, "per_page": 1, "total_pages": 2}}"#,
      ], asks: ["/contacts?per_page=1&starting_after=WzE2"], ids: "c1 c2"),
    Shape(
      "Chargebee", "/api/v2/customers?limit=1",
      [
        #"{"list": [{"customer": {"id": "a"}}], "next_offset": "[\"1612890918000\",\"230\"]"}"#,
        #"{"list": [{"customer": {"id": "b"}}]}"#,
      ], asks: ["/api/v2/customers?limit=1&offset=%5B%221612890918000%22%2C%22230%22%5D"],
      ids: #"{"id": "a"} {"id": "b"}"#),
    Shape(
      "OpenAlex", "/works?per-page=2&cursor=*",
      [
        #"{"meta": {"count": 3, "db_response_time_ms": 7, "page": null, "per_page": 2, "next_cursor": "Ils0"}, "results": [{"id": "W1"}, {"id": "W2"}], "group_by": []}"#,
        #"{"meta": {"count": 3, "db_response_time_ms": 7, "page": null, "per_page": 2, "next_cursor": null}, "results": [{"id": "W3"}], "group_by": []}"#,
      ], asks: ["/works?per-page=2&cursor=Ils0"], ids: "W1 W2 W3"),
    // Crossref names a next page until a page is empty.
    Shape(
      "Crossref", "/works?rows=2&cursor=*",
      [
        #"{"status": "ok", "message-type": "work-list", "message": {"facets": {}, "next-cursor": "Dn1", "total-results": 3, "items": [{"DOI": "10/a"}, {"DOI": "10/b"}], "items-per-page": 2}}"#,
        #"{"status": "ok", "message-type": "work-list", "message": {"facets": {}, "next-cursor": "Dn2", "total-results": 3, "items": [{"DOI": "10/c"}], "items-per-page": 2}}"#,
        #"{"status": "ok", "message-type": "work-list", "message": {"facets": {}, "next-cursor": "Dn2", "total-results": 3, "items": [], "items-per-page": 2}}"#,
      ], asks: ["/works?rows=2&cursor=Dn1", "/works?rows=2&cursor=Dn2"], ids: "10/a 10/b 10/c"),
    // The end is reached when the mark does not change.
    Shape(
      "Solr, by marks", "/solr/c/select?q=*:*&sort=id+asc&rows=2&cursorMark=*",
      [
        #"{"responseHeader": {"status": 0, "params": {"cursorMark": "*"}}, "response": {"numFound": 3, "start": 0, "docs": [{"id": "a"}, {"id": "b"}]}, "nextCursorMark": "AoE1"}"#,
        #"{"responseHeader": {"status": 0}, "response": {"numFound": 3, "start": 0, "docs": [{"id": "c"}]}, "nextCursorMark": "AoE2"}"#,
        #"{"responseHeader": {"status": 0}, "response": {"numFound": 3, "start": 0, "docs": []}, "nextCursorMark": "AoE2"}"#,
      ],
      asks: [
        "/solr/c/select?q=*:*&sort=id+asc&rows=2&cursorMark=AoE1",
        "/solr/c/select?q=*:*&sort=id+asc&rows=2&cursorMark=AoE2",
      ], ids: "a b c"),
  ]
}
