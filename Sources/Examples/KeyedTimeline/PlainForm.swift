import Dispatch
import Foundation
import Paging

/// Prints each item once, as a line, and ends the program: a pager needs no screen.
func printAll<Item, Cursor>(
  _ pager: Pager<Item, Cursor>, line: @escaping (Item) -> String
) -> Never {
  Task {
    do {
      for try await item in pager.items { print(line(item)) }
      exit(0)
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }
  dispatchMain()
}
