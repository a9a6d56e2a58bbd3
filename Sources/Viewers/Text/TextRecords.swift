import ByteStores
import EventLoop
import Feeds
import FileSources
import Paging
import Records
import TableUI
import Terminal

/// The records of a text, which are shown in columns or as a log.
final class TextRecords {
  /// Called when the columns have changed.
  var onColumnsChange: (() -> Void)?
  /// The columns and their commands.
  let table: RecordTable<TextLine, FileOffset>
  /// The search for errors in the records.
  let faults: TextFaults
  private let text: ShownText
  private let itemDetail: ItemDetail<TextLine, FileOffset>
  /// The task that verifies a guessed start of a record.
  private var proof: (task: Task<Void, Never>, stretch: ClosedRange<FileOffset>)?
  /// An executor with its own thread, because the reader's requests must not wait for a
  /// verification.
  private lazy var proofExecutor = BackgroundExecutor()
  /// A position that cannot be verified.
  private var unprovable: FileOffset?
  /// Whether enough of the text was examined to know whether it has records.
  private var knowsRecords = false
  /// Whether the file was empty when it was examined, so that its format is unknown.
  private var awaitsFirstBytes = false
  /// The offset of the first record in bytes; 0 for a text without records.
  private(set) var start = 0
  /// The column layout of the file that was at the path before.
  private var earlierLayout: SavedColumnLayout?

  private var list: ShownText.List { text.list }
  private var appearance: TextAppearance { text.appearance }

  init(_ text: ShownText, _ itemDetail: ItemDetail<TextLine, FileOffset>) {
    (self.text, self.itemDetail) = (text, itemDetail)
    faults = TextFaults(on: text.appearance.numbers.executor)
    // The owner of the text retains the table.
    table = RecordTable(text.list, text.appearance, itemDetail) { [unowned text] line in
      guard let reading = text.appearance.columns?.reading else { return nil }
      let entry = text.entry(of: line).bytes
      return entry.count > line.bytes.count ? reading.record(of: entry) : reading.record(of: line)
    } written: { [unowned text] line in
      let entry = text.entry(of: line).bytes
      let isPiece = line.isContinuation || line.isContinued
      let name = entry.count > line.bytes.count ? "the record" : "the line"
      return (Array(entry), isPiece ? "this piece of \(name)" : name)
    } wholeSize: {
      $0.isAbridged ? $0.byteCount : nil
    }
    faults.onChange = { [weak text] in text?.setNeedsDisplay() }
    informFinder()
  }

  /// Gives the search access to the columns and their values.
  private func informFinder() {
    let text = text
    text.finder.columns = { [weak text] in text?.appearance.columns }
    text.finder.column = { [weak self] in self?.column(meantBy: $0) }
    text.finder.zone = text.appearance.times
    text.finder.showsRecords = { [weak text] in
      text.map { $0.appearance.form != .text && $0.appearance.readsRecords != nil } ?? false
    }
    text.finder.drawing = { [weak text] pattern in
      guard let text, text.appearance.form == .log else { return nil }
      let records = text.shown.compactMap { text.appearance.logRecord(of: $0) }
      return LogDrawing(for: pattern, in: text.appearance.times, like: records)
    }
    text.finder.valuesInSight = { [weak text] column in
      guard let text, let reading = text.appearance.columns?.reading else { return [] }
      return text.shown.compactMap { line in
        reading.record(of: line).flatMap { column.value(in: $0, reading) }
      }
    }
    text.finder.learnColumns = { [weak text] in
      guard let text, let columns = text.appearance.columns else { return }
      columns.learn(from: text.shown.compactMap { columns.reading.record(of: $0) })
    }
    text.finder.namesForConditions = { [weak text] in
      guard let text, let columns = text.appearance.columns, text.appearance.form != .text,
        !columns.reading.isOfText
      else { return nil }
      return Array(columns.known.keys)
    }
  }

  isolated deinit { proof?.task.cancel() }

  // MARK: Columns

  /// Shows columns from now on.
  func show(_ head: RecordHead) {
    // The detail screen is closed, because it still shows a line, or a record with other columns.
    itemDetail.close()
    start = head.start
    earlierLayout = layout
    appearance.columns = RecordColumns(
      head, chosen: text.viewer?.options.columns, arrangement: keptLayout ?? SavedColumnLayout(),
      frozen: text.viewer?.options.header.flatMap { $0.columns > 0 ? $0.columns : nil })
    appearance.hasLog = head.isLog
    if text.viewer?.options.filters.isEmpty == false || !text.filter.parts.isEmpty {
      learnColumns()
    }
    if !appearance.isFormChosen {
      appearance.form = text.viewer?.options.columns == nil ? head.usualForm : .columns
    }
    let isOfText = head.reading.isOfText
    list.itemNames = isOfText ? (one: "line", many: "lines") : (one: "record", many: "records")
    renewColumns()
    sayMissingColumns()
  }

  /// Adds the columns of the first records before they are visible, because filters name them.
  private func learnColumns() {
    let items = try? text.source.items(
      atEnd: false, of: text.file, count: AskedFilters.sampleCount)
    guard let columns = appearance.columns else { return }
    columns.learn(from: (items ?? []).compactMap { columns.reading.record(of: $0) })
  }

  private func hide() {
    itemDetail.close()
    earlierLayout = layout
    (appearance.columns, start) = (nil, 0)
    list.itemNames = (one: "line", many: "lines")
    renewColumns()
  }

  /// Shows the records in another form, at the same record.
  func show(_ form: RecordForm) {
    (appearance.form, appearance.isFormChosen) = (form, true)
    table.show()
    text.source.read(as: text.source.items, joinsPieces: form != .text)
    // In columns, a long record is one item in which long values are cut; as text, it is divided
    // into pieces, which together are complete. Therefore a list with a long record is loaded
    // again.
    let hasLong = (0..<list.pager.count).contains {
      guard let line = list.pager[$0].item else { return false }
      return line.isAbridged || line.isContinued || line.isContinuation
    }
    let isFiltered = text.filter.source != nil
    renewQuestions()
    guard hasLong || isFiltered, let first = text.shown.first?.id else { return }
    list.open(text.shownSource, at: .after(first))
  }

  /// Parses searches and filters again, because the columns or the form of the records have
  /// changed.
  private func renewQuestions() {
    text.finder.renew()
    text.filter.renew()
    if text.filter.source != nil { text.finder.narrow(to: text.filter) }
    text.finder.countAgain(in: text.file)
  }

  /// Updates keys, searches and filters after a change to the columns.
  private func renewColumns() {
    onColumnsChange?()
    renewQuestions()
    table.show()
  }

  /// Reports chosen columns that do not exist, except for JSON, where a later record may have them.
  private func sayMissingColumns() {
    guard let columns = appearance.columns, columns.areChosen,
      let missing = columns.columns.first(where: { !$0.mayBe(in: columns.reading) })
    else { return }
    text.say(Message("no column '\(SafeText(missing.name))'", .accent))
  }

  private func column(meantBy name: String) -> String? {
    if isColumn(name) { return name }
    return appearance.columns.flatMap { ColumnNames.meant(by: name, among: $0.known.keys) }
  }

  /// Whether a column is known or, if records name their fields, a visible record has a field of
  /// this name.
  private func isColumn(_ name: String) -> Bool {
    guard let columns = appearance.columns else { return false }
    if columns.isKnown(name) || !columns.reading.namesFields { return columns.isKnown(name) }
    let path = FieldPath(name)
    return text.shown.contains { columns.reading.record(of: $0)?.value(at: path) != nil }
  }

  // MARK: Column layout

  /// The layout that was stored for the file or has been changed since then; nil for a stream, and
  /// for columns named on the command line, which are neither stored nor changed by a stored
  /// layout.
  private var keptLayout: SavedColumnLayout? {
    guard text.viewer?.options.columns == nil, text.stream == nil else { return nil }
    return layout
      ?? FileMarks.name(of: text.file).flatMap { text.viewer?.columns?.arrangement(of: $0) }
  }

  /// The layout of the columns of this file or of the one before it; nil if it is the default.
  private var layout: SavedColumnLayout? {
    guard let columns = appearance.columns, !columns.areChosen, columns.arranged.isChanged else {
      return earlierLayout
    }
    return columns.arrangement
  }

  /// Stores the column layout, if the reader has changed it.
  func keepLayout() throws {
    guard let layout, text.stream == nil, let name = FileMarks.name(of: text.file) else { return }
    try text.viewer?.columns?.keep(layout, of: name)
  }

  // MARK: Recognition

  /// Recognizes the format of another file at the path; returns whether its items are of another
  /// kind than before.
  ///
  /// For an empty file the columns stay until it has lines.
  func recognize(_ new: FileStore) -> Bool {
    awaitsFirstBytes = (try? new.size()) == 0
    knowsRecords = false
    return awaitsFirstBytes ? false : take(head(of: new), of: new)
  }

  private func take(_ head: RecordHead?, of file: FileStore) -> Bool {
    let items = head?.reading.format ?? .text
    let isOther = items != text.source.items
    if let head { head.begin(file) }
    text.source.read(as: items, joinsPieces: appearance.form != .text)
    // The time span also applies to a newer file; a file without times is shown completely.
    if let options = text.viewer?.options, file.edition > 0 {
      _ = try? text.feed.limit(file, to: options, head?.reading)
    }
    if let head, isOther || head.names != appearance.columns?.headNames {
      table.edition = file.edition
      show(head)
    } else if head == nil, appearance.columns != nil {
      hide()
    }
    return isOther
  }

  /// Recognizes the format again after a short text has grown.
  func recognizeGrowth() {
    let file = text.file
    if awaitsFirstBytes {
      awaitsFirstBytes = false
      _ = take(head(of: file), of: file)
      if let message = text.filter.missingColumn { text.say(message) }
      return list.open(text.shownSource, at: .start)
    }
    guard appearance.columns == nil, !knowsRecords, text.filter.source == nil || isAsked else {
      return
    }
    knowsRecords =
      text.knownSize - file.start >= RecordHead.size || text.stream != nil && !text.isArriving
    guard let head = head(of: file) else { return }
    _ = take(head, of: file)
    // The lines of a plain-text log stay the same.
    if head.reading.isOfText { return }
    // Input that was typed before any data arrived starts at the first record.
    guard let first = text.shown.first?.id, first.bytes > file.start else {
      return list.pager.exchange(text.shownSource, at: .start)
    }
    list.open(text.shownSource, at: .after(first))
  }

  /// Whether the command line has filters or a time span, which were given before the format of the
  /// text was known.
  private var isAsked: Bool {
    guard let options = text.viewer?.options else { return false }
    return !options.filters.isEmpty || options.span.isLimited
  }

  private func head(of file: FileStore) -> RecordHead? {
    let options = text.viewer?.options
    return RecordHead(
      of: file, as: options?.format, options?.csv ?? CSVChoice(), mayGrow: text.isArriving)
  }

  // MARK: Borders

  /// Verifies a guessed start of a record in the background, by reading from a known start.
  ///
  /// If the guess was wrong, the records are loaded again, and the reader stays at the same bytes.
  func proveBorders() {
    guard appearance.columns != nil, let first = text.shown.first?.id else { return }
    if let proof, !proof.stretch.contains(first) { endProof() }
    guard proof == nil, first != unprovable, !text.source.isBorderProved(at: first) else { return }
    let last = max(first, text.lastHeld?.id ?? first)
    let task = proofExecutor.task { [weak self, source = text.source] in
      let found = try? await source.proof(of: first, through: last)
      if !Task.isCancelled { self?.correct(by: found, at: first) }
    }
    proof = (task, first...last)
  }

  /// Cancels the verification, because the reader moves elsewhere.
  func endProof() {
    proof?.task.cancel()
    proof = nil
  }

  private func correct(by found: BorderProof?, at offset: FileOffset) {
    (proof, unprovable) = (nil, found == nil ? offset : nil)
    if case .wrong(let right) = found {
      list.open(text.shownSource, at: .after(text.shown.first?.id ?? right))
      text.say(Message("records were split wrongly: the list was loaded again"))
    }
    text.setNeedsDisplay()
  }

  /// The note after a jump to a record whose start was guessed; nil once the start is verified.
  var doubt: String? {
    guard appearance.columns != nil, let first = text.shown.first,
      !text.source.isBorderProved(at: first.id)
    else { return nil }
    return "records may be split wrongly"
  }
}

extension RecordHead {
  /// The default form of records: log records in a plain text are shown as unchanged lines.
  var usualForm: RecordForm { reading.isOfText ? .text : isLog ? .log : .columns }
}
