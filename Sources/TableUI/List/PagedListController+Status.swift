import Paging

/// The list's part of the status line: where you are, how much is loaded, what goes on.
extension PagedListController {
  /// The parts, the most telling first.
  public var status: [Message] {
    var parts = [Message(title, .title)]
    if let new = newMessage { parts.append(new) }
    if let message { parts.append(message) }
    if let activity { parts.append(activity) }
    if pager.count > 0 { parts.append(Message("\(grouped(pager.count)) \(itemName) loaded")) }
    return parts
  }

  /// A key was taken: what was worth a word has been read.
  public func dismissMessage() { message = nil }

  private var newMessage: Message? {
    guard pager.newCount > 0 else { return nil }
    return Message("\(grouped(pager.newCount)) new \(theme.marks.up)", .accent)
  }

  private var activity: Message? {
    if let error = firstFailure { return Message(error.description, .failure) }
    return pager.isLoading && pager.hasLoaded ? Message("loading\(theme.marks.more)") : nil
  }

  private var firstFailure: PagingError? {
    for reason in LoadReason.allCases where pager.hasLoaded {
      if case .failed(let error) = pager.state(of: reason) { return error }
    }
    return nil
  }

  /// A number in groups of three digits.
  private func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    let groups = stride(from: digits.count % 3, through: digits.count, by: 3)
    var start = 0
    let parts = groups.compactMap { end -> String? in
      defer { start = end }
      return end > start ? String(digits[start..<end]) : nil
    }
    return parts.joined(separator: ",")
  }
}
