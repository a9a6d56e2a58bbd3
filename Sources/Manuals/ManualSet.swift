import Foundation
package import Programs
import TableUI
import Viewers

/// The man pages and completions, with their paths relative to the assets folder.
package struct ManualSet {
  /// The content of each file, by path.
  package let files: [(path: String, text: String)]
  private let options: [CommandOption]
  private let screens: [ScreenKeys]

  /// Generates all files from the current tables.
  ///
  /// - Throws: an error if a screen cannot be opened.
  package static func all() async throws -> ManualSet {
    let options = everyOption
    let viewer = try await ScreenKeys.ofViewer()
    let timeline = try await ScreenKeys.ofTimeline()
    let completions = options.map { CompletedOption($0) }
    return ManualSet(
      files: [
        ("man/endless.1", ViewerPage(options: options, screens: viewer).text),
        ("man/endless-timeline.1", TimelinePage(options: options, screens: timeline).text),
        ("completions/endless.bash", BashCompletion(options: completions).text),
        ("completions/_endless", ZshCompletion(options: completions).text),
        ("completions/endless.fish", FishCompletion(options: completions).text),
      ], options: options, screens: viewer + timeline)
  }

  /// The command lines of the examples.
  package static var examples: [String] {
    (ViewerPage.examples + TimelinePage.examples).map(\.0)
  }

  /// All options, including those of every kind of source.
  package static var everyOption: [CommandOption] {
    CommandOption.all([AskedPages.options] + OtherViewer.connect.options())
  }

  /// Returns the errors in the files: options or keys that no page mentions, options that do not
  /// exist, and files that are missing or differ from the tables.
  ///
  /// - Parameter content: a closure that takes the path of a file and returns its content, or nil
  ///   if the file is missing; it is called at least once for each file.
  package func faults(_ content: (String) -> String?) -> [String] {
    var faults = missing(
      in: files.filter { $0.path.hasPrefix("man/") }.compactMap { content($0.path) })
    for (path, text) in files {
      guard let found = content(path) else {
        faults.append("\(path) is missing: run make manuals")
        continue
      }
      if path.hasPrefix("completions/") {
        faults += unknown(in: found).map { "\(path) completes \($0), which does not exist" }
      }
      if found != text { faults.append("\(path) is out of date: run make manuals") }
    }
    return faults
  }

  private func missing(in pages: [String]) -> [String] {
    let lines = Set(pages.flatMap { $0.split(separator: "\n").map(String.init) })
    let terms = Set(
      lines.filter { $0.hasPrefix(".It ") }.flatMap { Self.terms($0.dropFirst(4)) })
    let options = options.flatMap(\.names).filter { !terms.contains("Fl \(Mdoc.flag($0))") }
    let keys = screens.flatMap { $0.table.sections.flatMap(\.lines) }.flatMap(\.keys)
      .filter { !terms.contains("Ic \(Mdoc.argument($0))") }
    return options.map { "no man page has the option \($0)" }
      + keys.map { "no man page has the key \($0)" }
  }

  /// Returns the terms of a list item, as they are written, without the values of options.
  private static func terms(_ item: Substring) -> [String] {
    item.components(separatedBy: " , ").map {
      let words = $0.components(separatedBy: " Ar ")
      return words[0]
    }
  }

  /// Returns the long options in a completion that the program does not have.
  private func unknown(in completion: String) -> [String] {
    let known = Set(options.flatMap(\.names))
    var unknown: [String] = []
    for word in completion.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "-") }) {
      let isLong = word.hasPrefix("--") && word.count > 2 && word.dropFirst(2).first != "-"
      if isLong, !known.contains(String(word)) { unknown.append(String(word)) }
    }
    // In the completion for fish, the names have no dashes.
    for line in completion.split(separator: "\n") where line.hasPrefix("complete -c endless") {
      let words = line.split(separator: " ")
      for (flag, name) in zip(words, words.dropFirst()) where flag == "-l" {
        if !known.contains("--\(name)") { unknown.append("--\(name)") }
      }
    }
    return unknown
  }
}
