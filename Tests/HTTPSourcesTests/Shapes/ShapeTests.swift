import HTTPSources
import Paging
import Testing

/// The paging of documented APIs, detected from their first answers and the typed addresses.
@Suite(.timeLimit(.minutes(2))) struct `The shape of an API` {
  @Test(arguments: Shape.all) func `is found, and followed to its end`(_ shape: Shape) async throws
  {
    let walk = try await Walk(shape)
    #expect(walk.ids.joined(separator: " ") == shape.ids, "\(walk.explanation ?? "")")
    #expect(walk.service.requests.count == 1 + shape.asks.count, "\(walk.service.requests)")
    for (request, ask) in zip(walk.service.requests.dropFirst(), shape.asks) {
      ask.expect(request, of: shape.name, isPost: shape.body != nil)
    }
    switch shape.end {
    case .isFound:
      #expect(walk.failure == nil)
      #expect(walk.advice == nil)
    case .advice:
      #expect(walk.failure == nil)
      #expect(walk.advice != nil)
    case .failure(let words):
      #expect(walk.failure?.description.contains(words) == true, "\(walk.failure as Any)")
    }
  }

  @Test func `is known of sixty APIs at least, each once`() {
    #expect(Shape.all.count >= 60)
    #expect(Set(Shape.all.map(\.name)).count == Shape.all.count)
  }
}

extension Shape {
  static let all = links + moreLinks + tokens + moreTokens + numbers + keys + wrapped + posted
}
