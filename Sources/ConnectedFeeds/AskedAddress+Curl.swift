import Answers
import Feeds
import HTTPSources
import Viewers

extension CurlLine {
  /// Parses an argument that is a curl command line; returns nil for other arguments.
  ///
  /// - Throws: an error if the command line is invalid; the error names an option that is not
  ///   supported.
  init?(in word: String) throws(Failure) {
    guard Array(word.utf8).isCurlLine else { return nil }
    do throws(HTTPError) {
      try self.init(word, environment: { Environment.value($0) })
    } catch {
      throw .usage(error.description)
    }
  }
}

/// The header fields of an address, as they were typed.
extension AskedAddress {
  /// The header fields of a curl command line and of the options; those of the options replace
  /// fields with the same name.
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
    // A body from an option is JSON unless a field gives another type.
    if values[AddressOptions.body] != nil, line.hasUsualType { names.insert("content-type") }
    return line.fields.filter { !names.contains($0.name.lowercased()) } + typed
  }

  /// A notice that a secret is visible to other users in the list of processes.
  static func notice(_ fields: [TypedField], _ template: RequestTemplate) -> String? {
    if template.showsLogin {
      return template.hasTypedLogin
        ? "other users can see the password after -u: store it in ~/.netrc, or export it and write $NAME"
        : "other users can see the password in the address: store it in ~/.netrc"
    }
    return fields.first(where: \.showsSecret).map {
      "other users can see the value of \($0.name) in the command line: export it, and write $NAME"
    }
  }
}

/// Requests for an address as curl command lines.
extension AskedAddress {
  /// The requests for the first and second pages, preceded by remarks.
  ///
  /// The request for the second page is missing if it follows from a link in the first answer.
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
        "the second page begins with the last item of the first, to detect whether items have moved"
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

  /// The request for the page in which an item arrived, or for the first page if the item is nil or
  /// its page has been forgotten.
  func copiedRequest(of item: AnswerItem?, from pages: AddressSource) -> CopiedRequest {
    guard let page = item.flatMap({ pages.page(of: $0.id) }) else {
      let why = item == nil ? "" : " (the request for this row is no longer known)"
      return CopiedRequest(
        line: template.curl(for: firstPage, limit: pageSize, options).line,
        name: "the request for the first page\(why)")
    }
    return CopiedRequest(
      line: (pages.template ?? template).curl(for: page.address, limit: page.limit, options).line,
      name: "the request for \(page.address.wordsInSentence)")
  }
}

extension PageAddress {
  /// The description of the address in a form that can be used within a sentence.
  fileprivate var wordsInSentence: String {
    switch self {
    case .page, .offset: words
    case .cursor(nil), .last(nil): "the \(words)"
    case .cursor, .last: "the page of this row"
    }
  }
}
