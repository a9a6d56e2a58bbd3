import FileSources
import Glibc
import Terminal

extension LineFold {
  /// The style that holds at the end of a line, as `Style.bits`.
  nonisolated static let style = LineFold { bits, bytes in
    bytes.hasEscape ? CarriedStyle.next(bits, bytes) : bits
  }
}

extension ArraySlice<UInt8> {
  nonisolated fileprivate var hasEscape: Bool {
    withUnsafeBytes { bytes in
      bytes.baseAddress.map { memchr($0, 0x1B, bytes.count) != nil } ?? false
    }
  }
}
