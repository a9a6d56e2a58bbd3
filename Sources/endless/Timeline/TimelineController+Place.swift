import TableUI
import Timeline

/// The timeline's place, kept over runs.
extension TimelineController {
  /// Whether anything was shown; else an earlier place stays what it is.
  var hasPlace: Bool { !list.tableView.indexPathsForVisibleRows.isEmpty }

  /// Where the reader is, for the next run; nil at the newest post, where it begins anyway.
  var placeToKeep: KeptPlace? {
    list.placeToKeep.map { place in
      KeptPlace(
        cursor: "\(place.above.time),\(place.above.id)", item: place.selected.map { "\($0)" })
    }
  }

  /// Goes on where an earlier run was left; a place that says nothing is none.
  func open(at place: KeptPlace) {
    let words = place.cursor.split(separator: ",")
    guard words.count == 2, let time = Int(words[0]), let id = Int64(words[1]) else { return }
    list.open(
      after: TimelineSource.cursor(time: time, id: id),
      selecting: place.item.flatMap { Int64($0) })
  }
}
