/// Days of the Gregorian calendar, also before it was in use.
enum Calendar {
  /// A day, by its numbers from 1.
  struct Day: Equatable {
    let year: Int
    let month: Int
    let day: Int
  }

  private static let daysOf400Years = 146_097

  /// Days from 1970-01-01 to a day, negative before.
  ///
  /// Years are counted from March, so that the day of a leap year is the last one.
  static func days(before year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let cycle = (year >= 0 ? year : year - 399) / 400
    let yearOfCycle = year - cycle * 400
    let month = (month + 9) % 12
    let dayOfYear = (153 * month + 2) / 5 + day - 1
    let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
    // 0000-03-01 is 719,468 days before 1970.
    return cycle * daysOf400Years + dayOfCycle - 719_468
  }

  /// The day that is some days after 1970-01-01.
  static func day(after days: Int) -> Day {
    let days = days + 719_468
    let cycle = (days >= 0 ? days : days - daysOf400Years + 1) / daysOf400Years
    let dayOfCycle = days - cycle * daysOf400Years
    let leapDays = dayOfCycle / 1_460 - dayOfCycle / 36_524 + dayOfCycle / (daysOf400Years - 1)
    let yearOfCycle = (dayOfCycle - leapDays) / 365
    let dayOfYear = dayOfCycle - (yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100)
    let month = (5 * dayOfYear + 2) / 153
    return Day(
      year: yearOfCycle + cycle * 400 + (month >= 10 ? 1 : 0), month: (month + 2) % 12 + 1,
      day: dayOfYear - (153 * month + 2) / 5 + 1)
  }

  /// Ten, some times multiplied by itself.
  static func power(_ exponent: Int) -> Int { (0..<exponent).reduce(1) { power, _ in power * 10 } }
}
