import CEndless
import Glibc
import Processes

/// Kinds of streams other than descriptors: compressed files and streams, commands, and other
/// producers.
extension StreamStore {
  /// The maximum time to wait for the first bytes of a stream, which show whether it is compressed.
  private static let longestHead = Duration.seconds(1)

  /// Reads, as far as requested, the contents of a file that is compressed by gzip, zstd, xz or
  /// bzip2, or must be decoded; nil for any other file.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - decoding: the way in which its bytes are decoded.
  ///   - mayRunPrograms: whether programs may be started to unpack the file; if not, a file
  ///     compressed by xz or bzip2 is treated like any other file.
  /// - Throws: an error if the file cannot be read, or if no temporary file or no thread can be
  ///   created; `.undecodable` if the file is compressed and only iconv(1) could decode it. If the
  ///   file is damaged, or a program is missing, `state` has the error.
  public convenience init?(
    unpacking file: FileStore, decoding: TextDecoding = .none, mayRunPrograms: Bool = true
  ) throws(FileError) {
    let found = Compression(of: file)
    let compression = found.flatMap { mayRunPrograms || $0.program == nil ? $0 : nil }
    let encoding = compression == nil ? file.encoding(decoding) : nil
    guard compression != nil || encoding != nil else { return nil }
    if let encoding, encoding.isDecodedInParts {
      try self.init(decoding: file, encoding)
      return
    }
    if compression != nil, case .named(.program(let name)) = decoding {
      throw .undecodable(path: file.path, encoding: name)
    }
    let run = ProgramRun()
    try self.init(
      name: file.path, spool: Spool(), lookAhead: Self.packedLookAhead, run: run,
      compression: compression.map { "\($0)" }, decoding: decoding, packed: file
    ) { () throws(FileError) in
      if let words = compression.map(\.program) ?? decoding.program {
        return try file.piped(through: words, run)
      }
      return compression == .gzip ? try GzipProducer(file) : try ZstdProducer(file)
    }
  }

  /// Reads the output of a shell command, which is terminated when the stream is stopped.
  ///
  /// - Parameters:
  ///   - command: the command for /bin/sh.
  ///   - name: its name in messages; the command by default.
  ///   - decoding: the way in which its bytes are decoded.
  /// - Throws: an error if no temporary file or no thread can be created. If the command cannot be
  ///   run, or has failed, `state` has the error.
  public convenience init(
    command: String, name: String? = nil, decoding: TextDecoding = .none
  ) throws(FileError) {
    let run = ProgramRun()
    try self.init(
      name: name ?? command, spool: Spool(), lookAhead: Self.usualLookAhead, run: run,
      decoding: decoding
    ) { () throws(FileError) in
      if decoding.isDecodedByLine, let words = decoding.program {
        let shell = ["/bin/sh", "-c", command]
        let input = try CommandProducer(shell, input: nil, name: command, run: run)
        return LineDecoder(input, through: words, name: command)
      }
      let program = decoding.program.map { " | \($0.joined(separator: " "))" } ?? ""
      let words = ["/bin/sh", "-c", program.isEmpty ? command : "{ \(command)\n}\(program)"]
      return try CommandProducer(words, input: nil, name: command, run: run)
    }
  }

  /// Reads the bytes of a producer on a separate thread.
  ///
  /// - Parameters:
  ///   - name: the name of the stream in messages.
  ///   - decoding: the way in which the bytes are decoded; no program is run for it.
  ///   - onStop: called when the stream is stopped; it interrupts a read that is waiting.
  ///   - producer: creates the producer, on the thread that reads it.
  /// - Throws: an error if no temporary file or no thread can be created.
  package convenience init(
    name: String, decoding: TextDecoding = .none, onStop: @escaping @Sendable () -> Void,
    producer: @escaping @Sendable () throws(FileError) -> any ByteProducer
  ) throws(FileError) {
    try self.init(
      name: name, spool: Spool(), lookAhead: Self.usualLookAhead, decoding: decoding,
      onStop: onStop,
      producer: producer)
  }

  /// Unpacks or decodes a stream while it arrives; nil if the stream is neither compressed by gzip
  /// or zstd nor in an encoding that can be decoded piece by piece.
  ///
  /// It waits at most a second for the first bytes, which show whether the stream is compressed.
  ///
  /// - Throws: the error of the stream if it fails before the first byte, or an error if no
  ///   temporary file or no thread can be created.
  package convenience init?(unpacking stream: StreamStore, decoding: TextDecoding = .none)
    throws(FileError)
  {
    stream.requestBytes(upTo: Compression.magicLength - 1)
    let deadline = SuspendingClock.now + Self.longestHead
    while stream.mayGrow, try stream.file.size() < Compression.magicLength,
      SuspendingClock.now < deadline
    {
      stream.waitForNews(until: deadline)
    }
    // An error that comes after some bytes is reported after these bytes.
    if case .failed(let error) = stream.state, try stream.file.size() == 0 { throw error }
    guard let compression = Compression(of: stream.file) else {
      guard stream.file.encoding(decoding) != nil else { return nil }
      try self.init(decoding: stream, decoding)
      return
    }
    guard compression.program == nil else { return nil }
    try self.init(
      name: stream.file.path, spool: Spool(), lookAhead: Self.packedLookAhead,
      compression: "\(compression)",
      decoding: decoding, onStop: { stream.stop() }
    ) { () throws(FileError) in
      if compression == .gzip { return try GzipProducer(stream.file, broughtBy: stream) }
      return try ZstdProducer(stream.file, broughtBy: stream)
    }
  }

  /// Decodes a stream while it arrives; nil if only a program that needs the whole text could
  /// decode it.
  private convenience init?(decoding stream: StreamStore, _ decoding: TextDecoding)
    throws(FileError)
  {
    guard decoding.program == nil || decoding.isDecodedByLine else { return nil }
    let name = stream.file.path
    try self.init(
      name: name, spool: Spool(), lookAhead: Self.usualLookAhead, decoding: decoding,
      onStop: { stream.stop() }
    ) { () throws(FileError) in
      guard let words = decoding.program else { return CopyProducer(stream) }
      return LineDecoder(CopyProducer(stream), through: words, name: name)
    }
  }

  /// Reads the bytes of a descriptor, with parameters for tests.
  package convenience init(
    reading descriptor: Int32, name: String, folder: String, limit: Int?, lookAhead: Int
  ) throws(FileError) {
    let spool = try Spool(folder: folder, limit: limit)
    try self.init(name: name, spool: spool, lookAhead: lookAhead) {
      DescriptorProducer(descriptor, name: name)
    }
  }

  /// Decodes each part of a file when it is read; nothing is copied to a temporary file.
  private convenience init(decoding file: FileStore, _ encoding: TextEncoding) throws(FileError) {
    let text = DecodedText()
    let decoded = try DecodedFile(file, encoding, text)
    try self.init(
      name: file.path, file: FileStore(decoded), lookAhead: DecodedFile.lookAhead, text: text,
      packed: file
    ) { decoded }
  }
}
