/// APIs whose pages have numbers or offsets, as the typed address, the answer or its header shows.
///
/// Each page that is requested by offset begins with the last item of the previous page again. That
/// item shows whether the data has moved.
extension Shape {
  static let numbers = [
    Shape(
      "GitLab, by numbers in the header", "/api/v4/groups?per_page=2",
      [
        Reply(
          #"[{"id": 1}, {"id": 2}]"#,
          header: "X-Page: 1\r\nX-Next-Page: 2\r\nX-Per-Page: 2\r\nX-Total: 3\r\nX-Total-Pages: 2"),
        Reply(
          #"[{"id": 3}]"#,
          header: "X-Page: 2\r\nX-Next-Page: \r\nX-Per-Page: 2\r\nX-Total: 3\r\nX-Total-Pages: 2"),
        Reply("[]", header: "X-Page: 3\r\nX-Next-Page: \r\nX-Total: 3\r\nX-Total-Pages: 2"),
      ], asks: ["/api/v4/groups?per_page=2&page=2", "/api/v4/groups?per_page=2&page=3"],
      ids: "1 2 3"),
    Shape(
      "kaminari", "/items",
      [
        Reply(#"[{"id": 1}]"#, header: "X-Total: 2\r\nX-Total-Pages: 2\r\nX-Page: 1"),
        Reply(#"[{"id": 2}]"#, header: "X-Total: 2\r\nX-Total-Pages: 2\r\nX-Page: 2"),
        Reply("[]", header: "X-Total: 2\r\nX-Total-Pages: 2\r\nX-Page: 3"),
      ], asks: ["/items?page=2", "/items?page=3"], ids: "1 2"),
    Shape(
      "TMDB", "/3/movie/popular",
      [
        #"{"page": 1, "results": [{"id": 1}, {"id": 2}], "total_pages": 2, "total_results": 3}"#,
        #"{"page": 2, "results": [{"id": 3}], "total_pages": 2, "total_results": 3}"#,
        #"{"page": 3, "results": [], "total_pages": 2, "total_results": 3}"#,
      ], asks: ["/3/movie/popular?page=2", "/3/movie/popular?page=3"], ids: "1 2 3"),
    Shape(
      "Algolia, from 0", "/1/indexes/i?query=x",
      [
        #"{"hits": [{"objectID": "a"}, {"objectID": "b"}], "page": 0, "nbHits": 3, "nbPages": 2, "hitsPerPage": 2}"#,
        #"{"hits": [{"objectID": "c"}], "page": 1, "nbHits": 3, "nbPages": 2, "hitsPerPage": 2}"#,
        #"{"hits": [], "page": 2, "nbHits": 3, "nbPages": 2, "hitsPerPage": 2}"#,
      ], asks: ["/1/indexes/i?query=x&page=1", "/1/indexes/i?query=x&page=2"], ids: "a b c"),
    Shape(
      "Spring Data, a page of its own", "/api/orders",
      [
        #"{"content": [{"id": 1}, {"id": 2}], "pageable": {"offset": 0, "pageNumber": 0, "pageSize": 2, "sort": {"sorted": false}}, "last": false, "totalPages": 2, "totalElements": 3, "first": true, "size": 2, "number": 0, "numberOfElements": 2, "empty": false}"#,
        #"{"content": [{"id": 3}], "pageable": {"offset": 2, "pageNumber": 1, "pageSize": 2}, "last": true, "totalPages": 2, "totalElements": 3, "first": false, "size": 2, "number": 1, "numberOfElements": 1, "empty": false}"#,
      ], asks: ["/api/orders?page=1"], ids: "1 2 3"),
    Shape(
      "Grafana", "/api/teams/search?perpage=2&page=1",
      [
        #"{"totalCount": 3, "teams": [{"id": 1}, {"id": 2}], "page": 1, "perPage": 2}"#,
        #"{"totalCount": 3, "teams": [{"id": 3}], "page": 2, "perPage": 2}"#,
        #"{"totalCount": 3, "teams": [], "page": 3, "perPage": 2}"#,
      ],
      asks: ["/api/teams/search?perpage=2&page=2", "/api/teams/search?perpage=2&page=3"],
      ids: "1 2 3"),
    Shape(
      "Stack Exchange", "/2.3/questions?site=x&page=1",
      [
        #"{"items": [{"question_id": 1}, {"question_id": 2}], "has_more": true, "quota_max": 300, "quota_remaining": 250}"#,
        #"{"items": [{"question_id": 3}], "has_more": false, "quota_max": 300, "quota_remaining": 249}"#,
      ], asks: ["/2.3/questions?site=x&page=2"], ids: "1 2 3"),
    Shape(
      "Stack Exchange, without a page", "/2.3/tags?site=x",
      [Reply(#"{"items": [{"name": "a"}], "has_more": true, "quota_remaining": 250}"#)],
      ids: "a", end: .failure("{page}")),
    Shape(
      "Auth0", "/api/v2/users?page=0&per_page=2&include_totals=true",
      [
        #"{"start": 0, "limit": 2, "length": 2, "total": 3, "users": [{"user_id": "a"}, {"user_id": "b"}]}"#,
        #"{"start": 2, "limit": 2, "length": 1, "total": 3, "users": [{"user_id": "c"}]}"#,
        #"{"start": 4, "limit": 2, "length": 0, "total": 3, "users": []}"#,
      ],
      asks: [
        "/api/v2/users?page=1&per_page=2&include_totals=true",
        "/api/v2/users?page=2&per_page=2&include_totals=true",
      ], ids: "a b c"),
    Shape(
      "JSON:API by numbers that were typed", "/articles?page[number]=1&page[size]=2",
      [
        #"{"data": [{"type": "a", "id": "1"}, {"type": "a", "id": "2"}]}"#,
        #"{"data": [{"type": "a", "id": "3"}]}"#, #"{"data": []}"#,
      ],
      asks: ["/articles?page[number]=2&page[size]=2", "/articles?page[number]=3&page[size]=2"],
      ids: "1 2 3"),
    Shape(
      "Django REST framework, with a page that was typed", "/users/?page=1",
      [
        #"{"count": 3, "next": "ORIGIN/users/?page=2", "previous": null, "results": [{"id": 1}, {"id": 2}]}"#,
        #"{"count": 3, "next": null, "previous": "ORIGIN/users/", "results": [{"id": 3}]}"#,
      ], asks: ["/users/?page=2"], ids: "1 2 3"),
    // The service refuses pages after the first 1,000 items, although its total is greater.
    Shape(
      "GitHub's search, with a page that was typed", "/search/code?q=x&page=1",
      [
        Reply(
          #"{"total_count": 43210, "items": [{"id": 1}, {"id": 2}]}"#,
          header: #"Link: <ORIGIN/search/code?q=x&page=2>; rel="next""#),
        Reply(
          #"{"total_count": 43210, "items": [{"id": 3}]}"#,
          header: #"Link: <ORIGIN/search/code?q=x&page=1>; rel="prev""#),
      ], asks: ["/search/code?q=x&page=2"], ids: "1 2 3"),
    Shape(
      "a next that is a flag", "/x",
      [
        #"{"page": 1, "next": true, "results": [{"id": 1}, {"id": 2}]}"#,
        #"{"page": 2, "next": false, "results": [{"id": 3}]}"#,
        #"{"page": 3, "next": false, "results": []}"#,
      ], asks: ["/x?page=2", "/x?page=3"], ids: "1 2 3"),
    Shape(
      "Jira v2", "/rest/api/2/search?jql=x&maxResults=2",
      [
        #"{"expand": "names", "startAt": 0, "maxResults": 2, "total": 3, "issues": [{"id": "1"}, {"id": "2"}]}"#,
        #"{"expand": "names", "startAt": 1, "maxResults": 2, "total": 3, "issues": [{"id": "2"}, {"id": "3"}]}"#,
        #"{"expand": "names", "startAt": 2, "maxResults": 2, "total": 3, "issues": [{"id": "3"}]}"#,
        #"{"expand": "names", "startAt": 3, "maxResults": 2, "total": 3, "issues": []}"#,
      ],
      asks: [
        "/rest/api/2/search?jql=x&maxResults=2&startAt=1",
        "/rest/api/2/search?jql=x&maxResults=2&startAt=2",
        "/rest/api/2/search?jql=x&maxResults=2&startAt=3",
      ], ids: "1 2 3"),
    Shape(
      "Jira Software, with an inverse flag", "/rest/agile/1.0/board?maxResults=2",
      [
        #"{"maxResults": 2, "startAt": 0, "isLast": false, "values": [{"id": 1}, {"id": 2}]}"#,
        #"{"maxResults": 2, "startAt": 1, "isLast": true, "values": [{"id": 2}, {"id": 3}]}"#,
      ], asks: ["/rest/agile/1.0/board?maxResults=2&startAt=1"], ids: "1 2 3"),
    Shape(
      "PagerDuty", "/incidents?limit=2",
      [
        #"{"incidents": [{"id": "P1"}, {"id": "P2"}], "limit": 2, "offset": 0, "total": null, "more": true}"#,
        #"{"incidents": [{"id": "P2"}, {"id": "P3"}], "limit": 2, "offset": 1, "total": null, "more": false}"#,
      ], asks: ["/incidents?limit=2&offset=1"], ids: "P1 P2 P3"),
    Shape(
      "Contentful", "/spaces/s/entries?limit=2",
      [
        #"{"sys": {"type": "Array"}, "total": 3, "skip": 0, "limit": 2, "items": [{"sys": {"id": "a"}}, {"sys": {"id": "b"}}]}"#,
        #"{"sys": {"type": "Array"}, "total": 3, "skip": 1, "limit": 2, "items": [{"sys": {"id": "b"}}, {"sys": {"id": "c"}}]}"#,
        #"{"sys": {"type": "Array"}, "total": 3, "skip": 2, "limit": 2, "items": [{"sys": {"id": "c"}}]}"#,
        #"{"sys": {"type": "Array"}, "total": 3, "skip": 3, "limit": 2, "items": []}"#,
      ],
      asks: [
        "/spaces/s/entries?limit=2&skip=1", "/spaces/s/entries?limit=2&skip=2",
        "/spaces/s/entries?limit=2&skip=3",
      ], ids: #"{"id": "a"} {"id": "b"} {"id": "c"}"#),
    Shape(
      "Solr, by offsets", "/solr/c/select?q=*:*&rows=2",
      [
        #"{"responseHeader": {"status": 0, "QTime": 1}, "response": {"numFound": 3, "start": 0, "numFoundExact": true, "docs": [{"id": "a"}, {"id": "b"}]}}"#,
        #"{"responseHeader": {"status": 0, "QTime": 1}, "response": {"numFound": 3, "start": 2, "docs": [{"id": "b"}, {"id": "c"}]}}"#,
        #"{"responseHeader": {"status": 0, "QTime": 1}, "response": {"numFound": 3, "start": 2, "docs": [{"id": "c"}]}}"#,
        #"{"responseHeader": {"status": 0, "QTime": 1}, "response": {"numFound": 3, "start": 3, "docs": []}}"#,
      ],
      asks: [
        "/solr/c/select?q=*:*&rows=2&start=1", "/solr/c/select?q=*:*&rows=2&start=2",
        "/solr/c/select?q=*:*&rows=2&start=3",
      ], ids: "a b c"),
    // A total with the relation "gte" is a lower bound.
    Shape(
      "Elasticsearch, by offsets", "/logs/_search?from=0&size=2",
      [
        #"{"took": 1, "timed_out": false, "hits": {"total": {"value": 2, "relation": "gte"}, "hits": [{"_id": "a"}, {"_id": "b"}]}}"#,
        #"{"took": 1, "timed_out": false, "hits": {"total": {"value": 2, "relation": "gte"}, "hits": [{"_id": "b"}, {"_id": "c"}]}}"#,
        #"{"took": 1, "timed_out": false, "hits": {"total": {"value": 2, "relation": "gte"}, "hits": [{"_id": "c"}]}}"#,
        #"{"took": 1, "timed_out": false, "hits": {"total": {"value": 2, "relation": "gte"}, "hits": []}}"#,
      ],
      asks: [
        "/logs/_search?from=1&size=2", "/logs/_search?from=2&size=2", "/logs/_search?from=3&size=2",
      ], ids: "a b c"),
    Shape(
      "OData, with a number that was typed", "/odata/Items?$top=2&$skip=0",
      [
        #"{"value": [{"Id": 1}, {"Id": 2}]}"#, #"{"value": [{"Id": 2}, {"Id": 3}]}"#,
        #"{"value": [{"Id": 3}]}"#, #"{"value": []}"#,
      ],
      asks: [
        "/odata/Items?$top=2&$skip=1", "/odata/Items?$top=2&$skip=2", "/odata/Items?$top=2&$skip=3",
      ], ids: "1 2 3"),
    Shape(
      "SCIM, from 1", "/scim/v2/Users?count=2",
      [
        #"{"schemas": ["urn:ietf:params:scim:api:messages:2.0:ListResponse"], "totalResults": 3, "startIndex": 1, "itemsPerPage": 2, "Resources": [{"id": "a"}, {"id": "b"}]}"#,
        #"{"schemas": ["x"], "totalResults": 3, "startIndex": 2, "itemsPerPage": 2, "Resources": [{"id": "b"}, {"id": "c"}]}"#,
        #"{"schemas": ["x"], "totalResults": 3, "startIndex": 3, "itemsPerPage": 1, "Resources": [{"id": "c"}]}"#,
        #"{"schemas": ["x"], "totalResults": 3, "startIndex": 4, "itemsPerPage": 0, "Resources": []}"#,
      ],
      asks: [
        "/scim/v2/Users?count=2&startIndex=2", "/scim/v2/Users?count=2&startIndex=3",
        "/scim/v2/Users?count=2&startIndex=4",
      ], ids: "a b c"),
    Shape(
      "NOAA, from 1", "/cdo-web/api/v2/stations?limit=2",
      [
        #"{"metadata": {"resultset": {"offset": 1, "count": 3, "limit": 2}}, "results": [{"id": "a"}, {"id": "b"}]}"#,
        #"{"metadata": {"resultset": {"offset": 2, "count": 3, "limit": 2}}, "results": [{"id": "b"}, {"id": "c"}]}"#,
        #"{"metadata": {"resultset": {"offset": 3, "count": 3, "limit": 2}}, "results": [{"id": "c"}]}"#,
        "{}",
      ],
      asks: [
        "/cdo-web/api/v2/stations?limit=2&offset=2", "/cdo-web/api/v2/stations?limit=2&offset=3",
        "/cdo-web/api/v2/stations?limit=2&offset=4",
      ], ids: "a b c"),
    Shape(
      "npm search", "/-/v1/search?text=x&size=2&from=0",
      [
        #"{"objects": [{"id": "a"}, {"id": "b"}], "total": 3, "time": "Wed"}"#,
        #"{"objects": [{"id": "b"}, {"id": "c"}], "total": 3, "time": "Wed"}"#,
        #"{"objects": [{"id": "c"}], "total": 3, "time": "Wed"}"#,
        #"{"objects": [], "total": 3, "time": "Wed"}"#,
      ],
      asks: [
        "/-/v1/search?text=x&size=2&from=1", "/-/v1/search?text=x&size=2&from=2",
        "/-/v1/search?text=x&size=2&from=3",
      ], ids: "a b c"),
    Shape(
      "Keycloak", "/admin/realms/r/users?first=0&max=2",
      [
        #"[{"id": "a"}, {"id": "b"}]"#, #"[{"id": "b"}, {"id": "c"}]"#, #"[{"id": "c"}]"#, "[]",
      ],
      asks: [
        "/admin/realms/r/users?first=1&max=2", "/admin/realms/r/users?first=2&max=2",
        "/admin/realms/r/users?first=3&max=2",
      ], ids: "a b c"),
    Shape(
      "PostgREST", "/people?order=id",
      [
        Reply(
          #"[{"id": 1}, {"id": 2}]"#, header: "Content-Range: 0-1/3", status: "206 Partial Content"),
        Reply(
          #"[{"id": 2}, {"id": 3}]"#, header: "Content-Range: 1-2/3", status: "206 Partial Content"),
        Reply(#"[{"id": 3}]"#, header: "Content-Range: 2-2/3", status: "206 Partial Content"),
        Reply(
          #"{"message": "Requested range not satisfiable"}"#, header: "Content-Range: */3",
          status: "416 Range Not Satisfiable"),
      ],
      asks: [
        Ask("/people?order=id", field: "Range: 1-50"),
        Ask("/people?order=id", field: "Range: 2-51"),
        Ask("/people?order=id", field: "Range: 3-52"),
      ], ids: "1 2 3"),
    Shape(
      "a range of items", "/things",
      [
        Reply(#"[{"id": 1}, {"id": 2}]"#, header: "Content-Range: items 0-1/3"),
        Reply(#"[{"id": 2}, {"id": 3}]"#, header: "Content-Range: items 1-2/3"),
        Reply(#"[{"id": 3}]"#, header: "Content-Range: items 2-2/3"),
        Reply("[]", header: "Content-Range: items */3"),
      ],
      asks: [
        Ask("/things", field: "Range: items=1-50"), Ask("/things", field: "Range: items=2-51"),
        Ask("/things", field: "Range: items=3-52"),
      ], ids: "1 2 3"),
    Shape(
      "LinkedIn", "/v2/connections?q=x",
      [
        #"{"elements": [{"id": "a"}, {"id": "b"}], "paging": {"start": 0, "count": 2, "links": [], "total": 3}}"#,
        #"{"elements": [{"id": "b"}, {"id": "c"}], "paging": {"start": 1, "count": 2, "links": [], "total": 3}}"#,
        #"{"elements": [{"id": "c"}], "paging": {"start": 2, "count": 2, "links": [], "total": 3}}"#,
        #"{"elements": [], "paging": {"start": 3, "count": 2, "links": [], "total": 3}}"#,
      ],
      asks: [
        "/v2/connections?q=x&start=1", "/v2/connections?q=x&start=2", "/v2/connections?q=x&start=3",
      ],
      ids: "a b c"),
    Shape(
      "CouchDB", "/db/_all_docs?limit=2&skip=0",
      [
        #"{"total_rows": 3, "offset": 0, "rows": [{"id": "a", "key": "a"}, {"id": "b", "key": "b"}]}"#,
        #"{"total_rows": 3, "offset": 1, "rows": [{"id": "b", "key": "b"}, {"id": "c", "key": "c"}]}"#,
        #"{"total_rows": 3, "offset": 2, "rows": [{"id": "c", "key": "c"}]}"#,
        #"{"total_rows": 3, "offset": 3, "rows": []}"#,
      ],
      asks: [
        "/db/_all_docs?limit=2&skip=1", "/db/_all_docs?limit=2&skip=2",
        "/db/_all_docs?limit=2&skip=3",
      ],
      ids: "a b c"),
  ]
}
