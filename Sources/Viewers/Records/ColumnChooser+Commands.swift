import Records
import TableUI
import Terminal

/// The keys of the column chooser, in addition to those of every list.
extension ColumnChooser {
  func makeCommands() -> [Command] {
    sorting + arranging + widening + finding + [
      Command("close", in: .view, keys: [.enter, "q", .escape, "C"], hint: "close") { [weak self] in
        self?.onClose?()
      },
      Command("column N", in: .move, after: .number, keys: ["G", "g"]) { [weak self] in
        self?.goTo($0)
      },
    ] + tableView.movingCommands(of: "column")
  }

  private var arranging: [Command] {
    let down = Key(code: .down, modifiers: .alt)
    let up = Key(code: .up, modifiers: .alt)
    return [
      change("show or hide the column", [.space, "x"], hint: "hide") {
        $0.toggle($1)
      },
      Command(
        "move the column down", in: .view, keys: ["J", down],
        times: { [weak self] places in
          self?.change { $0.move($1, by: places) }
        }),
      Command(
        "move the column up", in: .view, keys: ["K", up],
        times: { [weak self] places in
          self?.change { $0.move($1, by: -places) }
        }),
      change("freeze or unfreeze the columns up to here", ["f"], hint: "freeze") {
        $0.toggleFrozen($1)
      },
      Command("restore the default columns", in: .view, keys: ["r"]) { [weak self] in self?.reset()
      },
    ]
  }

  /// The commands for sorting.
  ///
  /// The command that stops sorting comes first, because another command closes the chooser with
  /// the same key.
  private var sorting: [Command] {
    [
      Command(
        "stop sorting", keys: [.escape, "^C"],
        isEnabled: { [weak self] in
          self?.sorter?.isBusy ?? false
        }
      ) { [weak self] in
        self?.sorter?.stop()
        self?.show(Message("stopped"))
      },
      sorting("sort by the column, or restore the order", "s", hint: "sort", descending: false),
      sorting("sort by the column, descending, or restore the order", "S", descending: true),
    ]
  }

  private func sorting(
    _ title: String, _ key: Key, hint: String? = nil, descending: Bool
  ) -> Command {
    Command(
      title, in: .view, keys: [key], hint: hint, isEnabled: { [weak self] in self?.sorter != nil }
    ) { [weak self] in
      guard let self, let columns, let selected else { return }
      sorter?.sort(
        by: columns.name(of: selected), descending: descending, after: messageBefore
      ) { [weak self] in
        self?.show($0)
        self?.onNeedsDisplay?()
      }
    }
  }

  private var widening: [Command] {
    [
      Command(
        "make the column wider", in: .view, keys: ["+", ">"],
        times: { [weak self] columns in
          self?.change { $0.widen($1, by: columns) }
        }),
      Command(
        "make the column narrower", in: .view, keys: ["-", "<"],
        times: { [weak self] columns in
          self?.change { $0.widen($1, by: -columns) }
        }),
      Command("make the column as wide as its values", in: .view, keys: ["="]) { [weak self] in
        self?.change { $0.setWidth(nil, of: $1) }
      },
    ]
  }

  /// Creates a command for a change that may be refused.
  private func change(
    _ title: String, _ keys: [Key], hint: String,
    _ action: @escaping (_ columns: inout ColumnState, _ column: Int) -> ColumnRefusal?
  ) -> Command {
    Command(title, in: .view, keys: keys, hint: hint, hintPriority: 1) { [weak self] in
      var refusal: ColumnRefusal?
      self?.change { refusal = action(&$0, $1) }
      if let refusal { self?.show(Message(refusal.description, .accent)) }
    }
  }

  /// Changes the selected column, and shows the result.
  private func change(_ action: (_ columns: inout ColumnState, _ column: Int) -> Void) {
    guard let columns, let selected else { return }
    action(&columns.arranged, selected)
    reload()
    tableView.scrollToSelection()
    columns.reveal(selected)
    onNeedsDisplay?()
  }

  private func reset() {
    columns?.reset()
    reload()
    tableView.scrollToSelection()
    show(Message("the default columns are restored"))
    onNeedsDisplay?()
  }

  private func goTo(_ number: Int) {
    guard let columns, columns.columns.count > 0 else { return }
    select(columns.arranged.order.all[min(max(1, number), columns.columns.count) - 1])
  }
}
