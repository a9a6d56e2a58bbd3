/// Where a link leads (RFC 3986, section 5.2).
extension WebAddress {
  /// The address that a reference means here; an invalid one stays as it is, to be refused later.
  func resolving(_ reference: String) -> String {
    guard var target = WebAddress(reference) else { return reference }
    guard target.scheme == nil else { return target.description }
    target.scheme = scheme
    guard target.authority == nil else { return target.description }
    target.authority = authority
    if target.path.isEmpty {
      target.path = path
      target.query = target.query ?? query
    } else {
      target.path = Self.withoutDots(target.path.hasPrefix("/") ? target.path : beside(target.path))
    }
    return target.description
  }

  /// A relative path in the place of this one's last segment.
  private func beside(_ relative: Substring) -> Substring {
    guard let slash = path.lastIndex(of: "/") else {
      return authority == nil ? relative : "/" + relative
    }
    return path[...slash] + relative
  }

  /// A path without its segments `.` and `..`; those lead no higher than the root.
  private static func withoutDots(_ path: Substring) -> Substring {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    var kept: [Substring] = []
    for segment in segments {
      switch segment {
      case ".": break
      case "..": if kept.count > 1 { kept.removeLast() }
      default: kept.append(segment)
      }
    }
    // A path that ends in dots names a folder.
    if let last = segments.last, last == "." || last == ".." { kept.append("") }
    return Substring(kept.joined(separator: "/"))
  }
}
