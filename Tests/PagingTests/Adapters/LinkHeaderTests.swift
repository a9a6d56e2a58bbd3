import Paging
import PagingSimulation
import Randomness
import Testing

/// The syntax of the `Link` field, according to RFC 8288, section 3.
@Suite struct `A Link header` {
  private func read(_ fields: String...) -> [String] {
    LinkHeader(fields).links.map { "\($0.target) \($0.relations.joined(separator: "+"))" }
  }

  @Test func `P69: has commas and semicolons in its targets`() {
    #expect(
      read(#"<https://a.example/?ids=1,2;3>; rel="next", <b,c>; rel=prev"#)
        == ["https://a.example/?ids=1,2;3 next", "b,c prev"])
  }

  @Test(arguments: [
    #"<a>; rel="next""#, "<a>; rel=next", "<a>;rel=next", "<a> ; rel = next ", "<a>;REL=\"NEXT\"",
    #"<a>; title="x, <b>; rel=\"prev\""; rel="next""#, #"<a>; rel="n\ext""#, "<a>;;rel=next",
    "<a>; rel=next; rel=prev", ", ,<a>; rel=next,", "<a>; crossorigin; rel=next", "<a>;\trel=next",
    #"<a>; rel="next"#, "<a>; rel=next junk",
  ])
  func `P69: is read in every form`(field: String) {
    #expect(LinkHeader([field]).links.count == 1)
    #expect(LinkHeader([field]).target("next") == "a")
    #expect(LinkHeader([field]).target("prev") == nil)
  }

  @Test func `P69: has several relations in one link`() {
    let header = LinkHeader([#"<a>; rel="last  Next http://a.example/rel""#])
    #expect(header.target("next") == "a")
    #expect(header.target("LAST") == "a")
    #expect(header.target("http://a.example/rel") == "a")
    #expect(header.target("ext") == nil)
  }

  @Test func `has several lines, and the first link of a relation counts`() {
    let header = LinkHeader(["<a>; rel=first", "<b>; rel=next, <c>; rel=next"])
    #expect(header.target("next") == "b")
    #expect(header.links.count == 3)
  }

  @Test func `leaves out what leads from elsewhere`() {
    #expect(read(##"<a>; anchor="#x"; rel=next, <b>; rel=next"##) == ["b next"])
  }

  @Test(arguments: ["", ",", "a", "<a", "<a; rel=next", "rel=next", "<a>", "<a>; rel", "<a>; rel="])
  func `without a relation leads nowhere`(field: String) {
    #expect(LinkHeader([field]).target("next") == nil)
  }

  @Test func `keeps what was read before the damage`() {
    #expect(read("<a>; rel=next, damage, <b>; rel=prev") == ["a next"])
  }

  @Test(arguments: 0..<20)
  func `of any characters is read without a trap`(start: Int) {
    var random = SplitMix64(start: UInt64(start))
    let alphabet = Array("<>;,=\"\\ \tarelnxt\u{301}é")
    for length in 0..<60 {
      let field = String((0..<length).map { _ in alphabet.randomElement(using: &random) ?? "<" })
      #expect(LinkHeader([field]).links.count <= length)
    }
  }
}
