import Dispatch
import Foundation

/// Does something without a screen and ends the program: with status 1 and the error where it fails.
public func endAfter(_ work: @escaping () async throws -> Void) -> Never {
  Task {
    do {
      try await work()
      exit(0)
    } catch {
      fail(error)
    }
  }
  dispatchMain()
}

/// Writes an error in a line, and ends the program with status 1.
public func fail(_ error: any Error) -> Never {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
