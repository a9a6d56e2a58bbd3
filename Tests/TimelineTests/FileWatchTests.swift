import TemporaryFolders
import Foundation
import Testing
import SQLSources

@Suite(.timeLimit(.minutes(5))) struct `A watch of files` {
  private let folder: TemporaryFolder
  private let told = Tally()

  init() throws { folder = try TemporaryFolder() }

  private func watch() throws -> FileWatch {
    let watch = FileWatch(folder: folder.path, names: ["log"]) { [told] in told.add() }
    return try #require(watch)
  }

  private func write(_ name: String) throws {
    let file = folder.url(name)
    if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
    let handle = try FileHandle(forWritingTo: file)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("x".utf8))
    try handle.close()
  }

  @Test func `tells at once, because something may have come before, and again`() async throws {
    let watch = try watch()
    await told.reach(2)
    withExtendedLifetime(watch) {}
  }

  @Test func `tells twice what is written, because it may count only later`() async throws {
    let watch = try watch()
    await told.reach(2)
    try write("log")
    await told.reach(4)
    withExtendedLifetime(watch) {}
  }

  @Test func `tells of a file that goes and comes`() async throws {
    let watch = try watch()
    await told.reach(2)
    for round in 1...3 {
      try write("log")
      await told.reach(2 + 2 * round)
      try FileManager.default.removeItem(at: folder.url("log"))
    }
    withExtendedLifetime(watch) {}
  }

  @Test func `tells of no other file`() async throws {
    let watch = try watch()
    await told.reach(2)
    for name in ["log-shm", "lo", "other"] { try write(name) }
    try await waitForQuiet()
    #expect(told.count == 2)
    withExtendedLifetime(watch) {}
  }

  @Test func `tells of a thousand writes together`() async throws {
    let watch = try watch()
    await told.reach(2)
    let begin = ContinuousClock.now
    try write("log")
    let handle = try FileHandle(forWritingTo: folder.url("log"))
    for _ in 0..<1_000 { try handle.write(contentsOf: Data("x".utf8)) }
    let rounds = Int((ContinuousClock.now - begin) / .milliseconds(10)) + 2
    await told.reach(4)
    try await waitForQuiet()
    #expect(told.count <= 2 + 2 * rounds)
    withExtendedLifetime(watch) {}
  }

  @Test func `is nil where there is no folder`() {
    #expect(FileWatch(folder: folder.path + "/none", names: []) {} == nil)
  }

  @Test func `is nil where the system has no watch left`() async {
    await #expect(processExitsWith: .success) {
      var limit = rlimit(rlim_cur: 0, rlim_max: 0)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      exit(FileWatch(folder: "/", names: []) {} == nil ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }

  @Test func `stays silent when its folder goes`() async throws {
    let watch = try watch()
    await told.reach(2)
    try FileManager.default.removeItem(atPath: folder.path)
    try FileManager.default.createDirectory(
      atPath: folder.path, withIntermediateDirectories: false)
    try write("log")
    try await waitForQuiet()
    // The removal of the folder may be reported, but only once.
    #expect((2...4).contains(told.count))
    withExtendedLifetime(watch) {}
  }

  @Test func `leaves no descriptor, whenever it ends`() async throws {
    let open = try OpenFiles(in: folder)
    for _ in 1...20 {
      let watch = try watch()
      try write("log")
      #expect(open.watches > 0)
      withExtendedLifetime(watch) {}
    }
    await wait { open.watches == 0 }
  }
}
