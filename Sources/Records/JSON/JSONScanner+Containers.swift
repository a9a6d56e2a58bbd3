import Bytes

/// Objects and arrays, one member or element at a time.
extension JSONScanner {
  mutating func skipObject(depth: Int) throws(JSONFault) {
    try open(depth: depth)
    var isFirst = true
    while try nextMember(isFirst: isFirst, depth: depth) != nil { isFirst = false }
  }

  mutating func skipArray(depth: Int) throws(JSONFault) {
    try open(depth: depth)
    var isFirst = true
    while try nextElement(isFirst: isFirst, depth: depth) != nil { isFirst = false }
  }

  /// Passes over what begins an object or an array.
  mutating func open(depth: Int) throws(JSONFault) {
    guard depth < JSONReader.maximumDepth else { throw fault(.tooDeep) }
    offset += 1
  }

  /// Passes over the next member of an object, or over its end, which is nil.
  mutating func nextMember(isFirst: Bool, depth: Int) throws(JSONFault) -> FieldSlot? {
    skipBlanks()
    if try peek() == .closeBrace {
      offset += 1
      return nil
    }
    if !isFirst { try skipComma(or: .expectedCommaOrBrace) }
    guard try peek() == .quote else { throw fault(isFirst ? .expectedNameOrBrace : .expectedName) }
    let nameStart = offset
    let nameNotation: Value.Notation = try skipString() ? .jsonEscapes : .quoted
    let name = nameStart..<offset
    skipBlanks()
    guard try peek() == .colon else { throw fault(.expectedColon) }
    offset += 1
    skipBlanks()
    let start = offset
    let form = try skipValue(depth: depth + 1)
    return FieldSlot(
      name: name, nameNotation: nameNotation, value: start..<offset, kind: form.kind,
      notation: form.notation)
  }

  /// Passes over the next element of an array, or over its end, which is nil.
  mutating func nextElement(isFirst: Bool, depth: Int) throws(JSONFault) -> FieldSlot? {
    skipBlanks()
    if try peek() == .closeBracket {
      offset += 1
      return nil
    }
    if !isFirst { try skipComma(or: .expectedCommaOrBracket) }
    let start = offset
    let form = try skipValue(depth: depth + 1)
    return FieldSlot(value: start..<offset, kind: form.kind, notation: form.notation)
  }

  private mutating func skipComma(or problem: JSONProblem) throws(JSONFault) {
    guard try peek() == .comma else { throw fault(problem) }
    offset += 1
    skipBlanks()
  }
}
