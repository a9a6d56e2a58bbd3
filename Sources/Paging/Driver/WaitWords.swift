extension Duration {
  /// The duration in seconds, rounded up and at least 1.
  package var secondsRoundedUp: Int {
    let (seconds, rest) = components
    return Int(min(max(1, seconds), 1 << 48)) + (rest > 0 && seconds > 0 ? 1 : 0)
  }

  /// The duration in its two largest units: `45 s`, `5 min 12 s`, `1 h 5 min`, `3 d`.
  package var words: String {
    let seconds = secondsRoundedUp
    let units = [(86_400, "d"), (3_600, "h"), (60, "min"), (1, "s")]
    let first = units.firstIndex { $0.0 <= seconds } ?? units.count - 1
    var (rest, parts) = (seconds, [String]())
    for (size, name) in units[first...].prefix(2) where rest >= size {
      parts.append("\(rest / size) \(name)")
      rest %= size
    }
    return parts.joined(separator: " ")
  }
}
