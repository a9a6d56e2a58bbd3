import CEndless
import Glibc
import Processes

/// The kinds of streams beside a descriptor: what a file or another stream holds, what a command writes, what something else brings.
extension StreamStore {
  /// How long the first bytes of a stream may take that tell whether it is compressed.
  private static let longestHead = Duration.seconds(1)

  /// Reads what a file holds that is compressed by gzip, zstd, xz or bzip2, or whose characters have to be decoded, as far
  /// as it is wanted; nil for another file.
  ///
  /// - Parameters:
  ///   - file: what may be compressed.
  ///   - decoding: how its bytes become characters.
  ///   - mayRunPrograms: without that, xz and bzip2 are other files, too.
  /// - Throws: what the system says of the file, or why there can be no temporary file or no thread; `.undecodable`
  ///   where the file is compressed and iconv(1) would have to decode it. That it is damaged, or that a program is
  ///   missing, is told by `state`.
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

  /// Reads what a command of the shell writes; it ends with the stream.
  ///
  /// - Parameters:
  ///   - command: what /bin/sh runs.
  ///   - name: what messages call it; the command by default.
  ///   - decoding: how its bytes become characters.
  /// - Throws: why there can be no temporary file, or no thread to read it. That the command cannot be run, or has
  ///   failed, is told by `state`.
  public convenience init(
    command: String, name: String? = nil, decoding: TextDecoding = .none
  ) throws(FileError) {
    let run = ProgramRun()
    try self.init(
      name: name ?? command, spool: Spool(), lookAhead: Self.usualLookAhead, run: run,
      decoding: decoding
    ) { () throws(FileError) in
      let program = decoding.program.map { " | \($0.joined(separator: " "))" } ?? ""
      let words = ["/bin/sh", "-c", program.isEmpty ? command : "{ \(command)\n}\(program)"]
      return try CommandProducer(words, input: nil, name: command, run: run)
    }
  }

  /// Reads the bytes of a producer on a separate thread.
  ///
  /// - Parameters:
  ///   - name: what messages call it.
  ///   - decoding: how its bytes become characters; by the library's own decoders.
  ///   - onStop: ends a read that waits.
  ///   - producer: makes what is read, on the thread that reads it.
  /// - Throws: why there can be no temporary file.
  package convenience init(
    name: String, decoding: TextDecoding = .none, onStop: @escaping @Sendable () -> Void,
    producer: @escaping @Sendable () throws(FileError) -> any ByteProducer
  ) throws(FileError) {
    try self.init(
      name: name, spool: Spool(), lookAhead: Self.usualLookAhead, decoding: decoding,
      onStop: onStop,
      producer: producer)
  }

  /// Unpacks a stream while it comes, where that is compressed by gzip or zstd; nil for another one.
  ///
  /// Waits for the first bytes, at most a second: one that is compressed begins with more than these.
  ///
  /// - Throws: why the stream has none at all, or why there can be no temporary file.
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
    // Whoever reads what has come is told behind it.
    if case .failed(let error) = stream.state, try stream.file.size() == 0 { throw error }
    guard let compression = Compression(of: stream.file), compression.program == nil else {
      return nil
    }
    try self.init(
      name: stream.file.path, spool: Spool(), lookAhead: Self.packedLookAhead,
      compression: "\(compression)",
      decoding: decoding, onStop: { stream.stop() }
    ) { () throws(FileError) in
      if compression == .gzip { return try GzipProducer(stream.file, broughtBy: stream) }
      return try ZstdProducer(stream.file, broughtBy: stream)
    }
  }

  /// The same with all that a test decides.
  package convenience init(
    reading descriptor: Int32, name: String, folder: String, limit: Int?, lookAhead: Int
  ) throws(FileError) {
    let spool = try Spool(folder: folder, limit: limit)
    try self.init(name: name, spool: spool, lookAhead: lookAhead) {
      DescriptorProducer(descriptor, name: name)
    }
  }

  /// Decodes a file where it is read, without a copy of it.
  private convenience init(decoding file: FileStore, _ encoding: TextEncoding) throws(FileError) {
    let text = DecodedText()
    let decoded = try DecodedFile(file, encoding, text)
    try self.init(
      name: file.path, file: FileStore(decoded), lookAhead: Self.packedLookAhead, text: text,
      packed: file
    ) { decoded }
  }
}
