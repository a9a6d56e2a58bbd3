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

  @Test func `has one range in each request, also if the reader has typed one`() async throws {
    var shape = try #require(Shape.numbers.first { $0.name == "PostgREST" })
    shape.headers = [HTTPField("Range-Unit", "items"), HTTPField("range", "0-1")]
    let walk = try await Walk(shape)
    #expect(walk.ids == ["1", "2", "3"])
    for request in walk.service.requests {
      let names = request.split(whereSeparator: \.isNewline).map {
        $0.lowercased().prefix { $0 != ":" }
      }
      #expect(names.count { $0 == "range" } == 1, "\(request)")
      #expect(names.count { $0 == "range-unit" } == 1, "\(request)")
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
