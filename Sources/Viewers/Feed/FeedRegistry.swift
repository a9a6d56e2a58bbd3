import ByteStores
import Bytes
package import Feeds
import FileSources

/// The kinds of sources that a program has, asked in the order of the command line's contract.
nonisolated package struct FeedRegistry: Sendable {
  private let openers: [FeedOpener]

  package init(_ openers: [FeedOpener]) { self.openers = openers }

  /// Opens what a word names.
  ///
  /// A path that exists counts whole, before `FILE:N` and before a scheme. May wait; see `FeedOpener`.
  ///
  /// - Throws: why it cannot be opened, or that there is nothing of that name.
  package func open(
    _ word: [UInt8], at start: StartPosition?, _ options: ViewerOptions
  ) throws(Failure) -> any Feed {
    for address in addresses(of: word, start) {
      for opener in openers {
        if let feed = try opener.open(address, options) { return feed }
      }
    }
    let name = String(decoding: word, as: UTF8.self)
    if case .scheme(let scheme, let rest)? = scheme(of: word), rest.hasPrefix("//") {
      throw .usage("nothing here opens '\(scheme):' addresses: name a file or a folder")
    }
    throw .source("\(name.isEmpty ? "''" : name) does not exist: check the name")
  }

  private func addresses(of word: [UInt8], _ start: StartPosition?) -> [Address] {
    if word == Array("-".utf8) { return [.standardInput(start: start)] }
    if let kind = FileKind(at: word) { return [.path(word, kind, start: start)] }
    return [numbered(word), scheme(of: word)].compactMap { $0 }
  }

  /// `FILE:N`, where there is such a file.
  private func numbered(_ word: [UInt8]) -> Address? {
    guard let colon = word.lastIndex(of: .colon),
      let number = Int(String(decoding: word[(colon + 1)...], as: UTF8.self)), number > 0,
      let kind = FileKind(at: Array(word[..<colon]))
    else { return nil }
    return .path(Array(word[..<colon]), kind, start: .item(number))
  }

  private func scheme(of word: [UInt8]) -> Address? {
    guard let colon = word.firstIndex(of: .colon), colon > 0 else { return nil }
    return .scheme(
      String(decoding: word[..<colon], as: UTF8.self),
      rest: String(decoding: word[(colon + 1)...], as: UTF8.self))
  }
}
