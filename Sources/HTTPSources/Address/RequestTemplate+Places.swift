import Answers
import Bytes
import Records

/// The place in a request where the value for a page is sent.
enum ValuePlace: Hashable, Sendable {
  /// A parameter of the query.
  case parameter(String)
  /// A header field.
  case header(String)
  /// A member of a JSON body, by its path.
  case member([String])
  /// A field of a form body.
  case field(String)
  /// Several parameters: the members of a cursor that is an object.
  case parameters

  /// A description of the place, for messages.
  var words: String {
    switch self {
    case .parameter(let name): "the parameter \(name)"
    case .header(let name): "the header \(name)"
    case .member(let names): "\(names.joined(separator: ".")) in the body"
    case .field(let name): "the field \(name)"
    case .parameters: "the parameters named in the response"
    }
  }
}

/// Adds placeholders to a template.
extension RequestTemplate {
  /// Returns the template with a placeholder at a place, where the placeholder replaces any value.
  ///
  /// - Throws: `invalid` if the body is not a JSON object, or if the placeholder cannot be combined
  ///   with the placeholders that are already there.
  func placing(
    _ placeholder: Placeholder, at place: ValuePlace
  ) throws(HTTPError) -> RequestTemplate {
    var source = source
    switch place {
    case .parameter(let name):
      source.address = source.address.placing(placeholder, inQueryAs: name)
    case .header(let name):
      source.fields.removeAll { $0.isNamed(name) }
      source.fields.append(TypedField(name, NamedText(placeholder.text)))
    case .member(let names):
      source.body = try Self.placing(placeholder, at: names, in: source.body ?? "{}")
    case .field(let name):
      source.body = (source.body ?? "").placing(placeholder, amongFieldsAs: name)
    case .parameters:
      source.address = source.address.adding(placeholder.text)
    }
    return try created(from: source)
  }

  /// Returns the template that requests items by number in header fields, which replace typed
  /// fields with the same names.
  ///
  /// - Parameter unit: the unit of the numbers; empty if the service omits it.
  func requestingRanges(of unit: String) throws(HTTPError) -> RequestTemplate {
    var (template, source) = (self, source)
    (template.ways.rangeUnit, template.ways.style) = (unit, .offset)
    let sent = template.range(of: .offset(0), limit: 1)
    source.fields.removeAll { field in sent.contains { field.isNamed($0.name) } }
    return try template.created(from: source)
  }

  /// Creates a template with the same paging details from other values.
  private func created(from source: Source) throws(HTTPError) -> RequestTemplate {
    var template = try RequestTemplate(
      source.address, fields: source.fields, login: source.login, body: source.body,
      method: source.method)
    template.ways = ways
    return template
  }

  /// The parameters in the query of the typed address, decoded.
  var typedParameters: [(name: String, value: String)] {
    let query = source.address.query?.query ?? ""
    return query.split(separator: "&").map { part in
      let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (
        PercentEncoding.decoded(halves[0]),
        halves.count > 1 ? PercentEncoding.decoded(halves[1]) : ""
      )
    }
  }

  /// Whether the query requests the last items before a key (Firebase); each page is then in
  /// ascending order, but the list is in descending order.
  var asksForLastItems: Bool {
    style == .last && typedParameters.contains { TokenNames.normalized($0.name) == "limittolast" }
  }

  /// Whether the request sends a body other than a form, which is treated as JSON.
  var sendsJSON: Bool { sendsBody && !sendsForm }

  /// Whether the request sends a form.
  var sendsForm: Bool {
    sendsBody && given.type?.hasPrefix("application/x-www-form-urlencoded") == true
  }

  private var sendsBody: Bool { source.body != nil }

  /// The body as a JSON object, with each `{limit}` replaced by a number of the same length; nil if
  /// the body is not a JSON object.
  var bodyRecord: Record? {
    guard let body = source.body else { return nil }
    return try? JSONReader().record(Self.readable(body)[...])
  }

  private static func readable(_ body: String) -> [UInt8] {
    var bytes = Array(body.utf8)
    let mark = Array(Placeholder.limit.text.utf8)
    var start = 0
    while start + mark.count <= bytes.count {
      if Array(bytes[start..<start + mark.count]) == mark {
        bytes.replaceSubrange(
          start..<start + mark.count, with: [UInt8](repeating: UInt8(ascii: "1"), count: mark.count)
        )
      }
      start += 1
    }
    return bytes
  }

  /// The body with a placeholder as the value of a member; missing objects on its path are created.
  private static func placing(
    _ placeholder: Placeholder, at names: [String], in body: String
  ) throws(HTTPError) -> String {
    guard let root = try? JSONReader().record(readable(body)[...]), let last = names.last else {
      throw .invalid(
        "the body is not a JSON object, so \(names.joined(separator: ".")) cannot be set")
    }
    var (record, left) = (root, names[...])
    while left.count > 1, let name = left.first,
      let inner = record.last(where: { $0.name == name })?.value.record
    {
      (record, left) = (inner, left.dropFirst())
    }
    var bytes = Array(body.utf8)
    if left.count == 1, let value = record.last(where: { $0.name == last })?.value {
      bytes.replaceSubrange(value.raw.indices, with: Array(placeholder.text.utf8))
    } else {
      let start = record.raw.startIndex + 1
      bytes.insert(
        contentsOf: member(left, placeholder) + (record.isEmpty ? [] : [.comma]), at: start)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text of a member including the objects on its path: `"a":{"b":{cursor}}`.
  private static func member(_ names: ArraySlice<String>, _ placeholder: Placeholder) -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, name) in names.enumerated() {
      if index > 0 { bytes.append(.openBrace) }
      JSONField.append(name, to: &bytes)
      bytes.append(.colon)
    }
    return bytes + Array(placeholder.text.utf8)
      + [UInt8](repeating: .closeBrace, count: names.count - 1)
  }
}

extension String {
  /// The query of an address, and the text before and after it; nil if the address has no query.
  fileprivate var query: (before: Substring, query: Substring, after: Substring)? {
    let end = firstIndex(of: "#") ?? endIndex
    guard let mark = self[..<end].firstIndex(of: "?") else { return nil }
    return (self[..<mark], self[index(after: mark)..<end], self[end...])
  }

  /// The address with a placeholder as the value of a parameter.
  fileprivate func placing(_ placeholder: Placeholder, inQueryAs name: String) -> String {
    guard let parts = query else {
      return adding("\(PercentEncoding.value(name))=\(placeholder.text)")
    }
    let query = String(parts.query).placing(placeholder, amongFieldsAs: name)
    return "\(parts.before)?\(query)\(parts.after)"
  }

  /// Fields joined by `&`, with a placeholder as the value of one of them; a missing field is
  /// added.
  fileprivate func placing(_ placeholder: Placeholder, amongFieldsAs name: String) -> String {
    var fields = split(separator: "&").map(String.init)
    let place = fields.firstIndex {
      PercentEncoding.decoded(
        $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)[0])
        == name
    }
    if let place {
      let written = fields[place].split(separator: "=", omittingEmptySubsequences: false)[0]
      fields[place] = "\(written)=\(placeholder.text)"
    } else {
      fields.append("\(PercentEncoding.value(name))=\(placeholder.text)")
    }
    return fields.joined(separator: "&")
  }

  /// The address with a further part in its query.
  fileprivate func adding(_ part: String) -> String {
    let end = firstIndex(of: "#") ?? endIndex
    guard let parts = query else { return "\(self[..<end])?\(part)\(self[end...])" }
    return "\(parts.before)?\(parts.query)\(parts.query.isEmpty ? "" : "&")\(part)\(parts.after)"
  }
}
