import CCurl
import Synchronization

/// libcurl, which is loaded with the first address that is opened.
struct CurlLibrary: Sendable {
  /// The functions, which are the same for the rest of the process.
  let functions: endless_curl

  /// The library; loaded once.
  ///
  /// - Throws: that it is missing, and which package has it.
  static func loaded() throws(HTTPError) -> CurlLibrary {
    guard let library else { throw .noLibrary }
    return library
  }

  private static let library: CurlLibrary? = {
    for name in ["libcurl.so.4", "libcurl.4.dylib"] {
      guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { continue }
      var functions = endless_curl()
      guard endless_curl_find(&functions, handle),
        functions.global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
      else { continue }
      return CurlLibrary(functions: functions)
    }
    return nil
  }()

  /// What libcurl says of a result.
  func words(of code: CURLcode) -> String {
    functions.easy_strerror(code).map { String(cString: $0) } ?? "error \(code.rawValue)"
  }
}

extension endless_curl: @retroactive @unchecked Sendable {
  // Pointers to functions, which are set once and never change.
}
