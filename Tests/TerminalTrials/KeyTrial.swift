package import Randomness
import Terminal

/// A trial that feeds arbitrary bytes to the decoder, as if a terminal had sent them.
package let keyTrial = Trial<UInt8>(
  "keys", drawing: { Noise.drawn(from: $0) { $0.keys() } },
  brokenRule: { bytes in
    let keys = DecodedKeys(bytes)
    return KeyRules.all.broken(by: keys)
  })

/// Bytes, and the input that decoders return if the bytes are fed in different ways.
struct DecodedKeys {
  let bytes: [UInt8]
  /// The input if the bytes are fed all at once, with a flush at the end.
  let whole: [Input]
  /// The input if the bytes are fed one by one, with a flush at the end.
  private(set) var oneByOne: [Input] = []
  /// The input if the bytes are fed in pieces of several lengths, with a flush at the end.
  private(set) var inPieces: [Input] = []
  /// The input if the bytes are fed in the same pieces, with a flush after each piece.
  private(set) var givenUp: [Input] = []
  /// The maximum number of bytes that the decoder held while it was fed byte by byte.
  private(set) var mostHeld = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var decoder = KeyDecoder()
    whole = decoder.decode(bytes) + decoder.flush()
    feedOneByOne()
    feedInPieces()
  }

  private mutating func feedOneByOne() {
    var decoder = KeyDecoder()
    for byte in bytes {
      oneByOne += decoder.decode(CollectionOfOne(byte))
      mostHeld = max(mostHeld, decoder.heldByteCount)
    }
    oneByOne += decoder.flush()
  }

  private mutating func feedInPieces() {
    var (decoder, hasty) = (KeyDecoder(), KeyDecoder())
    var start = 0
    while start < bytes.count {
      // The lengths vary, so that the pieces begin at different positions within sequences.
      let end = min(bytes.count, start + 1 + (start &* 7 + bytes.count) % 11)
      inPieces += decoder.decode(bytes[start..<end])
      givenUp += hasty.decode(bytes[start..<end]) + hasty.flush()
      start = end
    }
    inPieces += decoder.flush()
  }
}

/// Rules for a decoder, whatever it is fed.
enum KeyRules {
  typealias KeyRule = Rule<DecodedKeys>

  /// All rules; the first one that is broken is reported.
  static let all = ofBytes + ofEnds + ofSequences

  private static let begin = Array("\u{1B}[200~".utf8)
  private static let end = Array("\u{1B}[201~".utf8)
  private static let letter = Array("j".utf8)
  private static let key = Input.key(.character("j"))

  private static let ofBytes = [
    KeyRule("pieces of any length give the same as the whole") { keys in
      keys.oneByOne == keys.whole && keys.inPieces == keys.whole
    },
    KeyRule("no more than 4101 bytes are held") { $0.mostHeld <= 4101 },
    KeyRule("the bytes suffice for what comes of them, also of parts that are given up") { keys in
      keys.whole.leastBytes <= keys.bytes.count && keys.givenUp.leastBytes <= keys.bytes.count
    },
    KeyRule("what comes of them is what a keyboard and a mouse can do") { keys in
      keys.whole.allSatisfy(\.makesSense) && keys.givenUp.allSatisfy(\.makesSense)
    },
  ]

  private static let ofEnds = [
    KeyRule("a key behind them is that key, once a paste is ended") { keys in
      var decoder = KeyDecoder()
      _ = decoder.decode(keys.bytes)
      return decoder.decode(end + letter).last == key
    },
    KeyRule("a key behind them is that key alone, once they are given up") { keys in
      var decoder = KeyDecoder()
      _ = decoder.decode(keys.bytes) + decoder.flush()
      guard !decoder.isWaiting else { return false }
      let inputs = decoder.decode(letter)
      guard inputs.isEmpty else { return inputs == [key] }
      // Only a paste continues; if it is full, the letter is dropped with the rest of the paste.
      guard case .paste(let text, let isCut)? = decoder.decode(end).last else { return false }
      return text.utf8.last == letter.last || isCut
    },
  ]

  private static let ofSequences = [
    KeyRule("what is pasted is pasted, and nothing of it is a key") { keys in
      let content = keys.bytes.without(end)
      let half = content.count / 2
      var decoder = KeyDecoder()
      var inputs = decoder.decode(begin + content[..<half]) + decoder.flush()
      inputs += decoder.decode(content[half...] + end)
      guard case .paste(let text, let isCut)? = inputs.first, inputs.count == 1,
        isCut == (content.count > 4096)
      else { return false }
      let whole = String(decoding: content, as: UTF8.self)
      return content.count > 4096 ? text.utf8.count <= 3 * 4096 : text == whole
    },
    KeyRule("nothing is typed by a sequence that no terminal sends") { keys in
      var decoder = KeyDecoder()
      let body = keys.bytes.filter { (0x20...0x3F).contains($0) }
      return decoder.decode(Array("\u{1B}[>".utf8) + body + Array("q".utf8)).isEmpty
    },
  ]
}

extension [UInt8] {
  /// The bytes after every occurrence of a sequence has been removed, repeatedly until none is
  /// left.
  func without(_ mark: [UInt8]) -> [UInt8] {
    var kept: [UInt8] = []
    for byte in self {
      kept.append(byte)
      guard byte == mark.last, kept.suffix(mark.count).elementsEqual(mark) else { continue }
      kept.removeLast(mark.count)
    }
    return kept
  }
}

extension [Input] {
  /// The minimum number of bytes from which these inputs can come, to check that no input is made
  /// up.
  var leastBytes: Int { reduce(0) { $0 + $1.leastBytes } }
}

extension Input {
  fileprivate var leastBytes: Int {
    switch self {
    case .key(let key):
      if case .character(let scalar) = key.code { scalar.isASCII ? 1 : 2 } else { 1 }
    case .mouse: 9
    // A byte that is not UTF-8 becomes three bytes when it is replaced.
    case .paste(let text, _): 12 + text.utf8.count / 3
    case .focus: 3
    case .reply(.mode): 8
    case .reply(.cursor): 6
    case .reply(.attributes): 4
    }
  }

  /// Whether it is an input that a terminal can send.
  var makesSense: Bool {
    switch self {
    case .key(let key): key.code.makesSense
    case .mouse(let event): event.column >= 0 && event.line >= 0
    case .paste(let text, _): text.utf8.count <= 3 * 4096
    case .focus: true
    case .reply(.mode(let number, let state)): number >= 0 && state >= 0
    case .reply(.cursor(let line, let column)): line > 1 && column > 0
    case .reply(.attributes): true
    }
  }
}

extension Key.Code {
  fileprivate var makesSense: Bool {
    switch self {
    case .character(let scalar): scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value)
    case .function(let number): (1...35).contains(number)
    default: true
    }
  }
}
