import FileSources
import Paging
import TableUI
import Terminal

/// A text file on the screen: a paged list of its lines, entered anew where the reader jumps to.
///
/// Each place that is not held is entered by a list of its own over the same open file; what is
/// shown stays until that one has its first page.
final class TextController: ViewController {
  typealias List = PagedListController<TextFileSource>

  var onNeedsDisplay: (() -> Void)?
  private(set) var list: List
  let source: TextFileSource
  let look: TextLook
  /// Where the reader was before the last jump.
  var previous: FileOffset?
  /// A number that is on its way, and is given up by any key.
  var search: Task<Void, Never>?
  /// What the search says of itself.
  var searchMessage: Message?

  private let configuration: PagerConfiguration
  private let log: EventLog?
  private var file: TextFile
  private var next: List?

  init(
    _ file: TextFile, start: TextStart?, configuration: PagerConfiguration, theme: Theme,
    showsNumbers: Bool, log: EventLog?
  ) {
    var configuration = configuration
    // What is known by the file itself: a head that is the same changes nothing.
    configuration.refresh = .replace
    self.configuration = configuration
    self.log = log
    self.file = file
    source = TextFileSource(file)
    let numbers = LineNumbers(source, file: file, countsAll: showsNumbers)
    look = TextLook(theme: theme, showsNumbers: showsNumbers, numbers: numbers)
    let entered = start == .end ? source.opening(at: .end) : source
    list = Self.list(entered, configuration, look, log)
    list.onNeedsDisplay = { [weak self] in self?.onNeedsDisplay?() }
    numbers.onChange = { [weak self] in self?.onNeedsDisplay?() }
    if case .line(let number) = start { goToLine(number) }
  }

  private static func list(
    _ source: TextFileSource, _ configuration: PagerConfiguration, _ look: TextLook,
    _ log: EventLog?
  ) -> List {
    let pager = Pager(source: source, configuration: configuration)
    if let log { pager.onActivity = { log.write($0.description) } }
    let list = List(pager: pager, allowsSelection: false, theme: look.theme) { table, line, path in
      let cell: TextLineCell = table.dequeueCell(for: path)
      cell.show(line, look)
      return cell
    }
    list.tableView.register(TextLineCell.self)
    list.tableView.scrollsSideways = !look.wraps
    return list
  }

  var isStarting: Bool { list.isStarting }

  func viewDidAppear() { list.viewDidAppear() }

  func dismissMessage() {
    search?.cancel()
    (search, searchMessage) = (nil, nil)
    list.dismissMessage()
  }

  // MARK: The place

  /// Shows a list that is entered elsewhere, as soon as its first page has come.
  func enter(at entrance: FileEntrance) {
    let list = Self.list(source.opening(at: entrance), configuration, look, log)
    list.onNeedsDisplay = { [weak self] in self?.takeNext() }
    next = list
    list.viewDidAppear()
  }

  private func takeNext() {
    guard let list = next else { return }
    if case .failed(let error) = list.pager.state(of: .refresh) {
      next = nil
      return self.list.show(Message(error.description, .failure))
    }
    guard list.pager.hasLoaded else { return }
    list.tableView.columnOffset = self.list.tableView.columnOffset
    list.onNeedsDisplay = { [weak self] in self?.onNeedsDisplay?() }
    (self.list, next) = (list, nil)
    onNeedsDisplay?()
  }

  // MARK: A frame

  func draw(in canvas: inout Canvas) {
    if list.pager.hasLoaded {
      let isNew = list.tableView.size.lines == 0
      list.tableView.layout(for: canvas.size)
      if isNew, list.pager.source.entrance == .end { list.tableView.scrollToEnd() }
      look.numbers.see(linesToNumber)
    }
    list.draw(in: &canvas)
    noteFile()
  }

  /// The lines in sight; with those between them and the last that had a number, if they are held.
  private var linesToNumber: [TextLine] {
    let lines = list.visibleItems
    guard let first = lines.first, look.numbers[first.id] == nil, let anchor = look.numbers.anchor,
      let from = list.pager.index(of: .item(anchor)), let to = list.pager.index(of: .item(first.id))
    else { return lines }
    let between = (min(from, to)..<max(from, to)).compactMap { list.pager[$0].item }
    return from < to ? between + lines : lines + between.drop { $0.id <= lines[lines.count - 1].id }
  }

  /// Another file may stand at the path by now.
  private func noteFile() {
    guard let line = list.visibleItems.first, line.id.edition != file.edition else { return }
    Task { [weak self, source] in
      guard let file = try? await source.file() else { return }
      self?.file = file
      self?.onNeedsDisplay?()
    }
  }

  var status: [Message] {
    var parts = [Message(file.path, .title)] + (searchMessage.map { [$0] } ?? []) + list.notices
    let lines = list.visibleItems
    if let last = lines.last, let size = try? file.size(), size > 0 {
      let end = min(last.id.bytes + last.raw.count, size)
      parts.append(Message("\(end == size ? 100 : min(99, end / (size / 100 + 1)))%"))
    }
    if let first = lines.first, let number = look.numbers[first.id] {
      parts.append(Message("line \(number)"))
    }
    return parts
  }
}
