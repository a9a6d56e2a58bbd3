import TableUI

/// What a place says, to compare.
struct PlaceModel: Hashable {
  let column: Int
  let x: Int
  let width: Int
  let alignment: ColumnLayout.Alignment
}

extension PlaceModel {
  init(_ place: ColumnLayout.Place) {
    (column, x) = (place.column, place.x)
    (width, alignment) = (place.width, place.alignment)
  }
}
