import CEndless
import Terminal

/// The memory of frames.
enum FrameMemory {
  /// Bytes that a first screen takes for everything else (measured: a log in 24×80 and in 50×200).
  private static let mostOfTheRest = 256 << 10

  /// Takes the memory of a first frame at once: two canvases and what is shown in them.
  static func prepare(for size: Size) {
    endless_prepare_variables()
    let glyphs = size.lines * size.columns
    let canvas = glyphs * (MemoryLayout<Glyph>.stride + MemoryLayout<Style>.stride)
    endless_prepare_heap(2 * canvas + mostOfTheRest)
  }
}
