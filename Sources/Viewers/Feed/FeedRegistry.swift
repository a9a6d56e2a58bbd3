import ByteStores
import Bytes
package import Feeds
import FileSources

/// The kinds of sources that a program has, asked in the order of the command line's contract.
nonisolated package struct FeedRegistry: Sendable {
  private let openers: [FeedOpener]
  private let programs: [OtherViewer]
  /// Whether an opener takes databases, so that files are looked at.
  private let hasDatabases: Bool

  /// - Parameters:
  ///   - openers: the kinds of sources that this program opens.
  ///   - programs: those that have other kinds.
  package init(_ openers: [FeedOpener], programs: [OtherViewer] = []) {
    (self.openers, self.programs) = (openers, programs)
    hasDatabases = openers.contains(where: \.takesDatabases)
  }

  /// The options of its sources and of those that it hands on, which the command line takes.
  package var options: [SourceOptions] {
    openers.compactMap { $0.options?() } + programs.flatMap { $0.options() }
  }

  /// The names of the programs that it hands sources on to.
  package var otherPrograms: [String] { programs.map(\.name) }

  /// The program that opens what a word names, where this one does not; a path that exists is a path.
  ///
  /// - Parameter isPath: whether the word is a path whatever it looks like.
  package func program(for word: [UInt8], isPath: Bool = false) -> OtherViewer? {
    programs.first { program in
      FileKind(at: word) == nil ? !isPath && program.opens(word) : program.opensFile(word)
    }
  }

  /// Opens what a word names.
  ///
  /// A path that exists counts whole, before `FILE:N` and before a scheme. May wait; see `FeedOpener`.
  ///
  /// - Parameter isPath: whether the word is a path whatever it looks like.
  /// - Throws: why it cannot be opened, or that there is nothing of that name.
  package func open(
    _ word: [UInt8], isPath: Bool = false, at start: StartPosition?, _ options: ViewerOptions
  ) throws(Failure) -> any Feed {
    for address in isPath ? paths(of: word, start) : addresses(of: word, start) {
      for opener in openers {
        if let feed = try opener.open(address, options) { return feed }
      }
    }
    // It may have secrets in it.
    if !isPath, word.isCurlLine { throw .usage("nothing here reads a line of curl") }
    let name = String(decoding: word, as: UTF8.self)
    if !isPath, case .scheme(let scheme, let rest)? = scheme(of: word), rest.hasPrefix("//") {
      throw .usage("nothing here opens '\(scheme):' addresses: name a file or a folder")
    }
    throw .source("\(name.isEmpty ? "''" : name): No such file or directory")
  }

  /// The requests of a source's first pages as lines for a shell, of which none is sent.
  ///
  /// - Throws: why it cannot be asked, or that what a word names is not asked for anything.
  package func requests(
    of word: [UInt8], _ options: ViewerOptions
  ) throws(Failure) -> [String] {
    for address in addresses(of: word, nil) {
      for opener in openers {
        if let lines = try opener.requests?(address, options) { return lines }
      }
    }
    throw .usage("--dry-run needs an address: '\(String(decoding: word, as: UTF8.self))' is none")
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

  /// `FILE:N`, where there is such a file.
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

/// A program that opens kinds of sources for which this one would be linked with more than a start should pay for.
nonisolated package struct OtherViewer: Sendable {
  /// The name of the program, which is installed beside this one.
  package let name: String
  /// Whether it opens what a word names.
  package let opens: @Sendable (_ word: [UInt8]) -> Bool
  /// Whether it opens a file, whose content tells that.
  package let opensFile: @Sendable (_ path: [UInt8]) -> Bool
  /// The options of its sources.
  package let options: @Sendable () -> [SourceOptions]

  /// The program of addresses and databases.
  package static let connect = OtherViewer(
    name: "endless-connect", opens: { $0.isWebAddress || $0.isDatabase },
    opensFile: { DatabaseAddress.isDatabase($0) },
    options: { [AddressOptions.options, DatabaseOptions.options] })

  /// Where it may be: beside this program and in `../libexec/endless`, never on `PATH`, because what a guest is given must not
  /// depend on a variable.
  package var paths: [BytePath] { Self.paths(of: name) }

  /// The same for a program of another kind.
  package static func paths(of name: String) -> [BytePath] {
    let folder = (BytePath.program ?? BytePath("/usr/local/bin/endless")).parent
    return [folder.appending(name), folder.parent.appending("libexec/endless").appending(name)]
  }
}

/// A kind of source: it makes a feed of each address that is one of its own.
nonisolated package struct FeedOpener: Sendable {
  /// The feed at an address; nil where the address is another opener's.
  ///
  /// It may wait, as for a file on a network, and is not called on the main actor while a screen is
  /// open.
  package let open: @Sendable (Address, ViewerOptions) throws(Failure) -> (any Feed)?

  /// The source's own options; built only if the command line has an option, or asks for help.
  package let options: (@Sendable () -> SourceOptions)?
  /// Whether it takes databases.
  package let takesDatabases: Bool

  /// The requests of an address' first pages, without asking for one; nil where the address is another opener's.
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
