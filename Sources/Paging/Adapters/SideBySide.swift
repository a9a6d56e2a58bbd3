/// The results of several concurrent requests: the answers in order, up to the first failure.
struct SideBySide<Answer: Sendable>: Sendable {
  /// The answers; at least one.
  let answers: [Answer]
  /// The error of the first failed request, which the next load repeats; nil if none failed.
  let failure: PagingError?

  /// Makes `count` requests concurrently.
  ///
  /// - Throws: the error of the first request if it fails.
  static func load(
    _ count: Int, _ ask: @escaping @Sendable (_ number: Int) async throws(PagingError) -> Answer
  ) async throws(PagingError) -> SideBySide {
    guard count > 1 else { return SideBySide(answers: [try await ask(0)], failure: nil) }
    let results = await withTaskGroup(of: (Int, Result<Answer, PagingError>).self) { group in
      for number in 1..<count {
        group.addTask { (number, await result(of: number, ask)) }
      }
      // The first request needs no task, and so no other thread.
      var results = [0: await result(of: 0, ask)]
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
