/// The time since an event, in the short form of timelines.
public enum Age {
  /// The age, at the time `now`, of an event at `time`, both in seconds since 1970; any integers
  /// are valid.
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

  /// The number of seconds until the text of the age may change: at least a minute, to limit
  /// redrawing, and at most a day.
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

/// A timer that reports when a displayed age may change.
///
/// It uses one timer for the earliest change: a timeline of old posts rarely wakes the process.
@MainActor public final class AgeTimer {
  /// Called when the ages have to be displayed again; `text(of:)` must then be called for each.
  public var onChange: () -> Void = {}

  private let now: () -> Int
  private let after: (Duration, @escaping @MainActor () -> Void) -> Task<Void, Never>
  /// The time of the next change, in seconds since 1970.
  private var due: Int?
  private var timer: Task<Void, Never>?

  /// Creates a timer.
  ///
  /// - Parameters:
  ///   - now: returns the current time, in seconds since 1970.
  ///   - after: performs an action after a time, unless the task that it returns is cancelled.
  public init(
    now: @escaping () -> Int,
    after: @escaping (Duration, @escaping @MainActor () -> Void) -> Task<Void, Never>
  ) {
    (self.now, self.after) = (now, after)
  }

  isolated deinit { timer?.cancel() }

  /// The age of an event at a time in seconds since 1970; from now on, this age counts as
  /// displayed.
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
