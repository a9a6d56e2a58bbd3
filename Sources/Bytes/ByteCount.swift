/// A number of bytes as text: `812 bytes`, `1.2 KiB`.
package struct ByteCount: CustomStringConvertible {
  private let bytes: Int

  package init(_ bytes: Int) { self.bytes = bytes }

  /// A number of KiB, MiB or GiB has at most three digits, and one decimal place if it is below
  /// 100.
  package var description: String {
    guard bytes >= 1_000 else { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
    var tenths = bytes * 10
    for unit in ["KiB", "MiB", "GiB"] {
      tenths = (tenths + 512) / 1_024
      if tenths < 1_000 { return "\(tenths / 10).\(tenths % 10) \(unit)" }
      if tenths < 10_000 { return "\(tenths / 10) \(unit)" }
    }
    return "\(tenths / 10_240) TiB"
  }
}
