import Pictures

/// How far a picture is.
enum PictureState: Sendable {
  case loading
  case shown(HalfBlocks)
  case failed
}
