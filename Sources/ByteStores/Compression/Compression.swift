/// How a file is compressed, by its first bytes.
enum Compression: Sendable {
  case gzip, zstd, xz, bzip2

  /// Whether another program unpacks it.
  var needsProgram: Bool { self == .xz || self == .bzip2 }

  /// The most bytes that tell.
  static let magicLength = 6

  /// Recognises a file; nil where it is none of these.
  init?(of file: FileStore) {
    var magic = [UInt8](repeating: 0, count: Self.magicLength)
    let count = magic.withUnsafeMutableBytes { (try? file.read(into: $0, at: 0)) ?? 0 }
    self.init(magic[..<count])
  }

  /// The magic numbers of RFC 1952 (2.3.1), RFC 8878 (3.1.1, 3.1.2), the .xz format (2.1.1.1) and bzip2.
  init?(_ magic: ArraySlice<UInt8>) {
    if magic.starts(with: [0x1F, 0x8B, 8]) {
      self = .gzip
    } else if magic.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) || Self.isSkippableFrame(magic) {
      self = .zstd
    } else if magic.starts(with: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]) {
      self = .xz
    } else if magic.starts(with: Array("BZh".utf8)), magic.count > 3,
      (0x31...0x39).contains(magic[3])
    {
      self = .bzip2
    } else {
      return nil
    }
  }

  private static func isSkippableFrame(_ magic: ArraySlice<UInt8>) -> Bool {
    magic.count >= 4 && magic[0] & 0xF0 == 0x50 && magic[1...3] == [0x2A, 0x4D, 0x18]
  }
}
