/// The digests of a canvas' lines, from the top.
package struct LineDigests {
  let values: [UInt64]

  /// Costs a pass over the lines that were drawn into since they were kept.
  package init(of canvas: Canvas) { values = canvas.lines.map(\.digest) }
}
