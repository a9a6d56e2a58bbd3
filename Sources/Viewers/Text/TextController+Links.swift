import EventLoop
import TableUI
import Terminal

/// Opening the links of the lines in sight: `o` chooses one, whose address is told, and Enter opens it.
extension TextController {
  var linking: [Command] {
    let isChosen = { [weak self] in self?.links.chosen != nil }
    return [
      Command("choose a link in sight, the next one", in: .feed, keys: ["o"]) { [weak self] in
        self?.chooseLink()
      },
      Command("open the chosen link", in: .feed, keys: [.enter], isEnabled: isChosen) {
        [weak self] in
        self?.openLink()
      },
      Command("choose no link", in: .feed, keys: [.escape], isEnabled: isChosen) { [weak self] in
        self?.forgetLinks()
      },
    ]
  }

  private var links: TextLinks { appearance.links }

  func handle(_ input: Input) -> Bool {
    // Any other key is about the text again.
    if links.chosen != nil, case .key(let key) = input, !["o", .enter, .escape].contains(key) {
      forgetLinks()
    }
    if case .mouse(let mouse) = input { return handle(mouse) }
    return false
  }

  private func chooseLink() {
    if let refusal = viewer?.options.restriction?.message("opening links") {
      return list.show(refusal)
    }
    let place = links.chooseNext(of: shown, appearance.rules)
    forgetLooks()
    guard let place, let index = links.index else { return list.show(Message("no link in sight")) }
    let dot = appearance.theme.symbols.dot
    let count = links.all.count > 1 ? "\(index + 1) of \(links.all.count) " : ""
    let keys = links.all.count > 1 ? "Enter opens, o next" : "Enter opens"
    list.show(Message("\(count)\(place.link.address)", .accent, tail: " \(dot) \(keys)"))
  }

  private func openLink() {
    guard let address = links.chosen?.link.address, let session = viewer?.session else { return }
    forgetLinks()
    let browser = Browser.chosen
    let told: (Int) -> Void = { [weak self] status in
      let why = status == 127 ? "there is no such program" : "it has ended with status \(status)"
      if status != 0 { self?.list.show(Message("\(browser.name): \(why)", .failure)) }
    }
    guard browser.takesTerminal else {
      list.show(Message("opened in the browser"))
      return browser.open(address, in: loop, onEnd: told)
    }
    session.lendTerminal { [loop] takeBack in
      browser.open(address, in: loop) { status in
        takeBack()
        told(status)
      }
    }
  }

  private func forgetLinks() {
    links.forget()
    forgetLooks()
    onNeedsDisplay?()
  }
}
