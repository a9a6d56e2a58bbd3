import Records
import Testing

/// Finding the column names and the delimiter at the beginning of CSV text.
@Suite struct `The beginning of CSV` {
  /// The names, and the fields of the first record after them; nil if the text is not CSV.
  private func read(
    _ text: String, _ name: String = "", _ choice: CSVChoice = CSVChoice(), isCSV: Bool = false
  ) -> (names: [String], first: [String])? {
    Array(text.utf8).withUnsafeBytes { bytes in
      let found = RecordFormat.recognized(in: bytes, isComplete: true, name: name, choice)
      let chosen = RecordFormat.dialect(in: bytes, isComplete: true, choice)
      guard case .csv(let dialect) = isCSV ? .csv(chosen) : found else { return nil }
      let reader = CSVReader(dialect)
      let offset = RecordFormat.contentOffset(in: bytes)
      guard let head = reader.head(at: offset, in: bytes, isComplete: true),
        let extent = reader.record(at: head.start, in: bytes, isComplete: true)
      else { return nil }
      let record = reader.record(Array(bytes[extent.content])[...], header: head.header)
      return (head.names, record.map(\.value.text))
    }
  }

  private func choice(
    _ delimiter: UInt8? = nil, header: CSVChoice.Header? = nil, skip: Int? = nil
  ) -> CSVChoice {
    var choice = CSVChoice()
    (choice.delimiter, choice.header, choice.skippedLines) = (delimiter, header, skip)
    return choice
  }

  @Test(
    arguments: [
      // As pandas writes it: the column of row numbers has no name, and column names may be
      // numbers, such as years.
      (",id,name\n0,7,Ann\n1,8,Bob\n2,9,Eve\n", ["1", "id", "name"], ["0", "7", "Ann"]),
      (",0,1\n0,5,x\n1,6,y\n2,7,z\n", ["1_2", "0", "1"], ["0", "5", "x"]),
      ("id,name,id\n1,a,2\n3,b,4\n5,c,6\n", ["id", "name", "id_2"], ["1", "a", "2"]),
      ("land,2019,2020\nA,1,2\nB,3,4\nC,5,6\n", ["land", "2019", "2020"], ["A", "1", "2"]),
      // Titles, comments and hints before the names.
      ("sep=;\nid;name\n1;a\n", ["id", "name"], ["1", "a"]),
      ("\u{FEFF}\"sep=;\"\r\nid;name\r\n1;a\r\n", ["id", "name"], ["1", "a"]),
      ("# made today\n#, by me\nid,name\n1,a\n2,b\n", ["id", "name"], ["1", "a"]),
      ("##v1\n#chrom\tpos\n1\t5\n2\t6\n3\t7\n", ["#chrom", "pos"], ["1", "5"]),
      ("\n\nid,name\n1,a\n2,b\n", ["id", "name"], ["1", "a"]),
      ("Sales\nof May\n\nid,name\n1,a\n2,b\n3,c\n", ["id", "name"], ["1", "a"]),
      (
        "Sales of May, 2024\n\nid,name,sum\n1,a,4\n2,b,5\n3,c,6\n", ["id", "name", "sum"],
        ["1", "a", "4"]
      ),
      // Delimiters within quotes are ignored.
      (
        "name;\"price, EUR\"\nx;\"1,5\"\ny;\"2,5\"\nz;\"3,5\"\n", ["name", "price, EUR"],
        ["x", "1,5"]
      ),
      ("a,\"b;c\"\n1,\"x;y\"\n2,\"z;w\"\n3,\"u;v\"\n", ["a", "b;c"], ["1", "x;y"]),
      // Delimiters other than the usual ones.
      ("a\u{1}b\n1\u{1}2\n3\u{1}4\n", ["a", "b"], ["1", "2"]),
      ("a\u{1F}b,c\n1\u{1F}2,3\n3\u{1F}4,5\n", ["a", "b,c"], ["1", "2,3"]),
      ("user:uid:shell\nann:1:sh\nbob:22:zsh\n", ["user", "uid", "shell"], ["ann", "1", "sh"]),
      (
        "NAME   READY  AGE\nweb-1  1/1    5d\ndb     0/1    12h\n", ["NAME", "READY", "AGE"],
        ["web-1", "1/1", "5d"]
      ),
      ("  PID TTY\n    1 tty\n 4711 pts\n", ["PID", "TTY"], ["1", "tty"]),
    ] as [(String, [String], [String])])
  func `is found whatever the text is called`(text: String, names: [String], first: [String]) {
    for name in ["", "x.txt", "x.csv", "x.log"] {
      let found = read(text, name)
      #expect(found?.names == names, "\(name)")
      #expect(found?.first == first, "\(name)")
    }
  }

  @Test(
    arguments: [
      (
        "Datum;Betrag\n01.02.20;1,50\n02.02.20;2,50\n03.02.20;11,00\n", ["Datum", "Betrag"], "1,50"
      ),
      ("name;preis\nlamp;12,5\nchair;49,9\nx;1,0\n", ["name", "preis"], "12,5"),
      ("title;tags\nA;x,y\nB;x,z\nC;v,w\n", ["title", "tags"], "x,y"),
      ("name;city\nDoe, John;Bonn\nRoe, Jane;Ulm\n", ["name", "city"], "Bonn"),
      ("x\ty\n1,5\t2,5\n3,5\t4,5\n5,5\t4,5\n", ["x", "y"], "2,5"),
      ("name,values\nx,1;2;3\ny,4;5;6\nz,7;8;9\n", ["name", "values"], "1;2;3"),
      ("id;name\n1;a,b\n2;c,d\n3;e,f\n", ["id", "name"], "a,b"),
    ] as [(String, [String], String)])
  func `is no title where a delimiter divides all lines`(
    text: String, names: [String], last: String
  ) {
    for name in ["x.csv", "x.tsv"] {
      let found = read(text, name)
      #expect(found?.names == names, "\(name)")
      #expect(found?.first.last == last, "\(name)")
    }
  }

  @Test func `is after a title that only a wrong delimiter divides`() {
    let table = "Datum;Betrag\n01.02.20;1,50\n02.02.20;2,50\n"
    #expect(read("Umsatz, Mai\n" + table, "x.csv")?.names == ["Datum", "Betrag"])
    #expect(read("Umsatz\n\n" + table, "x.csv")?.first == ["01.02.20", "1,50"])
  }

  @Test(
    arguments: [
      "a,b\nx,1\ny,2\nz,3\nx,q\u{1}q\n", "a,b\nx,1\ny,2\nz,3\nx,q\u{1F}q\n",
      "a,b\nx,1\ny,q\u{1}q\nz,q\u{1}q\nx,q\u{1}q\n", "a,b\nx,1\ny\nz,u;v\nz,u;v\nz,u;v\n",
      "a,b\nx,1\n\nfoo,bar,baz\n",
    ])
  func `is the first line, although the last records have another delimiter`(text: String) {
    let found = read(text, "x.csv")
    #expect(found?.names == ["a", "b"])
    #expect(found?.first == ["x", "1"])
  }

  @Test(
    arguments: [
      "name\nalpha\nbeta\nx;y\n", "url\nhttp://a/b\nhttp://e/f?x=1|2\n",
      "note\n1\n2\n3\n4\n5\n6\n7\n8\n9\nfoo;bar\na;b\nc;d\n",
    ])
  func `is not before the only records that a delimiter divides`(text: String) {
    #expect(read(text, "x.csv") == nil)
    #expect(read(text, "x.csv", isCSV: true)?.names.count == 1)
  }

  @Test func `is after titles that are followed by few records`() {
    #expect(read("Sales\nof May\nid;name\n1;a\n2;b\n", "x.csv")?.names == ["id", "name"])
    #expect(read("Sales\nof\nMay\n\nid;name\n1;a\n", "x.csv")?.names == ["id", "name"])
    #expect(
      read("Sales\nof\nMay\nid;name\n1;a\n", "x.csv", choice(UInt8(ascii: ";")))?.names
        == ["id", "name"])
  }

  @Test func `is one of values where all of them are numbers`() {
    #expect(read("2019,2020\n1,2\n", "x.csv")?.names == ["1", "2"])
    #expect(read("2019,2020\n1,2\n", "x.csv")?.first == ["2019", "2020"])
    #expect(read("1;2,5\n3;4,5\n", "x.csv")?.names == ["1", "2"])
  }

  @Test func `is where the reader says`() {
    let years = "2019,2020\n1,2\n3,4\n"
    #expect(read(years, "", choice(header: .line(1)))?.names == ["2019", "2020"])
    #expect(read(years, "x.csv", choice(header: .line(1)))?.first == ["1", "2"])
    #expect(read(years, "x.csv", choice(header: .line(2)))?.names == ["1", "2"])
    #expect(
      read("a,b\n1,2\n", "x.csv", choice(header: CSVChoice.Header.none))?.names == ["1", "2"])
    #expect(
      read("a,b\n1,2\n", "x.csv", choice(header: CSVChoice.Header.none))?.first == ["a", "b"])
    let titles = "x,y,\"z\n#\na,b\n1,2\n3,4\n"
    #expect(read(titles, "x.csv", choice(skip: 2))?.names == ["a", "b"])
    #expect(read(titles, "", choice(skip: 2), isCSV: true)?.first == ["1", "2"])
    #expect(read(titles, "x.csv", choice(header: .line(2), skip: 1))?.names == ["a", "b"])
    #expect(read("a,b\r1,2\r3,4\r", "x.csv", choice(skip: 1))?.names == ["1", "2"])
    #expect(read("a,b\n", "x.csv", choice(skip: 9))?.names == nil)
  }

  @Test func `has the delimiter that the reader names`() {
    #expect(read("a,b;c\n1,2;3\n", "x.csv", choice(UInt8(ascii: ";")))?.names == ["a,b", "c"])
    #expect(read("a:b\nc:d\n", "", choice(UInt8(ascii: ":")))?.names == ["a", "b"])
    #expect(
      read(" a \"b  c\n 1  2 3\n", "", choice(0x20), isCSV: true)?.names == ["a", "\"b", "c"])
    #expect(read("one\ntwo\n", "", choice(UInt8(ascii: "!")), isCSV: true)?.names == ["one"])
  }

  @Test func `passes over no record of one field where most have one`() {
    #expect(read("text\nhello\nhello, you\nbye\n", "x.csv") == nil)
  }
}
