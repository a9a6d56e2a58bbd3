import Foundation
import HTTPSources
import Paging

/// A real service, such as `SampleAPI`; each of the systems adds its own requests.
nonisolated struct WebService: Sendable {
  private let address: String
  private let client: HTTPClient

  /// Creates a service with a base address.
  ///
  /// - Throws: an error if the client cannot be started.
  init(_ address: String) throws(HTTPError) {
    self.address = address
    client = try HTTPClient()
  }

  /// Requests a path; parameters that are nil are omitted.
  ///
  /// - Throws: an error if the request fails, or if the answer cannot be decoded.
  func get<Answer: Decodable>(
    _ path: String, _ parameters: KeyValuePairs<String, String?>
  ) async throws(PagingError) -> Answer {
    let body = try await body(at: "\(address)/\(path)?\(Self.query(parameters))")
    do {
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      return try decoder.decode(Answer.self, from: Data(body))
    } catch {
      throw PagingError("the answer to /\(path) cannot be read", isRetryable: false)
    }
  }

  private func body(at url: String) async throws(PagingError) -> [UInt8] {
    let answer: HTTPAnswer
    do throws(HTTPError) {
      answer = try await client.answer(to: HTTPRequest(url: url))
    } catch {
      throw PagingError(error.description, isRetryable: error.isPassing)
    }
    guard answer.head.status == 200 else { throw PagingError(refusal: answer) }
    return answer.body
  }

  /// Parameters as a query, with all characters of the values except ASCII letters and digits
  /// percent-encoded.
  ///
  /// `URLComponents` does not encode a plus, which services read as a blank.
  private static func query(_ parameters: KeyValuePairs<String, String?>) -> String {
    parameters.compactMap { name, value in
      value?.addingPercentEncoding(withAllowedCharacters: .alphanumerics).map { "\(name)=\($0)" }
    }.joined(separator: "&")
  }
}

extension PagingError {
  /// The error for an unsuccessful answer; a busy or failing service may answer later.
  nonisolated fileprivate init(refusal: HTTPAnswer) {
    let status = refusal.head.status
    let said = try? JSONDecoder().decode([String: String].self, from: Data(refusal.body))
    let words = ["the service answers \(status)", said?["error"]].compactMap(\.self)
    // A wait of more than 18 hours is ignored.
    let seconds = refusal.head.value(of: "Retry-After").flatMap { UInt16($0) }
    self.init(
      words.joined(separator: ": "), isRetryable: status == 429 || status >= 500,
      retryAfter: seconds.map { .seconds($0) })
  }
}
