package import Randomness
import Records

/// Any bytes as a text of JSON: what the reader makes of them.
package let jsonTrial = Trial<UInt8>(
  "JSON", drawing: { Noise.drawn(from: $0) { $0.json() } },
  brokenRule: { bytes in
    let text = ReadJSON(bytes)
    return JSONRules.all.broken(by: text)
  })

/// Bytes, what the reader makes of them, and what they say.
struct ReadJSON {
  let bytes: [UInt8]
  let value: Value?
  let record: Record?
  let error: JSONError?
  /// What the oracle says.
  let tree: JSONTree?

  init(_ bytes: [UInt8]) {
    // A slice that does not begin at 0 shows wrong offsets.
    let slice = ([0x5B, 0x22] + bytes)[2...]
    (self.bytes, tree) = (bytes, JSONOracle.tree(of: bytes))
    record = try? JSONReader().record(slice)
    do throws(JSONError) {
      (value, error) = (try JSONReader().value(slice), nil)
    } catch { (value, self.error) = (nil, error) }
  }

  /// What is known of the first value's end when only some of the bytes are there.
  func end(with count: Int, isComplete: Bool = false) -> Result<Int?, JSONError> {
    let start = bytes.firstIndex { ![0x20, 9, 10, 13].contains($0) } ?? bytes.count
    return bytes[..<max(count, start)].withUnsafeBytes { buffer in
      do throws(JSONError) {
        return .success(
          try JSONReader().end(ofValueAt: start, in: buffer, isComplete: isComplete))
      } catch { return .failure(error) }
    }
  }
}
