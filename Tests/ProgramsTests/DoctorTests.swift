import Feeds
import Glibc
import Programs
import TemporaryFolders
import Testing

@Suite struct `A report on what is around the program` {
  @Test func `has a line for each thing, aligned, and below it what to do`() {
    let report = DoctorReport([
      Finding("terminal", .right, "xterm, 24 lines of 80 columns"),
      Finding("pagers", .remark, "none is set", advice: "export PAGER=endless"),
      Finding("state folder", .wrong, "/x cannot be written", advice: "make it writable"),
    ])
    #expect(
      report.text == """
          ok     terminal      xterm, 24 lines of 80 columns
          note   pagers        none is set
                               export PAGER=endless
          wrong  state folder  /x cannot be written
                               make it writable

        1 problem found.

        """)
    #expect(report.status == 1)
    #expect(DoctorReport([Finding("pagers", .remark, "none is set")]).status == 0)
  }

  private func around(
    _ variables: [String: String], state: String = "/"
  ) -> Surroundings {
    Surroundings(environment: { variables[$0] }, state: BytePath(state))
  }

  @Test func `finds a pager that is there, past variables, and misses one that is not`() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "bin/pager")
    chmod(folder.path("bin/pager"), 0o755)
    let path = folder.path("bin")
    let right = around(["PATH": path, "PAGER": "LESS=FRX pager -R", "GIT_PAGER": ""])
    #expect(right.pagers() == [Finding("pagers", .right, "PAGER=LESS=FRX pager -R")])
    let wrong = around(["PATH": path, "MANPAGER": "pagre"]).pagers()
    #expect(wrong.map(\.state) == [.wrong])
    #expect(wrong.first?.words == "MANPAGER=pagre, but pagre is not installed")
    #expect(around([:]).pagers().map(\.state) == [.remark])
  }

  @Test func `says what LESS says, and that LESSSECURE forbids things`() {
    #expect(around(["LESS": "FRX"]).pagers().last == Finding("less", .right, "LESS=FRX"))
    let secure = around(["LESS": "R", "LESSSECURE": "1"]).pagers().last
    #expect(secure?.state == .remark)
    #expect(secure?.words == "LESS=R, LESSSECURE=1")
  }

  @Test(arguments: [
    (["LANG": "de_DE.UTF-8"], Finding.State.right), (["LC_ALL": "C", "LANG": "de_DE"], .right),
    (["LANG": "de_DE.ISO-8859-1"], .remark), ([:], .right),
    (["LC_ALL": "", "LANG": "C.utf8"], .right),
  ])
  func `says what the locale is`(variables: [String: String], state: Finding.State) {
    #expect(around(variables).locale().state == state)
  }

  @Test func `finds what takes a copied text, or what would`() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "bin/xclip")
    chmod(folder.path("bin/xclip"), 0o755)
    let variables = ["PATH": "/nowhere:" + folder.path("bin")]
    #expect(
      around(variables).clipboard(["wl-copy", "xclip"])
        == Finding("clipboard", .right, "uses xclip"))
    #expect(around([:]).clipboard(["wl-copy", "xclip"]).advice == "install wl-copy or xclip")
    #expect(around([:]).clipboard(["pbcopy"]).advice == nil)
  }

  @Test func `finds the parts of the program, or says what is lost without them`() {
    let found = around([:]).parts { [BytePath("/nowhere/\($0)"), BytePath("/bin/sh")] }
    #expect(found.map(\.state) == [.right, .right])
    let lost = around([:]).parts { [BytePath("/nowhere/\($0)")] }
    #expect(lost.map(\.state) == [.wrong, .wrong])
    #expect(
      lost.first?.words
        == "not found at /nowhere/endless-connect: addresses and databases cannot be opened")
  }

  @Test func `says whether places can be kept`() throws {
    let folder = try TemporaryFolder()
    #expect(
      around([:], state: folder.path).places() == Finding("state folder", .right, folder.path))
    let made = around([:], state: folder.path("a/b")).places()
    #expect(made.state == .right)
    #expect(made.words.hasSuffix("a/b, created when needed"))
    #expect(around([:], state: "/dev/null/endless").places().state == .wrong)
  }
}
