import EventLoop
import Foundation
import Pictures
import Synchronization
import Terminal

/// The pictures of the posts: decoded off the main actor, the last ones kept within a bound.
final class PictureLoader {
  /// A picture at a size.
  struct Request: Hashable, Sendable {
    let name: String
    let area: Size
  }

  /// Pictures kept: some two hundred kilobytes for each as large as a screen, a tenth in the list.
  static let mostKept = 48

  /// What a picture may cost: a timeline's are small, and a file made to be slow is refused.
  private nonisolated static let limits = PictureLimits(byteCount: 1 << 20, pixelCount: 1 << 22)

  /// Where pictures are decoded: beside the loads of posts, which come first.
  let executor = BackgroundExecutor()
  private let scrollPause: ScrollPause<Request, MainLoopClock>
  private let folder: URL
  private let depth: ColorDepth
  private let ascii: Bool
  private var kept: [Request: PictureState] = [:]
  private var order: [Request] = []
  private let sizes: PictureSizes

  init(
    folder: URL, sizes: PictureSizes, depth: ColorDepth, ascii: Bool,
    scrollPause: ScrollPause<Request, MainLoopClock>
  ) {
    self.sizes = sizes
    self.scrollPause = scrollPause
    self.folder = folder
    self.depth = depth
    self.ascii = ascii
  }

  /// The lines and columns that a picture takes, as it was read with its post; nil where it has none.
  func size(of name: String, in area: Size) -> Size? { sizes[name]?.fitted(into: area) }

  /// What to load, or nil for a name that is none of a picture here.
  func request(_ name: String, in area: Size) -> Request? {
    sizes[name] == nil ? nil : Request(name: name, area: area)
  }

  /// A picture that is decoded already and may be drawn now.
  func cached(_ request: Request) -> PictureState? {
    scrollPause.allows(request) ? kept[request] : nil
  }

  /// Takes note that a picture is drawn no more: if it is asked for again at once it has only moved.
  func release(_ request: Request) { scrollPause.note(released: request) }

  /// Decodes a picture off the main actor, when the reader rests.
  func load(_ request: Request) async -> PictureState {
    await scrollPause.wait()
    if let known = kept[request] { return known }
    let url = folder.appending(path: request.name)
    let state = await Self.decode(url, request.area, depth, ascii)
    // A cancelled one says nothing about the picture.
    if !Task.isCancelled { keep(state, for: request) }
    return state
  }

  private func keep(_ state: PictureState, for request: Request) {
    if kept.updateValue(state, forKey: request) == nil { order.append(request) }
    if order.count > Self.mostKept { kept[order.removeFirst()] = nil }
  }

  @concurrent private static func decode(
    _ url: URL, _ area: Size, _ depth: ColorDepth, _ ascii: Bool
  ) async -> PictureState {
    guard !Task.isCancelled, let bytes = try? Data(contentsOf: url),
      let picture = try? Picture(decoding: Array(bytes), limits: limits, fitting: area)
    else { return .failed }
    return .shown(HalfBlocks(picture, fitting: area, depth: depth, ascii: ascii))
  }
}

/// How far a picture is.
enum PictureState: Sendable {
  case loading
  case shown(HalfBlocks)
  case failed
}

/// The extents of the pictures of posts, from the heads of their files: read with the posts, off the main
/// actor, so that a row is measured without reading anything.
///
/// Only pictures that are there are remembered: so there are no more than files in the folder,
/// whatever the database names.
nonisolated final class PictureSizes: Sendable {
  /// Bytes in which the extent stands, also behind a long comment.
  private static let head = 65_536

  private let folder: URL
  private let known = Mutex<[String: PictureSize]>([:])

  init(folder: URL) { self.folder = folder }

  /// The extent of a picture whose post was loaded; nil where it has none that can be shown.
  subscript(name: String) -> PictureSize? { known.withLock { $0[name] } }

  /// Reads the extent of a picture if it is not known yet; costs the head of its file, once.
  func read(_ name: String) {
    guard self[name] == nil, Self.isPlainName(name), let size = size(inFile: name) else { return }
    known.withLock { $0[name] = size }
  }

  private func size(inFile name: String) -> PictureSize? {
    guard let file = try? FileHandle(forReadingFrom: folder.appending(path: name)),
      let head = try? file.read(upToCount: Self.head)
    else { return nil }
    return try? Picture.dimensions(of: Array(head))
  }

  /// A name in the database is data: it must not lead out of the folder.
  private static func isPlainName(_ name: String) -> Bool {
    !name.isEmpty && !name.contains("/") && !name.hasPrefix(".")
  }
}
