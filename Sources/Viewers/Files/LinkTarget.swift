import Bytes
import Glibc

/// The target of a link, determined by its scheme.
nonisolated enum LinkTarget: Equatable {
  /// A web page or mail address, opened in the browser.
  case browser
  /// A path on this host (RFC 8089).
  case path([UInt8])
  /// A path on another host, with the host's name.
  case otherHost(String)
  /// Any other scheme, which is not opened because it could start any program, or an invalid
  /// address.
  case unknown

  init(_ address: String) {
    let parts = address.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      self = .unknown
      return
    }
    switch parts[0].lowercased() {
    case "http", "https", "mailto": self = .browser
    case "file": self = Self.file(parts[1])
    default: self = .unknown
    }
  }

  /// Parses `//HOST/PATH` or `/PATH`, up to a query or fragment.
  private static func file(_ rest: Substring) -> LinkTarget {
    var path = rest.prefix { $0 != "?" && $0 != "#" }
    if path.hasPrefix("//") {
      let host = path.dropFirst(2).prefix { $0 != "/" }
      guard isThisHost(host) else { return .otherHost(String(host)) }
      path = path[host.endIndex...]
    }
    guard path.hasPrefix("/"), let bytes = decoded(path.utf8) else { return .unknown }
    return .path(bytes)
  }

  /// Returns the start of an address up to the end of its host, or of a mail address up to the end
  /// of the recipient.
  static func leading(of address: String) -> Substring {
    let scheme = address.prefix { $0 != ":" && $0 != "/" }
    let rest = address[scheme.endIndex...].drop { $0 == ":" || $0 == "/" }
    let end = rest.firstIndex { "/?#".contains($0) } ?? address.endIndex
    return address[..<end]
  }

  private static func isThisHost(_ host: Substring) -> Bool {
    let name = host.lowercased()
    if name.isEmpty || name == "localhost" { return true }
    let own = ownName.lowercased()
    return name == own || name.prefix { $0 != "." } == own.prefix { $0 != "." }
  }

  private static var ownName: String {
    // More than the maximum length of a host name, which is 64 bytes on Linux.
    let most = 255
    var name = [CChar](repeating: 0, count: most + 1)
    guard gethostname(&name, most) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Decodes percent-encoded bytes; returns nil for invalid encoding or a zero byte.
  private static func decoded(_ text: Substring.UTF8View) -> [UInt8]? {
    var (bytes, rest) = ([UInt8](), text[...])
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit),
        let value = UInt8(digits, radix: 16), value != 0
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return bytes
  }

  /// The effect of Enter, for the status line.
  var words: String {
    switch self {
    case .browser, .path: "Enter: open"
    case .otherHost: "cannot be opened: on another host"
    case .unknown: "cannot be opened: not http, https, mailto or file"
    }
  }
}
