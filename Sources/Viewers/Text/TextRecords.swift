import ByteStores
import EventLoop
import Feeds
import FileSources
import Paging
import Records
import TableUI
import Terminal

/// The records of a text: its lines in columns or as a log, where it has some.
final class TextRecords {
  /// Called when there are other columns, or none any more.
  var onColumnsChange: (() -> Void)?
  /// The columns, and what a reader does with them.
  let table: RecordTable<TextLine, FileOffset>
  /// What is wrong in them.
  let faults: TextFaults
  private let text: ShownText
  private let itemDetail: ItemDetail<TextLine, FileOffset>
  /// Reads on to a place where a record was only guessed to begin.
  private var proof: (task: Task<Void, Never>, stretch: ClosedRange<FileOffset>)?
  /// A thread of its own, because what a reader asks for would wait for a proof.
  private lazy var proofExecutor = BackgroundExecutor()
  /// A place that no reading proves.
  private var unprovable: FileOffset?
  /// Whether all of a text's beginning was looked at that tells whether it has records.
  private var knowsRecords = false
  /// Whether the file was empty when it was looked at: what is in it is not known.
  private var awaitsFirstBytes = false
  /// Where the first record begins, if the text has some: nothing before it is missing.
  private(set) var start = 0
  /// How a reader has arranged the columns of what was at the path before.
  private var earlierLayout: SavedColumnLayout?

  private var list: ShownText.List { text.list }
  private var appearance: TextAppearance { text.appearance }

  init(_ text: ShownText, _ itemDetail: ItemDetail<TextLine, FileOffset>) {
    (self.text, self.itemDetail) = (text, itemDetail)
    faults = TextFaults(on: text.appearance.numbers.executor)
    // The table is kept by what keeps the text.
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
    text.finder.columns = { [weak text] in text?.appearance.columns }
    text.finder.column = { [weak self] in self?.column(meantBy: $0) }
    text.finder.zone = text.appearance.times
    text.finder.showsRecords = { [weak text] in
      text.map { $0.appearance.form != .text && $0.appearance.readsRecords != nil } ?? false
    }
    text.finder.drawing = { [weak text] typed in
      guard let text, text.appearance.form == .log else { return nil }
      let zone = text.appearance.times
      let drawsTimes =
        zone != .source
        || text.shown.contains {
          text.appearance.logRecord(of: $0).map { RecordTime(number: $0.time.utf8) != nil } ?? false
        }
      return LogDrawing(for: typed, in: zone, drawsTimes: drawsTimes)
    }
    text.finder.valuesInSight = { [weak text] column in
      guard let text, let reading = text.appearance.columns?.reading else { return [] }
      return text.shown.compactMap { line in
        reading.record(of: line).flatMap { column.value(in: $0, reading) }
      }
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
    // What is shown whole was a line, or a record of other columns.
    itemDetail.close()
    start = head.start
    earlierLayout = layout
    appearance.columns = RecordColumns(
      head, chosen: text.viewer?.options.columns, arrangement: keptLayout ?? SavedColumnLayout(),
      frozen: text.viewer?.options.header.flatMap { $0.columns > 0 ? $0.columns : nil })
    appearance.hasLog = head.isLog
    if text.viewer?.options.filters.isEmpty == false { learnColumns() }
    if !appearance.isFormChosen {
      appearance.form = text.viewer?.options.columns == nil ? head.usualForm : .columns
    }
    let isOfText = head.reading.isOfText
    list.itemNames = isOfText ? (one: "line", many: "lines") : (one: "record", many: "records")
    renewColumns()
    sayMissingColumns()
  }

  /// Knows the columns of the first records before these are in sight, because filters ask for them.
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
    // A long record is whole in its pieces only, which its columns do not need.
    let hasLong = (0..<list.pager.count).contains {
      guard let line = list.pager[$0].item else { return false }
      return line.isAbridged || line.isContinued || line.isContinuation
    }
    let isFiltered = text.filter.source != nil
    renewQuestions()
    guard hasLong || isFiltered, let first = text.shown.first?.id else { return }
    list.open(text.shownSource, at: .after(first))
  }

  /// What is looked for is looked for in other texts.
  private func renewQuestions() {
    text.finder.renew()
    text.filter.renew()
    if text.filter.source != nil { text.finder.narrow(to: text.filter) }
    text.finder.countAgain(in: text.file)
  }

  /// The columns are others: so are the keys, and a column that was typed may be another, or one at last.
  private func renewColumns() {
    onColumnsChange?()
    renewQuestions()
    table.show()
  }

  /// A name of no column would only be a blank column; of JSON none is known to be missing.
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

  /// Whether a column is known by a name, or a record in sight has such a field, in whatever form it is shown.
  private func isColumn(_ name: String) -> Bool {
    guard let columns = appearance.columns else { return false }
    if columns.isKnown(name) || !columns.reading.namesFields { return columns.isKnown(name) }
    let path = FieldPath(name)
    return text.shown.contains { columns.reading.record(of: $0)?.value(at: path) != nil }
  }

  // MARK: The layout of columns

  /// The columns of a feed as they were left, or as they are by now; those that were named on the command line
  /// are neither kept nor changed by what is.
  private var keptLayout: SavedColumnLayout? {
    guard text.viewer?.options.columns == nil, text.stream == nil else { return nil }
    return layout
      ?? FileMarks.name(of: text.file).flatMap { text.viewer?.columns?.arrangement(of: $0) }
  }

  /// How a reader has arranged columns of what is at the path, or of what was; nil where they stand by default.
  private var layout: SavedColumnLayout? {
    guard let columns = appearance.columns, !columns.areChosen, columns.arranged.isChanged else {
      return earlierLayout
    }
    return columns.arrangement
  }

  /// Keeps how the columns are arranged, where a reader has changed that.
  func keepLayout() throws {
    guard let layout, text.stream == nil, let name = FileMarks.name(of: text.file) else { return }
    try text.viewer?.columns?.keep(layout, of: name)
  }

  // MARK: Recognition

  /// Looks at the first bytes of another file at the path, whose columns may be others; says whether they are.
  ///
  /// An empty file says nothing, and the columns stay until it has lines.
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
    // Of another file at the path as much is shown; one without times has all of it.
    if let options = text.viewer?.options, file.edition > 0 {
      _ = try? text.feed.limit(file, to: options, head?.reading)
    }
    if let head, isOther || head.names != appearance.columns?.headNames {
      show(head)
    } else if head == nil, appearance.columns != nil {
      hide()
    }
    return isOther
  }

  /// Looks once more at the beginning of a text that was short, of which more has come.
  func recognizeGrowth() {
    let file = text.file
    if awaitsFirstBytes {
      awaitsFirstBytes = false
      _ = take(head(of: file), of: file)
      return list.open(text.shownSource, at: .start)
    }
    guard appearance.columns == nil, !knowsRecords, text.filter.source == nil || isAsked else {
      return
    }
    knowsRecords =
      text.knownSize - file.start >= RecordHead.size || text.stream != nil && !text.isArriving
    guard let head = head(of: file) else { return }
    _ = take(head, of: file)
    // Its lines are the same.
    if head.reading.isOfText { return }
    // What was typed before anything came begins with its first record.
    guard let first = text.shown.first?.id, first.bytes > file.start else {
      return list.pager.exchange(text.shownSource, at: .start)
    }
    list.open(text.shownSource, at: .after(first))
  }

  /// Whether what is shown was asked for on the command line, before it was known what the text is.
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

  /// Reads on to a place that was guessed, from one that is known, in the background; where it was wrong its records
  /// are loaded again, and the reader stays at the bytes that stand at the top.
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

  /// The reader looks elsewhere.
  func endProof() {
    proof?.task.cancel()
    proof = nil
  }

  private func correct(by found: BorderProof?, at offset: FileOffset) {
    (proof, unprovable) = (nil, found == nil ? offset : nil)
    if case .wrong(let right) = found {
      list.open(text.shownSource, at: .after(text.shown.first?.id ?? right))
      text.say(Message("records begin elsewhere: corrected"))
    }
    text.setNeedsDisplay()
  }

  /// After a jump into a text whose quotes can be read in two ways.
  var doubt: String? {
    guard appearance.columns != nil, let first = text.shown.first,
      !text.source.isBorderProved(at: first.id)
    else { return nil }
    return "records are a guess"
  }
}

extension RecordHead {
  /// How the records are shown by default: lines of a text as they are.
  var usualForm: RecordForm { reading.isOfText ? .text : isLog ? .log : .columns }
}
