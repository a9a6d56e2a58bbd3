import ByteStores
import Bytes
package import Feeds
import FileSources

/// The kinds of sources of a program, in the order in which they are tried.
nonisolated package struct FeedRegistry: Sendable {
  private let openers: [FeedOpener]
  private let programs: [OtherViewer]
  /// Whether an opener supports databases; if so, the content of files is examined.
  private let hasDatabases: Bool

  /// - Parameters:
  ///   - openers: the kinds of sources that this program opens.
  ///   - programs: other programs, which open further kinds of sources.
  package init(_ openers: [FeedOpener], programs: [OtherViewer] = []) {
    (self.openers, self.programs) = (openers, programs)
    hasDatabases = openers.contains(where: \.takesDatabases)
  }

  /// The options of all sources, including those of the other programs.
  package var options: [SourceOptions] {
    openers.compactMap { $0.options?() } + programs.flatMap { $0.options() }
  }

  /// The names of the other programs.
  package var otherPrograms: [String] { programs.map(\.name) }

  /// Returns the other program that opens an argument, if any; an argument that exists as a path
  /// always counts as a path.
  ///
  /// - Parameter isPath: whether the argument is a path regardless of its form.
  package func program(for word: [UInt8], isPath: Bool = false) -> OtherViewer? {
    programs.first { program in
      FileKind(at: word) == nil ? !isPath && program.opens(word) : program.opensFile(word)
    }
  }

  /// Opens an argument; this may block (see `FeedOpener`).
  ///
  /// An existing path takes precedence over `FILE:N` and over a scheme.
  ///
  /// - Parameter isPath: whether the argument is a path regardless of its form.
  /// - Throws: an error if the source cannot be opened, or if it does not exist.
  package func open(
    _ word: [UInt8], isPath: Bool = false, at start: StartPosition?, _ options: ViewerOptions
  ) throws(Failure) -> any Feed {
    for address in isPath ? paths(of: word, start) : addresses(of: word, start) {
      for opener in openers {
        if let feed = try opener.open(address, options) { return feed }
      }
    }
    // The message omits the command line, which may contain secrets.
    if !isPath, word.isCurlLine { throw .usage("this program does not support curl commands") }
    let name = String(decoding: word, as: UTF8.self)
    if !isPath, case .scheme(let scheme, let rest)? = scheme(of: word), rest.hasPrefix("//") {
      throw .usage("cannot open '\(scheme):' addresses: name a file or a folder")
    }
    throw .source("\(name.isEmpty ? "''" : name): No such file or directory")
  }

  /// Returns the requests for the first pages of a source, as shell commands; nothing is sent.
  ///
  /// - Throws: an error if the source has no requests, for example because the argument is not an
  ///   address.
  package func requests(
    of word: [UInt8], _ options: ViewerOptions
  ) throws(Failure) -> [String] {
    for address in addresses(of: word, nil) {
      for opener in openers {
        if let lines = try opener.requests?(address, options) { return lines }
      }
    }
    throw .usage("--dry-run needs an address, not '\(String(decoding: word, as: UTF8.self))'")
  }

  private func addresses(of word: [UInt8], _ start: StartPosition?) -> [Address] {
    if word == Array("-".utf8) { return [.standardInput(start: start)] }
    let paths = paths(of: word, start)
    guard paths.isEmpty else { return paths }
    if let database = DatabaseAddress(word) { return [.database(database, start: start)] }
    if word.isCurlLine { return [.curl(String(decoding: word, as: UTF8.self))] }
    return [numbered(word), scheme(of: word)].compactMap { $0 }
  }

  private func paths(of word: [UInt8], _ start: StartPosition?) -> [Address] {
    guard let kind = FileKind(at: word) else { return [] }
    let path = Address.path(word, kind, start: start)
    guard hasDatabases, DatabaseAddress.isDatabase(word) else { return [path] }
    return [.database(DatabaseAddress(path: word, table: nil), start: start), path]
  }

  /// Parses `FILE:N`, if the file exists.
  private func numbered(_ word: [UInt8]) -> Address? {
    guard let colon = word.lastIndex(of: .colon),
      let number = Int(String(decoding: word[(colon + 1)...], as: UTF8.self)), number > 0,
      let kind = FileKind(at: Array(word[..<colon]))
    else { return nil }
    return .path(Array(word[..<colon]), kind, start: .line(number))
  }

  private func scheme(of word: [UInt8]) -> Address? {
    guard let colon = word.firstIndex(of: .colon), colon > 0 else { return nil }
    return .scheme(
      String(decoding: word[..<colon], as: UTF8.self),
      rest: String(decoding: word[(colon + 1)...], as: UTF8.self))
  }
}

/// Another program for kinds of sources whose libraries would slow down the start of this one.
nonisolated package struct OtherViewer: Sendable {
  /// The name of the program, which is installed next to this one.
  package let name: String
  /// Whether the program opens an argument.
  package let opens: @Sendable (_ word: [UInt8]) -> Bool
  /// Whether the program opens a file, according to the file's content.
  package let opensFile: @Sendable (_ path: [UInt8]) -> Bool
  /// The options of the program's sources.
  package let options: @Sendable () -> [SourceOptions]

  /// The program for addresses and databases.
  package static let connect = OtherViewer(
    name: "endless-connect", opens: { $0.isWebAddress || $0.isDatabase },
    opensFile: { DatabaseAddress.isDatabase($0) },
    options: { [AddressOptions.options, DatabaseOptions.options] })

  /// The possible paths: next to this program and in `../libexec/endless`, but never on `PATH`,
  /// because an environment variable must not determine which programs run under a restriction.
  package var paths: [BytePath] { Self.paths(of: name) }

  /// Returns the possible paths of a program.
  package static func paths(of name: String) -> [BytePath] {
    let folder = (BytePath.program ?? BytePath("/usr/local/bin/endless")).parent
    return [folder.appending(name), folder.parent.appending("libexec/endless").appending(name)]
  }
}

/// A kind of source, which creates a feed for each address that it supports.
nonisolated package struct FeedOpener: Sendable {
  /// Creates the feed of an address; nil if the address is not supported.
  ///
  /// It may block, for example for a file on a network, and is not called on the main actor while a
  /// screen is open.
  package let open: @Sendable (Address, ViewerOptions) throws(Failure) -> (any Feed)?

  /// The options of the source; they are created only if the command line has an option or requests
  /// help.
  package let options: (@Sendable () -> SourceOptions)?
  /// Whether the opener supports databases.
  package let takesDatabases: Bool

  /// Returns the requests for the first pages of an address without sending them; nil if the
  /// address is not supported.
  package let requests: (@Sendable (Address, ViewerOptions) throws(Failure) -> [String]?)?

  package init(
    options: (@Sendable () -> SourceOptions)? = nil, takesDatabases: Bool = false,
    requests: (@Sendable (Address, ViewerOptions) throws(Failure) -> [String]?)? = nil,
    _ open: @escaping @Sendable (Address, ViewerOptions) throws(Failure) -> (any Feed)?
  ) {
    (self.options, self.requests, self.open) = (options, requests, open)
    self.takesDatabases = takesDatabases
  }
}
