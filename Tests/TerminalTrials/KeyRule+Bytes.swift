import Terminal

extension [UInt8] {
  /// The bytes with every occurrence of some others taken out, until none is left.
  func without(_ mark: [UInt8]) -> [UInt8] {
    var kept: [UInt8] = []
    for byte in self {
      kept.append(byte)
      guard byte == mark.last, kept.suffix(mark.count).elementsEqual(mark) else { continue }
      kept.removeLast(mark.count)
    }
    return kept
  }
}

extension [Input] {
  /// The fewest bytes that can be these inputs, so that nothing comes from nowhere.
  var leastBytes: Int { reduce(0) { $0 + $1.leastBytes } }
}

extension Input {
  fileprivate var leastBytes: Int {
    switch self {
    case .key(let key):
      if case .character(let scalar) = key.code { scalar.isASCII ? 1 : 2 } else { 1 }
    case .mouse: 9
    // A byte that is no UTF-8 is three when it is repaired.
    case .paste(let text, _): 12 + text.utf8.count / 3
    case .focus: 3
    case .reply(.mode): 8
    case .reply(.cursor): 6
    case .reply(.attributes): 4
    }
  }

  /// Whether it is what a keyboard and a mouse can do.
  var makesSense: Bool {
    switch self {
    case .key(let key): key.code.makesSense
    case .mouse(let event): event.column >= 0 && event.line >= 0
    case .paste(let text, _): text.utf8.count <= 3 * 4096
    case .focus: true
    case .reply(.mode(let number, let state)): number >= 0 && state >= 0
    case .reply(.cursor(let line, let column)): line > 1 && column > 0
    case .reply(.attributes): true
    }
  }
}

extension Key.Code {
  fileprivate var makesSense: Bool {
    switch self {
    case .character(let scalar): scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value)
    case .function(let number): (1...35).contains(number)
    default: true
    }
  }
}
