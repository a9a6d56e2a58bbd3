/// A cell in sight.
struct VisibleCell {
  let cell: any ReusableCell
  /// What its section is, wherever it stands.
  let identifier: AnyHashable
  var indexPath: TableView.IndexPath
  /// Its first line on the screen; negative where it begins above.
  var top: Int
  /// Its lines, at least 1.
  let height: Int
  /// Whether the delegate was told.
  var isDisplayed = false

  /// Whether it shows a row of the data source, and no supplement.
  var isItem: Bool { indexPath.isItem }

  /// The line below its last one.
  var bottom: Int { top + height }
}
