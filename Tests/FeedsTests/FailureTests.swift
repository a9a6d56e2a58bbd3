import ByteStores
import Feeds
import Testing

@Suite struct `A failure` {
  @Test func `of a command has its name, because there may be several`() {
    let error = FileError.commandFailed(command: "cat a\ncat b", status: 5, said: "")
    #expect(Failure(error) == .source("cat a cat b: exited with status 5"))
    #expect(Failure(FileError.missing(path: "a")) == .source("a: No such file or directory"))
  }
}
