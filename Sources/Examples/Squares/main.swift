import NCursesTerminal
import Paging
import TableUI
import Terminal

struct Squares: PagingSource {
  struct Item: Identifiable { let id: Int }

  func load(_ request: PageRequest<Int>) async throws(PagingError) -> Page<Item, Int> {
    var first = 0
    if case .after(let number) = request.position { first = number }
    let end = first + request.count
    return Page(items: (first..<end).map(Item.init), after: .more(end))
  }
}

final class SquareCell: TableViewCell {
  var number = 0
  func draw(in canvas: inout Canvas) { canvas.draw("\(number)² = \(number * number)") }
}

let pager = Pager(source: Squares())
let list = PagedListController(pager: pager, title: "Squares", cell: SquareCell.self) {
  cell, item, _ in
  cell.number = item.id
}
try NCursesScreen.open { Session(screen: $0, root: list).run() }
