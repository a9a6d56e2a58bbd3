import Foundation
import Glibc
import Records
import TemporaryFolders
import Testing
@testable import Feeds

/// A file that replaces another one.
@MainActor @Suite struct `A new file` {
  private static let text = Array("new\n".utf8)

  private func replacement(in folder: TemporaryFolder) throws -> NewFile {
    try folder.write("old\n", to: "places")
    return try NewFile(replacing: "places", in: BytePath(folder.path))
  }

  private func names(in folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
  }

  @Test func `that the disk has room for only a part of is an error that says why`() async throws {
    try await TemporaryFolder.run { folder in
      let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
      defer { close(full) }
      var isFull = false
      let file = try replacement(in: folder)
      let error = #expect(throws: SystemError.self) {
        try file.commit(Self.text) { descriptor, bytes in
          defer { isFull = true }
          let (end, count) = isFull ? (full, bytes.count) : (descriptor, 2)
          return Glibc.write(end, bytes.baseAddress, count)
        }
      }
      #expect(error?.code == ENOSPC)
      #expect(try folder.text(of: "places") == "old\n")
      #expect(try names(in: folder) == ["places"])
    }
  }

  @Test func `is whole, however few bytes the system writes at once`() async throws {
    try await TemporaryFolder.run { folder in
      try replacement(in: folder).commit(Self.text) { descriptor, bytes in
        Glibc.write(descriptor, bytes.baseAddress, 1)
      }
      #expect(try folder.text(of: "places") == "new\n")
      #expect(try names(in: folder) == ["places"])
    }
  }
}

/// A folder whose name is invalid UTF-8.
@MainActor @Suite struct `A folder with any bytes in its name` {
  /// The number of open descriptors of this process that lead to a folder.
  private func openCount(_ folder: BytePath) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
      .count { BytePath(linkAt: "/proc/self/fd/\($0)")?.raw == folder.raw }
  }

  @Test func `is left closed by what keeps files in it`() async throws {
    try await TemporaryFolder.run { temporary in
      let link = temporary.path("link")
      var target = Array((temporary.path + "/a").utf8CString)
      target.insert(CChar(bitPattern: 0xFF), at: target.count - 1)
      #expect(symlink(target, link) == 0)
      let folder = try #require(BytePath(linkAt: link))
      defer {
        _ = folder.appending("columns").withPointer { unlink($0) }
        _ = folder.withPointer { rmdir($0) }
      }
      var layout = SavedColumnLayout()
      layout.frozenCount = 2
      for _ in 0..<3 { try SavedColumns(folder: folder).keep(layout, of: "one") }
      #expect(SavedColumns(folder: folder).arrangement(of: "one") == layout)
      #expect(try openCount(folder) == 0)
    }
  }
}
