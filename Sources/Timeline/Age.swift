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

  /// In how many seconds it may read otherwise, at most a day and at least a minute: sooner nobody wants to
  /// see it.
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
