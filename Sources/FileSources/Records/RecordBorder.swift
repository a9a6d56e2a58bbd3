import Records

/// Where an item of a text of records begins, and what is known of that place.
struct RecordBorder: Sendable, Equatable {
  /// What stands behind a place.
  enum Kind: Sendable, Equatable {
    /// A record begins.
    case record
    /// A record of one long line goes on: the next line feed ends it.
    case line
    /// A record that is too long to be one item goes on: a line feed may be in quotes.
    case longRecord
    /// An element of an array that is too long to be one item goes on.
    case element(ElementState)
  }

  let offset: Int
  let kind: Kind
  /// Whether that is certain, whatever was read.
  let isProved: Bool

  static func record(at offset: Int, isProved: Bool = true) -> RecordBorder {
    RecordBorder(offset: offset, kind: .record, isProved: isProved)
  }
}
