import Randomness
import Terminal

/// What has to be true of a decoder, whatever it is fed with.
enum KeyRules {
  typealias KeyRule = Rule<DecodedKeys>

  /// All of them; the first that is broken is told.
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
      // Only a paste goes on; where it is full, the letter is lost with the rest of it.
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
