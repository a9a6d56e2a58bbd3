import Glibc
import Programs

/// The libraries that this program loads on demand.
enum Libraries {
  private static let all = [
    (file: "libcurl.so.4", use: "addresses", package: "libcurl4"),
    (file: "libsqlite3.so.0", use: "SQLite databases", package: "libsqlite3-0"),
    (file: "libpq.so.5", use: "PostgreSQL databases", package: "libpq5"),
  ]

  /// Returns the findings of `--doctor` that say whether each library can be loaded.
  static func findings() -> [Finding] {
    all.map { file, use, package in
      guard let handle = dlopen(file, RTLD_LAZY | RTLD_LOCAL) else {
        return Finding(
          file, .wrong, "cannot be loaded, so \(use) cannot be opened", advice: "install \(package)"
        )
      }
      dlclose(handle)
      return Finding(file, .right, "for \(use)")
    }
  }
}
