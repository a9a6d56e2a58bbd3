/// A cell that needs nothing to be made: it is registered by its type alone.
///
/// One that is given something when it is made, such as a loader of pictures, is a `ReusableCell`.
@MainActor public protocol TableViewCell: ReusableCell {
  /// Makes a cell that shows nothing yet.
  init()
}
