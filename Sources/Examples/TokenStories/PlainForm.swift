import Dispatch
import Foundation
import Paging

/// Prints each story once, as a line, and ends the program.
func printAll(
  _ pager: Pager<StoryID, String>, of service: StoryService
) -> Never {
  let watch = pager.observe { _ in
    switch (pager.state(of: .refresh), pager.state(of: .append)) {
    case (.failed(let error), _), (_, .failed(let error)): fail(error)
    case (_, .end): finish(ids: (0..<pager.count).compactMap { pager[$0].item?.id }, service)
    case (.idle, .idle), (.idle, .paused): pager.paginate()
    default: break
    }
  }
  pager.refresh()
  withExtendedLifetime(watch) { dispatchMain() }
}

/// Prints the stories in the order of the list, a batch at a time.
private func finish(ids: [Int], _ service: StoryService) {
  Task {
    do throws(PagingError) {
      for start in stride(from: 0, to: ids.count, by: 20) {
        let batch = Array(ids[start...].prefix(20))
        let stories = try await service.stories(batch)
        for id in batch { stories.first { $0.id == id }.map { print($0.line) } }
      }
      exit(0)
    } catch {
      fail(error)
    }
  }
}

private func fail(_ error: PagingError) -> Never {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
