/// How a reader wants a text to be read.
package enum RecordChoice: String, CaseIterable, Sendable {
  /// As its content says.
  case auto
  /// Line by line.
  case text
  case json
  case ndjson
  case csv
  case tsv

  package var isCSV: Bool { self == .csv || self == .tsv }
}
