package import Records

extension DetailSubject {
  /// What an item of a list of records is: a record, or a text.
  package init(_ item: some RecordItem, called name: String) {
    switch item.content {
    case .record(let record): self.init([], of: item.id, record, called: name)
    case .text(let text): self.init(text, of: item.id, nil, called: name)
    }
  }
}
