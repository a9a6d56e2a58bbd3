import Answers
import EventLoop
import Feeds
import HTTPSources
import Records
package import Viewers

extension AddressList {
  /// The opener of web addresses.
  ///
  /// An address with a placeholder other than `{limit}` is a list. For any other address, the first
  /// answer determines the kind; a screen opens after a second even without that answer.
  package static let opener = FeedOpener(
    options: { AddressOptions.options },
    requests: { address, options throws(Failure) in
      try AskedAddress(at: address, options)?.firstRequests
    }
  ) { address, options throws(Failure) in
    guard let asked = try AskedAddress(at: address, options) else { return nil }
    guard asked.template.style == .link else { return try list(asked, options) }
    let first = FirstAnswer(asked, options)
    // Without a screen the wait is not limited, because text is passed on completely. It is not
    // limited either if a time span was given, because only text can have one.
    let isWaitedFor = !StandardOutput.isTerminal || options.span.isLimited
    guard let answer = first.value(within: isWaitedFor ? nil : firstAnswerTimeout) else {
      return AskedFeed(AddressList(asked, AddressSource(awaiting: first)))
    }
    switch try answer.get() {
    case .list(let source): return AskedFeed(AddressList(asked, AddressSource(source)))
    case .other(let feed): return feed
    }
  }

  /// A list whose first page is requested while the screen opens.
  private static func list(
    _ asked: AskedAddress, _ options: ViewerOptions
  ) throws(Failure) -> AskedFeed {
    do throws(HTTPError) {
      let source = try HTTPSource(asked.template, asked.options)
      source.begin(pageSize: options.paging.pageSize, on: BackgroundExecutor())
      return AskedFeed(AddressList(asked, AddressSource(source)))
    } catch {
      throw Failure(error)
    }
  }

  /// The time to wait for the first answer before the screen is opened as a list.
  private static let firstAnswerTimeout = Duration.seconds(1)
}

/// An address with the reader's options.
struct AskedAddress: Sendable {
  let template: RequestTemplate
  let options: HTTPSourceOptions
  let title: String
  /// The body of the request, as it was given.
  let body: String?
  /// A notice about a secret on the command line.
  let notice: String?
  /// The number of items to request in one load.
  let pageSize: Int

  /// Parses an argument; returns nil if it is not a web address.
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

  /// Whether an address belongs to the service of the first address on the command line, to which
  /// the options apply.
  private static func isOfFirst(
    _ address: String, _ viewer: ViewerOptions
  ) throws(Failure) -> Bool {
    guard let first = viewer.firstAddress.map({ String(decoding: $0, as: UTF8.self) }) else {
      return true
    }
    return RequestTemplate.areOfOneService(try CurlLine(in: first)?.address ?? first, address)
  }

  /// Whether an option of the reader applies only to records.
  func wantsData(_ viewer: ViewerOptions) -> Bool {
    let reader = options.answers.reader
    switch viewer.format {
    case .ndjson, .jsonArray, .jsonValues, .csv: return true
    case .log, .text, nil: break
    }
    return viewer.writesJSON || viewer.columns != nil || reader.items != nil || reader.next != nil
      || reader.id != nil
  }

  private static func options(
    _ line: CurlLine?, _ values: SourceValues, _ pages: AskedPages, _ viewer: ViewerOptions
  ) -> HTTPSourceOptions {
    var options = HTTPSourceOptions()
    options.answers = pages.answers
    // Without a screen, no page is shown again.
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
