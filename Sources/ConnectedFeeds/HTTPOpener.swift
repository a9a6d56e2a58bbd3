import Answers
import EventLoop
import Feeds
import HTTPSources
package import Viewers

extension HTTPFeed {
  /// Takes addresses of the web.
  ///
  /// One with placeholders is a list at once; of another the first answer tells what it is, and is waited for.
  package static let opener = FeedOpener(options: { AddressOptions.options }) {
    address, options throws(Failure) in
    guard case .scheme(let scheme, let rest) = address, Array("\(scheme):\(rest)".utf8).isWebAddress
    else { return nil }
    if let restriction = options.restriction { throw restriction.failure("network addresses") }
    let asked = try AskedAddress("\(scheme):\(rest)", options)
    guard asked.template.style == .link else { return try list(asked, options) }
    let first = FirstAnswer(asked, options)
    // Without a screen it is waited for as long as the service needs, because a text is passed on whole. Also where times are
    // asked for, which only a text has.
    let isWaitedFor = !StandardOutput.isTerminal || options.span.isLimited
    guard let answer = first.value(within: isWaitedFor ? nil : firstAnswerTimeout) else {
      return HTTPFeed(asked, AddressSource(awaiting: first))
    }
    switch try answer.get() {
    case .list(let source): return HTTPFeed(asked, AddressSource(source))
    case .other(let feed): return feed
    }
  }

  /// A list whose first page is on its way while the screen opens.
  private static func list(
    _ asked: AskedAddress, _ options: ViewerOptions
  ) throws(Failure) -> HTTPFeed {
    do throws(HTTPError) {
      let source = try HTTPSource(asked.template, asked.options)
      source.begin(pageSize: options.paging.pageSize, on: BackgroundExecutor())
      return HTTPFeed(asked, AddressSource(source))
    } catch {
      throw Failure(error)
    }
  }

  /// How long a reader waits for the first answer before a screen: then a list of what comes is opened.
  private static let firstAnswerTimeout = Duration.seconds(1)
}

/// What a reader asks of an address.
struct AskedAddress: Sendable {
  let template: RequestTemplate
  let options: HTTPSourceOptions
  let title: String
  /// What is sent, as it was given.
  let body: String?
  /// A secret that stands in the command line.
  let notice: String?

  init(_ address: String, _ viewer: ViewerOptions) throws(Failure) {
    let isFirst = Self.isOfFirst(address, viewer)
    let values = isFirst ? viewer.sourceValues : SourceValues()
    let pages = try AskedPages(viewer)
    let typed = try values.all(AddressOptions.header).map { text throws(Failure) in
      try AddressOptions.field(text)
    }
    let headers = try typed.map { field throws(Failure) in
      HTTPField(field.name, try Self.expanded(field.value, of: field.name))
    }
    do throws(HTTPError) {
      template = try RequestTemplate(
        address, headers: headers, body: values[AddressOptions.body],
        method: values[AddressOptions.method].flatMap { HTTPRequest.Method(rawValue: $0) })
    } catch {
      throw .usage(error.description)
    }
    title = template.shownAddress
    body = values[AddressOptions.body]
    notice = Self.notice(typed, template)
    options = Self.options(values, pages, viewer)
  }

  /// Whether an address is of the service that the options of the command line are meant for: that of its first address.
  private static func isOfFirst(_ address: String, _ viewer: ViewerOptions) -> Bool {
    guard let first = viewer.firstAddress.map({ String(decoding: $0, as: UTF8.self) }) else {
      return true
    }
    return RequestTemplate.areOfOneService(first, address)
  }

  private static func options(
    _ values: SourceValues, _ pages: AskedPages, _ viewer: ViewerOptions
  ) -> HTTPSourceOptions {
    var options = HTTPSourceOptions()
    options.answers = pages.answers
    // Nothing is gone back to without a screen.
    if !StandardOutput.isTerminal { options.answers.remembered = 0 }
    options.client.silence = pages.timeout
    options.client.certificates =
      values[AddressOptions.certificates] ?? Environment.value("SSL_CERT_FILE")
    options.client.unixSocket = values[AddressOptions.unixSocket]
    options.credential = values[AddressOptions.credential].map { CredentialCommand($0) }
    options.retriesPosts = viewer.paging.retryLimit != nil
    return options
  }

  /// A value in which `$NAME` and `${NAME}` are what the environment has.
  private static func expanded(_ text: String, of name: String) throws(Failure) -> String {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    var value = String(parts[0])
    for part in parts.dropFirst() {
      let isBraced = part.first == "{"
      let variable = part.dropFirst(isBraced ? 1 : 0).prefix {
        $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")
      }
      guard let first = variable.first, !first.isNumber else {
        value += "$\(part)"
        continue
      }
      guard let known = Environment.value(String(variable)), !known.isEmpty else {
        throw .usage("-H \(name): $\(variable) is not set in the environment")
      }
      let rest = part.dropFirst((isBraced ? 1 : 0) + variable.count)
      value += known + (isBraced && rest.first == "}" ? rest.dropFirst() : rest)
    }
    return value
  }

  private static func notice(_ typed: [(name: String, value: String)], _ template: RequestTemplate)
    -> String?
  {
    if template.hasLogin {
      return "a password stands in the address, where other users see it: netrc keeps it"
    }
    let secret = typed.first {
      HTTPField($0.name, "").isSecret && !$0.value.utf8.contains(UInt8(ascii: "$"))
    }
    return secret.map {
      "the value of \($0.name) stands in the command line, where other users see it: export it, and write $NAME"
    }
  }
}
