import Bytes
import Glibc
import Processes
import Synchronization

/// The way in which the bytes of a text are decoded.
public enum TextDecoding: Hashable, Sendable {
  /// Bytes are passed on unchanged.
  case none
  /// The encoding is recognized by a mark at the start, or by the content if that is unambiguous;
  /// otherwise the bytes are passed on unchanged.
  case recognized
  /// The encoding was given by the reader, or declared with the text.
  case named(TextEncoding)

  /// The command line of the program that decodes the text; nil if no program is needed.
  var program: [String]? {
    guard case .named(.program(let name)) = self else { return nil }
    return ["iconv", "-f", name, "-t", "UTF-8"]
  }
}

/// The encoding and the decoding faults of a stream, recorded by the thread that decodes it.
final class DecodedText: Sendable {
  private let state = Mutex<(encoding: TextEncoding?, faults: Int)>((nil, 0))

  /// The encoding; nil while it is not known, and if the bytes are passed on unchanged.
  var encoding: TextEncoding? { state.withLock { $0.encoding } }
  /// The number of characters that could not be decoded so far.
  var faults: Int { state.withLock { $0.faults } }

  func note(_ encoding: TextEncoding) { state.withLock { $0.encoding = encoding } }
  func note(faults: Int) { state.withLock { $0.faults = faults } }
}

/// The output of another producer, converted to UTF-8.
final class DecodingProducer: ByteProducer {
  private let input: any ByteProducer
  private let text: DecodedText
  private var decoder: TextDecoder?
  /// Bytes that were read to recognize the encoding and have not been passed on yet.
  private var held: [UInt8] = []
  /// Whether the encoding, or at least the presence of a mark, is still unknown.
  private var isUnknown: Bool
  /// Whether the reader has specified UTF-8; only the byte order mark of UTF-8 is then recognized.
  private let isNamedUTF8: Bool
  /// Whether the input has ended, and must not be read again.
  private var isAtEnd = false
  private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)

  /// - Parameters:
  ///   - decoding: the decoding to use.
  ///   - text: receives the encoding, and the number of characters that could not be decoded.
  init(_ input: any ByteProducer, _ decoding: TextDecoding, _ text: DecodedText) {
    (self.input, self.text) = (input, text)
    isNamedUTF8 = decoding == .named(.utf8)
    isUnknown = decoding == .recognized || isNamedUTF8
    if case .named(let encoding) = decoding, encoding != .utf8 { begin(encoding) }
  }

  deinit { memory.deallocate() }

  private func begin(_ encoding: TextEncoding) {
    text.note(encoding)
    decoder = TextDecoder(encoding)
  }

  func read(into output: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    if isUnknown { try recognize() }
    guard var decoder else { return try take(output) }
    defer { self.decoder = decoder }
    while true {
      let most = min(memory.count, (output.count - 12) / TextDecoder.growth)
      let count = try take(UnsafeMutableRawBufferPointer(rebasing: memory[..<most]))
      let bytes = UnsafeRawBufferPointer(rebasing: memory[..<count])
      let written = decoder.decode(bytes, isLast: count == 0, into: output)
      text.note(faults: decoder.faults)
      if written > 0 || count == 0 { return written }
    }
  }

  /// Takes held bytes, or reads the next bytes if none are held; returns their number.
  private func take(_ output: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    guard !held.isEmpty else { return try readInput(into: output) }
    let count = min(held.count, output.count)
    output.copyBytes(from: held[..<count])
    held.removeFirst(count)
    return count
  }

  private func readInput(into output: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    guard !isAtEnd else { return 0 }
    let count = try input.read(into: output)
    isAtEnd = count == 0
    return count
  }

  /// Reads enough bytes to recognize the encoding, and removes a byte order mark.
  private func recognize() throws(FileError) {
    isUnknown = false
    repeat {
      held += memory[..<(try readInput(into: memory))]
    } while !isAtEnd && mayTellMore
    guard let (encoding, mark) = TextEncoding.recognized(in: held.prefix(TextEncoding.wanted)),
      encoding == .utf8 || !isNamedUTF8
    else { return }
    held.removeFirst(mark)
    if encoding != .utf8 { begin(encoding) }
  }

  private var mayTellMore: Bool {
    isNamedUTF8
      ? held.count < 3 && held.first == 0xEF
      : TextEncoding.mayBeRecognized(withMoreThan: held[...])
  }
}

extension TextDecoding {
  /// The decoding of a text that declares the name of its encoding; a decoding that the reader has
  /// chosen takes precedence.
  ///
  /// The name is ignored if it is unknown, or if its encoding cannot be decoded in parts.
  package func declared(_ name: String?) -> TextDecoding {
    guard self == .recognized, let name, let encoding = TextEncoding(named: name),
      encoding.isDecodedInParts
    else { return self }
    return .named(encoding)
  }

  /// The text in UTF-8; the bytes themselves if they are not decoded, or if only a program can
  /// decode them.
  ///
  /// Cost: copies the bytes, unless they are returned unchanged.
  package func decoded(_ bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .none, .named(.utf8), .named(.program): return bytes
    case .recognized:
      guard let found = TextEncoding.recognized(in: bytes.prefix(TextEncoding.wanted)),
        found.encoding != .utf8
      else { return bytes }
    case .named: break
    }
    let producer = DecodingProducer(BytesProducer(bytes), self, DecodedText())
    var (text, piece) = ([UInt8](), [UInt8](repeating: 0, count: 64 << 10))
    while let count = piece.withUnsafeMutableBytes({ try? producer.read(into: $0) }), count > 0 {
      text += piece[..<count]
    }
    return text
  }

  /// Creates a producer, and wraps it in a decoder if this process is to decode the text.
  func decoded(
    by makeProducer: () throws(FileError) -> any ByteProducer, _ text: DecodedText
  ) throws(FileError) -> any ByteProducer {
    if case .named(.program(let name)) = self { text.note(.program(name)) }
    guard self != .none, program == nil else { return try makeProducer() }
    return DecodingProducer(try makeProducer(), self, text)
  }
}

extension FileStore {
  /// The encoding to decode the file from; nil if its bytes are shown unchanged, as for UTF-8.
  func encoding(_ decoding: TextDecoding) -> TextEncoding? {
    let encoding: TextEncoding?
    switch decoding {
    case .none: return nil
    case .named(let named): encoding = named
    case .recognized:
      var bytes = [UInt8](repeating: 0, count: TextEncoding.wanted)
      let count = bytes.withUnsafeMutableBytes { (try? read(into: $0, at: 0)) ?? 0 }
      encoding = TextEncoding.recognized(in: bytes[..<count])?.encoding
    }
    return encoding == .utf8 ? nil : encoding
  }
}
