import Answers
import Feeds
import HTTPSources
import Viewers

extension CurlLine {
  /// The line of curl that a word of the command line is; nil where it is none.
  ///
  /// - Throws: what of it is refused.
  init?(in word: String) throws(Failure) {
    guard word.utf8.isCurlLine else { return nil }
    do throws(HTTPError) {
      try self.init(word, environment: { Environment.value($0) })
    } catch {
      throw .usage(error.description)
    }
  }
}

/// The header of an address, as it was typed.
extension AskedAddress {
  /// The fields of a line of curl and those of the command line, which replace others of their names.
  static func fields(of line: CurlLine?, _ values: SourceValues) throws(Failure) -> [TypedField] {
    let typed = try values.all(AddressOptions.header).map { text throws(Failure) in
      let field = try AddressOptions.field(text)
      do throws(HTTPError) {
        return TypedField(
          field.name, try NamedText(reading: field.value) { Environment.value($0) })
      } catch {
        throw Failure.usage("-H \(field.name): \(error.description)")
      }
    }
    guard let line else { return typed }
    var names = Set(typed.map { $0.name.lowercased() })
    // A body of the command line is JSON unless a field says another type.
    if values[AddressOptions.body] != nil, line.hasUsualType { names.insert("content-type") }
    return line.fields.filter { !names.contains($0.name.lowercased()) } + typed
  }

  /// That a secret stands where other users see it.
  static func notice(_ fields: [TypedField], _ template: RequestTemplate) -> String? {
    if template.showsLogin {
      return template.hasTypedLogin
        ? "a password stands behind -u, where other users see it: netrc keeps it, or export it, and write $NAME"
        : "a password stands in the address, where other users see it: netrc keeps it"
    }
    return fields.first(where: \.showsSecret).map {
      "the value of \($0.name) stands in the command line, where other users see it: export it, and write $NAME"
    }
  }
}

/// The requests of an address as lines of curl.
extension AskedAddress {
  /// Those of the first page and of the second, unless only the first names that; with remarks before them.
  var firstRequests: [String] {
    let first = template.curl(for: firstPage, limit: pageSize, options)
    let second: CurlCommand? =
      switch template.style {
      case .page:
        template.curl(for: .page(options.answers.firstPage + 1), limit: pageSize, options)
      case .offset:
        template.curl(for: .offset(max(0, pageSize - 1)), limit: max(2, pageSize), options)
      case .cursor, .last: template.curl(for: nil, limit: pageSize, options)
      case .link: nil
      }
    var remarks = first.remarks
    if template.style == .offset {
      remarks.append(
        "the second page begins with the last item of the first, which shows whether items have moved"
      )
    }
    return remarks.map { "# \($0)" } + [first.line] + (second.map { [$0.line] } ?? [])
  }

  private var firstPage: PageAddress {
    switch template.style {
    case .page: .page(options.answers.firstPage)
    case .offset: .offset(0)
    case .cursor, .link: .cursor(nil)
    case .last: .last(nil)
    }
  }

  /// The request of the page in which an item came, or of the first one where there is none or it is not known any more.
  func copiedRequest(of item: AnswerItem?, from pages: AddressSource) -> CopiedRequest {
    guard let page = item.flatMap({ pages.page(of: $0.id) }) else {
      let why = item == nil ? "" : " (that of this row is forgotten)"
      return CopiedRequest(
        line: template.curl(for: firstPage, limit: pageSize, options).line,
        name: "the request of the first page\(why)")
    }
    return CopiedRequest(
      line: (pages.template ?? template).curl(for: page.address, limit: page.limit, options).line,
      name: "the request of \(page.address.wordsInSentence)")
  }
}

extension PageAddress {
  /// What the reader is told, within a sentence.
  fileprivate var wordsInSentence: String {
    switch self {
    case .page, .offset: words
    case .cursor, .last: "the \(words)"
    }
  }
}
