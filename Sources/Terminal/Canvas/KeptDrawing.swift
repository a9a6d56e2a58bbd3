/// What was drawn into a region, kept so that the next frame need not draw it again.
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
/// Who keeps it forgets it whenever it would draw something else: a frame cannot know. A region of another
/// extent, or another part of which is in sight, is drawn again by itself.
public struct KeptDrawing: Sendable {
  /// Where the lines were drawn: they are put nowhere else but on other lines.
  fileprivate struct Frame: Equatable {
    let columns: Int
    let start: Int
    let size: Size
    let visibleLines: Range<Int>
    let visibleColumns: Range<Int>
  }

  fileprivate var frame: Frame?
  /// The first line in sight, apart because most drawings have no other.
  fileprivate var first: CanvasLine?
  fileprivate var rest: [CanvasLine] = []
  fileprivate var hasEmojiParts = false

  /// Keeps nothing yet.
  public init() {}

  /// Makes the next frame draw it again, and frees its memory.
  public mutating func forget() { if frame != nil { self = KeptDrawing() } }
}

extension Canvas {
  /// Puts what is kept on the region at hand; where there is nothing that fits, draws it and keeps that.
  ///
  /// Lines on which something stands by now are drawn into and not kept, because whole lines are put.
  /// Cost: the lines in sight, or that of drawing. The body is not called where what is kept fits.
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

/// A line that stands on several canvases, with the number by which equal ones are found.
///
/// An object of its own, small and apart from its glyphs: a frame that keeps fifty lines counts references to
/// them, and to touch the memory of each line's glyphs costs as much as all the rest.
package final class KeptLine: Sendable {
  let glyphs: [StyledGlyph]
  let digest: UInt64

  init(_ glyphs: [StyledGlyph]) {
    self.glyphs = glyphs
    digest = LineDigest.of(glyphs)
  }
}
