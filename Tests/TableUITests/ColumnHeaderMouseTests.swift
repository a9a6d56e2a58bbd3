import TableUI
import Terminal
import Testing

@Suite struct `The mouse on a header of columns` {
  /// Columns of 2, 4 and 3, which begin at 0, 4 and 10.
  private let layout: ColumnLayout = {
    var layout = ColumnLayout(names: ["id", "name", "age"])
    layout.layout(forWidth: 30)
    return layout
  }()

  private func event(_ kind: MouseEvent.Kind, _ column: Int) -> MouseEvent {
    MouseEvent(kind: kind, column: column, line: 0)
  }

  @Test(arguments: [
    (0, ColumnHeaderMouse.Action.click(column: 0)), (1, .click(column: 0)), (2, .hold(column: 0)),
    (3, .hold(column: 0)), (4, .click(column: 1)), (7, .click(column: 1)), (8, .hold(column: 1)),
    (12, .click(column: 2)), (13, .hold(column: 2)), (14, .hold(column: 2)), (15, nil), (-1, nil),
  ])
  func `is on a name, on an edge, or on nothing`(x: Int, action: ColumnHeaderMouse.Action?) {
    var mouse = ColumnHeaderMouse()
    #expect(mouse.action(for: event(.press(.left), x), isInHeader: true, layout) == action)
    #expect(mouse.action(for: event(.press(.left), x), isInHeader: false, layout) == nil)
    #expect(mouse.action(for: event(.press(.right), x), isInHeader: true, layout) == nil)
  }

  @Test func `moves an edge as far as the pointer goes, wherever that is, until it is let go`() {
    var mouse = ColumnHeaderMouse()
    let press = event(.press(.left), 9)
    #expect(mouse.action(for: press, isInHeader: true, layout) == .hold(column: 1))
    for (x, width) in [(10, 5), (25, 20), (9, 4), (6, 1), (0, 1), (-9, 1)] {
      let action = mouse.action(for: event(.move, x), isInHeader: x == 10, layout)
      #expect(action == .resize(column: 1, width: width), "\(x)")
    }
    #expect(mouse.action(for: event(.release(.left), 9), isInHeader: true, layout) == nil)
    #expect(mouse.action(for: event(.move, 12), isInHeader: true, layout) == nil)
  }

  @Test func `forgets an edge whose release it was not told of`() {
    var mouse = ColumnHeaderMouse()
    _ = mouse.action(for: event(.press(.left), 9), isInHeader: true, layout)
    _ = mouse.action(for: event(.press(.left), 9), isInHeader: false, layout)
    #expect(mouse.action(for: event(.move, 12), isInHeader: true, layout) == nil)
    _ = mouse.action(for: event(.press(.left), 9), isInHeader: true, layout)
    _ = mouse.action(for: event(.press(.left), 5), isInHeader: true, layout)
    #expect(mouse.action(for: event(.move, 12), isInHeader: true, layout) == nil)
  }
}
