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
        complete: { [options] in options.completions(of: $0) }
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
    if lends(Array(path.utf8), onFailure: say) { return }
    sources.insert(Array(path.utf8))
    openNamed(after: 1, isNamed: false, onFailure: say)
  }

  /// Takes the source that is shown off the list, and shows the one behind it, or else before it.
  private func leaveNamed(onFailure: @escaping (Message) -> Void) {
    let left = sources.id
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
    let id = sources.ids[index]
    if let screen = sources.screen(of: id) {
      show(screen, of: id)
      return onOpen()
    }
    // Another one may be opened or taken off the list meanwhile.
    open(sources.names[index], isNamed: isNamed) { [weak self] screen in
      self?.show(screen, of: id)
      onOpen()
    } onFailure: { [weak self] message in
      self?.sources.remove(id)
      onFailure(message)
    }
  }

  private func show(_ screen: any ViewController, of id: Int) {
    guard sources.note(screen, of: id) else { return }
    session?.replaceAll(by: screen)
  }
}

/// Screens that wait to know what is to be shown.
extension Viewer {
  /// What shows a feed in the place of a screen that is made now, with what was typed there.
  func replacing(_ screen: any ViewController) -> @MainActor @Sendable (any Feed) -> Void {
    { [weak self, weak screen, isNamed] feed in
      guard let self, let screen else { return feed.close() }
      do throws(Failure) {
        if isNamed, !options.filters.isEmpty, !feed.takesFilters {
          throw .usage("\(feed.title) cannot be filtered by --filter")
        }
        let shown = try controller(of: feed, isNamed: isNamed)
        sources.replace(screen, by: shown)
        session?.replace(screen, by: shown)
      } catch {
        feed.close()
        session?.show(Message(error.text, .failure))
      }
    }
  }
}

extension ViewerOptions {
  /// The paths that the last word of a command's line may become; none for those who may open no others.
  func completions(of line: String) -> [Prompt.Completion] {
    restriction == nil ? Prompt.Completion.paths(from: line) : []
  }
}

extension Prompt.Completion {
  /// The paths that the last word of a command's line may become.
  fileprivate static func paths(from line: String) -> [Prompt.Completion] {
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
  private struct Source {
    /// Stays the same when others come and go.
    let id: Int
    let name: [UInt8]
    /// Where the reader left it; nil before it was shown.
    var screen: (any ViewController)?
  }

  private var sources: [Source]
  private var lastID: Int
  /// Which one is shown.
  private(set) var id = 0

  package init(_ names: [[UInt8]]) {
    sources = names.enumerated().map { Source(id: $0, name: $1) }
    lastID = names.count - 1
  }

  /// Their names, but for those that could not be opened.
  var names: [[UInt8]] { sources.map(\.name) }

  var ids: [Int] { sources.map(\.id) }

  /// The place of the one that is shown, from 0.
  var index: Int { place(of: id) ?? 0 }

  private func place(of id: Int) -> Int? { sources.firstIndex { $0.id == id } }

  /// As the status line says it; nil where there is only one.
  var description: String? { sources.count > 1 ? "\(index + 1) of \(sources.count)" : nil }

  /// The one some steps further, if there is one.
  func index(after step: Int) -> Int? {
    sources.indices.contains(index + step) ? index + step : nil
  }

  /// Its screen, if it was shown before.
  func screen(of id: Int) -> (any ViewController)? { place(of: id).flatMap { sources[$0].screen } }

  /// The first screen is that of the first source.
  package func begin(with screen: any ViewController) { _ = note(screen, of: id) }

  /// A screen is shown now, and kept for when the reader comes back; false where its source is off the list.
  func note(_ screen: any ViewController, of id: Int) -> Bool {
    guard let place = place(of: id) else { return sources.isEmpty }
    sources[place].screen = screen
    self.id = id
    return true
  }

  /// Another screen is that of a source now, also of one that is not shown.
  func replace(_ screen: any ViewController, by other: any ViewController) {
    for place in sources.indices where sources[place].screen === screen {
      sources[place].screen = other
    }
  }

  /// Adds one behind the one that is shown.
  func insert(_ name: [UInt8]) {
    lastID += 1
    sources.insert(Source(id: lastID, name: name), at: min(index + 1, sources.count))
  }

  /// One that cannot be opened is passed over from now on; not the one that is shown.
  func remove(_ id: Int) {
    guard id != self.id else { return }
    sources.removeAll { $0.id == id }
  }
}
