/// APIs whose answers have the address of the next page in their header, and hypermedia APIs.
extension Shape {
  static let links = [
    Shape(
      "GitHub", "/repos/o/r/issues?per_page=2",
      [
        Reply(
          #"[{"id": 11, "title": "a"}, {"id": 12, "title": "b"}]"#,
          header: #"Link: <ORIGIN/repositories/9/issues?per_page=2&page=2>; rel="next", "#
            + #"<ORIGIN/repositories/9/issues?per_page=2&page=2>; rel="last""#),
        Reply(
          #"[{"id": 13, "title": "c"}]"#,
          header: #"Link: <ORIGIN/repositories/9/issues?per_page=2&page=1>; rel="first""#),
      ], asks: ["/repositories/9/issues?per_page=2&page=2"], ids: "11 12 13"),
    Shape(
      "GitHub search", "/search/repositories?q=x&per_page=2",
      [
        Reply(
          #"{"total_count": 3, "incomplete_results": false, "items": [{"id": 1}, {"id": 2}]}"#,
          header: #"Link: <ORIGIN/search/repositories?q=x&per_page=2&page=2>; rel="next""#),
        #"{"total_count": 3, "incomplete_results": false, "items": [{"id": 3}]}"#,
      ], asks: ["/search/repositories?q=x&per_page=2&page=2"], ids: "1 2 3"),
    Shape(
      "GitHub Actions", "/repos/o/r/actions/runs?per_page=2",
      [
        Reply(
          #"{"total_count": 3, "workflow_runs": [{"id": 1}, {"id": 2}]}"#,
          header: #"Link: <ORIGIN/repositories/9/actions/runs?per_page=2&page=2>; rel="next""#),
        #"{"total_count": 3, "workflow_runs": [{"id": 3}]}"#,
      ], asks: ["/repositories/9/actions/runs?per_page=2&page=2"], ids: "1 2 3"),
    Shape(
      "GitLab, by keys", "/api/v4/projects?pagination=keyset&per_page=2",
      [
        Reply(
          #"[{"id": 8}, {"id": 7}]"#,
          header: #"Link: <ORIGIN/api/v4/projects?id_before=7&pagination=keyset>; rel="next""#),
        #"[{"id": 5}]"#,
      ], asks: ["/api/v4/projects?id_before=7&pagination=keyset"], ids: "8 7 5"),
    Shape(
      "Gitea", "/api/v1/repos/o/r/issues?limit=2",
      [
        Reply(
          #"[{"id": 1}, {"id": 2}]"#,
          header: "X-Total-Count: 3\r\nLink: <ORIGIN/api/v1/repos/o/r/issues?limit=2&page=2>; "
            + #"rel="next",<ORIGIN/api/v1/repos/o/r/issues?limit=2&page=2>; rel="last""#),
        Reply(
          #"[{"id": 3}]"#,
          header: "X-Total-Count: 3\r\nLink: <ORIGIN/api/v1/repos/o/r/issues?limit=2&page=1>; "
            + #"rel="prev""#),
      ], asks: ["/api/v1/repos/o/r/issues?limit=2&page=2"], ids: "1 2 3"),
    Shape(
      "Mastodon", "/api/v1/timelines/public?limit=2",
      [
        Reply(
          #"[{"id": "90"}, {"id": "80"}]"#,
          header: #"Link: <ORIGIN/api/v1/timelines/public?limit=2&max_id=80>; rel="next", "#
            + #"<ORIGIN/api/v1/timelines/public?limit=2&min_id=90>; rel="prev""#),
        #"[{"id": "70"}]"#,
      ], asks: ["/api/v1/timelines/public?limit=2&max_id=80"], ids: "90 80 70"),
    Shape(
      "WordPress", "/wp-json/wp/v2/posts?per_page=2",
      [
        Reply(
          #"[{"id": 3, "slug": "c"}, {"id": 2, "slug": "b"}]"#,
          header: "X-WP-Total: 3\r\nX-WP-TotalPages: 2\r\n"
            + #"Link: <ORIGIN/wp-json/wp/v2/posts?per_page=2&page=2>; rel="next""#),
        Reply(
          #"[{"id": 1, "slug": "a"}]"#,
          header: "X-WP-Total: 3\r\nX-WP-TotalPages: 2\r\n"
            + #"Link: <ORIGIN/wp-json/wp/v2/posts?per_page=2&page=1>; rel="prev""#),
      ], asks: ["/wp-json/wp/v2/posts?per_page=2&page=2"], ids: "3 2 1"),
    Shape(
      "Shopify", "/admin/api/2026-01/products.json?limit=2",
      [
        Reply(
          #"{"products": [{"id": 1}, {"id": 2}]}"#,
          header: "Link: <ORIGIN/admin/api/2026-01/products.json?page_info=hij&limit=2>; "
            + "rel=next"),
        Reply(
          #"{"products": [{"id": 3}]}"#,
          header: "Link: <ORIGIN/admin/api/2026-01/products.json?page_info=abc&limit=2>; "
            + "rel=previous"),
      ], asks: ["/admin/api/2026-01/products.json?page_info=hij&limit=2"], ids: "1 2 3"),
    Shape(
      "Okta", "/api/v1/users?limit=2",
      [
        Reply(
          #"[{"id": "00u1"}, {"id": "00u2"}]"#,
          header: "Link: <ORIGIN/api/v1/users?limit=2>; rel=\"self\"\r\n"
            + "Link: <ORIGIN/api/v1/users?after=00u2&limit=2>; rel=\"next\""),
        Reply(
          #"[{"id": "00u3"}]"#,
          header: "Link: <ORIGIN/api/v1/users?after=00u2&limit=2>; rel=\"self\""),
      ], asks: ["/api/v1/users?after=00u2&limit=2"], ids: "00u1 00u2 00u3"),
    // Sentry always links to another page, and says whether there is anything on it.
    Shape(
      "Sentry", "/api/0/projects/o/p/issues/",
      [
        Reply(
          #"[{"id": "1"}, {"id": "2"}]"#,
          header: #"Link: <ORIGIN/i/?&cursor=0:0:1>; rel="previous"; results="false"; "#
            + #"cursor="0:0:1", <ORIGIN/i/?&cursor=0:100:0>; rel="next"; results="true"; "#
            + #"cursor="0:100:0""#),
        Reply(
          #"[{"id": "3"}]"#,
          header: #"Link: <ORIGIN/i/?&cursor=0:0:1>; rel="previous"; results="true"; "#
            + #"cursor="0:0:1", <ORIGIN/i/?&cursor=0:200:0>; rel="next"; results="false"; "#
            + #"cursor="0:200:0""#),
      ], asks: ["/i/?&cursor=0:100:0"], ids: "1 2 3"),
    Shape(
      "Sentry, one page", "/api/0/organizations/o/members/",
      [
        Reply(
          #"[{"id": "1"}]"#,
          header: #"Link: <ORIGIN/i/?&cursor=0:0:1>; rel="previous"; results="false", "#
            + #"<ORIGIN/i/?&cursor=0:100:0>; rel="next"; results="false""#)
      ], ids: "1"),
    Shape(
      "a registry of containers", "/v2/_catalog?n=2",
      [
        Reply(
          #"{"repositories": ["alpine", "bash"]}"#,
          header: #"Link: </v2/_catalog?last=bash&n=2>; rel="next""#),
        #"{"repositories": ["curl"]}"#,
      ], asks: ["/v2/_catalog?last=bash&n=2"], ids: "alpine bash curl"),
    Shape(
      "Harbor", "/api/v2.0/projects?page_size=2",
      [
        Reply(
          #"[{"project_id": 1, "name": "a"}, {"project_id": 2, "name": "b"}]"#,
          header: "X-Total-Count: 3\r\n"
            + #"Link: </api/v2.0/projects?page=2&page_size=2>; rel="next""#),
        Reply(#"[{"project_id": 3, "name": "c"}]"#, header: "X-Total-Count: 3"),
      ], asks: ["/api/v2.0/projects?page=2&page_size=2"], ids: "1 2 3"),
    Shape(
      "Discourse, whose members have no well-known name", "/c/7.json",
      [
        #"{"users": [], "topic_list": {"per_page": 2, "topics": [{"id": 1}, {"id": 2}], "#
          + #""more_topics_url": "/c/7?page=1"}}"#
      ].map { Reply($0) }, ids: "1 2", end: .advice),
    Shape(
      "Spring Data", "/people?size=2",
      [
        #"""
        {"_embedded": {"people": [{"id": 1}, {"id": 2}]},
         "_links": {"self": {"href": "ORIGIN/people?size=2"},
                    "next": {"href": "ORIGIN/people?page=1&size=2"}},
         "page": {"size": 2, "totalElements": 3, "totalPages": 2, "number": 0}}
        """#,
        #"""
        {"_embedded": {"people": [{"id": 3}]},
         "_links": {"self": {"href": "ORIGIN/people?page=1&size=2"},
                    "prev": {"href": "ORIGIN/people?page=0&size=2"}},
         "page": {"size": 2, "totalElements": 3, "totalPages": 2, "number": 1}}
        """#,
      ], asks: ["/people?page=1&size=2"], ids: "1 2 3"),
    Shape(
      "Drupal", "/jsonapi/node/article?page[limit]=2",
      [
        #"""
        {"jsonapi": {"version": "1.0"},
         "data": [{"type": "node--article", "id": "a"}, {"type": "node--article", "id": "b"}],
         "links": {"next": {"href": "ORIGIN/jsonapi/node/article?page%5Boffset%5D=2&page%5Blimit%5D=2"},
                   "self": {"href": "ORIGIN/jsonapi/node/article?page%5Blimit%5D=2"}}}
        """#,
        #"""
        {"jsonapi": {"version": "1.0"}, "data": [{"type": "node--article", "id": "c"}],
         "links": {"prev": {"href": "ORIGIN/jsonapi/node/article"}}}
        """#,
      ], asks: ["/jsonapi/node/article?page%5Boffset%5D=2&page%5Blimit%5D=2"], ids: "a b c"),
    Shape(
      "JSON:API with links that are texts", "/articles",
      [
        #"""
        {"meta": {"totalPages": 2}, "data": [{"type": "articles", "id": "3"}],
         "included": [{"type": "people", "id": "9"}],
         "links": {"self": "/articles", "next": "/articles?page[number]=2&page[size]=1", "last": "/x"}}
        """#,
        #"""
        {"meta": {"totalPages": 2}, "data": [{"type": "articles", "id": "4"}],
         "included": [], "links": {"next": null, "prev": "/articles?page[number]=1"}}
        """#,
      ], asks: ["/articles?page[number]=2&page[size]=1"], ids: "3 4"),
    Shape(
      "Siren", "/orders",
      [
        #"""
        {"class": ["orders"], "properties": {"count": 3},
         "entities": [{"rel": ["item"], "properties": {"id": 1}, "id": "a"}],
         "links": [{"rel": ["self"], "href": "/orders"}, {"rel": ["next"], "href": "/orders?page=2"}]}
        """#,
        #"""
        {"class": ["orders"], "properties": {"count": 3},
         "entities": [{"rel": ["item"], "properties": {"id": 2}, "id": "b"}],
         "links": [{"rel": ["previous"], "href": "/orders"}]}
        """#,
      ], asks: ["/orders?page=2"], ids: "a b"),
    Shape(
      "FHIR", "/fhir/Patient?_count=2",
      [
        #"""
        {"resourceType": "Bundle", "type": "searchset", "total": 3,
         "link": [{"relation": "self", "url": "ORIGIN/fhir/Patient?_count=2"},
                  {"relation": "next", "url": "ORIGIN/fhir?_getpages=q&_getpagesoffset=2"}],
         "entry": [{"fullUrl": "p1", "resource": {"id": "1"}}, {"fullUrl": "p2", "resource": {"id": "2"}}]}
        """#,
        #"""
        {"resourceType": "Bundle", "type": "searchset", "total": 3,
         "link": [{"relation": "self", "url": "ORIGIN/fhir?_getpages=q&_getpagesoffset=2"}],
         "entry": [{"fullUrl": "p3", "resource": {"id": "3"}}]}
        """#,
      ], asks: ["/fhir?_getpages=q&_getpagesoffset=2"], ids: "p1 p2 p3"),
    Shape(
      "Hydra", "/api/books",
      [
        #"""
        {"@id": "/api/books", "@type": "hydra:Collection", "hydra:totalItems": 3,
         "hydra:member": [{"@id": "/api/books/1", "id": 1}, {"@id": "/api/books/2", "id": 2}],
         "hydra:view": {"@id": "/api/books?page=1", "hydra:first": "/api/books?page=1",
                        "hydra:last": "/api/books?page=2", "hydra:next": "/api/books?page=2"},
         "hydra:search": {"hydra:mapping": [{"variable": "title"}]}}
        """#,
        #"""
        {"@id": "/api/books", "@type": "hydra:Collection", "hydra:totalItems": 3,
         "hydra:member": [{"@id": "/api/books/3", "id": 3}],
         "hydra:view": {"@id": "/api/books?page=2", "hydra:first": "/api/books?page=1",
                        "hydra:last": "/api/books?page=2", "hydra:previous": "/api/books?page=1"}}
        """#,
      ], asks: ["/api/books?page=2"], ids: "1 2 3"),
  ]
}
