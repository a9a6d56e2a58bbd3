/// What an owner, a group and others may do with a file, as `ls -l` writes it: `rw-r--r--`.
package struct Permissions: CustomStringConvertible {
  private let bits: Int

  /// - Parameter bits: those of chmod(2).
  package init(_ bits: Int) { self.bits = bits }

  package var description: String {
    part(bits >> 6, special: bits & 0o4000 != 0, "s")
      + part(bits >> 3, special: bits & 0o2000 != 0, "s")
      + part(bits, special: bits & 0o1000 != 0, "t")
  }

  /// Three letters; the last also tells of the bits that change who runs it, or who may remove what is in it.
  private func part(_ bits: Int, special: Bool, _ mark: String) -> String {
    let runs = bits & 1 != 0
    let last = special ? (runs ? mark : mark.uppercased()) : runs ? "x" : "-"
    return (bits & 4 != 0 ? "r" : "-") + (bits & 2 != 0 ? "w" : "-") + last
  }
}
