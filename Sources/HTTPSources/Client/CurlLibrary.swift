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
    guard let handle = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL) else { return nil }
    var functions = endless_curl()
    guard endless_curl_find(&functions, handle),
      functions.global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
    else { return nil }
    return CurlLibrary(functions: functions)
  }()

  /// What libcurl says of a result.
  func words(of code: CURLcode) -> String {
    functions.easy_strerror(code).map { String(cString: $0) } ?? "error \(code.rawValue)"
  }
}

// @unchecked, because the compiler cannot know that these pointers to functions are set once, before the first use.
extension endless_curl: @retroactive @unchecked Sendable {}
