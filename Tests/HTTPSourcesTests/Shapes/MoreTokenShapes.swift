/// APIs with tokens in the header, and APIs with tokens whose parameter has a name other than the
/// one that the rules find.
extension Shape {
  static let moreTokens = [
    Shape(
      "Cosmos DB", "/dbs/d/colls/c/docs",
      [
        Reply(
          #"{"_rid": "r", "Documents": [{"id": "1"}, {"id": "2"}], "_count": 2}"#,
          header: #"x-ms-continuation: {"token":"+RID:1"}"#),
        #"{"_rid": "r", "Documents": [{"id": "3"}], "_count": 1}"#,
      ],
      asks: [Ask("/dbs/d/colls/c/docs", field: #"x-ms-continuation: {"token":"+RID:1"}"#)],
      ids: "1 2 3"),
    Shape(
      "Azure DevOps", "/o/p/_apis/build/builds?$top=2",
      [
        Reply(
          #"{"count": 2, "value": [{"id": 9}, {"id": 8}]}"#,
          header: "x-ms-continuationtoken: 2026-01-01T00:00:00Z"),
        #"{"count": 1, "value": [{"id": 7}]}"#,
      ], asks: ["/o/p/_apis/build/builds?$top=2&continuationToken=2026-01-01T00%3A00%3A00Z"],
      ids: "9 8 7"),
    Shape(
      "a cursor in the header", "/v1/rows?limit=1",
      [Reply(#"[{"id": 1}]"#, header: "X-Next-Cursor: c1"), #"[{"id": 2}]"#],
      asks: ["/v1/rows?limit=1&cursor=c1"], ids: "1 2"),
    Shape(
      "Jira v3, with a parameter that was typed",
      "/rest/api/3/search/jql?jql=x&maxResults=2&nextPageToken=",
      [
        #"{"isLast": false, "nextPageToken": "Ck1p", "issues": [{"id": "1", "key": "A-1"}, {"id": "2", "key": "A-2"}]}"#,
        #"{"isLast": true, "issues": [{"id": "3", "key": "A-3"}]}"#,
      ], asks: ["/rest/api/3/search/jql?jql=x&maxResults=2&nextPageToken=Ck1p"], ids: "1 2 3"),
    // Jira ignores `pageToken`.
    Shape(
      "Jira v3", "/rest/api/3/search/jql?jql=x",
      [
        #"{"isLast": false, "nextPageToken": "Ck1p", "issues": [{"id": "1"}, {"id": "2"}]}"#,
        #"{"isLast": false, "nextPageToken": "Ck1p", "issues": [{"id": "1"}, {"id": "2"}]}"#,
      ], asks: ["/rest/api/3/search/jql?jql=x&pageToken=Ck1p"], ids: "1 2",
      end: .failure("--token-param")),
    Shape(
      "Jira v3, with a parameter that was named", "/rest/api/3/search/jql?jql=y",
      [
        #"{"isLast": false, "nextPageToken": "Ck1p", "issues": [{"id": "1"}, {"id": "2"}]}"#,
        #"{"isLast": true, "issues": [{"id": "3"}]}"#,
      ], asks: ["/rest/api/3/search/jql?jql=y&nextPageToken=Ck1p"], ids: "1 2 3",
      tokenParameter: "nextPageToken"),
    Shape(
      "Notion, users", "/v1/users?page_size=2&start_cursor=",
      [
        #"{"object": "list", "results": [{"object": "user", "id": "a"}, {"object": "user", "id": "b"}], "next_cursor": "fe2c", "has_more": true}"#,
        #"{"object": "list", "results": [{"object": "user", "id": "c"}], "next_cursor": null, "has_more": false}"#,
      ], asks: ["/v1/users?page_size=2&start_cursor=fe2c"], ids: "a b c"),
    Shape(
      "Twitch", "/helix/streams?first=2",
      [
        #"{"data": [{"id": "1"}, {"id": "2"}], "pagination": {"cursor": "eyJi"}}"#,
        #"{"data": [{"id": "3"}], "pagination": {}}"#,
      ], asks: ["/helix/streams?first=2&after=eyJi"], ids: "1 2 3", tokenParameter: "after"),
    Shape(
      "Twitter v2, search", "/2/tweets/search/recent?query=x&max_results=10",
      [
        #"{"data": [{"id": "9"}, {"id": "8"}], "meta": {"newest_id": "9", "oldest_id": "8", "result_count": 2, "next_token": "b26v"}}"#,
        #"{"data": [{"id": "7"}], "meta": {"newest_id": "7", "oldest_id": "7", "result_count": 1}}"#,
      ], asks: ["/2/tweets/search/recent?query=x&max_results=10&next_token=b26v"], ids: "9 8 7"),
    Shape(
      "Twitter v2, timelines", "/2/users/1/tweets?max_results=5",
      [
        #"{"data": [{"id": "9"}, {"id": "8"}], "meta": {"result_count": 2, "next_token": "7140"}}"#,
        #"{"data": [{"id": "7"}], "meta": {"result_count": 1, "previous_token": "77qp"}}"#,
      ], asks: ["/2/users/1/tweets?max_results=5&pagination_token=7140"], ids: "9 8 7",
      tokenParameter: "pagination_token"),
    Shape(
      "Stripe, search", "/v1/customers/search?query=x&limit=2",
      [
        #"{"object": "search_result", "url": "/v1/customers/search", "has_more": true, "next_page": "WyIx", "data": [{"id": "cus_1"}, {"id": "cus_2"}]}"#,
        #"{"object": "search_result", "url": "/v1/customers/search", "has_more": false, "next_page": null, "data": [{"id": "cus_3"}]}"#,
      ], asks: ["/v1/customers/search?query=x&limit=2&page=WyIx"], ids: "cus_1 cus_2 cus_3"),
    Shape(
      "Zoom, with a parameter that was typed", "/v2/users?page_size=2&next_page_token=",
      [
        #"{"page_size": 2, "total_records": 3, "next_page_token": "qVBZ", "users": [{"id": "a"}, {"id": "b"}]}"#,
        #"{"page_size": 2, "total_records": 3, "next_page_token": "", "users": [{"id": "c"}]}"#,
      ], asks: ["/v2/users?page_size=2&next_page_token=qVBZ"], ids: "a b c"),
    Shape(
      "Google, with names in lower case", "/v1/projects?page_size=2",
      [
        #"{"projects": [{"name": "projects/1"}, {"name": "projects/2"}], "next_page_token": "tok"}"#,
        #"{"projects": [{"name": "projects/3"}], "next_page_token": ""}"#,
      ], asks: ["/v1/projects?page_size=2&page_token=tok"],
      ids: "projects/1 projects/2 projects/3"),
    Shape(
      "Google, with pages that a filter leaves empty", "/v1/projects?filter=x",
      [
        #"{"projects": [], "nextPageToken": "t1"}"#, #"{"projects": [], "nextPageToken": "t2"}"#,
        #"{"projects": [{"name": "projects/1"}], "nextPageToken": "t3"}"#,
        #"{"projects": [{"name": "projects/2"}], "nextPageToken": ""}"#,
      ],
      asks: [
        "/v1/projects?filter=x&pageToken=t1", "/v1/projects?filter=x&pageToken=t2",
        "/v1/projects?filter=x&pageToken=t3",
      ], ids: "projects/1 projects/2"),
    Shape(
      "a time as the token", "/v1/changes",
      [
        #"{"items": [{"id": 1}], "next_cursor": "2026-01-01 10:00:00", "total": 2}"#,
        #"{"items": [{"id": 2}], "next_cursor": null, "total": 2}"#,
      ], asks: ["/v1/changes?cursor=2026-01-01%2010%3A00%3A00"], ids: "1 2"),
    Shape(
      "an empty list with a token that stays the same", "/v1/log",
      [#"{"items": [], "next_cursor": "abc"}"#, #"{"items": [], "next_cursor": "abc"}"#],
      asks: ["/v1/log?cursor=abc"], ids: ""),
    Shape(
      "a continuation of Nexus", "/service/rest/v1/components?repository=r",
      [
        #"{"items": [{"id": "a"}, {"id": "b"}], "continuationToken": "88491cd1"}"#,
        #"{"items": [{"id": "c"}], "continuationToken": null}"#,
      ], asks: ["/service/rest/v1/components?repository=r&continuationToken=88491cd1"],
      ids: "a b c"),
    Shape(
      "a page that the answer numbers", "/api/list",
      [
        #"{"results": [{"id": 1}, {"id": 2}], "nextPage": 2}"#,
        #"{"results": [{"id": 3}], "nextPage": null}"#,
        #"{"results": [], "nextPage": null}"#,
      ], asks: ["/api/list?page=2", "/api/list?page=3"], ids: "1 2 3"),
    Shape(
      "empty pages with a token", "/v1/audit?limit=5",
      [
        #"{"records": [{"id": "a"}], "next_cursor": "1"}"#,
        #"{"records": [], "next_cursor": "2"}"#,
        #"{"records": [{"id": "b"}], "next_cursor": null}"#,
      ], asks: ["/v1/audit?limit=5&cursor=1", "/v1/audit?limit=5&cursor=2"], ids: "a b"),
  ]
}
