import ByteStores
import Bytes
package import Feeds
import FileSources

/// The kinds of sources that a program has, asked in the order of the command line's contract.
nonisolated package struct FeedRegistry: Sendable {
  private let openers: [FeedOpener]

  package init(_ openers: [FeedOpener]) { self.openers = openers }

  /// The options of its sources, which the command line takes.
  package var options: [SourceOptions] { openers.compactMap { $0.options?() } }

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
    let name = String(decoding: word, as: UTF8.self)
    if !isPath, case .scheme(let scheme, let rest)? = scheme(of: word), rest.hasPrefix("//") {
      throw .usage("nothing here opens '\(scheme):' addresses: name a file or a folder")
    }
    throw .source("\(name.isEmpty ? "''" : name): No such file or directory")
  }

  private func addresses(of word: [UInt8], _ start: StartPosition?) -> [Address] {
    if word == Array("-".utf8) { return [.standardInput(start: start)] }
    let paths = paths(of: word, start)
    guard paths.isEmpty else { return paths }
    return [numbered(word), scheme(of: word)].compactMap { $0 }
  }

  private func paths(of word: [UInt8], _ start: StartPosition?) -> [Address] {
    FileKind(at: word).map { [.path(word, $0, start: start)] } ?? []
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

/// A kind of source: it makes a feed of each address that is one of its own.
nonisolated package struct FeedOpener: Sendable {
  /// The feed at an address; nil where the address is another opener's.
  ///
  /// It may wait, as for a file on a network, and is not called on the main actor while a screen is
  /// open.
  package let open: @Sendable (Address, ViewerOptions) throws(Failure) -> (any Feed)?

  /// The source's own options; built only if the command line has an option, or asks for help.
  package let options: (@Sendable () -> SourceOptions)?

  package init(
    options: (@Sendable () -> SourceOptions)? = nil,
    _ open: @escaping @Sendable (Address, ViewerOptions) throws(Failure) -> (any Feed)?
  ) {
    (self.options, self.open) = (options, open)
  }
}
