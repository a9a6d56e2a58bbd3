/// The description of the service, at its root.
enum Index {
  static let json: JSON = [
    "address": "/[with/KEY=VALUE;KEY=VALUE…/]STYLE/LIST?parameters",
    "lists": .object(
      SampleList.allCases.map { ($0.rawValue, .array($0.fields.map(JSON.text))) }),
    "styles": .array(styles),
    "switches": .array(switches.map { ["name": .text($0), "meaning": .text($1)] }),
    "faults": .array(
      Fault.all.map { ["address": "/[with/…/]fault/\($0.name)", "meaning": .text($0.meaning)] }),
    "others": .array(others.map { ["address": .text($0), "meaning": .text($1)] }),
  ]

  private static let styles = Style.all.map { style -> JSON in
    [
      "name": .text(style.name), "method": .text(style.method), "asked": .text(style.asked),
      "answered": .text(style.answered),
    ]
  }

  private static let switches = [
    ("count=N", "that many items; 1000 by default"),
    ("key=TEXT", "count requests under that key; 'default' by default"),
    ("latency=MS", "wait before each answer"),
    ("fail=N:STATUS,…", "refuse the Nth request of the key, from 1"),
    ("fail-all=STATUS", "refuse all"),
    ("retry-after=TEXT", "the header Retry-After where one is refused"),
    ("limit=N", "refuse with 429 after n requests of the key"),
    ("window=MS", "with limit: n requests of the key in that time, and the headers X-RateLimit-…"),
    ("says=NAME: VALUE|…", "headers of all answers"),
    ("etag", "the header ETag; 304 for If-None-Match with the same"),
    ("expired=STATUS", "refuse all requests with a cursor, a token, or a page behind the first"),
    ("short=N", "pages have n items fewer than asked for, and none is left out"),
    ("empty=N", "page N, from 1, has no items, and the others come after it"),
    ("repeat", "the last page again for those beyond the end, where pages have numbers"),
    ("beyond=STATUS", "the status of a page beyond the end, where pages have numbers"),
    ("move=N", "n items come at the head before each request of the key but the first"),
    ("no-total", "leave out all that depends on the total"),
    ("total-null", "null for the total"),
    ("has-more", "add has_more to a body that is an object"),
    ("base=0", "the number of the first page; 1 by default"),
    ("max=N", "the largest page, whatever is asked for; 100 by default"),
    ("name=TEXT", "the name of the array; without a name it stands alone"),
    ("auth=TOKEN", "401 without Authorization: Bearer TOKEN"),
    ("header=NAME", "401 without that header"),
    ("relative", "links without scheme and host"),
    ("type=TEXT", "the type of the answer, whatever it is; none where the text is empty"),
    ("hold", "after the lines of an answer nothing more comes, and it does not end"),
  ]

  private static let others = [
    ("/[with/…/]echo", "the request as JSON, and as the one item of items; any method"),
    ("/counts/KEY", "{requests, refused, most_at_once, paths} of a key; refused by limit"),
    ("/counts/KEY/reset", "forget a key"),
  ]
}
