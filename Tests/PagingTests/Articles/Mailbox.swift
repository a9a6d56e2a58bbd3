import Paging

/// A made-up mailbox of letters, numbered in the order of their arrival; it may fail, or get new
/// letters.
actor Mailbox {
  private var count: Int
  private var failures: [MailboxError]

  init(count: Int, failures: [MailboxError] = []) {
    self.count = count
    self.failures = failures
  }

  /// The next letters below a number, newest first; the newest letters if the number is nil.
  func letters(olderThan number: Int?, limit: Int) async throws(MailboxError) -> [Letter] {
    try fail()
    let end = min(number ?? .max, count + 1)
    return (max(1, end - limit)..<max(1, end)).reversed().map { Letter(number: $0) }
  }

  /// The next letters above a number, oldest first.
  func letters(newerThan number: Int, limit: Int) async throws(MailboxError) -> [Letter] {
    try fail()
    return (number + 1..<max(number, count) + 1).prefix(limit).map { Letter(number: $0) }
  }

  func receive(_ letters: Int) { count += letters }

  private func fail() throws(MailboxError) {
    if !failures.isEmpty { throw failures.removeFirst() }
  }
}

struct Letter: Identifiable, Hashable, Sendable {
  let number: Int
  var id: Int { number }
}

enum MailboxError: Error {
  case busy(seconds: Int)
  case unreachable
  case signedOut
  case cleanedUp
}

extension PagingError {
  init(_ error: MailboxError) {
    switch error {
    case .busy(let seconds):
      self.init("the mailbox is busy", isRetryable: true, retryAfter: .seconds(seconds))
    case .unreachable: self.init("the mailbox cannot be reached", isRetryable: true)
    case .signedOut: self.init("signed out; sign in again", isRetryable: false)
    case .cleanedUp: self.init("the mailbox was cleaned up", isRetryable: false, hasExpired: true)
    }
  }
}
