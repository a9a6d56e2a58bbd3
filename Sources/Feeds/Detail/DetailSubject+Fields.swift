package import Records

/// An item of any feed, by what it says of itself.
extension DetailSubject {
  /// Its fields, as a record.
  package init(_ fields: [JSONField], of id: AnyHashable, called name: String) {
    var bytes: [UInt8] = []
    JSONField.append(fields, to: &bytes)
    self.init(bytes[...], of: id, RecordDecoder.ndjson.record(of: bytes[...]), called: name)
  }

  /// A record that was read already, or a text that is none.
  package init(
    _ bytes: ArraySlice<UInt8>, of id: AnyHashable, _ record: Record?, called name: String
  ) {
    self.init(bytes, at: id, record, note: nil, name: name)
  }
}
