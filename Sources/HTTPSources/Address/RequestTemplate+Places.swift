import Answers
import Bytes
import Records

/// Where the value of a page goes in a request.
enum ValuePlace: Hashable, Sendable {
  /// A parameter of the query.
  case parameter(String)
  /// A field of the header.
  case header(String)
  /// A member of a body of JSON, by the names on the way to it.
  case member([String])
  /// A field of a body that is a form.
  case field(String)
  /// Several parameters at once: the members of the cursor, which is an object.
  case parameters

  /// What a reader is told.
  var words: String {
    switch self {
    case .parameter(let name): "the parameter \(name)"
    case .header(let name): "the header \(name)"
    case .member(let names): "\(names.joined(separator: ".")) of the body"
    case .field(let name): "the field \(name)"
    case .parameters: "the parameters of the answer"
    }
  }
}

/// A template with one more placeholder.
extension RequestTemplate {
  /// The template with a placeholder at a place, in the stead of what stands there.
  ///
  /// - Throws: `invalid` where the body is not an object of JSON, or the placeholder cannot stand beside others.
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
    var template = try RequestTemplate(
      source.address, fields: source.fields, login: source.login, body: source.body,
      method: source.method)
    template.ways = ways
    return template
  }

  /// The parameters of the query as they were typed, with what stands for percent signs.
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

  /// Whether it asks for the last items before one, as Firebase has it: they come in their order, and the list begins with the last.
  var asksForLastItems: Bool {
    style == .last && typedParameters.contains { TokenNames.normalized($0.name) == "limittolast" }
  }

  /// Whether it sends an object of JSON.
  var sendsJSON: Bool { sendsBody && !sendsForm }

  /// Whether it sends a form.
  var sendsForm: Bool {
    sendsBody && given.type?.hasPrefix("application/x-www-form-urlencoded") == true
  }

  private var sendsBody: Bool { source.body != nil }

  /// The body as an object of JSON; a placeholder without quotes stands for a number of the same length.
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

  /// A body in which a member has a placeholder for its value; the member, and objects on the way to it, are made if they lack.
  private static func placing(
    _ placeholder: Placeholder, at names: [String], in body: String
  ) throws(HTTPError) -> String {
    guard let root = try? JSONReader().record(readable(body)[...]), let last = names.last else {
      throw .invalid(
        "the body is not an object of JSON, so \(names.joined(separator: ".")) cannot be set")
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

  /// The text of a member, with the objects on the way to it: `"a":{"b":{cursor}}`.
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
  /// What stands around the query of an address, and the query; nil where it has none.
  fileprivate var query: (before: Substring, query: Substring, after: Substring)? {
    let end = firstIndex(of: "#") ?? endIndex
    guard let mark = self[..<end].firstIndex(of: "?") else { return nil }
    return (self[..<mark], self[index(after: mark)..<end], self[end...])
  }

  /// An address whose query has a placeholder for the value of a parameter.
  fileprivate func placing(_ placeholder: Placeholder, inQueryAs name: String) -> String {
    guard let parts = query else {
      return adding("\(PercentEncoding.value(name))=\(placeholder.text)")
    }
    let query = String(parts.query).placing(placeholder, amongFieldsAs: name)
    return "\(parts.before)?\(query)\(parts.after)"
  }

  /// Fields with `&` between them, one of which has a placeholder for its value.
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

  /// An address with one more part of its query.
  fileprivate func adding(_ part: String) -> String {
    let end = firstIndex(of: "#") ?? endIndex
    guard let parts = query else { return "\(self[..<end])?\(part)\(self[end...])" }
    return "\(parts.before)?\(parts.query)\(parts.query.isEmpty ? "" : "&")\(part)\(parts.after)"
  }
}
