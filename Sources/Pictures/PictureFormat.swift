/// A kind of picture file that can be read.
public enum PictureFormat: String, CaseIterable, Sendable {
  /// Portable Network Graphics, ISO/IEC 15948; of an animated file the first frame.
  case png
  /// Baseline and progressive JPEG, ISO/IEC 10918-1.
  case jpeg

  /// Tells the kind by the first bytes, whatever a name or a server says; nil for all others.
  public init?(of bytes: [UInt8]) {
    let found = Self.allCases.first { bytes.starts(with: $0.firstBytes) }
    guard let found else { return nil }
    self = found
  }

  private var firstBytes: [UInt8] {
    switch self {
    case .png: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    case .jpeg: [0xFF, 0xD8, 0xFF]
    }
  }
}
