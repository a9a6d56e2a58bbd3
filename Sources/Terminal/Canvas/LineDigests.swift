/// What lines of a canvas are known by, from the top.
package struct LineDigests {
  /// Numbers by which equal lines are found.
  let values: [UInt64]
  /// Which lines were kept as they are.
  private let kept: [ObjectIdentifier?]

  /// Costs a pass over the lines that were drawn into since they were kept.
  package init(of canvas: Canvas) {
    values = canvas.lines.map(\.digest)
    kept = canvas.lines.map(\.identity)
  }

  /// Whether a line is known to be the same as one of another canvas that is still held.
  ///
  /// Cost: constant. Lines that are not known to be may be equal.
  package func isSame(_ line: Int, as other: Int, of digests: LineDigests) -> Bool {
    kept[line] != nil && kept[line] == digests.kept[other]
  }
}
