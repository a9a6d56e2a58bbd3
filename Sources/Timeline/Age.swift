/// How long ago something was, as short as a timeline says it.
public enum Age {
  /// The age of what was at a time; both in seconds since 1970, which may be any numbers at all.
  public static func text(of time: Int, at now: Int) -> String {
    switch seconds(from: time, to: now) {
    case ..<minute: "now"
    case let age where age < hour: "\(age / minute)m"
    case let age where age < day: "\(age / hour)h"
    case let age where age < 7 * day: "\(age / day)d"
    case let age where age < 365 * day: "\(age / (7 * day))w"
    case let age: "\(age / (365 * day))y"
    }
  }

  /// The seconds until the text may change: at least a minute, so that the screen is not drawn more often,
  /// and at most a day.
  public static func secondsToChange(of time: Int, at now: Int) -> Int {
    let age = seconds(from: time, to: now)
    guard age >= 0 else { return minute }
    let unit = age < hour ? minute : age < day ? hour : day
    return max(minute, unit - age % unit)
  }

  private static let (minute, hour, day) = (60, 3_600, 86_400)

  private static func seconds(from time: Int, to now: Int) -> Int {
    let (age, isBeyond) = now.subtractingReportingOverflow(time)
    return isBeyond ? time < 0 ? .max : .min : age
  }
}

/// Tells when an age that is shown may read otherwise.
///
/// One timer, for the first of them: a timeline of old posts wakes nobody for a day.
@MainActor public final class AgeTimer {
  /// Called when it is time to show ages again; what is shown then is to be asked for again.
  public var onChange: () -> Void = {}

  private let now: () -> Int
  private let after: (Duration, @escaping @MainActor () -> Void) -> Task<Void, Never>
  /// When the timer rings, in seconds since 1970.
  private var due: Int?
  private var timer: Task<Void, Never>?

  /// - Parameters:
  ///   - now: the seconds since 1970.
  ///   - after: does something after a time, unless its task is cancelled.
  public init(
    now: @escaping () -> Int,
    after: @escaping (Duration, @escaping @MainActor () -> Void) -> Task<Void, Never>
  ) {
    (self.now, self.after) = (now, after)
  }

  isolated deinit { timer?.cancel() }

  /// The age of what was at a time, in seconds since 1970, which is shown from now on.
  public func text(of time: Int) -> String {
    let now = now()
    let wait = Age.secondsToChange(of: time, at: now)
    if due.map({ now + wait < $0 }) ?? true { ring(at: now + wait, in: wait) }
    return Age.text(of: time, at: now)
  }

  private func ring(at time: Int, in seconds: Int) {
    timer?.cancel()
    due = time
    timer = after(.seconds(seconds)) { [weak self] in
      guard let self else { return }
      (due, self.timer) = (nil, nil)
      onChange()
    }
  }
}
