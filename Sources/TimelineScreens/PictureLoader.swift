import EventLoop
import Foundation
import Pictures
import Synchronization
import Terminal

/// A loader of the pictures of posts, which decodes them off the main actor and caches a limited
/// number.
final class PictureLoader {
  /// A request for a picture that fits into an area.
  struct Request: Hashable, Sendable {
    let name: String
    let area: Size
  }

  /// The maximum number of cached pictures; each takes about 200 KB at the size of a screen, and
  /// less than a tenth of that in the list.
  static let mostKept = 48

  /// The limits for a picture; they are low, because the pictures of the timeline are small, and
  /// because files crafted to be slow must be refused.
  private nonisolated static let limits = PictureLimits(byteCount: 1 << 20, pixelCount: 1 << 22)

  /// The executor for decoding, separate from the loads of posts.
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

  /// The lines and columns of a picture in an area, computed from the size that was read with its
  /// post; nil if no size is known.
  func size(of name: String, in area: Size) -> Size? { sizes[name]?.fitted(into: area) }

  /// The request for a picture; nil if its size is not known.
  func request(_ name: String, in area: Size) -> Request? {
    sizes[name] == nil ? nil : Request(name: name, area: area)
  }

  /// The state of a cached picture; nil if the picture is not cached, or must not be drawn yet.
  func cached(_ request: Request) -> PictureState? {
    scrollPause.allows(request) ? kept[request] : nil
  }

  /// Records that a picture is no longer drawn; if the picture is requested again soon, it is
  /// assumed to have only moved.
  func release(_ request: Request) { scrollPause.note(released: request) }

  /// Decodes a picture off the main actor once the reader has stopped scrolling.
  func load(_ request: Request) async -> PictureState {
    await scrollPause.wait()
    if let known = kept[request] { return known }
    let url = folder.appending(path: request.name)
    let state = await Self.decode(url, request.area, depth, ascii)
    // If the task was cancelled, its result says nothing about the picture.
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

/// The state of a picture.
enum PictureState: Sendable {
  case loading
  case shown(HalfBlocks)
  case failed
}

/// The sizes of the pictures of posts, read from the headers of their files when the posts are
/// loaded, off the main actor, so that measuring a row reads nothing.
///
/// Only existing pictures are stored, so their number is limited by the files in the folder,
/// regardless of the names in the database.
nonisolated final class PictureSizes: Sendable {
  /// The number of bytes to read at the start of a file; they usually contain the size, even after
  /// a long comment.
  private static let head = 65_536

  private let folder: URL
  private let known = Mutex<[String: PictureSize]>([:])

  init(folder: URL) { self.folder = folder }

  /// The size of a picture; nil if it has not been read.
  subscript(name: String) -> PictureSize? { known.withLock { $0[name] } }

  /// Reads the size of a picture from the header of its file, unless it is known.
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

  /// Whether the name is a plain file name.
  ///
  /// Names in the database are untrusted, and must not lead out of the folder.
  private static func isPlainName(_ name: String) -> Bool {
    !name.isEmpty && !name.contains("/") && !name.hasPrefix(".")
  }
}
