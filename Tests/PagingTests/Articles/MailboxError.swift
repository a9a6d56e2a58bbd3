import Paging

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
