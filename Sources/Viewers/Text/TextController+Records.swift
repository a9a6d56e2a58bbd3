import ByteStores
import EventLoop
import Feeds
import FileSources
import Paging
import Records
import TableUI
import Terminal

/// Lines that are records, in columns.
extension TextController {
  /// Shows columns from now on.
  func show(_ head: RecordHead) {
    // What is shown whole was a line, or a record of other columns.
    itemDetail.close()
    recordsStart = head.start
    earlierArrangement = arrangement
    appearance.columns = RecordColumns(
      head, chosen: viewer?.options.columns, arrangement: keptArrangement ?? SavedColumnLayout())
    appearance.hasLog = head.isLog
    if !appearance.isFormChosen {
      let isLog = head.isLog && viewer?.options.columns == nil
      appearance.form = isLog ? .log : .columns
    }
    list.itemNames = (one: "record", many: "records")
    takeColumns()
    sayMissingColumns()
  }

  /// A name of no column would only be a blank column; of JSON none is known to be missing.
  private func sayMissingColumns() {
    guard let columns = appearance.columns, columns.areChosen,
      let missing = columns.columns.first(where: { !$0.mayBe(in: columns.reading) })
    else { return }
    list.show(Message("no column '\(SafeText(missing.name))'", .accent))
  }

  /// Looks at the first bytes of another file at the path, whose columns may be others.
  func recognize(_ new: FileStore) {
    let head = recordHead(of: new)
    let items = head?.reading.format ?? .text
    let isOther = items != source.items
    if let head { new.passOver(head.start) }
    source.read(as: items)
    if let head, isOther || head.names != appearance.columns?.headNames {
      show(head)
    } else if head == nil, appearance.columns != nil {
      hideColumns()
    } else {
      return
    }
    // Some of it may have been loaded as what the file before was.
    if isOther || filter.source != nil { list.pager.exchange(shownSource) }
  }

  private func hideColumns() {
    itemDetail.close()
    earlierArrangement = arrangement
    (appearance.columns, recordsStart) = (nil, 0)
    list.itemNames = (one: "line", many: "lines")
    takeColumns()
  }

  /// The columns are others: so are the keys, and a column that was typed may be another, or one at last.
  private func takeColumns() {
    commands = makeCommands()
    finder.renew()
    filter.renew()
    if filter.source != nil { finder.narrow(to: filter.conditions) }
    table.show()
  }

  /// Looks once more at the beginning of a stream, of which more has come.
  func recognizeStream() {
    guard stream != nil, appearance.columns == nil, !knowsRecords, filter.source == nil else {
      return
    }
    knowsRecords = knownSize - file.start >= RecordHead.size || !isArriving
    guard let head = recordHead(of: file) else { return }
    file.passOver(head.start)
    source.read(as: head.reading.format)
    show(head)
    list.exchange(shownSource, at: .start)
  }

  /// Reads on to a place that was guessed, from one that is known, in the background; where it was wrong its records
  /// are loaded again, and the reader stays at the bytes that stand at the top.
  func proveBorders() {
    guard let place = shown.first?.id else { return }
    if let proof, !proof.stretch.contains(place) { endProof() }
    guard proof == nil, place != unprovable, !source.isBorderProved(at: place) else { return }
    let last = max(place, lastHeld?.id ?? place)
    let task = proofExecutor.task { [weak self, source] in
      let found = try? await source.proof(of: place, through: last)
      if !Task.isCancelled { self?.take(found, of: place) }
    }
    proof = (task, place...last)
  }

  /// Nobody looks there any more.
  func endProof() {
    proof?.task.cancel()
    proof = nil
  }

  private func take(_ found: BorderProof?, of place: FileOffset) {
    (proof, unprovable) = (nil, found == nil ? place : nil)
    if case .wrong(let right) = found {
      list.exchange(shownSource, at: .after(shown.first?.id ?? right))
      list.show(Message("records begin elsewhere: corrected"))
    }
    onNeedsDisplay?()
  }

  private func recordHead(of file: FileStore) -> RecordHead? {
    RecordHead(of: file, as: viewer?.options.format, mayGrow: isArriving)
  }

  var choosingForm: [Command] {
    guard appearance.columns != nil else { return [] }
    let next = appearance.form.next(hasLog: appearance.hasLog)
    return [
      Command(next.title, in: .view, keys: ["t"]) { [weak self] in self?.show(next) },
      table.choosing,
    ]
  }

  /// Shows records in another form, at the same record.
  private func show(_ form: RecordForm) {
    (appearance.form, appearance.isFormChosen) = (form, true)
    table.show()
    changeView(form.message)
  }
}
