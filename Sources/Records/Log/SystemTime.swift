// Only this file of the module calls the C library.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The clock of this machine and its zone.
package enum SystemTime {
  /// Nanoseconds since 1970-01-01 00:00 UTC.
  package static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }

  /// The offset of this machine's clock from UTC at a given moment, in seconds (localtime_r(3)).
  static func offset(at seconds: Int) -> Int {
    var (time, parts) = (time_t(seconds), tm())
    return localtime_r(&time, &parts) == nil ? 0 : Int(parts.tm_gmtoff)
  }
}
