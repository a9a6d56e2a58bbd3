import Bytes
import Glibc
import Processes
import Synchronization

/// How the bytes of a text become characters.
public enum TextDecoding: Hashable, Sendable {
  /// They are passed on as they are.
  case none
  /// A mark at the start tells, or the content where it is sure; otherwise they are passed on.
  case recognized
  /// A reader has said it.
  case named(TextEncoding)

  /// The program that decodes it, by its words; nil where none does.
  var program: [String]? {
    guard case .named(.program(let name)) = self else { return nil }
    return ["iconv", "-f", name, "-t", "UTF-8"]
  }
}

/// What is known of the encoding of a stream, told by the thread that decodes it.
final class DecodedText: Sendable {
  private let state = Mutex<(encoding: TextEncoding?, faults: Int)>((nil, 0))

  /// The encoding; nil while it is not known, and for UTF-8.
  var encoding: TextEncoding? { state.withLock { $0.encoding } }
  /// How many characters could not be decoded so far.
  var faults: Int { state.withLock { $0.faults } }

  func note(_ encoding: TextEncoding) { state.withLock { $0.encoding = encoding } }
  func note(faults: Int) { state.withLock { $0.faults = faults } }
}

/// The text of another producer in UTF-8.
final class DecodingProducer: ByteProducer {
  private let input: any ByteProducer
  private let text: DecodedText
  private var decoder: TextDecoder?
  /// What was read to recognize the encoding, and is not passed on yet.
  private var held: [UInt8] = []
  /// Whether the encoding is still to be found out, or at least whether there is a mark.
  private var isUnknown: Bool
  /// Whether it is UTF-8 whatever it looks like.
  private let isNamedUTF8: Bool
  /// Whether the other producer has come to its end, and must not be asked again.
  private var isAtEnd = false
  private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)

  /// - Parameters:
  ///   - decoding: what is known of the encoding.
  ///   - text: told what it is.
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

  /// What was held, or else what comes.
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
  /// What a producer makes, its characters decoded by this process.
  func decoded(
    by makeProducer: () throws(FileError) -> any ByteProducer, _ text: DecodedText
  ) throws(FileError) -> any ByteProducer {
    if case .named(.program(let name)) = self { text.note(.program(name)) }
    guard self != .none, program == nil else { return try makeProducer() }
    return DecodingProducer(try makeProducer(), self, text)
  }
}

extension FileStore {
  /// The encoding that it is decoded from; nil where its bytes are shown as they are, as those of UTF-8.
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
