import EventLoop
import Feeds
package import TableUI

/// The other sources that were named, and those that a reader opens beside them.
extension Viewer {
  /// The keys that go to them, in whatever is shown.
  ///
  /// - Parameter say: told that there is none, or why it cannot be opened.
  func goingToNamed(say: @escaping (Message) -> Void) -> [Command] {
    [
      Command("next file", in: .move, words: ["n"]) { [weak self] in
        self?.openNamed(after: 1, onFailure: say)
      },
      Command("previous file", in: .move, words: ["p"]) { [weak self] in
        self?.openNamed(after: -1, onFailure: say)
      },
      Command("first file", in: .move, words: ["x"]) { [weak self] in
        self?.openNamed(after: -(self?.sources.index ?? 0), onFailure: say)
      },
      Command("take the file off the list", in: .move, words: ["d"]) { [weak self] in
        self?.leaveNamed(onFailure: say)
      },
      Command(
        "open another file", in: .move, line: "e FILE", fits: { $0 == "e" || $0.hasPrefix("e ") },
        complete: { Prompt.Completion.paths(from: $0) }
      ) { [weak self] in self?.examine($0, say: say) },
    ]
  }

  /// Opens what is named behind `:e`, as the next of the list.
  private func examine(_ line: String, say: @escaping (Message) -> Void) {
    if let refusal = options.restriction?.message("other files") { return say(refusal) }
    var name = line.dropFirst().drop(while: \.isWhitespace)
    while name.last?.isWhitespace ?? false { name.removeLast() }
    guard !name.isEmpty else {
      return say(Message(":e needs a name: :e FILE opens it", .failure))
    }
    let path = name == "-" ? "./-" : PathCompletion.expanded(String(name))
    sources.insert(Array(path.utf8))
    openNamed(after: 1, isNamed: false, onFailure: say)
  }

  /// Takes the source that is shown off the list, and shows the one behind it, or else before it.
  private func leaveNamed(onFailure: @escaping (Message) -> Void) {
    let left = sources.index
    openNamed(
      after: sources.index(after: 1) == nil ? -1 : 1, onFailure: onFailure,
      onOpen: { [weak self] in self?.sources.remove(left) })
  }

  /// Shows the source that was named before or after the one that is shown.
  ///
  /// - Parameters:
  ///   - isNamed: whether the filters of the command line are meant for it.
  ///   - onFailure: told that there is none, or why it cannot be opened.
  ///   - onOpen: called once it is shown.
  func openNamed(
    after step: Int, isNamed: Bool = true, onFailure: @escaping (Message) -> Void,
    onOpen: @escaping () -> Void = {}
  ) {
    guard step != 0, let index = sources.index(after: step) else {
      let isOnly = sources.names.count < 2
      return onFailure(
        Message(
          isOnly ? "this is the only file" : "this is the \(step > 0 ? "last" : "first") file"))
    }
    if let screen = sources.screen(of: index) {
      show(screen, at: index)
      return onOpen()
    }
    open(sources.names[index], isNamed: isNamed) { [weak self] screen in
      self?.show(screen, at: index)
      onOpen()
    } onFailure: { [weak self] message in
      self?.sources.remove(index)
      onFailure(message)
    }
  }

  private func show(_ screen: any ViewController, at index: Int) {
    sources.note(screen, at: index)
    session?.replaceAll(by: screen)
  }
}

extension Prompt.Completion {
  /// The paths that the last word of a command's line may become.
  static func paths(from line: String) -> [Prompt.Completion] {
    guard let blank = line.firstIndex(where: \.isWhitespace) else { return [] }
    let typed = line[blank...].drop(while: \.isWhitespace)
    let command = line[..<typed.startIndex]
    return PathCompletion.paths(from: String(typed)).map {
      Prompt.Completion(command + $0.path, label: $0.name)
    }
  }
}

/// The sources that a reader has named, of which one is shown at a time.
package final class NamedSources {
  /// Their names, but for those that could not be opened.
  private(set) var names: [[UInt8]]
  /// Which one is shown, from 0.
  private(set) var index = 0
  /// The screens of those that were shown, each where the reader left it.
  private var screens: [Int: any ViewController] = [:]

  package init(_ names: [[UInt8]]) { self.names = names }

  /// As the status line says it; nil where there is only one.
  var description: String? { names.count > 1 ? "\(index + 1) of \(names.count)" : nil }

  /// The one some steps further, if there is one.
  func index(after step: Int) -> Int? {
    names.indices.contains(index + step) ? index + step : nil
  }

  /// Its screen, if it was shown before.
  func screen(of index: Int) -> (any ViewController)? { screens[index] }

  /// A screen is shown now, and kept for when the reader comes back.
  package func note(_ screen: any ViewController, at index: Int) {
    (screens[index], self.index) = (screen, index)
  }

  /// Adds one behind the one that is shown.
  func insert(_ name: [UInt8]) {
    let place = min(index + 1, names.count)
    names.insert(name, at: place)
    renumber { $0 >= place ? $0 + 1 : $0 }
  }

  /// One that cannot be opened is passed over from now on.
  func remove(_ index: Int) {
    names.remove(at: index)
    screens[index] = nil
    renumber { $0 > index ? $0 - 1 : $0 }
    if self.index > index { self.index -= 1 }
  }

  private func renumber(_ number: (Int) -> Int) {
    screens = [Int: any ViewController](
      uniqueKeysWithValues: screens.map { (number($0.key), $0.value) })
  }
}
