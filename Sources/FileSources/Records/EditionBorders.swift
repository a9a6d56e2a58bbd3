import Synchronization

/// Which borders are known by now in the files of a source.
final class EditionBorders: Sendable {
  private let known = Mutex<[Int: KnownBorders]>([:])

  /// Editions of a file whose borders are kept: those before are hardly read.
  private static let mostEditions = 8

  /// The last border that is known at an offset or before it.
  func last(upTo offset: Int, edition: Int) -> RecordBorder? {
    known.withLock { $0[edition]?.last(upTo: offset) }
  }

  /// The last one at an offset or before it that is certain.
  func lastProved(upTo offset: Int, edition: Int) -> RecordBorder? {
    known.withLock { $0[edition]?.lastProved(upTo: offset) }
  }

  /// Those in a range that are not certain.
  func guessed(in range: ClosedRange<Int>, edition: Int) -> [RecordBorder] {
    known.withLock { $0[edition]?.guessed(in: range) ?? [] }
  }

  func forgetGuesses(in range: ClosedRange<Int>, edition: Int) {
    known.withLock { $0[edition]?.forgetGuesses(in: range) }
  }

  func note(_ border: RecordBorder, edition: Int) {
    known.withLock { known in
      if known.count > Self.mostEditions { known = known.filter { $0.key > edition - 2 } }
      known[edition, default: KnownBorders()].note(border)
    }
  }
}
