import Dispatch
import Foundation
import Paging

/// Prints each item once, as a line, and ends the program: a pager needs no screen.
///
/// The last line printed stands for the last row drawn, from which the next load follows.
func printAll<Item, Cursor>(
  _ pager: Pager<Item, Cursor>, line: @escaping (Item) -> String
) -> Never {
  var printed = 0
  let watch = pager.observe { _ in
    while printed < pager.count {
      if let item = pager[printed].item { print(line(item)) }
      printed += 1
    }
    switch (pager.state(of: .refresh), pager.state(of: .append)) {
    case (.failed(let error), _), (_, .failed(let error)): fail(error)
    case (_, .end): exit(0)
    case (.idle, .idle): pager.shouldPrefetch(index: printed - 1)
    case (.idle, .paused): pager.paginate()
    default: break
    }
  }
  pager.refresh()
  withExtendedLifetime(watch) { dispatchMain() }
}

private func fail(_ error: PagingError) -> Never {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
