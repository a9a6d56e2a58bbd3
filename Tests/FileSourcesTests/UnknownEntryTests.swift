import Glibc
import Testing

@testable import FileSources

/// An entry of a folder that cannot be examined.
@Suite struct `An entry that is gone` {
  @Test func `has no owner and no permissions`() {
    let folder = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(folder) }
    let entry = FolderEntry(Array("no such name".utf8), in: folder)
    #expect(entry.kind == .unknown)
    #expect(entry.permissions == nil)
    #expect(entry.owner == nil)
    #expect(entry.group == nil)
  }
}
