/// Several requests at once, where pages have addresses.
enum SideBySide {
  /// Asks n times at once and returns the answers in order, up to the first that failed.
  ///
  /// What came before a failure counts: the load after it then begins at the page that failed.
  ///
  /// - Throws: what the first request failed with.
  static func load<Answer: Sendable>(
    _ count: Int, _ ask: @escaping @Sendable (_ number: Int) async throws(PagingError) -> Answer
  ) async throws(PagingError) -> [Answer] {
    guard count > 1 else { return [try await ask(0)] }
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
      case .failure, nil: return answers
      }
    }
    return answers
  }

  private static func result<Answer>(
    of number: Int, _ ask: (_ number: Int) async throws(PagingError) -> Answer
  ) async -> Result<Answer, PagingError> {
    do throws(PagingError) {
      return .success(try await ask(number))
    } catch {
      return .failure(error)
    }
  }
}
