import Randomness
import TableUI
import Terminal
import Testing

@Suite struct `A layout of columns under a reader who does anything` {
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `agrees with a model that lays out all from scratch`(start: UInt64) {
    var reader = RandomColumnReader(start: start)
    for _ in 0..<100 {
      reader.step()
      #expect(reader.layout.visibleColumns.map(PlaceModel.init) == reader.model.places)
      #expect(reader.layout.offset == reader.model.offset)
    }
  }
}
