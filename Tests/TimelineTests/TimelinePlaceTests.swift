import Foundation
import TemporaryFolders
import Testing

@testable import Timeline

@Suite struct `A place of a timeline` {
  private let folder: TemporaryFolder
  private let other: TemporaryFolder

  init() throws { (folder, other) = (try TemporaryFolder(), try TemporaryFolder()) }

  @Test func `with a link has the file and the log of the link's target`() throws {
    let target = other.url("posts.db")
    try Data().write(to: target)
    try FileManager.default.createSymbolicLink(at: folder.database, withDestinationURL: target)
    let place = TimelinePlace(directory: folder.path)
    #expect(!place.hasFile && !place.hasLog)
    try Data("log".utf8).write(to: other.url("posts.db-wal"))
    #expect(place.hasLog)
    try Data("file".utf8).write(to: target)
    #expect(place.hasFile)
  }
}
