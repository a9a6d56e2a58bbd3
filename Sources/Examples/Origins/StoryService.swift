import Paging

/// What the service lists: a story to be asked for.
nonisolated struct StoryID: Identifiable, Decodable, Sendable {
  let id: Int
}

/// What a story says.
nonisolated struct Story: Identifiable, Decodable, Sendable {
  let id: Int
  let title: String

  var line: String { "\(id)  \(title)" }
}

/// Where stories come from.
nonisolated protocol StoryService: Sendable {
  /// The ids that a token leads to, and the token of the next ones.
  func ids(token: String?, count: Int) async throws -> TokenPage<StoryID, String>
  /// The stories with some ids, in no order.
  func stories(_ ids: [Int]) async throws -> [Story]
}

/// A made-up service of 200 stories, their ids from 1000 down.
///
/// It has the quirks of a real one: it lists no more than 25 at a time, whatever is asked for, the
/// page after the first fifty is empty although it leads on, no token is the end, and more than 20
/// stories at once are refused.
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

/// Loads the details that are wanted, those that are wanted at once in one batch.
///
/// What runs follows from what is wanted: when all that happens now has happened, batches of which
/// nothing is wanted any more are stopped, and what is missing is asked for. So a cell that is let
/// go and used again for the same id stops nothing.
final class DetailLoader<Detail: Identifiable & Sendable> where Detail.ID: Sendable {
  typealias Ask = @Sendable ([Detail.ID]) async throws -> [Detail]
  typealias Answer = Result<Detail, any Error>

  /// Called when there is something new to draw.
  var onChange: (() -> Void)?
  /// Batches asked for so far.
  private(set) var batchCount = 0
  /// Batches stopped so far.
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

  /// What has come of an id, nil as long as it has not.
  func answer(for id: Detail.ID) -> Answer? { answers[id] }

  /// A cell shows an id; one that failed is tried again.
  func request(_ id: Detail.ID) {
    wanted.append(id)
    if case .failure = answers[id] { answers[id] = nil }
    schedule()
  }

  /// A cell does not show an id any more.
  func cancel(_ id: Detail.ID) {
    if let index = wanted.firstIndex(of: id) { wanted.remove(at: index) }
    schedule()
  }

  /// What has failed and is in sight is tried again.
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
    // The answer of a batch that was stopped changes nothing.
    guard running.removeValue(forKey: number) != nil else { return }
    // Only what is in sight is held for sure.
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
