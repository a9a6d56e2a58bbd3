import Bytes
import Paging

/// A filter that removes values from a body if the names of their fields suggest that they are
/// secret.
enum SecretBody {
  /// The body without secret values.
  ///
  /// - Parameter type: the content type in the header; nil stands for JSON.
  static func shown(_ body: String, type: String?) -> String {
    if type?.hasPrefix("application/x-www-form-urlencoded") ?? false {
      return body.split(separator: "&", omittingEmptySubsequences: false)
        .map { WebAddress.shown(parameter: $0) }.joined(separator: "&")
    }
    return shownJSON(body)
  }

  /// The JSON text without secret values, as far as it is valid JSON; placeholders are kept.
  private static func shownJSON(_ body: String) -> String {
    var (shown, rest) = ([UInt8](), Array(body.utf8)[...])
    while let next = rest.first {
      guard next == .quote, let name = popQuoted(from: &rest) else {
        shown.append(next)
        rest.removeFirst()
        continue
      }
      shown += name
      let space = rest.prefix { $0 <= .space || $0 == .colon }
      guard space.contains(.colon), SecretNames.contains(String(decoding: name, as: UTF8.self))
      else { continue }
      shown += space
      rest = rest.dropFirst(space.count)
      shown += shownValue(from: &rest)
    }
    return String(decoding: shown, as: UTF8.self)
  }

  /// Removes a string or number at the start of the text, and returns `"…"` in its place; a
  /// placeholder is returned unchanged, and any other value stays.
  private static func shownValue(from rest: inout ArraySlice<UInt8>) -> [UInt8] {
    if rest.first == .quote, let text = popQuoted(from: &rest) {
      let value = String(decoding: text.dropFirst().dropLast(), as: UTF8.self)
      return WebAddress.isPlaceholder(value) ? Array(text) : Array("\"…\"".utf8)
    }
    let digits = rest.prefix {
      ($0 >= .zero && $0 <= UInt8(ascii: "9")) || $0 == .minus || $0 == .dot
    }
    rest = rest.dropFirst(digits.count)
    return digits.isEmpty ? [] : Array("\"…\"".utf8)
  }

  /// Removes and returns a JSON string with its quotes; nil if it is not terminated.
  private static func popQuoted(from rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var end = rest.startIndex + 1
    while end < rest.endIndex, rest[end] != .quote { end += rest[end] == .backslash ? 2 : 1 }
    guard end < rest.endIndex else { return nil }
    defer { rest = rest[(end + 1)...] }
    return rest[...end]
  }
}
