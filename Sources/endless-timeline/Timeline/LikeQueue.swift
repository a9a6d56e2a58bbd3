import EventLoop
import Timeline

/// Likes on their way to where they are kept, one after the other, so that none overtakes another and
/// each key counts.
final class LikeQueue {
  typealias Keep = @MainActor (_ liked: Bool, _ id: Post.ID) async throws(TimelineError) -> Post

  /// Called with the post once its like is kept.
  var onKept: (Post) -> Void = { _ in }
  /// Called when a like cannot be kept.
  var onFailure: (TimelineError) -> Void = { _ in }
  private var waiting: [(id: Post.ID, liked: Bool)] = []
  private var isAtWork = false
  private let keep: Keep

  init(_ keep: @escaping Keep) { self.keep = keep }

  /// How many are not kept yet.
  var count: Int { waiting.count }

  /// Likes a post, or takes the like back, whichever it is not: what waits counts as done.
  func toggle(_ post: Post) {
    let isLiked = waiting.last { $0.id == post.id }?.liked ?? post.isLiked
    waiting.append((post.id, !isLiked))
    guard !isAtWork else { return }
    isAtWork = true
    BackgroundExecutor.shared.task { [self] in await work() }
  }

  private func work() async {
    while let next = waiting.first {
      do throws(TimelineError) {
        let post = try await keep(next.liked, next.id)
        waiting.removeFirst()
        onKept(post)
      } catch {
        waiting.removeFirst()
        onFailure(error)
      }
    }
    isAtWork = false
  }
}
