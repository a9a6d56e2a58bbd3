public import Foundation

/// The sample posts: some hundred texts, from which any number of posts is made.
///
/// The post at an index is always the same; index 0 is the newest. Texts go in rounds, each in a
/// shuffled order, so that none comes again within three quarters of a round.
public struct SamplePosts: Sendable {
  /// Who posts.
  public struct Author: Hashable, Sendable, Codable {
    let name: String
    let handle: String
  }

  /// What is posted.
  public struct Sample: Hashable, Sendable, Codable {
    let text: String
    let picture: String?
  }

  private let authors: [Author]
  private let samples: [Sample]

  /// Reads the samples: an object with the arrays `authors` (`name`, `handle`) and `posts` (`text`,
  /// `picture`).
  ///
  /// - Throws: where the file cannot be read or holds no author or no post.
  public init(contentsOf file: URL) throws(TimelineError) {
    struct Contents: Decodable {
      let authors: [Author]
      let posts: [Sample]
    }
    guard let data = try? Data(contentsOf: file) else {
      throw .samples(file: file.path, reason: "it cannot be read")
    }
    guard let contents = try? JSONDecoder().decode(Contents.self, from: data) else {
      throw .samples(file: file.path, reason: "it is not in the format of sample posts")
    }
    guard !contents.authors.isEmpty, !contents.posts.isEmpty else {
      throw .samples(file: file.path, reason: "it has no authors or no posts")
    }
    authors = contents.authors
    samples = contents.posts
  }

  /// Makes the posts of a range of indices, newest first, at times counted back from an epoch.
  ///
  /// Cost: the posts, and at most a quarter of the samples at either end. Indices start at 0, and
  /// the identity of a post is its index and one.
  public func posts(in range: Range<Int>, before epoch: Int) -> [Post] {
    var posts: [Post] = []
    posts.reserveCapacity(range.count)
    while posts.count < range.count {
      let index = range.lowerBound + posts.count
      let (order, place) = shuffledPart(around: index)
      for sample in order[place...].prefix(range.count - posts.count) {
        let index = range.lowerBound + posts.count
        posts.append(post(of: sample, at: index, time: epoch - PostRhythm.age(at: index)))
      }
    }
    return posts
  }

  /// The samples of the quarter of a round that an index lies in, in the order of that round, and
  /// the index's place among them.
  private func shuffledPart(around index: Int) -> (order: [Sample], place: Int) {
    let (round, place) = index.quotientAndRemainder(dividingBy: samples.count)
    let size = max(1, samples.count / 4)
    let start = place / size * size
    var part = Array(samples[start..<min(start + size, samples.count)])
    SplitMix64.shuffle(&part, seed: SplitMix64.hash(3, round, start))
    return (part, place - start)
  }

  private func post(of sample: Sample, at index: Int, time: Int) -> Post {
    let author = authors[Int(SplitMix64.hash(4, index) % UInt64(authors.count))]
    return Post(
      id: Int64(index) + 1, time: time, authorName: author.name, authorHandle: author.handle,
      text: sample.text, picture: sample.picture, likes: Self.likes(at: index))
  }

  /// Half of the posts get fewer than 6 likes, a quarter fewer than 12, and so on: one in some ten
  /// thousand gets tens of thousands.
  private static func likes(at index: Int) -> Int {
    let random = SplitMix64.hash(5, index)
    let tail = min(random.trailingZeroBitCount, 14)
    return Int((random >> 20) % UInt64(6 << tail))
  }
}
