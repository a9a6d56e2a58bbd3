extension [UInt8] {
  /// The same with a zero at the end, as the system wants a path; none of the bytes may be zero.
  package var cString: [CChar] { map { CChar(bitPattern: $0) } + [0] }
}
