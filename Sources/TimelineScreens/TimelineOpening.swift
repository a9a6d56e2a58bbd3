package import Feeds
import Foundation
import Paging
package import Programs
import Timeline
import Viewers

/// The sample timeline, opened: its store, its pictures, and the network that it is asked through.
nonisolated package struct TimelineOpening {
  let store: TimelineStore
  let pictures: URL
  /// The extents of the pictures of the posts that were loaded.
  let sizes: PictureSizes
  /// What its place is kept by; nil for a guest, for whom none is.
  let identity: String?
  /// How long the reader must rest before a picture is drawn: over a network it takes the way of what
  /// is read.
  let pictureRest: Duration
  private let network: TimelineOptions

  package init(options: TimelineOptions) throws(Failure) {
    let assets = try Self.assets()
    pictures = assets.appending(path: "pictures")
    sizes = PictureSizes(folder: pictures)
    network = options
    let folder = Folders.data
    identity = "timeline:\(folder.shown)"
    pictureRest = Environment.value("SSH_CONNECTION") == nil ? .zero : .milliseconds(150)
    let file = assets.appending(path: "posts.json")
    do throws(TimelineError) {
      store = try TimelineStore(
        directory: folder.usable,
        onWait: {
          StandardError.tell("waiting for the database of the timeline, up to 5 s")
        },
        samples: { () throws(TimelineError) in try SamplePosts(contentsOf: file) })
    } catch {
      throw Failure(error)
    }
  }

  /// Opens it for a guest: nothing is written but likes, to the file that is given for them.
  package init(for options: SecureOptions, moods: TimelineOptions) throws(Failure) {
    let assets = try Self.assets()
    pictures = assets.appending(path: "pictures")
    sizes = PictureSizes(folder: pictures)
    network = moods
    (identity, pictureRest) = (nil, .milliseconds(150))
    let file = assets.appending(path: "posts.json")
    do throws(TimelineError) {
      let likes = try options.likes.map { path throws(TimelineError) in try LikesFile(path: path) }
      store = try TimelineStore(
        forSessionIn: options.posts, notingLikesIn: likes,
        samples: { () throws(TimelineError) in try SamplePosts(contentsOf: file) })
    } catch {
      throw Failure(error)
    }
  }

  /// Posts through the network that the command line asks for; the extents of their pictures are known
  /// when they come.
  func pages(
    matching filter: PostFilter = PostFilter(), clock: any Clock<Duration> = ContinuousClock()
  ) -> some PagingSource<Post, TimelineSource.Cursor> {
    SimulatedNetwork(
      store.source().matching(filter), latency: .milliseconds(network.latency),
      failEvery: network.failEvery == 0 ? nil : network.failEvery, clock: clock
    ).map { [sizes] post in
      if let picture = post.picture { sizes.read(picture) }
      return post
    }
  }

  private static func assets() throws(Failure) -> URL {
    // Dispatch looks there for its threads, by which GRDB reads, and ends the process where there is nothing.
    guard BytePath("/proc/self/task").exists else {
      throw .source("the sample timeline needs /proc, which is not mounted here")
    }
    return try folder()
  }

  private static func folder() throws(Failure) -> URL {
    URL(fileURLWithPath: try Assets.folder()).appending(path: "timeline")
  }
}

nonisolated extension Failure {
  /// The timeline cannot be opened, or a like cannot be kept.
  init(_ error: TimelineError) {
    self = error.isRetryable ? .passing(error.description) : .source(error.description)
  }
}

/// Finds what comes with the program: beside it where it is installed, in the checkout where it was
/// built.
nonisolated enum Assets {
  /// The folder that holds `timeline`.
  static func folder() throws(Failure) -> String {
    let program =
      BytePath.program ?? BytePath("/usr/local/libexec/endless/timeline")
    let candidates = ancestors(of: program.parent).flatMap {
      [$0.appending("share/endless"), $0.appending("Assets")]
    }
    guard let found = candidates.first(where: isComplete) else {
      throw .source("the sample posts of \(program.shown) are missing; install endless again")
    }
    return found.usable
  }

  private static func isComplete(_ folder: BytePath) -> Bool {
    folder.appending("timeline/posts.json").exists
  }

  /// A build lies at most four folders below its checkout, an installed program two below its prefix.
  private static func ancestors(of folder: BytePath) -> [BytePath] {
    var found = [folder]
    for _ in 0..<4 { found.append(found[found.count - 1].parent) }
    return found
  }
}
