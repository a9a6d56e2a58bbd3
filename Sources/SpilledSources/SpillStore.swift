import Foundation
import Paging

/// The pages that a source has given, in the order that each follows another.
actor SpillStore<Item: Codable & Sendable, Cursor: Codable & Hashable & Sendable> {
  typealias Stored = SpilledPage<Item, Cursor>

  private var ring: SpillRing
  private var count = 0
  /// The page after each, and the page before it.
  private var next: [Int: Int] = [:]
  private var previous: [Int: Int] = [:]
  /// What the source says follows a page of which none has been loaded yet.
  private var frontier: [Int: Cursor] = [:]

  init(folder: String, limit: Int) throws(SpillError) {
    ring = try SpillRing(folder: folder, limit: limit)
  }

  /// Keeps a page that follows another, or begins a chain; returns its number.
  func keep(_ page: Page<Item, Cursor>, after number: Int?) -> Int {
    let new = count
    count += 1
    if let number {
      (next[number], previous[new]) = (new, number)
      frontier[number] = nil
    }
    frontier[new] = page.after.cursor
    if let data = try? JSONEncoder().encode(Stored(page)) { ring.write(data, as: new) }
    return new
  }

  /// The number of the page beside another, nil where none was loaded.
  func number(_ edge: Edge, of page: Int) -> Int? {
    edge == .trailing ? next[page] : previous[page]
  }

  /// What is kept of a page; nil where later ones have taken its place.
  func page(_ number: Int) -> Stored? {
    ring.read(number).flatMap { try? JSONDecoder().decode(Stored.self, from: $0) }
  }

  /// The source's own cursor for what follows a page.
  func cursor(after page: Int) -> Cursor? { frontier[page] }

  func isFirst(_ page: Int) -> Bool { previous[page] == nil }
}
