import Answers
import Records

/// How the pages of an address are asked for, as its first answer says it.
struct FoundPaging: Sendable {
  /// The template, with a placeholder where one was found.
  private(set) var template: RequestTemplate
  /// The options that go with it.
  private(set) var options: HTTPSourceOptions
  /// What was found and why; nil where the answers name their pages themselves.
  private(set) var words: String?
  /// What a reader is told where nothing leads on.
  private(set) var advice: String?
  /// Whether the answer is a document that has no list by a well-known name.
  private(set) var isDocument = false
  /// Whether there was an answer that could say something; one with a status of failure says nothing.
  private(set) var isDecided = false

  /// Looks at the first answer of an address that has no placeholder.
  init(_ template: RequestTemplate, _ first: HTTPAnswer, _ options: HTTPSourceOptions) {
    (self.template, self.options) = (template, options)
    guard (200..<300).contains(first.head.status), !first.head.isNotReady else { return }
    isDecided = true
    do throws(AnswerError) {
      note(try options.answers.reader.answer(first.body), first.head)
    } catch .noItemsFound {
      let reader = options.answers.reader
      isDocument = reader.items == nil && reader.next == nil
    } catch {
      // The first load says what is wrong.
    }
  }

  private mutating func note(_ answer: Answer, _ head: HTTPHead) {
    let detection = PagingDetection(
      template: template, head: head, answer: answer, tokenName: options.tokenParameter)
    do throws(HTTPError) {
      switch try detection.finding() {
      case .links, .whole: break
      case .nothing(let words): (advice, self.words) = (words, words)
      case .template(let found, let firstPage, let words): use(found, firstPage, words)
      }
    } catch {
      (advice, words) = (error.description, error.description)
      options.answers.unplaced = error.description
    }
  }

  private mutating func use(_ found: RequestTemplate, _ firstPage: Int, _ words: String) {
    template = found
    options.answers.firstPage = firstPage
    if let pointer = found.ways.tokenPointer {
      options.answers.reader.next = try? JSONPointer(pointer)
    }
    options.answers.unheeded =
      "this page is the first again: \(words), and the service takes no notice of it; "
      + (found.style == .cursor ? "--token-param names another" : "write {page} or {offset}")
    self.words = words
  }
}
