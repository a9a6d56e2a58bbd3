import Paging
import Testing

/// Sources on top of a client that throws its own errors.
@Suite struct `An error of a client` {
  /// The sources that can convert the errors of a client.
  enum Mapping: CaseIterable, Sendable {
    case number, offset, token, exclusiveKey, inclusiveKey, link
  }

  private struct Note: Identifiable, Sendable { let id: Int }
  private struct Refused: Error {}
  private static let start = "https://a.example"
  private static let paging = PagingError("busy", isRetryable: true, retryAfter: .seconds(3))

  /// The error that a source throws if its client throws an error.
  private func error(of mapping: Mapping, over thrown: any Error) async -> PagingError? {
    do throws(PagingError) {
      switch mapping {
      case .number: try await load(PageNumberSource<Note>(mapError: map) { _, _ in throw thrown })
      case .offset: try await load(OffsetSource<Note>(mapError: map) { _, _ in throw thrown })
      case .token: try await load(TokenSource<Note, String>(mapError: map) { _, _ in throw thrown })
      case .exclusiveKey:
        try await load(
          ExclusiveKeySource<Note, Int>(key: { $0.id }, mapError: map) { _, _ in throw thrown })
      case .inclusiveKey:
        try await load(
          InclusiveKeySource<Note, Int>(key: { $0.id }, mapError: map) { _, _ in throw thrown })
      case .link:
        try await load(
          LinkSource<Note>(mapError: map, start: { _ in Self.start }, ask: { _ in throw thrown }))
      }
      return nil
    } catch {
      return error
    }
  }

  private let map: @Sendable (any Error) -> PagingError = {
    PagingError("not \($0)", isRetryable: false)
  }

  private func load<Source: PagingSource>(_ source: Source) async throws(PagingError) {
    _ = try await source.load(PageRequest(reason: .refresh, position: .start, count: 5))
  }

  @Test(arguments: Mapping.allCases) func `is what the source was told that it is`(mapping: Mapping)
    async
  {
    let error = await error(of: mapping, over: Refused())
    #expect(error == PagingError("not Refused()", isRetryable: false))
  }

  @Test(arguments: Mapping.allCases) func `stays what it is if it is one of paging`(
    mapping: Mapping
  ) async {
    #expect(await error(of: mapping, over: Self.paging) == Self.paging)
  }

  @Test(arguments: Mapping.allCases)
  func `may be tried again if it is a cancellation, which is not mapped`(mapping: Mapping) async {
    let error = await error(of: mapping, over: CancellationError())
    #expect(error == PagingError("cancelled", isRetryable: true))
  }

  @Test func `is mapped on the way back, too`() async {
    let tokens = TokenSource<Note, String>(mapError: map) { _, _ in
      throw Refused()
    } following: { _, _ in
      TokenPage(items: [])
    }
    let keys = InclusiveKeySource<Note, Int>(key: { $0.id }, mapError: map) { _, _ in
      throw Refused()
    } following: { _, _ in
      KeyedPage(items: [])
    }
    let expected = PagingError("not Refused()", isRetryable: false)
    await #expect(throws: expected) {
      try await tokens.load(PageRequest(reason: .prepend, position: .before("a"), count: 5))
    }
    await #expect(throws: expected) {
      try await keys.load(PageRequest(reason: .prepend, position: .before(7), count: 5))
    }
  }
}
