import Foundation

/// The start or end of a page, as an opaque string.
///
/// It counts from the first initial item, so that items added at the head do not affect it. The
/// text contains `+`, `/` and `=`; therefore clients must encode it in a query.
struct Token {
  private static let mark: [UInt8] = [0xfb, 0xef, 0xff]

  enum Side: Character {
    case after = "a"
    case before = "b"
  }

  let side: Side
  private let place: Int

  /// Creates the token of the page after or before a position.
  init(_ side: Side, _ position: Int, _ listing: Listing) {
    self.side = side
    place = position - listing.moved
  }

  /// Parses a token.
  ///
  /// - Throws: 400 if it is invalid.
  init(_ text: String) throws(Refusal) {
    guard let data = Data(base64Encoded: text), data.starts(with: Self.mark),
      case let parts = String(decoding: data.dropFirst(Self.mark.count), as: UTF8.self),
      let side = parts.first.flatMap(Side.init), let place = Int(bounded: parts.dropFirst())
    else { throw Refusal(400, "there is no such token: '\(text)'") }
    self.side = side
    self.place = place
  }

  /// The position in a listing.
  func position(in listing: Listing) -> Int { max(0, place + listing.moved) }

  var text: String {
    var bytes = Self.mark + "\(side.rawValue)\(place >= 0 ? "+" : "")\(place)".utf8
    // Base64 of a length that is divisible by three does not end in `=`; a zero changes the length.
    if bytes.count % 3 == 0 { bytes.insert(UInt8(ascii: "0"), at: Self.mark.count + 2) }
    return Data(bytes).base64EncodedString()
  }
}

extension Call {
  /// The page to which a token leads; the first page if the token is nil.
  func page(_ pages: Pages, at token: String?) throws(Refusal) -> Page {
    guard let token = try token.map(Token.init) else { return pages.page(from: 0) }
    let position = token.position(in: listing)
    switch token.side {
    case .after: return pages.page(from: position)
    case .before: return pages.page(before: position)
    }
  }

  /// The token of the next page; nil at the end.
  func next(_ page: Page) -> String? {
    page.hasNext ? Token(.after, page.range.upperBound, listing).text : nil
  }

  /// The token of the previous page; nil at the start.
  func previous(_ page: Page) -> String? {
    page.hasPrevious ? Token(.before, page.range.lowerBound, listing).text : nil
  }
}
