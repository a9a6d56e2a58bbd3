/// The form in which the records of a file are written.
enum RecordForm: String, Sendable {
  case csv, ndjson
  /// Log lines as logback writes them.
  case log = "app.log"
  /// An array whose elements are arrays, all on one line: a document that is shown as a tree.
  case document = "json"

  /// The bytes before the records.
  var header: [UInt8] {
    switch self {
    case .csv: Array("time,host,level,status,id,ms,mark\n".utf8)
    case .document: [UInt8(ascii: "[")]
    case .ndjson, .log: []
    }
  }

  /// The number of bytes in a record, including its end.
  var length: Int {
    switch self {
    case .csv: 64
    case .ndjson: 124
    case .log: 100
    case .document: 32
    }
  }

  /// Writes a record, generated from its number alone, into memory of the same length; its last
  /// value ends with the mark of a `LogLine`.
  func write(_ number: Int, to memory: UnsafeMutableBufferPointer<UInt8>) {
    switch self {
    case .csv, .ndjson: writeFields(number, to: memory)
    case .log: writeLine(number, to: memory)
    case .document: writeElement(number, to: memory)
    }
  }

  private func writeLine(_ number: Int, to memory: UnsafeMutableBufferPointer<UInt8>) {
    var pen = LinePen(memory: memory)
    pen.write("2026-03-")
    pen.write(1 + number / 7 / 86_400 % 28, digits: 2)
    pen.write(" ")
    for unit in [3_600, 60, 1] {
      pen.write(number / 7 / unit % (unit == 3_600 ? 24 : 60), digits: 2)
      pen.write(unit == 1 ? "." : ":")
    }
    pen.write(number * 37 % 1_000, digits: 3)
    pen.write(number % 97 == 0 ? " [main] WARN  shop.Orders - " : " [main] INFO  shop.Orders - ")
    pen.fill(to: memory.count - 2 - LogLine(number: number).mark.count, with: number)
    pen.write(" ")
    pen.write(LogLine(number: number).mark)
    pen.write("\n")
  }

  private func writeElement(_ number: Int, to memory: UnsafeMutableBufferPointer<UInt8>) {
    var pen = LinePen(memory: memory)
    pen.write("[")
    pen.write(1_000_000 + number % 1_000_000, digits: 7)
    pen.write(",\"")
    pen.fill(to: memory.count - 3 - LogLine(number: number).mark.count, with: number)
    pen.write(LogLine(number: number).mark)
    pen.write("\"],")
  }

  private func writeFields(_ number: Int, to memory: UnsafeMutableBufferPointer<UInt8>) {
    var pen = LinePen(memory: memory)
    let isJSON = self == .ndjson
    func name(_ name: StaticString) { if isJSON { pen.write(name) } }
    func end() { pen.write(isJSON ? "\"," : ",") }
    let second = number / 7
    name("{\"time\":\"")
    pen.write("2026-03-")
    pen.write(1 + second / 86_400 % 28, digits: 2)
    pen.write("T")
    pen.write(second / 3_600 % 24, digits: 2)
    pen.write(":")
    pen.write(second / 60 % 60, digits: 2)
    pen.write(":")
    pen.write(second % 60, digits: 2)
    pen.write("Z")
    end()
    name("\"host\":\"")
    pen.write("host-")
    pen.write(number % 17, digits: 2)
    end()
    name("\"level\":\"")
    pen.write(number % 97 == 0 ? "WARN" : "INFO")
    end()
    name("\"status\":")
    pen.write(number % 97 == 0 ? "503," : "200,")
    name("\"id\":\"")
    pen.write(number &* 2_654_435_761 % 4_294_967_296, digits: 8, base: 16)
    end()
    name("\"ms\":")
    pen.write(1 + number * 29 % 9, digits: 1)
    pen.write(".")
    pen.write(number % 1_000, digits: 3)
    pen.write(",")
    name("\"mark\":\"")
    pen.write(LogLine(number: number).mark)
    name("\"}")
    pen.write("\n")
  }
}
