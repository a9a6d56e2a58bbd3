/// Answers a request with what it was.
enum Echo {
  static func answer(_ request: Request) -> Answer {
    let fields: [JSON.Field] = [
      ("method", .text(request.method)), ("path", .text(request.path)),
      ("query", .object(byName(request.query))), ("headers", .object(byName(request.headers))),
      ("body", .text(String(decoding: request.body, as: UTF8.self))),
    ]
    return Answer(.object(fields + [("items", [.object(fields)])]))
  }

  /// Values by their names, in order; an array for a name that comes more than once.
  private static func byName(_ fields: [(name: String, value: String)]) -> [JSON.Field] {
    var found: [(name: String, values: [String])] = []
    for field in fields {
      if let index = found.firstIndex(where: { $0.name == field.name }) {
        found[index].values.append(field.value)
      } else {
        found.append((field.name, [field.value]))
      }
    }
    return found.map { name, values in
      (name, values.count == 1 ? .text(values[0]) : .array(values.map(JSON.text)))
    }
  }
}
