/// What the items of the lists are made of.
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
