/// The last part of an output in a form that can be printed without effect on a terminal.
struct OutputTail: CustomStringConvertible {
  /// The text: line feeds kept, ESC as `\e`, other control bytes in hexadecimal.
  let description: String

  /// Takes the last `count` bytes.
  init(_ output: [UInt8], count: Int = 1_000) {
    let text = String(decoding: output.suffix(count), as: UTF8.self)
    let cut = output.count > count ? "…" : ""
    description = cut + text.unicodeScalars.map(Self.visible).joined()
  }

  private static func visible(_ scalar: Unicode.Scalar) -> String {
    switch scalar.value {
    case 0x0A: "\n"
    case 0x0D: "\\r"
    case 0x1B: "\\e"
    case 0..<0x20, 0x7F..<0xA0: "\\x" + String(scalar.value, radix: 16)
    default: String(scalar)
    }
  }
}
