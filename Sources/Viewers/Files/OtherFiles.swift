import EventLoop
import Feeds
package import TableUI

/// Switching between the sources that were named on the command line or opened later.
extension Viewer {
  /// Creates the commands that switch between the sources, on all screens.
  ///
  /// - Parameter say: called with the reason if a source does not exist or cannot be opened.
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
      Command("remove the file from the list", in: .move, words: ["d"]) { [weak self] in
        self?.leaveNamed(onFailure: say)
      },
      Command(
        "open another file", in: .move, line: "e FILE", fits: { $0 == "e" || $0.hasPrefix("e ") },
        complete: { [options] in options.completions(of: $0) }
      ) { [weak self] in self?.examine($0, say: say) },
    ]
  }

  /// Opens the address after `:e`, and inserts it into the list of sources.
  private func examine(_ line: String, say: @escaping (Message) -> Void) {
    if let refusal = options.restriction?.message("opening other files") { return say(refusal) }
    var name = line.dropFirst().drop(while: \.isWhitespace)
    while name.last?.isWhitespace ?? false { name.removeLast() }
    guard !name.isEmpty else {
      return say(Message(":e needs a file name: type :e FILE", .failure))
    }
    let path = name == "-" ? "./-" : PathCompletion.expanded(String(name))
    if lends(Array(path.utf8), onFailure: say) { return }
    sources.insert(Array(path.utf8))
    openNamed(after: 1, isNamed: false, onFailure: say)
  }

  /// Removes the current source from the list, and shows the next source or else the previous one.
  private func leaveNamed(onFailure: @escaping (Message) -> Void) {
    let left = sources.id
    openNamed(
      after: sources.index(after: 1) == nil ? -1 : 1, onFailure: onFailure,
      onOpen: { [weak self] in self?.sources.remove(left) })
  }

  /// Shows the source that is `step` positions further on in the list.
  ///
  /// - Parameters:
  ///   - isNamed: whether the filters of the command line apply.
  ///   - onFailure: called with the reason if the source does not exist or cannot be opened.
  ///   - onOpen: called when the source is shown.
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
    // The closures use the identity, because the index may change while the source is being opened.
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

/// Replacing screens that are waiting until the kind of their source is known.
extension Viewer {
  /// Returns a function that shows a feed in place of a waiting screen, and passes on the input
  /// typed on that screen.
  func replacing(_ screen: any ViewController) -> @MainActor @Sendable (any Feed) -> Void {
    { [weak self, weak screen, isNamed] feed in
      guard let self, let screen else { return feed.close() }
      do throws(Failure) {
        if isNamed, !options.filters.isEmpty, !feed.takesFilters {
          feed.close()
          throw .usage("\(feed.title) cannot be filtered with --filter")
        }
        // From here on, the viewer closes the feed.
        let shown = try controller(of: feed, isNamed: isNamed)
        sources.replace(screen, by: shown)
        session?.replace(screen, by: shown)
      } catch {
        session?.show(Message(error.text, .failure))
      }
    }
  }
}

extension ViewerOptions {
  /// Returns the completions for the file name in a command line; none if opening other files is
  /// forbidden.
  func completions(of line: String) -> [Prompt.Completion] {
    restriction == nil ? Prompt.Completion.paths(from: line) : []
  }
}

extension Prompt.Completion {
  /// Returns the paths that can complete the text after the first word.
  fileprivate static func paths(from line: String) -> [Prompt.Completion] {
    guard let blank = line.firstIndex(where: \.isWhitespace) else { return [] }
    let typed = line[blank...].drop(while: \.isWhitespace)
    let command = line[..<typed.startIndex]
    return PathCompletion.paths(from: String(typed)).map {
      Prompt.Completion(command + $0.path, label: $0.name)
    }
  }
}

/// The named sources, one of which is shown at a time.
package final class NamedSources {
  private struct Source {
    /// A permanent identity, independent of other sources.
    let id: Int
    let name: [UInt8]
    /// The screen as the reader left it; nil if the source has not been shown yet.
    var screen: (any ViewController)?
  }

  private var sources: [Source]
  private var lastID: Int
  /// The identity of the source that is shown.
  private(set) var id = 0

  package init(_ names: [[UInt8]]) {
    sources = names.enumerated().map { Source(id: $0, name: $1) }
    lastID = names.count - 1
  }

  /// The names of all sources, except those that were removed or could not be opened.
  var names: [[UInt8]] { sources.map(\.name) }

  var ids: [Int] { sources.map(\.id) }

  /// The index of the source that is shown, from 0.
  var index: Int { place(of: id) ?? 0 }

  private func place(of id: Int) -> Int? { sources.firstIndex { $0.id == id } }

  /// The position in the list for the status line; nil if there is only one source.
  var description: String? { sources.count > 1 ? "file \(index + 1) of \(sources.count)" : nil }

  /// Returns the index of the source that is `step` positions further on; nil if the list has no
  /// such source.
  func index(after step: Int) -> Int? {
    sources.indices.contains(index + step) ? index + step : nil
  }

  /// Returns the screen of a source, or nil if the source was not shown before.
  func screen(of id: Int) -> (any ViewController)? { place(of: id).flatMap { sources[$0].screen } }

  /// Stores the first screen, that of the first source.
  package func begin(with screen: any ViewController) { _ = note(screen, of: id) }

  /// Stores the screen that is shown now, for returning to it; returns false if its source was
  /// removed.
  ///
  /// If the list is empty, nothing is stored, and the result is true.
  func note(_ screen: any ViewController, of id: Int) -> Bool {
    guard let place = place(of: id) else { return sources.isEmpty }
    sources[place].screen = screen
    self.id = id
    return true
  }

  /// Replaces the screen of a source, which need not be the one that is shown.
  func replace(_ screen: any ViewController, by other: any ViewController) {
    for place in sources.indices where sources[place].screen === screen {
      sources[place].screen = other
    }
  }

  /// Inserts a source after the one that is shown.
  func insert(_ name: [UInt8]) {
    lastID += 1
    sources.insert(Source(id: lastID, name: name), at: min(index + 1, sources.count))
  }

  /// Removes a source, unless it is the one that is shown.
  func remove(_ id: Int) {
    guard id != self.id else { return }
    sources.removeAll { $0.id == id }
  }
}
