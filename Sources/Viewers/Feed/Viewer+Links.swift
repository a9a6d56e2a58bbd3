import EventLoop
import TableUI

/// Opening links, for all screens.
extension Viewer {
  /// Opens a link in the browser; says what becomes of it.
  func open(link address: String, say: @escaping (Message) -> Void) {
    guard let session else { return }
    let browser = Browser.chosen
    let told: (Int) -> Void = { status in
      let why = status == 127 ? "there is no such program" : "it has ended with status \(status)"
      if status != 0 { say(Message("\(browser.name): \(why)", .failure)) }
    }
    guard browser.takesTerminal else {
      say(Message("opened in the browser"))
      return browser.open(address, in: loop, onEnd: told)
    }
    session.lendTerminal { [loop] takeBack in
      browser.open(address, in: loop) { status in
        takeBack()
        told(status)
      }
    }
  }
}
