import TemporaryFolders
import Testing

@testable import Feeds

/// The facts that are shown about an entry of a folder besides its name.
@Suite struct `What an entry is` {
  @Test(arguments: [
    (0o644, "rw-r--r--"), (0o755, "rwxr-xr-x"), (0o4711, "rws--x--x"), (0o2640, "rw-r-S---"),
    (0o1777, "rwxrwxrwt"), (0o1000, "--------T"), (0, "---------"),
  ]) func `tells who may do what, as ls does`(bits: Int, text: String) {
    #expect(Permissions(bits).description == text)
  }

  @Test func `names an account by its number, and one that has no name is its number`() {
    let names = AccountNames(
      Array("root:x:0:0:root:/root:/bin/sh\nbroken\n:x\nana:x:1000:1000::/:\nbob:x:1000:".utf8))
    #expect(names[0] == "root")
    #expect(names[1_000] == "ana")
    #expect(names[7] == "7")
    #expect(AccountNames(path: "/does/not/exist")[0] == "0")
  }

  @Test func `tells the home folder of a user, who may be in no file`() throws {
    let folder = try TemporaryFolder()
    let users = try folder.write(
      "root:x:0:0:root:/root:/bin/sh\nbroken:x:1000\nana:x:1000:1000:Ana,,,:/home/ana:/bin/sh\n",
      to: "passwd")
    #expect(AccountNames.home(of: 1_000, in: users) == Array("/home/ana".utf8))
    #expect(AccountNames.home(of: 7, in: users) == nil)
    #expect(AccountNames.home(of: 0, in: "/does/not/exist") == nil)
    #expect(BytePath(absolute: Array("/home/ana".utf8))?.shown == "/home/ana")
    #expect(BytePath(absolute: []) == nil)
  }

  @Test func `names no account by a number that is cut`() {
    let whole = AccountNames.wholeLines(Array("ana:x:1000:\nbob:x:10".utf8))
    #expect(AccountNames(whole)[1_000] == "ana")
    #expect(AccountNames(whole)[10] == "10")
    #expect(AccountNames.wholeLines(Array("bob:x:10".utf8)).isEmpty)
  }
}
