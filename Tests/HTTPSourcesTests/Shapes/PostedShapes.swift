import HTTPSources

/// APIs whose requests have a body, into which the value that selects the page is put.
extension Shape {
  private static let query =
    "query($after: String) { repository { issues(first: 2, after: $after) { nodes { id } pageInfo { endCursor hasNextPage } } } }"
  private static let amazon = [
    HTTPField("Content-Type", "application/x-amz-json-1.1"), HTTPField("X-Amz-Target", "T.List"),
  ]
  private static let form = [HTTPField("Content-Type", "application/x-www-form-urlencoded")]

  static let posted = [
    Shape(
      "GraphQL of GitHub", "/graphql",
      [
        #"{"data": {"repository": {"issues": {"nodes": [{"id": "a"}, {"id": "b"}], "pageInfo": {"endCursor": "Y3==", "hasNextPage": true}}}}}"#,
        #"{"data": {"repository": {"issues": {"nodes": [{"id": "c"}], "pageInfo": {"endCursor": "Y4==", "hasNextPage": false}}}}}"#,
      ],
      asks: [Ask("/graphql", body: #"{"variables":{"after":"Y3=="},"query": "\#(query)"}"#)],
      ids: "a b c", body: #"{"query": "\#(query)"}"#),
    Shape(
      "GraphQL with variables", "/api/graphql",
      [
        #"{"data": {"repository": {"issues": {"nodes": [{"id": "a"}], "pageInfo": {"endCursor": "c1", "hasNextPage": true}}}}}"#,
        #"{"data": {"repository": {"issues": {"nodes": [{"id": "b"}], "pageInfo": {"endCursor": "c2", "hasNextPage": false}}}}}"#,
      ],
      asks: [
        Ask(
          "/api/graphql", body: #"{"query": "\#(query)", "variables": {"o": "x", "after": "c1"}}"#)
      ],
      ids: "a b", body: #"{"query": "\#(query)", "variables": {"o": "x", "after": null}}"#),
    Shape(
      "Notion", "/v1/databases/d/query",
      [
        #"{"object": "list", "results": [{"object": "page", "id": "a"}, {"object": "page", "id": "b"}], "next_cursor": "33e1", "has_more": true}"#,
        #"{"object": "list", "results": [{"object": "page", "id": "c"}], "next_cursor": null, "has_more": false}"#,
      ],
      asks: [Ask("/v1/databases/d/query", body: #"{"start_cursor":"33e1","page_size": 2}"#)],
      ids: "a b c", body: #"{"page_size": 2}"#, tokenParameter: "start_cursor"),
    Shape(
      "HubSpot, search", "/crm/v3/objects/contacts/search",
      [
        #"{"total": 3, "results": [{"id": "1"}, {"id": "2"}], "paging": {"next": {"after": "2"}}}"#,
        #"{"total": 3, "results": [{"id": "3"}]}"#,
      ],
      asks: [Ask("/crm/v3/objects/contacts/search", body: #"{"after":"2","limit": 2}"#)],
      ids: "1 2 3", body: #"{"limit": 2}"#),
    Shape(
      "a service of AWS by JSON", "/",
      [
        #"{"SecretList": [{"Name": "a"}, {"Name": "b"}], "NextToken": "AAA=="}"#,
        #"{"SecretList": [{"Name": "c"}]}"#,
      ],
      asks: [
        Ask(
          "/", body: #"{"NextToken":"AAA==","MaxResults": 2}"#,
          field: "Content-Type: application/x-amz-json-1.1")
      ],
      ids: "a b c", headers: amazon, body: #"{"MaxResults": 2}"#),
    Shape(
      "DynamoDB", "/",
      [
        #"{"Count": 2, "ScannedCount": 2, "Items": [{"id": {"S": "a"}}, {"id": {"S": "b"}}], "LastEvaluatedKey": {"id": {"S": "b"}}}"#,
        #"{"Count": 1, "ScannedCount": 1, "Items": [{"id": {"S": "c"}}]}"#,
      ],
      asks: [Ask("/", body: #"{"ExclusiveStartKey":{"id": {"S": "b"}},"TableName": "t"}"#)],
      ids: #"{"S": "a"} {"S": "b"} {"S": "c"}"#, headers: amazon, body: #"{"TableName": "t"}"#),
    Shape(
      "Elasticsearch, behind the last hit", "/logs/_search",
      [
        #"{"hits": {"total": {"value": 3, "relation": "eq"}, "hits": [{"_id": "a", "sort": [1, "a"]}, {"_id": "b", "sort": [2, "b"]}]}}"#,
        #"{"hits": {"total": {"value": 3, "relation": "eq"}, "hits": [{"_id": "c", "sort": [3, "c"]}]}}"#,
        #"{"hits": {"total": {"value": 3, "relation": "eq"}, "hits": []}}"#,
      ],
      asks: [
        Ask("/logs/_search", body: #"{"search_after":[2, "b"],"size": 2, "sort": ["t", "id"]}"#),
        Ask("/logs/_search", body: #"{"search_after":[3, "c"],"size": 2, "sort": ["t", "id"]}"#),
      ], ids: "a b c", body: #"{"size": 2, "sort": ["t", "id"]}"#),
    Shape(
      "CouchDB, by a query", "/db/_find",
      [
        #"{"docs": [{"_id": "a"}, {"_id": "b"}], "bookmark": "g1A"}"#,
        #"{"docs": [{"_id": "c"}], "bookmark": "g1B"}"#, #"{"docs": [], "bookmark": "nil"}"#,
      ],
      asks: [
        Ask("/db/_find", body: #"{"bookmark":"g1A","selector": {}, "limit": 2}"#),
        Ask("/db/_find", body: #"{"bookmark":"g1B","selector": {}, "limit": 2}"#),
      ], ids: "a b c", body: #"{"selector": {}, "limit": 2}"#),
    Shape(
      "Square, orders", "/v2/orders/search",
      [
        #"{"orders": [{"id": "o1"}], "cursor": "mF9f"}"#, #"{"orders": [{"id": "o2"}]}"#,
      ],
      asks: [Ask("/v2/orders/search", body: #"{"cursor": "mF9f", "limit": 1}"#)], ids: "o1 o2",
      body: #"{"cursor": "", "limit": 1}"#),
    Shape(
      "Slack by a form", "/api/users.list",
      [
        #"{"ok": true, "members": [{"id": "U1"}], "response_metadata": {"next_cursor": "dX=="}}"#,
        #"{"ok": true, "members": [{"id": "U2"}], "response_metadata": {"next_cursor": ""}}"#,
      ],
      asks: [Ask("/api/users.list", body: "limit=1&cursor=dX%3D%3D")], ids: "U1 U2", headers: form,
      body: "limit=1"),
  ]
}
