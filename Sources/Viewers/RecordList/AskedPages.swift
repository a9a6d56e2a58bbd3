package import Answers
import ByteStores
package import Feeds
import Records

/// The options of sources with separate pages: commands with placeholders, and addresses.
///
/// A database uses only the time limit.
nonisolated package struct AskedPages: Sendable {
  /// Options for parsing answers and counting pages.
  package var answers = PagedAnswers.Options()
  /// The maximum time without data; for a database, the time limit of a query.
  package var timeout = Duration.seconds(60)

  private init() {}

  /// - Throws: an error that names an option with an invalid value.
  package init(_ options: ViewerOptions) throws(Failure) {
    answers.reader.format = options.format
    answers.reader.csv = options.csv
    let decoding = options.decoding
    answers.decode = { bytes, charset in decoding.declared(charset).decoded(bytes) }
    guard !options.sourceValues.isEmpty else { return }
    for setting in Self.settings {
      guard let text = options.sourceValues[setting.name] else { continue }
      try setting.set(&self, text, setting.name)
    }
  }

  /// The options for the command line.
  package static var options: SourceOptions {
    SourceOptions(
      "Paged addresses and commands",
      need: "an address, or exec:COMMAND with {page}, {offset}, {cursor} or {last}",
      settings.map { setting in
        SourceOption(
          setting.name, setting.valueName, setting.help, isForAll: setting.name == itemsName
        ) { text throws(Failure) in
          var pages = AskedPages()
          try setting.set(&pages, text, setting.name)
        }
      }, isFor: { $0.isWebAddress || CommandList.takes($0) || $0.isDatabase })
  }

  /// Returns the reader's pointer to the items in an answer or document; nil to find the items by
  /// well-known names.
  ///
  /// - Throws: an error if the value of the option is not a JSON Pointer.
  static func items(_ options: ViewerOptions) throws(Failure) -> JSONPointer? {
    guard !options.sourceValues.isEmpty, let text = options.sourceValues[itemsName] else {
      return nil
    }
    return try pointer(text, of: itemsName)
  }

  private static let itemsName = "--items"

  /// An option, and the effect of its value.
  private struct Setting: Sendable {
    let name: String
    let valueName: String
    let help: String
    let set: @Sendable (inout AskedPages, _ text: String, _ name: String) throws(Failure) -> Void

    init(
      _ name: String, _ valueName: String, _ help: String,
      _ set: @escaping @Sendable (inout AskedPages, String, String) throws(Failure) -> Void
    ) {
      (self.name, self.valueName, self.help, self.set) = (name, valueName, help, set)
    }
  }

  private static var settings: [Setting] {
    [
      Setting(
        itemsName, "pointer",
        "Where the items are in a page or in a file: a JSON Pointer such as /data/items."
      ) { pages, text, name throws(Failure) in
        pages.answers.reader.items = try pointer(text, of: name)
      },
      Setting(
        "--next", "pointer",
        "Where a page has the cursor or address of the next one: a JSON Pointer such as /next."
      ) {
        pages, text, name throws(Failure) in
        pages.answers.reader.next = try pointer(text, of: name)
      },
      Setting("--id", "field", "The field that identifies an item, such as id or metadata.uid.") {
        pages, text, name throws(Failure) in
        guard !text.isEmpty else { throw .usage("\(name) needs a field name") }
        pages.answers.reader.id = FieldPath(text)
      },
      Setting("--first-page", "n", "The number of the first {page} (1).") {
        pages, text, name throws(Failure) in
        pages.answers.firstPage = try SourceOption.number(text, of: name, in: 0...1_000_000)
      },
      Setting(
        "--parallel", "n",
        "The number of pages to load at once if they have numbers or offsets (4)."
      ) { pages, text, name throws(Failure) in
        pages.answers.pagesAtOnce = try SourceOption.number(text, of: name, in: 1...64)
      },
      Setting(
        "--timeout", "seconds", "Stop a command or a request that is silent for this long (60)."
      ) { pages, text, name throws(Failure) in
        pages.timeout = .seconds(try SourceOption.number(text, of: name, in: 1...86_400))
      },
    ]
  }

  private static func pointer(
    _ text: String, of name: String
  ) throws(Failure) -> JSONPointer {
    do throws(AnswerError) {
      return try JSONPointer(text)
    } catch {
      throw .usage("\(name): \(error)")
    }
  }
}
