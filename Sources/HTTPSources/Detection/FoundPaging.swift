import Answers
import Records

/// The paging of an address, as revealed by its first answer.
struct FoundPaging: Sendable {
  /// The template, with a placeholder if one was found.
  private(set) var template: RequestTemplate
  /// The options that belong to the template.
  private(set) var options: HTTPSourceOptions
  /// A description of the paging, or the reason why no next page can be found; nil in other cases,
  /// such as paging by links.
  private(set) var words: String?
  /// The advice for the reader if no next page can be found.
  private(set) var advice: String?
  /// Whether the answer states that more items follow, although no next page can be found.
  private(set) var missesItems = false
  /// Whether the answer is a document without a recognizable list.
  private(set) var isDocument = false
  /// Whether the answer was successful; only then is the result final.
  private(set) var isDecided = false

  /// Examines the first answer of an address without placeholders.
  init(_ template: RequestTemplate, _ first: HTTPAnswer, _ options: HTTPSourceOptions) {
    (self.template, self.options) = (template, options)
    guard (200..<300).contains(first.head.status), !first.head.isNotReady else { return }
    isDecided = true
    var reader = options.answers.reader
    reader.mustBeJSON = first.head.isJSON
    do throws(AnswerError) {
      let bytes = options.answers.decode(first.body, first.head.charset)
      note(try reader.answer(bytes), first.head)
    } catch .noItemsFound {
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
      case .nothing(let words):
        (advice, self.words, missesItems) = (words, words, detection.missesItems)
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
    options.answers.endsWithoutLink = found.ways.endsWithoutLink
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
