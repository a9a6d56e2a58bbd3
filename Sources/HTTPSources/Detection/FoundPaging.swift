import Answers
import Records

/// The paging of an address, as revealed by its first answer.
struct FoundPaging: Sendable {
  /// The template, with a placeholder if one was found.
  private(set) var template: RequestTemplate
  /// The options that belong to the template.
  private(set) var options: HTTPSourceOptions
  /// A description of the paging; nil if the answers link to their pages, or the first one is
  /// complete.
  private(set) var words: String?
  /// The advice for the reader if no next page can be found.
  private(set) var advice: String?
  /// Whether the answer is a document without a recognizable list.
  private(set) var isDocument = false
  /// Whether the answer was successful, so that the result is final.
  private(set) var isDecided = false

  /// Examines the first answer of an address without placeholders.
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
      // This error is ignored here, because the first load reports it.
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
      "the service ignores the requested page and sends the first one again (\(words)): "
      + (found.style == .cursor
        ? "name another parameter with --token-param" : "write {page} or {offset} in the address")
    self.words = words
  }
}
