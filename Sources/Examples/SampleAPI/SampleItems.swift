/// A list of sample data.
enum SampleList: String, CaseIterable, Sendable {
  case timeline, users, contacts, stories

  /// Whether the newest item, which has the greatest ID, comes first.
  var isNewestFirst: Bool { self == .timeline }

  /// The names of the fields.
  var fields: [String] {
    switch self {
    case .timeline: ["id", "author", "handle", "posted", "text", "likes", "reposts"]
    case .users: ["id", "name", "email", "city"]
    case .contacts: ["id", "first", "last", "phone", "company"]
    case .stories: ["id", "title", "url", "by", "score", "comments", "time"]
    }
  }

  /// The item with an ID; the same ID always gives the same item.
  func item(_ id: Int) -> SampleItem {
    SampleItem(id: id, fields: Array(zip(fields, values(of: id))))
  }

  private func values(of id: Int) -> [JSON] {
    let draw = Draw(id: id)
    return switch self {
    case .timeline: draw.post
    case .users: draw.user
    case .contacts: draw.contact
    case .stories: draw.story
    }
  }
}

/// An item of a list.
struct SampleItem: Sendable {
  let id: Int
  /// The fields in the order of the list, the ID first.
  let fields: [JSON.Field]

  var json: JSON { .object(fields) }

  /// The values as strings.
  var texts: [String] {
    fields.map { field in
      switch field.value {
      case .text(let text): text
      case .number(let number): String(number)
      default: ""
      }
    }
  }
}

/// A generator of the content of an item from its ID.
private struct Draw {
  let id: Int

  var post: [JSON] {
    let author = SampleWords.people[number(1, below: SampleWords.people.count)]
    let text = "\(pick(SampleWords.openings, 2)) \(pick(SampleWords.events, 3))"
    return [
      .number(id), "\(author.first) \(author.last)", "@\(author.handle)", .text(posted),
      .text(text),
      .number(number(4, below: 400)), .number(number(5, below: 40)),
    ]
  }

  var user: [JSON] {
    let first = SampleWords.people[number(1, below: SampleWords.people.count)]
    let last = SampleWords.people[number(2, below: SampleWords.people.count)]
    return [
      .number(id), "\(first.first) \(last.last)", "\(first.handle).\(id)@example.org",
      .text(pick(SampleWords.cities, 3)),
    ]
  }

  var contact: [JSON] {
    let first = SampleWords.people[number(1, below: SampleWords.people.count)]
    let last = SampleWords.people[number(2, below: SampleWords.people.count)]
    let phone = "+44 1632 960\(String(1_000 + number(3, below: 1_000)).suffix(3))"
    return [
      .number(id), .text(first.first), .text(last.last), .text(phone),
      .text(pick(SampleWords.companies, 4)),
    ]
  }

  var story: [JSON] {
    let by = SampleWords.people[number(1, below: SampleWords.people.count)].handle
    return [
      .number(id), "Show: \(pick(SampleWords.events, 2))", "https://example.org/stories/\(id)",
      .text(by), .number(number(3, below: 900)), .number(number(4, below: 300)), .number(time),
    ]
  }

  /// The time of the item in seconds since 1970: from the start of 2026, each ten minutes have one
  /// item, at a random second.
  private var time: Int { 1_767_225_600 + id * 600 + number(6, below: 600) }

  private var posted: String { Self.timestamp(time) }

  private func pick(_ words: [String], _ salt: UInt64) -> String {
    words[number(salt, below: words.count)]
  }

  /// A pseudorandom number, mixed as in SplitMix64.
  private func number(_ salt: UInt64, below limit: Int) -> Int {
    var mixed =
      UInt64(bitPattern: Int64(id)) &* 0x9e37_79b9_7f4a_7c15 &+ salt &* 0xd1b5_4a32_d192_ed03
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return Int((mixed ^ (mixed >> 31)) >> 33) % limit
  }

  /// A time in ISO 8601, with the algorithm `civil_from_days` by Howard Hinnant.
  private static func timestamp(_ time: Int) -> String {
    let (days, seconds) = time.quotientAndRemainder(dividingBy: 86_400)
    let (era, day) = (days + 719_468).quotientAndRemainder(dividingBy: 146_097)
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
    let ofYear = day - (365 * year + year / 4 - year / 100)
    let shifted = (5 * ofYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let date = [
      era * 400 + year + (month <= 2 ? 1 : 0), month, ofYear - (153 * shifted + 2) / 5 + 1,
    ]
    let clock = [seconds / 3_600, seconds / 60 % 60, seconds % 60]
    return date.map(digits).joined(separator: "-") + "T"
      + clock.map(digits).joined(separator: ":") + "Z"
  }

  private static func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// Words from which items are generated.
enum SampleWords {
  static let people: [(first: String, last: String, handle: String)] = [
    ("Ada", "Okafor", "ada"), ("Béla", "Szabó", "bela"), ("Chidi", "Eze", "chidi"),
    ("Dilnoza", "Karimova", "dilnoza"), ("Elif", "Yılmaz", "elif"), ("Finn", "O'Hara", "finn"),
    ("Grace", "Nakamura", "grace"), ("Håkon", "Bø", "hakon"), ("Ines", "Carvalho", "ines"),
    ("Jun", "Tanaka", "jun"), ("Kofi", "Mensah", "kofi"), ("Lupe", "Ortiz", "lupe"),
  ]

  static let openings = [
    "On the way home:", "Nobody believes me, but", "Small things:", "Today,", "Field notes:",
    "For the record,", "As every year,", "Overheard:",
  ]

  static let events = [
    "the ferry was cancelled, so thirty strangers played cards until midnight",
    "the bakery sold \"yesterday's bread\" and had a queue around the block",
    "a kite got caught on the town hall, and the mayor climbed up himself",
    "the library lends umbrellas now; all of them are out",
    "an owl has moved into the bell tower",
    "the bridge hums in G minor when the wind is from the west",
    "someone knitted a scarf for the statue of the general",
    "the 6:14 train was on time, and half of us missed it",
    "the lighthouse keeper's cat is 21 — and still hunts",
    "the map shows a lake that nobody can find",
    "the choir rehearsed in the car park, as the hall was locked",
    "the café serves one soup a day and never says which",
  ]

  static let cities = [
    "Bergen", "Évora", "Galway", "Győr", "Izmir", "Kumasi", "Lagos", "Nagoya", "Oaxaca",
    "Samarkand",
  ]

  static let companies = [
    "Anchor & Sons", "Bright Mills, Ltd.", "Northern Kites", "Old Harbour Tea",
    "Seven Bridges Rail",
    "Umbrella Library",
  ]
}
