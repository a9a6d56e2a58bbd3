// A list of stories that is paged by token. The service lists ids alone; what a story says is asked
// for by the cells in sight, in batches, and stopped where they are scrolled past.
import NCursesTerminal
import Paging
import TableUI

let options = Options()
let service = StoryService(latency: options.latency)
let stories = DetailLoader<Story> { [service] ids throws(PagingError) in
  try await service.stories(ids)
}
let config = ListConfig(cell: StoryCell.self) { [service] token, count throws(PagingError) in
  let answer = try await service.ids(token: token, count: count)
  return TokenPage(items: answer.ids.map(StoryID.init), next: answer.next)
} fill: { cell, item in
  cell.show(item.id, from: stories)
}
let list = config.list(
  try PagerConfiguration(pageSize: options.pageSize, prefetchDistance: 10), title: "Stories")
stories.onChange = {
  list.title = "Stories (batches \(stories.batchCount), cancelled \(stories.cancelledCount))"
  list.onNeedsDisplay?()
}
if options.isPlain { printAll(list.pager, of: service) }

try NCursesScreen.open { Session(screen: $0, root: list).run() }
