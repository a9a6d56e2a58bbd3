/// APIs whose answers have the address of the next page next to their items.
extension Shape {
  static let moreLinks = [
    Shape(
      "Django REST framework, by numbers", "/users/",
      [
        #"{"count": 3, "next": "ORIGIN/users/?page=2", "previous": null, "results": [{"id": 1}, {"id": 2}]}"#,
        #"{"count": 3, "next": null, "previous": "ORIGIN/users/", "results": [{"id": 3}]}"#,
      ], asks: ["/users/?page=2"], ids: "1 2 3"),
    Shape(
      "Django REST framework, by offsets", "/users/?limit=2",
      [
        #"{"count": 3, "next": "ORIGIN/users/?limit=2&offset=2", "previous": null, "results": [{"id": 1}, {"id": 2}]}"#,
        #"{"count": 3, "next": null, "previous": "ORIGIN/users/?limit=2", "results": [{"id": 3}]}"#,
      ], asks: ["/users/?limit=2&offset=2"], ids: "1 2 3"),
    Shape(
      "Django REST framework, by cursors", "/events/",
      [
        #"{"next": "ORIGIN/events/?cursor=cD0y", "previous": null, "results": [{"id": 9}, {"id": 8}]}"#,
        #"{"next": null, "previous": "ORIGIN/events/?cursor=cj0x", "results": [{"id": 7}]}"#,
      ], asks: ["/events/?cursor=cD0y"], ids: "9 8 7"),
    Shape(
      "Docker Hub", "/v2/namespaces/library/repositories?page_size=2",
      [
        #"{"count": 3, "next": "ORIGIN/v2/r?page=2&page_size=2", "previous": null, "results": [{"name": "a", "id": 1}, {"name": "b", "id": 2}]}"#,
        #"{"count": 3, "next": "", "previous": "ORIGIN/v2/r?page=1", "results": [{"name": "c", "id": 3}]}"#,
      ], asks: ["/v2/r?page=2&page_size=2"], ids: "1 2 3"),
    Shape(
      "Laravel", "/api/users",
      [
        #"""
        {"data": [{"id": 1}, {"id": 2}],
         "links": {"first": "ORIGIN/api/users?page=1", "last": "ORIGIN/api/users?page=2",
                   "prev": null, "next": "ORIGIN/api/users?page=2"},
         "meta": {"current_page": 1, "from": 1, "last_page": 2, "path": "ORIGIN/api/users", "per_page": 2,
                  "links": [{"url": "ORIGIN/api/users?page=1", "label": "1", "active": true}],
                  "to": 2, "total": 3}}
        """#,
        #"""
        {"data": [{"id": 3}],
         "links": {"first": "ORIGIN/api/users?page=1", "last": "ORIGIN/api/users?page=2",
                   "prev": "ORIGIN/api/users?page=1", "next": null},
         "meta": {"current_page": 2, "from": 3, "last_page": 2, "per_page": 2, "to": 3, "total": 3}}
        """#,
      ], asks: ["/api/users?page=2"], ids: "1 2 3"),
    Shape(
      "Laravel, simple", "/posts",
      [
        #"{"current_page": 1, "data": [{"id": 1}, {"id": 2}], "first_page_url": "ORIGIN/posts?page=1", "from": 1, "next_page_url": "ORIGIN/posts?page=2", "path": "ORIGIN/posts", "per_page": 2, "prev_page_url": null, "to": 2}"#,
        #"{"current_page": 2, "data": [{"id": 3}], "from": 3, "next_page_url": null, "per_page": 2, "prev_page_url": "ORIGIN/posts?page=1", "to": 3}"#,
      ], asks: ["/posts?page=2"], ids: "1 2 3"),
    Shape(
      "OData v4 of Microsoft Graph", "/v1.0/users?$top=2",
      [
        #"{"@odata.context": "ORIGIN/v1.0/$metadata#users", "@odata.nextLink": "ORIGIN/v1.0/users?$top=2&$skiptoken=X%27a", "value": [{"id": "a"}, {"id": "b"}]}"#,
        #"{"@odata.context": "ORIGIN/v1.0/$metadata#users", "value": [{"id": "c"}]}"#,
      ], asks: ["/v1.0/users?$top=2&$skiptoken=X%27a"], ids: "a b c"),
    Shape(
      "OData v2 of SAP", "/sap/opu/odata/P_SRV/Products?$format=json",
      [
        #"{"d": {"results": [{"__metadata": {"uri": "x"}, "ID": "1"}], "__next": "ORIGIN/sap/opu/odata/P_SRV/Products?$skiptoken=1"}}"#,
        #"{"d": {"results": [{"__metadata": {"uri": "y"}, "ID": "2"}]}}"#,
      ], asks: ["/sap/opu/odata/P_SRV/Products?$skiptoken=1"], ids: "1 2"),
    Shape(
      "Azure", "/subscriptions/s/resources?api-version=2021-04-01",
      [
        #"{"value": [{"id": "/s/1", "name": "a"}], "nextLink": "ORIGIN/subscriptions/s/resources?api-version=2021-04-01&%24skiptoken=e"}"#,
        #"{"value": [{"id": "/s/2", "name": "b"}]}"#,
      ], asks: ["/subscriptions/s/resources?api-version=2021-04-01&%24skiptoken=e"],
      ids: "/s/1 /s/2"),
    Shape(
      "Salesforce", "/services/data/v60.0/query?q=SELECT+Id+FROM+Account",
      [
        #"{"totalSize": 3, "done": false, "nextRecordsUrl": "/services/data/v60.0/query/01g-2", "records": [{"attributes": {"type": "Account"}, "Id": "1"}, {"attributes": {"type": "Account"}, "Id": "2"}]}"#,
        #"{"totalSize": 3, "done": true, "records": [{"attributes": {"type": "Account"}, "Id": "3"}]}"#,
      ], asks: ["/services/data/v60.0/query/01g-2"], ids: "1 2 3"),
    Shape(
      "Trino", "/v1/statement/executing/q/1",
      [
        #"{"id": "q", "nextUri": "ORIGIN/v1/statement/executing/q/2", "columns": [{"name": "n"}], "data": [[1], [2]], "stats": {"state": "RUNNING"}}"#,
        #"{"id": "q", "columns": [{"name": "n"}], "data": [[3]], "stats": {"state": "FINISHED"}}"#,
      ], asks: ["/v1/statement/executing/q/2"], ids: "[1] [2] [3]"),
    Shape(
      "Twilio", "/2010-04-01/Accounts/A/Messages.json?PageSize=2",
      [
        #"{"first_page_uri": "/m?Page=0", "end": 1, "start": 0, "page": 0, "page_size": 2, "previous_page_uri": null, "next_page_uri": "/m?PageSize=2&Page=1&PageToken=PAM", "messages": [{"sid": "M1"}, {"sid": "M2"}], "uri": "/m?Page=0"}"#,
        #"{"first_page_uri": "/m?Page=0", "end": 2, "start": 2, "page": 1, "page_size": 2, "next_page_uri": null, "messages": [{"sid": "M3"}]}"#,
      ], asks: ["/m?PageSize=2&Page=1&PageToken=PAM"], ids: "M1 M2 M3"),
    Shape(
      "Twilio, newer", "/v1/Services?PageSize=1",
      [
        #"{"meta": {"page": 0, "page_size": 1, "key": "services", "next_page_url": "ORIGIN/v1/Services?PageSize=1&PageToken=PT1", "previous_page_url": null}, "services": [{"sid": "S1"}]}"#,
        #"{"meta": {"page": 1, "page_size": 1, "key": "services", "next_page_url": null}, "services": [{"sid": "S2"}]}"#,
      ], asks: ["/v1/Services?PageSize=1&PageToken=PT1"], ids: "S1 S2"),
    Shape(
      "SendGrid", "/v3/marketing/lists?page_size=1",
      [
        #"{"result": [{"id": "a", "contact_count": 5}], "_metadata": {"self": "ORIGIN/v3/marketing/lists?page_size=1", "next": "ORIGIN/v3/marketing/lists?page_size=1&page_token=t", "count": 2}}"#,
        #"{"result": [{"id": "b", "contact_count": 7}], "_metadata": {"self": "ORIGIN/v3/marketing/lists?page_token=t", "count": 2}}"#,
      ], asks: ["/v3/marketing/lists?page_size=1&page_token=t"], ids: "a b"),
    // The last page links to an empty one, which links to itself for a client that waits for more.
    Shape(
      "Mailgun", "/v3/d.org/events?limit=2",
      [
        #"{"items": [{"id": "a"}, {"id": "b"}], "paging": {"first": "ORIGIN/e/1", "last": "ORIGIN/e/9", "next": "ORIGIN/e/2", "previous": "ORIGIN/e/0"}}"#,
        #"{"items": [{"id": "c"}], "paging": {"first": "ORIGIN/e/1", "last": "ORIGIN/e/9", "next": "ORIGIN/e/3", "previous": "ORIGIN/e/1"}}"#,
        #"{"items": [], "paging": {"first": "ORIGIN/e/1", "last": "ORIGIN/e/9", "next": "ORIGIN/e/3", "previous": "ORIGIN/e/2"}}"#,
      ], asks: ["/e/2", "/e/3"], ids: "a b c"),
    Shape(
      "Confluence v2", "/wiki/api/v2/pages?limit=2",
      [
        #"{"results": [{"id": "1"}, {"id": "2"}], "_links": {"next": "/wiki/api/v2/pages?limit=2&cursor=abc", "base": "ORIGIN/wiki"}}"#,
        #"{"results": [{"id": "3"}], "_links": {"base": "ORIGIN/wiki"}}"#,
      ], asks: ["/wiki/api/v2/pages?limit=2&cursor=abc"], ids: "1 2 3"),
    // The paths of the links lack the path of the base address.
    Shape(
      "Confluence v1", "/wiki/rest/api/content?limit=2",
      [
        #"{"results": [{"id": "1"}, {"id": "2"}], "start": 0, "limit": 2, "size": 2, "_links": {"self": "ORIGIN/wiki/rest/api/content", "next": "/rest/api/content?limit=2&start=2", "base": "ORIGIN/wiki", "context": "/wiki"}}"#,
        #"{"results": [{"id": "3"}], "start": 2, "limit": 2, "size": 1, "_links": {"base": "ORIGIN/wiki", "context": "/wiki"}}"#,
      ], asks: ["/wiki/rest/api/content?limit=2&start=2"], ids: "1 2 3"),
    Shape(
      "Zendesk, by offsets", "/api/v2/tickets.json?per_page=2",
      [
        #"{"tickets": [{"id": 1}, {"id": 2}], "next_page": "ORIGIN/api/v2/tickets.json?page=2&per_page=2", "previous_page": null, "count": 3}"#,
        #"{"tickets": [{"id": 3}], "next_page": null, "previous_page": "ORIGIN/api/v2/tickets.json?page=1", "count": 3}"#,
      ], asks: ["/api/v2/tickets.json?page=2&per_page=2"], ids: "1 2 3"),
    Shape(
      "Zendesk, by cursors", "/api/v2/users?page[size]=2",
      [
        #"{"users": [{"id": 1}, {"id": 2}], "meta": {"has_more": true, "after_cursor": "xxx", "before_cursor": "yyy"}, "links": {"next": "ORIGIN/api/v2/users?page[after]=xxx&page[size]=2", "prev": "ORIGIN/api/v2/users?page[before]=yyy"}}"#,
        #"{"users": [{"id": 3}], "meta": {"has_more": false, "after_cursor": "zzz", "before_cursor": "www"}, "links": {"next": "ORIGIN/api/v2/users?page[after]=zzz", "prev": "ORIGIN/api/v2/users?page[before]=www"}}"#,
      ], asks: ["/api/v2/users?page[after]=xxx&page[size]=2"], ids: "1 2 3"),
    Shape(
      "HubSpot", "/crm/v3/objects/contacts?limit=2",
      [
        #"{"results": [{"id": "1", "properties": {}}, {"id": "2", "properties": {}}], "paging": {"next": {"after": "2", "link": "ORIGIN/crm/v3/objects/contacts?limit=2&after=2"}}}"#,
        #"{"results": [{"id": "3", "properties": {}}]}"#,
      ], asks: ["/crm/v3/objects/contacts?limit=2&after=2"], ids: "1 2 3"),
    Shape(
      "Bitbucket", "/2.0/repositories/w?pagelen=2",
      [
        #"{"pagelen": 2, "size": 3, "page": 1, "next": "ORIGIN/2.0/repositories/w?pagelen=2&page=2", "values": [{"uuid": "{a}"}, {"uuid": "{b}"}]}"#,
        #"{"pagelen": 2, "size": 3, "page": 2, "previous": "ORIGIN/2.0/repositories/w?page=1", "values": [{"uuid": "{c}"}]}"#,
      ], asks: ["/2.0/repositories/w?pagelen=2&page=2"], ids: "{a} {b} {c}"),
    Shape(
      "crates.io", "/api/v1/crates?per_page=2",
      [
        #"{"crates": [{"id": "a"}, {"id": "b"}], "meta": {"total": 3, "next_page": "?per_page=2&seek=x", "prev_page": null}}"#,
        #"{"crates": [{"id": "c"}], "meta": {"total": 3, "next_page": null, "prev_page": null}}"#,
      ], asks: ["/api/v1/crates?per_page=2&seek=x"], ids: "a b c"),
    Shape(
      "Spotify", "/v1/me/tracks?limit=2",
      [
        #"{"href": "ORIGIN/v1/me/tracks", "items": [{"added_at": "x", "track": {"id": "a"}}, {"added_at": "y", "track": {"id": "b"}}], "limit": 2, "next": "ORIGIN/v1/me/tracks?offset=2&limit=2", "offset": 0, "previous": null, "total": 3}"#,
        #"{"href": "ORIGIN/v1/me/tracks", "items": [{"added_at": "z", "track": {"id": "c"}}], "limit": 2, "next": null, "offset": 2, "previous": "ORIGIN/v1/me/tracks", "total": 3}"#,
      ], asks: ["/v1/me/tracks?offset=2&limit=2"], ids: "x y z"),
    Shape(
      "Spotify, artists that are followed", "/v1/me/following?type=artist&limit=1",
      [
        #"{"artists": {"href": "x", "limit": 1, "next": "ORIGIN/v1/me/following?type=artist&limit=1&after=a", "cursors": {"after": "a"}, "total": 2, "items": [{"id": "a"}]}}"#,
        #"{"artists": {"href": "x", "limit": 1, "next": null, "cursors": {"after": null}, "total": 2, "items": [{"id": "b"}]}}"#,
      ], asks: ["/v1/me/following?type=artist&limit=1&after=a"], ids: "a b"),
    Shape(
      "SoundCloud", "/tracks?limit=2&linked_partitioning=true",
      [
        #"{"collection": [{"id": 1}, {"id": 2}], "next_href": "ORIGIN/tracks?limit=2&cursor=c"}"#,
        #"{"collection": [{"id": 3}], "next_href": null}"#,
      ], asks: ["/tracks?limit=2&cursor=c"], ids: "1 2 3"),
    Shape(
      "Twitter v1", "/1.1/search/tweets.json?q=x&count=2",
      [
        #"{"statuses": [{"id": 9}, {"id": 8}], "search_metadata": {"max_id": 9, "next_results": "?max_id=7&q=x&count=2", "query": "x", "count": 2, "since_id": 0}}"#,
        #"{"statuses": [{"id": 7}], "search_metadata": {"max_id": 7, "query": "x", "count": 2, "since_id": 0}}"#,
      ], asks: ["/1.1/search/tweets.json?max_id=7&q=x&count=2"], ids: "9 8 7"),
    Shape(
      "Facebook", "/v19.0/me/posts?limit=2",
      [
        #"{"data": [{"id": "1"}, {"id": "2"}], "paging": {"cursors": {"before": "b1", "after": "a1"}, "next": "ORIGIN/v19.0/9/posts?limit=2&after=a1"}}"#,
        #"{"data": [{"id": "3"}], "paging": {"cursors": {"before": "b2", "after": "a2"}, "previous": "ORIGIN/v19.0/9/posts?before=b2"}}"#,
      ], asks: ["/v19.0/9/posts?limit=2&after=a1"], ids: "1 2 3"),
    Shape(
      "PayPal", "/v1/reporting/transactions?page_size=1",
      [
        #"{"transaction_details": [{"transaction_info": {"transaction_id": "T1"}}], "page": 1, "total_items": 2, "total_pages": 2, "links": [{"href": "ORIGIN/v1/reporting/transactions?page_size=1&page=2", "rel": "next", "method": "GET"}]}"#,
        #"{"transaction_details": [{"transaction_info": {"transaction_id": "T2"}}], "page": 2, "total_items": 2, "total_pages": 2, "links": [{"href": "ORIGIN/v1/reporting/transactions?page=1", "rel": "prev", "method": "GET"}]}"#,
      ], asks: ["/v1/reporting/transactions?page_size=1&page=2"],
      ids: #"{"transaction_id": "T1"} {"transaction_id": "T2"}"#),
    Shape(
      "Datadog", "/api/v2/logs/events?page[limit]=1",
      [
        #"{"data": [{"id": "A", "type": "log"}], "links": {"next": "ORIGIN/api/v2/logs/events?page[limit]=1&page[cursor]=ey"}, "meta": {"page": {"after": "ey"}, "status": "done"}}"#,
        #"{"data": [{"id": "B", "type": "log"}], "meta": {"status": "done"}}"#,
      ], asks: ["/api/v2/logs/events?page[limit]=1&page[cursor]=ey"], ids: "A B"),
    Shape(
      "Vimeo", "/me/videos?per_page=2",
      [
        #"{"total": 3, "page": 1, "per_page": 2, "paging": {"next": "/me/videos?per_page=2&page=2", "previous": null, "first": "/me/videos?page=1", "last": "/me/videos?page=2"}, "data": [{"uri": "/videos/1"}, {"uri": "/videos/2"}]}"#,
        #"{"total": 3, "page": 2, "per_page": 2, "paging": {"next": null, "previous": "/me/videos?page=1"}, "data": [{"uri": "/videos/3"}]}"#,
      ], asks: ["/me/videos?per_page=2&page=2"], ids: "/videos/1 /videos/2 /videos/3"),
    Shape(
      "Oracle REST Data Services", "/ords/hr/employees/?limit=2",
      [
        #"{"items": [{"empno": 1}, {"empno": 2}], "hasMore": true, "limit": 2, "offset": 0, "count": 2, "links": [{"rel": "self", "href": "ORIGIN/ords/hr/employees/"}, {"rel": "next", "href": "ORIGIN/ords/hr/employees/?offset=2&limit=2"}]}"#,
        #"{"items": [{"empno": 3}], "hasMore": false, "limit": 2, "offset": 2, "count": 1, "links": [{"rel": "prev", "href": "ORIGIN/ords/hr/employees/?offset=0"}]}"#,
      ], asks: ["/ords/hr/employees/?offset=2&limit=2"], ids: "1 2 3"),
    Shape(
      "Asana", "/api/1.0/tasks?project=1&limit=1",
      [
        #"{"data": [{"gid": "1"}], "next_page": {"offset": "eyJ0", "path": "/tasks?project=1&limit=1&offset=eyJ0", "uri": "ORIGIN/api/1.0/tasks?project=1&limit=1&offset=eyJ0"}}"#,
        #"{"data": [{"gid": "2"}], "next_page": null}"#,
      ], asks: ["/api/1.0/tasks?project=1&limit=1&offset=eyJ0"], ids: "1 2"),
    Shape(
      "the API of Rick and Morty", "/api/character",
      [
        #"{"info": {"count": 3, "pages": 2, "next": "ORIGIN/api/character?page=2", "prev": null}, "results": [{"id": 1}, {"id": 2}]}"#,
        #"{"info": {"count": 3, "pages": 2, "next": null, "prev": "ORIGIN/api/character?page=1"}, "results": [{"id": 3}]}"#,
      ], asks: ["/api/character?page=2"], ids: "1 2 3"),
  ]
}
