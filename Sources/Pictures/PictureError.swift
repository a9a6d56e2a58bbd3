/// Why a picture could not be read.
public enum PictureError: Error, Hashable, Sendable {
  /// The first bytes are those of no format that can be read.
  case unknownFormat
  /// The file has more bytes than the limit allows.
  case tooManyBytes(Int, limit: Int)
  /// The picture has more pixels than the limit allows.
  case tooManyPixels(PictureSize, limit: Int)
  /// The file is cut off, damaged, or of a variant that the library does not read.
  case unreadable(PictureFormat, reason: String)
}

extension PictureError {
  /// Makes an error of a library's message: one line of printable ASCII in lower case.
  static func unreadable(_ format: PictureFormat, saying message: String) -> PictureError {
    let words = message.unicodeScalars.map { scalar in
      (0x20..<0x7F).contains(scalar.value) ? Character(scalar) : " "
    }
    return .unreadable(format, reason: String(words).lowercased())
  }
}

extension PictureError: CustomStringConvertible {
  /// The error in one line, as the status line shows it.
  public var description: String {
    switch self {
    case .unknownFormat:
      "the picture is neither png nor jpeg"
    case .tooManyBytes(let count, let limit):
      "the picture has \(count) bytes, more than \(limit)"
    case .tooManyPixels(let size, let limit):
      "the picture has \(size) pixels, more than \(limit)"
    case .unreadable(let format, let reason):
      "cannot read the \(format.rawValue) picture: \(reason)"
    }
  }
}
