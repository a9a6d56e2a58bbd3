import TableUI
import Terminal

/// A story in a line; its number alone until its content has come.
final class StoryCell: TableViewCell {
  private var id = 0
  private var loader: DetailLoader<Story>?

  func show(_ id: Int, from loader: DetailLoader<Story>) {
    (self.id, self.loader) = (id, loader)
    loader.want(id)
  }

  func prepareForReuse() {
    loader?.cancel(id)
    loader = nil
  }

  func draw(in canvas: inout Canvas) {
    switch loader?.answer(for: id) {
    case .success(let story): canvas.draw(SafeText(story.line))
    case .failure(let error):
      canvas.draw(SafeText("\(id)  \(error)"), style: Theme.standard.failure)
    case nil: canvas.draw(SafeText("\(id)  …"), style: Theme.standard.faint)
    }
  }
}
