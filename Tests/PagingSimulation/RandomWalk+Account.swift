import Paging

/// What happens in a walk, told for a person.
extension RandomWalk {
  /// What the last step did and what is held after it, in one line.
  package var account: String {
    let out = run.waiting.map(\.text).joined(separator: ", ") + (problem.map { "  |  \($0)" } ?? "")
    let what = event.map(\.text) ?? "\(step?.kind ?? .look)"
    return
      "@\(run.machine.count > 0 ? run.machine.place(ofEntry: 0) ?? -1 : -1) \(run.now) \(what)  |  \(run.list)  |  out: \(out)"
  }
}

extension Ticket<Int> {
  fileprivate var text: String { "\(sequence): \(request.reason) \(request.position)" }
}

extension PagerEvent<Post, Int> {
  fileprivate var text: String {
    switch self {
    case .loaded(let ticket, let page): "\(ticket.text) brings \(page.text)"
    case .failed(let ticket, let error):
      "\(ticket.text) fails\(error.isRetryable ? ", may pass" : "")"
        + (error.retryAfter.map { ", asks for \($0)" } ?? "")
    case .viewport(let entries): "look at \(entries)"
    case .replace(let post): "replace \(post.id)"
    default: "\(self)"
    }
  }
}

extension Page<Post, Int> {
  fileprivate var text: String {
    let ids = items.map { "\($0.id)" }.joined(separator: " ")
    return "[\(ids)] before \(before) after \(after)" + (pause.map { " pause \($0)" } ?? "")
  }
}
