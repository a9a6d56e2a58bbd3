/// What a value was found to be while it was passed over.
struct JSONForm {
  let kind: Value.Kind
  let notation: Value.Notation

  init(_ kind: Value.Kind, _ notation: Value.Notation = .plain) {
    (self.kind, self.notation) = (kind, notation)
  }
}
