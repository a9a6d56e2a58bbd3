import EventLoop
import NCursesTerminal
import Pictures
import TableUI
import Terminal
import Timeline

/// The text and picture of a post.
///
/// A placeholder is shown until the picture has been decoded; decoding is cancelled when the row is
/// scrolled off the screen.
final class PostImageCell: TableViewCell {
  private var paragraphs: [StyledText] = []
  private var pictureName: String?
  private var pictureSize: Size?
  private var request: PictureLoader.Request?
  private var state = PictureState.loading
  private var appearance: PostAppearance?
  private var pictures: PictureLoader?
  private var lines: [StyledText] = []
  private var width = 0
  /// Whether the picture has been requested; this happens when the row comes onto the screen.
  private var isShown = false
  private var task: Task<Void, Never>?
  /// Called when the picture has been loaded.
  var onNeedsDisplay: (() -> Void)?

  func show(_ post: Post, _ pictures: PictureLoader, _ appearance: PostAppearance) {
    paragraphs = SafeText.lines(of: post.text, joinsEmoji: appearance.theme.joinsEmoji).map {
      appearance.text($0, of: post)
    }
    pictureName = post.picture
    self.pictures = pictures
    self.appearance = appearance
    width = 0
  }

  func prepareForReuse() {
    task?.cancel()
    if case .shown = state, let request { pictures?.release(request) }
    (task, request, onNeedsDisplay, isShown) = (nil, nil, nil, false)
    state = .loading
  }

  func height(forWidth width: Int) -> Int {
    layOut(width)
    return lines.count + (pictureName == nil ? 0 : 2 + (pictureSize?.lines ?? 1))
  }

  private func layOut(_ width: Int) {
    guard let appearance, width != self.width else { return }
    self.width = width
    lines = wrapped(appearance.textWidth(width), appearance)
    pictureSize = pictureName.flatMap { pictures?.size(of: $0, in: area(appearance)) }
  }

  private func area(_ appearance: PostAppearance) -> Size {
    Size(
      lines: appearance.pictureLines,
      columns: appearance.isWhole ? width : min(width, PostAppearance.widestPicture))
  }

  func willDisplay() {
    guard !isShown, let appearance, let pictureName, let pictures else { return }
    isShown = true
    load(pictureName, from: pictures, area(appearance))
  }

  private func wrapped(_ width: Int, _ appearance: PostAppearance) -> [StyledText] {
    let all = paragraphs.flatMap { $0.wrapped(to: width) }
    guard !appearance.isWhole, all.count > PostAppearance.mostLines else { return all }
    let theme = appearance.theme
    let more = StyledText("\(theme.symbols.more) Enter: read on", style: theme.faint)
    return Array(all.prefix(PostAppearance.mostLines - 1)) + [more]
  }

  /// Loads a picture; a cached one is shown immediately, to avoid flicker.
  private func load(_ name: String, from pictures: PictureLoader, _ area: Size) {
    task?.cancel()
    request = pictures.request(name, in: area)
    guard let request else { return state = .failed }
    if let known = pictures.cached(request) { return state = known }
    state = .loading
    task = pictures.executor.task { [weak self] in
      let loaded = await pictures.load(request)
      guard !Task.isCancelled, let self else { return }
      state = loaded
      onNeedsDisplay?()
    }
  }

  func draw(in canvas: inout Canvas) {
    guard let theme = appearance?.theme else { return }
    for line in canvas.visibleLines.clamped(to: 0..<lines.count) {
      canvas.draw(lines[line], at: Point(line: line, column: 0))
    }
    guard pictureName != nil else { return }
    drawPicture(in: &canvas, theme)
  }

  private func drawPicture(in canvas: inout Canvas, _ theme: Theme) {
    let point = Point(line: lines.count + 1, column: 0)
    switch state {
    case .shown(let picture): picture.draw(in: &canvas, at: point)
    case .failed:
      canvas.draw("(the picture cannot be shown)", at: point, style: theme.faint)
    case .loading:
      let size = pictureSize ?? Size(lines: 1, columns: 1)
      canvas.fill(
        Rect(origin: point, size: size), with: theme.symbols.picture, style: theme.faint)
    }
  }
}
