import CCurl
import Synchronization

/// libcurl, loaded when the first address is opened.
struct CurlLibrary: Sendable {
  /// The functions of the library, which stays loaded until the process exits.
  let functions: endless_curl

  /// Returns the library, which is loaded only once.
  ///
  /// - Throws: `noLibrary` if it is missing.
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

  /// libcurl's message for a result code.
  func words(of code: CURLcode) -> String {
    functions.easy_strerror(code).map { String(cString: $0) } ?? "error \(code.rawValue)"
  }
}

// @unchecked is safe, because these function pointers are set once, before their first use.
extension endless_curl: @retroactive @unchecked Sendable {}
