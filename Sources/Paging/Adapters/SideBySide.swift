/// Several requests at once, where pages have addresses: the answers in order, up to the first that
/// failed.
struct SideBySide<Answer: Sendable>: Sendable {
  /// One at least.
  let answers: [Answer]
  /// What the request behind them failed with; the load after them begins there.
  let failure: PagingError?

  /// Asks n times at once.
  ///
  /// - Throws: what the first request failed with.
  static func load(
    _ count: Int, _ ask: @escaping @Sendable (_ number: Int) async throws(PagingError) -> Answer
  ) async throws(PagingError) -> SideBySide {
    guard count > 1 else { return SideBySide(answers: [try await ask(0)], failure: nil) }
    let results = await withTaskGroup(of: (Int, Result<Answer, PagingError>).self) { group in
      for number in 0..<count {
        group.addTask { (number, await result(of: number, ask)) }
      }
      var results: [Int: Result<Answer, PagingError>] = [:]
      for await (number, result) in group { results[number] = result }
      return results
    }
    var answers: [Answer] = []
    for number in 0..<count {
      switch results[number] {
      case .success(let answer): answers.append(answer)
      case .failure(let error) where number == 0: throw error
      case .failure(let error): return SideBySide(answers: answers, failure: error)
      case nil: return SideBySide(answers: answers, failure: nil)
      }
    }
    return SideBySide(answers: answers, failure: nil)
  }

  private static func result(
    of number: Int, _ ask: (_ number: Int) async throws(PagingError) -> Answer
  ) async -> Result<Answer, PagingError> {
    do throws(PagingError) {
      return .success(try await ask(number))
    } catch {
      return .failure(error)
    }
  }
}
