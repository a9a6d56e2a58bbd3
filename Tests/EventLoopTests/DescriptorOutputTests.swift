import EventLoop
import Glibc
import Testing

@Suite struct `Bytes for a descriptor` {
  private static func write(_ text: String, to descriptor: Int32) -> (count: Int, error: Int32) {
    Array(text.utf8).withUnsafeBytes { DescriptorOutput.write($0, to: descriptor) }
  }

  @Test(arguments: ["", "x", "all of them"]) func `arrive`(text: String) throws {
    let pipe = try Pipe()
    let (count, error) = Self.write(text, to: pipe.writing)
    #expect(count == text.utf8.count && error == 0)
    #expect(pipe.read() == text)
  }

  @Test func `stop where the descriptor takes no more`() throws {
    let pipe = try Pipe()
    let text = String(repeating: "x", count: 1 << 20)
    let (count, error) = Self.write(text, to: pipe.writing)
    #expect(error == EAGAIN)
    #expect(count > 0 && pipe.read().count == count)
  }

  @Test func `are told why none were taken`() throws {
    let (count, error) = Self.write("x", to: -1)
    #expect(count == 0 && error == EBADF)
  }
}
