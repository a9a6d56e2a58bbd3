import Foundation
import Testing

@Suite struct `The articles of the documentation` {
  private static let checkout = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The files with an extension in the folders of the code, without indentation: a listing stands
  /// at the margin.
  private func texts(in folders: [String], withExtension name: String) throws -> [String] {
    try folders.flatMap { folder in
      let files = FileManager.default.enumerator(
        at: Self.checkout.appending(path: folder), includingPropertiesForKeys: nil)
      return try (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == name }
        .map { atMargin(try String(contentsOf: $0, encoding: .utf8)) }
    }
  }

  private func atMargin(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0.drop { $0 == " " }) }.joined(separator: "\n")
  }

  @Test func `show code that is built, word for word`() throws {
    let articles = try texts(in: ["Sources"], withExtension: "md")
    let code = try texts(in: ["Sources", "Tests"], withExtension: "swift")
    let listings = articles.flatMap { $0.matches(of: /```swift\n([^`]*(?:`{1,2}[^`]+)*)```/) }
      .map { String($0.1) }
    #expect(listings.count > 20)
    for listing in listings {
      #expect(code.contains { $0.contains(listing) }, "no code that is built has:\n\(listing)")
    }
  }
}
