import FileSources
import TableUI
import Terminal

/// The links in the visible lines, one of which may be chosen.
final class TextLinks {
  /// A link, and its line.
  struct Place: Hashable {
    let line: FileOffset
    let link: WebLink
  }

  /// All links that were visible when the first one was chosen.
  private(set) var all: [Place] = []
  /// The index of the chosen link.
  private(set) var index: Int?

  var chosen: Place? { index.map { all[$0] } }

  /// Chooses the first link in the visible lines, or the link after the chosen one, wrapping
  /// around; returns nil if the lines contain no links.
  func chooseNext(of lines: [TextLine], _ rules: LineRules) -> Place? {
    if let index {
      self.index = (index + 1) % all.count
    } else {
      all = lines.flatMap { line in
        WebLink.all(in: LineText(line.bytes, rules), cut: CutEdges(of: line))
          .map { Place(line: line.id, link: $0) }
      }
      index = all.isEmpty ? nil : 0
    }
    return chosen
  }

  func forget() { (all, index) = ([], nil) }

  /// Returns the text of a line with its links underlined, and the chosen link in reverse video.
  ///
  /// - Parameter isWhole: whether the text begins at the start of the line; otherwise the chosen
  ///   link is not marked.
  func underlined(_ text: StyledText, of line: FileOffset, isWhole: Bool) -> StyledText {
    var text = text
    for link in WebLink.all(in: text.text) { text.add(Style(.underline), to: link.glyphs) }
    if isWhole, let chosen, chosen.line == line {
      text.add(Style(.reverse), to: chosen.link.glyphs)
    }
    return text
  }
}

/// The edges where a text is cut, because it is a piece of a long line.
nonisolated struct CutEdges {
  var start = false
  var end = false

  init(start: Bool = false, end: Bool = false) { (self.start, self.end) = (start, end) }

  init(of line: TextLine) { (start, end) = (line.isContinuation, line.isContinued) }
}

/// A link in a text: an `http` or `https` address, or a label with a target.
nonisolated struct WebLink: Hashable {
  /// The glyphs of the link in the text.
  let glyphs: Range<Int>
  let address: String

  /// Returns the links of a line: its labels, and the addresses outside labels.
  ///
  /// An address within a label is ignored, because it may differ from the target of the label.
  ///
  /// - Parameter cut: the edges where the text is cut.
  static func all(in line: LineText, cut: CutEdges = CutEdges()) -> [WebLink] {
    let labels = line.links.map {
      WebLink(glyphs: $0.glyphs, address: String(decoding: $0.target, as: UTF8.self))
    }
    let addresses = all(in: line.text.text, cut: cut).filter { address in
      !labels.contains { $0.glyphs.overlaps(address.glyphs) }
    }
    return labels.isEmpty
      ? addresses
      : (labels + addresses).sorted { $0.glyphs.lowerBound < $1.glyphs.lowerBound }
  }

  /// The maximum length of an address, in bytes.
  private static let longest = 2_048

  /// Returns the addresses in a text, in order.
  ///
  /// If the text does not contain `://`, this is very fast. An address that touches a cut edge is
  /// left out, because a part of an address leads somewhere else.
  ///
  /// - Parameter cut: the edges where the text is cut.
  static func all(in text: SafeText, cut: CutEdges = CutEdges()) -> [WebLink] {
    let glyphs = text.glyphs
    var links: [WebLink] = []
    var next = cut.start ? glyphs.firstIndex { !$0.isPartOfAddress } ?? glyphs.endIndex : 0
    while let colon = glyphs[next...].firstIndex(where: { $0.base == 0x3A }) {
      next = colon + 1
      guard glyphs[next...].prefix(2).elementsEqual([slash, slash]),
        let start = startOfScheme(before: colon, in: glyphs)
      else { continue }
      let whole = glyphs[(colon + 3)...].firstIndex { !$0.isPartOfAddress } ?? glyphs.endIndex
      // Text of address characters that is too long for an address is skipped as a whole, because
      // it would otherwise be examined again for each address within it.
      next = whole
      guard whole - start <= longest, !(cut.end && whole == glyphs.endIndex) else { continue }
      let end = trimmedEnd(of: colon + 3..<whole, in: glyphs)
      let address = glyphs[start..<end].map(\.description).joined()
      guard end > colon + 3, address.utf8.count <= longest else { continue }
      links.append(WebLink(glyphs: start..<end, address: address))
      next = end
    }
    return links
  }

  private static let slash = Glyph("/")

  private static func startOfScheme(before colon: Int, in glyphs: [Glyph]) -> Int? {
    for scheme in ["https", "http"] where colon >= scheme.utf8.count {
      let start = colon - scheme.utf8.count
      let isScheme = zip(glyphs[start..<colon], scheme.utf8).allSatisfy { $0.base | 0x20 == $1 }
      if isScheme, start == 0 || !glyphs[start - 1].isLetterOrDigit { return start }
    }
    return nil
  }

  /// Returns the end of an address without trailing punctuation or an enclosing bracket, as in
  /// GNOME Terminal and others.
  private static func trimmedEnd(of range: Range<Int>, in glyphs: [Glyph]) -> Int {
    var end = range.upperBound
    // The surplus of each kind of closing bracket, counted once.
    var surplus: [UInt32: Int] = [:]
    while end > range.lowerBound {
      let last = glyphs[end - 1].base
      if let open = opening[last] {
        let extra =
          surplus[last]
          ?? glyphs[range].reduce(0) { $0 + ($1.base == last ? 1 : $1.base == open ? -1 : 0) }
        guard extra > 0 else { return end }
        surplus[last] = extra - 1
      } else if !".,;:!?'*".unicodeScalars.contains(where: { $0.value == last }) {
        return end
      }
      end -= 1
    }
    return end
  }

  private static let opening: [UInt32: UInt32] = [0x29: 0x28, 0x5D: 0x5B]
}

extension Glyph {
  nonisolated fileprivate var isLetterOrDigit: Bool {
    Unicode.Scalar(base).map { $0.properties.isAlphabetic || $0.properties.numericType != nil }
      ?? false
  }

  /// Whether the character is allowed in an address by RFC 3986, or is a letter or digit of any
  /// script, because browsers show such characters in addresses.
  nonisolated fileprivate var isPartOfAddress: Bool {
    guard base >= 0x80 else {
      return base > 0x20 && !"\"<>\\^`{|}".unicodeScalars.contains { $0.value == base }
    }
    return isLetterOrDigit
  }
}

extension Command {
  /// Creates the commands that choose and open links, shared by texts and records.
  ///
  /// - Parameters:
  ///   - place: a description of where the links are.
  ///   - isChosen: whether a link is chosen.
  ///   - choose: chooses the next link.
  ///   - open: opens the chosen link.
  ///   - forget: clears the choice.
  static func linking(
    _ place: String, isChosen: @escaping () -> Bool, choose: @escaping () -> Void,
    open: @escaping () -> Void, forget: @escaping () -> Void
  ) -> [Command] {
    [
      Command("choose the next link \(place)", in: .feed, keys: ["o"], action: choose),
      Command(
        "open the chosen link", in: .feed, keys: [.enter], isEnabled: isChosen, action: open),
      Command(
        "stop choosing a link", in: .feed, keys: [.escape], isEnabled: isChosen,
        action: forget),
    ]
  }
}
