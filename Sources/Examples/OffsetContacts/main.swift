// A list of contacts that is paged by offset and limit, and asked for by hand: the next page comes
// when Return is pressed, or at once where nobody sits at a terminal.
import Dispatch
import Foundation
import Paging

let options = Options()
let service = ContactService(latency: options.latency)
let contacts = PagingGenerator<Contact>(limit: options.pageSize)

func showNext() {
  contacts.next { [service] offset, limit throws(PagingError) in
    OffsetPage(items: try await service.contacts(offset: offset, limit: limit))
  } onFinish: { result in
    switch result {
    case .success(let page): page.forEach { print("\($0.id)  \($0.name)") }
    case .failure(let error): fail(error)
    }
    goOn()
  }
}

func goOn() {
  if contacts.isAtEnd { exit(0) }
  if !options.isPlain {
    print("Return: the next page")
    guard readLine() != nil else { exit(0) }
  }
  showNext()
}

func fail(_ error: PagingError) -> Never {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}

showNext()
// Two calls at once are two pages, in order.
if options.isPlain { showNext() }
dispatchMain()
