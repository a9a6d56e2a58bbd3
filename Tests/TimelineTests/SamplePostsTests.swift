import TemporaryFolders
import Foundation
import Testing
import Timeline

@Suite struct `Sample posts` {
  private let directory: TemporaryFolder
  private let samples: SamplePosts

  init() throws {
    directory = try TemporaryFolder()
    samples = try Timelines.samples(in: directory)
  }

  @Test func `are the same whichever range they are made in`() {
    let all = samples.posts(in: 0..<500, before: Timelines.epoch)
    #expect(all.map(\.id) == Array(1...500))
    for start in stride(from: 0, to: 500, by: 7) {
      let some = samples.posts(in: start..<min(start + 7, 500), before: Timelines.epoch)
      #expect(some == Array(all[start..<min(start + 7, 500)]))
    }
    #expect(samples.posts(in: 9..<9, before: Timelines.epoch).isEmpty)
  }

  @Test func `do not repeat a text within three quarters of a round`() {
    let texts = samples.posts(in: 0..<5_000, before: Timelines.epoch).map(\.text)
    for start in 0..<(texts.count - 30) {
      #expect(Set(texts[start..<(start + 30)]).count == 30)
    }
    #expect(Set(texts).count == 40)
    #expect(Array(texts[0..<40]) != Array(texts[40..<80]))
  }

  @Test func `grow older without a tie, from the epoch on`() {
    let times = samples.posts(in: 0..<100_000, before: Timelines.epoch).map(\.time)
    #expect(times.first == Timelines.epoch)
    let gaps = zip(times, times.dropFirst()).map { $0 - $1 }
    #expect(gaps.allSatisfy { $0 > 0 })
    #expect(gaps.contains { $0 < 10 })
    #expect(gaps.contains { $0 > 7 * 3_600 })
  }

  @Test func `have few likes mostly, and many now and then`() {
    let likes = samples.posts(in: 0..<100_000, before: 0).map(\.likes).sorted()
    #expect(likes[50_000] < 10)
    #expect(likes[99_990] > 1_000)
    #expect(likes[0] == 0)
  }

  @Test func `keep the picture with its text`() {
    for post in samples.posts(in: 0..<100, before: 0) {
      let number = Int(post.text.dropFirst(5)) ?? 0
      #expect(post.picture == (number % 3 == 0 ? "picture-\(number).png" : nil))
    }
  }

  @Test(arguments: ["", "[]", #"{"authors": [], "posts": []}"#, #"{"posts": [{"text": 1}]}"#])
  func `are refused where they are not what they should be`(contents: String) throws {
    let file = directory.url("other.json")
    try contents.write(to: file, atomically: true, encoding: .utf8)
    let error = #expect(throws: TimelineError.self) { try SamplePosts(contentsOf: file) }
    #expect(error?.description.contains("other.json") == true)
  }

  @Test func `are refused where there are none`() {
    #expect(throws: TimelineError.self) {
      try SamplePosts(contentsOf: directory.url("nowhere.json"))
    }
  }
}
