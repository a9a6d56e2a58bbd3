import Answers
import EventLoop
import Feeds
import HTTPSources
package import Viewers

extension HTTPFeed {
  /// Takes addresses of the web.
  ///
  /// One with placeholders is a list at once; of another the first answer tells what it is, and is waited for.
  package static let opener = FeedOpener(
    options: { AddressOptions.options },
    requests: { address, options throws(Failure) in
      try AskedAddress(at: address, options)?.firstRequests
    }
  ) { address, options throws(Failure) in
    guard let asked = try AskedAddress(at: address, options) else { return nil }
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
  /// Items that are asked for in one load, as far as it is known before.
  let pageSize: Int

  /// The address that a word of the command line is; nil where it is none.
  init?(at address: Address, _ viewer: ViewerOptions) throws(Failure) {
    let word: String
    switch address {
    case .curl(let line): word = line
    case .scheme(let scheme, let rest) where Array("\(scheme):\(rest)".utf8).isWebAddress:
      word = "\(scheme):\(rest)"
    case .scheme, .path, .standardInput, .database: return nil
    }
    if let restriction = viewer.restriction { throw restriction.failure("network addresses") }
    try self.init(word, viewer)
  }

  init(_ word: String, _ viewer: ViewerOptions) throws(Failure) {
    let line = try CurlLine(in: word)
    let address = line?.address ?? word
    let isFirst = try Self.isOfFirst(address, viewer)
    let values = isFirst ? viewer.sourceValues : SourceValues()
    let pages = try AskedPages(viewer)
    let fields = try Self.fields(of: line, values)
    body = values[AddressOptions.body] ?? line?.body
    do throws(HTTPError) {
      template = try RequestTemplate(
        address, fields: fields, login: line?.login, body: body,
        method: values[AddressOptions.method].flatMap { HTTPRequest.Method(rawValue: $0) }
          ?? line?.method)
    } catch {
      throw .usage(error.description)
    }
    title = template.shownAddress
    notice = Self.notice(fields, template)
    pageSize = viewer.paging.pageSize
    options = Self.options(line, values, pages, viewer)
  }

  /// Whether an address is of the service that the options of the command line are meant for: that of its first address.
  private static func isOfFirst(
    _ address: String, _ viewer: ViewerOptions
  ) throws(Failure) -> Bool {
    guard let first = viewer.firstAddress.map({ String(decoding: $0, as: UTF8.self) }) else {
      return true
    }
    return RequestTemplate.areOfOneService(try CurlLine(in: first)?.address ?? first, address)
  }

  private static func options(
    _ line: CurlLine?, _ values: SourceValues, _ pages: AskedPages, _ viewer: ViewerOptions
  ) -> HTTPSourceOptions {
    var options = HTTPSourceOptions()
    options.answers = pages.answers
    // Nothing is gone back to without a screen.
    if !StandardOutput.isTerminal { options.answers.remembered = 0 }
    options.client.silence =
      viewer.sourceValues["--timeout"] == nil ? line?.silence ?? pages.timeout : pages.timeout
    options.client.connecting = line?.connecting ?? options.client.connecting
    options.client.certificates =
      values[AddressOptions.certificates] ?? line?.certificates
      ?? Environment.value("SSL_CERT_FILE")
    options.client.unixSocket = values[AddressOptions.unixSocket] ?? line?.unixSocket
    options.credential = values[AddressOptions.credential].map { CredentialCommand($0) }
    options.tokenParameter = values[AddressOptions.tokenParameter]
    options.retriesPosts = viewer.paging.retryLimit != nil
    return options
  }
}
