import Paging
import Testing

@Suite struct `The head` {
  @Test func `is not known before it was looked at`() {
    var head = Head<Int>()
    #expect(!head.isKnown)
    head.renew([3, 4], validator: "a")
    #expect(head.isKnown)
    #expect(head.validator == "a")
    #expect(head.contains(3))
    #expect(!head.contains(5))
  }

  @Test func `stays known where a look finds nothing at all`() {
    var head = Head<Int>()
    head.renew([3], validator: nil)
    head.renew([], validator: nil)
    #expect(head.isKnown)
    #expect(head.contains(3))
  }

  @Test func `has as new what is above what was in it`() {
    var head = Head<Int>()
    head.renew([3, 4, 5], validator: nil)
    #expect(head.newItems([1, 2, 3, 4], isHeld: { _ in false }) == 2)
    #expect(head.newItems([3, 4, 5], isHeld: { _ in false }) == 0)
  }

  @Test func `does not count as new what lies below what is known`() {
    var head = Head<Int>()
    head.renew([3, 4], validator: nil)
    #expect(head.newItems([2, 3, 9], isHeld: { _ in false }) == 1)
  }

  @Test func `has as new what is above what is held where nothing of it is known`() {
    var head = Head<Int>()
    head.renew([3, 4], validator: nil)
    #expect(head.newItems([1, 2, 7, 8], isHeld: { $0 == 7 }) == 2)
    #expect(head.newItems([1, 2], isHeld: { _ in false }) == 2)
  }

  @Test func `adds up what is new until the reader sees it`() {
    var head = Head<Int>()
    head.add(2)
    head.add(3)
    #expect(head.newCount == 5)
    let wasNew = head.markSeen()
    #expect(wasNew)
    #expect(head.newCount == 0)
    let isNew = head.markSeen()
    #expect(!isNew)
  }

  @Test func `is asked for whole once its validator is forgotten`() {
    var head = Head<Int>()
    head.renew([1], validator: "a")
    head.forgetValidator()
    #expect(head.validator == nil)
    #expect(head.isKnown)
    head.forget()
    #expect(!head.isKnown)
  }
}
