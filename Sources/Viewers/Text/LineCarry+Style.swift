import Bytes
import FileSources
import Terminal

extension LineCarry {
  /// The style that holds at the end of a line, as `Style.bits`.
  nonisolated static let style = LineCarry { bits, bytes in
    let hasStyle = bytes.withUnsafeBytes { $0.firstIndex(of: .escape, from: 0) != nil }
    return hasStyle ? CarriedStyle.next(bits, bytes) : bits
  }
}
