import Paging

/// An ID in the service's list, for requesting the story.
nonisolated struct StoryID: Identifiable, Decodable, Sendable {
  let id: Int
}

/// The content of a story.
nonisolated struct Story: Identifiable, Decodable, Sendable {
  let id: Int
  let title: String

  var line: String { "\(id)  \(title)" }
}

/// A service with stories.
nonisolated protocol StoryService: Sendable {
  /// The IDs for a token, and the token of the next page.
  func ids(token: String?, count: Int) async throws -> TokenPage<StoryID, String>
  /// The stories with the given IDs, in any order.
  func stories(_ ids: [Int]) async throws -> [Story]
}

/// A simulated service with 200 stories, whose IDs descend from 1000.
///
/// It has the quirks of a real service:
///
/// - It lists at most 25 IDs at a time, whatever the limit.
/// - A page that ends with the fiftieth ID is followed by an empty page, which has a token.
/// - A missing token marks the end.
/// - It refuses requests for more than 20 stories.
nonisolated struct SimulatedStories: StoryService {
  private let latency: Latency
  private let ids = (801...1000).reversed()

  init(latency: Latency) { self.latency = latency }

  func ids(token: String?, count: Int) async throws -> TokenPage<StoryID, String> {
    try await latency.wait()
    guard let start = Int((token ?? "s0").dropFirst()), token?.hasPrefix("s") != false else {
      if token == "pause" { return TokenPage(items: [], next: "s50") }
      throw ServiceError("the token is not known")
    }
    let page = ids.dropFirst(start).prefix(min(count, 25)).map(StoryID.init)
    let end = start + page.count
    let next = end == 50 ? "pause" : "s\(end)"
    return TokenPage(items: page, next: end < ids.count ? next : nil)
  }

  func stories(_ ids: [Int]) async throws -> [Story] {
    guard ids.count <= 20 else { throw ServiceError("too many stories at once") }
    try await latency.wait()
    return ids.sorted().map(Story.init(simulated:))
  }
}

extension Story {
  nonisolated fileprivate init(simulated id: Int) {
    self.init(id: id, title: "The story of \(["a ferry", "a kite", "an owl"][id % 3])")
  }
}

/// A loader that requests details in batches.
///
/// The batches follow from the requests: after all current events are handled, batches without any
/// requested ID are cancelled, and missing IDs are requested. Therefore a cell that is released and
/// reused for the same ID cancels nothing.
final class DetailLoader<Detail: Identifiable & Sendable> where Detail.ID: Sendable {
  typealias Ask = @Sendable ([Detail.ID]) async throws -> [Detail]
  typealias Answer = Result<Detail, any Error>

  /// Called when the details or the numbers of batches may have changed.
  var onChange: (() -> Void)?
  /// The number of batches requested so far.
  private(set) var batchCount = 0
  /// The number of batches cancelled so far.
  private(set) var cancelledCount = 0

  private let ask: Ask
  private let batchSize: Int
  private var wanted: [Detail.ID] = []
  private var answers: [Detail.ID: Answer] = [:]
  private var running: [Int: (ids: [Detail.ID], task: Task<Void, Never>)] = [:]
  private var isScheduled = false

  init(batchSize: Int = 20, ask: @escaping Ask) {
    self.batchSize = batchSize
    self.ask = ask
  }

  /// The result for an ID; nil if it has not arrived or was dropped.
  func answer(for id: Detail.ID) -> Answer? { answers[id] }

  /// Records that a cell shows an ID; if the request for the ID has failed before, the ID is
  /// requested again.
  func request(_ id: Detail.ID) {
    wanted.append(id)
    if case .failure = answers[id] { answers[id] = nil }
    schedule()
  }

  /// Records that a cell has stopped showing an ID.
  func cancel(_ id: Detail.ID) {
    if let index = wanted.firstIndex(of: id) { wanted.remove(at: index) }
    schedule()
  }

  /// Requests the details again for the IDs on the screen whose requests have failed.
  func retry() {
    let kept = answers.filter { (try? $0.value.get()) != nil }
    guard kept.count < answers.count else { return }
    answers = kept
    schedule()
  }

  private func schedule() {
    guard !isScheduled else { return }
    isScheduled = true
    Task { settle() }
  }

  private func settle() {
    isScheduled = false
    for (number, batch) in running where !batch.ids.contains(where: wanted.contains) {
      batch.task.cancel()
      running[number] = nil
      cancelledCount += 1
    }
    let asked = running.values.flatMap(\.ids)
    let missing = wanted.filter { answers[$0] == nil && !asked.contains($0) }
    for start in stride(from: 0, to: missing.count, by: batchSize) {
      load(Array(missing[start...].prefix(batchSize)))
    }
    onChange?()
  }

  private func load(_ ids: [Detail.ID]) {
    batchCount += 1
    let number = batchCount
    let task = Task {
      do {
        finish(number, ids, .success(try await ask(ids)))
      } catch {
        finish(number, ids, .failure(error))
      }
    }
    running[number] = (ids, task)
  }

  private func finish(_ number: Int, _ ids: [Detail.ID], _ result: Result<[Detail], any Error>) {
    // The answer of a cancelled batch is ignored.
    guard running.removeValue(forKey: number) != nil else { return }
    // Only the answers for IDs on the screen are certain to be kept.
    if answers.count > 500 { answers = answers.filter { wanted.contains($0.key) } }
    for id in ids {
      answers[id] = result.flatMap { details in
        details.first { $0.id == id }.map(Result.success)
          ?? .failure(ServiceError("there is no such item"))
      }
    }
    onChange?()
  }
}
