/// What the end of a file's name says of its content.
enum FileExtension {
  case ndjson
  case json
  case csv
  case tsv
  case other

  init(of name: String) {
    var parts = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    if let last = parts.last, ["gz", "zst"].contains(last) { parts.removeLast() }
    switch parts.count > 1 ? parts.last : nil {
    case "ndjson", "jsonl": self = .ndjson
    case "json": self = .json
    case "csv": self = .csv
    case "tsv": self = .tsv
    default: self = .other
    }
  }
}
