import FileSources
import NCursesTerminal
import Paging
import TableUI
import Terminal

/// A text file on the screen: a paged list of its lines, entered anew where the reader jumps to.
///
/// Each place that is not held is entered by a list of its own over the same open file; what is
/// shown stays until that one fills the screen.
final class TextController: ViewController {
  typealias List = PagedListController<TextFileSource>

  var onNeedsDisplay: (() -> Void)?
  private(set) var list: List
  /// A list that is entered elsewhere, until it fills the screen.
  var next: List? { didSet { list.awaitsPlace = isOnTheWay } }
  /// Whether the place is still looked for that the file is opened at: nothing else is shown before.
  var isOpening: Bool
  /// The lines in sight, as of the frame that was drawn last.
  private var shown: [TextLine] = []
  /// The extent that was drawn last.
  private(set) var size: Size?
  let source: TextFileSource
  let look: TextLook
  /// Where the reader was before the last jump.
  var previous: FileOffset?
  /// A place that is looked for.
  var search: Task<Void, Never>? { didSet { list.awaitsPlace = isOnTheWay } }
  /// What the search says of itself.
  var searchMessage: Message?

  private let configuration: PagerConfiguration
  private let log: EventLog?
  private var file: TextFile
  /// How long it was when it was last looked at.
  private var seenSize: Int

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
    isOpening = start != nil
    seenSize = (try? file.size()) ?? 0
    list = Self.list(source, configuration, look, log)
    show(list)
    numbers.onChange = { [weak self] in self?.onNeedsDisplay?() }
    switch start {
    case .line(let number): goToLine(number)
    case .end: enter(at: .end)
    case nil: break
    }
  }

  private static func list(
    _ source: TextFileSource, _ configuration: PagerConfiguration, _ look: TextLook,
    _ log: EventLog?
  ) -> List {
    let pager = Pager(
      source: source, configuration: configuration, clock: MainQueueClock(),
      executor: BackgroundExecutor.shared)
    if let log { pager.onActivity = { log.write($0.description) } }
    let list = List(pager: pager, allowsSelection: false, theme: look.theme) { table, line, path in
      let cell: TextLineCell = table.dequeueCell(for: path)
      cell.show(line, look)
      return cell
    }
    list.tableView.register(TextLineCell.self)
    list.tableView.scrollsSideways = !look.wraps
    list.patience = Program.patience
    return list
  }

  var isStarting: Bool { isOpening || list.isStarting }

  func viewDidAppear() { if !isOpening { list.viewDidAppear() } }

  func dismissMessage() { list.dismissMessage() }

  /// A list over the open file that begins elsewhere; not shown yet.
  func list(at entrance: FileEntrance) -> List {
    Self.list(source.opening(at: entrance), configuration, look, log)
  }

  /// Shows a list in the place of the one that was shown; movements that wait begin there.
  func show(_ list: List) {
    list.tableView.takeOver(from: self.list.tableView)
    list.onNeedsDisplay = { [weak self] in self?.onNeedsDisplay?() }
    list.wordsForNothingNew = { [weak self] in self?.wordsForNothingNew() ?? Message("up to date") }
    self.list = list
  }

  // MARK: A frame

  func draw(in canvas: inout Canvas) {
    size = canvas.size
    if isOpening, searchMessage != nil { return drawCounting(in: &canvas) }
    if list.pager.hasLoaded {
      list.layOut(in: canvas.size)
      shown = list.visibleItems
      look.numbers.see(linesToNumber)
    }
    list.draw(in: &canvas)
    noteFile()
  }

  /// The lines in sight; with those between them and the last that had a number, if they are held.
  private var linesToNumber: [TextLine] {
    let lines = shown
    guard let first = lines.first, look.numbers[first.id] == nil, let anchor = look.numbers.anchor,
      let from = list.pager.index(of: .item(anchor)), let to = list.pager.index(of: .item(first.id))
    else { return lines }
    let between = (min(from, to)..<max(from, to)).compactMap { list.pager[$0].item }
    return from < to ? between + lines : lines + between.drop { $0.id <= lines[lines.count - 1].id }
  }

  /// What a look has found that brought no other file.
  private func wordsForNothingNew() -> Message {
    let size = (try? file.size()) ?? seenSize
    defer { seenSize = size }
    return Message(size > seenSize ? "grown by \(ByteCount(size - seenSize))" : "up to date")
  }

  /// Another file may stand at the path by now.
  private func noteFile() {
    guard let line = shown.first, line.id.edition != file.edition else { return }
    BackgroundExecutor.shared.task { [weak self, source] in
      if let file = try? await source.file() { self?.take(file) }
    }
  }

  private func take(_ new: TextFile) {
    guard new.edition != file.edition else { return }
    let isSame = new.isSameFile(as: file)
    file = new
    seenSize = (try? new.size()) ?? 0
    list.show(Message(isSame ? "changed: read anew" : "a new file is at this path"))
  }

  var status: [Message] {
    var parts = [Message(file.path, .title)] + (searchMessage.map { [$0] } ?? []) + list.notices
    if let last = shown.last, let size = try? file.size(), size > 0 {
      let end = min(last.id.bytes + last.raw.count, size)
      parts.append(Message("\(end == size ? 100 : min(99, end / (size / 100 + 1)))%"))
    }
    if let first = shown.first, let number = look.numbers[first.id] {
      parts.append(Message("line \(number)"))
    }
    return parts
  }
}
