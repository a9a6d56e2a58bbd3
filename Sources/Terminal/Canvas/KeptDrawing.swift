/// The drawing of a region, kept so that the next frame need not draw it again.
///
///     func show(_ mail: Mail) {
///       subject = SafeText(mail.subject)
///       drawing.forget()
///     }
///
///     func draw(in canvas: inout Canvas) {
///       canvas.draw(&drawing) { $0.draw(subject) }
///     }
///
/// The owner must call `forget()` whenever the contents change, because a frame cannot detect that.
/// If the size of the region or its visible part changes, the region is drawn again automatically.
public struct KeptDrawing: Sendable {
  /// The properties of a region that must be unchanged for its kept lines to be reused; the line on
  /// the screen at which the region begins is not one of them.
  fileprivate struct Frame: Equatable {
    let columns: Int
    let start: Int
    let size: Size
    let visibleLines: Range<Int>
    let visibleColumns: Range<Int>
  }

  fileprivate var frame: Frame?
  /// The first visible line, stored separately because most drawings have only one.
  fileprivate var first: CanvasLine?
  fileprivate var rest: [CanvasLine] = []
  fileprivate var hasEmojiParts = false

  /// Creates an empty drawing.
  public init() {}

  /// Discards the drawing, so that the next frame draws it again.
  public mutating func forget() { if frame != nil { self = KeptDrawing() } }
}

extension Canvas {
  /// Puts the kept drawing on the current region; if it does not fit, draws the region again and
  /// keeps the result.
  ///
  /// Lines that already have content are drawn into and not kept, because a kept line replaces a
  /// whole line. Cost: proportional to the number of visible lines if the kept drawing is used,
  /// without a call of the body; otherwise the cost of drawing.
  public mutating func draw(_ kept: inout KeptDrawing, _ body: (inout Canvas) -> Void) {
    let range = clip.lines
    guard !range.isEmpty, isBlank(range) else { return body(&self) }
    let frame = KeptDrawing.Frame(
      columns: extent.columns, start: region.origin.column, size: region.size,
      visibleLines: visibleLines, visibleColumns: visibleColumns)
    if kept.frame == frame { put(kept, on: range) } else { keep(&kept, frame, range, body) }
  }

  private mutating func put(_ kept: KeptDrawing, on range: Range<Int>) {
    if let first = kept.first { put(first, on: range.lowerBound) }
    for (line, index) in zip(kept.rest, range.dropFirst()) { put(line, on: index) }
    if kept.hasEmojiParts { hasEmojiParts = true }
  }

  private mutating func keep(
    _ kept: inout KeptDrawing, _ frame: KeptDrawing.Frame, _ range: Range<Int>,
    _ body: (inout Canvas) -> Void
  ) {
    let hadEmojiParts = hasEmojiParts
    hasEmojiParts = false
    body(&self)
    (kept.frame, kept.hasEmojiParts) = (frame, hasEmojiParts)
    kept.first = keep(range.lowerBound)
    kept.rest = range.dropFirst().map { keep($0) }
    if hadEmojiParts { hasEmojiParts = true }
  }
}

/// A line shared by several canvases, with a number for finding equal lines.
///
/// The object is separate from the memory of the glyphs, because a frame that keeps fifty lines
/// changes the reference count of each line. If the counts were in the memory of the glyphs, access
/// to them would cost as much as the rest of the frame.
package final class KeptLine: Sendable {
  let glyphs: [StyledGlyph]
  let digest: UInt64

  init(_ glyphs: [StyledGlyph]) {
    self.glyphs = glyphs
    digest = LineDigest.of(glyphs)
  }
}
