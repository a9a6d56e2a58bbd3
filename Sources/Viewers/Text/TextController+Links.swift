import TableUI
import Terminal

/// Opening links in the visible lines: `o` chooses one and shows its address, and Enter opens it.
extension TextController {
  var linking: [Command] {
    Command.linking(
      "on the screen", isChosen: { [weak self] in self?.links.chosen != nil },
      choose: { [weak self] in self?.chooseLink() }, open: { [weak self] in self?.openLink() },
      forget: { [weak self] in self?.forgetLinks() })
  }

  private var links: TextLinks { appearance.links }

  func handle(_ input: Input) -> Bool {
    // Any key except `o`, Enter and Escape drops the chosen link, and then acts on the text.
    if links.chosen != nil, case .key(let key) = input, !["o", .enter, .escape].contains(key) {
      forgetLinks()
    }
    return records.table.handle(input)
  }

  private func chooseLink() {
    if let refusal = viewer?.options.restriction?.message("opening links") {
      return list.show(refusal)
    }
    let place = links.chooseNext(of: text.shown, appearance.rules)
    text.invalidateDrawing()
    guard let place, let index = links.index else {
      return list.show(Message("no link on the screen"))
    }
    guard viewer?.hasRoom(forLink: place.link.address) != false else { return refuseLink() }
    list.show(
      .chosenLink(
        place.link.address, index: index, count: links.all.count, appearance.theme.symbols))
  }

  private func openLink() {
    guard let address = links.chosen?.link.address else { return }
    guard viewer?.hasRoom(forLink: address) != false else { return refuseLink() }
    forgetLinks()
    viewer?.open(link: address) { [weak self] in self?.list.show($0) }
  }

  /// Refuses a link that the screen cannot show.
  private func refuseLink() {
    forgetLinks()
    list.show(.hiddenLink)
  }

  private func forgetLinks() {
    links.forget()
    text.invalidateDrawing()
    onNeedsDisplay?()
  }
}

extension Message {
  /// The message for a link that is not opened, because the screen cannot show where it leads.
  static var hiddenLink: Message { Message("the screen is too small to show the link", .failure) }

  /// Returns the message for a chosen link, with its index among all links.
  static func chosenLink(_ address: String, index: Int, count: Int, _ symbols: Symbols) -> Message {
    let place = count > 1 ? "\(index + 1) of \(count)" : ""
    let enter = LinkTarget(address).words
    let keys = count > 1 ? "\(enter); o: next" : enter
    let (before, after) = place.isEmpty ? ("", "") : (place + " ", " (\(place))")
    return Message(
      whole: before + address, .accent, tail: " \(symbols.dot) \(keys)",
      rows: [address, keys + after])
  }
}
