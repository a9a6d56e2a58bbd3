import ByteStores
import Glibc
public import Paging

/// Pages the entries of a folder by name, in the order of its bytes, in both directions.
///
/// The names are read with the first page and with each refresh, and held; an entry is examined
/// when its page is loaded. Cost of a page: one or two system calls per entry; of a refresh:
/// reading the folder again.
public final class FolderSource: PagingSource {
  /// What a page holds.
  public typealias Item = FolderEntry
  /// A name: the place before or after it.
  public typealias Cursor = [UInt8]

  /// The path as it was given.
  public let path: [UInt8]
  private let names = FolderNames()

  /// A folder, which is not opened before the first page is asked for.
  public init(path: [UInt8]) { self.path = path }

  /// All names are known.
  public var traits: PagingTraits { PagingTraits(opensAtEnd: true, opensAtItems: true) }

  /// Loads a page of entries.
  ///
  /// - Throws: why the folder cannot be read.
  @concurrent public func load(
    _ request: PageRequest<[UInt8]>
  ) async throws(PagingError) -> Page<FolderEntry, [UInt8]> {
    do throws(FileError) {
      let folder = try OpenFolder(path)
      let all = try await names.all(of: folder, anew: request.readsAnew)
      return page(request, of: all, in: folder)
    } catch {
      throw error.pagingError
    }
  }

  private func page(
    _ request: PageRequest<[UInt8]>, of all: [[UInt8]], in folder: OpenFolder
  ) -> Page<FolderEntry, [UInt8]> {
    let range = range(of: request, in: all)
    let items = all[range].map { FolderEntry($0, in: folder.descriptor) }
    var page = Page(
      items: items, before: items.first.map { .more($0.id) } ?? .end,
      after: items.last.map { .more($0.id) } ?? .end,
      extent: PageExtent(start: range.lowerBound, total: all.count))
    if range.lowerBound == 0 { page.before = .end }
    if range.upperBound == all.count { page.after = .end }
    page.itemCursors = items.map(\.id)
    return page
  }

  private func range(of request: PageRequest<[UInt8]>, in all: [[UInt8]]) -> Range<Int> {
    let count = max(1, request.count)
    switch request.position {
    case .start: return 0..<min(count, all.count)
    case .end: return max(0, all.count - count)..<all.count
    case .after(let name):
      let start = all.firstIndex(from: name, orAfter: true)
      return start..<min(all.count, start + count)
    case .before(let name):
      let end = all.firstIndex(from: name, orAfter: false)
      return max(0, end - count)..<end
    case .item(let number):
      let start = min(max(0, number), max(0, all.count - 1))
      return start..<min(all.count, start + count)
    }
  }
}

extension [[UInt8]] {
  /// The first of these sorted names that is not before a name, or that is after it.
  fileprivate func firstIndex(from name: [UInt8], orAfter: Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      let isBefore = self[middle].lexicographicallyPrecedes(name) || orAfter && self[middle] == name
      if isBefore { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension PageRequest<[UInt8]> {
  /// Whether the names are read again: at the start, and where the reader looks once more at a page; not for each
  /// stretch that is flung past.
  fileprivate var readsAnew: Bool {
    switch position {
    case .start: true
    case .end, .after, .before: reason == .refresh
    case .item: false
    }
  }
}
