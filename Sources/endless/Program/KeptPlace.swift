/// Where a feed was left: what a feed itself makes of it, in words without spaces.
struct KeptPlace: Hashable {
  /// The place above the first row that was drawn.
  let cursor: String
  /// The item that was selected, if one was.
  var item: String?
}
