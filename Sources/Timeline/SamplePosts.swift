public import Foundation

/// The sample posts: a few hundred samples, from which any number of posts is generated.
///
/// The post at an index is always the same; index 0 is the newest. The samples are repeated in
/// rounds. The quarters of a round are shuffled separately, so that no sample is repeated within
/// three quarters of a round.
public struct SamplePosts: Sendable {
  /// An author.
  public struct Author: Hashable, Sendable, Codable {
    let name: String
    let handle: String
  }

  /// The content of a post.
  public struct Sample: Hashable, Sendable, Codable {
    let text: String
    let picture: String?
  }

  private let authors: [Author]
  private let samples: [Sample]

  /// Reads the samples: an object with the arrays `authors` (`name`, `handle`) and `posts` (`text`,
  /// `picture`).
  ///
  /// - Throws: an error if the file cannot be read, or if it has no authors or no posts.
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

  /// Generates the posts for a range of indices, newest first, at times up to an epoch in seconds
  /// since 1970.
  ///
  /// Cost: proportional to the number of posts, plus at most a quarter of the samples at either
  /// end. Indices start at 0, and the identity of a post is its index plus one.
  public func posts(in range: Range<Int>, before epoch: Int) -> [Post] {
    var posts: [Post] = []
    posts.reserveCapacity(range.count)
    while posts.count < range.count {
      let index = range.lowerBound + posts.count
      let (order, offset) = shuffledPart(around: index)
      for sample in order[offset...].prefix(range.count - posts.count) {
        let index = range.lowerBound + posts.count
        posts.append(post(of: sample, at: index, time: epoch - PostRhythm.age(at: index)))
      }
    }
    return posts
  }

  /// The samples of the quarter of a round that contains an index, shuffled, and the offset of the
  /// index among them.
  private func shuffledPart(around index: Int) -> (order: [Sample], offset: Int) {
    let (round, offset) = index.quotientAndRemainder(dividingBy: samples.count)
    let size = max(1, samples.count / 4)
    let start = offset / size * size
    var part = Array(samples[start..<min(start + size, samples.count)])
    SplitMix64.shuffle(&part, seed: SplitMix64.hash(3, round, start))
    return (part, offset - start)
  }

  private func post(of sample: Sample, at index: Int, time: Int) -> Post {
    let author = authors[Int(SplitMix64.hash(4, index) % UInt64(authors.count))]
    return Post(
      id: Int64(index) + 1, time: time, authorName: author.name, authorHandle: author.handle,
      text: sample.text, picture: sample.picture, likes: Self.likes(at: index))
  }

  /// The number of likes of the post at an index.
  ///
  /// Half of the posts get fewer than 6 likes, another quarter get fewer than 12, and so on. About
  /// one post in ten thousand gets tens of thousands.
  private static func likes(at index: Int) -> Int {
    let random = SplitMix64.hash(5, index)
    let tail = min(random.trailingZeroBitCount, 14)
    return Int((random >> 20) % UInt64(6 << tail))
  }
}

/// The ages of the posts, which come in bursts, with pauses and nights between them.
///
/// A day has 16 bursts of 8 posts, one burst each hour, and then a night of eight hours. A burst
/// begins at a random time in the first 20 minutes of its hour and has a random pace. In this way
/// 100,000 posts go back 781 days.
enum PostRhythm {
  private static let burst = 8
  private static let day = 16 * burst

  /// The seconds between the newest post and the post at an index; they increase with the index.
  ///
  /// Cost: O(1), because the age depends on the index only.
  static func age(at index: Int) -> Int { raw(index) - raw(0) }

  /// The age of the post at an index, relative to a fixed time.
  ///
  /// A burst ends before the next one can begin: it starts at most 1,199 s into its hour, and lasts
  /// less than 8 times 253 s.
  private static func raw(_ index: Int) -> Int {
    let (burstIndex, offset) = index.quotientAndRemainder(dividingBy: burst)
    let hour = burstIndex % (day / burst)
    let random = SplitMix64.hash(1, burstIndex)
    let start = index / day * 86_400 + hour * 3_600 + Int(random % 1_200)
    let pace = 4 + Int((random >> 32) % 250)
    return start + offset * pace + Int(SplitMix64.hash(2, index) % UInt64(pace))
  }
}

/// A pseudorandom generator that produces the same numbers in each run.
///
/// Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014, figure 17.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// A hash of the given numbers, which is the same in each run.
  static func hash(_ values: Int...) -> UInt64 {
    values.reduce(0) { hash, value in
      var generator = SplitMix64(seed: hash ^ UInt64(bitPattern: Int64(value)))
      return generator.next()
    }
  }

  /// Shuffles elements into an order that depends only on the seed; unlike that of
  /// `shuffled(using:)`, it is the same in every version of Swift.
  static func shuffle<Element>(_ elements: inout [Element], seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    for last in elements.indices.dropFirst().reversed() {
      elements.swapAt(last, Int(generator.next() % UInt64(last + 1)))
    }
  }
}
