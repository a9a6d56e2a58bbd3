import CCurl
import CEndless
import Glibc
import Paging

/// One request in progress, used only on the client's thread.
final class HTTPTransfer {
  /// The destination of the body.
  enum Sink {
    /// Memory, with a maximum number of bytes.
    case memory(atMost: Int)
    /// A pipe, written as the body arrives.
    case pipe(HTTPBodyWriter)
  }

  private static let errorSize = Int(CURL_ERROR_SIZE)
  private static let protocolName = Array("HTTP/".utf8)

  let number: Int
  let handle: UnsafeMutableRawPointer
  private let curl: CurlLibrary
  private let request: HTTPRequest
  private let options: HTTPClientOptions
  /// Chooses the destination of the body, depending on the header.
  private let choose: (HTTPHead) -> Sink
  private var head: HTTPHead
  private var headerSize = 0
  private var sink: Sink?
  private(set) var body: [UInt8] = []
  /// The reason why the client itself has ended the transfer.
  private var refusal: HTTPError?
  private var fields: UnsafeMutablePointer<curl_slist>?
  private let words = UnsafeMutablePointer<CChar>.allocate(capacity: errorSize)
  private let sent: UnsafeMutablePointer<UInt8>
  /// Whether the transfer is waiting for the reader of the body.
  private(set) var isPaused = false
  /// The time when data last arrived, or when the transfer began or was resumed.
  private var lastNews = ContinuousClock.now

  init?(
    _ number: Int, _ request: HTTPRequest, _ options: HTTPClientOptions, _ curl: CurlLibrary,
    choose: @escaping (HTTPHead) -> Sink
  ) {
    guard let handle = curl.functions.easy_init() else { return nil }
    (self.number, self.handle, self.curl) = (number, handle, curl)
    (self.request, self.options, self.choose) = (request, options, choose)
    head = HTTPHead(url: request.url, status: 0, fields: [])
    words.initialize(repeating: 0, count: Self.errorSize)
    sent = .allocate(capacity: max(1, request.body.count))
    sent.initialize(from: request.body, count: request.body.count)
    setUp()
  }

  deinit {
    curl.functions.easy_cleanup(handle)
    if let fields { curl.functions.slist_free_all(fields) }
    words.deallocate()
    sent.deallocate()
  }

  // MARK: The request

  private func set(_ option: CURLoption, _ text: String?) {
    guard let text else { return }
    withUnsafePointer(to: curl.functions) { functions in
      _ = text.withCString { endless_curl_set(functions, handle, option, $0) }
    }
  }

  private func set(_ option: CURLoption, _ number: Int) {
    withUnsafePointer(to: curl.functions) {
      _ = endless_curl_set_number($0, handle, option, number)
    }
  }

  private func set(_ option: CURLoption, pointer: UnsafeRawPointer?) {
    withUnsafePointer(to: curl.functions) { _ = endless_curl_set($0, handle, option, pointer) }
  }

  private func setUp() {
    // libcurl must not use signals in a thread. HTTPExchange follows redirects, because it knows
    // which fields may be sent elsewhere.
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_FOLLOWLOCATION, 0)
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    set(CURLOPT_URL, request.url)
    set(CURLOPT_USERAGENT, options.agent)
    // Accepts all encodings that this libcurl can decode.
    set(CURLOPT_ACCEPT_ENCODING, "")
    set(CURLOPT_ERRORBUFFER, pointer: words)
    setUpConnection()
    setUpMessage()
    setUpCallbacks()
  }

  private func setUpConnection() {
    let (silence, connecting) = (options.silence.wholeSeconds, options.connecting.wholeSeconds)
    set(CURLOPT_CONNECTTIMEOUT, min(silence, connecting))
    // Waits for a connection that several requests can share (HTTP/2). Without TLS this would delay
    // all requests until the first answer shows the protocol.
    if WebAddress(request.url)?.scheme?.lowercased() == "https" { set(CURLOPT_PIPEWAIT, 1) }
    withUnsafePointer(to: curl.functions) { _ = endless_curl_close_in_programs($0, handle) }
    set(CURLOPT_UNIX_SOCKET_PATH, options.unixSocket)
    if let certificates = options.certificates {
      set(CURLOPT_CAINFO, certificates)
      // Otherwise, Debian's default directory of certificates would be trusted as well.
      set(CURLOPT_CAPATH, pointer: nil)
    }
    if request.usesNetrc { set(CURLOPT_NETRC, Int(CURL_NETRC_OPTIONAL.rawValue)) }
    if let login = request.login {
      let parts = login.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      set(CURLOPT_USERNAME, PercentEncoding.decoded(parts[0]))
      set(CURLOPT_PASSWORD, parts.count > 1 ? PercentEncoding.decoded(parts[1]) : "")
      set(CURLOPT_HTTPAUTH, endless_curl_basic)
    }
  }

  private func setUpMessage() {
    if request.method == .post {
      set(CURLOPT_POST, 1)
      withUnsafePointer(to: curl.functions) {
        _ = endless_curl_set_size(
          $0, handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.count))
      }
      set(CURLOPT_POSTFIELDS, pointer: sent)
    }
    for field in request.headers {
      // libcurl omits a field with an empty value unless it is written with a semicolon.
      let line = field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
      fields = curl.functions.slist_append(fields, line)
    }
    // Suppresses `Expect`, because libcurl would hold back a body above 1 MiB for a second if the
    // service does not know this field.
    if request.method == .post { fields = curl.functions.slist_append(fields, "Expect:") }
    set(CURLOPT_HTTPHEADER, pointer: fields)
  }

  private func setUpCallbacks() {
    let me = Unmanaged.passUnretained(self).toOpaque()
    set(CURLOPT_HEADERDATA, pointer: me)
    set(CURLOPT_WRITEDATA, pointer: me)
    withUnsafePointer(to: curl.functions) { functions in
      _ = endless_curl_set_callback(functions, handle, CURLOPT_HEADERFUNCTION) {
        bytes, size, count, transfer in
        HTTPTransfer.of(transfer)?.takeHeader(
          UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
      }
      _ = endless_curl_set_callback(functions, handle, CURLOPT_WRITEFUNCTION) {
        bytes, size, count, transfer in
        HTTPTransfer.of(transfer)?.takeBody(
          UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
      }
    }
  }

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> HTTPTransfer? {
    pointer.map { Unmanaged<HTTPTransfer>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: The answer

  /// The time at which the transfer fails if no more data arrives; nil while it waits for its
  /// reader.
  var deadline: ContinuousClock.Instant? { isPaused ? nil : lastNews + options.silence }

  /// The error for a transfer that has received no data for longer than the time limit.
  var silence: HTTPError {
    let seconds = options.silence.wholeSeconds
    return .passing("no data from \(request.host) for \(seconds) s: see --timeout")
  }

  /// Processes a line of the header; a result other than the length of the line makes libcurl end
  /// the transfer.
  private func takeHeader(_ bytes: UnsafeRawBufferPointer) -> Int {
    lastNews = .now
    headerSize += bytes.count
    guard headerSize <= options.mostHeader else {
      refusal = .failed("the response header is larger than \(options.mostHeader >> 10) KiB")
      return 0
    }
    // The line is divided by bytes, because a pass over its characters takes much longer.
    let line = bytes.filter { !(0x0A...0x0D).contains($0) }
    if line.starts(with: Self.protocolName) {
      // An answer may have several heads, such as those of a proxy and of 100 Continue.
      head.fields = []
    } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
      let (name, value) = (line[..<colon], String(decoding: line[(colon + 1)...], as: UTF8.self))
      head.fields.append(HTTPField(String(decoding: name, as: UTF8.self), value.trimmed))
    }
    return bytes.count
  }

  private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    lastNews = .now
    switch chosenSink() {
    case .memory(let most):
      guard body.count + bytes.count <= most else {
        refusal = .tooLarge(maximum: most)
        return 0
      }
      body.append(contentsOf: bytes)
      return bytes.count
    case .pipe(let writer):
      switch writer.write(bytes) {
      case .taken: return bytes.count
      case .full:
        isPaused = true
        return Int(CURL_WRITEFUNC_PAUSE)
      case .closed:
        refusal = .cancelled
        return 0
      }
    }
  }

  /// The destination of the body, chosen once.
  private func chosenSink() -> Sink {
    if let sink { return sink }
    let chosen = choose(finishedHead())
    sink = chosen
    return chosen
  }

  private func finishedHead() -> HTTPHead {
    head.status = withUnsafePointer(to: curl.functions) {
      endless_curl_number($0, handle, CURLINFO_RESPONSE_CODE)
    }
    return head
  }

  /// The descriptor of the pipe if it is full; nil otherwise.
  var fullPipe: Int32? {
    guard isPaused, case .pipe(let writer)? = sink else { return nil }
    return writer.descriptor
  }

  /// Continues after the reader of the body has read from the full pipe.
  func resume() {
    (isPaused, lastNews) = (false, .now)
    _ = curl.functions.easy_pause(handle, CURLPAUSE_CONT)
  }

  // MARK: The end

  /// Passes the outcome to the reader of the body, and closes the pipe.
  func endPipe(_ result: Result<Void, HTTPError>) {
    if case .pipe(let writer)? = sink { writer.end(result) }
    sink = nil
  }

  /// The outcome for a libcurl result code.
  func outcome(_ code: CURLcode) -> Result<HTTPAnswer, HTTPError> {
    if let refusal { return .failure(refusal) }
    guard code == CURLE_OK else { return .failure(error(code)) }
    _ = chosenSink()
    return .success(HTTPAnswer(head: finishedHead(), body: body))
  }

  private func error(_ code: CURLcode) -> HTTPError {
    let said = String(cString: words)
    let detail = said.isEmpty ? curl.words(of: code) : said
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST: return .noHost(request.host)
    case CURLE_COULDNT_RESOLVE_PROXY: return .failed("no such proxy: \(detail)")
    case CURLE_COULDNT_CONNECT:
      let place = options.unixSocket.map { "the socket \($0)" } ?? request.host
      return .passing("cannot connect to \(place): \(detail)")
    // A service without TLS fails every time, but after a reset of the connection, a retry may
    // succeed.
    case CURLE_SSL_CONNECT_ERROR where !detail.isReset:
      return .failed("TLS connection to \(request.host) failed: \(detail)")
    case CURLE_OPERATION_TIMEDOUT: return .passing("cannot connect to \(request.host): \(detail)")
    case CURLE_PEER_FAILED_VERIFICATION:
      return .failed(
        "the certificate of \(request.host) is not trusted: \(detail); name certificates to trust with --cacert"
      )
    case CURLE_SSL_CACERT_BADFILE:
      return .failed(
        "\(options.certificates ?? "the certificate file") contains no certificates: see --cacert")
    case CURLE_URL_MALFORMAT:
      return .failed("\(request.shown) is not an address: \(detail)")
    case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_HTTP2,
      CURLE_HTTP2_STREAM, CURLE_SSL_CONNECT_ERROR:
      return .passing("the connection to \(request.host) was lost: \(detail)")
    default: return .failed("\(request.host): \(detail)")
    }
  }
}

extension Duration {
  /// The duration in whole seconds, at least 1, because 0 has a special meaning for libcurl.
  var wholeSeconds: Int { max(1, Int(components.seconds)) }
}

extension String {
  /// Whether this OpenSSL message means that the connection was closed.
  fileprivate var isReset: Bool {
    let words = lowercased().split { !$0.isLetter && $0 != "_" }
    return words.contains("reset") || words.contains("ssl_error_syscall") || words.contains("eof")
  }
}

extension StringProtocol {
  /// The text without surrounding blanks and tabs.
  var trimmed: String {
    let start = drop { $0 == " " || $0 == "\t" }
    guard let last = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
    return String(start[...last])
  }
}
